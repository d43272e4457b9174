/**
 * CK Tile descriptors as layouts of a tile, and layouts as descriptors.
 *
 *     64 rows of 32 elements, unit 8, XOR of row/2 mod 4
 *
 *     base     (group, row in group, unit, element)   lengths (32, 2, 4, 8), strides (64, 32, 8, 1)
 *     xor      (group, unit)                          unit ^ group mod 4
 *     merge    (group, row in group) -> row, (unit, element) -> column
 *
 * A padding is a digit of the base with a longer stride. Keys that are linear over GF(2), and linear layouts, get a
 * digit per bit and an XOR of two bits per step of a Gaussian elimination.
 */
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { isAlwaysValid, type Stage } from './adaptor.ts';
import {
  allIndices,
  calculateOffsets,
  type DescriptorSpec,
  lengthsOf,
  makeDescriptor,
} from './descriptor.ts';
import type { DescriptorBase } from './descriptor-base.ts';
import { recogniseSwapping } from './recognise-swapping.ts';
import { make } from './transforms/transform.ts';
import { hasElementOffsets } from '../../layout/tile/offset-map.ts';
import { elementPlaces, layoutOfPlaces } from '../../layout/tile/element-places.ts';
import { elementView } from '../../layout/tile/packed-tile.ts';
import { recognizeLayout } from '../../layout/tile/recognize.ts';
import type { RowKey, RowLayout, Tile, TileLayout } from '../../layout/tile/tile-layout.ts';
import { bitwise, indexStage } from './bitwise.ts';
import { policyDescriptor } from './lines.ts';
import { withVector } from './vector.ts';
import { descriptorToCpp } from './cpp/print.ts';
import { cannotExpress, type Notation } from '../notation.ts';
import { pitchOf } from '../padding/notation.ts';
import { parseDescriptor } from './cpp/parse.ts';

export const ckTile: Notation = {
  name: 'ck-tile',
  title: 'CK Tile descriptor',
  example:
    'make_naive_tensor_descriptor(make_tuple(number<64>{}, number<64>{}), make_tuple(number<72>{}, number<1>{}))',
  claims: (text) => /\bmake_\w*tensor_descriptor/.test(text),
  expresses: {
    'row-pad': 'yes',
    'interval-pad': 'yes',
    'xor': 'yes',
    'rows-per-phase': 'yes',
    'xor-any': 'yes',
    'rotate': 'yes',
    'linear': 'yes',
    'reshaped': 'yes',
  },
  parse(text, { tile, cpp }) {
    // sizeof of a packed type, such as pk_fp4_t, is that of its byte.
    const spec = parseDescriptor(text, { elementBytes: Math.ceil(tile.elementBytes), ...cpp });
    if (!spec.ok) return spec;
    const layout = layoutOfDescriptor(spec.value, tile);
    const diagnostics = [...spec.diagnostics, ...layout.diagnostics];
    return layout.ok ? success(layout.value, diagnostics) : failure(...diagnostics);
  },
  print(layout) {
    const spec = descriptorOfLayout(layout);
    if (typeof spec === 'string') return cannotExpress('ck-tile', spec);
    return success(`${parametersOf(spec)}${descriptorToCpp(spec)}`);
  },
};

/** The parameters of `LdsIndexSwapping` as a comment, where a descriptor is one of its family. */
function parametersOf(spec: DescriptorSpec): string {
  const swapping = recogniseSwapping(spec);
  if (swapping === undefined) return '';
  const { kPerBlock, kPack, mLdsLayer, kPadded = kPerBlock, packMajor } = swapping;
  const order = packMajor === true ? ', unmerge (K / KPack, MLdsLayer)' : '';
  const pad = kPadded === kPerBlock ? '' : `, rows of ${kPadded}`;
  return `// LdsIndexSwapping: MLdsLayer ${mLdsLayer}, KPack ${kPack}${pad}${order}; every RowMul is the same\n`;
}

/** The layout of a tile whose columns are the last index of a descriptor; all others count its rows. */
export function layoutOfDescriptor(spec: DescriptorSpec, tile: Tile): Result<TileLayout> {
  const made = makeDescriptor(spec);
  if (!made.ok) return made;
  const descriptor = made.value;
  const lengths = lengthsOf(descriptor);
  const rows = lengths.slice(0, -1).reduce((a, b) => a * b, 1);
  const { columns } = elementView(tile);
  if (lengths.at(-1) !== columns || rows !== tile.rows) {
    const what = `the descriptor is of ${lengths.join(' x ')} elements, the tile of ${tile.rows} x ${columns}`;
    return failure(diagnose(messages.notation.tile(what)));
  }
  if (!isAlwaysValid(descriptor)) {
    return failure(diagnose(messages.notation.noTileLayout('some indices fall on padding')));
  }
  return layoutOfPlaces(tile, calculateOffsets(descriptor, allIndices(lengths)));
}

/** The descriptor that a layout is, with rows and columns as its indices; or why there is none. */
export function descriptorOfLayout(layout: TileLayout): DescriptorSpec | string {
  const { rows, columns } = elementView(layout.tile);
  if (layout.tile.elementBits === undefined) return descriptorOfElements(layout);
  // Packed elements are counted one by one, as bytes are, and vectors are as many as have 16 bytes.
  const places = elementPlaces(layout);
  if (places === undefined) return 'it parts elements that share bytes';
  const counted = recognizeLayout({ rows, columns, elementBytes: 1 }, places);
  const spec = counted.ok
    ? descriptorOfElements(counted.value)
    : 'its elements have no map of bits';
  if (typeof spec === 'string' || spec.base.kind !== 'naive') return spec;
  const { lengths, strides } = spec.base;
  const base = withVector({ kind: 'naive', lengths, strides }, layout.tile.elementBits / 8);
  return { ...spec, base };
}

function descriptorOfElements(layout: TileLayout): DescriptorSpec | string {
  if (!hasElementOffsets(layout)) return 'it is not made of whole elements';
  const policy = policyDescriptor(layout);
  if (policy !== undefined) return policy;
  if (layout.kind === 'reshaped')
    return 'the XOR and the packs of LdsIndexSwapping have other keys';
  if (layout.kind === 'linear') return bitwise(layout);
  const { key } = layout;
  if (key === undefined || key.kind === 'xor' || key.kind === 'rotate')
    return byDigits(layout, key);
  if (key.kind === 'xor-bits') return bitwise(layout);
  return 'its key is not an XOR of bits of the row, and descriptors have no table of keys';
}

/** A range of digits of the packed index, from `from` elements up to `to`. */
interface Segment {
  readonly from: number;
  readonly to: number;
}

type DigitKey = Extract<RowKey, { kind: 'xor' | 'rotate' }>;

function byDigits(layout: RowLayout, key: DigitKey | undefined): DescriptorSpec | string {
  const { rows, columns, elementBytes } = layout.tile;
  const total = rows * columns;
  const unit = layout.unitBytes / elementBytes;
  const units = columns / unit;
  const movesNothing = key === undefined || units === 1 || rows <= key.rowsPerPhase;
  if (movesNothing) return plainDescriptor(layout, columns, total);
  const perPhase = key.rowsPerPhase;
  if (rows % perPhase !== 0) return `${rows} rows are not whole groups of ${perPhase}`;
  const groups = rows / perPhase;
  let turned = units;
  if (key.kind === 'xor' && groups > key.phases && key.phases !== units) {
    if (units % key.phases !== 0)
      return `${units} units are not whole parts of ${key.phases} phases`;
    turned = key.phases;
  }
  // From memory to the user: elements of a unit, units that turn, the rest of the row, rows of a group, groups.
  const limits = [1, unit, unit * turned, columns, columns * perPhase, total];
  const segments = limits.slice(1).map((to, i) => ({ from: limits[i] ?? 1, to }));
  const [element, low, high, inGroup, group] = segments;
  if (!element || !low || !high || !inGroup || !group) return 'it has no digits';
  const base = basis(layout, limits);
  if (typeof base === 'string') return base;
  const present = segments.filter(({ from, to }) => to > from).reverse();
  const stages: Stage[] = [];
  const merged = mergeDigits(base.digits, present);
  if (merged !== undefined) stages.push(merged);
  const at = (segment: Segment): number => present.indexOf(segment);
  if (at(group) >= 0 && at(low) >= 0) {
    const pair = [groups, turned] as const;
    const shift = key.kind === 'rotate' ? turn(key.step % units, units, pair) : make.xor(pair);
    if (shift === undefined) return 'cyclic_shift moves by the row, not by a multiple of it';
    const others = present.filter((segment) => segment !== group && segment !== low);
    const ids = [[at(group), at(low)], ...others.map((segment) => [at(segment)])];
    const pass = others.map(({ from, to }) => make.passThrough(to / from));
    stages.push({ transforms: [shift, ...pass], lower: ids, upper: ids });
  }
  const sides = [
    [group, inGroup].filter((segment) => at(segment) >= 0),
    [high, low, element].filter((segment) => at(segment) >= 0),
  ];
  stages.push(
    indexStage(
      sides.map((side) => side.map((segment) => at(segment))),
      sides.map((side) => side.map(({ from, to }) => to / from)),
    ),
  );
  return { base: withVector(base.base, elementBytes), stages };
}

/** Rows and columns alone: no key. */
function plainDescriptor(
  layout: RowLayout,
  columns: number,
  total: number,
): DescriptorSpec | string {
  const { tile, unitBytes } = layout;
  const paddings = layout.paddings.filter(
    ({ intervalBytes }) => intervalBytes < total * tile.elementBytes,
  );
  const pitchBytes = pitchOf({ kind: 'rows', tile, unitBytes, paddings });
  if (pitchBytes !== undefined) {
    const strides = [pitchBytes / tile.elementBytes, 1];
    return { base: { kind: 'naive', lengths: [tile.rows, columns], strides }, stages: [] };
  }
  const base = basis(layout, [1, columns, total]);
  if (typeof base === 'string') return base;
  const sides = [
    { from: columns, to: total },
    { from: 1, to: columns },
  ];
  const merged = mergeDigits(base.digits, sides);
  return { base: base.base, stages: merged === undefined ? [] : [merged] };
}

function turn(step: number, units: number, lengths: readonly [number, number]) {
  if (step === 1 % units) return make.cyclicShift(lengths);
  return step === units - 1 ? make.inverseCyclicShift(lengths) : undefined;
}

interface Basis {
  readonly base: Extract<DescriptorBase, { readonly kind: 'naive' }>;
  /** The digits of the base, most significant first. */
  readonly digits: readonly Segment[];
}

/** The packed index in digits whose strides have the paddings. */
function basis(layout: RowLayout, limits: readonly number[]): Basis | string {
  const { elementBytes } = layout.tile;
  const total = limits.at(-1) ?? 1;
  const paddings = layout.paddings
    .map(({ intervalBytes, padBytes }) => ({
      interval: intervalBytes / elementBytes,
      pad: padBytes / elementBytes,
    }))
    .filter(({ interval }) => interval < total);
  const cuts = [...new Set([...limits, ...paddings.map(({ interval }) => interval)])];
  cuts.sort((a, b) => a - b);
  const digits = cuts.slice(1).map((to, i) => ({ from: cuts[i] ?? 1, to }));
  const odd = digits.find(({ from, to }) => to % from !== 0);
  if (odd !== undefined) return `${odd.to} elements are not a multiple of ${odd.from}`;
  const strides = digits.map(({ from }) =>
    paddings.reduce(
      (stride, { interval, pad }) => stride + pad * Math.floor(from / interval),
      from,
    ),
  );
  const lengths = digits.map(({ from, to }) => to / from);
  const base = {
    kind: 'naive',
    lengths: lengths.reverse(),
    strides: strides.reverse(),
  } as const;
  return { base, digits: [...digits].reverse() };
}

/** A stage that joins the digits of each segment; `undefined` when each is one digit. */
function mergeDigits(digits: readonly Segment[], segments: readonly Segment[]): Stage | undefined {
  const isOne = (segment: Segment, i: number): boolean =>
    segment.from === digits[i]?.from && segment.to === digits[i]?.to;
  if (digits.length === segments.length && segments.every(isOne)) return undefined;
  const ids = segments.map(({ from, to }) =>
    digits.flatMap((digit, i) => (digit.from >= from && digit.to <= to && from < to ? [i] : [])),
  );
  const lengths = ids.map((list) => list.map((i) => (digits[i]?.to ?? 1) / (digits[i]?.from ?? 1)));
  return indexStage(ids, lengths);
}
