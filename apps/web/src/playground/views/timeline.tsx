/** One compute unit over time: zoom with the wheel or the keys, drag to move, point at a span for what it waited for. */
import {
  constantsBlock,
  explainExecution,
  rangeOf,
  sayTimeline,
  timelineLeft,
  timelinePicture,
  timelineRight,
  unitTable,
  waitTable,
} from '@ldscope/render';
import type { Timeline } from '@ldscope/core';
import { signal, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { Facts } from '../../controls/facts.tsx';
import { TableOf } from '../../picture/data-table.tsx';
import { DocumentView } from '../../picture/document.tsx';
import { type Pointed, View } from '../../picture/view.tsx';
import { reveal } from '../editor-pane.tsx';
import { HintWords } from '../hint.tsx';
import { analyzed, report, timelineRun } from '../state.ts';
import { count } from '../words.ts';
import { Empty } from './empty.tsx';

type Rows = 'all' | 'units' | 'waves';

const rows = signal<Rows>('all');

/** How one timeline is looked at; another one is shown whole. */
interface Look {
  readonly of: Timeline;
  /** Cycles that are shown; absent for all. */
  readonly range?: readonly [from: number, to: number] | undefined;
  /** The execution that is explained: under the pointer, or picked. */
  readonly pointed?: number | undefined;
  readonly picked?: number | undefined;
}
const look = signal<Look | undefined>(undefined);

const lookAt = (timeline: Timeline): Look =>
  look.value?.of === timeline ? look.value : { of: timeline };

const WIDTH = 900;
const LEAST_CYCLES = 16;
const ZOOM = 1.6;

export function TimelineView(): JSX.Element {
  const { status, result } = timelineRun.value;
  const dragged = useRef<{ readonly x: number; readonly from: number; readonly to: number }>(
    undefined,
  );
  const picture = useComputed(() => {
    const shown = timelineRun.value.result;
    if (shown?.report === undefined) return undefined;
    const { range, pointed, picked } = lookAt(shown.timeline);
    const [from, to] = range ?? rangeOf(shown.timeline, {});
    const execution = pointed ?? picked;
    return timelinePicture(shown.program, shown.timeline, {
      from,
      to,
      width: WIDTH,
      rows: rows.value,
      execution,
    });
  });
  const waitsOf = useComputed(() => {
    const shown = timelineRun.value.result;
    return shown?.report === undefined ? undefined : waitTable(shown.program, shown.timeline);
  });
  const waits = waitsOf.value;
  if (result?.report === undefined || waits === undefined || picture.value === undefined) {
    return <NoTimeline running={status === 'running'} />;
  }
  const { report: shown, program, timeline } = result;
  const { range, pointed, picked } = lookAt(timeline);
  const [from, to] = range ?? rangeOf(timeline, {});
  const change = (next: Omit<Look, 'of'>): void => {
    look.value = { ...lookAt(timeline), ...next };
  };
  const move = (nextFrom: number, nextTo: number): void => {
    const length = Math.max(LEAST_CYCLES, Math.min(nextTo - nextFrom, timeline.cycles));
    const start = Math.max(0, Math.min(nextFrom, timeline.cycles - length));
    change({ range: length >= timeline.cycles ? undefined : [start, start + length] });
  };
  const zoom = (factor: number, at = (from + to) / 2): void => {
    move(at - (at - from) * factor, at + (to - at) * factor);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = (to - from) / 5;
    if (event.key === '+' || event.key === '=') zoom(1 / ZOOM);
    else if (event.key === '-') zoom(ZOOM);
    else if (event.key === '0') change({ range: undefined });
    else if (event.key === 'ArrowLeft') move(from - step, to - step);
    else if (event.key === 'ArrowRight') move(from + step, to + step);
    else return;
    event.preventDefault();
  };
  const cyclesAt = (event: MouseEvent, target: HTMLElement): number => {
    const box = target.querySelector('.picture')?.getBoundingClientRect();
    const share =
      box === undefined
        ? 0.5
        : (event.clientX - box.left - timelineLeft) / (box.width - timelineLeft - timelineRight);
    return from + Math.max(0, Math.min(1, share)) * (to - from);
  };
  const onPoint = (what: Pointed | undefined): void => {
    change({ pointed: what?.['execution'] });
  };
  const onPick = (what: Pointed): void => {
    const row = what['execution'];
    if (row === undefined) return;
    change({ picked: row });
    const instruction = timeline.instruction[row];
    const line = shown.instructions.find((one) => one.instruction === instruction)?.line;
    if (line !== undefined) reveal(line);
  };
  const [head, ...parts] = sayTimeline(shown, { all: true }).sections;
  const row = pointed ?? picked;
  const explained = row === undefined ? undefined : explainExecution(program, timeline, row);
  return (
    <div class="view-body">
      <Facts
        facts={[
          { name: 'cycles', value: count(Math.round(shown.cycles)) },
          { name: 'waves', value: count(shown.waves) },
          ...shown.loops.slice(0, 2).flatMap(({ cyclesPerIteration, head }) =>
            cyclesPerIteration === undefined
              ? []
              : [
                  {
                    name: `an iteration of the loop at ${head.line === undefined ? head.text : `line ${head.line}`}`,
                    value: count(Math.round(cyclesPerIteration)),
                  },
                ],
          ),
        ]}
      />
      <p class="soft">
        A model of one compute unit of {shown.machine}, not a measurement; its constants and their
        sources stand below.
      </p>
      <div class="figure-controls">
        <Choice
          label="Rows"
          options={['all', 'units', 'waves']}
          value={rows.value}
          onChange={(next) => {
            rows.value = next;
          }}
        />
        <div class="chips" role="group" aria-label="Zoom">
          <button type="button" class="button" onClick={() => zoom(1 / ZOOM)}>
            Zoom in
          </button>
          <button type="button" class="button" onClick={() => zoom(ZOOM)}>
            Zoom out
          </button>
          <button type="button" class="button" onClick={() => change({ range: undefined })}>
            All
          </button>
        </div>
      </div>
      <div
        class="timeline"
        role="group"
        aria-label="Timeline: plus and minus zoom, arrow keys move, 0 shows all"
        onKeyDown={onKeyDown}
        onWheel={(event) => {
          if (!event.ctrlKey && !event.shiftKey) return;
          event.preventDefault();
          zoom(event.deltaY > 0 ? ZOOM : 1 / ZOOM, cyclesAt(event, event.currentTarget));
        }}
        onPointerDown={(event) => {
          dragged.current = { x: event.clientX, from, to };
        }}
        onPointerMove={(event) => {
          const start = dragged.current;
          if (start === undefined || event.buttons === 0) return;
          const box = event.currentTarget.querySelector('.picture')?.getBoundingClientRect();
          const cycles =
            ((event.clientX - start.x) / ((box?.width ?? WIDTH) - timelineLeft)) *
            (start.to - start.from);
          if (Math.abs(event.clientX - start.x) > 3) move(start.from - cycles, start.to - cycles);
        }}
        onPointerUp={() => {
          dragged.current = undefined;
        }}
      >
        <View
          picture={picture.value}
          table={() => unitTable(program, timeline, { from, to })}
          name="timeline"
          onPoint={onPoint}
          onPick={onPick}
        />
      </div>
      <div class="explained" aria-live="polite">
        {explained === undefined ? (
          <p class="soft">Point at a span for what it waited for; click to keep it.</p>
        ) : (
          <TableOf table={explained} />
        )}
      </div>
      <div class="view-scroll" tabIndex={0} role="region" aria-label="What waves wait for">
        <TableOf table={waits} />
      </div>
      <DocumentView
        id="timeline"
        onLine={reveal}
        sections={[
          { level: 2, blocks: head?.blocks ?? [] },
          ...parts,
          { level: 2, blocks: [constantsBlock(shown)] },
        ]}
      />
    </div>
  );
}

function NoTimeline({ running }: { readonly running: boolean }): JSX.Element {
  if (running) return <Empty>The compute unit is being simulated ...</Empty>;
  if (report.value !== undefined && analyzed.value?.abilities?.timeline === false) {
    return (
      <Empty>
        Time is simulated for machine code and for schedules. Compile this kernel to assembly for
        gfx90a, gfx942 or gfx950 and paste that, or sketch its loop as a schedule.
      </Empty>
    );
  }
  const said = timelineRun.value.result?.diagnostics ?? [];
  return (
    <div class="view-body">
      <Empty>There is no timeline.</Empty>
      <ul class="reasons">
        {said.map(({ message, hint, line }, index) => (
          <li key={index}>
            {line === undefined ? '' : `line ${line}: `}
            {message}{' '}
            <span class="soft">
              <HintWords hint={hint} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
