/**
 * The spans of a timeline as elements. Their place, height and text tell them apart, as well as by their colour: a busy unit
 * is full, a wait is pale, a wait for a busy unit is dashed, a conflict is low.
 */
import type { TimedProgram, Timeline } from '@ldscope/core';
import { characterWidth } from './chart-scale.ts';
import { label, svg, type SvgNode } from './node.ts';
import { classes, emphasis, type Selection } from './selection.ts';
import { ROW_HEIGHT, timelineLeft, type TimelineRow } from './timeline-frame.ts';
import { type Layer, type Mark, stackLayers } from './timeline-layers.ts';
import { type Look, looks } from './timeline-spans.ts';

/** The marks that may stand out, and the keys to look them up. */
export interface MarkOptions {
  /** By instruction, its line in the source. */
  readonly lines?: readonly (number | undefined)[];
  readonly selection?: Selection;
  /** A row of the timeline that stands out. */
  readonly execution?: number | undefined;
}

/** Spans that have a text, at most. */
const MOST_TEXTS = 500;
/** Pixels from which a wait for a busy unit has its dashed outline. */
const DASHED = 24;
const LOW_HEIGHT = 9;

/** Spans that are too narrow to be drawn alone: a path for each look of a track. */
export function layerNodes(rows: readonly TimelineRow[], layers: readonly Layer[]): SvgNode[] {
  return rows.flatMap(({ number, track, y }) => {
    const own = layers.filter((layer) => layer.track === number);
    return stackLayers(own, timelineLeft, y + ROW_HEIGHT, ROW_HEIGHT).flatMap(
      ({ look, path }): SvgNode[] =>
        path === ''
          ? []
          : [svg('path', { 'd': path, ...fillOf(looks[look], true), 'data-track': track.id })],
    );
  });
}

/** Attributes of a mark with a look; `plain` without the outline that small marks have no room for. */
export function fillOf(look: Look | undefined, plain = false): Record<string, string | number> {
  if (look === undefined) return {};
  const fill = `var(--${look.color})`;
  if (!look.waits) return { fill };
  if (look.full !== true || plain) return { fill, 'fill-opacity': look.full === true ? 0.2 : 0.34 };
  return { fill, 'fill-opacity': 0.16, 'stroke': fill, 'stroke-dasharray': '2 2' };
}

/** Spans one by one, those with room for it with their name. */
export function markNodes(
  program: TimedProgram,
  timeline: Timeline,
  rows: readonly TimelineRow[],
  marks: readonly Mark[],
  { selection, lines, execution }: MarkOptions,
): SvgNode[] {
  const places = new Map(rows.map((row) => [row.number, row]));
  const nodes: SvgNode[] = [];
  let texts = 0;
  for (const mark of marks) {
    const place = places.get(mark.track);
    const look = looks[mark.look];
    if (place === undefined || look === undefined) continue;
    const instruction = timeline.instruction[mark.row];
    const line = instruction === undefined ? undefined : lines?.[instruction];
    const state = line === undefined ? undefined : emphasis(selection, { lines: [line] });
    const box = boxOf(mark, look, place.y);
    nodes.push(
      svg('rect', {
        ...box,
        ...fillOf(look, mark.width < DASHED),
        'class': mark.row === execution && mark.row >= 0 ? 'selected' : state,
        'data-execution': mark.row < 0 ? undefined : mark.row,
        'data-line': line,
      }),
    );
    const text = look.waits ? look.name : mnemonic(program.instructions[instruction ?? -1]?.text);
    if (texts >= MOST_TEXTS || text.length * characterWidth.small + 8 > mark.width) continue;
    texts++;
    nodes.push(
      label(box.x + box.width / 2, box.y + box.height / 2 + 0.5, text, {
        'class': classes('small', state === 'dimmed' && 'dimmed'),
        'fill': look.waits || look.color === 'line-strong' ? undefined : 'var(--panel)',
        'pointer-events': 'none',
      }),
    );
  }
  return nodes;
}

/** Neighbours have a line of the panel between them, where there is room for one. */
function boxOf(
  { x, width }: Mark,
  look: Look,
  y: number,
): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
  const inset = look.full === true && width >= DASHED ? 0.5 : 0;
  const height = look.low === true ? LOW_HEIGHT : ROW_HEIGHT - 2 * inset;
  return {
    x: timelineLeft + x + inset,
    y: look.low === true ? y + ROW_HEIGHT - height : y + inset,
    width: Math.max(0.5, width - (width > 3 ? 0.8 : 0) - 2 * inset),
    height,
  };
}

/** The name of an instruction without its operands, and without the waves that a schedule gives it to. */
function mnemonic(text = ''): string {
  return /^(?:@\S+\s+)?(\S+)/.exec(text.trim())?.[1] ?? '';
}
