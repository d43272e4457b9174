/** From the layout of a copy to the fragments of a matrix instruction: why a tile goes through LDS at all. */
import { printNestedLayout, range } from '@ldscope/core';
import {
  type CellGrid,
  cellPicture,
  cellsOf,
  everyNth,
  laneColor,
  type Picture,
  rowNames,
  svg,
} from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Form, useControls, usePart } from '../../controls/use-controls.ts';
import { grouped } from '../../controls/words.ts';
import type { Pointed } from '../../picture/view.tsx';
import type { Answer } from '../parts/answer.ts';
import * as show from '../parts/show.tsx';
import { eighths, elementAt, markedPicture, MOST_ROWS, TILE_AREA } from '../parts/tile-cells.ts';
import { useLater } from '../parts/use-later.ts';
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
  const pick = (at: Pointed): void => form.change(elementAt(at, columns) ?? {});
  return show.all([
    show.columns(
      sides.map(({ side }) => (
        <SideView key={side} side={side} model={model} row={r} column={c} onPick={pick} />
      )),
    ),
    show.prose(
      'A copy assigns pieces of rows to lanes, as global memory requires. A matrix instruction needs fragments: each lane its row and its k. LDS turns one into the other, so its layout serves two patterns of lanes, and one permutation must suit both.',
    ),
    show.fields(form, ['tile', ...ownNames]),
    show.hint(model.passage.note),
    show.fields(form, ['row', 'column'], {
      limits: { row: { max: shownRows(model) - 1 }, column: { max: columns - 1 } },
    }),
    show.hint(
      `Element [${r}][${c}]: written by ${lanesText(model, 'writer', r, c)}; read by ${lanesText(model, 'reader', r, c)}.`,
    ),
    show.facts([
      ['tile', `${rows} x ${columns} ${model.passage.element}`],
      ['elements per write, per read', `${write.width}, ${read.width}`],
      ['lanes that read an element', read.copies],
      ['read by the lane that wrote them', `${grouped(stays)} of ${grouped(rows * columns)}`],
    ]),
    show.hint(
      `A cell is what a lane moves at once, with the lane, or wave and lane where waves differ. ${rows > shownRows(model) ? `The first ${shownRows(model)} rows are shown. ` : ''}Hint by the rules: ${model.decision}.`,
    ),
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
  const grid = whoGrid(model, side);
  const place = [Math.floor(column / model[side].width), row] as const;
  const { layout, title } = sides.find((one) => one.side === side) ?? sides[0];
  return show.panel(title, [
    show.view(markedPicture(base, grid, place), `iree-${layout}`, undefined, { onPick }),
    <code class="iree-who-layout">{printNestedLayout(model.passage[layout])}</code>,
  ]);
}

function lanesText(
  { passage }: PassageModel,
  side: 'writer' | 'reader',
  row: number,
  column: number,
): string {
  const threads = threadsOf(passage, side, row, column).slice(0, side === 'writer' ? 1 : undefined);
  const named = (noun: string, numberOf: (thread: number) => number): string => {
    const all = [...new Set(threads.map(numberOf))];
    return `${noun}${all.length > 1 ? 's' : ''} ${all.join(', ')}`;
  };
  const lanes = named('lane', (thread) => thread % WAVE);
  return passage.threads === WAVE
    ? lanes
    : `${lanes} of ${named('wave', (thread) => Math.floor(thread / WAVE))}`;
}

/** Rows that are drawn, from the first. */
const shownRows = ({ rows }: PassageModel): number => Math.min(rows, MOST_ROWS);

const whoGrid = (model: PassageModel, side: 'write' | 'read'): CellGrid => ({
  ...TILE_AREA,
  columns: model.columns / model[side].width,
  rows: shownRows(model),
});

/** Colours are lanes of a wave; a cell is what a lane moves at once, named by wave and lane. */
function whoBase(model: PassageModel, side: 'write' | 'read'): Picture {
  const { rows, columns, passage } = model;
  const holders = model[side];
  const grid = whoGrid(model, side);
  const severalWaves = passage.threads > WAVE && holders.copies < passage.threads / WAVE;
  const nameOf = (thread: number): string =>
    severalWaves ? `${Math.floor(thread / WAVE)}.${thread % WAVE}` : String(thread % WAVE);
  const named = grid.width / grid.columns >= (severalWaves ? 22 : 11);
  const cells = range(grid.rows * grid.columns).map((cell) => {
    const [row, part] = [Math.floor(cell / grid.columns), cell % grid.columns];
    const column = part * holders.width;
    const thread = holders.first[row * columns + column] ?? 0;
    return {
      column: part,
      row,
      look: { 'fill': laneColor(thread % WAVE), 'data-element': row * columns + column },
      title: `row ${row}, column ${column}: ${wordsOf(holders, thread)}`,
      text: named ? nameOf(thread) : undefined,
    };
  });
  const names = [...rowNames(grid, everyNth(grid.rows, 4)), ...eighths(grid, columns)];
  const verb = side === 'write' ? 'writes' : 'reads';
  const words = {
    title: `${passage.name}: who ${verb} what`,
    description: `${grid.rows} of ${rows} rows of ${columns} elements; a cell is what a lane ${verb} at once, in the colour of the lane.`,
  };
  return cellPicture(grid, words, [svg('g', {}, ...names, ...cellsOf(grid, cells))]);
}

const wordsOf = ({ copies }: Holders, thread: number): string =>
  `wave ${Math.floor(thread / WAVE)}, lane ${thread % WAVE}${copies > 1 ? ` and ${copies - 1} more` : ''}`;
