/**
 * One compute unit in time: a row for each unit that is busy, and a row for what each wave does.
 *
 *     MFMA S0   ███████ ███████ ███████        full: busy; of LDS, the cycles of bank conflicts in their colour
 *     LDS       ██▓▓ ██▓▓                      full in the row of a wave: it issues; pale: it waits, in the colour of
 *     wave 0    █░lgkmcnt░░█░░vmcnt░░░░        what it waits for
 *
 * Marks carry `data-execution`, the row of the timeline, which `explainExecution` puts in words; `executionAt` finds it
 * from a place, also where spans are too narrow to be drawn one by one. The figures are those of a model.
 */
import { findLoops, type Loop, type TimedProgram, type Timeline } from '@ldscope/core';
import { counted, grouped } from '../text/numbers.ts';
import { characterWidth, niceTicks, tickText } from './chart-scale.ts';
import { label, type Picture, svg, type SvgNode } from './node.ts';
import { classes, emphasis, type Selection } from './selection.ts';
import { drawSpans, type Layer, type Mark, stackLayers } from './timeline-layers.ts';
import { type IterationMark, iterationMarks } from './timeline-loops.ts';
import { type Look, looks } from './timeline-spans.ts';
import { type Track, tracksOf } from './timeline-tracks.ts';

export interface TimelineOptions {
  /** Cycles that are shown: `[from, to)`; all unless told. */
  readonly from?: number;
  readonly to?: number;
  /** Pixels of the whole picture; 1,060 unless told. */
  readonly width?: number;
  readonly rows?: 'all' | 'units' | 'waves';
  /** Of the program, where they are known already. */
  readonly loops?: readonly Loop[];
  /** By instruction, its line in the source. */
  readonly lines?: readonly (number | undefined)[];
  readonly selection?: Selection;
  /** A row of the timeline that stands out. */
  readonly execution?: number;
}

export const timelineLeft = 92;
const RIGHT = 14;
const TOP = 54;
const ROW = 14;
const GAP = 3;
const SECTION = 12;
/** Spans that are drawn one by one, and those of them that have a text. */
const MOST_MARKS = 2000;
const MOST_TEXTS = 500;
/** Pixels from which a wait for what is taken has its dashed outline, and iterations their lines. */
const DASHED = 24;

/** Where rows are, from the top. */
interface Row {
  readonly track: Track;
  readonly number: number;
  readonly y: number;
}

/** The picture of a stretch of a timeline. */
export function timelinePicture(
  program: TimedProgram,
  timeline: Timeline,
  options: TimelineOptions = {},
): Picture {
  const width = options.width ?? 1060;
  const [from, until] = rangeOf(timeline, options);
  const list = tracksOf(program, timeline);
  const rows = placeRows(list.tracks, options.rows ?? 'all');
  const shown = new Uint8Array(list.tracks.length);
  for (const { number } of rows) shown[number] = 1;
  const plot = Math.max(50, width - timelineLeft - RIGHT);
  const range = [from, until] as const;
  const drawn = drawSpans(program, timeline, list, range, { width: plot, most: MOST_MARKS, shown });
  const bottom = (rows.at(-1)?.y ?? TOP) + ROW + 6;
  const used = new Set([...drawn.marks, ...drawn.layers].map(({ look }) => look));
  const key = legend(
    [...used].sort((a, b) => a - b),
    bottom + 16,
    width,
  );
  const place = { from, until, plot, bottom };
  const loops = iterationMarks(timeline, options.loops ?? findLoops(program), range, plot);
  return {
    width,
    height: key.bottom,
    title: `One compute unit, cycles ${tickText(from)} to ${tickText(until)}`,
    description:
      `${counted(timeline.waves.length, 'wave')}, ${grouped(Math.round(timeline.cycles))} cycles in all; ` +
      'a model, not a measurement. ' +
      (timeline.deadlock === undefined ? '' : 'It stands still: waves wait for what never comes.'),
    content: [
      ...axis(place),
      ...iterations(loops, place),
      ...rows.flatMap((row) => background(row, plot)),
      ...layerNodes(rows, drawn.layers),
      ...markNodes(program, timeline, rows, drawn.marks, options),
      ...key.nodes,
    ],
  };
}

/** The cycles that a picture shows: at least one. */
export function rangeOf(
  { cycles }: Timeline,
  { from = 0, to = cycles }: Pick<TimelineOptions, 'from' | 'to'>,
): readonly [from: number, until: number] {
  const first = Number.isFinite(from) ? from : 0;
  const last = Number.isFinite(to) ? to : cycles;
  return [first, Math.max(first + 1, last)];
}

function placeRows(tracks: readonly Track[], wanted: 'all' | 'units' | 'waves'): Row[] {
  const rows: Row[] = [];
  const simds = tracks.filter((track) => sectionOf(track).startsWith('SIMD'));
  const isShort = new Set(simds.map(({ place }) => place)).size === simds.length;
  let y = TOP;
  let section = '';
  for (const [number, track] of tracks.entries()) {
    if (wanted === 'units' && track.kind === 'wave') continue;
    if (wanted === 'waves' && track.kind !== 'wave') continue;
    const name = sectionOf(track);
    const own = isShort && name.startsWith('SIMD') ? 'SIMDs' : name;
    if (section !== '' && own !== section) y += SECTION;
    section = own;
    rows.push({ track, number, y });
    y += ROW + GAP;
  }
  return rows;
}

function sectionOf({ kind, place }: Track): string {
  switch (kind) {
    case 'mfma':
    case 'valu':
    case 'scalar':
      return `SIMD ${place}`;
    case 'lds':
    case 'vmem':
    case 'smem':
      return 'memory';
    case 'wave':
      return 'waves';
  }
}

interface Place {
  readonly from: number;
  readonly until: number;
  readonly plot: number;
  readonly bottom: number;
}

function axis({ from, until, plot, bottom }: Place): SvgNode[] {
  const widest = tickText(Math.round(until)).length * characterWidth.normal + 14;
  const ticks = niceTicks(from, until, Math.max(2, Math.floor(plot / Math.max(70, widest))), true);
  const x = (cycle: number): number => timelineLeft + ((cycle - from) / (until - from)) * plot;
  const right = timelineLeft + plot;
  return [
    label(timelineLeft - 10, 34, 'cycle', { class: 'end small faint' }),
    ...ticks.flatMap((tick): SvgNode[] => [
      svg('path', { d: `M${Math.round(x(tick)) + 0.5} 42V${bottom}`, class: 'rule' }),
      tickLabel(tick, x(tick), right, widest),
    ]),
    svg('path', { d: `M${timelineLeft} 42H${right}`, class: 'axis' }),
  ];
}

/** The first and the last one stay inside the plot. */
function tickLabel(tick: number, x: number, right: number, widest: number): SvgNode {
  const text = tickText(tick);
  if (x > right - widest / 2) return label(right, 34, text, { class: 'end soft' });
  if (x < timelineLeft + widest / 2) return label(x, 34, text, { class: 'start soft' });
  return label(x, 34, text, { class: 'soft' });
}

function iterations(
  {
    marks,
    iterations: total,
  }: { readonly marks: readonly IterationMark[]; readonly iterations: number },
  { from, until, plot, bottom }: Place,
): SvgNode[] {
  if (marks.length === 0) return [];
  const scale = plot / (until - from);
  let free = timelineLeft;
  const [first, last] = [marks[0], marks.at(-1)];
  const apart =
    (((last?.cycle ?? 0) - (first?.cycle ?? 0)) / Math.max(1, marks.length - 1)) * scale;
  const isCrowded = marks.length > 1 && apart < DASHED;
  return [
    label(timelineLeft - 10, 14, 'iteration', { class: 'end small faint' }),
    ...marks.flatMap(({ cycle, number }): SvgNode[] => {
      const x = Math.round(timelineLeft + (cycle - from) * scale) + 0.5;
      const text = `${number} of ${total}`;
      const hasRoom = x + 4 >= free && x + text.length * characterWidth.small < timelineLeft + plot;
      if (hasRoom) free = x + text.length * characterWidth.small + 14;
      return [
        svg('path', {
          'd': isCrowded ? `M${x} 22V26` : `M${x} 8V${bottom}`,
          'class': 'axis',
          'stroke-dasharray': isCrowded ? undefined : '3 3',
        }),
        ...(hasRoom ? [label(x + 4, 14, text, { class: 'start small soft' })] : []),
      ];
    }),
  ];
}

function background({ track, y }: Row, plot: number): SvgNode[] {
  return [
    label(timelineLeft - 10, y + ROW / 2, track.title, { class: 'end small soft' }),
    svg('rect', {
      'x': timelineLeft,
      y,
      'width': plot,
      'height': ROW,
      'class': 'empty',
      'stroke-opacity': 0,
      'data-track': track.id,
    }),
  ];
}

function layerNodes(rows: readonly Row[], layers: readonly Layer[]): SvgNode[] {
  return rows.flatMap(({ number, track, y }) => {
    const own = layers.filter((layer) => layer.track === number);
    return stackLayers(own, timelineLeft, y + ROW, ROW).flatMap(({ look, path }): SvgNode[] =>
      path === ''
        ? []
        : [svg('path', { 'd': path, ...fillOf(looks[look], true), 'data-track': track.id })],
    );
  });
}

function fillOf(look: Look | undefined, plain = false): Record<string, string | number> {
  if (look === undefined) return {};
  const fill = `var(--${look.color})`;
  if (!look.waits) return { fill };
  if (look.full !== true || plain) return { fill, 'fill-opacity': look.full === true ? 0.2 : 0.34 };
  return { fill, 'fill-opacity': 0.16, 'stroke': fill, 'stroke-dasharray': '2 2' };
}

function markNodes(
  program: TimedProgram,
  timeline: Timeline,
  rows: readonly Row[],
  marks: readonly Mark[],
  { selection, lines, execution }: TimelineOptions,
): SvgNode[] {
  const places = new Map(rows.map((row) => [row.number, row]));
  const nodes: SvgNode[] = [];
  let texts = 0;
  for (const { track, look, x, width, row } of marks) {
    const place = places.get(track);
    const kind = looks[look];
    if (place === undefined || kind === undefined) continue;
    const number = timeline.instruction[row] ?? 0;
    const line = lines?.[number];
    const isOwn = row === execution;
    // A line of the panel between neighbours, where there is room for one.
    const inset = kind.full === true && width >= DASHED ? 0.5 : 0;
    const shown = Math.max(0.5, width - (width > 3 ? 0.8 : 0) - 2 * inset);
    const left = timelineLeft + x + inset;
    const emphasised = line === undefined ? undefined : emphasis(selection, { lines: [line] });
    nodes.push(
      svg('rect', {
        'x': left,
        'y': place.y + inset,
        'width': shown,
        'height': ROW - 2 * inset,
        ...fillOf(kind, width < DASHED),
        'class': isOwn ? 'selected' : emphasised,
        'data-execution': row,
        'data-line': line,
      }),
    );
    const text = kind.waits ? kind.name : mnemonic(program.instructions[number]?.text ?? '');
    if (texts >= MOST_TEXTS || text.length * characterWidth.small + 8 > width) continue;
    texts++;
    nodes.push(
      label(left + shown / 2, place.y + ROW / 2 + 0.5, text, {
        'class': classes('small', emphasised === 'dimmed' && 'dimmed'),
        'fill': kind.waits ? undefined : 'var(--panel)',
        'pointer-events': 'none',
      }),
    );
  }
  return nodes;
}

/** The name of an instruction without its operands. */
function mnemonic(text: string): string {
  return text.trim().split(/\s/, 1)[0] ?? '';
}

/** What is in the picture, in as many lines as it takes. */
function legend(
  used: readonly number[],
  top: number,
  width: number,
): { readonly nodes: SvgNode[]; readonly bottom: number } {
  const nodes: SvgNode[] = [];
  let y = top;
  for (const waits of [false, true]) {
    const own = used
      .flatMap((number) => looks[number] ?? [])
      .filter((look) => look.waits === waits);
    if (own.length === 0) continue;
    nodes.push(
      label(timelineLeft - 10, y, waits ? 'waits for' : 'busy', { class: 'end small faint' }),
    );
    let x = timelineLeft;
    for (const look of own) {
      const taken = 28 + look.name.length * characterWidth.small;
      if (x + taken > width - RIGHT && x > timelineLeft) {
        x = timelineLeft;
        y += 16;
      }
      nodes.push(
        svg('rect', { x: x + 0.5, y: y - 4.5, width: 12, height: 9, ...fillOf(look) }),
        label(x + 17, y, look.name, { class: 'start small soft' }),
      );
      x += taken + 8;
    }
    y += 18;
  }
  return { nodes, bottom: y };
}
