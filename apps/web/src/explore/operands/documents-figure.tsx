/** The documents' reads, counted. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { Figure } from '../explorer-page.tsx';
import { documentTable } from './documents.ts';

export function DocumentsFigure(): JSX.Element {
  const table = useMemo(documentTable, []);
  return (
    <Figure title="Beside the documents">
      <ScrolledTable table={table} />
      <p class="operand-words">
        Each document counts for its own chip: the talk with the 32 banks of gfx942, Wave with the
        64 that gfx950 has for this read. On gfx942, which has no 16x16x32, Wave&apos;s read is that
        of two 16x16x16.
      </p>
    </Figure>
  );
}
