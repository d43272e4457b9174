/** What a step needs before anything is pipelined: memory instructions alone, and the budget of a tile. */
import { barChart, barTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { Facts } from '../../controls/facts.tsx';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { View } from '../../picture/view.tsx';
import { Figure } from '../explorer-page.tsx';
import { budgetChart, budgetTable, documentTile, stepBudget } from './budget.ts';
import { memoryTable } from './memory.ts';
import { type Chip, chips } from './schedules.ts';

export const sizes = ['64', '128', '256'] as const;
export const depths = ['32', '64'] as const;

export function MemoryFigure(): JSX.Element {
  const [chip, setChip] = useState<Chip>('gfx942');
  const table = useMemo(() => memoryTable(chip), [chip]);
  return (
    <Figure title="What memory takes">
      <p class="prose">
        The notes begin with six measured rows. They are where the model&apos;s constants of latency
        and bandwidth come from, so that it has most of them right is not a merit; the fifth row it
        does not have, and no single latency could.
      </p>
      <Choice label="Chip" options={chips} value={chip} onChange={setChip} />
      <ScrolledTable table={table} />
    </Figure>
  );
}

export function BudgetFigure(): JSX.Element {
  const [chip, setChip] = useState<Chip>('gfx942');
  const [tile, setTile] = useState(documentTile);
  const budget = useMemo(() => stepBudget(tile, chip), [tile, chip]);
  const chart = budgetChart(budget);
  const { alone, fetch } = budget;
  const others = Math.max(alone.global, alone.ldsReads + alone.ldsWrites);
  const table = budgetTable(budget);
  return (
    <Figure title="The budget of a step">
      <div class="figure-controls">
        <Choice
          label="Rows and columns of the tile"
          options={sizes}
          value={sizes.find((one) => Number(one) === tile.size) ?? '256'}
          onChange={(size) => setTile({ ...tile, size: Number(size) })}
        />
        <Choice
          label="Depth of a step"
          options={depths}
          value={depths.find((one) => Number(one) === tile.depth) ?? '32'}
          onChange={(depth) => setTile({ ...tile, depth: Number(depth) })}
        />
        <Choice label="Chip" options={chips} value={chip} onChange={setChip} />
      </div>
      <p class="verdict hot-verdict">
        {alone.matrix >= others ? (
          <>
            The matrix core is the busiest unit: {alone.matrix.toLocaleString('en-US')} cycles that
            everything else can hide behind.{' '}
            {fetch <= alone.matrix
              ? 'The next tile also arrives within them, latency included.'
              : `But the next tile takes ${fetch.toLocaleString('en-US')} cycles to arrive, latency included: it has to be asked for more than a step ahead.`}
          </>
        ) : (
          <>
            The matrix core is not the busiest unit: whatever is overlapped, a step cannot take less
            than {others.toLocaleString('en-US')} cycles of memory, against{' '}
            {alone.matrix.toLocaleString('en-US')} of matrix instructions. Products grow with the
            area of a tile, copies with its edge.
          </>
        )}
      </p>
      <Facts
        facts={[
          { name: 'matrix core, cycles', value: alone.matrix.toLocaleString('en-US') },
          { name: 'global memory, cycles', value: alone.global.toLocaleString('en-US') },
          { name: 'until the tile is there', value: fetch.toLocaleString('en-US') },
          {
            name: 'LDS, cycles',
            value: (alone.ldsReads + alone.ldsWrites).toLocaleString('en-US'),
          },
        ]}
      />
      <View picture={barChart(chart)} table={() => barTable(chart)} name="hot-loop-budget" />
      <ScrolledTable table={table} />
    </Figure>
  );
}
