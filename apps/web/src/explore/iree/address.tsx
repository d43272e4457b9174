/** The path of one element to a bank, under an attribute that a reader sets. */
import {
  elementOffset,
  groupsOf,
  type IreeSwizzle,
  plainLayout,
  rowStrideOf,
  type TileLayout,
} from '@ldscope/core';
import {
  type DataTable,
  physicalTilePicture,
  type TileOptions,
  tilePicture,
  tileTable,
} from '@ldscope/render';
import { h, type JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useControls, usePart } from '../../controls/use-controls.ts';
import { tableOf } from '../../picture/table-of.ts';
import { type Pointed } from '../../picture/view.tsx';
import { useLater } from '../parts/use-later.ts';
import * as show from '../parts/show.tsx';
import {
  attributeNames,
  tileControls,
  tileNames,
  tileOf,
  type TileState,
  tileTries,
  worked,
} from './controls.ts';
import { ReadFigure } from './read-figure.tsx';
import { addressSteps, tileModel, type TileModel } from './tile.ts';

export function AddressFigures(): JSX.Element {
  const form = useControls(tileControls);
  const { row, column } = form.state;
  const part = usePart(form.state, [...tileNames, ...attributeNames]);
  const model = useMemo(() => tileModel(tileOf(part)), [part]);
  const later = useLater(model);
  const { columns, swizzle } = model.parameters;
  const pick = ({ element }: Pointed): void => {
    if (element === undefined || !Number.isFinite(element)) return;
    form.change({ row: Math.floor(element / columns), column: element % columns });
  };
  return show.all([
    show.figure('From a hint to an address', [
      <TilePictures model={model} state={form.state} onPick={pick} />,
      show.fields(form, ['row', 'column', 'drawn', 'standout']),
      show.table(stepTable(addressSteps(model.parameters, row, column), row, column)),
      <p class="iree-attribute">
        <code>iree_codegen.swizzle_hint %tile[{model.attribute}]</code>
      </p>,
      <p class="iree-facts">{groupsText(swizzle)}</p>,
      <Faults faults={model.faults} />,
      show.tries(form, tileTries),
      show.presets(form, 'Example', worked),
      show.fields(form, tileNames),
      show.fields(form, attributeNames),
    ]),
    useMemo(() => h(ReadFigure, { model: later }), [later]),
  ]);
}

function Faults({ faults }: { readonly faults: readonly string[] }): JSX.Element {
  return (
    <div class="iree-faults">
      {faults.length === 0 ? (
        <p>
          <span class="tag good">sound</span> The attribute permutes the tile and keeps every
          element in its row.
        </p>
      ) : (
        faults.map((fault) => (
          <p key={fault}>
            <span class="tag warn">caution</span> {fault}.
          </p>
        ))
      )}
    </div>
  );
}

function groupsText(swizzle: IreeSwizzle): string {
  const groups = groupsOf(swizzle);
  const parts = `${groups} groups of ${swizzle.accessWidth} elements`;
  if (swizzle.kind === 'rotate_rows') {
    return `${parts}; group g of row r is stored at (r + g) mod ${groups}.`;
  }
  const perPhase = swizzle.perPhase ?? 1;
  const key = perPhase === 1 ? 'row' : `floor(row / ${perPhase})`;
  const stride = rowStrideOf(swizzle);
  const of = stride === swizzle.rowWidth ? '' : `, rows counted every ${stride} elements`;
  return `${parts}; group g is stored at g xor (${key} mod ${groups})${of}.`;
}

const stepTable = (
  steps: ReturnType<typeof addressSteps>,
  row: number,
  column: number,
): DataTable =>
  tableOf(`Element [${row}][${column}]: in elements, except for the last three lines`, steps, [
    ['step', 'name'],
    'formula',
    'value',
  ]);

interface PicturesProps {
  readonly model: TileModel;
  readonly state: Pick<TileState, 'row' | 'column' | 'drawn' | 'standout'>;
  readonly onPick: (pointed: Pointed) => void;
}

/** Each of the two is a task of its own. */
function TilePictures({ model: present, state, onPick }: PicturesProps): JSX.Element {
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
      {show.panel('iree-panel', 'Plain', [
        show.view(before, 'iree-plain', () => tileTable(plain), { onPick }),
      ])}
      {show.panel('iree-panel', 'With the hint resolved', [
        after === undefined || moved === undefined ? (
          <p class="verdict">Not drawn: this attribute is not a layout of the tile.</p>
        ) : (
          show.view(after, 'iree-swizzled', () => tileTable(moved), { onPick })
        ),
      ])}
    </div>
  );
}
