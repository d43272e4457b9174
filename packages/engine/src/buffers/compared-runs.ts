/**
 * A kernel in several texts, each executed on the same random data: what each costs, and where it leaves other bytes than
 * the first.
 *
 *     const runs = new ComparedRuns(module, text, { machine, launch, kernel });
 *     runs.count(rewritten)      { totals } or { totals, difference: 'byte 12 of argument 1' }, or { reason }
 *
 * That texts leave the same bytes proves nothing: it is one set of data.
 */
import {
  type ConflictModel,
  type Diagnostic,
  hasErrors,
  ReportBuilder,
  type Totals,
} from '@ldscope/core';
import {
  describeKernel,
  executeKernel,
  type ExecuteOptions,
  type Module,
  parseModule,
} from '@ldscope/mlir';
import { firstChange, randomData } from './random-data.ts';

export interface CountRequest extends ExecuteOptions {
  readonly model?: ConflictModel | undefined;
}

/** The result of executing a text. */
export interface Counted {
  /** Absent for what cannot be executed. */
  readonly totals?: Totals;
  /** Why there are no totals. */
  readonly reason?: string;
  /** Where it leaves another byte than the first text; absent when no difference was seen. */
  readonly difference?: string;
}

type Memory = ReadonlyMap<number, Uint8Array>;

/** Bytes of a buffer of unknown size. */
const UNKNOWN_BYTES = 2 ** 20;

export class ComparedRuns {
  readonly #request: CountRequest;
  readonly #data: Memory;
  readonly #execute: (buffers: Map<number, Uint8Array>) => readonly Diagnostic[];
  #executed: { readonly left: Memory | undefined } | undefined;

  /** The first text. */
  constructor(module: Module, text: string, request: CountRequest) {
    this.#request = request;
    const described = describeKernel(module, request.machine, request);
    this.#data = described.ok ? randomData(described.value.buffers, UNKNOWN_BYTES) : new Map();
    this.#execute = (buffers) => executeKernel(module, text, { ...request, buffers }).diagnostics;
  }

  /** The memory that the first text leaves; `undefined` when it cannot be executed. It is executed once another text was. */
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
