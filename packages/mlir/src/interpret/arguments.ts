/**
 * Kernel arguments: which are buffers, which are scalars, and what is bound to them.
 */
import { diagnose, messages, unknownScalars } from '@ldscope/core';
import type { Value } from '../ir/ir.ts';
import { resolveType } from '../ir/types.ts';
import { elementType, type ElementType, integerElement } from './elements.ts';
import { type KernelSource, pushConstantName, pushConstants } from './kernel.ts';
import {
  alignedPointers,
  isOffset,
  isPointer,
  isRead,
  lowerPointer,
  preparePointers,
} from './llvm/parameters.ts';
import type { Lowering } from './lowering.ts';
import { isMemory } from './value-types.ts';
import { flatMemory, type Memory, type PageBudget, sparseMemory } from './memory.ts';
import { allocateObject, denseStrides, memrefType, staticForm, stridesOf } from './ops/memref.ts';
import { integerOf } from './attributes.ts';
import type { MemRefRegister } from './registers.ts';

/** Bytes of a binding, which has no type of its own. */
const BYTE: ElementType | undefined = integerElement(8);

/** Gives each parameter of the kernel its slot and value; scalars come from the launch. */
export function lowerParameters(kernel: KernelSource, lowering: Lowering): void {
  const parameters = kernel.op.regions[0]?.blocks[0]?.arguments ?? [];
  const functionType = kernel.op.attributes.get('function_type');
  const inputs =
    functionType?.kind === 'type' && functionType.type.kind === 'function'
      ? functionType.type.inputs.length
      : parameters.length;
  preparePointers(kernel.op, lowering);
  const aligned = alignedPointers(kernel.op);
  let buffers = 0;
  for (const [i, parameter] of parameters.entries()) {
    if (i >= inputs) lowerAttribution(parameter, lowering);
    else if (isMemory(parameter.type)) lowerBuffer(parameter, buffers++, lowering);
    else if (aligned.has(parameter)) lowerPointer(parameter, buffers - 1, lowering);
    else if (isPointer(parameter)) lowerPointer(parameter, buffers++, lowering);
    else lowerScalar(kernel, parameter, i, lowering);
  }
  const names = parameters.slice(0, inputs).map(({ name }) => name);
  const constants = [...pushConstants(kernel).values()].map(pushConstantName);
  for (const message of unknownScalars(lowering.launch, names, constants)) {
    lowering.diagnostics.push(diagnose(message, kernel.op.span));
  }
}

/** A buffer whose rows have a length; the number of rows need not be known. */
function lowerBuffer(parameter: Value, number: number, lowering: Lowering): void {
  const type = memrefType(parameter);
  const strides = type?.layout?.kind === 'strided' ? type.layout.strides : type?.shape?.slice(1);
  const isOpen = type !== undefined && (strides ?? [undefined]).includes(undefined);
  if (isOpen && lowering.assumed === undefined) {
    const what = `a memref of unknown row length (%${parameter.name})`;
    lowering.report(messages.execute.unsupported('a kernel argument', what));
  }
  lowering.bind(parameter, number);
}

/** `workgroup(%m : memref<...>)` of a gpu.func: an LDS object. */
function lowerAttribution(parameter: Value, lowering: Lowering): void {
  const form = staticForm(lowering, parameter);
  if (form !== undefined) allocateObject(lowering, parameter, form);
}

function lowerScalar(
  kernel: KernelSource,
  parameter: Value,
  position: number,
  lowering: Lowering,
): void {
  const { scalars } = lowering.launch;
  const given = scalars.get(`arg${position}`) ?? scalars.get(parameter.name);
  const known = given ?? (isOffset(kernel.op, position) ? 0 : undefined);
  // Unknown values are executed as 0.
  const value = known ?? (lowering.assumed === undefined ? undefined : 0);
  const type = resolveType(parameter.type);
  const numeric = type.kind === 'index' || type.kind === 'integer' || type.kind === 'float';
  if (value === undefined && !isRead(kernel.op, parameter)) return;
  if (!numeric) {
    const what = `a value of this type (%${parameter.name})`;
    if (type.kind === 'vector' || (type.kind === 'opaque' && type.llvm !== undefined)) {
      lowering.report(messages.execute.unsupported('a kernel argument', what));
    }
    return;
  }
  if (value === undefined) {
    lowering.diagnostics.push(diagnose(messages.launch.scalar(`arg${position}`), kernel.op.span));
    return;
  }
  if (typeof value === 'bigint') {
    const what = `${value}, which has more than 53 bits`;
    return lowering.refuse(messages.execute.unsupported('a kernel argument', what));
  }
  lowering.emitFill(parameter, elementType(type)?.round(value) ?? value);
}

/** The memory behind each buffer argument by its number, shared by all workgroups of the launch. */
export function argumentMemories(
  kernel: KernelSource,
  numbers: readonly number[],
  buffers: ReadonlyMap<number, Uint8Array>,
  budget: PageBudget,
): Map<number, Memory> {
  const memoryOf = (i: number): Memory => {
    const name = `argument ${i}`;
    const given = buffers.get(i);
    if (given !== undefined) return flatMemory('global', name, given);
    return sparseMemory(name, kernel.argumentBytes[i] ?? Infinity, budget);
  };
  return new Map(numbers.map((number) => [number, memoryOf(number)]));
}

/** The view that a wave begins with: the parameter's own type, or bytes for a binding. */
export function argumentView(
  memory: Memory,
  parameter: Value | undefined,
  lanes: number,
): MemRefRegister | undefined {
  const type = parameter && memrefType(parameter);
  const element = type === undefined ? BYTE : elementType(type.element);
  if (element === undefined) return undefined;
  const sizes = (type?.shape ?? []).map((size) => size ?? Number.NaN);
  const strides = type === undefined ? [1] : stridesOf(type, denseStrides(sizes));
  return { memory, offsetBytes: new Float64Array(lanes), sizes, strides, element };
}

/** Buffer parameters of a kernel in order. */
export function bufferParameters(kernel: KernelSource): readonly Value[] {
  const parameters = kernel.op.regions[0]?.blocks[0]?.arguments ?? [];
  const attributions = integerOf(kernel.op, 'workgroup_attributions') ?? 0;
  const inputs = attributions > 0 ? parameters.slice(0, -attributions) : parameters;
  const aligned = alignedPointers(kernel.op);
  return inputs.filter(
    (parameter) => isMemory(parameter.type) || (isPointer(parameter) && !aligned.has(parameter)),
  );
}
