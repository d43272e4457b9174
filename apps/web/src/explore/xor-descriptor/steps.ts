/** The steps of the figure: their names, and what each does to a tile. */
import type { XorModel } from './model.ts';

export interface Step {
  readonly name: string;
  readonly title: string;
  readonly text: (model: XorModel) => string;
}

export const steps: readonly Step[] = [
  {
    name: 'Before',
    title: 'The tile',
    text: ({ parameters: { mPerBlock, kPerBlock }, kPack }) =>
      `${mPerBlock} rows of ${kPerBlock} elements, as the kernel indexes them. A pack is ${kPack} elements of a row. The steps move packs and never split one.`,
  },
  {
    name: '1 reshape',
    title: 'Rows become row groups',
    text: ({ mLdsLayer, packsOfGroup, groups }) =>
      mLdsLayer === 1
        ? `One row is a row group: ${groups} groups (B) of ${packsOfGroup} packs (A). Nothing moves in memory.`
        : `${mLdsLayer} consecutive rows form a row group: ${groups} groups (B) of ${packsOfGroup} packs (A). Nothing moves in memory.`,
  },
  {
    name: '1 recolour',
    title: 'The same, coloured by column',
    text: ({ packsOfGroup }) =>
      `One colour for each of the ${packsOfGroup} columns of packs. Lanes that go down the rows read one column at once, and a column is on the same banks in every group.`,
  },
  {
    name: '2 XOR',
    title: 'Packs move within their group',
    text: ({ packsOfGroup }) =>
      `Pack a of group b goes to place a XOR (b mod ${packsOfGroup}). Only this step permutes: each colour is now spread over the columns.`,
  },
  {
    name: '3 unmerge',
    title: 'A is read as (L, K0)',
    text: ({ mLdsLayer, packsOfGroup }) =>
      mLdsLayer === 1
        ? `With MLdsLayer 1 there is nothing to split: place a of ${packsOfGroup} is K0.`
        : `The ${packsOfGroup} places of a group are ${mLdsLayer} layers (L) of ${packsOfGroup / mLdsLayer} packs (K0): one number holds the row within the group and the pack within the row.`,
  },
  {
    name: '4 merge',
    title: 'LDS, one line per bank period',
    text: ({ banks, grids }) =>
      `${grids.at(-1)?.rows ?? 0} lines of ${4 * banks} bytes: ${banks} banks of 4 bytes, as this read uses them. The descriptor hides all of it: its user still indexes (m, k).`,
  },
];
