/**
 * The same kernel counted from its TTGIR: what each line costs by the layouts alone, one pass through the kernel.
 *
 * Loops run as often as the launch says in PTX and once here, so lines are compared by their conflicts for each wavefront that is
 * needed without conflicts.
 */
import { analyzeKernel } from '@ldscope/engine';
import type { TritonLaunch } from './launches.ts';
import { type Counts, directionOf, type LinePair, pairLines, Tally } from './tally.ts';

export interface TtgirTally {
  readonly tally: Tally;
  /** Operations that access shared memory and are not counted, with the reason. */
  readonly uncounted: readonly string[];
}

export function tallyTtgir({ ttgir, triton }: TritonLaunch): TtgirTally {
  const { analysis } = analyzeKernel(ttgir, { machine: 'sm_90', triton });
  const tally = new Tally();
  if (analysis === undefined) return { tally, uncounted: ['the whole kernel'] };
  const { sites, kernel } = analysis.report;
  for (const { op, direction, location, executions, idxActive, bankConflict } of sites) {
    if (op.startsWith('wgmma')) continue;
    if (direction !== 'read' && direction !== 'write') continue;
    tally.add(location.source?.[0]?.line ?? 0, direction, {
      executed: executions,
      lanes: 0,
      wavefronts: idxActive,
      conflicts: bankConflict,
      bytes: 0,
    });
  }
  const missing = kernel.ldsInstructions?.missing ?? [];
  return { tally, uncounted: missing.map(({ reason }) => reason) };
}

/** Lines that have conflicts in TTGIR or in PTX. */
export const conflictingLines = (ttgir: Tally, ptx: Tally): readonly LinePair[] =>
  pairLines(ttgir, withoutMatrices(ptx)).filter(({ a, b }) => a.conflicts + b.conflicts > 0);

/** The counts of lanes, with `ldmatrix` among the reads and `stmatrix` among the writes: layouts do not specify which is used. */
export function withoutMatrices({ lines }: Tally): Tally {
  const merged = new Tally();
  for (const { line, kind, ...counts } of lines)
    if (kind !== 'copy' && kind !== 'product') merged.add(line, directionOf(kind), counts);
  return merged;
}

/** Conflicts for each wavefront that is needed without them. */
export const rateOf = ({ wavefronts, conflicts }: Counts): number =>
  conflicts === 0 ? 0 : conflicts / (wavefronts - conflicts);
