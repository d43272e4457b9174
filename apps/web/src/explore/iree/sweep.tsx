/** The evaluation of the talk: 110 shapes, four mitigations, and the tiles behind them. */
import { type BarChart, barChart, barTable, type DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { Facts } from '../../controls/facts.tsx';
import { Select } from '../../controls/fields.tsx';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { View } from '../../picture/view.tsx';
import { Figure } from '../explorer-page.tsx';
import {
  mitigations,
  type MitigationName,
  mitigationText,
  mitigationTitles,
  shapes,
  sweep,
  type TileResult,
} from './attention.ts';
import { nameOf, shapesPicture } from './shapes-picture.ts';
import { countedTable, measuredTable } from './talk.ts';
import { elements } from './tile.ts';

const looks = { baseline: 'soft', padding: 'warn', swizzle: 'accent', hinted: 'good' } as const;
const names = shapes.map(nameOf);

export function SweepFigure(): JSX.Element {
  const [element, setElement] = useState<(typeof elements)[number]>('f16');
  const [selected, setSelected] = useState(1);
  const both = useMemo(() => ({ f16: sweep('f16'), f32: sweep('f32') }), []);
  const own = both[element];
  const picture = useMemo(() => shapesPicture(own, selected), [own, selected]);
  const result = own.shapes[selected];
  const head = result?.shape.head ?? 128;
  const tiles = own.tiles[head];
  const chart = useMemo(() => tileChart(tiles, element, head), [tiles]);
  const counted = useMemo(() => countedTable(both.f16, both.f32), [both]);
  const text = (value: number): string => value.toLocaleString('en-US');
  return (
    <Figure title="110 attention shapes">
      <p class="prose">
        Batch, length and head dimension of an attention kernel, as in the talk&apos;s benchmark.
        The kernel that IREE makes has the same tiles for all batches and lengths: they only say how
        often a tile is written and read. So 110 shapes are two tilings for each type, and what
        clears one shape of a head clears 55.
      </p>
      <div class="figure-controls">
        <Choice label="Type" options={elements} value={element} onChange={setElement} />
        <Select
          label="Shape: batch x length x head"
          options={names}
          value={names[selected] ?? ''}
          onChange={(name) => setSelected(Math.max(0, names.indexOf(name)))}
        />
      </div>
      <View
        picture={picture}
        table={() => shapesTable(own)}
        name={`iree-shapes-${element}`}
        onPick={(pointed) => {
          const index = pointed['index'];
          if (index !== undefined && Number.isFinite(index)) setSelected(index);
        }}
      />
      <Facts
        facts={mitigations.map((name) => {
          const conflicts = result?.totals[name].conflicts ?? 0;
          return {
            name: mitigationTitles[name],
            value: text(conflicts),
            tone: conflicts > 0 ? ('conflict' as const) : ('good' as const),
          };
        })}
      />
      <h3>The tiles of {names[selected]}: conflict cycles of a workgroup, once written and read</h3>
      <View picture={barChart(chart)} table={() => barTable(chart)} name="iree-tiles" />
      <Scrolled table={tilesTable(tiles, head)} />
      <h3>Beside the talk</h3>
      <Scrolled table={counted} />
      <Scrolled table={measuredTable} />
    </Figure>
  );
}

function Scrolled({ table }: { readonly table: DataTable }): JSX.Element {
  return <ScrolledTable table={table} />;
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

function tilesTable(tiles: readonly TileResult[], head: number): DataTable {
  return {
    caption: `Head ${head}: what is done to each tile, and conflict cycles of writes + reads`,
    columns: [
      { title: 'tile' },
      { title: 'a lane writes, reads', numeric: true },
      ...mitigations.map((name) => ({ title: mitigationTitles[name], numeric: true })),
    ],
    rows: tiles.map(({ tile, costs, mitigations: done }) => [
      `${tile.name} ${tile.rows} x ${tile.columns}`,
      `${tile.writer.element_tile.at(-1) ?? 1}, ${tile.reader.element_tile.at(-1) ?? 1}`,
      ...mitigations.map(
        (name) =>
          `${mitigationText(done[name])}: ${costs[name].writeConflictCycles} + ${costs[name].readConflictCycles}`,
      ),
    ]),
  };
}

function shapesTable({ element, shapes: all }: ReturnType<typeof sweep>): DataTable {
  return {
    caption: `Conflict cycles of each shape, ${element}, gfx942`,
    columns: [
      { title: 'shape' },
      ...mitigations.map((name) => ({ title: mitigationTitles[name], numeric: true })),
    ],
    rows: all.map(({ shape, totals }) => [
      nameOf(shape),
      ...mitigations.map((name) => totals[name].conflicts.toLocaleString('en-US')),
    ]),
  };
}
