/** Accesses without an address, which may be in any array of a kernel. */
import type { LdsCoverage, UncountedAccesses } from '@ldscope/core';

/** Those that are in no count of a kernel, of which not all are. */
export function uncountedIn({
  instructions,
  counted,
  missing,
}: Pick<LdsCoverage, 'instructions' | 'counted' | 'missing'>): UncountedAccesses {
  const what = missing.map(({ reason }) => reason.replace(/^of /, ''));
  return { accesses: instructions - counted, of: instructions, what, constrain: false };
}
