/** What a step needs without any pipelining: memory instructions alone, and the budget of a tile. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Facts } from '../../controls/facts.tsx';
import { Fields } from '../../controls/form.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { Bars } from '../../picture/chart.tsx';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { Figure } from '../explorer-page.tsx';
import { Try } from '../parts/try.tsx';
import { grouped } from '../parts/words.ts';
import { budgetChart, budgetTable, stepBudget } from './budget.ts';
import { budgetControls, budgetTries, memoryControls } from './controls.ts';
import { memoryTable } from './memory.ts';

export function MemoryFigure(): JSX.Element {
  const form = useControls(memoryControls);
  const { chip } = form.state;
  const table = useMemo(() => memoryTable(chip), [chip]);
  return (
    <Figure title="Latency and bandwidth of memory instructions">
      <ScrolledTable table={table} />
      <Fields of={form} />
      <p class="prose">
        The notes begin with six measured rows. The model was fitted to these rows, so matching them
        proves nothing; no single latency explains row five.
      </p>
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
      <Bars chart={chart} name="hot-loop-budget" />
      <p class="verdict">
        {alone.matrix >= others ? (
          <>
            The matrix core is the busiest unit: everything else can hide behind its{' '}
            {grouped(alone.matrix)} cycles.{' '}
            {fetch <= alone.matrix
              ? 'The next tile also arrives within them, latency included.'
              : `But the next tile takes ${grouped(fetch)} cycles to arrive, latency included: it has to be requested more than one step ahead.`}
          </>
        ) : (
          <>
            The matrix core is not the busiest unit: even with perfect overlap a step takes at least{' '}
            {grouped(others)} cycles of memory, compared with {grouped(alone.matrix)} of matrix
            instructions. Products grow with the area of a tile, copies with its edge.
          </>
        )}
      </p>
      <Facts
        facts={[
          { name: 'matrix core, cycles', value: grouped(alone.matrix) },
          { name: 'global memory, cycles', value: grouped(alone.global) },
          { name: 'until the next tile arrives', value: grouped(fetch) },
          {
            name: 'LDS, cycles',
            value: grouped(alone.ldsReads + alone.ldsWrites),
          },
        ]}
      />
      <Try of={form} tries={budgetTries} />
      <Fields of={form} />
      <ScrolledTable table={budgetTable(budget)} />
    </Figure>
  );
}
