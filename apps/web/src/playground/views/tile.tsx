/** The tile: where each element lies, in which bank, and which lanes touch it. */
import { elementView } from '@ldscope/core';
import { physicalTilePicture, tileCells, tilePicture, tileTable } from '@ldscope/render';
import { signal, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { Choice } from '../../controls/choice.tsx';
import { Select } from '../../controls/fields.tsx';
import { View } from '../../picture/view.tsx';
import { pick, pickSite, point } from '../actions.ts';
import { buffer, focus, target, tried } from '../focus.ts';
import { selection, suggestRun, triedWords } from '../state.ts';
import { Empty } from './empty.tsx';
import { LayoutChoice } from './layout-choice.tsx';
import { needsTile } from './tile-question.tsx';

type Coloring = 'lane' | 'bank' | 'conflict';

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
      layout: tried.value ?? shown.now,
      target: on,
      ...(access === undefined ? {} : { access }),
      ...(instance === undefined ? {} : { instance }),
    };
    return { ...shownTile, cells: tileCells(shownTile) };
  });
  const pictures = useComputed(() => {
    const shown = tile.value;
    if (shown === undefined) return undefined;
    const options = { ...shown, selection: selection.value, colorBy: coloring.value };
    return {
      logical: tilePicture(options),
      physical: physicalTilePicture(options),
      table: () => tileTable(shown, shown.cells),
    };
  });
  if (found === undefined || pictures.value === undefined) {
    return (
      <Empty>
        {suggestRun.value.status === 'running'
          ? 'The tile is being found ...'
          : needsTile()
            ? 'The text does not say which tile its buffer is. You can say it under Layouts.'
            : 'No tile is known for this kernel. Layouts says why.'}
      </Empty>
    );
  }
  const { logical, physical, table } = pictures.value;
  const { problem, suggested } = found;
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
          onChange={(name) => {
            const kept = triedWords.value;
            pickSite(name);
            triedWords.value = kept;
          }}
        />
        <LayoutChoice />
      </div>
      <h2>
        The tile as the kernel sees it: {suggested.tile.rows} x{' '}
        {elementView(suggested.tile).columns}
      </h2>
      <View picture={logical} table={table} name="tile" onPoint={point} onPick={pick} />
      <h2>The same elements where they lie in shared memory</h2>
      <View picture={physical} name="tile-in-lds" onPoint={point} onPick={pick} />
    </div>
  );
}
