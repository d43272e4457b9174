/** Reads of the reference documents, counted. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { Folded } from '../parts/folded.tsx';
import { Prose } from '../parts/linked.tsx';
import { documentTable } from './documents.ts';

export function DocumentsFigure(): JSX.Element {
  const table = useMemo(documentTable, []);
  return (
    <Folded
      title="For readers of the IREE talk, Wave's page or the GEMM notes"
      summary="Three reads of these documents, counted on two chips."
    >
      <ScrolledTable table={table} />
      <Prose
        class="operand-words"
        text="The documents are {talk}, {wave} and {gemm}. Each counts for its own chip: the talk for the 32 banks of gfx942, Wave for the 64 that gfx950 has for this read. gfx942 has no 16x16x32; there, Wave's read is that of two 16x16x16."
      />
    </Folded>
  );
}
