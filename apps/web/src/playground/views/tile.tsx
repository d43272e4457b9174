/** The tile: where each element is, in which bank, and which lanes touch it. */
import { elementView } from '@ldscope/core';
import {
  physicalTilePicture,
  tileCells,
  type TileCells,
  tilePicture,
  tileReadout,
  tileTable,
} from '@ldscope/render';
import { batch, signal, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { Choice } from '../../controls/choice.tsx';
import { Select } from '../../controls/fields.tsx';
import { type ArrowKey, View } from '../../picture/view.tsx';
import { pick, pickSite, point } from '../actions.ts';
import { captionOf, otherCaptionOf } from '../caption.ts';
import { otherTile } from '../compare/other.ts';
import { buffer, focus, target } from '../focus.ts';
import { LayoutCosts } from '../layouts/layout-costs.tsx';
import { LayoutField } from '../layouts/layout-field.tsx';
import { tried } from '../layouts/tried.ts';
import { comparedWith, hovered, pinned, selection, suggestRun } from '../state.ts';
import { Empty } from './empty.tsx';
import { widthBeside } from './panel-width.ts';
import { needsTile, TileQuestion } from './tile-question.tsx';

type Coloring = 'lane' | 'bank' | 'conflict';

/** The least width of tiles side by side, in pixels, as in the styles. */
const LEAST_BESIDE = 560;

const coloring = signal<Coloring>('lane');
const colorings = [
  { value: 'lane', label: 'lane' },
  { value: 'bank', label: 'bank' },
  { value: 'conflict', label: 'conflict' },
] as const;

export function TileView(): JSX.Element {
  const found = buffer.value;
  const at = focus.value;
  const tile = useComputed(() => {
    const shown = buffer.value;
    const on = target.value;
    if (shown === undefined || on === undefined) return undefined;
    const { access, instance } = focus.value ?? {};
    const shownTile = {
      problem: shown.problem,
      layout: tried.value?.layout ?? shown.now,
      target: on,
      ...(access === undefined ? {} : { access }),
      ...(instance === undefined ? {} : { instance }),
    };
    return { ...shownTile, cells: tileCells(shownTile) };
  });
  const others = useComputed(() => {
    const shown = otherTile.value;
    if (shown === undefined) return undefined;
    const { buffer: of, ...on } = shown;
    const view = { ...on, problem: of.problem, layout: of.now };
    const options = { ...view, cells: tileCells(view) };
    const looks = {
      selection: selection.value,
      colorBy: coloring.value,
      width: widthBeside(2, LEAST_BESIDE),
    };
    return {
      logical: tilePicture({ ...options, ...looks }),
      physical: physicalTilePicture({ ...options, ...looks }),
      table: () => tileTable(options, options.cells),
      layout: of.suggested.now.layout,
    };
  });
  const pictures = useComputed(() => {
    const shown = tile.value;
    if (shown === undefined) return undefined;
    const options = {
      ...shown,
      selection: selection.value,
      colorBy: coloring.value,
      width: widthBeside(otherTile.value === undefined ? 1 : 2, LEAST_BESIDE),
    };
    return {
      logical: tilePicture(options),
      physical: physicalTilePicture(options),
      table: () => tileTable(shown, shown.cells),
    };
  });
  if (found === undefined || pictures.value === undefined) {
    return (
      <div class="view-body">
        <TileQuestion />
        <Empty>
          {suggestRun.value.status === 'running'
            ? 'Finding the tile ...'
            : needsTile()
              ? 'Enter the shape of the tile to show it.'
              : 'No tile is known for this kernel. See Layouts for the reason.'}
        </Empty>
      </div>
    );
  }
  const { logical, physical, table } = pictures.value;
  const cells = tile.value?.cells;
  const readout = cells && tileReadout(cells, found.problem.tile, selection.value);
  const onArrow = (key: ArrowKey): boolean => cells !== undefined && stepElement(key, cells);
  const { problem, suggested } = found;
  const tileTitle = (how: string): string => {
    const { rows } = suggested.tile;
    const op = suggested.accesses[problem.accesses.findIndex((one) => one === at?.access)]?.op;
    const who = op === undefined ? '' : `, ${op} at ${at?.access.name ?? ''}`;
    return `tile of ${rows} x ${elementView(suggested.tile).columns} ${how}${who}`;
  };
  const other = others.value;
  const otherName = comparedWith.value?.name;
  return (
    <div class="view-body">
      <div class="figure-controls">
        <Choice
          label="Colour by"
          options={colorings}
          value={coloring.value}
          onChange={(next) => {
            coloring.value = next;
          }}
        />
        <Select
          label="Access"
          value={at?.access.name ?? ''}
          options={problem.accesses.map(({ name }, index) => ({
            value: name,
            label: `${name} ${suggested.accesses[index]?.op ?? ''}`,
          }))}
          onChange={pickSite}
        />
      </div>
      <LayoutField />
      <LayoutCosts />
      <h2>
        The tile in kernel coordinates: {suggested.tile.rows} x{' '}
        {elementView(suggested.tile).columns}
      </h2>
      <div class={other === undefined ? '' : 'side-by-side tiles'}>
        {other === undefined ? undefined : (
          <div>
            <h3>
              {otherName}: {other.layout}
            </h3>
            <View
              picture={other.logical}
              table={other.table}
              name="tile-other"
              caption={() => otherCaptionOf('tile as the kernel sees it', 'tile')}
              onPoint={point}
              onPick={pick}
            />
          </div>
        )}
        <div>
          {other === undefined ? undefined : (
            <h3>Here: {tried.value?.words ?? suggested.now.layout}</h3>
          )}
          <View
            picture={logical}
            table={table}
            name="tile"
            caption={() => captionOf(tileTitle('as the kernel sees it'), at?.access.name, 'tile')}
            onPoint={point}
            onPick={pick}
            {...{ readout, onArrow }}
          />
        </div>
      </div>
      <h2>The same elements at their addresses in shared memory</h2>
      <div class={other === undefined ? '' : 'side-by-side tiles'}>
        {other === undefined ? undefined : (
          <View
            picture={other.physical}
            name="tile-in-lds-other"
            caption={() => otherCaptionOf('tile in shared memory', 'tile-in-lds')}
            onPoint={point}
            onPick={pick}
          />
        )}
        <View
          picture={physical}
          name="tile-in-lds"
          caption={() => captionOf(tileTitle('in shared memory'), at?.access.name, 'tile-in-lds')}
          onPoint={point}
          onPick={pick}
          {...{ readout, onArrow }}
        />
      </div>
    </div>
  );
}

/** Picks the cell next to the selected one, or the first where none is selected. */
function stepElement(key: ArrowKey, { cells, cellElements, columns }: TileCells): boolean {
  const { element, lane } = selection.value;
  const at = cells.findIndex((cell) =>
    element === undefined
      ? cell.lanes.some((one) => one.lane === lane)
      : element >= cell.element && element < cell.element + cellElements,
  );
  const perRow = Math.max(1, Math.ceil(columns / cellElements));
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perRow, ArrowDown: perRow } as const;
  const next = cells[at < 0 ? 0 : at + steps[key]];
  if (next !== undefined)
    batch(() => {
      hovered.value = undefined;
      pinned.value = { element: next.element };
    });
  return true;
}
