/**
 * The declaration of an array in its source that has fewer conflicts: rows of another length, which the compiler then addresses.
 *
 *     __shared__ float tile[32][32];        tile[32][33]
 *
 * Nothing is proven of the source: the compiler may choose other instructions for other rows, so it is compiled and counted again.
 */
import {
  type LdsObject,
  normalForm,
  pitchOf,
  type SuggestedBuffer,
  type SuggestedDeclaration,
  type TileLayout,
} from '@ldscope/core';

/** Of the layouts of the front that are a row pitch in whole elements the one with the fewest conflicts. */
export function declarationOf(
  { front: costs, now }: SuggestedBuffer,
  front: readonly TileLayout[],
  { name, shape = [], elementBytes = 1, declared }: LdsObject,
): SuggestedDeclaration | undefined {
  if (declared === undefined) return undefined;
  const { file, line } = declared;
  const found = front.flatMap((layout, index): SuggestedDeclaration[] => {
    const pitch = (pitchOf(normalForm(layout)) ?? NaN) / elementBytes;
    const cost = costs[index];
    if (cost === undefined || !Number.isInteger(pitch) || pitch <= (shape.at(-1) ?? 0)) return [];
    const better = [...shape.slice(0, -1), pitch];
    return [{ name, file, line, now: shape, better, before: now.conflicts, after: cost.conflicts }];
  });
  const cycles = ({ after }: SuggestedDeclaration): number =>
    after.reduce((sum, one) => sum + one, 0);
  return found.toSorted((a, b) => cycles(a) - cycles(b))[0];
}
