/** Comparing rows of addresses, in WebAssembly: what `repeats.ts` does with the rows of whole waves. */
import { advance, type Code, get, i32, i32x4, loop, set, v128, when } from '../../wasm/code.ts';
import type { ModuleFunction } from '../../wasm/module.ts';

/** Words of a row's entry; see `compareRows`. */
export const ENTRY_WORDS = 4;
/** Marks a row with addresses beyond the last, where the row that it repeats would be; a signed word. */
export const BEYOND = -1;

const I32 = 'i32' as const;
const V128 = 'v128' as const;

/** Parameters, then locals. */
const [ROW, END, BYTES, ENTRY] = [0, 1, 2, 3];
const [OTHER, AT, STOP, MOVED, SAME] = [4, 5, 6, 7, 8];
const [MOVED4, BITS, MOST, FOUR] = [9, 10, 11, 12];

const LOCALS = [I32, I32, I32, I32, I32, V128, V128, V128, V128];

/** Vectors that pass between two looks whether all were the same. */
const VECTORS = [0, 16, 32, 48];

/** `SAME` becomes 1 if all addresses of the row are those of `OTHER`, moved by one distance that the mask allows. */
const compare = (): Code => [
  ...set(MOVED, i32.sub(i32.load(get(ROW)), i32.load(get(OTHER)))),
  ...set(SAME, i32.eqz(i32.and(get(MOVED), i32.load(get(ENTRY), 8)))),
  ...when(get(SAME), [
    ...set(MOVED4, i32x4.splat(get(MOVED))),
    ...set(MOST, v128.zero),
    ...set(BITS, v128.zero),
    ...set(AT, get(ROW)),
    ...loop(
      [
        ...VECTORS.flatMap((offset) => {
          const moved = i32x4.sub(get(FOUR), v128.load(get(OTHER), offset));
          return [
            ...set(FOUR, v128.load(get(AT), offset)),
            ...set(MOST, i32x4.maxU(get(MOST), get(FOUR))),
            ...set(BITS, v128.or(get(BITS), v128.xor(moved, get(MOVED4)))),
          ];
        }),
        ...set(SAME, i32.eqz(v128.anyTrue(get(BITS)))),
        ...advance(AT, 64),
        ...advance(OTHER, 64),
      ],
      i32.and(get(SAME), i32.ltU(get(AT), get(STOP))),
    ),
  ]),
];

const swap = (local: number, lanes: readonly [number, number, number, number]): Code =>
  i32x4.shuffle(get(local), get(local), lanes);

/** 1 if the row has an address beyond the last: the highest is in one lane of `MOST`. */
const isBeyond = (): Code => [
  ...set(MOST, i32x4.maxU(get(MOST), swap(MOST, [2, 3, 0, 1]))),
  ...set(MOST, i32x4.maxU(get(MOST), swap(MOST, [1, 0, 3, 2]))),
  ...i32.ltU(i32.load(get(ENTRY), 12), i32x4.extract(get(MOST), 0)),
];

/** The OR of all addresses to the second word of the entry, and the highest in `MOST`. */
const summarize = (): Code => [
  ...set(BITS, v128.zero),
  ...set(MOST, v128.zero),
  ...set(AT, get(ROW)),
  ...loop(
    [
      ...VECTORS.flatMap((offset) => [
        ...set(FOUR, v128.load(get(AT), offset)),
        ...set(BITS, v128.or(get(BITS), get(FOUR))),
        ...set(MOST, i32x4.maxU(get(MOST), get(FOUR))),
      ]),
      ...advance(AT, 64),
    ],
    i32.ltU(get(AT), get(STOP)),
  ),
  ...set(BITS, v128.or(get(BITS), swap(BITS, [2, 3, 0, 1]))),
  ...set(BITS, v128.or(get(BITS), swap(BITS, [1, 0, 3, 2]))),
  ...i32.store(get(ENTRY), i32x4.extract(get(BITS), 0), 4),
];

/**
 * `(row, end, bytes, entry)`: rows of `bytes` from `row` up to `end`, an entry each:
 *
 *     before   the first row to compare with; the second; a mask of distances that make a difference; the last address
 *     after    the row that it is like, 0 for none, `BEYOND` if it has higher addresses; if like none, the OR of its addresses
 *
 * A row to compare with is 0 where there is none.
 */
export const compareRows: ModuleFunction = {
  name: 'compareRows',
  parameters: 4,
  locals: LOCALS,
  body: loop(
    [
      ...set(STOP, i32.add(get(ROW), get(BYTES))),
      ...set(SAME, i32.const(0)),
      ...[0, 4].flatMap((candidate) =>
        when(i32.eqz(get(SAME)), [
          ...set(OTHER, i32.load(get(ENTRY), candidate)),
          ...when(get(OTHER), [
            ...compare(),
            ...when(get(SAME), i32.store(get(ENTRY), i32.load(get(ENTRY), candidate))),
          ]),
        ]),
      ),
      ...when(i32.eqz(get(SAME)), [...i32.store(get(ENTRY), i32.const(0)), ...summarize()]),
      ...when(isBeyond(), i32.store(get(ENTRY), i32.const(BEYOND))),
      ...set(ROW, get(STOP)),
      ...advance(ENTRY, 4 * ENTRY_WORDS),
    ],
    i32.ltU(get(ROW), get(END)),
  ),
};

/**
 * `(row, end, bytes, entry)`: how far rows of `bytes` from `row` on, up to `end`, repeat those at a distance before them.
 *
 *     before   the distance in bytes; unused; a mask of distances that make a difference; the last address
 *     after    its second word is where the first row is that does not repeat one, or has higher addresses
 */
export const repeatRows: ModuleFunction = {
  name: 'repeatRows',
  parameters: 4,
  locals: LOCALS,
  body: [
    ...loop(
      [
        ...set(STOP, i32.add(get(ROW), get(BYTES))),
        ...set(OTHER, i32.sub(get(ROW), i32.load(get(ENTRY)))),
        ...compare(),
        ...when(get(SAME), [
          ...set(SAME, i32.eqz(isBeyond())),
          ...when(get(SAME), set(ROW, get(STOP))),
        ]),
      ],
      i32.and(get(SAME), i32.ltU(get(ROW), get(END))),
    ),
    ...i32.store(get(ENTRY), get(ROW), 4),
  ],
};
