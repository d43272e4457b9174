/** Where the swizzle ends: the document's limits and the cases that it does not mention, counted. */
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Fields } from '../../controls/form.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { tableOf } from '../../picture/table-of.ts';
import { Figure } from '../explorer-page.tsx';
import { type LimitRow, limitRows } from './limit-rows.ts';
import { limitControls } from './controls.ts';
import type { Chip } from './model.ts';

export function LimitsFigure(): JSX.Element {
  const form = useControls(limitControls);
  const { chip } = form.state;
  const table = useMemo(() => limitTable(chip, limitRows(chip)), [chip]);
  return (
    <Figure title="Where it ends">
      <Fields of={form} />
      <ScrolledTable table={table} />
      <div class="prose">
        <p>
          The document names two limits. <b>Gathers wider than reads</b>: a unit of 16 halves covers
          eight banks, lanes that read two halves of different rows of one chunk position still
          meet, and no key over such units undoes it.{' '}
          <b>More rows in a phase than chunks in a row</b>: here the document says that a conflict
          is inevitable. It is for a key that takes a new value in every row. On gfx950 a row of
          four chunks fills half the banks, so two rows lie side by side and need the same key:
          floor(row / 2) is free of conflicts, at no cost.
        </p>
        <p>
          Not in the document: longer rows. The cap of 8 phases leaves two ways on gfx950, where a
          phase of ds_read_b128 has 16 lanes; 16 phases would do. On gfx942 a phase has 8 lanes, and
          8 phases suffice. So the key has to be found per pitch and chip.
        </p>
      </div>
    </Figure>
  );
}

const limitTable = (chip: Chip, rows: readonly LimitRow[]): DataTable =>
  tableOf(`Worst ways of the operand's reads on ${chip}`, rows, [
    ['case', ({ title }) => title],
    ['tile', ({ parameters }) => `32 x ${parameters.columns}`],
    ['gather, read', ({ parameters }) => `${parameters.gather}, ${parameters.read}`],
    ['unit, phases', ({ parameters }) => `${parameters.unit}, ${parameters.phases}`],
    ['plain', ({ plainWays }) => plainWays],
    ['Wave', ({ swizzledWays }) => swizzledWays ?? 'leaves the row', 'numeric'],
    ['best key', ({ best }) => best.ways],
    [
      'which',
      ({ best: { rowsPerPhase, phases } }) =>
        `${rowsPerPhase === 1 ? 'row' : `floor(row / ${rowsPerPhase})`} mod ${phases}`,
    ],
  ]);
