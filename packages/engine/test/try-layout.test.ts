/** A typed layout on the accesses of a kernel, compared with what the search counts and with the problem itself. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '@ldscope/core';
import { forAll } from '../../../test/for-all.ts';
import { exampleText } from '../../../test/example.ts';
import { layoutTexts, suggestKernel, suggestTile, tryLayout } from '../src/index.ts';

const kernels = [
  ['a transpose', () => suggestKernel(exampleText('transpose-plain/kernel.mlir'))],
  ['a tile whose vectors are cut', cutting],
  ['Triton IR', () => suggestKernel(exampleText('triton-matmul/kernel.ttgir'))],
  [
    'a specification of CK Tile',
    () => suggestKernel(exampleText('ck-tile-swapped/spec.yaml'), { file: 'spec.yaml' }),
  ],
] as const;

function cutting(): ReturnType<typeof suggestTile> {
  return suggestTile({
    machines: ['gfx942'],
    tile: '64x64xf16',
    waves: 4,
    write: ['row-copy b128'],
    read: ['column-walk b16'],
  });
}

describe('a typed layout', () => {
  it.each(kernels)('of %s costs what the search counted', (_name, make) => {
    let tried = 0;
    for (const { suggested, front, whole } of make().buffers) {
      for (const [index, layout] of front.entries()) {
        for (const { notation, text } of layoutTexts(layout)) {
          if (text === undefined) continue;
          const again = tryLayout(`${notation}: ${text}`, whole);
          if (!again.ok) expect.unreachable(`${notation}: ${text}`);
          const { cost, faults, words } = again.value;
          const shown = suggested.front[index];
          expect(faults).toEqual([]);
          expect(words).toBe(shown?.layout);
          expect(cost?.ldsBytes).toBe(shown?.ldsBytes);
          expect(cost?.widthBytes).toBe(shown?.widthBytes);
          const conflicts = suggested.machines.map((_machine, t) =>
            sum(cost?.accesses.map(({ counts }) => counts[t]?.conflicts ?? Number.NaN) ?? []),
          );
          expect(conflicts).toEqual(shown?.conflicts);
          tried++;
        }
      }
    }
    expect(tried).toBeGreaterThan(0);
  });

  it('that tears vectors is counted with the pieces that stay whole, access by access', () => {
    const [buffer] = cutting().buffers;
    if (buffer === undefined) expect.unreachable();
    const padded = tryLayout('pitch = 68', buffer.whole);
    if (!padded.ok) expect.unreachable();
    const { cost } = padded.value;
    expect(cost).toMatchObject({ isCut: true, widthBytes: 8, ldsBytes: 64 * 136 });
    // Rows of 144 bytes keep the 16 of a vector aligned.
    const aligned = tryLayout('pitch = 72', buffer.whole);
    if (!aligned.ok) expect.unreachable();
    expect(aligned.value.cost).toMatchObject({ isCut: false, widthBytes: 16 });
  });

  it('that is not legal says why and counts nothing', () => {
    const [buffer] = suggestKernel(exampleText('transpose-plain/kernel.mlir')).buffers;
    if (buffer === undefined) expect.unreachable();
    const overlapping = tryLayout('c: col + row * 16', buffer.whole);
    expect(overlapping.ok).toBe(false);
    expect(overlapping.diagnostics.map(({ code }) => code)).toEqual(['notation/collision']);
    const large = tryLayout('pitch = 3000', buffer.whole);
    if (!large.ok) expect.unreachable();
    expect(large.value.cost).toBeUndefined();
    expect(large.value.faults.map(({ about }) => about)).toEqual(['capacity']);
    // Direct-to-LDS copies fill one block, which padding within it would break.
    const [filled] = suggestKernel(exampleText('gemm-gather-to-lds/kernel.mlir')).buffers;
    if (filled === undefined) expect.unreachable();
    const { columns } = filled.suggested.tile;
    const broken = tryLayout(`pitch = ${columns + 8}`, filled.whole);
    if (!broken.ok) expect.unreachable();
    expect(broken.value.faults.map(({ code }) => code)).toContain('mitigate/lane-linear');
    expect(broken.value.cost).toBeUndefined();
  });

  it('that cannot be read has the place of its fault', () => {
    const [buffer] = suggestKernel(exampleText('transpose-plain/kernel.mlir')).buffers;
    if (buffer === undefined) expect.unreachable();
    const text = 'cute:  Sw<2,0,3> o 0 o (32,32):(32,oops)';
    const wrong = tryLayout(text, buffer.whole);
    const start = wrong.diagnostics[0]?.span?.start ?? -1;
    expect(text.slice(start)).toMatch(/^oops/);
    const pieces =
      'Sw< 3 , > o ( ) : 32 wave: row ^ #ttg. { pitch = swizzle_unit make_ col cute: plain 64 * % [ ] \n';
    const piece = fc.constantFrom(...pieces.split(' '));
    forAll([fc.array(piece, { maxLength: 12 })], (chosen) => {
      const typed = chosen.join(' ');
      const tried = tryLayout(typed, buffer.whole);
      for (const { span } of tried.diagnostics) {
        if (span === undefined) continue;
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeLessThanOrEqual(typed.length + 1);
      }
    });
  });
});
