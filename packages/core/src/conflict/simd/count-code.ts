/**
 * Counting the slots of banks, in WebAssembly, for eight rows at once: a vector holds one lane of eight rows.
 *
 *     words of a phase   w0  w1  w2  w3 ...        slots of w3's bank so far = 1 + [b0 = b3] + [b1 = b3] + [b2 = b3]
 *     their banks        b0  b1  b2  b3 ...        where a word that an earlier lane has counts for nothing
 *
 * All pairs of lanes are compared, without a branch. The most slots that any lane finds are those of the fullest bank.
 */
import {
  advance,
  type Code,
  get,
  i16x8,
  i32,
  i32x4,
  loop,
  set,
  v128,
  when,
} from '../../wasm/code.ts';
import type { ModuleFunction } from '../../wasm/module.ts';

export const ROWS_AT_ONCE = 8;
/** Bytes of a vector, which is one lane of all rows. */
const VECTOR = 16;
/** Lanes whose counts are kept in registers while those before them pass by. */
const BLOCK = 4;

const I32 = 'i32' as const;
const V128 = 'v128' as const;
const EIGHT = Array.from({ length: ROWS_AT_ONCE }, (_, i) => i);

/** Locals of `spreadRows`: parameters, addresses, vectors. */
const [LIST, COUNT, TO, FROM8, LANE8, TEMPORARY] = [0, 1, 2, 3, 11, 19];

/**
 * Exchanges rows and columns of eight vectors of eight: interleaving the first four with the last four turns the bits of an
 * element's number by one, and three turns of six bits exchange row and column.
 */
function transpose(): { readonly code: Code; readonly columns: readonly number[] } {
  const code: number[] = [];
  let vectors = EIGHT.map((row) => LANE8 + row);
  for (let turn = 0; turn < 3; turn++) {
    vectors = [0, 1, 2, 3].flatMap((i) => {
      const [a = 0, b = 0] = [vectors[i], vectors[i + 4]];
      code.push(
        ...set(TEMPORARY, i16x8.shuffle(get(a), get(b), [0, 8, 1, 9, 2, 10, 3, 11])),
        ...set(b, i16x8.shuffle(get(a), get(b), [4, 12, 5, 13, 6, 14, 7, 15])),
        ...set(a, get(TEMPORARY)),
      );
      return [a, b];
    });
  }
  return { code, columns: vectors };
}

const turned = transpose();

/**
 * `(list, bytes, to)`: of the eight rows whose places are at `list`, `bytes` each: the words of their addresses, a vector
 * of eight rows for each lane, at `to`.
 */
const spreadRows: ModuleFunction = {
  name: 'spreadRows',
  parameters: 3,
  locals: [...EIGHT.map(() => I32), ...EIGHT.map(() => V128), V128],
  body: [
    ...EIGHT.flatMap((row) => set(FROM8 + row, i32.load(get(LIST), 4 * row))),
    ...set(COUNT, i32.add(get(FROM8), get(COUNT))),
    ...loop(
      [
        ...EIGHT.flatMap((row) => {
          const word = (offset: number): Code =>
            i32x4.shrU(v128.load(get(FROM8 + row), offset), i32.const(2));
          return [
            ...set(LANE8 + row, i16x8.narrowU(word(0), word(16))),
            ...advance(FROM8 + row, 32),
          ];
        }),
        ...turned.code,
        ...turned.columns.flatMap((column, lane) =>
          v128.store(get(TO), get(column), VECTOR * lane),
        ),
        ...advance(TO, VECTOR * ROWS_AT_ONCE),
      ],
      i32.ltU(get(FROM8), get(COUNT)),
    ),
  ],
};

/** Locals of `countBanks`: parameters, addresses, vectors of the whole, of a pair, of each lane in a block. */
const [LANES, LANES_END, PHASE_BYTES, BANK_MASK, HALVED, OUT, PASSED] = [0, 1, 2, 3, 4, 5, 6];
const [PHASE_END, NEXT, BEFORE] = [7, 8, 9];
const [BANKS, SUM, WORST, MOST, OTHER_WORD, OTHER_BANK] = [10, 11, 12, 13, 14, 15];
const BLOCKS = Array.from({ length: BLOCK }, (_, i) => i);
const wordOf = (lane: number): number => 16 + lane;
const bankOf = (lane: number): number => 16 + BLOCK + lane;
const usedOf = (lane: number): number => 16 + 2 * BLOCK + lane;
const againOf = (lane: number): number => 16 + 3 * BLOCK + lane;

/** Compares a lane of the block with one before it: a bank that is taken once more, a word that is there already. */
const meet = (lane: number, word: Code, bank: Code, distinct: boolean): Code => [
  ...(distinct
    ? set(againOf(lane), v128.or(get(againOf(lane)), i16x8.eq(get(wordOf(lane)), word)))
    : []),
  ...set(usedOf(lane), i16x8.sub(get(usedOf(lane)), i16x8.eq(get(bankOf(lane)), bank))),
];

/** One block of lanes: with all lanes before the block, then among themselves. A bank is all ones where a word came again. */
function block(distinct: boolean): Code {
  const size = 2 * VECTOR;
  return [
    ...BLOCKS.flatMap((lane) => [
      ...set(wordOf(lane), v128.load(i32.load(get(LANES), 4 * lane))),
      ...set(bankOf(lane), v128.and(get(wordOf(lane)), get(BANKS))),
      ...set(usedOf(lane), v128.const32(0x00010001)),
      ...set(againOf(lane), v128.zero),
    ]),
    ...set(BEFORE, get(PASSED)),
    ...when(
      i32.ltU(get(BEFORE), get(NEXT)),
      loop(
        [
          ...(distinct ? set(OTHER_WORD, v128.load(get(BEFORE))) : []),
          ...set(OTHER_BANK, v128.load(get(BEFORE), VECTOR)),
          ...BLOCKS.flatMap((lane) => meet(lane, get(OTHER_WORD), get(OTHER_BANK), distinct)),
          ...advance(BEFORE, size),
        ],
        i32.ltU(get(BEFORE), get(NEXT)),
      ),
    ),
    ...BLOCKS.flatMap((lane) => {
      const [word, bank, used, again] = [wordOf, bankOf, usedOf, againOf].map((of) => of(lane)) as [
        number,
        number,
        number,
        number,
      ];
      const marked = distinct ? v128.or(get(bank), get(again)) : get(bank);
      const slots = distinct ? v128.andNot(get(used), get(again)) : get(used);
      return [
        ...set(OTHER_BANK, marked),
        ...(distinct ? v128.store(get(NEXT), get(word), size * lane) : []),
        ...v128.store(get(NEXT), get(OTHER_BANK), size * lane + VECTOR),
        ...set(MOST, i16x8.maxU(get(MOST), slots)),
        ...BLOCKS.filter((later) => later > lane).flatMap((later) =>
          meet(later, get(word), get(OTHER_BANK), distinct),
        ),
      ];
    }),
    ...advance(LANES, 4 * BLOCK),
    ...advance(NEXT, size * BLOCK),
  ];
}

/**
 * `(lanes, lanesEnd, phaseBytes, bankMask, halved, out, scratch)`: the places of the lanes' vectors, phase after phase,
 * `phaseBytes` of them each. At `out`: the cycles of all phases together, half of them with two ports (`halved` is 1), and
 * the most slots of a bank in any phase.
 */
function countBanks(name: string, distinct: boolean): ModuleFunction {
  const cost = i16x8.shrU(i16x8.add(get(MOST), i16x8.splat(get(HALVED))), get(HALVED));
  return {
    name,
    parameters: 7,
    locals: [I32, I32, I32, ...Array.from({ length: 6 + 4 * BLOCK }, () => V128)],
    body: [
      ...set(BANKS, i16x8.splat(get(BANK_MASK))),
      ...set(SUM, v128.zero),
      ...set(WORST, v128.zero),
      ...loop(
        [
          ...set(PHASE_END, i32.add(get(LANES), get(PHASE_BYTES))),
          ...set(NEXT, get(PASSED)),
          ...set(MOST, v128.zero),
          ...loop(block(distinct), i32.ltU(get(LANES), get(PHASE_END))),
          ...set(SUM, i16x8.add(get(SUM), cost)),
          ...set(WORST, i16x8.maxU(get(WORST), get(MOST))),
        ],
        i32.ltU(get(LANES), get(LANES_END)),
      ),
      ...v128.store(get(OUT), get(SUM)),
      ...v128.store(get(OUT), get(WORST), VECTOR),
    ],
  };
}

export const countFunctions: readonly ModuleFunction[] = [
  spreadRows,
  countBanks('countWords', true),
  countBanks('countLanes', false),
];
