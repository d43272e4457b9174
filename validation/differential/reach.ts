/**
 * Which instructions of a chip a run has executed: a comparison says nothing about the others.
 *
 *     gfx1100 VALU: 301 of 573 instructions executed; not: v_cls_i32 v_cubeid_f32 ...
 */
import { executedMnemonics } from '@ldscope/amdgcn';
import type { Way } from './compile.ts';

/** Mnemonics that were executed, by chip. */
export type Reached = Map<Way['chip'], Set<string>>;

export function addReached(reached: Reached, chip: Way['chip'], names: Iterable<string>): void {
  const all = reached.get(chip) ?? new Set();
  for (const name of names) all.add(name);
  reached.set(chip, all);
}

/** A line per chip and unit. */
export function reachLines(reached: Reached): string[] {
  return [...reached].flatMap(([chip, executed]) =>
    Object.entries(executedMnemonics(chip)).map(([unit, names]) => {
      const missing = [...names].filter((name) => !executed.has(name)).sort();
      const done = names.size - missing.length;
      return `${chip} ${unit}: ${done} of ${names.size} instructions executed${missing.length === 0 ? '' : `; not: ${missing.join(' ')}`}`;
    }),
  );
}
