/**
 * One compute unit over time: zoomed and moved as in Perfetto, searched, measured, and exported for it. The span under the
 * pointer says what it waited for.
 */
import {
  chromeTrace,
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
import type { ReportDiagnostic, TimedProgram, Timeline } from '@ldscope/core';
import { computed, signal, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { type Fact, Facts } from '../../controls/facts.tsx';
import { grouped } from '../../controls/words.ts';
import { TableOf } from '../../picture/data-table.tsx';
import { DocumentView } from '../../picture/document.tsx';
import { type Pointed, View } from '../../picture/view.tsx';
import { captionOf, fileName } from '../caption.ts';
import { reveal } from '../editor-pane.tsx';
import { HintWords } from '../hint.tsx';
import { analyzed, report, timelineRun } from '../state.ts';
import { save } from '../../picture/export.ts';
import { Empty } from './empty.tsx';
import { pictureWidth } from './panel-width.ts';
import { type Command, commandOf, pinched, wheeled } from './timeline/gestures.ts';
import { Fingers } from './timeline/fingers.ts';
import { Measure, withMeasure } from './timeline/measure.tsx';
import { OtherSide } from './timeline/other-side.tsx';
import { around, moved, type Range, showing, zoomed } from './timeline/range.ts';
import { Search } from './timeline/search.tsx';
import './timeline/timeline.css';

type Rows = 'all' | 'units' | 'waves';

const rows = signal<Rows>('all');

/** How one timeline is looked at; another one is shown whole. */
interface Look {
  readonly of: Timeline;
  /** Cycles that are shown; absent for all. */
  readonly range?: readonly [from: number, to: number] | undefined;
  /** The explained execution: the one under the pointer, or the picked one. */
  readonly pointed?: number | undefined;
  readonly picked?: number | undefined;
  /** Cycles between two points that the reader has set. */
  readonly measure?: Range | undefined;
}

interface Drag {
  readonly x: number;
  /** The cycle where it began. */
  readonly at: number;
  readonly perPixel: number;
  readonly range: Range;
  readonly isMeasure: boolean;
}

/** The cycles of an execution, from its issue to its completion. */
function spanOf({ issue, end, done }: Timeline, row: number): Range {
  const from = issue[row] ?? 0;
  return [from, Math.max(from + 1, end[row] ?? 0, done[row] ?? 0)];
}
const look = signal<Look | undefined>(undefined);

const lookAt = (timeline: Timeline): Look =>
  look.value?.of === timeline ? look.value : { of: timeline };

/** The width before the panel is measured, and the least width: on a narrower page the picture scrolls. */
const USUAL_WIDTH = 900;
const LEAST_WIDTH = 300;
/** Pixels that a pointer moves without dragging anything. */
const LEAST_DRAG = 3;

const timelineWidth = computed(() => Math.max(LEAST_WIDTH, pictureWidth.value ?? USUAL_WIDTH));
const ZOOM = 1.6;

export function TimelineView(): JSX.Element {
  const { status, result } = timelineRun.value;
  const dragged = useRef<Drag>(undefined);
  const fingers = useRef(new Fingers());
  /** The click that ends a drag picks nothing. */
  const wasDragged = useRef(false);
  const picture = useComputed(() => {
    const shown = timelineRun.value.result;
    if (shown?.report === undefined) return undefined;
    const { range, pointed, picked, measure } = lookAt(shown.timeline);
    const [from, to] = range ?? rangeOf(shown.timeline, {});
    const execution = pointed ?? picked;
    const drawn = timelinePicture(shown.program, shown.timeline, {
      from,
      to,
      width: timelineWidth.value,
      rows: rows.value,
      execution,
    });
    return withMeasure(drawn, [from, to], measure);
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
  const warnings = shown.diagnostics.filter(({ severity }) => severity === 'warning');
  const { range, pointed, picked, measure } = lookAt(timeline);
  const [from, to] = range ?? rangeOf(timeline, {});
  const change = (next: Omit<Look, 'of'>): void => {
    const { range: wanted } = next;
    // Whole cycles are easier to read.
    const whole = wanted && ([Math.round(wanted[0]), Math.round(wanted[1])] as const);
    look.value = { ...lookAt(timeline), ...next, ...('range' in next ? { range: whole } : {}) };
  };
  const shownRange: Range = [from, to];
  const obey = (command: Command): void => {
    const execution = picked ?? pointed;
    const own = execution === undefined ? undefined : spanOf(timeline, execution);
    if (command.kind === 'show') change({ range: command.range });
    else if (command.kind === 'release') change({ measure: undefined, picked: undefined });
    else if (command.kind === 'measure') change({ measure: own ?? measure });
    else {
      const wanted = measure ?? own;
      if (wanted !== undefined) change({ range: around(wanted, timeline.cycles) });
    }
  };
  const zoom = (factor: number): void =>
    change({ range: zoomed(shownRange, factor, (from + to) / 2, timeline.cycles) });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const command = commandOf(
      event.key.length === 1 ? event.key.toLowerCase() : event.key,
      shownRange,
      timeline.cycles,
    );
    if (command === undefined) return;
    obey(command);
    event.preventDefault();
  };
  /** Where the axis is on the page, in pixels. */
  const axisOf = (target: HTMLElement): { left: number; pixels: number } => {
    const box = target.querySelector('.picture')?.getBoundingClientRect();
    const width = timelineWidth.value;
    const scale = (box?.width ?? width) / width;
    return {
      left: (box?.left ?? 0) + scale * timelineLeft,
      pixels: scale * (width - timelineLeft - timelineRight),
    };
  };
  /** Cycles per pixel of the page, and the cycle under the pointer. */
  const scaleAt = (
    { clientX }: MouseEvent,
    target: HTMLElement,
  ): { at: number; perPixel: number } => {
    const { left, pixels } = axisOf(target);
    const perPixel = (to - from) / pixels;
    const at = from + (clientX - left) * perPixel;
    return { at: Math.max(from, Math.min(to, at)), perPixel };
  };
  const lift = ({ pointerId }: PointerEvent): void => {
    fingers.current.lift(pointerId);
    dragged.current = undefined;
  };
  const onPoint = (what: Pointed | undefined): void => {
    change({ pointed: what?.['execution'] });
  };
  const onPick = (what: Pointed): void => {
    const row = what['execution'];
    if (wasDragged.current) wasDragged.current = false;
    else if (row !== undefined) pickExecution(row);
  };
  const pickExecution = (row: number, next?: Range): void => {
    change(next === undefined ? { picked: row } : { picked: row, range: next });
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
          ['cycles', grouped(Math.round(shown.cycles))],
          ['waves', grouped(shown.waves)],
          ...shown.loops.slice(0, 2).map(({ cyclesPerIteration: each, head }): Fact => {
            const place = head.line === undefined ? head.text : `line ${head.line}`;
            return each === undefined
              ? undefined
              : [`an iteration of the loop at ${place}`, grouped(Math.round(each))];
          }),
        ]}
      />
      <p class="soft">
        A model of one compute unit of {shown.machine}, not a measurement; its constants and their
        sources are listed below.
      </p>
      {warnings.length === 0 ? undefined : <Reasons said={warnings} />}
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
        <Search
          program={program}
          timeline={timeline}
          picked={picked}
          onFind={(row) => {
            const seen = showing(shownRange, timeline.issue[row] ?? 0, timeline.cycles);
            pickExecution(row, seen);
          }}
        />
        <button
          type="button"
          class="button"
          title="A trace for ui.perfetto.dev and chrome://tracing, one microsecond per cycle"
          onClick={() => saveTrace(program, timeline, shown.machine)}
        >
          Perfetto trace
        </button>
      </div>
      <div
        class="timeline"
        role="group"
        aria-label="Timeline: W and S zoom, A and D move, 0 shows all"
        onKeyDown={onKeyDown}
        onWheel={(event) => {
          const { deltaX, deltaY, shiftKey } = event;
          const isZoom = event.ctrlKey || event.metaKey;
          const { at, perPixel } = scaleAt(event, event.currentTarget);
          const turn = { deltaX, deltaY, isZoom, isMove: shiftKey };
          const command = wheeled(turn, shownRange, { at, perPixel, cycles: timeline.cycles });
          if (command === undefined) return;
          event.preventDefault();
          obey(command);
        }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          const { at, perPixel } = scaleAt(event, event.currentTarget);
          if (event.pointerType === 'touch') {
            fingers.current.down(event.pointerId, { cycle: at, x: event.clientX });
          }
          if (fingers.current.count > 1) {
            dragged.current = undefined;
            return;
          }
          wasDragged.current = false;
          dragged.current = {
            x: event.clientX,
            at,
            perPixel,
            range: shownRange,
            isMeasure: event.shiftKey,
          };
          // A drag does not select text.
          if (event.shiftKey) event.preventDefault();
        }}
        onPointerMove={(event) => {
          const { pointerId, clientX, currentTarget } = event;
          const pinch = fingers.current.move(pointerId, clientX, axisOf(currentTarget));
          if (pinch !== undefined) obey(pinched(pinch, timeline.cycles));
          const isPinch = pinch !== undefined;
          const start = dragged.current;
          if (!isPinch && (start === undefined || event.buttons === 0)) return;
          const pixels = clientX - (start?.x ?? clientX);
          if (!isPinch && Math.abs(pixels) <= LEAST_DRAG) return;
          wasDragged.current = true;
          // The element under a finger may have been removed since.
          if (event.pointerType === 'touch') currentTarget.setPointerCapture(pointerId);
          if (start === undefined) return;
          if (start.isMeasure) {
            const { at } = scaleAt(event, currentTarget);
            const [begin, end] = [Math.round(start.at), Math.round(at)];
            change({ measure: [Math.min(begin, end), Math.max(begin, end)] });
          } else change({ range: moved(start.range, -pixels * start.perPixel, timeline.cycles) });
        }}
        onPointerUp={lift}
        onPointerCancel={lift}
        onPointerLeave={lift}
      >
        <View
          picture={picture.value}
          table={() => unitTable(program, timeline, { from, to })}
          name="timeline"
          caption={() =>
            captionOf(
              `one compute unit, cycles ${grouped(from)} to ${grouped(to)}`,
              shown.machine,
              'timeline',
            )
          }
          onPoint={onPoint}
          onPick={onPick}
        />
      </div>
      <p class="timeline-keys">
        In the picture: <kbd>W</kbd> <kbd>S</kbd> or <kbd>+</kbd> <kbd>-</kbd> or <kbd>Ctrl</kbd>{' '}
        wheel zoom, <kbd>A</kbd> <kbd>D</kbd> or <kbd>←</kbd> <kbd>→</kbd> or <kbd>Shift</kbd> wheel
        or dragging move, <kbd>0</kbd> shows all, <kbd>F</kbd> zooms to the selection;{' '}
        <kbd>Shift</kbd> and dragging measure, <kbd>M</kbd> measures the selection, <kbd>Esc</kbd>{' '}
        clears it. One finger moves it, two zoom.
      </p>
      {measure === undefined ? undefined : (
        <Measure
          program={program}
          timeline={timeline}
          measure={measure}
          onRelease={() => change({ measure: undefined })}
        />
      )}
      <OtherSide
        range={range}
        cycles={shown.cycles}
        width={timelineWidth.value}
        rows={rows.value}
      />
      <div class="explained" aria-live="polite">
        {explained === undefined ? (
          <p class="soft">Point at a span to see what it waits for; click to keep it.</p>
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

/** The file that `ldscope timeline --trace` writes. */
function saveTrace(program: TimedProgram, timeline: Timeline, machine: string): void {
  const blob = new Blob([chromeTrace(program, timeline)], { type: 'application/json' });
  save(blob, `${fileName([report.value?.kernel.name ?? 'timeline', machine])}.trace.json`);
}

/** The evidence of a timeline, or why there is none. */
function Reasons({ said }: { readonly said: readonly ReportDiagnostic[] }): JSX.Element {
  return (
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
  );
}

function NoTimeline({ running }: { readonly running: boolean }): JSX.Element {
  if (running) return <Empty>Simulating the compute unit ...</Empty>;
  if (report.value !== undefined && analyzed.value?.abilities?.timeline === false) {
    return (
      <Empty>
        The timeline needs machine code or a schedule. Compile this kernel to assembly for gfx90a,
        gfx942 or gfx950 and paste that, or sketch its loop as a schedule.
      </Empty>
    );
  }
  const said = timelineRun.value.result?.diagnostics ?? [];
  return (
    <div class="view-body">
      <Empty>No timeline is available.</Empty>
      <Reasons said={said} />
    </div>
  );
}
