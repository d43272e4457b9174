/** An element's indices at each stage of the descriptor, and the packs of a tile as a table. */
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import type { Way, XorModel } from './model.ts';

export function WayTable({
  model,
  way,
}: {
  readonly model: XorModel;
  readonly way: Way;
}): JSX.Element {
  const { m, k, l, b, k0, k1, a, key, moved, offset, byte, bank } = way;
  const rows: readonly (readonly [string, string])[] = [
    ['Element', `(m, k) = (${m}, ${k})`],
    ['Merge, undone', `l = ${l}, b = ${b}, k0 = ${k0}, k1 = ${k1}`],
    ['Unmerge, undone', `a = ${l} * ${model.packsOfGroup / model.mLdsLayer} + ${k0} = ${a}`],
    ['XOR', `place = ${a} ^ (${b} mod ${model.packsOfGroup}) = ${a} ^ ${key} = ${moved}`],
    ['Base', `element ${offset} of LDS, byte ${byte}, bank ${bank} of ${model.banks}`],
  ];
  return (
    <dl class="xor-way" aria-live="off">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Where each pack is at each step. */
export function packTable({ packs, kPack, parameters }: XorModel): DataTable {
  return {
    caption: 'Packs by step: row and first column in the grid of the step',
    columns: ['pack (m, k)', '1 reshape (b, a)', '2 XOR (b, place)', '4 LDS (line, byte)'].map(
      (title) => ({ title }),
    ),
    rows: packs.map(({ m, k, places }) => {
      const [, reshaped, , moved, , memory] = places;
      const pack = (place = { row: 0, column: 0 }): string =>
        `${place.row}, ${place.column / kPack}`;
      return [
        `${m}, ${k}`,
        pack(reshaped),
        pack(moved),
        `${memory?.row ?? 0}, ${(memory?.column ?? 0) * parameters.elementBytes}`,
      ];
    }),
  };
}
