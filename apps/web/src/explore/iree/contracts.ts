/**
 * What a layout that replaces another has to keep, and whether padding and the attribute keep it, for the chosen tile.
 *
 *     16 x 128 f16, xor_shuffle<128, 4, 128, 1>    values kept, 16 instructions where there were 12, no byte more
 *     padded by 64 bits                            values kept, 12 instructions as before, 128 bytes more
 */
import { grouped } from '../../controls/words.ts';
import { type RoundTripCost } from '@ldscope/core';
import { type DataTable } from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import { type Side, type TileModel } from './tile.ts';

type Costs = Readonly<Partial<Record<Side['name'], RoundTripCost>>>;

/** `...` where a cost is not known yet. */
export function contractTable({ sides, faults }: TileModel, costs: Costs): DataTable {
  const hasAttribute = sides.some(({ name }) => name === 'swizzled');
  const { plain } = costs;
  const compared = (
    name: 'padded' | 'swizzled',
    words: (cost: RoundTripCost, before: RoundTripCost) => string,
  ): string => {
    if (name === 'swizzled' && !hasAttribute) return '-';
    const cost = costs[name];
    return cost === undefined || plain === undefined ? '...' : words(cost, plain);
  };
  const vectors = (cost: RoundTripCost, before: RoundTripCost): string =>
    cost.instructions === before.instructions
      ? `${cost.instructions}, as before`
      : `${cost.instructions} instead of ${before.instructions}`;
  const bytes = (cost: RoundTripCost, before: RoundTripCost): string =>
    cost.ldsBytes === before.ldsBytes ? 'kept' : `${grouped(cost.ldsBytes - before.ldsBytes)} more`;
  const [fault] = faults;
  const values = !hasAttribute
    ? 'lost: not a layout of the tile'
    : (fault ?? 'kept: a permutation');
  const rows: readonly (readonly [string, string, string])[] = [
    ['tensor shape of the program', 'kept: indices stay', 'kept: indices stay'],
    ['reads return what was written', 'kept: rows do not overlap', values],
    ['instructions', compared('padded', vectors), compared('swizzled', vectors)],
    ['bytes of LDS', compared('padded', bytes), compared('swizzled', bytes)],
    ['fallback', 'is the fallback', 'padding, where a rule refuses the hint'],
  ];
  return tableOf('What a replacement of a layout has to keep, and whether it does here', rows, [
    ['property', ([what]) => what],
    ['64 bits of padding', ([, padded]) => padded],
    ['the attribute', ([, , attribute]) => attribute],
  ]);
}
