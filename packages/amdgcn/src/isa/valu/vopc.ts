/** Comparisons (VOPC): every relation on every type, `v_cmp_*` and `v_cmpx_*`, and the float classes. */
import type { RowText, Table } from './row.ts';

/** Relations of floats. `n` forms are the negation, so that they hold for NaN. */
const FLOAT: Readonly<Record<string, string>> = {
  f: 'false',
  lt: 'a < b',
  eq: 'a === b',
  le: 'a <= b',
  gt: 'a > b',
  lg: 'a < b || a > b',
  ge: 'a >= b',
  o: 'a === a && b === b',
  u: 'a !== a || b !== b',
  nge: '!(a >= b)',
  nlg: '!(a < b || a > b)',
  ngt: '!(a > b)',
  nle: '!(a <= b)',
  neq: 'a !== b',
  nlt: '!(a < b)',
  tru: 'true',
};

const INTEGER: Readonly<Record<string, string>> = {
  f: 'false',
  lt: 'a < b',
  eq: 'a === b',
  le: 'a <= b',
  gt: 'a > b',
  ne: 'a !== b',
  ge: 'a >= b',
  t: 'true',
};

const WIDE: Readonly<Record<string, string>> = {
  f: 'false',
  lt: 'aH < bH || (aH === bH && a < b)',
  eq: 'a === b && aH === bH',
  le: 'aH < bH || (aH === bH && a <= b)',
  gt: 'aH > bH || (aH === bH && a > b)',
  ne: 'a !== b || aH !== bH',
  ge: 'aH > bH || (aH === bH && a >= b)',
  t: 'true',
};

const relations = (type: string): Readonly<Record<string, string>> => {
  if (type.startsWith('f')) return FLOAT;
  return type.endsWith('64') ? WIDE : INTEGER;
};

const CLASSES: Readonly<Record<string, string>> = {
  f16: '((b >>> classOf(aBits, 0, 10, 31)) & 1) === 1',
  f32: '((b >>> classOf(aBits, 0, 23, 255)) & 1) === 1',
  f64: '((b >>> classOf(aBitsH, aBits, 20, 2047)) & 1) === 1',
};

const short = { omitsVcc: ['cdna', 'rdna'] } as const;

function* rows(): Generator<[string, RowText]> {
  const types = ['f16', 'f32', 'f64', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64'];
  for (const type of types) {
    for (const [name, text] of Object.entries(relations(type))) {
      yield [`v_cmp_${name}_${type}`, [`mask = ${type} ${type}`, text, short]];
      yield [`v_cmpx_${name}_${type}`, [`mask = ${type} ${type}`, text, { ...short, exec: true }]];
    }
  }
  for (const [type, text] of Object.entries(CLASSES)) {
    yield [`v_cmp_class_${type}`, [`mask = ${type} b32`, text, short]];
    yield [`v_cmpx_class_${type}`, [`mask = ${type} b32`, text, { ...short, exec: true }]];
  }
}

export const vopc: Table = Object.fromEntries(rows());
