/**
 * What a kernel costs once its swizzle hints are resolved: a copy of it goes through the passes as each resolver has
 * them, and what comes out is executed and counted like any kernel.
 *
 *     text --resolve-hints, like iree--> text without hints -> accesses -> totals
 *
 * Both run on the same random data: where they leave different bytes, the resolver has changed what the kernel computes.
 * That they leave the same proves nothing, and nothing is claimed then.
 */
import type { HintReport, HintResolution, HintResolver } from '@ldscope/core';
import {
  hintedAllocations,
  kernelNames,
  type Likeness,
  type Module,
  parseModule,
  parsePassList,
  printModule,
  runPasses,
} from '@ldscope/mlir';
import { ComparedRuns, type Counted, type CountRequest } from '../buffers/compared-runs.ts';

const RESOLVERS: readonly (readonly [HintResolver, Likeness])[] = [
  ['ldscope', 'corrected'],
  ['IREE main', 'iree'],
  ['IREE with PR 23778', 'iree-pr-23778'],
];

/** Hints of a kernel as each resolver leaves them, on one machine; `undefined` for a kernel without hints. */
export function resolvedHints(
  module: Module,
  text: string,
  { onWorkgroup: _trace, onGlobal: _global, ...request }: CountRequest,
): HintReport | undefined {
  const kernels = kernelNames(module);
  const kernel = request.kernel ?? (kernels.length === 1 ? kernels[0] : undefined);
  const allocations = hintedAllocations(
    module,
    (symbol) => symbol === kernel || !kernels.includes(symbol),
  );
  if (allocations.length === 0) return undefined;
  const runs = new ComparedRuns(module, text, request);
  const counted = new Map<string, Counted>();
  const resolutions = RESOLVERS.map(([resolver, like]): HintResolution => {
    const outcome = resolveAs(like, text, request);
    const head = { resolver, like, machine: request.machine.name, decisions: outcome.decisions };
    if (outcome.mlir === undefined) return { ...head, reason: outcome.reason };
    const known = counted.get(outcome.mlir) ?? runs.count(outcome.mlir);
    counted.set(outcome.mlir, known);
    return { ...head, ...known };
  });
  return { allocations, resolutions };
}

type Resolved = Pick<HintResolution, 'decisions'> &
  ({ readonly mlir: string } | { readonly mlir?: undefined; readonly reason: string });

const RESOLVING = 'resolve-swizzle-hints';

function resolveAs(like: Likeness, text: string, { machine }: CountRequest): Resolved {
  const { module } = parseModule(text);
  const steps = parsePassList('resolve-hints');
  if (!steps.ok) throw new Error('the pipeline resolve-hints is known');
  const { ok, decisions, diagnostics } = runPasses(module, steps.value, { machine, like });
  const own = decisions
    .filter(({ pass }) => pass === RESOLVING)
    .map(({ allocation, verdict, reason }) => ({ allocation, verdict, reason }));
  const reason = diagnostics.find(({ severity }) => severity === 'error')?.message;
  return ok
    ? { decisions: own, mlir: printModule(module) }
    : { decisions: own, reason: reason ?? 'a pass fails' };
}
