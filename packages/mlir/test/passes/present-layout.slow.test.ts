/** The present layout of a buffer is recognised as the same map, or not understood: never as another. */
import { elementOffset, plainLayout, type RowKey, type RowLayout, type Tile } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeKernel,
  findBuffers,
  parseModule,
  presentLayout,
  type PresentLayout,
} from '@ldscope/mlir';
import { forAll } from '../../../../test/for-all.ts';
import { machine } from './run.ts';
import { kernelText, pitchOf, type Style, swizzledKernels } from './swizzled-kernels.ts';
import { leastCases } from '../../../../test/cases.ts';

function presentOf(text: string, tile: Tile, pitch: number): PresentLayout {
  const { module, diagnostics } = parseModule(text);
  if (diagnostics.length > 0) throw new Error(diagnostics[0]?.message);
  const described = describeKernel(module, machine);
  if (!described.ok) throw new Error(described.diagnostics[0]?.message);
  const { op, block, waveSize } = described.value;
  const [buffer] = findBuffers(op);
  if (buffer === undefined) throw new Error('no buffer');
  return presentLayout({ module, buffer, tile, pitch, block, waveSize });
}

/** Compares the places of all elements one by one. */
function isSameMap(a: RowLayout, b: RowLayout): boolean {
  const { rows, columns } = a.tile;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (elementOffset(a, row, column) !== elementOffset(b, row, column)) return false;
    }
  }
  return true;
}

/** True when the places of the first element of every row differ by one XOR. */
function differsByConstant(a: RowLayout, b: RowLayout): boolean {
  const place = (layout: RowLayout, row: number): number =>
    elementOffset(unpadded(layout), row, 0) % (layout.tile.columns * layout.tile.elementBytes);
  const first = place(a, 0) ^ place(b, 0);
  return Array.from({ length: a.tile.rows }, (_, row) => place(a, row) ^ place(b, row)).every(
    (difference) => difference === first,
  );
}

const unpadded = (layout: RowLayout): RowLayout => ({ ...layout, paddings: [] });

it('2,000 random kernels have the layout that they were written with, or one that is not understood', () => {
  const counts = { known: 0, unknown: 0 };
  forAll([swizzledKernels], 1000, ({ text, layout, pitch }) => {
    const present = presentOf(text, layout.tile, pitch);
    if (present.kind === 'unknown') {
      counts.unknown++;
      return;
    }
    counts.known++;
    expect(present.kind).toBe('known');
    if (present.kind !== 'known' || isSameMap(present.layout, unpadded(layout))) return;
    expect(present.layout).toEqual(unpadded(layout));
  });
  expect(counts.known).toBeGreaterThan(leastCases(9 * counts.unknown));
}, 300_000);

const tile: Tile = { rows: 32, columns: 64, elementBytes: 2 };
const style: Style = {
  element: 'f16',
  fill: 'store',
  arithmetic: 'affine',
  bits: false,
  flat: false,
  flatSource: false,
  reader: 'operand',
  loops: false,
  waves: 2,
};

function layoutOf(key: RowKey | undefined, of: Tile = tile): RowLayout {
  const plain: RowLayout = plainLayout(of);
  return key === undefined ? plain : { ...plain, unitBytes: 16, key };
}

const xor = (phases: number, rowsPerPhase = 1): RowKey => ({ kind: 'xor', phases, rowsPerPhase });

describe('a layout with fewer phases than units', () => {
  it.each([
    ['of 16 units', xor(8), { ...tile, columns: 128 }],
    ['of 8 units', xor(4), tile],
    ['of two phases', xor(2), tile],
    ['of pairs of rows', xor(4, 2), tile],
    ['of groups of four rows', xor(8, 4), tile],
    ['rotated', { kind: 'rotate', step: 1, rowsPerPhase: 1 } as const, tile],
    ['with a constant', { kind: 'xor-table', keys: [3, 2, 1, 0] } as const, tile],
  ])('%s is named as it is, by stores and by copies', (_name, key, of) => {
    const layout = layoutOf(key, of);
    for (const fill of ['store', 'copy'] as const) {
      const text = kernelText(of, { writer: layout, reader: layout }, { ...style, fill }, 8);
      expect(presentOf(text, of, of.columns)).toEqual({ kind: 'known', layout, missing: [] });
    }
  });
  it('is not guessed where a constant may be part of the key', () => {
    const layout = layoutOf({ kind: 'xor-table', keys: [3, 2, 1, 0] });
    const computed = { ...style, fill: 'computed' } as const;
    const text = kernelText(tile, { writer: layout, reader: layout }, computed, 8);
    expect(presentOf(text, tile, tile.columns)).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('no copy from global memory fills a whole row'),
    });
  });
});

describe('sides that differ', () => {
  it.each([
    ['a reader without the key', xor(8), undefined, 1],
    ['a writer without the key', undefined, xor(8), 1],
    ['a reader with fewer phases', xor(8), xor(4), 4],
    ['a reader with other rows', xor(4), xor(4, 2), 1],
  ])('are both named: %s', (_name, written, read, row) => {
    const [writer, reader] = [layoutOf(written), layoutOf(read)];
    for (const fill of ['store', 'copy'] as const) {
      const text = kernelText(tile, { writer, reader }, { ...style, fill }, 8);
      expect(presentOf(text, tile, tile.columns)).toMatchObject({
        kind: 'mixed',
        writers: { layout: writer },
        readers: { layout: reader },
        row,
      });
    }
  });
  it('are not accused where a work-item reads its whole row: the order may be meant', () => {
    const [writer, reader] = [layoutOf(undefined), layoutOf(xor(8))];
    const lanes = { ...style, reader: 'lanes', loops: true } as const;
    const text = kernelText(tile, { writer, reader }, lanes, 8);
    expect(presentOf(text, tile, tile.columns).kind).not.toBe('mixed');
  });
  it('are never one known layout, in 300 random kernels', () => {
    forAll([swizzledKernels, swizzledKernels], 150, ({ layout, style: own }, other) => {
      const key = other.layout.key;
      const units = (layout.tile.columns * layout.tile.elementBytes) / layout.unitBytes;
      fc.pre(key?.kind === 'xor' && key.phases <= units);
      fc.pre(layout.key !== undefined && layout.key.kind !== 'rotate');
      const reader = { ...layout, key };
      // A constant between the two may be meant: then the reader takes other units of each row.
      fc.pre(!differsByConstant(layout, reader));
      const width = 4 / layout.tile.elementBytes;
      const fill = own.fill === 'copy' ? 'store' : own.fill;
      const text = kernelText(layout.tile, { writer: layout, reader }, { ...own, fill }, width);
      const present = presentOf(text, layout.tile, pitchOf(layout));
      expect(present.kind).not.toBe('known');
    });
  });
});
