/**
 * The descriptors of CK's GEMM policies, from layouts that have their map.
 *
 *     XOR of lines of L rows     naive (K/KPack * L, M/L, KPack), xor, unmerge, merge: `LdsIndexSwapping`
 *     lines of KPack columns     naive (K/KPack, M, KPack) with a pad per line, merge
 *
 * Merges are `make_merge_transform_v3_division_mod`, as the policies write them.
 */
import type { DescriptorSpec } from './descriptor.ts';
import { swappingOf } from './recognise-swapping.ts';
import { ldsIndexSwappingSpec } from './swapping.ts';
import { make } from './transforms/transform.ts';
import { elementOffsets, recognizeReshaped } from '../../layout/tile/recognize.ts';
import {
  type Cut,
  elementOffset,
  rowBytes,
  type RowLayout,
  type TileLayout,
} from '../../layout/tile/tile-layout.ts';
import { withVector } from './vector.ts';

/** The descriptor in the form of CK's policies; `undefined` where the layout is none of theirs. */
export function policyDescriptor(layout: TileLayout): DescriptorSpec | undefined {
  const { tile } = layout;
  const { elementBytes } = tile;
  const swapping = swappingOf(
    tile.rows,
    tile.columns,
    (row, column) => elementOffset(layout, row, column) / elementBytes,
  );
  if (swapping !== undefined) {
    const spec = ldsIndexSwappingSpec(swapping);
    return spec.ok ? asPolicy(spec.value, elementBytes) : undefined;
  }
  if (layout.kind === 'rows') return undefined;
  const reshaped =
    layout.kind === 'reshaped' ? layout : recognizeReshaped(tile, elementOffsets(layout));
  return reshaped?.cut.kind === 'column-packs' ? packs(reshaped.lines, reshaped.cut) : undefined;
}

type ColumnPacks = Extract<Cut, { readonly kind: 'column-packs' }>;

/** Elements from line to line; `undefined` where padding is elsewhere. */
function pitchOfLines({ tile, paddings }: RowLayout): number | undefined {
  const [padding, second] = paddings;
  if (padding === undefined) return tile.columns;
  if (second !== undefined || padding.intervalBytes !== rowBytes(tile)) return undefined;
  const pitch = tile.columns + padding.padBytes / tile.elementBytes;
  return Number.isInteger(pitch) ? pitch : undefined;
}

function packs(lines: RowLayout, { columns: kPack }: ColumnPacks): DescriptorSpec | undefined {
  const { tile, key } = lines;
  const pitch = pitchOfLines(lines);
  if (pitch === undefined || key !== undefined) return undefined;
  const rows = tile.columns / kPack;
  const base = {
    kind: 'naive',
    lengths: [tile.rows, rows, kPack],
    strides: [pitch, kPack, 1],
  } as const;
  const stage = {
    transforms: [make.passThrough(rows), make.merge([tile.rows, kPack])],
    lower: [[1], [0, 2]],
    upper: [[0], [1]],
  };
  return asPolicy({ base, stages: [stage] }, tile.elementBytes);
}

/** With merges by division, and a promise of vectors that the strides keep. */
function asPolicy({ base, stages }: DescriptorSpec, elementBytes: number): DescriptorSpec {
  const { lengths } = base;
  const strides = 'strides' in base ? base.strides : [];
  return {
    base: withVector({ kind: 'naive', lengths, strides }, elementBytes),
    stages: stages.map((stage) => ({
      ...stage,
      transforms: stage.transforms.map((transform) =>
        transform.kind === 'merge' ? make.merge(transform.lowerLengths, 'divide') : transform,
      ),
    })),
  };
}
