/**
 * What a kernel costs once its swizzle hints are resolved: a copy of it goes through the passes as each resolver has
 * them, and what comes out is executed and counted like any kernel.
 *
 *     text --resolve-hints, like iree--> text without hints -> accesses -> totals
 *
 * Both run on the same random data: where they leave different bytes, the resolver has changed what the kernel computes.
 * That they leave the same proves nothing, and nothing is claimed then.
 */
import {
  type ConflictModel,
  type Diagnostic,
  hasErrors,
  type HintReport,
  type HintResolution,
  type HintResolver,
  ReportBuilder,
} from '@ldscope/core';
import {
  describeKernel,
  executeKernel,
  type ExecuteOptions,
  hintedAllocations,
  kernelNames,
  type Likeness,
  type Module,
  parseModule,
  parsePassList,
  printModule,
  runPasses,
} from '@ldscope/mlir';
import { firstChange, randomData } from '../buffers/random-data.ts';

export interface HintRequest extends ExecuteOptions {
  readonly model?: ConflictModel | undefined;
}

const RESOLVERS: readonly (readonly [HintResolver, Likeness])[] = [
  ['ldscope', 'corrected'],
  ['IREE main', 'iree'],
  ['IREE with PR 23778', 'iree-pr-23778'],
];

/** Hints of a kernel as each resolver leaves them, on one machine; `undefined` for a kernel without hints. */
export function resolvedHints(
  module: Module,
  text: string,
  { onWorkgroup: _trace, onGlobal: _global, ...request }: HintRequest,
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

function resolveAs(like: Likeness, text: string, { machine }: HintRequest): Resolved {
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

type Counted = Pick<HintResolution, 'totals' | 'reason' | 'difference'>;
type Memory = ReadonlyMap<number, Uint8Array>;

/** Bytes of a buffer of unknown size. */
const UNKNOWN_BYTES = 2 ** 20;

/** Executes resolved kernels on the data that the kernel itself was executed on. */
class ComparedRuns {
  readonly #request: HintRequest;
  readonly #data: Memory;
  readonly #execute: (buffers: Map<number, Uint8Array>) => readonly Diagnostic[];
  #executed: { readonly left: Memory | undefined } | undefined;

  constructor(module: Module, text: string, request: HintRequest) {
    this.#request = request;
    const described = describeKernel(module, request.machine, request);
    this.#data = described.ok ? randomData(described.value.buffers, UNKNOWN_BYTES) : new Map();
    this.#execute = (buffers) => executeKernel(module, text, { ...request, buffers }).diagnostics;
  }

  /** What the kernel itself leaves; `undefined` when it cannot be executed. Once, when a resolver has left a kernel. */
  get #expected(): Memory | undefined {
    if (this.#executed === undefined) {
      const buffers = copyOf(this.#data);
      this.#executed = { left: hasErrors(this.#execute(buffers)) ? undefined : buffers };
    }
    return this.#executed.left;
  }

  count(mlir: string): Counted {
    const { model, ...request } = this.#request;
    const { module } = parseModule(mlir);
    const builder = new ReportBuilder(request.machine, model);
    const buffers = copyOf(this.#data);
    const { kernel, diagnostics } = executeKernel(module, mlir, {
      ...request,
      buffers,
      onWorkgroup: (trace) => builder.add(trace),
    });
    const error = diagnostics.find(({ severity }) => severity === 'error');
    if (error !== undefined) return { reason: error.message };
    const expected = this.#expected;
    const change = expected && firstChange(expected, buffers);
    return {
      totals: builder.finish(kernel).report.totals,
      ...(change === undefined
        ? {}
        : { difference: `byte ${change.byte} of argument ${change.buffer}` }),
    };
  }
}

function copyOf(memory: Memory): Map<number, Uint8Array> {
  return new Map([...memory].map(([number, bytes]) => [number, bytes.slice()]));
}
