/**
 * The layouts that a search tries one by one, each family whole: no member that behaves differently is left out.
 *
 *     padding    pitches row + pad that keep every access aligned, until the banks repeat: 128 B of 4 B elements with 32
 *                banks, 384 B of 12 B elements, which only then end where the banks do
 *     intervals  Triton's padded_shared: after every power of two of bytes, a multiple of the widest alignment
 *     xor        unit x phases x rowsPerPhase, powers of two, keys inside the power of two that divides the row's units
 *     rotate     steps up to the units that the banks hold, rowsPerPhase as above
 *
 * Row keys that are linear over GF(2) and general linear layouts are solved, not listed (`solve.ts`).
 */
import { greatestOf } from '../base/numbers.ts';
import {
  rowBytes,
  type RowKey,
  type RowLayout,
  type Tile,
  type TileLayout,
} from '../layout/tile/tile-layout.ts';
import { opcodeAt } from '../access/opcodes.ts';
import {
  alignmentOf,
  constraintsOf,
  type Problem,
  rigidUnitOf,
  ruleOf,
  unitOf,
} from './problem.ts';
import { isActive } from '../access/wave-rows.ts';

export type FamilyName =
  | 'padding'
  | 'intervals'
  | 'xor'
  | 'rotate'
  | 'row-table'
  | 'row-keys'
  | 'any'
  /** Of `reshaped-families.ts`. */
  | 'line-xor'
  | 'packs';

export interface Family {
  readonly name: FamilyName;
  readonly layouts: readonly TileLayout[];
}

/** The listed families of a problem, in the order of preference among equals. */
export function listFamilies(problem: Problem): Family[] {
  return [
    { name: 'xor', layouts: xorLayouts(problem) },
    { name: 'padding', layouts: pitchLayouts(problem) },
    { name: 'rotate', layouts: rotateLayouts(problem) },
    { name: 'intervals', layouts: intervalLayouts(problem) },
  ];
}

/** Bytes after which the banks repeat for every access on every target. */
function periodOf({ accesses, targets, waveSize }: Problem): number {
  const banks = targets.flatMap((target) =>
    accesses.map(({ op }) => ruleOf(target, opcodeAt(op), waveSize)?.banks ?? 0),
  );
  return 4 * Math.max(32, greatestOf(banks));
}

/** The unit of a pad after an interval: the largest alignment of any access, and an element. */
function granule(problem: Problem): number {
  return constraintsOf(problem).reduce(
    (bytes, access) => Math.max(bytes, alignmentOf(problem, access)),
    problem.tile.elementBytes,
  );
}

/** Multiples of a step up to the first that is a whole number of bank periods, and without it: it does what no pad does. */
function padsBy(stepBytes: number, problem: Problem): number[] {
  const count = periodOf(problem) / powerIn(stepBytes);
  return Array.from({ length: Math.max(0, count - 1) }, (_, i) => (i + 1) * stepBytes);
}

/** Every pad of whole elements that leaves all accesses as aligned as they have to be. */
function pitchLayouts(problem: Problem): RowLayout[] {
  const { tile } = problem;
  const row = rowBytes(tile);
  const fits = alignmentTest(problem);
  return padsBy(tile.elementBytes, problem)
    .filter((pad) => fits(row + pad))
    .map((padBytes) => ({ ...unmoved(tile), paddings: [{ intervalBytes: row, padBytes }] }));
}

/** Tells whether a pitch keeps all accesses aligned, from the remainders that their rows and columns have. */
function alignmentTest(problem: Problem): (pitchBytes: number) => boolean {
  const { tile, waveSize } = problem;
  const wanted = new Map<string, { row: number; start: number; alignment: number }>();
  for (const access of constraintsOf(problem)) {
    const alignment = alignmentOf(problem, access);
    for (let i = 0; i < access.rows.length; i++) {
      if (!isActive(access, Math.floor(i / waveSize), i % waveSize)) continue;
      const row = (access.rows[i] ?? 0) % alignment;
      const start = ((access.columns[i] ?? 0) * tile.elementBytes) % alignment;
      wanted.set(`${alignment} ${row} ${start}`, { row, start, alignment });
    }
  }
  const list = [...wanted.values()];
  return (pitch) =>
    list.every(({ row, start, alignment }) => (row * pitch + start) % alignment === 0);
}

function intervalLayouts(problem: Problem): RowLayout[] {
  const { tile } = problem;
  const total = tile.rows * rowBytes(tile);
  const layouts: RowLayout[] = [];
  for (let intervalBytes = unitOf(problem); intervalBytes < total; intervalBytes *= 2) {
    if (intervalBytes === rowBytes(tile)) continue;
    for (const padBytes of padsBy(granule(problem), problem)) {
      layouts.push({ ...unmoved(tile), paddings: [{ intervalBytes, padBytes }] });
    }
  }
  return layouts;
}

function unmoved(tile: Tile): RowLayout {
  return { kind: 'rows', tile, unitBytes: tile.elementBytes, paddings: [] };
}

function xorLayouts(problem: Problem): RowLayout[] {
  const { tile } = problem;
  return unitSizes(problem).flatMap((unitBytes) => {
    const phases = powersUpTo(powerIn(rowBytes(tile) / unitBytes)).slice(1);
    const groups = powersUpTo(Math.max(1, tile.rows - 1));
    return phases.flatMap((count) =>
      groups.map((rowsPerPhase) =>
        keyed(tile, unitBytes, { kind: 'xor', phases: count, rowsPerPhase }),
      ),
    );
  });
}

function rotateLayouts(problem: Problem): RowLayout[] {
  const { tile } = problem;
  // A block that direct-to-LDS writes begins and ends with rows at best; a rotation within them is legal like an XOR.
  return unitSizes(problem).flatMap((unitBytes) => {
    const units = rowBytes(tile) / unitBytes;
    // Steps that differ by what the banks hold are the same, unless rows end in the middle of it.
    const places = Math.floor(periodOf(problem) / unitBytes);
    const most = units % places === 0 ? places : units;
    const steps = Array.from({ length: most - 1 }, (_, i) => i + 1);
    const groups = powersUpTo(Math.max(1, tile.rows - 1));
    return steps.flatMap((step) =>
      groups.map((rowsPerPhase) => keyed(tile, unitBytes, { kind: 'rotate', step, rowsPerPhase })),
    );
  });
}

function keyed(tile: Tile, unitBytes: number, key: RowKey): RowLayout {
  return { kind: 'rows', tile, unitBytes, key, paddings: [] };
}

/** Units that can keep every access whole and of which a row has at least two. */
function unitSizes(problem: Problem): number[] {
  const length = rowBytes(problem.tile);
  const sizes: number[] = [];
  for (let unit = rigidUnitOf(problem); 2 * unit <= length; unit *= 2) {
    if (length % unit === 0) sizes.push(unit);
  }
  return sizes;
}

/** 1, 2, 4 and so on. */
function powersUpTo(most: number): number[] {
  const powers: number[] = [];
  for (let power = 1; power <= most; power *= 2) powers.push(power);
  return powers;
}

/** The largest power of two that divides a number: keys below it stay inside. */
export function powerIn(count: number): number {
  let power = 1;
  while (count % (2 * power) === 0) power *= 2;
  return power;
}
