/**
 * A kernel before it is executed: its operation, its launch, and what its buffers hold.
 *
 *     gemm    256x2 work-items, waves of 64    buffers: f16 262144 B, f16 524288 B, f32 131072 B
 */
import {
  chooseKernel,
  diagnose,
  emptyLaunch,
  type Extent,
  failure,
  type Machine,
  type Result,
  success,
  type WorkgroupOrigin,
} from '@ldscope/core';
import { integerOf } from '../ir/attribute-values.ts';
import type { Module, Operation, Value } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import { bufferParameters } from './arguments.ts';
import { elementNameOf, elementType } from './elements.ts';
import type { ExecuteOptions } from './options.ts';
import { findKernels, type KernelSource, launchShape } from './kernel.ts';
import { memrefType, staticSizes } from './ops/memref.ts';

export interface KernelBuffer {
  /** Its number among the buffers. */
  readonly number: number;
  /** `f16`, `i32`; of a binding, what the kernel sees in it. */
  readonly element: string;
  /** `undefined` where the module does not specify it. */
  readonly bytes: number | undefined;
}

export interface KernelDescription {
  readonly name: string;
  readonly op: Operation;
  readonly block: Extent;
  readonly blockFrom: WorkgroupOrigin;
  readonly grid: Extent;
  readonly waveSize: 32 | 64;
  readonly buffers: readonly KernelBuffer[];
}

/** The kernel of a name, or the only one, as a machine would launch it. */
export function describeKernel(
  module: Module,
  machine: Machine,
  options: Pick<ExecuteOptions, 'kernel' | 'launch'> = {},
): Result<KernelDescription> {
  const chosen = chooseKernel(findKernels(module), options.kernel);
  if ('code' in chosen) return failure(diagnose(chosen));
  const { shape, diagnostics } = launchShape(
    module,
    chosen,
    machine,
    options.launch ?? emptyLaunch,
  );
  if (shape === undefined) return failure(...diagnostics);
  const { block, blockFrom, grid, waveSize } = shape;
  const buffers = buffersOf(chosen);
  const { name, op } = chosen;
  return success({ name, op, block, blockFrom, grid, waveSize, buffers });
}

function buffersOf(kernel: KernelSource): KernelBuffer[] {
  const parameters = bufferParameters(kernel).map((value, number) => {
    const seen = memrefType(value) === undefined ? viewsOf(kernel.op, value) : [value];
    return describe(number, seen, kernel.argumentBytes[number]);
  });
  const bindings = new Map<number, Value[]>();
  for (const op of walk([kernel.op])) {
    if (op.name !== 'hal.interface.binding.subspan') continue;
    const number = integerOf(op, 'binding') ?? 0;
    bindings.set(number, [...(bindings.get(number) ?? []), ...op.results]);
  }
  const bound = [...bindings].map(([number, seen]) =>
    describe(number, seen, kernel.argumentBytes[number]),
  );
  return [...parameters, ...bound];
}

/** The kernel's use of a binding. */
function viewsOf(kernel: Operation, binding: Value): Value[] {
  const views: Value[] = [];
  for (const op of walk([kernel])) {
    if (op.name === 'stream.binding.subspan' && op.operands[0] === binding)
      for (const each of op.results) views.push(each);
  }
  return views;
}

function describe(number: number, seen: readonly Value[], known: number | undefined): KernelBuffer {
  const [first] = seen;
  const element = (first && elementNameOf(first)) ?? 'i8';
  const type = first && memrefType(first);
  const sizes = type && type.shape?.length !== 0 ? staticSizes(type) : undefined;
  const each = type && elementType(type.element)?.pitchBytes;
  const own = sizes?.reduce((all, size) => all * size, each ?? 1);
  return { number, element, bytes: known ?? own };
}
