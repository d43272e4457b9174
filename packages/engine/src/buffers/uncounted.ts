/** Accesses without an address, which may be in any array of a kernel. */
import type { LdsCoverage, UncountedAccesses } from '@ldscope/core';

/** The accesses of a partly counted kernel that are in no count. */
export function uncountedIn({
  instructions,
  counted,
  missing,
}: Pick<LdsCoverage, 'instructions' | 'counted' | 'missing'>): UncountedAccesses {
  const what = missing.map(({ reason }) => reason.replace(/^of /, ''));
  return { accesses: instructions - counted, of: instructions, what, constrain: false };
}
