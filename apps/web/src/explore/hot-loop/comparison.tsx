/** All pipelines side by side, and what costs the chosen one time. */
import { type Ablation, ablations } from '@ldscope/core';
import type { BarChart } from '@ldscope/render';
import type { JSX } from 'preact';
import type { LoopOf } from './known-loops.ts';
import { cyclesWithout, type HotLoop } from './model.ts';
import { hasOwnTile, pipelines, publishedCycles, scheduleOf } from './schedules.ts';
import type { Settings } from './settings.ts';
import { documentTile, isDocumentTile, tileText } from '../parts/gemm-tile.ts';
import { useGradually } from '../parts/use-later.ts';
import * as show from '../parts/show.tsx';

/** The sketch of level 2 has other iterations: two slices, no loads. */
const compared = pipelines.filter(({ value }) => value !== 'level-2');

export function Comparison({
  settings,
  loopOf,
}: Readonly<{ settings: Settings; loopOf: LoopOf }>): JSX.Element {
  const { tile, chip, pipeline } = settings;
  const { pipeline: _, ...key } = settings;
  const cycles = useGradually(
    compared.length,
    (index) => {
      const name = compared[index]?.value ?? 'by-hand';
      const schedule = scheduleOf({ ...settings, pipeline: name });
      if (!schedule.ok) return undefined;
      const { text, steps } = schedule.value;
      const cycles = loopOf(text).loop?.cyclesPerIteration;
      return cycles && Math.round(cycles / steps);
    },
    JSON.stringify(key),
  );
  const isDocuments = isDocumentTile(tile);
  const chart: BarChart = {
    title: 'Cycles per step of every pipeline',
    description: `The first three for ${tileText(tile)}, the others for ${tileText(documentTile)}.`,
    value: { title: 'per step', unit: 'cycles' },
    series: [{ title: 'simulated', look: 'accent' }],
    publishedTitle: 'published estimate',
    width: 520,
    groups: compared.map(({ value, label }, index) => ({
      label: `${value === pipeline ? '▸ ' : ''}${label}${isDocuments || !hasOwnTile(value) ? '' : ' *'}`,
      values: [cycles[index]],
      ...(chip === 'gfx942' ? { published: [publishedCycles(value)] } : {}),
    })),
  };
  return show.panel('hot-panel', 'All pipelines: cycles per step', [
    show.bars(chart, 'hot-loop-pipelines'),
    isDocuments ? undefined : (
      <p class="hot-hint">
        * with the chosen tile of {tileText(tile)}; the others are {tileText(documentTile)}.
      </p>
    ),
  ]);
}

const causes: Readonly<Record<Ablation, string>> = {
  'conflicts': 'bank conflicts',
  'lds': 'all LDS time',
  'vmem-latency': 'latency of global memory',
  'vmem-bandwidth': 'bandwidth of global memory',
  'mfma': 'matrix instructions',
};

export function Costs({ loop }: { readonly loop: HotLoop }): JSX.Element {
  const without = useGradually(
    ablations.length,
    (index) => cyclesWithout(loop, ablations[index] ?? 'lds'),
    loop,
  );
  const whole = loop.loop?.cyclesPerIteration ?? 0;
  const chart: BarChart = {
    title: 'Time saved without each cause',
    description: 'Cycles that an iteration is shorter when one cause is removed from the model.',
    value: { title: 'shorter by', unit: 'cycles' },
    series: [{ title: 'saved', look: 'matrix' }],
    width: 520,
    groups: ablations.map((cause, index) => {
      const cycles = without[index];
      return {
        label: causes[cause],
        values: [cycles === undefined ? undefined : Math.max(0, Math.round(whole - cycles))],
      };
    }),
  };
  return show.panel('hot-panel', 'Time saved without each cause', [
    show.bars(chart, 'hot-loop-costs'),
    <p class="hot-hint">
      The bars do not add up: removing a cause that another one hides saves nothing.
    </p>,
  ]);
}
