/** Layouts of a case by the model and by clang, each as vector instructions more than the plain tile's. */
import { addressCounter, isFigure } from '@ldscope/core';
import { type AddressCase, type NamedLayout, problemOf } from './cases.ts';
import { type Chip, chips } from './compile.ts';

/** By layout and chip: vector instructions of the whole kernel, as clang emits it. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A layout of a case on one chip. */
export interface Compared {
  readonly tile: string;
  readonly layout: string;
  readonly chip: Chip;
  readonly clang: number;
  readonly model: number;
  readonly least: number;
  readonly most: number;
  /** Whether the model gives a figure, and not a range. */
  readonly isFigure: boolean;
  readonly keepsLoops: boolean;
}

/** Instructions by which small counts may differ, and the share by which larger ones may. */
export const [FEW, SHARE] = [2, 0.2];

const slackOf = (count: number): number => Math.max(FEW, SHARE * Math.abs(count));

/** True where the model is within 20 % or 2 instructions of clang. */
export const isNear = ({ model, clang }: Compared): boolean =>
  Math.abs(model - clang) <= slackOf(clang);

/** True where clang is in the range of the model; a figure is a range with 20 % or 2 instructions to each side. */
export function isInside({ clang, least, most, model, isFigure: isSure }: Compared): boolean {
  const [low, high] = isSure ? [model - slackOf(model), model + slackOf(model)] : [least, most];
  return clang >= low && clang <= high;
}

export function comparedOf(
  one: AddressCase,
  layouts: readonly NamedLayout[],
  counts: Counts,
): Compared[] {
  const clang = (layout: string, chip: Chip): number => counts[layout]?.[chip] ?? Number.NaN;
  return chips.flatMap((chip) => {
    const count = addressCounter(problemOf(one, chip));
    return layouts.slice(1).map(({ name, layout }): Compared => {
      const counted = count(layout);
      const [least = 0, most = Infinity] = counted.range ?? [];
      return {
        tile: one.name,
        layout: name,
        chip,
        // As the model counts: never below the plain tile.
        clang: Math.max(0, clang(name, chip) - clang('plain', chip)),
        model: counted.instructions,
        least,
        most,
        isFigure: isFigure(counted),
        keepsLoops: one.keepsLoops === true,
      };
    });
  });
}

/** How many of a list are so. */
export const shareOf = (list: readonly Compared[], is: (one: Compared) => boolean): number =>
  list.filter(is).length / list.length;
