/**
 * The talk's figures beside ours, each with a verdict. What is public decides the verdict: where a figure hangs on
 * something that is not, it says on what.
 *
 *     exact      the same number, to the digits that the talk gives
 *     same       the same count of shapes
 *     inside     ours is a range, and the figure is in it
 *     open       the figure cannot be derived from what is public
 */
import { median } from '@ldscope/core';
import { grouped } from '../base/markdown.ts';
import { nameOfShape, type Element } from './shapes.ts';
import type { SweepRow, Totals, Variant } from './sweep.ts';
import { talk } from './talk.ts';

export interface Comparison {
  readonly figure: string;
  readonly talk: string;
  readonly ours: string;
  readonly verdict: string;
}

/** All comparisons, of a sweep over all shapes and both elements on gfx942. */
export function compareWithTalk(rows: readonly SweepRow[]): Comparison[] {
  return [...halfComparisons(ofElement(rows, 'f16')), ...floatComparisons(ofElement(rows, 'f32'))];
}

const ofElement = (rows: readonly SweepRow[], element: Element): SweepRow[] =>
  rows.filter(({ kernel }) => kernel.element === element);

/** Shapes that have no conflict. */
export function freeShapes(rows: readonly SweepRow[], variant: Variant): number {
  return rows.filter(({ totals }) => totals[variant].conflicts === 0).length;
}

/** Median over the shapes of what a variant has less than padding, in percent of padding. */
export function ldsSavedPercent(
  rows: readonly SweepRow[],
  variant: Variant,
  bytes: 'ldsBytes' | 'allocatedBytes',
): number {
  return median(
    rows.map(({ totals }) => 100 * (1 - totals[variant][bytes] / totals.padding[bytes])),
  );
}

const percent = (value: number): string => `${value.toFixed(1)} %`;

/** The talk writes three digits: 532K, 8.52M. */
const roundsTo = (value: number, figure: number): boolean =>
  Number(value.toPrecision(3)) === figure;

function count(figure: string, wanted: number, found: number): Comparison {
  const verdict = found === wanted ? 'same' : 'differs';
  return { figure, talk: `${wanted} of ${talk.shapes}`, ours: `${found}`, verdict };
}

function number(figure: string, wanted: number, found: number): Comparison {
  const verdict = roundsTo(found, wanted) ? 'exact' : 'differs';
  return { figure, talk: thousands(wanted), ours: grouped(found), verdict };
}

const thousands = (value: number): string => `${grouped(value / 1000)}K`;

function halfComparisons(rows: readonly SweepRow[]): Comparison[] {
  const [head, hinted] = (['swizzle', 'hinted'] as const).map((variant) =>
    percent(ldsSavedPercent(rows, variant, 'allocatedBytes')),
  );
  const wanted = percent(talk.f16.ldsSavedPercent);
  return [
    count('f16: swizzle clears', talk.f16.swizzleFree, freeShapes(rows, 'swizzle')),
    count('f16: swizzle clears, V hinted too', talk.f16.swizzleFree, freeShapes(rows, 'hinted')),
    count('f16: padding clears', talk.f16.paddingFree, freeShapes(rows, 'padding')),
    {
      figure: 'f16: LDS saved, median',
      talk: wanted,
      ours: `${head}; V hinted too ${hinted}`,
      verdict: hinted === wanted && head !== wanted ? 'exact with V hinted' : 'differs',
    },
    unnamedShape(rows),
  ];
}

/** 8.52M before swizzle: which shapes of the grid have that, with padding or without anything. */
function unnamedShape(rows: readonly SweepRow[]): Comparison {
  const found = (['padding', 'baseline'] as const).flatMap((variant) =>
    rows
      .filter(({ totals }) => roundsTo(totals[variant].conflicts, talk.f16.conflictsBefore))
      .map(({ kernel, totals }) => ({ variant, kernel, conflicts: totals[variant].conflicts })),
  );
  const [only] = found;
  const figure = 'f16: conflicts before swizzle, shape not named';
  if (only === undefined || found.length > 1) {
    return { figure, talk: '8.52M', ours: `${found.length} shapes`, verdict: 'open' };
  }
  const place = `${only.variant} on ${nameOfShape(only.kernel.shape)}`;
  return {
    figure,
    talk: '8.52M',
    ours: `${grouped(only.conflicts)}: ${place}, and on no other`,
    verdict: 'exact, if it is that shape',
  };
}

function floatComparisons(rows: readonly SweepRow[]): Comparison[] {
  const alike = rows.filter(
    ({ totals }) =>
      totals.padding.conflicts === totals.swizzle.conflicts && totals.padding.conflicts > 0,
  ).length;
  const saved = percent(ldsSavedPercent(rows, 'swizzle', 'allocatedBytes'));
  const wanted = percent(talk.f32.ldsSavedPercent);
  const { shape, conflicts, instructionsPadding, instructionsSwizzle } = talk.f32.counters;
  const row = rows.find(({ kernel }) => nameOfShape(kernel.shape) === shape);
  const shared = [
    count('f32: padding and swizzle count the same', talk.f32.sameCount, alike),
    {
      figure: 'f32: LDS saved, median',
      talk: wanted,
      ours: `${saved} in granules of 512 B, ${percent(ldsSavedPercent(rows, 'swizzle', 'ldsBytes'))} in bytes`,
      verdict: saved === wanted ? 'exact' : 'differs',
    },
  ];
  if (row === undefined) return shared;
  const { padding, swizzle } = row.totals;
  const [least, most] = [padding.instructions - padding.joinable, padding.instructions];
  const isInside = least <= instructionsPadding && instructionsPadding <= most;
  return [
    ...shared,
    number(`f32 ${shape}: conflicts, padding`, conflicts, padding.conflicts),
    number(`f32 ${shape}: conflicts, swizzle`, conflicts, swizzle.conflicts),
    number(`f32 ${shape}: LDS instructions, swizzle`, instructionsSwizzle, swizzle.instructions),
    {
      figure: `f32 ${shape}: LDS instructions, padding`,
      talk: thousands(instructionsPadding),
      ours: `${grouped(least)} to ${grouped(most)}, by how many pairs LLVM joins`,
      verdict: isInside ? 'inside' : 'differs',
    },
    perInstruction(shape, swizzle),
    {
      figure: 'both: times, waits, latency, cycles, all instructions',
      talk: 'speed-ups 1.48 to 1.83',
      ours: 'medians of our own kernels 1.42 to 1.99',
      verdict: 'timing-speed-ups.md',
    },
  ];
}

function perInstruction(shape: string, { conflicts, instructions }: Totals): Comparison {
  const ours = (conflicts / instructions).toFixed(2);
  const wanted = talk.f32.counters.conflictsPerInstructionSwizzle.toFixed(2);
  return {
    figure: `f32 ${shape}: conflicts per LDS instruction, swizzle`,
    talk: wanted,
    ours,
    verdict: ours === wanted ? 'exact' : 'differs',
  };
}
