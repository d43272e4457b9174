/**
 * The cost of an allocation when its swizzle hint is resolved, and that of padding in its place: the reason that padding
 * gives for leaving a hinted allocation alone.
 *
 *     16x128xf16, xor_shuffle<128, 4>     480 conflict cycles as it is, 32 once resolved, 32 with 4 elements a row
 *
 * The passes that resolve hints run on a copy of the module, which is executed like the module itself. LIMITATIONS: of one
 * workgroup (`Observe`); a hint whose copy cannot be executed is not compared.
 */
import { type AccessTrace, type Machine, paddedCost, simulate, usefulPads } from '@ldscope/core';
import type { Operation } from '../../../ir/ir.ts';
import { parseModule } from '../../../module/parser.ts';
import { printModule } from '../../../module/printer.ts';
import { flattenSwizzleHintAllocs } from '../hints/flatten-swizzle-hint-allocs.ts';
import { reinsertSwizzleHints } from '../hints/reinsert-swizzle-hints.ts';
import { functionsIn } from '../hints/swizzle-hint.ts';
import { type PassContext, type PassStep, runPasses } from '../pass.ts';
import { resolveSwizzleHints } from '../resolve/resolve-swizzle-hints.ts';

const RESOLVING: readonly PassStep[] = [
  flattenSwizzleHintAllocs,
  reinsertSwizzleHints,
  resolveSwizzleHints,
].map((pass) => ({ pass, options: {} }));

/** The accesses of each allocation of a function once its hints are resolved; `undefined` where that cannot be executed. */
export function resolvedAccesses(
  func: Operation,
  { module, machine, like, observe }: PassContext,
): ReadonlyMap<string, AccessTrace> | undefined {
  if (observe === undefined) return undefined;
  const { module: copy } = parseModule(printModule(module));
  if (!runPasses(copy, RESOLVING, { machine, like }).ok) return undefined;
  const symbol = symbolName(func);
  const same = functionsIn(copy).find((one) => symbolName(one) === symbol);
  return same && observe(copy, same);
}

function symbolName({ attributes }: Operation): string | undefined {
  const name = attributes.get('sym_name');
  return name?.kind === 'string' ? name.value : undefined;
}

interface HintedTile {
  /** Accesses now, at logical places, and those of the resolved copy. */
  readonly now: AccessTrace;
  readonly resolved: AccessTrace;
  readonly rowBytes: number;
  readonly elementBytes: number;
  readonly machine: Machine;
}

/** `480 conflict cycles become 32; rows longer by 4 in its place would leave 0`, and the same as figures. */
export function hintOutcome({ now, resolved, rowBytes, elementBytes, machine }: HintedTile): {
  readonly reason: string;
  readonly figures: Readonly<Record<string, number>>;
} {
  const [before, after] = [conflictsOf(now, machine), conflictsOf(resolved, machine)];
  const tile = { trace: now, rowBytes, machine };
  const pads = usefulPads(tile, elementBytes).flatMap((padBytes) => {
    const cost = paddedCost(tile, padBytes);
    return cost === undefined ? [] : [{ padBytes, conflictCycles: cost.conflictCycles }];
  });
  const best = pads.sort((a, b) => a.conflictCycles - b.conflictCycles).at(0);
  const isBetter = best !== undefined && best.conflictCycles < after;
  const padding = isBetter
    ? `; rows longer by ${best.padBytes / elementBytes} in its place would leave ${best.conflictCycles}`
    : '';
  const outcome =
    before === after
      ? `its ${before} conflict cycles stay`
      : `${before} conflict cycles become ${after}`;
  return {
    reason: `its swizzle hint is resolved later: ${outcome}${padding}`,
    figures: { conflictCyclesBefore: before, conflictCyclesAfter: after },
  };
}

function conflictsOf(trace: AccessTrace, machine: Machine): number {
  return simulate(trace, machine).bankConflict.reduce((sum, cycles) => sum + cycles, 0);
}
