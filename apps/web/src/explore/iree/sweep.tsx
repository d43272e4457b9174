/** The evaluation of the IREE talk: 110 shapes, four mitigations, and their tiles. */
import type { BarChart, DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { toneOf } from '../../controls/facts.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { grouped } from '../../controls/words.ts';
import { type Column, tableOf } from '../../picture/table-of.ts';
import * as show from '../parts/show.tsx';
import {
  type MitigationName,
  mitigations,
  mitigationTitles,
  nameOf,
  type ShapeResult,
  shapes,
  sweep,
  type TileResult,
} from './attention.ts';
import { shapeControls } from './controls.ts';
import { countedTable, measuredTable, shapesPicture } from './picture.ts';
import { mitigationText } from './tile.ts';

const looks = { baseline: 'soft', padding: 'warn', swizzle: 'accent', hinted: 'good' } as const;
const names = shapes.map(nameOf);

export function SweepFigure(): JSX.Element {
  const form = useControls(shapeControls);
  const { element, shape } = form.state;
  const selected = names.indexOf(shape);
  const both = useMemo(() => ({ f16: sweep('f16'), f32: sweep('f32') }), []);
  const own = both[element];
  const picture = useMemo(() => shapesPicture(own, selected), [own, selected]);
  const result = own.shapes[selected];
  const head = result?.shape.head ?? 128;
  const tiles = own.tiles[head];
  const chart = useMemo(() => tileChart(tiles, element, head), [tiles]);
  const counted = useMemo(() => countedTable(both.f16, both.f32), [both]);
  return show.figure('110 attention shapes', [
    show.view(picture, `iree-shapes-${element}`, () => shapesTable(own), {
      onPick: ({ index = NaN }) => form.change({ shape: names[index] ?? shape }),
    }),
    show.fields(form),
    show.prose(
      'Batch, length and head dimension of an attention kernel. IREE compiles the same tiles for all batches and lengths, which only decide how often a tile is written and read. So the 110 shapes have two tilings per type, and a layout that removes the conflicts of one shape removes them for 55.',
    ),
    show.facts(
      mitigations.map((name) => {
        const conflicts = result?.totals[name].conflicts ?? 0;
        return [mitigationTitles[name], grouped(conflicts), toneOf(conflicts)];
      }),
    ),
    <h3>Tiles of {shape}: conflict cycles per workgroup, for one write and one read</h3>,
    show.bars(chart, 'iree-tiles'),
    show.table(tilesTable(tiles, head)),
    <h3>Compared with the talk</h3>,
    show.table(counted),
    show.table(measuredTable),
  ]);
}

const conflictsOf = ({ costs }: TileResult, name: MitigationName): number =>
  costs[name].writeConflictCycles + costs[name].readConflictCycles;

function tileChart(tiles: readonly TileResult[], element: string, head: number): BarChart {
  return {
    title: `Conflict cycles of each tile, ${element}, head ${head}`,
    description: 'Writes and reads of the four waves of a workgroup, each once.',
    value: { title: 'conflict cycles' },
    series: mitigations.map((name) => ({ title: mitigationTitles[name], look: looks[name] })),
    width: 760,
    groups: tiles.map((one) => ({
      label: `${one.tile.name} ${one.tile.rows} x ${one.tile.columns}`,
      values: mitigations.map((name) => conflictsOf(one, name)),
    })),
  };
}

const tilesTable = (tiles: readonly TileResult[], head: number): DataTable =>
  tableOf(`Head ${head}: mitigation of each tile, and conflict cycles of writes + reads`, tiles, [
    ['tile', ({ tile }) => `${tile.name} ${tile.rows} x ${tile.columns}`],
    [
      'elements per write, read',
      ({ tile: { writer, reader } }) =>
        `${writer.element_tile.at(-1) ?? 1}, ${reader.element_tile.at(-1) ?? 1}`,
      'numeric',
    ],
    ...mitigations.map((name): Column<TileResult> => [
      mitigationTitles[name],
      ({ tile, costs, mitigations: done }) =>
        `${mitigationText(done[name], tile.columns)}: ${costs[name].writeConflictCycles} + ${costs[name].readConflictCycles}`,
      'numeric',
    ]),
  ]);

const shapesTable = ({ element, shapes: all }: ReturnType<typeof sweep>): DataTable =>
  tableOf(`Conflict cycles of each shape, ${element}, gfx942`, all, [
    ['shape', ({ shape }) => nameOf(shape)],
    ...mitigations.map((name): Column<ShapeResult> => [
      mitigationTitles[name],
      ({ totals }) => grouped(totals[name].conflicts),
      'numeric',
    ]),
  ]);
