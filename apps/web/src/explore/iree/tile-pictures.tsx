/** A plain tile, and the same tile with the hint resolved. */
import { elementOffset, plainLayout, type TileLayout } from '@ldscope/core';
import { physicalTilePicture, type TileOptions, tilePicture, tileTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Pointed, View } from '../../picture/view.tsx';
import { useLater } from '../parts/use-later.ts';
import type { TileState } from './controls.ts';
import type { TileModel } from './tile.ts';

interface PicturesProps {
  readonly model: TileModel;
  readonly state: Pick<TileState, 'row' | 'column' | 'drawn' | 'standout'>;
  readonly onPick: (pointed: Pointed) => void;
}

/** Each of the two is a task of its own. */
export function TilePictures({ model: present, state, onPick }: PicturesProps): JSX.Element {
  const { row, column, drawn, standout } = state;
  const model = useLater(present);
  const later = useLater(model);
  const swizzled = later.sides.find(({ name }) => name === 'swizzled');
  const optionsOf = ({ machine, problem, tile }: TileModel, layout: TileLayout): TileOptions => {
    const banks = machine.sharedMemory.banks.value;
    const bank = Math.floor(elementOffset(layout, row, column) / 4) % banks;
    const selection =
      standout === 'the element' ? { element: row * tile.columns + column } : { bank };
    return {
      problem,
      layout,
      target: { machine, model: machine.models[0] },
      colorBy: 'bank',
      ...(standout === 'everything' ? {} : { selection }),
    };
  };
  const draw = drawn === 'banks' ? physicalTilePicture : tilePicture;
  const plain = optionsOf(model, plainLayout(model.tile));
  const moved = swizzled && optionsOf(later, swizzled.layout);
  const key = [drawn, ...(standout === 'everything' ? [] : [standout, row, column])].join(' ');
  const { chip, element, rows, columns } = model.parameters;
  const before = useMemo(() => draw(plain), [chip, element, rows, columns, key]);
  const after = useMemo(() => moved && draw(moved), [later, key]);
  return (
    <div class="iree-pictures">
      <div class="iree-panel">
        <h3>Plain</h3>
        <View picture={before} table={() => tileTable(plain)} name="iree-plain" onPick={onPick} />
      </div>
      <div class="iree-panel">
        <h3>With the hint resolved</h3>
        {after === undefined || moved === undefined ? (
          <p class="verdict">Not drawn: this attribute is not a layout of the tile.</p>
        ) : (
          <View
            picture={after}
            table={() => tileTable(moved)}
            name="iree-swizzled"
            onPick={onPick}
          />
        )}
      </div>
    </div>
  );
}
