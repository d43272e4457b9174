/** A pipeline on one compute unit: its timeline, its figures, and its controls. */
import { type Ablation, ablations } from '@ldscope/core';
import {
  type BarChart,
  explainExecution,
  timelinePicture,
  unitTable,
  waitTable,
} from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type Fact, toneOf } from '../../controls/facts.tsx';
import { Stepper } from '../../controls/stepper.tsx';
import { type Form, useControls } from '../../controls/use-controls.ts';
import { grouped } from '../../controls/words.ts';
import { Scrolled, TableOf } from '../../picture/data-table.tsx';
import { documentTile, gemmTileNames, isDocumentTile, tileText } from '../parts/gemm-tile.ts';
import * as show from '../parts/show.tsx';
import { useGradually, useLater } from '../parts/use-later.ts';
import { defaultsOf, type PipelineState, pipelineTries, zoomControls } from './controls.ts';
import { roomOf, type Schedule } from './generate.ts';
import { boundInWords, busyPercent, cyclesWithout, type HotLoop, type LoopOf } from './model.ts';
import { hasOwnTile, noteOf, pipelines, publishedCycles, scheduleOf } from './schedules.ts';
import type { Settings } from './settings.ts';

/** The sketch of level 2 has other iterations: two slices, no loads. */
const compared = pipelines.filter(({ value }) => value !== 'level-2');

function Comparison({
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
  return show.panel('All pipelines: cycles per step', [
    show.bars(chart, 'hot-loop-pipelines'),
    isDocuments
      ? undefined
      : show.hint(
          `* with the chosen tile of ${tileText(tile)}; the others are ${tileText(documentTile)}.`,
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

function Costs({ loop }: { readonly loop: HotLoop }): JSX.Element {
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
  return show.panel('Time saved without each cause', [
    show.bars(chart, 'hot-loop-costs'),
    show.hint('The bars do not add up: removing a cause that another one hides saves nothing.'),
  ]);
}

/** Iterations in view, and steps of the stepper in an iteration. */
const spans = {
  'all': Infinity,
  '4 iterations': 4,
  '1 iteration': 1,
  'a quarter': 0.25,
} as const;

export const TITLE = 'Two levels of pipelining, on one compute unit';

interface PipelinesProps extends PipelineFieldsProps {
  readonly schedule: Schedule;
  readonly loop: HotLoop;
  readonly loopOf: LoopOf;
  /** The schedule without conflicts, as it is opened in the playground. */
  readonly line: number | undefined;
  readonly onLine: (line: number | undefined) => void;
}

export function PipelinesFigure({
  form,
  settings,
  schedule,
  loop,
  loopOf,
  line,
  onLine,
}: PipelinesProps): JSX.Element {
  const { pipeline, chip } = settings;
  const later = useLater(useMemo(() => ({ settings, loopOf, loop }), [settings, loopOf, loop]));
  return show.figure(TITLE, [
    <TimelineView loop={loop} line={line} onLine={onLine} />,
    show.facts(factsOf(loop, settings, schedule)),
    <PipelineFields {...{ form, settings }} />,
    useMemo(
      () =>
        show.columns([
          <Comparison settings={later.settings} loopOf={later.loopOf} />,
          <Costs loop={later.loop} />,
        ]),
      [later],
    ),
    show.open(
      loop.text,
      {
        file: `${pipeline.replaceAll(/\W+/g, '-')}.sched`,
        machine: chip,
        view: 'timeline',
      },
      'Open this schedule in the playground',
    ),
  ]);
}

const memoryNames = ['latency', 'bytesPerCycle', 'conflicts'] as const;

type PipelineFieldsProps = Readonly<{ form: Form<PipelineState>; settings: Settings }>;

/** What a reader can set: a pipeline, its tile and its memory. */
export function PipelineFields({ form, settings }: PipelineFieldsProps): JSX.Element {
  const { pipeline } = settings;
  const { state } = form;
  const defaults = defaultsOf(state);
  return show.all([
    show.tries(form, pipelineTries),
    show.fields(form, ['pipeline']),
    show.prose(noteOf(pipeline)),
    hasOwnTile(pipeline)
      ? show.all([
          show.fields(form, gemmTileNames),
          show.fields(form, [
            ...(pipeline === 'all' ? (['buffers', 'prefetch', 'slice'] as const) : []),
            'copies',
          ]),
        ])
      : show.hint(
          `Its tile is ${tileText(documentTile)} on four waves. The first three pipelines take any tile.`,
        ),
    show.fields(form, ['chip', 'latency', 'bytesPerCycle', 'conflicts'], {
      children: show.button(
        'Default memory',
        memoryNames.every((name) => state[name] === defaults[name]),
        () => form.change(defaults),
      ),
    }),
  ]);
}

function factsOf(
  { loop, diagnostics, timeline }: HotLoop,
  { pipeline, chip, plain }: Settings,
  { steps, made }: Schedule,
): Fact[] {
  const cycles = loop?.cyclesPerIteration;
  const published = chip === 'gfx942' ? publishedCycles(pipeline) : undefined;
  const room = made && roomOf(made, chip);
  const percent = (value: number): string => `${value.toFixed(0)} %`;
  const matrix = busyPercent(loop, 'mfma');
  const rounded = (value: number | undefined) => value && grouped(Math.round(value));
  return [
    ['cycles per step', rounded(cycles && cycles / steps)],
    published === undefined ? undefined : ['published estimate', rounded(published)],
    ['matrix core busy', percent(matrix), matrix >= 95 ? 'good' : undefined],
    ['LDS busy', percent(busyPercent(loop, 'lds'))],
    ['global memory busy', percent(busyPercent(loop, 'vmem'))],
    ['bound by', boundInWords(loop)],
    room && ['LDS', `${grouped(room.ldsBytes / 1024)} KiB`],
    room && ['registers of a lane', room.registers],
    room && ['workgroups per unit', room.workgroups],
    made && plain
      ? ['conflict cycles per step', grouped(made.conflicts.total), toneOf(made.conflicts.total)]
      : undefined,
    timeline.deadlock === undefined && diagnostics.length === 0
      ? undefined
      : ['the schedule', 'deadlocks', 'conflict'],
  ];
}

type TimelineProps = Pick<PipelinesProps, 'loop' | 'line' | 'onLine'>;

function TimelineView({ loop, line, onLine }: TimelineProps): JSX.Element {
  const form = useControls(zoomControls);
  /** The iteration that the view begins with, quarters counted. */
  const begin = form.state.quarter / 4;
  const [execution, setExecution] = useState<number | undefined>(undefined);
  const { program, timeline, starts, loops, lines } = loop;
  const span = spans[form.state.zoom];
  const perIteration = span < 1 ? 1 / span : 1;
  const steps =
    span === Infinity
      ? 1
      : Math.max(1, Math.floor((starts.length - Math.max(1, span)) * perIteration) + 1);
  const shown = Math.min(Math.round(begin * perIteration), steps - 1);
  const at = (iteration: number): number => {
    const whole = Math.floor(iteration);
    const from = starts[whole] ?? timeline.cycles;
    const next = starts[whole + 1] ?? timeline.cycles;
    return from + (iteration - whole) * (next - from);
  };
  const first = shown / perIteration;
  const from = span === Infinity ? 0 : at(first);
  const to = span === Infinity ? timeline.cycles : Math.max(from + 1, at(first + span));
  const picture = useMemo(
    () =>
      timelinePicture(program, timeline, {
        from,
        to,
        loops,
        lines: lines.map((own) => own + 1),
        ...(line === undefined ? {} : { selection: { line: line + 1 } }),
        ...(execution === undefined ? {} : { execution }),
      }),
    [program, timeline, from, to, line, execution],
  );
  const explained =
    execution === undefined ? undefined : explainExecution(program, timeline, execution);
  return show.all([
    <div class="hot-timeline">
      {show.view(picture, 'hot-loop-timeline', () => unitTable(program, timeline, { from, to }), {
        onPoint: (pointed) => {
          const found = pointed?.['execution'];
          if (pointed === undefined) setExecution(undefined);
          if (found === undefined || !Number.isFinite(found)) return;
          setExecution(found);
          onLine(lines[timeline.instruction[found] ?? -1]);
        },
      })}
    </div>,
    show.fields(form, ['zoom']),
    <Stepper
      label="Iteration"
      count={steps}
      value={shown}
      onChange={(step) => form.change({ quarter: Math.round((4 * step) / perIteration) })}
      milliseconds={900}
      text={
        span === Infinity
          ? 'the whole run'
          : `from iteration ${Math.floor(first) + 1}${span < 1 ? `, quarter ${(shown % 4) + 1}` : ''} of ${starts.length}`
      }
    />,
    <Scrolled label="Instruction under the pointer">
      <TableOf table={explained ?? waitTable(program, timeline, { from, to })} />
    </Scrolled>,
  ]);
}
