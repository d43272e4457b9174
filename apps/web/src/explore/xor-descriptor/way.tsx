/** An element's indices at each stage of the descriptor, and the packs of a tile as a table. */
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { tableOf } from '../../picture/table-of.ts';
import { bytesOf } from '../parts/element-types.ts';
import type { Swapped } from '../parts/index-swapping.ts';
import type { Place, XorModel } from './model.ts';

export function WayTable({ model, way }: Readonly<{ model: XorModel; way: Swapped }>): JSX.Element {
  const {
    m,
    k,
    layer: l,
    group: b,
    pack: k0,
    element: k1,
    before: a,
    key,
    after,
    offset,
    byte,
    bank,
  } = way;
  const rows: readonly (readonly [string, string])[] = [
    ['Element', `(m, k) = (${m}, ${k})`],
    ['Undo the merge', `l = ${l}, b = ${b}, k0 = ${k0}, k1 = ${k1}`],
    ['Undo the unmerge', `a = ${l} * ${model.packsOfGroup / model.mLdsLayer} + ${k0} = ${a}`],
    ['XOR', `place = ${a} ^ (${b} mod ${model.packsOfGroup}) = ${a} ^ ${key} = ${after}`],
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
  const at = (place: Place | undefined, unit: number): string =>
    `${place?.row ?? 0}, ${(place?.column ?? 0) / unit}`;
  return tableOf('Packs by step: row and first column in the grid of the step', packs, [
    ['pack (m, k)', ({ m, k }) => `${m}, ${k}`],
    ['1 reshape (b, a)', ({ places }) => at(places[1], kPack)],
    ['2 XOR (b, place)', ({ places }) => at(places[3], kPack)],
    ['4 LDS (line, byte)', ({ places }) => at(places[5], 1 / bytesOf(parameters.element))],
  ]);
}
