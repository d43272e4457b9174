/** Statements of the documents on three reads, beside the counts for both chips. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { Folded } from '../parts/folded.tsx';
import * as show from '../parts/show.tsx';
import { documentTable } from './documents.ts';

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
