/**
 * The 110 attention shapes of the talk: the tiles that IREE's kernels keep in shared memory, and what every mitigation
 * makes of their conflicts, for each shape.
 *
 *     batch 1 to 192, length 1,024 to 16,384, head 64 and 128       11 x 5 x 2 = 110
 *     f32 1x1024x128, padding and swizzle                           532,480 conflict cycles both; the talk: 532K
 *
 * Conflicts of a tile depend on type and head alone; a shape says how often each tile is written and read. The tiles are
 * those that IREE's configuration gives for gfx942: docs/attention.md derives them, and the evaluation of the repository
 * compares these with its own.
 */
import {
  machineNamed,
  median,
  type Mitigation,
  mmaIntrinsics,
  type MmaLayout,
  type NestedLayout,
  paddingPlan,
  roundUp,
} from '@ldscope/core';
import { bytesOf, copyLayout, costOfTrip, hintFor, nestedLayout, ROWS } from './tile.ts';

export const CHIP = 'gfx942';
export const batches: readonly number[] = [1, 2, 4, 8, 16, 32, 48, 64, 96, 128, 192];
export const lengths: readonly number[] = [1024, 2048, 4096, 8192, 16384];
export const heads = [64, 128] as const;
type Head = (typeof heads)[number];

/** Types of the talk's benchmark. */
export const sweptElements = ['f16', 'f32'] as const;
type Element = (typeof sweptElements)[number];

export const mitigations = ['baseline', 'padding', 'swizzle', 'hinted'] as const;
export type MitigationName = (typeof mitigations)[number];

export const mitigationTitles: Readonly<Record<MitigationName, string>> = {
  baseline: 'no mitigation',
  padding: 'padding',
  swizzle: 'swizzle (pull request)',
  hinted: 'swizzle, V hinted too',
};

const WAVES = 4;
export const WAVE = 64;
export const THREADS = WAVES * WAVE;
/** Queries and columns of the output of a workgroup. */
const TILE = 64;
const PADDING_BITS = 64;

/** By type: the intrinsics of both products, and the keys of an iteration. */
const kernels = {
  f16: { qk: 'VMFMA_F32_16x16x32_F16', pv: 'MFMA_F32_16x16x16_F16', keys: 64, keepsScores: true },
  f32: { qk: 'MFMA_F32_16x16x4_F32', pv: 'MFMA_F32_16x16x4_F32', keys: 16, keepsScores: false },
} as const;

interface AttentionTile {
  readonly name: 'Q' | 'K' | 'V' | 'P';
  readonly rows: number;
  readonly columns: number;
  readonly writer: NestedLayout;
  readonly reader: NestedLayout;
  readonly when: 'once' | 'iteration';
}

function intrinsic(name: string) {
  const found = mmaIntrinsics.get(name);
  if (found === undefined) throw new RangeError(`no intrinsic is called ${name}`);
  return found;
}

/** The tiles of a kernel, with who writes and who reads what. */
export function attentionTiles(element: Element, head: Head): AttentionTile[] {
  const { keys, keepsScores, ...names } = kernels[element];
  const [qk, pv] = [intrinsic(names.qk), intrinsic(names.pv)];
  const nested = (lanes: MmaLayout, rows: number, columns: number, waves: number) =>
    nestedLayout({
      waves,
      batch: [rows, columns],
      outer: lanes.outer,
      threads: lanes.thread,
      element: lanes.element,
      strides: lanes.threadStrides,
    });
  const copied = (
    name: AttentionTile['name'],
    rows: number,
    columns: number,
    reader: NestedLayout,
  ): AttentionTile => {
    const writer = copyLayout([rows, columns], THREADS, element);
    return { name, rows, columns, writer, reader, when: name === 'Q' ? 'once' : 'iteration' };
  };
  const m = ROWS;
  const rows = TILE / m / WAVES;
  const tiles = [
    copied('Q', TILE, head, nested(qk.lhs, rows, head / qk.k, WAVES)),
    copied('K', keys, head, nested(qk.lhs, keys / m, head / qk.k, 1)),
    copied('V', keys, TILE, nested(pv.rhs, keys / pv.k, TILE / m, 1)),
  ];
  if (keepsScores) return tiles;
  const scores: AttentionTile = {
    name: 'P',
    rows: TILE,
    columns: keys,
    writer: nested(qk.acc, rows, keys / m, WAVES),
    reader: nested(pv.lhs, rows, keys / pv.k, WAVES),
    when: 'iteration',
  };
  return [...tiles, scores];
}

type ByMitigation<T> = Readonly<Record<MitigationName, T>>;

const byMitigation = <T>(of: (name: MitigationName) => T): ByMitigation<T> => ({
  baseline: of('baseline'),
  padding: of('padding'),
  swizzle: of('swizzle'),
  hinted: of('hinted'),
});

const widthOf = ({ element_tile }: NestedLayout): number => element_tile.at(-1) ?? 1;

/** The hint of the pull request's rules; `freely` without the rule that both sides of f16 move as many elements. */
function hintOf(tile: AttentionTile, element: Element, freely: boolean) {
  const { rows, columns } = tile;
  const ask = (writer: number, reader: number) =>
    hintFor({ chip: CHIP, element, rows, columns, writer, reader });
  const [wide, narrow] = [widthOf(tile.writer), widthOf(tile.reader)];
  const decision = ask(wide, narrow);
  const widest = Math.max(wide, narrow);
  const isFreed =
    freely && decision.kind === 'none' && decision.rule === 4 && Math.min(wide, narrow) === 1;
  return isFreed ? ask(widest, widest) : decision;
}

export type TileResult = ReturnType<typeof tileResults>[number];

/** Each tile of a kernel with what every mitigation does to it and what that costs a workgroup, once written and read. */
function tileResults(element: Element, head: Head) {
  const tiles = attentionTiles(element, head);
  const machine = machineNamed(CHIP);
  const elementBits = 8 * bytesOf[element];
  const padding = (some: readonly AttentionTile[]): Mitigation => {
    const shapes = some.map(({ rows, columns }) => ({ shape: [rows, columns], elementBits }));
    const plan = paddingPlan(shapes, PADDING_BITS, machine.sharedMemory.bytesPerWorkgroup.value);
    return plan.kind === 'pad'
      ? { kind: 'padding', elements: PADDING_BITS / elementBits }
      : { kind: 'none' };
  };
  const hinted = (freely: boolean): Mitigation[] => {
    const decisions = tiles.map((tile) => hintOf(tile, element, freely));
    const rest = padding(tiles.filter((_, index) => decisions[index]?.kind === 'none'));
    return decisions.map((one) =>
      one.kind === 'hint' ? { kind: 'swizzle', swizzle: one.swizzle } : rest,
    );
  };
  const [padded, swizzled, freely] = [padding(tiles), hinted(false), hinted(true)];
  return tiles.map((tile, index) => {
    const own: ByMitigation<Mitigation> = {
      baseline: { kind: 'none' },
      padding: padded,
      swizzle: swizzled[index] ?? { kind: 'none' },
      hinted: freely[index] ?? { kind: 'none' },
    };
    const { rows, columns, writer, reader } = tile;
    const cost = costOfTrip({
      chip: CHIP,
      element,
      rows,
      columns,
      writer,
      reader,
      threads: THREADS,
    });
    const costs = byMitigation((name) => {
      const found = cost?.(own[name]);
      if (found === undefined) throw new RangeError(`${tile.name} has no ${name}`);
      return found;
    });
    return { tile, mitigations: own, costs };
  });
}

export type Shape = Readonly<{ batch: number; length: number; head: Head }>;

/** In the order of the benchmark. */
export const shapes: readonly Shape[] = batches.flatMap((batch) =>
  lengths.flatMap((length) => heads.map((head) => ({ batch, length, head }))),
);

export const nameOf = ({ batch, length, head }: Shape): string => `${batch}x${length}x${head}`;

export type Sweep = ReturnType<typeof sweep>;
export type ShapeResult = Sweep['shapes'][number];

/** All shapes of a type. */
export function sweep(element: Element) {
  const tiles = { 64: tileResults(element, 64), 128: tileResults(element, 128) };
  const { keys } = kernels[element];
  const granule = machineNamed(CHIP).sharedMemory.allocationGranuleBytes.value;
  // SQ_LDS_BANK_CONFLICT and SQ_INSTS_LDS of the launch, no two accesses joined; LDS of a workgroup in the granules of the chip.
  const totalsOf = ({ batch, length, head }: Shape, name: MitigationName) => {
    const workgroups = batch * (length / TILE) * (head / TILE);
    let [conflicts, instructions, bytes] = [0, 0, 0];
    for (const { tile, costs } of tiles[head]) {
      const cost = costs[name];
      const times = workgroups * (tile.when === 'once' ? 1 : length / keys);
      conflicts += times * (cost.writeConflictCycles + cost.readConflictCycles);
      instructions += times * cost.instructions;
      // Each tile begins as aligned as the widest access requires.
      bytes = roundUp(bytes, 16) + cost.ldsBytes;
    }
    return { conflicts, instructions, ldsBytes: roundUp(bytes, granule) };
  };
  return {
    element,
    tiles,
    shapes: shapes.map((shape) => ({
      shape,
      totals: byMitigation((name) => totalsOf(shape, name)),
    })),
  };
}

/** Shapes without any conflict. */
export function freeShapes({ shapes: all }: Sweep, name: MitigationName): number {
  return all.filter(({ totals }) => totals[name].conflicts === 0).length;
}

/** Median over the shapes of what a mitigation takes less than padding, in percent. */
export function savedPercent({ shapes: all }: Sweep, name: MitigationName): number {
  return median(
    all.map(({ totals }) => 100 * (1 - totals[name].ldsBytes / totals.padding.ldsBytes)),
  );
}

/** The median over all shapes of conflict cycles. */
export function medianConflicts({ shapes: all }: Sweep, name: MitigationName): number {
  return median(all.map(({ totals }) => totals[name].conflicts));
}
