/** What a step needs without any pipelining: memory instructions alone, and the budget of a tile. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { toneOf } from '../../controls/facts.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { grouped } from '../../controls/words.ts';
import { gemmTileNames, gemmTileOf } from '../parts/gemm-tile.ts';
import * as show from '../parts/show.tsx';
import { budgetChart, budgetTable, type StepBudget, stepBudget } from './budget.ts';
import { budgetControls, budgetTries, memoryControls } from './controls.ts';
import { memoryTable, ownRow, rounded, strideFault } from './memory.ts';

export function MemoryFigure(): JSX.Element {
  const form = useControls(memoryControls);
  const { chip, waves } = form.state;
  const table = useMemo(() => memoryTable(chip), [chip]);
  const fault = strideFault(form.state);
  const own = useMemo(
    () => (fault === undefined ? ownRow(form.state) : undefined),
    [form.state, fault],
  );
  return show.figure('Latency and bandwidth of memory instructions', [
    show.table(table),
    show.fields(form),
    own === undefined
      ? show.refused(fault)
      : show.facts([
          ['bank conflicts, cycles', own.conflicts, toneOf(own.conflicts)],
          ['latency, cycles', rounded(own.latency)],
          ['one every', rounded(own.throughput)],
          [`of ${waves} waves, one every`, rounded(own.together)],
        ]),
    show.prose(
      'The notes begin with six measured rows. The model was fitted to these rows, so matching them proves nothing; no single latency explains row five.',
    ),
  ]);
}

export function BudgetFigure(): JSX.Element {
  const form = useControls(budgetControls);
  const answer = useMemo(() => stepBudget(gemmTileOf(form.state), form.state.chip), [form.state]);
  return show.figure('The budget of a step', [
    answer.ok ? <Budget budget={answer.value} /> : show.refused(answer.why),
    show.tries(form, budgetTries),
    show.fields(form, ['chip', ...gemmTileNames]),
    answer.ok ? show.table(budgetTable(answer.value)) : undefined,
  ]);
}

function Budget({ budget }: { readonly budget: StepBudget }): JSX.Element {
  const chart = useMemo(() => budgetChart(budget), [budget]);
  const { alone, fetch } = budget;
  const others = Math.max(alone.global, alone.ldsReads + alone.ldsWrites);
  return show.all([
    show.bars(chart, 'hot-loop-budget'),
    show.prose(
      alone.matrix < others
        ? `The matrix core is not the busiest unit: even with perfect overlap a step takes at least ${grouped(others)} cycles of memory, compared with ${grouped(alone.matrix)} of matrix instructions. Products grow with the area of a tile, copies with its edge.`
        : `The matrix core is the busiest unit: everything else can hide behind its ${grouped(alone.matrix)} cycles. ${
            fetch <= alone.matrix
              ? 'The next tile also arrives within them, latency included.'
              : `But the next tile takes ${grouped(fetch)} cycles to arrive, latency included: it has to be requested more than one step ahead.`
          }`,
      'verdict',
    ),
    show.facts([
      ['matrix core, cycles', grouped(alone.matrix)],
      ['global memory, cycles', grouped(alone.global)],
      ['until the next tile arrives', grouped(fetch)],
      ['LDS, cycles', grouped(alone.ldsReads + alone.ldsWrites)],
    ]),
  ]);
}
