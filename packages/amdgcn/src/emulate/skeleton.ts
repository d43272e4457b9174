/**
 * The arguments of a kernel as a launch file would give them: what a message shows when they were given wrong.
 *
 *     [{ name: a, dtype: f32, shape: [N] }, { i32: 0 }, { struct: [...], size: 32 }]
 */
import type { KernelArgument } from '@ldscope/core';
import type { ArgumentMetadata, Kernel } from '../text/program.ts';

/** Arguments of the source: without those that compilers add. */
export function visibleArguments(places: readonly ArgumentMetadata[]): ArgumentMetadata[] {
  return places.filter(({ valueKind }) => !valueKind.startsWith('hidden_'));
}

const SCALARS: Readonly<Record<number, string>> = { 1: 'u8', 2: 'u16', 4: 'i32', 8: 'i64' };

/** Longest list that a message shows. */
const MOST_SHOWN = 12;

/** `given`: the launch's values; where they would fill a single struct, they are taken as its fields in order. */
export function argumentSkeleton(kernel: Kernel, given: readonly KernelArgument[]): string {
  const places = visibleArguments(kernel.metadata?.arguments ?? []);
  const shown = places.slice(0, MOST_SHOWN).map((place, index) => {
    if (place.valueKind !== 'by_value') {
      return `{ name: ${place.name ?? `arg${index}`}, dtype: f32, shape: [N] }`;
    }
    const scalar = SCALARS[place.size];
    if (scalar !== undefined) return `{ ${scalar}: 0 }`;
    const fields = places.length === 1 && given.length > 1 ? `the ${given.length} fields` : '...';
    return `{ struct: [${fields}], size: ${place.size} }`;
  });
  const more = places.length > MOST_SHOWN ? ', ...' : '';
  return `[${shown.join(', ')}${more}]`;
}
