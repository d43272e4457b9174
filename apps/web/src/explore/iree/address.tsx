/** The path of one element to a bank, under an attribute that a reader sets. */
import { groupsOf, type IreeSwizzle, rowStrideOf } from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Fields, Presets } from '../../controls/form.tsx';
import { useControls, usePart } from '../../controls/use-controls.ts';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { tableOf } from '../../picture/table-of.ts';
import type { Pointed } from '../../picture/view.tsx';
import { Figure } from '../explorer-page.tsx';
import { Try } from '../parts/try.tsx';
import { useLater } from '../parts/use-later.ts';
import { attributeNames, tileControls, tileNames, tileOf, tileTries, worked } from './controls.ts';
import { ReadFigure } from './read-figure.tsx';
import { addressSteps, tileModel } from './tile.ts';
import { TilePictures } from './tile-pictures.tsx';

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
  return (
    <>
      <Figure title="From a hint to an address">
        <TilePictures model={model} state={form.state} onPick={pick} />
        <Fields of={form} names={['row', 'column', 'drawn', 'standout']} />
        <ScrolledTable
          table={stepTable(addressSteps(model.parameters, row, column), row, column)}
        />
        <p class="iree-attribute">
          <code>iree_codegen.swizzle_hint %tile[{model.attribute}]</code>
        </p>
        <p class="iree-facts">{groupsText(swizzle)}</p>
        <Faults faults={model.faults} />
        <Try of={form} tries={tileTries} />
        <Presets of={form} label="Example" presets={worked} />
        <Fields of={form} names={tileNames} />
        <Fields of={form} names={attributeNames} />
      </Figure>
      {useMemo(
        () => (
          <ReadFigure model={later} />
        ),
        [later],
      )}
    </>
  );
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
    ['step', ({ name }) => name],
    ['formula', ({ formula }) => formula],
    ['value', ({ value }) => value],
  ]);
