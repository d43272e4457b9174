/** Statements of the documents on three reads, beside the counts for both chips. */
import type { DataTable } from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import { counted } from '../../controls/words.ts';
import { type LayoutKind, operandRead, presets, type ReadParameters } from './model.ts';

const F16_ON_GFX942 = 'v_mfma_f32_16x16x16_f16';

const { talk, wave, gemm } = presets;

const claims: readonly (readonly [
  document: string,
  claim: string,
  parameters: ReadParameters,
  layout: LayoutKind,
  /** The instruction of the same rows and as wide a read on gfx942, where it lacks the document's own. */
  instead?: string,
])[] = [
  ['IREE talk', '16x16x16 f16, LD 128, b64: 16 ways', talk, 'plain'],
  ['IREE talk', 'LD 132: no conflict', talk, 'padded'],
  ['IREE talk', 'LD 64: advance 0 as well, so 16 ways', { ...talk, columns: 64 }, 'plain'],
  ['Wave', '16x16x32 f16, LD 64, b128: 4 ways', wave, 'plain', F16_ON_GFX942],
  ['Wave', 'XOR of 8 halves with row mod 8: no conflict', wave, 'xor', F16_ON_GFX942],
  ['GEMM notes', '32x32x8 f16, LD 32, b128: conflicts are not counted', gemm, 'plain'],
];

export function claimCounts() {
  return claims.map(([document, claim, parameters, layout, instead]) => ({
    document,
    claim,
    /** Ways and cycles by chip. */
    counts: (['gfx942', 'gfx950'] as const).map((chip) => {
      const read = operandRead({
        ...parameters,
        chip,
        instruction: (chip === 'gfx942' ? instead : undefined) ?? parameters.instruction,
        layout: layout === 'plain' ? parameters.layout : layout,
      });
      const { worstWays, cycles } = layout === 'plain' ? read.plain : read.other;
      return { ways: worstWays, cycles };
    }),
  }));
}

export function documentTable(): DataTable {
  const countText = ({ counts }: ReturnType<typeof claimCounts>[number], index: number): string =>
    `${counted(counts[index]?.ways ?? 0, 'way')}, ${counts[index]?.cycles ?? 0} cycles`;
  return tableOf('Three reads on two chips: ways, and cycles of the read', claimCounts(), [
    'document',
    ['statement', 'claim'],
    ['gfx942', (row) => countText(row, 0)],
    ['gfx950', (row) => countText(row, 1)],
  ]);
}
