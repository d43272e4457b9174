/** From the layout of a copy to the fragments of a matrix instruction: why a tile goes through LDS at all. */
import { grouped } from '../../controls/words.ts';
import { printNestedLayout } from '@ldscope/core';
import {
  cellFrame,
  type CellGrid,
  cellNodes,
  everyNth,
  label,
  laneColor,
  type Picture,
  rowNames,
  svg,
  type SvgNode,
} from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Form, useControls, usePart } from '../../controls/use-controls.ts';
import { type Pointed } from '../../picture/view.tsx';
import type { Answer } from '../parts/answer.ts';
import { useLater } from '../parts/use-later.ts';
import * as show from '../parts/show.tsx';
import { WAVE } from './attention.ts';
import { whoControls, type WhoState } from './controls.ts';
import {
  type Holders,
  ownPassage,
  type PassageModel,
  passageModel,
  passages,
  threadsOf,
} from './who.ts';

const sides = [
  { side: 'write', layout: 'writer', title: 'Written by the copy' },
  { side: 'read', layout: 'reader', title: 'Read as fragments' },
] as const;

export function WhoFigure(): JSX.Element {
  const form = useControls(whoControls);
  const own = usePart(form.state, ['tile', ...ownNames]);
  const answer = useMemo((): Answer<PassageModel> => {
    const known = passages.find(({ name }) => name === own.tile);
    const passage = known === undefined ? ownPassage(own) : ({ ok: true, value: known } as const);
    return passage.ok ? { ok: true, value: passageModel(passage.value) } : passage;
  }, [own]);
  return show.figure('Lanes that write and lanes that read', [
    answer.ok ? (
      <Passed model={answer.value} form={form} />
    ) : (
      show.all([show.refused(answer.why), show.fields(form, ['tile', ...ownNames])])
    ),
  ]);
}

const ownNames = ['element', 'rows', 'columns', 'waves', 'shared', 'operand', 'read'] as const;

function Passed({
  model,
  form,
}: Readonly<{ model: PassageModel; form: Form<WhoState> }>): JSX.Element {
  const { row, column } = form.state;
  const { rows, columns, write, read, stays } = model;
  const [r, c] = [Math.min(row, shownRows(model) - 1), Math.min(column, columns - 1)];
  const pick = ({ element }: Pointed): void => {
    if (element === undefined || !Number.isFinite(element)) return;
    form.change({ row: Math.floor(element / columns), column: element % columns });
  };
  return show.all([
    <div class="iree-who">
      {sides.map(({ side }) => (
        <SideView key={side} side={side} model={model} row={r} column={c} onPick={pick} />
      ))}
    </div>,
    show.prose(
      'A copy assigns pieces of rows to lanes, as global memory requires. A matrix instruction needs fragments: each lane its row and its k. LDS turns one into the other, so its layout serves two patterns of lanes, and one permutation must suit both.',
    ),
    show.fields(form, ['tile', ...ownNames]),
    <p class="iree-facts">{model.passage.note}</p>,
    show.fields(form, ['row', 'column'], {
      limits: { row: { max: shownRows(model) - 1 }, column: { max: columns - 1 } },
    }),
    <p class="iree-facts">
      Element [{r}][{c}]: written by {lanesText(model, 'writer', r, c)}; read by{' '}
      {lanesText(model, 'reader', r, c)}.
    </p>,
    show.facts([
      ['tile', `${rows} x ${columns} ${model.passage.element}`],
      ['elements per write, per read', `${write.width}, ${read.width}`],
      ['lanes that read an element', read.copies],
      ['read by the lane that wrote them', `${grouped(stays)} of ${grouped(rows * columns)}`],
    ]),
    <p class="iree-facts">
      A cell is what a lane moves at once, with the lane, or wave and lane where waves differ.{' '}
      {rows > shownRows(model) ? `The first ${shownRows(model)} rows are shown. ` : ''}Hint by the
      rules: {model.decision}.
    </p>,
  ]);
}

interface SideProps {
  readonly side: (typeof sides)[number]['side'];
  readonly model: PassageModel;
  readonly row: number;
  readonly column: number;
  readonly onPick: (pointed: Pointed) => void;
}

/** One of the two; the reader's is drawn when the writer's is there. */
function SideView({ side, model: present, row, column, onPick }: SideProps): JSX.Element {
  const later = useLater(present);
  const model = side === 'read' ? later : present;
  const base = useMemo(() => whoBase(model, side), [model, side]);
  const { layout, title } = sides.find((one) => one.side === side) ?? sides[0];
  return show.panel('iree-panel', title, [
    show.view(whoPicture(base, model, side, row, column), `iree-${layout}`, undefined, { onPick }),
    <code class="iree-who-layout">{printNestedLayout(model.passage[layout])}</code>,
  ]);
}

function lanesText(
  { passage }: PassageModel,
  side: 'writer' | 'reader',
  row: number,
  column: number,
): string {
  const threads = threadsOf(passage, side, row, column);
  const lanes = [...new Set(threads.map((thread) => thread % WAVE))];
  const waves = [...new Set(threads.map((thread) => Math.floor(thread / WAVE)))];
  const own = side === 'writer' ? [threads[0] ?? 0] : undefined;
  if (own !== undefined) {
    const [thread = 0] = own;
    return passage.threads === WAVE
      ? `lane ${thread}`
      : `lane ${thread % WAVE} of wave ${Math.floor(thread / WAVE)}`;
  }
  const ofLanes = `lane${lanes.length > 1 ? 's' : ''} ${lanes.join(', ')}`;
  if (passage.threads === WAVE) return ofLanes;
  return `${ofLanes} of wave${waves.length > 1 ? 's' : ''} ${waves.join(', ')}`;
}

const LEFT = 34;
const TOP = 22;
const WIDTH = 456;
const HEIGHT = 384;
const MOST_ROWS = 32;

/** Rows that are drawn, from the first. */
const shownRows = ({ rows }: PassageModel): number => Math.min(rows, MOST_ROWS);

function whoGrid(model: PassageModel, side: 'write' | 'read'): CellGrid {
  const columns = model.columns / model[side].width;
  return { left: LEFT, top: TOP, width: WIDTH, height: HEIGHT, columns, rows: shownRows(model) };
}

/** Colours are lanes of a wave; a cell is what a lane moves at once, named by wave and lane. */
function whoBase(model: PassageModel, side: 'write' | 'read'): SvgNode {
  const { columns, passage } = model;
  const holders = model[side];
  const grid = whoGrid(model, side);
  const severalWaves = passage.threads > WAVE && holders.copies < passage.threads / WAVE;
  const nameOf = (thread: number): string =>
    severalWaves ? `${Math.floor(thread / WAVE)}.${thread % WAVE}` : String(thread % WAVE);
  const named = WIDTH / grid.columns >= (severalWaves ? 22 : 11);
  const cells = Array.from({ length: grid.rows * grid.columns }, (_, cell) => {
    const [row, part] = [Math.floor(cell / grid.columns), cell % grid.columns];
    const column = part * holders.width;
    const thread = holders.first[row * columns + column] ?? 0;
    return cellNodes(grid, {
      column: part,
      row,
      look: { 'fill': laneColor(thread % WAVE), 'data-element': row * columns + column },
      title: `row ${row}, column ${column}: ${wordsOf(holders, thread)}`,
      text: named ? nameOf(thread) : undefined,
    });
  });
  return svg(
    'g',
    {},
    ...rowNames(grid, everyNth(grid.rows, 4)),
    ...everyNth(columns, Math.max(1, columns / 8)).map((column) =>
      label(LEFT + (column * WIDTH) / columns + 1, TOP - 9, column, 'small start faint'),
    ),
    ...cells.flat(),
  );
}

const wordsOf = ({ copies }: Holders, thread: number): string =>
  `wave ${Math.floor(thread / WAVE)}, lane ${thread % WAVE}${copies > 1 ? ` and ${copies - 1} more` : ''}`;

function whoPicture(
  base: SvgNode,
  model: PassageModel,
  side: 'write' | 'read',
  row: number,
  column: number,
): Picture {
  const { columns, passage } = model;
  const grid = whoGrid(model, side);
  const frame = cellFrame(grid, Math.floor(column / model[side].width), row);
  const verb = side === 'write' ? 'writes' : 'reads';
  return {
    width: LEFT + WIDTH + 6,
    height: TOP + HEIGHT + 6,
    title: `${passage.name}: who ${verb} what`,
    description: `${grid.rows} of ${model.rows} rows of ${columns} elements; a cell is what a lane ${verb} at once, in the colour of the lane.`,
    content: [base, ...(row < grid.rows ? [frame] : [])],
  };
}
