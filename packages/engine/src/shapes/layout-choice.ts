/**
 * A buffer under the layouts of a sweep: as it is, plain, with its best padding, with its best XOR swizzle, or as written.
 *
 *     none      rows one after the other
 *     pad       the pitch with the fewest conflict cycles that leaves every access whole; of equal ones the smallest
 *     swizzle   the XOR of units with rows with the fewest; of equal ones the first of the search
 *
 * The last two are plain where no pad and no XOR has fewer.
 *
 *     now       the layout that the kernel has
 */
import {
  countedLayouts,
  diagnose,
  failure,
  listFamilies,
  messages,
  plainLayout,
  type Problem,
  type Result,
  success,
  type TileLayout,
} from '@ldscope/core';
import { countLayout, type TriedLayout, tryLayout } from '../layout/try-layout.ts';
import type { TileQuestion } from '../source/found.ts';
import { instantiate, type ShapeValues } from './parameters.ts';

const layoutKinds = ['now', 'none', 'pad', 'swizzle'] as const;
type LayoutKind = (typeof layoutKinds)[number];

/** A kind, or a layout in any notation, with formulas of parameters and of `rows` and `columns` of the tile. */
export type LayoutChoice =
  | { readonly kind: LayoutKind }
  | { readonly kind: 'written'; readonly text: string };

/** Reads names of kinds. */
export function readLayoutKinds(names: readonly string[]): Result<readonly LayoutChoice[]> {
  const unknown = names.find((name) => !layoutKinds.some((kind) => kind === name));
  if (unknown !== undefined) return failure(diagnose(messages.shapes.layout(unknown, layoutKinds)));
  return success(layoutKinds.filter((kind) => names.includes(kind)).map((kind) => ({ kind })));
}

const families = { pad: 'padding', swizzle: 'xor' } as const;

/** The buffer under a layout at a shape; a reason where there is none. */
export function layoutOf(
  { problem, wide = problem, now, unknown, coverage }: TileQuestion,
  choice: LayoutChoice,
  values: ShapeValues,
): TriedLayout | string {
  if (coverage !== undefined) {
    const { instructions, counted } = coverage;
    return `not known: ${instructions - counted} of ${instructions} accesses of the kernel are not counted`;
  }
  if (choice.kind === 'now') return legal(countLayout(now, problem));
  if (unknown !== undefined) return unknown;
  switch (choice.kind) {
    case 'none':
      return legal(countLayout(plainLayout(wide.tile), wide));
    case 'written': {
      const { rows, columns } = wide.tile;
      const text = instantiate(choice.text, { ...values, rows, columns });
      const tried = text.ok ? tryLayout(text.value, wide) : text;
      return tried.ok
        ? legal(tried.value)
        : (tried.diagnostics[0]?.message ?? 'it is not a layout');
    }
    case 'pad':
    case 'swizzle': {
      const best = bestOf(wide, families[choice.kind]);
      return best === undefined
        ? `no ${choice.kind === 'pad' ? 'padding' : 'swizzle'} leaves every access whole`
        : legal(countLayout(best, wide));
    }
  }
}

function legal(tried: TriedLayout): TriedLayout | string {
  return tried.cost === undefined ? (tried.faults[0]?.message ?? 'it is not legal') : tried;
}

/** The plain layout or the member of a family with the fewest conflict cycles, then the least shared memory. */
function bestOf(problem: Problem, name: 'padding' | 'xor'): TileLayout | undefined {
  const family = listFamilies(problem).find((one) => one.name === name)?.layouts ?? [];
  const layouts = [plainLayout(problem.tile), ...family];
  const [best] = countedLayouts(problem, layouts).toSorted(
    (a, b) => a.conflictCycles - b.conflictCycles || a.ldsBytes - b.ldsBytes,
  );
  return best?.layout;
}
