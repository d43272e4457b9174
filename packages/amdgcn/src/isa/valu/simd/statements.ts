/** Rows of the tables whose text is a statement, or longer than its code for four lanes: that code, by the row's text. */
import { lazy } from '@ldscope/core';
import { asBits, type Names, NoForm, permuteBytes } from '@ldscope/core/vector';
import { type Code, i32, i32x4, i64x2 } from '@ldscope/core/wasm';
import { rows } from '../rows.ts';
import type { LaneCode } from './lane-code.ts';

/** The low word of a result, and the high one. */
interface Results {
  readonly r: Code;
  readonly rH?: Code;
}

type Statement = (lanes: LaneCode, names: Names) => Results;

function named(names: Names, name: string): Code {
  const value = names[name];
  if (value === undefined) throw new NoForm();
  return asBits(value);
}

/** Two words of four lanes as two pairs of 64 bits. */
const wide = (low: Code, high: Code): Code[] => [
  i32x4.shuffle(low, high, [0, 4, 1, 5]),
  i32x4.shuffle(low, high, [2, 6, 3, 7]),
];

/** Two pairs of 64 bits as words. */
function narrow(lanes: LaneCode, [first, second]: readonly Code[]): Results {
  const [a, b] = [lanes.keep(first ?? []), lanes.keep(second ?? [])];
  return { r: i32x4.shuffle(a, b, [0, 2, 4, 6]), rH: i32x4.shuffle(a, b, [1, 3, 5, 7]) };
}

/** The count of a shift of 64 bits, which has to be the same in all lanes. */
function countOf(names: Names, name: string, most: number): Code {
  const value = names[name];
  if (value?.kind !== 'bits' || value.uniform === undefined) throw new NoForm();
  return i32.and(value.uniform, i32.const(most));
}

const shift64 =
  (operation: typeof i64x2.shl): Statement =>
  (lanes, names) => {
    const count = countOf(names, 'a', 63);
    const pairs = wide(named(names, 'b'), named(names, 'bH'));
    return narrow(
      lanes,
      pairs.map((pair) => operation(pair, count)),
    );
  };

const shiftAndAdd: Statement = (lanes, names) => {
  const count = countOf(names, 'b', 7);
  const [a, c] = [
    wide(named(names, 'a'), named(names, 'aH')),
    wide(named(names, 'c'), named(names, 'cH')),
  ];
  return narrow(
    lanes,
    a.map((pair, index) => i64x2.add(i64x2.shl(pair, count), c[index] ?? [])),
  );
};

const permute: Statement = (lanes, names) => ({
  r: permuteBytes(lanes, named(names, 'a'), named(names, 'b'), named(names, 'c')),
});

const BY_ROW: Readonly<Record<string, Statement>> = {
  v_perm_b32: permute,
  v_lshl_add_u64: shiftAndAdd,
  v_lshlrev_b64: shift64(i64x2.shl),
  v_lshrrev_b64: shift64(i64x2.shrU),
  v_ashrrev_i64: shift64(i64x2.shrS),
};

const byText = lazy(
  (): ReadonlyMap<string, Statement> =>
    new Map(
      Object.entries(BY_ROW).map(([name, statement]) => [rows().get(name)?.text ?? '', statement]),
    ),
);

/** The code for a row's text, where it is one of those above. */
export function statementOf(text: string): Statement | undefined {
  return byText().get(text);
}
