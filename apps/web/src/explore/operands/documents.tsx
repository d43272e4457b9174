/** Statements of the documents on three reads, beside the counts for both chips. */
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { tableOf } from '../../picture/table-of.ts';
import { Folded } from '../parts/folded.tsx';
import { counted } from '../parts/words.ts';
import * as show from '../parts/show.tsx';
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

export function DocumentsFigure(): JSX.Element {
  const table = useMemo(documentTable, []);
  return (
    <Folded
      title="For readers of the IREE talk, Wave's page or the GEMM notes"
      summary="Three reads of these documents, counted on two chips."
    >
      <ScrolledTable table={table} />
      {show.prose(
        "The documents are {talk}, {wave} and {gemm}. Each counts for its own chip: the talk for the 32 banks of gfx942, Wave for the 64 that gfx950 has for this read. gfx942 has no 16x16x32; there, Wave's read is that of two 16x16x16.",
        'operand-words',
      )}
    </Folded>
  );
}
