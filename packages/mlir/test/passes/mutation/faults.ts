/**
 * Faults of a rewriter: small changes of a rewritten kernel that make it another one.
 *
 * Each is a function that changes the operations of a parsed kernel in place, and answers whether it found something to
 * change. Whether the kernel now computes something else is not its business: the harness executes it.
 */
import type { Block, Module, Operation, Value } from '../../../src/ir/ir.ts';
import { operandSegments } from '../../../src/ir/attribute-values.ts';
import { createOperation } from '../../../src/ir/build.ts';
import { walk } from '../../../src/ir/walk.ts';
import { resolveType } from '../../../src/ir/types.ts';
import { type BufferAccess, findBuffers } from '../../../src/passes/buffers.ts';
import type { ParsedKernel } from './harness.ts';
import type { KernelShape } from './random-kernels.ts';

/** A rewritten kernel that is about to become wrong. */
interface Mutant extends ParsedKernel {
  readonly shape: KernelShape;
  /** The same module as it was before it was rewritten, to take parts from. */
  readonly original: ParsedKernel;
  /** A whole number in `[0, below)`, another one for each kernel. */
  readonly random: (below: number) => number;
}

export type Fault = (mutant: Mutant) => boolean;

const accessesOf = ({ kernel }: ParsedKernel, buffer = '%a'): readonly BufferAccess[] =>
  findBuffers(kernel).find(({ names }) => names.includes(buffer))?.accesses ?? [];

const isRead = ({ direction }: BufferAccess): boolean => direction === 'load';
const isWrite = ({ direction }: BufferAccess): boolean => direction !== 'load';
const isStore = ({ direction }: BufferAccess): boolean => direction === 'store';
const isCopy = ({ direction }: BufferAccess): boolean => direction === 'copy';

const operationsIn = ({ kernel }: ParsedKernel): readonly Operation[] => [...walk([kernel])];

const argumentsIn = (kernel: ParsedKernel): readonly Value[] =>
  operationsIn(kernel).flatMap(({ regions }) =>
    regions.flatMap(({ blocks }) => blocks.flatMap((one) => one.arguments)),
  );

function blockOf(op: Operation, module: Module): Block | undefined {
  for (const one of walk(module.operations)) {
    for (const { blocks } of one.regions) {
      const found = blocks.find(({ operations }) => operations.includes(op));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

const named = (mutant: ParsedKernel, name: string): Value | undefined =>
  operationsIn(mutant)
    .flatMap(({ results }) => results)
    .find((value) => value.name === name);

/** Puts computations in front of an operation. */
class Before {
  readonly #block: Block;
  readonly #op: Operation;
  readonly #index;

  constructor(op: Operation, block: Block, index: Value) {
    this.#op = op;
    this.#block = block;
    this.#index = resolveType(index.type);
  }

  make(name: string, operands: readonly Value[], attributes: OperationAttributes = []): Value {
    const type =
      name === 'arith.cmpi'
        ? ({ kind: 'integer', width: 1, signedness: 'signless' } as const)
        : this.#index;
    const made = createOperation(name, { operands, results: [['fault', type]], attributes });
    this.#block.operations.splice(this.#block.operations.indexOf(this.#op), 0, made);
    const [result] = made.results;
    if (result === undefined) throw new Error('no result');
    return result;
  }

  number(value: number): Value {
    const attribute = { kind: 'integer', value: BigInt(value), type: this.#index } as const;
    return this.make('arith.constant', [], [['value', attribute]]);
  }

  binary(name: string, a: Value, b: Value | number): Value {
    return this.make(`arith.${name}`, [a, typeof b === 'number' ? this.number(b) : b]);
  }

  /** One value where two are equal, else the other. */
  whereEqual(a: Value, b: number, yes: Value, no: Value): Value {
    const type = { kind: 'integer', width: 64, signedness: 'signless' } as const;
    const predicate = { kind: 'integer', value: 0n, type } as const;
    const same = this.make('arith.cmpi', [a, this.number(b)], [['predicate', predicate]]);
    return this.make('arith.select', [same, yes, no]);
  }
}

type OperationAttributes = NonNullable<Parameters<typeof createOperation>[1]>['attributes'];

type Change = (
  index: Value,
  before: Before,
  around: { readonly mutant: Mutant; readonly access: BufferAccess },
) => Value | undefined;

/** Changes an operand of an operation. */
function changeOperand(
  mutant: Mutant,
  access: BufferAccess,
  position: number,
  change: Change,
): boolean {
  const { op } = access;
  const block = blockOf(op, mutant.module);
  const old = op.operands[position];
  if (block === undefined || old === undefined) return false;
  const changed = change(old, new Before(op, block, old), { mutant, access });
  if (changed === undefined || changed === old) return false;
  op.operands[position] = changed;
  return true;
}

/** A fault in the last index of one access of a kind: its column. */
const inColumn =
  (kind: (access: BufferAccess) => boolean, change: Change): Fault =>
  (mutant) => {
    const accesses = accessesOf(mutant).filter((access) => kind(access) && !isCopy(access));
    const access = accesses[mutant.random(Math.max(1, accesses.length))];
    if (access === undefined) return false;
    return changeOperand(mutant, access, access.base + access.rank, change);
  };

/** In the row, where there is one. */
const inRow =
  (kind: (access: BufferAccess) => boolean, change: Change): Fault =>
  (mutant) => {
    const accesses = accessesOf(mutant).filter((access) => kind(access) && access.rank === 2);
    const access = accesses[mutant.random(Math.max(1, accesses.length))];
    return access !== undefined && changeOperand(mutant, access, access.base + 1, change);
  };

/** In the index of what a copy fetches: the last is the column. */
const inSource =
  (fromLast: number, change: Change): Fault =>
  (mutant) => {
    const access = accessesOf(mutant).find(isCopy);
    const [, indices = []] = access === undefined ? [] : operandSegments(access.op);
    if (access === undefined) return false;
    return changeOperand(mutant, access, indices.length - fromLast, change);
  };

const any = (): boolean => true;

/** Another unit of the same row. */
const otherUnit: Change = (index, before, { mutant: { shape } }) =>
  before.binary('xori', index, shape.width);

/** Another column or row, at a distance of a power of two. */
const flipped =
  (distance: number): Change =>
  (index, before) =>
    before.binary('xori', index, distance);

/** Another unit in one of the branches: at the edge, or away from it. */
const otherUnitWhereEdge =
  (isEdge: boolean): Change =>
  (index, before, around) => {
    const edge = named(around.mutant, 'edge');
    const changed = otherUnit(index, before, around);
    const values = changed && (isEdge ? [changed, index] : [index, changed]);
    return edge && values && before.make('arith.select', [edge, ...values]);
  };

/** Changes the unit only where a value has a number. */
const otherUnitWhere =
  (name: string, number: number | ((mutant: Mutant) => number)): Change =>
  (index, before, around) => {
    const value = named(around.mutant, name);
    const changed = otherUnit(index, before, around);
    const at = typeof number === 'number' ? number : number(around.mutant);
    return value && changed && before.whereEqual(value, at, changed, index);
  };

/** XORs a bit of the row, at a distance, to the unit. */
const otherKey =
  (divisor: number): Change =>
  (index, before, { mutant, access: { op, base, rank } }) => {
    const row = op.operands[base + 1];
    if (rank !== 2 || row === undefined) return undefined;
    const bit = before.binary('remui', before.binary('divui', row, divisor), 2);
    return before.binary('xori', index, before.binary('muli', bit, mutant.shape.width));
  };

/** The indices that the original has, where they are still computed. */
const asItWas =
  (kind: (access: BufferAccess) => boolean, most = Infinity): Fault =>
  (mutant) => {
    const old = accessesOf(mutant.original);
    let count = 0;
    for (const [i, access] of accessesOf(mutant).entries()) {
      const from = old[i];
      if (from === undefined || !kind(access) || count >= most) continue;
      if (restore(mutant, access, from)) count++;
    }
    return count > 0;
  };

/** Copies the computation of the original's indices in front of an access. */
function restore(mutant: Mutant, access: BufferAccess, from: BufferAccess): boolean {
  const block = blockOf(access.op, mutant.module);
  const places = isCopy(access)
    ? [operandSegments(from.op)[1]?.length ?? 0]
    : Array.from({ length: from.rank }, (_, i) => from.base + 1 + i);
  if (block === undefined || from.rank !== access.rank) return false;
  let changed = false;
  for (const place of places) {
    const [old, now] = [from.op.operands[place], access.op.operands[place]];
    if (old === undefined || now === undefined) return false;
    const value = rebuilt(old, mutant, access.op, block);
    if (value === undefined) return false;
    access.op.operands[place] = value;
    changed = true;
  }
  return changed;
}

/** A value of the original in the rewritten kernel: by its name, or computed again. */
function rebuilt(value: Value, mutant: Mutant, op: Operation, block: Block): Value | undefined {
  const { definition } = value;
  if (definition === undefined) {
    return argumentsIn(mutant)[argumentsIn(mutant.original).indexOf(value)];
  }
  const same = named(mutant, value.name);
  if (!/^(?:arith|affine)\./.test(definition.name) || definition.name === 'arith.constant') {
    return same;
  }
  const operands = definition.operands.map((one) => rebuilt(one, mutant, op, block));
  if (!operands.every((one) => one !== undefined)) return undefined;
  const made = createOperation(definition.name, {
    operands,
    results: [['was', value.type]],
    attributes: definition.attributes,
  });
  block.operations.splice(block.operations.indexOf(op), 0, made);
  return made.results[0];
}

/** One of the operations that the rewriter added or changed: they lead to the index of an access. */
function indexOperation(mutant: Mutant, wanted: RegExp): Operation | undefined {
  const found = new Set<Operation>();
  const follow = (value: Value | undefined): void => {
    const op = value?.definition;
    if (op === undefined || found.has(op)) return;
    found.add(op);
    op.operands.forEach(follow);
  };
  for (const { op } of accessesOf(mutant)) op.operands.forEach(follow);
  const candidates = [...found].filter(({ name }) => wanted.test(name));
  return candidates[mutant.random(Math.max(1, candidates.length))];
}

/** Puts an operation in the place of another, in its block. */
function replaceBy(mutant: Mutant, op: Operation, name: string): boolean {
  const block = blockOf(op, mutant.module);
  const [result] = op.results;
  if (block === undefined || result === undefined) return false;
  const made = createOperation(name, {
    operands: op.operands,
    results: [[result.name, result.type]],
    attributes: op.attributes,
  });
  const [value] = made.results;
  if (value === undefined) return false;
  block.operations.splice(block.operations.indexOf(op), 1, made);
  for (const user of operationsIn(mutant)) {
    for (const [i, operand] of user.operands.entries()) {
      if (operand === result) user.operands[i] = value;
    }
  }
  return true;
}

function removeOperation(mutant: Mutant, op: Operation | undefined): boolean {
  const block = op && blockOf(op, mutant.module);
  if (op === undefined || block === undefined) return false;
  block.operations.splice(block.operations.indexOf(op), 1);
  return true;
}

const find = (mutant: Mutant, name: string, nth = 0): Operation | undefined =>
  operationsIn(mutant).filter((op) => op.name === name)[nth];

/** Numbers of affine maps and constants, by one. */
function bumpConstant(mutant: Mutant): boolean {
  const op = indexOperation(mutant, /^arith\.constant$/);
  const value = op?.attributes.get('value');
  if (op === undefined || value?.kind !== 'integer') return false;
  op.attributes.set('value', { ...value, value: value.value + 1n });
  return true;
}

function changeMap(mutant: Mutant): boolean {
  const op = indexOperation(mutant, /^affine\.apply$/);
  const attribute = op?.attributes.get('map');
  if (op === undefined || attribute?.kind !== 'affine_map') return false;
  const text = JSON.stringify(attribute.map);
  const numbers = [...text.matchAll(/"value":(\d+)/g)];
  const chosen = numbers[mutant.random(Math.max(1, numbers.length))];
  if (chosen === undefined) return false;
  const at = chosen.index + '"value":'.length;
  const old = chosen[1] ?? '';
  const changed = `${text.slice(0, at)}${Number(old) * 2}${text.slice(at + old.length)}`;
  op.attributes.set('map', {
    kind: 'affine_map',
    map: JSON.parse(changed) as typeof attribute.map,
  });
  return true;
}

const operandOf =
  (name: string, position: number, change: (mutant: Mutant) => Value | undefined): Fault =>
  (mutant) => {
    const ops = operationsIn(mutant).filter((op) => op.name === name);
    const op = ops[mutant.random(Math.max(1, ops.length))];
    const value = change(mutant);
    if (op === undefined || value === undefined || op.operands[position] === value) return false;
    op.operands[position] = value;
    return true;
  };

const exclusiveOrBecomes =
  (name: string): Fault =>
  (mutant) => {
    const op = indexOperation(mutant, /^arith\.xori$/);
    return op !== undefined && replaceBy(mutant, op, name);
  };

/** An operation, the nth of its name, is gone. */
const gone =
  (name: string, nth = 0): Fault =>
  (mutant) =>
    removeOperation(mutant, find(mutant, name, nth));

/** The first attribute of a name, of the first operation of a name, is another number. */
const renumbered =
  (name: string, attribute: string, change: (value: bigint) => bigint): Fault =>
  (mutant) => {
    const op = find(mutant, name);
    const old = op?.attributes.get(attribute);
    if (op === undefined || old?.kind !== 'integer') return false;
    op.attributes.set(attribute, { ...old, value: change(old.value) });
    return true;
  };

/** Changes where a copy goes. */
const inDestination =
  (change: Change): Fault =>
  (mutant) => {
    const access = accessesOf(mutant).find(isCopy);
    return access !== undefined && changeOperand(mutant, access, access.base + access.rank, change);
  };

/** Index faults of loads and stores, by name. */
export const placeFaults: Readonly<Record<string, Fault>> = {
  'one access is forgotten': asItWas((access) => !isCopy(access), 1),
  'all reads are forgotten': asItWas(isRead),
  'all writes are forgotten': asItWas(isWrite),
  'a read goes to the next unit': inColumn(isRead, otherUnit),
  'a write goes to the next unit': inColumn(isStore, otherUnit),
  'a column is off by one element': inColumn(any, flipped(1)),
  'a column is two units off': inColumn(any, (index, before, { mutant: { shape } }) =>
    before.binary('xori', index, 2 * shape.width),
  ),
  'the key has bit 0 of the row wrong': inColumn(any, otherKey(1)),
  'the key has bit 1 of the row wrong': inColumn(any, otherKey(2)),
  'the key has bit 2 of the row wrong': inColumn(any, otherKey(4)),
  'a row is off by one': inRow(any, flipped(1)),
  'a row is off by two': inRow(any, flipped(2)),
  'row and column are swapped': (mutant) => {
    const access = accessesOf(mutant).find(({ rank }) => rank === 2);
    if (access === undefined) return false;
    const { op, base } = access;
    const [row, column] = op.operands.slice(base + 1);
    if (row === undefined || column === undefined) return false;
    op.operands.splice(base + 1, 2, column, row);
    return true;
  },
  'an exclusive or becomes a sum': exclusiveOrBecomes('arith.addi'),
  'an exclusive or becomes an or': exclusiveOrBecomes('arith.ori'),
  'an exclusive or has one operand twice': (mutant) => {
    const op = indexOperation(mutant, /^arith\.xori$/);
    const [first] = op?.operands ?? [];
    if (op === undefined || first === undefined) return false;
    op.operands[1] = first;
    return true;
  },
  'a constant is off by one': bumpConstant,
  'a number of a map is doubled': changeMap,
};

/** Faults that few workgroups, waves, lanes or iterations see. */
export const partFaults: Readonly<Record<string, Fault>> = {
  'only in the last workgroup': inColumn(any, otherUnitWhere('b', 3)),
  'only in the first workgroup': inColumn(any, otherUnitWhere('b', 0)),
  'only at the edge': inColumn(any, otherUnitWhereEdge(true)),
  'only away from the edge': inColumn(any, otherUnitWhereEdge(false)),
  'only in the branch of the edge': inColumn(({ op }) => op.results[0]?.name === 'ex', otherUnit),
  'only in the branch away from the edge': inColumn(
    ({ op }) => op.results[0]?.name === 'nx',
    otherUnit,
  ),
  'a row is off by one in the branch of the edge': inRow(
    ({ op }) => op.results[0]?.name === 'ex',
    flipped(1),
  ),
  'only in one lane': inColumn(
    any,
    otherUnitWhere('item', ({ random }) => random(64)),
  ),
  'only in the last wave': inColumn(
    any,
    otherUnitWhere('wave', ({ shape: { block } }) => (block[0] * block[1]) / 64 - 1),
  ),
  'only in the last stage': inColumn(any, (index, before, around) => {
    const loop = operationsIn(around.mutant).find(({ name }) => name === 'scf.for');
    const stage = loop?.regions[0]?.blocks[0]?.arguments[0];
    const changed = otherUnit(index, before, around);
    return stage && changed && before.whereEqual(stage, 1, changed, index);
  }),
};

/** Faults of direct-to-LDS copies. */
export const copyFaults: Readonly<Record<string, Fault>> = {
  'the source of a copy is forgotten': asItWas(isCopy),
  'a copy fetches the next unit': inSource(0, otherUnit),
  'a copy fetches an element further': inSource(0, flipped(1)),
  'a copy fetches from the next row': inSource(1, flipped(1)),
  'a copy fetches from the other stage': inSource(2, flipped(1)),
  'one lane of a copy fetches something else': inSource(
    0,
    otherUnitWhere('item', ({ random }) => random(64)),
  ),
  'a copy is wrong in the last workgroup': inSource(0, otherUnitWhere('b', 3)),
  'a copy swaps the rows of two lanes': inSource(1, (index, before, { mutant, access }) => {
    // Unit and row stay what they are for all but two lanes, which exchange theirs.
    const item = named(mutant, 'item');
    const next = access && before.binary('xori', index, 1);
    return item && before.whereEqual(item, mutant.random(64), next, index);
  }),
  'a copy goes to the next unit': inDestination(otherUnit),
  'a copy goes where lane 1 is': inDestination((index, before, { mutant: { shape } }) =>
    before.binary('addi', index, shape.width),
  ),
};

/** Faults in what is around the accesses. */
export const structureFaults: Readonly<Record<string, Fault>> = {
  'an access is to the other buffer': (mutant) => {
    const { op, base } = accessesOf(mutant).find(isRead) ?? {};
    const other = named(mutant, 'd');
    if (op === undefined || base === undefined || other === undefined) return false;
    op.operands[base] = other;
    return true;
  },
  'a store is gone': gone('vector.store'),
  'a store of a result is gone': gone('vector.store', 2),
  'a store comes twice, later with other data': (mutant) => {
    const stores = operationsIn(mutant).filter(({ name }) => name === 'vector.store');
    const last = stores.at(-1);
    const block = last && blockOf(last, mutant.module);
    const value = stores.at(-2)?.operands[0];
    if (last === undefined || block === undefined || value === undefined) return false;
    const loads = block.operations.filter(({ name }) => name === 'vector.load');
    const data = loads.find(({ results }) => results[0] !== last.operands[0])?.results[0];
    if (data === undefined) return false;
    const made = createOperation('vector.store', { operands: [data, ...last.operands.slice(1)] });
    block.operations.splice(block.operations.indexOf(last) + 1, 0, made);
    return true;
  },
  'a result goes to another row': (mutant) => {
    const store = operationsIn(mutant).findLast(({ name }) => name === 'vector.store');
    const block = store && blockOf(store, mutant.module);
    const row = store?.operands[5];
    if (store === undefined || block === undefined || row === undefined) return false;
    store.operands[5] = new Before(store, block, row).binary('xori', row, 1);
    return true;
  },
  'a result goes to another stage': operandOf('vector.store', 3, (mutant) => named(mutant, 'c0')),
  'another stage is loaded': operandOf('vector.load', 1, (mutant) => named(mutant, 'c0')),
  'a loop ends early': operandOf('scf.for', 1, (mutant) => named(mutant, 'c1')),
  'a loop starts late': operandOf('scf.for', 0, (mutant) => named(mutant, 'c1')),
  'a loop takes longer steps': operandOf('scf.for', 2, (mutant) => named(mutant, 'c2')),
  // From >= to >, and to <.
  'the edge is one workgroup off': renumbered('arith.cmpi', 'predicate', (value) => value - 1n),
  'the condition is the opposite': renumbered('arith.cmpi', 'predicate', () => 6n),
  'the branches are swapped': (mutant) => {
    const [first, second] = find(mutant, 'scf.if')?.regions ?? [];
    if (first === undefined || second === undefined) return false;
    const blocks = first.blocks.splice(0, first.blocks.length, ...second.blocks);
    second.blocks.splice(0, second.blocks.length, ...blocks);
    return true;
  },
  'the branch of the edge is empty': (mutant) => {
    const block = find(mutant, 'scf.if')?.regions[0]?.blocks[0];
    const count = block?.operations.length ?? 0;
    block?.operations.splice(0, Math.max(0, count - 1));
    return count > 1;
  },
  'the reads come before the writes': (mutant) => {
    const loop = find(mutant, 'scf.for');
    const operations = loop?.regions[0]?.blocks[0]?.operations;
    const branch = operations?.findIndex(({ name }) => name === 'scf.if') ?? -1;
    if (operations === undefined || branch < 0) return false;
    operations.unshift(...operations.splice(branch, 1));
    return true;
  },
  'input and output are swapped': (mutant) => {
    const load = operationsIn(mutant).find(({ name }) => name === 'vector.load');
    const output = mutant.kernel.regions[0]?.blocks[0]?.arguments[1];
    const { b } = { b: named(mutant, 'b') };
    if (load === undefined || output === undefined || b === undefined) return false;
    const zero = named(mutant, 'c0');
    if (zero === undefined) return false;
    load.operands.splice(0, load.operands.length, output, b, zero, zero, ...load.operands.slice(2));
    return true;
  },
};

/** Faults that memory does not show on every run, and that are wrong as they stand. */
export const silentFaults: Readonly<Record<string, Fault>> = {
  'the first barrier is gone': gone('gpu.barrier'),
  'the second barrier is gone': gone('gpu.barrier', 1),
  'a barrier is inside the loop': (mutant) => {
    const barrier = find(mutant, 'gpu.barrier');
    const inner = find(mutant, 'scf.for', 1)?.regions[0]?.blocks[0]?.operations;
    if (barrier === undefined || inner === undefined || !removeOperation(mutant, barrier))
      return false;
    inner.unshift(barrier);
    return true;
  },
  'the wait for copies is gone': gone('amdgpu.memory_counter_wait'),
  'the wait for copies leaves one': renumbered(
    'amdgpu.memory_counter_wait',
    'load',
    (value) => value + 1n,
  ),
  'a value of the other branch is used': (mutant) => {
    const [first, second] = find(mutant, 'scf.if')?.regions ?? [];
    const inner = (region: typeof first): Block | undefined =>
      region?.blocks[0]?.operations.find(({ name }) => name === 'scf.for')?.regions[0]?.blocks[0];
    const load = inner(second)?.operations.findLast(({ name }) => name === 'vector.load');
    const index = inner(first)?.operations.find(({ name }) => name.startsWith('arith.'))
      ?.results[0];
    if (load === undefined || index === undefined) return false;
    load.operands[load.operands.length - 1] = index;
    return true;
  },
  'an index is used before it is computed': (mutant) => {
    const { op } = accessesOf(mutant).find(isRead) ?? {};
    const index = op?.operands.at(-1)?.definition;
    const block = index && blockOf(index, mutant.module);
    if (op === undefined || index === undefined || block === undefined) return false;
    if (blockOf(op, mutant.module) !== block) return false;
    block.operations.splice(block.operations.indexOf(index), 1);
    block.operations.splice(block.operations.indexOf(op) + 1, 0, index);
    return true;
  },
};
