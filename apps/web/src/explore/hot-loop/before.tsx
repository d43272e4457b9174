/** What a step needs before anything is pipelined: memory instructions alone, and the budget of a tile. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Facts } from '../../controls/facts.tsx';
import { Fields } from '../../controls/form.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { Bars } from '../../picture/chart.tsx';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { Figure } from '../explorer-page.tsx';
import { grouped } from '../parts/words.ts';
import { budgetChart, budgetTable, stepBudget } from './budget.ts';
import { budgetControls, memoryControls } from './controls.ts';
import { memoryTable } from './memory.ts';

export function MemoryFigure(): JSX.Element {
  const form = useControls(memoryControls);
  const { chip } = form.state;
  const table = useMemo(() => memoryTable(chip), [chip]);
  return (
    <Figure title="What memory takes">
      <p class="prose">
        The notes begin with six measured rows. They are where the model&apos;s constants of latency
        and bandwidth come from, so that it has most of them right is not a merit; the fifth row it
        does not have, and no single latency could.
      </p>
      <Fields of={form} />
      <ScrolledTable table={table} />
    </Figure>
  );
}

export function BudgetFigure(): JSX.Element {
  const form = useControls(budgetControls);
  const { chip, size, depth } = form.state;
  const budget = useMemo(() => stepBudget({ size, depth }, chip), [size, depth, chip]);
  const chart = useMemo(() => budgetChart(budget), [budget]);
  const { alone, fetch } = budget;
  const others = Math.max(alone.global, alone.ldsReads + alone.ldsWrites);
  return (
    <Figure title="The budget of a step">
      <Fields of={form} />
      <p class="verdict hot-verdict">
        {alone.matrix >= others ? (
          <>
            The matrix core is the busiest unit: {grouped(alone.matrix)} cycles that everything else
            can hide behind.{' '}
            {fetch <= alone.matrix
              ? 'The next tile also arrives within them, latency included.'
              : `But the next tile takes ${grouped(fetch)} cycles to arrive, latency included: it has to be asked for more than a step ahead.`}
          </>
        ) : (
          <>
            The matrix core is not the busiest unit: whatever is overlapped, a step cannot take less
            than {grouped(others)} cycles of memory, against {grouped(alone.matrix)} of matrix
            instructions. Products grow with the area of a tile, copies with its edge.
          </>
        )}
      </p>
      <Facts
        facts={[
          { name: 'matrix core, cycles', value: grouped(alone.matrix) },
          { name: 'global memory, cycles', value: grouped(alone.global) },
          { name: 'until the tile is there', value: grouped(fetch) },
          {
            name: 'LDS, cycles',
            value: grouped(alone.ldsReads + alone.ldsWrites),
          },
        ]}
      />
      <Bars chart={chart} name="hot-loop-budget" />
      <ScrolledTable table={budgetTable(budget)} />
    </Figure>
  );
}
