/**
 * What whole waves do to LDS, in WebAssembly: 64 lanes, whose registers and LDS are in one memory (`LdsUnit`).
 *
 *     locate    a register and an offset     -> 64 addresses; the highest, the lowest, the bits in use
 *     load      addresses, LDS               -> registers
 *     store     addresses, registers         -> LDS, the later lane last
 *     stamp     addresses, stamps of LDS     -> stamps, unless this epoch has stored there
 *
 * All of a lane is loaded or stored at once, and four lanes become four of a register by transposing:
 *
 *     lane 0   a0 a1 a2 a3              register 0   a0 b0 c0 d0
 *     lane 1   b0 b1 b2 b3      <->     register 1   a1 b1 c1 d1
 *
 * Parameters are addresses in bytes. Lanes are inside and aligned: whoever calls has seen to it.
 */
import { advance, type Code, get, i32, i32x4, loop, set, v128, when } from '../wasm/code.ts';
import type { ModuleFunction } from '../wasm/module.ts';

/** Bytes of a register: 64 lanes. */
const REGISTER = 256;
const LANES = [0, 1, 2, 3];

const I32 = 'i32' as const;
const V128 = 'v128' as const;
/** Runs `body` for four lanes after four; it advances `at`. */
const eachFour = (at: number, end: number, body: Code): Code => [
  ...set(end, i32.add(get(at), i32.const(REGISTER))),
  ...loop([...body, ...advance(at, 16)], i32.ltU(get(at), get(end))),
];

/** A vector with the same in all lanes: what `join` makes of them. */
const across = (local: number, join: (a: Code, b: Code) => Code): Code => [
  ...set(local, join(get(local), i32x4.shuffle(get(local), get(local), [2, 3, 0, 1]))),
  ...set(local, join(get(local), i32x4.shuffle(get(local), get(local), [1, 0, 3, 2]))),
];

/** `(register, offset, addresses, report)`: three words at `report`. */
function locate(): ModuleFunction {
  const [from, offset, to, report, end, address, top, bottom, bits] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const joins = [
    [top, i32x4.maxU],
    [bottom, i32x4.minU],
    [bits, v128.or],
  ] as const;
  return {
    name: 'locate',
    parameters: 4,
    locals: [I32, V128, V128, V128, V128],
    body: [
      ...set(bottom, v128.const32(0xffffffff)),
      ...eachFour(to, end, [
        ...set(address, i32x4.add(v128.load(get(from)), i32x4.splat(get(offset)))),
        ...v128.store(get(to), get(address)),
        ...joins.flatMap(([local, join]) => set(local, join(get(local), get(address)))),
        ...advance(from, 16),
      ]),
      ...joins.flatMap(([local, join], index) => [
        ...across(local, join),
        ...i32.store(get(report), i32x4.extract(get(local), 0), 4 * index),
      ]),
    ],
  };
}

/** Parameters of `load` and `store`, and their locals. */
const [ADDRESSES, LDS, REGISTERS, SHIFT] = [0, 1, 2, 3];
const placeOf = (lane: number): Code => i32.add(get(LDS), i32.load(get(ADDRESSES), 4 * lane));

type Four = readonly [number, number, number, number];
/** The first two or the last two lanes of two vectors, mixed; and halves of two vectors together. */
const [MIXED, MIXED_LAST]: [Four, Four] = [
  [0, 4, 1, 5],
  [2, 6, 3, 7],
];
const [FIRST_HALVES, LAST_HALVES]: [Four, Four] = [
  [0, 1, 4, 5],
  [2, 3, 6, 7],
];

/** Exchanges lanes and registers of four vectors, with four locals to work in. */
function transpose(vectors: readonly number[], work: readonly number[]): Code {
  const [a = 0, b = 0, c = 0, d = 0] = vectors;
  const [p = 0, q = 0, r = 0, s = 0] = work;
  const mix = (to: number, x: number, y: number, lanes: Four): Code =>
    set(to, i32x4.shuffle(get(x), get(y), lanes));
  return [
    ...mix(p, a, b, MIXED),
    ...mix(q, a, b, MIXED_LAST),
    ...mix(r, c, d, MIXED),
    ...mix(s, c, d, MIXED_LAST),
    ...mix(a, p, r, FIRST_HALVES),
    ...mix(b, p, r, LAST_HALVES),
    ...mix(c, q, s, FIRST_HALVES),
    ...mix(d, q, s, LAST_HALVES),
  ];
}

/** `(addresses, lds, registers)` for 1, 2 or 4 words of a lane. */
function load(words: 1 | 2 | 4): ModuleFunction {
  const end = 3;
  const [v0, v1, v2, v3] = [4, 5, 6, 7];
  const vectors = [v0, v1, v2, v3];
  const to = (register: number, value: Code): Code =>
    v128.store(get(REGISTERS), value, REGISTER * register);
  const bodies: Readonly<Record<typeof words, () => Code>> = {
    1: () => LANES.flatMap((lane) => i32.store(get(REGISTERS), i32.load(placeOf(lane)), 4 * lane)),
    2: () => [
      ...[v0, v1].flatMap((vector, pair) => [
        ...set(vector, v128.load64Zero(placeOf(2 * pair))),
        ...set(vector, v128.load64Lane(placeOf(2 * pair + 1), get(vector), 1)),
      ]),
      ...to(0, i32x4.shuffle(get(v0), get(v1), [0, 2, 4, 6])),
      ...to(1, i32x4.shuffle(get(v0), get(v1), [1, 3, 5, 7])),
    ],
    4: () => [
      ...vectors.flatMap((vector, lane) => set(vector, v128.load(placeOf(lane)))),
      ...transpose(vectors, [8, 9, 10, 11]),
      ...vectors.flatMap((vector, register) => to(register, get(vector))),
    ],
  };
  return {
    name: `load${words}`,
    parameters: 3,
    locals: [I32, V128, V128, V128, V128, V128, V128, V128, V128],
    body: eachFour(ADDRESSES, end, [...bodies[words](), ...advance(REGISTERS, 16)]),
  };
}

/** `(addresses, lds, registers, shift)`: a lane stores 1 to 16 bytes, less than a word from bit `shift` of a register on. */
function store(bytes: 1 | 2 | 4 | 8 | 16): ModuleFunction {
  const end = 4;
  const [v0, v1, v2, v3] = [5, 6, 7, 8];
  const vectors = [v0, v1, v2, v3];
  const narrow = (write: (address: Code, value: Code) => Code): Code =>
    LANES.flatMap((lane) =>
      write(placeOf(lane), i32.shrU(i32.load(get(REGISTERS), 4 * lane), get(SHIFT))),
    );
  const loaded = (count: number): Code =>
    vectors
      .slice(0, count)
      .flatMap((vector, register) => set(vector, v128.load(get(REGISTERS), REGISTER * register)));
  const bodies: Readonly<Record<typeof bytes, () => Code>> = {
    1: () => narrow(i32.store8),
    2: () => narrow(i32.store16),
    4: () => LANES.flatMap((lane) => i32.store(placeOf(lane), i32.load(get(REGISTERS), 4 * lane))),
    8: () => [
      ...loaded(2),
      ...set(v2, i32x4.shuffle(get(v0), get(v1), MIXED)),
      ...set(v3, i32x4.shuffle(get(v0), get(v1), MIXED_LAST)),
      ...LANES.flatMap((lane) =>
        v128.store64Lane(placeOf(lane), get(lane < 2 ? v2 : v3), lane % 2),
      ),
    ],
    16: () => [
      ...loaded(4),
      ...transpose(vectors, [9, 10, 11, 12]),
      ...vectors.flatMap((vector, lane) => v128.store(placeOf(lane), get(vector))),
    ],
  };
  return {
    name: `store${bytes}`,
    parameters: 4,
    locals: [I32, V128, V128, V128, V128, V128, V128, V128, V128],
    body: eachFour(ADDRESSES, end, [...bodies[bytes](), ...advance(REGISTERS, 16)]),
  };
}

/** The functions of the module; made where a unit is. */
export const ldsFunctions = (): ModuleFunction[] => [
  locate(),
  ...([1, 2, 4] as const).map(load),
  ...([1, 2, 4, 8, 16] as const).map(store),
];

/** Stamps next to each other that are read and written at once. */
const PIECES = [4, 2, 1] as const;
type Piece = (typeof PIECES)[number];

/** The stamps of a lane in pieces. */
function piecesOf(count: number): { readonly at: number; readonly piece: Piece }[] {
  const pieces: { at: number; piece: Piece }[] = [];
  for (let at = 0; at < count;) {
    const piece = PIECES.find((size) => size <= count - at) ?? 1;
    pieces.push({ at: 4 * at, piece });
    at += piece;
  }
  return pieces;
}

/** The name of what `stampFunction` makes. */
export const STAMP = 'stamp';

/**
 * `(addresses, stores, firsts, earlier, access, report)`: stamps what lanes of `bytes` store with the number of the access, unless
 * a stamp is above `earlier`: then the word at `report` is 1, and nothing has changed. The next word is 1 where lanes overlap. `shift`: of bytes to granules, of
 * which `stores` has the last store, and `firsts` the first, unless it is 0 and they are known to have one.
 */
export function stampFunction(bytes: number, shift: number): ModuleFunction {
  const [addresses, stores, firsts, earlier, access, report] = [0, 1, 2, 3, 4, 5];
  const [from, end, first] = [6, 7, 8];
  const [newest, stamp, old] = [9, 10, 11];
  const pieces = piecesOf(bytes >> shift);
  const entry = (base: number, lane: number): Code =>
    i32.add(get(base), i32.shl(i32.load(get(from), 4 * lane), i32.const(2 - shift)));
  const read = (at: Code, offset: number, piece: Piece): Code =>
    piece === 4
      ? v128.load(at, offset)
      : (piece === 2 ? v128.load64Zero : v128.load32Zero)(at, offset);
  const write = (at: Code, offset: number, piece: Piece, value: Code): Code => {
    if (piece === 4) return v128.store(at, value, offset);
    if (piece === 2) return v128.store64Lane(at, value, 0, offset);
    return i32.store(at, i32x4.extract(value, 0), offset);
  };
  const eachLane = (one: (lane: number) => Code): Code => [
    ...set(from, get(addresses)),
    ...eachFour(from, end, LANES.flatMap(one)),
  ];
  const find = eachLane((lane) => [
    ...set(first, entry(stores, lane)),
    ...pieces.flatMap(({ at, piece }) =>
      set(newest, i32x4.maxU(get(newest), read(get(first), at, piece))),
    ),
  ]);
  const stampStores = eachLane((lane) => [
    ...set(first, entry(stores, lane)),
    ...pieces.flatMap(({ at, piece }) => [
      ...set(newest, i32x4.maxU(get(newest), read(get(first), at, piece))),
      ...write(get(first), at, piece, get(stamp)),
    ]),
  ]);
  const stampFirsts = eachLane((lane) => [
    ...set(first, entry(firsts, lane)),
    ...pieces.flatMap(({ at, piece }) => [
      ...set(old, read(get(first), at, piece)),
      ...set(old, v128.select(get(stamp), get(old), i32x4.eq(get(old), v128.zero))),
      ...write(get(first), at, piece, get(old)),
    ]),
  ]);
  // Before the lanes are stamped: whether they meet another store. After: whether they meet each other.
  const isMet = i32.ltU(get(earlier), i32x4.extract(get(newest), 0));
  return {
    name: STAMP,
    parameters: 6,
    locals: [I32, I32, I32, V128, V128, V128],
    body: [
      ...find,
      ...across(newest, i32x4.maxU),
      ...i32.store(get(report), isMet),
      ...set(stamp, i32x4.splat(get(access))),
      ...when(i32.eqz(isMet), [
        ...stampStores,
        ...across(newest, i32x4.maxU),
        ...i32.store(get(report), isMet, 4),
        ...when(get(firsts), stampFirsts),
      ]),
    ],
  };
}
