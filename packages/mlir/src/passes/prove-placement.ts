/**
 * Proves that a kernel with other layouts of its workgroup buffers does what it did: for every workgroup of every launch
 * with this block, for all branches and loops, whatever memory holds.
 *
 *     before   row x mod 16, column 8 * (x / 16)                   element (x mod 16, 8 * (x / 16))
 *     after    row x mod 16, column 8 * ((x / 16) ^ (x mod 8))     undone: the same element
 *
 * Three parts, none of which executes anything or trusts what wrote the new text:
 *
 * - The layouts are permutations of the elements of the tile (`prove/placing.ts`).
 * - Apart from the places of these buffers, both kernels are the same operation by operation (`prove/lockstep.ts`).
 * - Every access has the element that it had: as an equation of formulas that is decided for all values of its unknowns
 *   (`prove/equations.ts`), for direct-to-LDS copies as the source of every element (`prove/copies.ts`).
 *
 * By induction over the steps of any interleaving, memory then is the same except for the places of these elements. It rests
 * on MLIR's contract that a row is inside its memref and that index arithmetic does not wrap; columns are checked.
 *
 * What is not decided is not claimed: it is `open`, and why.
 */
import { elementView, gcd, layoutOfElements, type TileLayout } from '@ldscope/core';
import { symbolOf } from '../ir/attribute-values.ts';
import type { Module, Operation } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import { findBuffers, type WorkgroupBuffer } from './buffers.ts';
import { elementColumn, rowsRepeat } from './moved-column.ts';
import { conditionsOf } from './prove/conditions.ts';
import { decideCopy } from './prove/copies.ts';
import type { Budget } from './prove/domains.ts';
import { type Decision, decideEqual, weakest } from './prove/equations.ts';
import { type AccessPair, type BufferPair, walkTogether } from './prove/lockstep.ts';
import { Origins } from './prove/origins.ts';
import { decideInside, type Placing, placingOf } from './prove/placing.ts';
import { Names, type ProofEnvironment, SideValues } from './prove/values.ts';
import { locate, type RowOptions } from './rows.ts';

/** One of the two kernels. */
export interface Side {
  readonly module: Module;
  readonly kernel: Operation;
}

/** A buffer, by the name of one of its allocations, with the layout that it had and the one that it has. */
export interface RelaidBuffer {
  readonly name: string;
  readonly from: TileLayout;
  readonly to: TileLayout;
}

export interface PlacementProof {
  /** Accesses of the buffers. */
  readonly accesses: number;
  /** Accesses whose formulas have the same normal form. */
  readonly identical: number;
  /** Accesses that are decided by all values of their unknowns. */
  readonly evaluated: number;
  /** Accesses that could not be decided. */
  readonly open: readonly OpenAccess[];
  /** The first operation that is not what it was. Nothing else counts then. */
  readonly different?: { readonly op: Operation; readonly reason: string };
}

interface OpenAccess {
  readonly op: Operation;
  readonly buffer: string;
  /** The launch alone decides where the access is and whether it is made; so executing all of it would show all. */
  readonly launched: boolean;
}

/** Values that are tried in one proof, some seconds of work. */
const MOST_TRIALS = 2 ** 23;

/** Compares two kernels; the block is that of the launch. */
export function provePlacement(
  before: Side,
  after: Side,
  relaid: readonly RelaidBuffer[],
  environment: ProofEnvironment,
): PlacementProof {
  const refuse = (reason: string, op: Operation = after.kernel): PlacementProof => ({
    accesses: 0,
    identical: 0,
    evaluated: 0,
    open: [],
    different: { op, reason },
  });
  const pairs: RelaidPair[] = [];
  for (const buffer of relaid) {
    const pair = pairOf(before, after, buffer);
    if (typeof pair === 'string') return refuse(`${buffer.name}: ${pair}`);
    pairs.push(pair);
  }
  const names = new Names();
  const [old, now] = [before, after].map(({ module, kernel }) => ({
    kernel,
    values: new SideValues(module, environment, names),
  }));
  if (old === undefined || now === undefined) return refuse('there are no two kernels');
  if (before.module.resources !== after.module.resources) return refuse('its resources differ');
  const top = [before.module.operations, after.module.operations] as const;
  const walked = walkTogether(old, now, top, pairs, names);
  if ('reason' in walked) return refuse(walked.reason, walked.op);
  for (const { name, before: one, after: other } of pairs) {
    const roots = [
      one.roots.map((v) => old.values.keyOf(v)),
      other.roots.map((v) => now.values.keyOf(v)),
    ];
    if (roots[0]?.join(' ') !== roots[1]?.join(' ')) return refuse(`${name} is another allocation`);
  }
  const origins = new Origins(walked.origins, old.values);
  const budget: Budget = { left: MOST_TRIALS };
  const checker: Checker = {
    pairs,
    old: old.values,
    now: now.values,
    origins,
    environment,
    budget,
  };
  let [identical, evaluated] = [0, 0];
  const open: OpenAccess[] = [];
  for (const access of walked.pairs) {
    const decision = decideAccess(access, checker);
    const { op } = access.after;
    if (decision === 'different') {
      const buffer = pairs[access.buffer]?.name ?? '';
      return refuse(`it may have another element of ${buffer} than before`, op);
    }
    if (decision === 'formula') identical++;
    else if (decision === 'values') evaluated++;
    else open.push({ op, ...openness(access, checker) });
  }
  return { accesses: walked.pairs.length, identical, evaluated, open };
}

interface RelaidPair extends BufferPair {
  readonly name: string;
  readonly placings: readonly [Placing, Placing];
  readonly rowsRepeat: number;
}

interface Checker {
  readonly pairs: readonly RelaidPair[];
  readonly old: SideValues;
  readonly now: SideValues;
  readonly origins: Origins;
  readonly environment: ProofEnvironment;
  readonly budget: Budget;
}

/** A buffer in both kernels; words that say why nothing can be proven of it. */
function pairOf(before: Side, after: Side, { name, from, to }: RelaidBuffer): RelaidPair | string {
  const [one, other] = [before, after].map(({ kernel }) =>
    findBuffers(kernel).find(({ names }) => names.includes(name)),
  );
  if (one === undefined || other === undefined) return 'it is not in both kernels';
  const [obstacle] = [...one.obstacles, ...other.obstacles];
  if (obstacle !== undefined) return obstacle.message;
  const [placing, moved] = [from, to].map((layout) => {
    const seen = layoutOfElements(layout);
    return seen.ok ? placingOf(seen.value) : 'it moves parts of an element';
  });
  if (placing === undefined || moved === undefined) return 'it has no layout';
  if (typeof placing === 'string') return placing;
  if (typeof moved === 'string') return moved;
  const { tile } = from;
  if (tile.rows !== to.tile.rows || tile.columns !== to.tile.columns) return 'its tiles differ';
  const [size, moves] = [tile, to.tile].map((each) => elementView(each).elementBytes);
  if (!holds(one, placing, size) || !holds(other, moved, moves)) {
    return 'its allocation does not hold its tile';
  }
  if (sharesMemory(one, before.kernel)) return 'its memory may also be reached by another name';
  const repeats = [placing, moved].map(({ move }) => (move === undefined ? 1 : rowsRepeat(move)));
  const repeat = repeats.reduce((a, b) => (a * b) / gcd(a, b), 1);
  return { name, before: one, after: other, placings: [placing, moved], rowsRepeat: repeat };
}

function holds(
  { shape, elementBytes }: WorkgroupBuffer,
  { rows, pitch }: Placing,
  bytes: number | undefined,
): boolean {
  const elements = shape.reduce((all, size) => all * size, 1);
  return elementBytes === bytes && elements === rows * pitch;
}

/** Views of one global, or of dynamic shared memory, through operations that each name it, may overlap. */
function sharesMemory({ roots }: WorkgroupBuffer, kernel: Operation): boolean {
  const memoryOf = (op: Operation | undefined): string | undefined =>
    op?.name === 'memref.get_global' || op?.name === 'gpu.dynamic_shared_memory'
      ? `${op.name} ${symbolOf(op.attributes.get('name')) ?? ''}`
      : undefined;
  const all = [...walk([kernel])];
  const viewed = new Set(
    all.flatMap(({ name, operands: [source] }) =>
      name === 'memref.view' ? [memoryOf(source?.definition)] : [],
    ),
  );
  return roots.some(({ definition }) => {
    const container = definition?.name === 'memref.view' ? definition.operands[0] : undefined;
    const memory = memoryOf(container?.definition ?? definition);
    if (memory === undefined || !viewed.has(memory)) return false;
    return all.filter((op) => memoryOf(op) === memory).length > 1;
  });
}

function decideAccess(access: AccessPair, checker: Checker): Decision {
  const { pairs, old, now, origins, environment, budget } = checker;
  const pair = pairs[access.buffer];
  if (pair === undefined) return 'different';
  const [placing, moved] = pair.placings;
  const wholeOnly = placing.pitch !== moved.pitch;
  const options = (pitch: number): RowOptions => ({
    pitch,
    rowsRepeat: pair.rowsRepeat,
    wholeOnly,
  });
  const one = locate(pair.before, access.before, old.analysis, options(placing.pitch));
  const other = locate(pair.after, access.after, now.analysis, options(moved.pitch));
  if (typeof one === 'string' || typeof other === 'string') return 'open';
  if (old.keyOf(one.anchor) !== now.keyOf(other.anchor)) return 'different';
  const elements = access.before.bytes / pair.before.elementBytes;
  if (!Number.isInteger(elements)) return 'open';
  const [before, after] = [
    { located: one, values: old, placing },
    { located: other, values: now, placing: moved },
  ];
  if (access.before.direction === 'copy') {
    const { bytes } = access.before;
    const { around } = access;
    const sides = { before, after, slot: elements, bytes };
    return decideCopy({ ...sides, around, origins, environment, budget });
  }
  const [a, b] = [before, after].map(({ located: { row, column }, placing: { move } }) =>
    move === undefined ? column : elementColumn(move, row, column),
  );
  if (a === undefined || b === undefined) return 'open';
  return weakest([
    decideEqual(one.row, other.row, budget),
    decideEqual(a, b, budget),
    decideInside(one.column, elements, placing, budget),
    decideInside(other.column, elements, moved, budget),
  ]);
}

/** Whether the launch decides all that an access depends on. */
function openness(
  { before, buffer, around }: AccessPair,
  { pairs, origins }: Checker,
): Omit<OpenAccess, 'op'> {
  const indices = before.op.operands.slice(before.base + 1, before.base + 1 + before.rank);
  const conditions = conditionsOf(around);
  const launched =
    before.direction !== 'copy' &&
    conditions !== undefined &&
    [...indices, ...conditions].every((value) => {
      const formulas = origins.formulasOf(value);
      return formulas?.every((formula) => origins.isLaunched(formula)) === true;
    });
  return { buffer: pairs[buffer]?.name ?? '', launched };
}
