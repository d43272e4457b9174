/** A pipeline on one compute unit: what is turned, what comes out, and its timeline. */
import { explainExecution, timelinePicture, unitTable, waitTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { type Fact, Facts } from '../../controls/facts.tsx';
import { NumberField } from '../../controls/fields.tsx';
import { Stepper } from '../../controls/stepper.tsx';
import { TableOf } from '../../picture/data-table.tsx';
import { View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { useLater } from '../parts/use-later.ts';
import { depths, sizes } from './before.tsx';
import { Comparison, Costs } from './comparison.tsx';
import type { LoopOf } from './known-loops.ts';
import { boundInWords, busyPercent, type HotLoop } from './model.ts';
import { chips, hasOwnTile, noteOf, pipelines, publishedCycles } from './schedules.ts';
import { plainRows, type Settings, usualSettings } from './settings.ts';

const zooms = ['all', '4 iterations', '1 iteration', 'a quarter'] as const;
type Zoom = (typeof zooms)[number];
/** Iterations in view, and steps of the stepper in an iteration. */
const spans: Readonly<Record<Zoom, number>> = {
  'all': Infinity,
  '4 iterations': 4,
  '1 iteration': 1,
  'a quarter': 0.25,
};

interface PipelinesProps {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
  readonly loop: HotLoop;
  readonly loopOf: LoopOf;
  /** The schedule without conflicts, as it is opened in the playground. */
  readonly line: number | undefined;
  readonly onLine: (line: number | undefined) => void;
}

export function PipelinesFigure({
  settings,
  onChange,
  loop,
  loopOf,
  line,
  onLine,
}: PipelinesProps): JSX.Element {
  const { pipeline, tile, chip, circumstances } = settings;
  const change = (some: Partial<Settings>): void => onChange({ ...settings, ...some });
  const later = useLater(useMemo(() => ({ settings, loopOf, loop }), [settings, loopOf, loop]));
  const usual = usualSettings(chip);
  const plain = plainRows(chip, hasOwnTile(pipeline) ? tile.depth : 32);
  return (
    <Figure title="Two levels of pipelining, on one compute unit">
      <div class="figure-controls">
        <Choice
          label="What overlaps"
          options={pipelines}
          value={pipeline}
          onChange={(next) => change({ pipeline: next })}
        />
      </div>
      <p class="prose hot-note">{noteOf(pipeline)}</p>
      <div class="figure-controls">
        {hasOwnTile(pipeline) ? (
          <>
            <Choice
              label="Rows and columns"
              options={sizes}
              value={sizes.find((one) => Number(one) === tile.size) ?? '256'}
              onChange={(size) => change({ tile: { ...tile, size: Number(size) } })}
            />
            <Choice
              label="Depth"
              options={depths}
              value={depths.find((one) => Number(one) === tile.depth) ?? '32'}
              onChange={(depth) => change({ tile: { ...tile, depth: Number(depth) } })}
            />
          </>
        ) : (
          <p class="labelled">
            Tile
            <span class="hot-fixed">256 x 256 x 32, as in the notes</span>
          </p>
        )}
        <Choice
          label="Chip"
          options={chips}
          value={chip}
          onChange={(next) => onChange({ ...usualSettings(next), pipeline, tile })}
        />
        <NumberField
          label="Latency of global memory"
          value={circumstances.latency}
          min={0}
          max={4000}
          step={50}
          onChange={(latency) => change({ circumstances: { ...circumstances, latency } })}
        />
        <NumberField
          label="Its bytes per cycle"
          value={circumstances.bytesPerCycle}
          min={4}
          max={128}
          onChange={(bytesPerCycle) =>
            change({ circumstances: { ...circumstances, bytesPerCycle } })
          }
        />
        <Choice
          label="Bank conflicts of each LDS read"
          options={[
            { value: '0', label: 'none' },
            {
              value: String(plain.conflicts),
              label: `rows of ${plain.rowBytes} B: ${plain.conflicts} cycles`,
            },
          ]}
          value={String(circumstances.readConflicts)}
          onChange={(cycles) =>
            change({ circumstances: { ...circumstances, readConflicts: Number(cycles) } })
          }
        />
        <button
          type="button"
          class="button"
          disabled={
            circumstances.latency === usual.circumstances.latency &&
            circumstances.bytesPerCycle === usual.circumstances.bytesPerCycle &&
            circumstances.readConflicts === 0
          }
          onClick={() => change({ circumstances: usual.circumstances })}
        >
          As the model has them
        </button>
      </div>
      <Facts facts={factsOf(loop, settings)} />
      <TimelineView loop={loop} line={line} onLine={onLine} />
      {useMemo(
        () => (
          <div class="side-by-side">
            <Comparison settings={later.settings} loopOf={later.loopOf} />
            <Costs loop={later.loop} />
          </div>
        ),
        [later],
      )}
      <div class="figure-controls">
        <OpenInPlayground
          text={loop.text}
          file={`${pipeline.replaceAll(/\W+/g, '-')}.sched`}
          machine={chip}
          view="timeline"
        >
          Open this schedule in the playground
        </OpenInPlayground>
      </div>
    </Figure>
  );
}

function factsOf({ loop, diagnostics, timeline }: HotLoop, { pipeline, chip }: Settings): Fact[] {
  const cycles = loop?.cyclesPerIteration;
  const published = chip === 'gfx942' ? publishedCycles(pipeline) : undefined;
  const percent = (value: number): string => `${value.toFixed(0)} %`;
  const matrix = busyPercent(loop, 'mfma');
  return [
    {
      name: 'cycles of an iteration',
      value: cycles === undefined ? '-' : Math.round(cycles).toLocaleString('en-US'),
    },
    {
      name: 'the notes have',
      value: published === undefined ? '-' : published.toLocaleString('en-US'),
    },
    {
      name: 'matrix core busy',
      value: percent(matrix),
      ...(matrix >= 95 ? { tone: 'good' as const } : {}),
    },
    { name: 'LDS busy', value: percent(busyPercent(loop, 'lds')) },
    { name: 'global memory busy', value: percent(busyPercent(loop, 'vmem')) },
    { name: 'bound by', value: boundInWords(loop) },
    ...(timeline.deadlock === undefined && diagnostics.length === 0
      ? []
      : [{ name: 'the schedule', value: 'stands still', tone: 'conflict' as const }]),
  ];
}

interface TimelineProps {
  readonly loop: HotLoop;
  readonly line: number | undefined;
  readonly onLine: (line: number | undefined) => void;
}

function TimelineView({ loop, line, onLine }: TimelineProps): JSX.Element {
  const [zoom, setZoom] = useState<Zoom>('1 iteration');
  const [step, setStep] = useState(4);
  const [execution, setExecution] = useState<number | undefined>(undefined);
  const { program, timeline, starts, loops, lines } = loop;
  const span = spans[zoom];
  const perIteration = span < 1 ? 1 / span : 1;
  const steps =
    span === Infinity
      ? 1
      : Math.max(1, Math.floor((starts.length - Math.max(1, span)) * perIteration) + 1);
  const shown = Math.min(step, steps - 1);
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
  return (
    <>
      <div class="figure-controls">
        <Choice
          label="In view"
          options={zooms}
          value={zoom}
          onChange={(next) => {
            const now = first;
            setZoom(next);
            setStep(Math.round(now * (spans[next] < 1 ? 1 / spans[next] : 1)));
          }}
        />
      </div>
      <Stepper
        label="Iteration"
        count={steps}
        value={shown}
        onChange={setStep}
        milliseconds={900}
        text={
          span === Infinity
            ? 'the whole run'
            : `from iteration ${Math.floor(first) + 1}${span < 1 ? `, quarter ${(shown % 4) + 1}` : ''} of ${starts.length}`
        }
      />
      <div class="hot-timeline">
        <View
          picture={picture}
          table={() => unitTable(program, timeline, { from, to })}
          name="hot-loop-timeline"
          onPoint={(pointed) => {
            const found = pointed?.['execution'];
            if (pointed === undefined) setExecution(undefined);
            if (found === undefined || !Number.isFinite(found)) return;
            setExecution(found);
            onLine(lines[timeline.instruction[found] ?? -1]);
          }}
        />
      </div>
      <div
        class="view-scroll hot-explained"
        tabIndex={0}
        role="region"
        aria-label="What is pointed at"
      >
        <TableOf table={explained ?? waitTable(program, timeline, { from, to })} />
      </div>
    </>
  );
}
