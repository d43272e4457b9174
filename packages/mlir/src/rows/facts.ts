/**
 * The facts about an operation, by its row: the only source for analyses.
 *
 *     vector.store %x, %lds[%i]                                    effect 'store', lanes 'own'
 *     llvm.call @__ockl_get_group_id(%zero)                        id 'group', dimension 0
 *     llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.i32"    the row of rocdl.raw.ptr.buffer.load
 *
 * An operation without a row may do anything (`UNKNOWN`).
 */
import { attributeOf, integerOf, symbolOf, wordsOf } from '../ir/attribute-values.ts';
import type { Operation, Value } from '../ir/ir.ts';
import { libraryIds, libraryOperation } from './library.ts';
import { rowNamed } from './operations.ts';
import type { Effect, Facts, Row } from './row.ts';
import { gives, UNKNOWN } from './templates.ts';

/** The name of the operation that is executed: an intrinsic or a function of a device library stands for one. */
export function executedName(op: Operation): string {
  if (op.name === 'llvm.call') return libraryOperation(calleeName(op)) ?? op.name;
  if (op.name !== 'llvm.call_intrinsic') return op.name;
  const names = intrinsicOperations(wordsOf(op, 'intrin'));
  return names.find((name) => rowNamed(name) !== undefined) ?? op.name;
}

/** What an intrinsic may stand for, by its name: types at its end are left out one by one. */
export function intrinsicOperations(name: string): readonly string[] {
  const amd = /^llvm\.amdgcn\.(.*)$/.exec(name)?.[1];
  const nvidia = /^llvm\.(nvvm\..*)$/.exec(name)?.[1];
  let stem = amd === undefined ? (nvidia ?? name.replace(/^llvm\./, 'llvm.intr.')) : `rocdl.${amd}`;
  const names: string[] = [];
  for (;;) {
    names.push(stem, stem.replaceAll('.', '_').replace(/^rocdl_/, 'rocdl.'));
    const end = stem.lastIndexOf('.');
    if (end <= 'rocdl'.length) return names;
    stem = stem.slice(0, end);
  }
}

const calleeName = (op: Operation): string => symbolOf(op.attributes.get('callee')) ?? '';

/** The facts of an operation. */
export function factsOf(op: Operation): Facts {
  const row =
    op.name === 'llvm.call' && Object.hasOwn(libraryIds, calleeName(op))
      ? gives(libraryIds[calleeName(op)] ?? 'item', dimensionIn(op.operands[0]))
      : rowNamed(executedName(op));
  if (row === undefined) return UNKNOWN;
  const lanes = row.lanes === 'own' && isDistributed(op) ? 'cross' : row.lanes;
  if (isFixed(row)) return lanes === row.lanes ? row : { ...row, lanes };
  const address = typeof row.address === 'function' ? row.address(op) : row.address;
  return { ...row, address, lanes };
}

const isFixed = (row: Row): row is Facts => typeof row.address !== 'function';

/** True for an operation whose vectors the lanes share: it has their layouts. */
export function isDistributed(op: Operation): boolean {
  for (const name of op.attributes.keys()) if (/^ldscope\.(?:result|\d+)$/.test(name)) return true;
  return false;
}

function dimensionIn(value: Value | undefined): Facts['dimension'] {
  const number = value?.definition && integerOf(value.definition, 'value');
  return number === 0 || number === 1 || number === 2 ? number : undefined;
}

/** The dimension of a number of the launch: by the name of the operation, or by its attribute. */
export function dimensionOf(op: Operation): 0 | 1 | 2 {
  const { dimension } = factsOf(op);
  if (dimension !== undefined) return dimension;
  const stated = integerOf(op, 'dimension');
  if (stated !== undefined) return stated === 1 ? 1 : stated === 2 ? 2 : 0;
  const words = wordsOf(op, 'dimension');
  if (/\by\b/.test(words)) return 1;
  return /\bz\b/.test(words) ? 2 : 0;
}

/** True for an operation whose results depend on the id of its workgroup, by themselves. */
export function dependsOnGroup(op: Operation): boolean {
  const { id } = factsOf(op);
  return id === 'group' || id === 'global';
}

/** True for an operation of lanes: it tells those of a workgroup apart, or moves values between them. */
export function tellsLanesApart(op: Operation): boolean {
  const { effect, id, lanes } = factsOf(op);
  return effect === 'none' && (lanes === 'id' || lanes === 'cross' || id === 'wave');
}

/** True for an operation without regions that reads nothing, writes nothing and depends on no other lane. */
export function isPure(op: Operation): boolean {
  const { control, effect, lanes } = factsOf(op);
  return (
    (effect === 'none' || effect === 'view' || effect === 'shape') &&
    control === 'none' &&
    (lanes === 'own' || lanes === 'id') &&
    op.regions.length === 0 &&
    op.syntax !== 'opaque'
  );
}

const ACCESSES: ReadonlySet<Effect> = new Set<Effect>([
  'load',
  'store',
  'read',
  'write',
  'update',
  'copy to first',
  'copy to second',
  'direct copy',
  'unknown',
]);

/** True where an operation may touch the memory that is among its operands. */
export const touchesMemory = ({ effect, control }: Facts): boolean =>
  control === 'none' && ACCESSES.has(effect);

/** True where an access may change the memory of its operand number `place`, of those that are memory. */
export function writesTo({ effect }: Facts, place: number): boolean {
  if (effect === 'load' || effect === 'read') return false;
  if (effect === 'copy to first') return place === 0;
  return (effect !== 'copy to second' && effect !== 'direct copy') || place === 1;
}

/** True where the operands behind the memory are its indices, which alone decide what is accessed. */
export const goesByIndices = ({ address }: Facts): boolean =>
  address === 'indices' || address === 'mapped';

/** The position of the memref of a load or store, with the indices behind it; `undefined` for another operation. */
export function indexedOperand({ effect, address, data }: Facts): number | undefined {
  if ((effect !== 'load' && effect !== 'store') || address === 'other') return undefined;
  return effect === 'store' && data === 'front' ? 1 : 0;
}

/** True for an access whose elements a map places. */
export function isTransfer(op: Operation): boolean {
  const { address } = factsOf(op);
  return address === 'mapped' || address === 'checked';
}

/** The value that a load gives or a store takes. */
export function movedValue(op: Operation): Value | undefined {
  const { effect, data } = factsOf(op);
  if (effect === 'load') return op.results[0];
  if (effect !== 'store') return undefined;
  return data === 'last' ? op.operands.at(-1) : op.operands[0];
}

/** True for an operation that treats each element of its operands by itself, in one way. */
export const isElementwise = (op: Operation): boolean => factsOf(op).elements === 'each';

/** True for a use of a memref that sees neither its places nor its contents: `memref.dim`, `memref.dealloc`. */
export function seesNoElements(op: Operation): boolean {
  const { effect } = factsOf(op);
  return effect === 'release' || effect === 'shape';
}

/** True for an operation that passes memory on as it is: control flow and selections. */
export function carriesMemory(op: Operation): boolean {
  const { control, index } = factsOf(op);
  return ['if', 'for', 'while', 'yield'].includes(control) || index === 'choice';
}

/** True for the definition of a function. */
export const isFunction = ({ name }: Operation): boolean => rowNamed(name)?.control === 'function';

export const dialectOf = ({ name }: Operation): string => name.slice(0, name.indexOf('.'));

/** True for a loop: its regions are executed again and again by the same lane. */
export function isLoop(op: Operation): boolean {
  const { control } = factsOf(op);
  return control === 'for' || control === 'while';
}

/** True for an operation whose regions do not see the values around them. */
export const isIsolated = ({ name }: Operation): boolean => rowNamed(name)?.isolated === true;

/** True for an operation that gives memory of its own: an allocation or a global. */
export const givesMemory = ({ effect }: Facts): boolean =>
  effect === 'allocation' || effect === 'symbol';

/** The number that a constant operation gives. */
export function constantOf({ definition }: Value): number | undefined {
  if (definition === undefined || factsOf(definition).index !== 'constant') return undefined;
  const attribute = attributeOf(definition, 'value');
  return attribute?.kind === 'integer' ? Number(attribute.value) : undefined;
}
