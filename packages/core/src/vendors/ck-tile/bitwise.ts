/**
 * Linear layouts as CK Tile descriptors: a digit for the elements that stay together, which is the last one and carries
 * the promise of vectors, a digit per other bit, and an XOR of two bits per step of a Gaussian elimination.
 */
import { inputForm, linearForms, log2 } from '../../layout/index/linear-forms.ts';
import type { Stage } from './adaptor.ts';
import type { DescriptorSpec } from './descriptor.ts';
import { make } from './transforms/transform.ts';
import { elementOffsetOver } from '../../layout/tile/offset-map.ts';
import type { TileLayout } from '../../layout/tile/tile-layout.ts';
import { withVector } from './vector.ts';

/**
 * A descriptor with a digit per bit. The packed place of an element is linear in its bits; row operations make it a
 * permutation, and each operation is an XOR of two bits.
 */
export function bitwise(layout: TileLayout): DescriptorSpec | string {
  const { rows, columns, elementBytes } = layout.tile;
  const [columnBits, rowBits] = [log2(columns), log2(rows)];
  if (columnBits === undefined || rowBits === undefined) return 'its sizes are not powers of two';
  const width = columnBits + rowBits;
  if (width === 0 || width > MOST_BITS) return `it has ${width} bits of indices`;
  const unpadded: TileLayout = layout.kind === 'rows' ? { ...layout, paddings: [] } : layout;
  const form = elementOffsetOver(
    unpadded,
    inputForm(width, columnBits, rowBits),
    inputForm(width, 0, columnBits),
    linearForms(width),
  );
  if (form === 'nonlinear' || form.origin !== 0) return 'its places are not an XOR of the bits';
  const used = bitsOf(form.columns.reduce((all, column) => all | column, 0));
  if (used.length !== width) return 'its places leave gaps that no padding explains';
  const paddings = layout.kind === 'rows' ? layout.paddings : [];
  const strides: number[] = [];
  for (const bit of used) {
    let stride = 2 ** bit;
    for (const { intervalBytes, padBytes } of paddings) {
      const interval = intervalBytes / elementBytes;
      if (log2(interval) === undefined) return 'its paddings are not at powers of two';
      stride += (padBytes / elementBytes) * Math.floor(2 ** bit / interval);
    }
    strides.push(stride);
  }
  const rowsOfMatrix = used.map((bit) =>
    form.columns.reduce((row, column, i) => ((column >>> bit) & 1 ? row | (1 << i) : row), 0),
  );
  const together = lowIdentity(rowsOfMatrix, strides, columnBits);
  const digits = width - together;
  const { steps, inputOf } = elimination(
    rowsOfMatrix.slice(together).map((row) => row >>> together),
    digits,
  );
  // Dimension i of the base is bit together + i of the place; the last one is the digit of the bits below.
  const unit = together === 0 ? [] : [2 ** together];
  const base = {
    kind: 'naive',
    lengths: [...used.slice(together).map(() => 2), ...unit],
    strides: [...strides.slice(together), ...unit.map(() => 1)],
  } as const;
  const stages = parallel(steps).map((list) => xorStage(list, digits, unit));
  const inputs = (first: number, count: number): number[] =>
    Array.from({ length: count }, (_, i) => inputOf.indexOf(first + count - 1 - i - together));
  const ids = [inputs(columnBits, rowBits), inputs(together, columnBits - together)];
  const lengths = ids.map((list) => list.map(() => 2));
  if (together > 0) {
    ids[1]?.push(digits);
    lengths[1]?.push(2 ** together);
  }
  stages.push(indexStage(ids, lengths));
  return { base: withVector(base, elementBytes), stages };
}

/** Bits of the column that are the lowest bits of the place, and move nothing else: elements that stay together. */
function lowIdentity(
  matrix: readonly number[],
  strides: readonly number[],
  columnBits: number,
): number {
  let bits = 0;
  const isAlone = (bit: number): boolean =>
    bit < columnBits &&
    strides[bit] === 2 ** bit &&
    matrix.every((row, i) => (i === bit ? row === 1 << bit : ((row >>> bit) & 1) === 0));
  while (isAlone(bits)) bits++;
  return bits;
}

const MOST_BITS = 24;

function bitsOf(value: number): number[] {
  return Array.from({ length: 31 }, (_, bit) => bit).filter((bit) => (value >>> bit) & 1);
}

/** Dimension `target` gets the XOR of itself and `source`. */
interface XorStep {
  readonly source: number;
  readonly target: number;
}

/** Gauss and Jordan: the row operations, in their order, after which row i has the one bit `inputOf[i]`. */
function elimination(
  matrix: readonly number[],
  width: number,
): { readonly steps: readonly XorStep[]; readonly inputOf: readonly number[] } {
  const rows = [...matrix];
  const inputOf = rows.map(() => -1);
  const steps: XorStep[] = [];
  for (let bit = 0; bit < width; bit++) {
    const has = (row: number): boolean => (((rows[row] ?? 0) >>> bit) & 1) === 1;
    const free = [...rows.keys()].filter((row) => inputOf[row] === -1 && has(row));
    // The row with the fewest bits spoils the others least.
    const [pivot] = free.sort((a, b) => bitsOf(rows[a] ?? 0).length - bitsOf(rows[b] ?? 0).length);
    if (pivot === undefined) continue;
    inputOf[pivot] = bit;
    for (const row of rows.keys()) {
      if (row === pivot || !has(row)) continue;
      rows[row] = (rows[row] ?? 0) ^ (rows[pivot] ?? 0);
      steps.push({ source: pivot, target: row });
    }
  }
  return { steps, inputOf };
}

/** Neighbouring steps that share no dimension go into one stage. */
function parallel(steps: readonly XorStep[]): XorStep[][] {
  const stages: XorStep[][] = [];
  for (const step of steps) {
    const last = stages.at(-1);
    const clash = last?.some(
      ({ source, target }) =>
        source === step.source ||
        source === step.target ||
        target === step.source ||
        target === step.target,
    );
    if (last === undefined || clash === true) stages.push([step]);
    else last.push(step);
  }
  return stages;
}

function xorStage(steps: readonly XorStep[], width: number, unit: readonly number[]): Stage {
  const pairs = steps.map(({ source, target }) => [source, target]);
  const taken = new Set(pairs.flat());
  const others = Array.from({ length: width }, (_, i) => i).filter((i) => !taken.has(i));
  const ids = [...pairs, ...others.map((i) => [i]), ...unit.map(() => [width])];
  const transforms = [
    ...steps.map(() => make.xor([2, 2])),
    ...others.map(() => make.passThrough(2)),
    ...unit.map((length) => make.passThrough(length)),
  ];
  return { transforms, lower: ids, upper: ids };
}

/** Two merges: `ids` and `lengths` of what makes the row and what makes the column, most significant first. */
export function indexStage(
  ids: readonly (readonly number[])[],
  lengths: readonly (readonly number[])[],
): Stage {
  const transforms = lengths.map((list) => {
    const [only] = list;
    if (only === undefined) return make.insert(1);
    return list.length === 1 ? make.passThrough(only) : make.merge(list);
  });
  return { transforms, lower: ids, upper: ids.map((_, i) => [i]) };
}
