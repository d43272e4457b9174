/**
 * Random triples of CK Tile: an element type, a chip and its waves, a layout in LDS, and the distributions of a write and a
 * read. The layout comes twice: as a descriptor, and as the offset of (m, k) in plain arithmetic.
 */
import {
  type DescriptorSpec,
  ldsIndexSwappingSpec,
  make,
  type TileDistributionEncoding,
} from '@ldscope/core';

/** Whole numbers from a seed. */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number below `end`. */
  below(end: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * end);
  }

  one<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }

  shuffled<T>(list: readonly T[]): T[] {
    const left = [...list];
    const taken: T[] = [];
    while (left.length > 0) taken.push(...left.splice(this.below(left.length), 1));
    return taken;
  }
}

/** A layout as arithmetic: where (m, k) is, in elements, and what its XOR is computed from. */
export interface LayoutByHand {
  readonly offset: (m: number, k: number) => number;
  /** Equal operands give equal XORs; without an XOR, nothing. */
  readonly operands: (m: number, k: number) => readonly number[];
  /** Elements along k that vectors may have; 1 without a promise. */
  readonly promised: number;
}

export interface Triple {
  readonly seed: number;
  readonly title: string;
  readonly chip: string;
  readonly waveSize: 32 | 64;
  readonly elementBytes: number;
  readonly rows: number;
  readonly columns: number;
  readonly spec: DescriptorSpec;
  readonly byHand: LayoutByHand;
  readonly write: TileDistributionEncoding;
  readonly read: TileDistributionEncoding;
}

const chips: readonly [readonly [string, 32 | 64], ...(readonly [string, 32 | 64])[]] = [
  ['gfx942', 64],
  ['gfx950', 64],
  ['gfx90a', 64],
  ['gfx1100', 32],
  ['gfx1201', 32],
  ['gfx1100', 64],
];

/** One triple of a seed. */
export function randomTriple(seed: number): Triple {
  const random = new Random(seed * 7919 + 17);
  const [chip, waveSize] = random.one(chips);
  const elementBytes = random.one([0.5, 1, 2, 2, 4, 8]);
  // 64 KiB of LDS with the padding.
  const rows = 2 ** (4 + random.below(elementBytes === 8 ? 3 : 4));
  const columns = 2 ** (4 + random.below(elementBytes < 2 ? 4 : 3));
  const pack = Math.min(columns, 2 ** (1 + random.below(4)));
  const layout = randomLayout(random, rows, columns, pack, elementBytes);
  const waves = 2 ** random.below(3);
  const encoding = (): TileDistributionEncoding =>
    randomEncoding(random, rows, columns, waves, waveSize, elementBytes < 1);
  return {
    seed,
    title: `${chip} wave${waveSize}, ${rows} x ${columns} of ${elementBytes} B, ${layout.title}`,
    chip,
    waveSize,
    elementBytes,
    rows,
    columns,
    spec: layout.spec,
    byHand: layout.byHand,
    write: encoding(),
    read: encoding(),
  };
}

interface Layout {
  readonly title: string;
  readonly spec: DescriptorSpec;
  readonly byHand: LayoutByHand;
}

function randomLayout(
  random: Random,
  rows: number,
  columns: number,
  pack: number,
  elementBytes: number,
): Layout {
  const packs = columns / pack;
  const none = (): readonly number[] => [];
  // Vectors of packed types are whole bytes, so they need a promise.
  const kinds = elementBytes < 1 ? 4 : 6;
  switch (random.below(kinds)) {
    case 0: {
      const pad = pack * random.below(3);
      const pitch = columns + pad;
      const spec = naive([rows, columns], [pitch, 1], [pack, 1]);
      const byHand = {
        offset: (m: number, k: number) => m * pitch + k,
        operands: none,
        promised: pack,
      };
      return { title: `rows of ${pitch}, vectors of ${pack}`, spec, byHand };
    }
    case 1: {
      const group = (rows + random.below(2)) * pack;
      const base = naive([packs, rows, pack], [group, pack, 1], [pack, 1]);
      const merged = {
        transforms: [make.passThrough(rows), make.merge([packs, pack])],
        lower: [[1], [0, 2]],
        upper: [[0], [1]],
      };
      const byHand = {
        offset: (m: number, k: number) => Math.floor(k / pack) * group + m * pack + (k % pack),
        operands: none,
        promised: pack,
      };
      return {
        title: `packs of ${pack}, ${group} apart`,
        spec: { ...base, stages: [merged] },
        byHand,
      };
    }
    case 2: {
      const layer = Math.min(rows, 2 ** random.below(4));
      const packMajor = random.below(2) === 1;
      const config = {
        mPerBlock: rows,
        kPerBlock: columns,
        kPack: pack,
        mLdsLayer: layer,
        packMajor,
      };
      const made = ldsIndexSwappingSpec(config);
      if (!made.ok) throw new Error(made.diagnostics[0]?.message);
      const period = packs * layer;
      const key = (m: number): number => Math.floor(m / layer) % period;
      const place = (m: number, k: number): number => {
        const [within, of] = [m % layer, Math.floor(k / pack)];
        return packMajor ? of * layer + within : within * packs + of;
      };
      const byHand = {
        offset: (m: number, k: number) =>
          Math.floor(m / layer) * columns * layer + (place(m, k) ^ key(m)) * pack + (k % pack),
        operands: (m: number, k: number) => [place(m, k), key(m)],
        promised: pack,
      };
      const order = packMajor ? ', pack by pack' : '';
      return { title: `XOR, MLdsLayer ${layer}, KPack ${pack}${order}`, spec: made.value, byHand };
    }
    case 3: {
      const base = naive([rows, packs, pack], [columns, pack, 1], [pack, 1]);
      const turned = {
        transforms: [make.xor([rows, packs]), make.passThrough(pack)],
        lower: [[0, 1], [2]],
        upper: [[0, 1], [2]],
      };
      const merged = {
        transforms: [
          make.passThrough(rows),
          make.merge([packs, pack], random.one(['magic', 'divide'])),
        ],
        lower: [[0], [1, 2]],
        upper: [[0], [1]],
      };
      const byHand = {
        offset: (m: number, k: number) =>
          m * columns + (Math.floor(k / pack) ^ (m % packs)) * pack + (k % pack),
        operands: (m: number, k: number) => [Math.floor(k / pack), m % packs],
        promised: pack,
      };
      const spec = { ...base, stages: [turned, merged] };
      return { title: `XOR of rows, KPack ${pack}`, spec, byHand };
    }
    case 4: {
      const pitch = columns + random.below(12);
      const byHand = {
        offset: (m: number, k: number) => m * pitch + k,
        operands: none,
        promised: 1,
      };
      return { title: `rows of ${pitch}`, spec: naive([rows, columns], [pitch, 1]), byHand };
    }
    default: {
      const pitch = rows + random.below(12);
      const byHand = {
        offset: (m: number, k: number) => k * pitch + m,
        operands: none,
        promised: 1,
      };
      return { title: `columns of ${pitch}`, spec: naive([rows, columns], [1, pitch]), byHand };
    }
  }
}

const naive = (
  lengths: readonly number[],
  strides: readonly number[],
  vector?: readonly [number, number],
): DescriptorSpec => ({
  base: { kind: 'naive', lengths, strides, ...(vector && { vector }) },
  stages: [],
});

type Owner = 'warp' | 'lane' | 'register';

/**
 * Bits of m and of k are dealt out to warp, lane and registers; runs of one owner are factors, some of them cut in two. What
 * warps and lanes have too many of, they hold copies for.
 */
function randomEncoding(
  random: Random,
  rows: number,
  columns: number,
  waves: number,
  lanes: number,
  isPacked: boolean,
): TileDistributionEncoding {
  const [bitsM, bitsK] = [Math.log2(rows), Math.log2(columns)];
  const places = random.shuffled([
    ...Array.from({ length: bitsM }, (_, bit) => ({ x: 0, bit })),
    // Of packed types the lowest bit of k stays in a register.
    ...Array.from({ length: bitsK - (isPacked ? 1 : 0) }, (_, i) => ({
      x: 1,
      bit: i + (isPacked ? 1 : 0),
    })),
  ]);
  const owners: Owner[][] = [
    Array.from({ length: bitsM }, () => 'register' as const),
    Array.from({ length: bitsK }, () => 'register' as const),
  ];
  const copies = { warp: 1, lane: 1 };
  for (const owner of ['warp', 'lane'] as const) {
    let left = Math.log2(owner === 'warp' ? waves : lanes);
    for (; left > 0; left--) {
      // Registers stay below 64.
      const isCopy = places.length <= 6 && random.below(8) === 0;
      const place = isCopy ? undefined : places.pop();
      const own = place && owners[place.x];
      if (place === undefined || own === undefined) copies[owner] *= 2;
      else own[place.bit] = owner;
    }
  }
  const rs = [copies.warp, copies.lane];
  const ps: Record<'warp' | 'lane', [number, number][]> = { warp: [[0, 0]], lane: [[0, 1]] };
  const ys: [number, number][] = [];
  const hs = owners.map((own, x) => {
    const factors: number[] = [];
    let last: Owner | undefined;
    for (const owner of own.toReversed()) {
      const isCut = random.below(5) === 0;
      if (owner === last && !isCut) factors[factors.length - 1] = 2 * (factors.at(-1) ?? 1);
      else {
        const place: [number, number] = [x + 1, factors.length];
        if (owner === 'register') ys.push(place);
        else ps[owner].push(place);
        factors.push(2);
      }
      last = owner;
    }
    return factors;
  });
  const [warp, lane] = [random.shuffled(ps.warp), random.shuffled(ps.lane)];
  const registers = random.shuffled(ys);
  return {
    rs,
    hs,
    psMajor: [warp.map(([major]) => major), lane.map(([major]) => major)],
    psMinor: [warp.map(([, minor]) => minor), lane.map(([, minor]) => minor)],
    ysMajor: registers.map(([major]) => major),
    ysMinor: registers.map(([, minor]) => minor),
  };
}
