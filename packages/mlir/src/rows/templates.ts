/** Rows that many operations share. A row that differs in a column is written `{ ...computes, lanes: 'cross' }`. */
import { attributeOf } from '../ir/attribute-values.ts';
import type { Operation } from '../ir/ir.ts';
import type { Address, Control, Effect, Facts, IdKind, Index, Row } from './row.ts';

export type Rows = Readonly<Record<string, Row>>;

/** The weakest facts. */
export const UNKNOWN: Facts = {
  effect: 'unknown',
  lanes: 'workgroup',
  control: 'none',
  index: 'none',
  elements: 'other',
  data: 'front',
  address: 'other',
  sourceless: false,
  id: undefined,
  dimension: undefined,
  promise: undefined,
  wide: false,
  isolated: false,
};

export const computes: Row = { ...UNKNOWN, effect: 'none', lanes: 'own' };
/** The same in each element. */
export const elementwise: Row = { ...computes, elements: 'each' };
/** Lanes of a wave give each other values, or multiply matrices together. */
export const exchanges: Row = { ...computes, lanes: 'cross' };
/** The memory of the first operand, of which `index` says where it begins. */
export const views: Row = { ...computes, effect: 'view' };
export const allocates: Row = { ...computes, effect: 'allocation' };
export const names: Row = { ...computes, effect: 'symbol' };
export const hints: Row = { ...computes, effect: 'hint' };
export const orders: Row = { ...computes, effect: 'order' };
export const updates: Row = { ...UNKNOWN, effect: 'update' };
export const isolates: Row = { ...UNKNOWN, isolated: true };
export const holdsFunction: Row = { ...isolates, control: 'function' };

export const accesses = (effect: Effect): Row => ({ ...computes, effect });
/** Behind the memory are its indices, and nothing else. */
export const indexed = (effect: Effect): Row => ({ ...accesses(effect), address: 'indices' });
/** Data is behind the indices, and a mask. */
export const masked = (effect: Effect): Row => ({ ...accesses(effect), data: 'last' });
export const goes = (control: Control): Row => ({ ...computes, control });
export const byRule = (index: Index, row = computes): Row => ({ ...row, index });

/** A number of the launch; an id with its dimension in the name may have a range. */
export const gives = (id: IdKind, dimension?: 0 | 1 | 2): Row => ({
  ...computes,
  lanes: ['item', 'global', 'lane'].includes(id) ? 'id' : 'own',
  id,
  dimension,
  promise: dimension === undefined ? undefined : 'range',
});

/** An operation for each dimension, by the end of its name. */
export const givesEach = (name: string, id: IdKind): Rows => ({
  [`${name}.x`]: gives(id, 0),
  [`${name}.y`]: gives(id, 1),
  [`${name}.z`]: gives(id, 2),
});

/** One row for many operations; `*` at the end of a name stands for all that begin with it. */
export const all = (names: string, row: Row): Rows =>
  Object.fromEntries(names.split(' ').map((name) => [name, row]));

/** The rows of a dialect whose operations know halves of wide integers. */
export const knowHalves = (rows: Rows): Rows =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, wide: true }]));

/** A transfer that may leave the memory stops at its end: its indices decide how far it goes, too. */
export const insideOf = (op: Operation): Address => {
  const bounds = attributeOf(op, 'in_bounds');
  const isInside =
    bounds?.kind === 'array' && bounds.elements.every((one) => one.kind === 'bool' && one.value);
  return isInside ? 'mapped' : 'checked';
};
