/**
 * The arguments of a launch, bound to the parameters of a kernel: in order, or by name.
 *
 *     gpu.func @scale(%x: memref<64xf32>, %n: index)      args: [{ pointer: x }, { i64: 64 }]      buffer 0 is x, arg1 is 64
 *
 * A kernel of bindings takes one buffer per binding, in the order of their numbers, then its push constants. LIMITATIONS. Where memrefs are lowered to
 * pointers with offsets, sizes and strides, arguments are the buffers alone; scalars are given by the launch as `arg7=64`.
 */
import {
  diagnose,
  type Diagnostic,
  type KernelArgument,
  type Message,
  messages,
  nearestName,
} from '@ldscope/core';
import { walk } from '../ir/walk.ts';
import { printType } from '../text/print-types.ts';
import { bufferParameters } from './arguments.ts';
import { integerOf } from './attributes.ts';
import { elementNameOf, type ElementType, elementType } from './elements.ts';
import { type KernelSource, pushConstantName, pushConstants } from './kernel.ts';
import { alignedPointers } from './llvm/parameters.ts';
import { memrefType, staticSizes } from './ops/memref.ts';

/** A parameter of a kernel. */
export type KernelParameter = {
  readonly name: string;
  /** As the module writes it; empty for a binding. */
  readonly type: string;
} & (
  | {
      readonly kind: 'buffer';
      /** Its number among the buffers. */
      readonly number: number;
      /** `f16`, `i32`; absent where the type does not specify it. */
      readonly element?: string | undefined;
      /** Sizes that the type states. */
      readonly shape?: readonly number[] | undefined;
      readonly bytes?: number | undefined;
    }
  | {
      readonly kind: 'scalar';
      /** Its name in launches: `arg3` by its position among the parameters, `constant0` for a push constant. */
      readonly key: string;
      readonly element: ElementType | undefined;
    }
);

/** The parameters that launches give a kernel, in order. */
export function kernelParameters(kernel: KernelSource): KernelParameter[] {
  const parameters = kernel.op.regions[0]?.blocks[0]?.arguments ?? [];
  const attributions = integerOf(kernel.op, 'workgroup_attributions') ?? 0;
  const inputs = attributions > 0 ? parameters.slice(0, -attributions) : parameters;
  const buffers = bufferParameters(kernel);
  const isDescriptor = alignedPointers(kernel.op).size > 0;
  const found = inputs.flatMap((parameter, position): KernelParameter[] => {
    const { name } = parameter;
    const type = printType(parameter.type);
    const number = buffers.indexOf(parameter);
    if (number < 0) {
      const element = elementType(parameter.type);
      return isDescriptor ? [] : [{ kind: 'scalar', name, type, key: `arg${position}`, element }];
    }
    const memref = memrefType(parameter);
    const sizes = memref === undefined ? undefined : staticSizes(memref);
    const each = memref && elementType(memref.element)?.pitchBytes;
    const isDense = each !== undefined && memref?.layout === undefined;
    const product = isDense ? sizes?.reduce((all, size) => all * size, each) : undefined;
    const bytes = kernel.argumentBytes[number] ?? (product && Math.ceil(product));
    const element = memref === undefined ? undefined : elementNameOf(parameter);
    return [{ kind: 'buffer', name, type, number, element, shape: sizes, bytes }];
  });
  return found.length > 0 ? found : [...bindingsOf(kernel), ...constantsOf(kernel)];
}

/** The push constants that a kernel loads, in the order of their numbers, behind its bindings. */
function constantsOf(kernel: KernelSource): KernelParameter[] {
  return [...pushConstants(kernel)].map(([number, op]): KernelParameter => {
    const [result] = op.results;
    const type = result === undefined ? '' : printType(result.type);
    const element = result && elementType(result.type);
    return { kind: 'scalar', name: `constant${number}`, type, key: pushConstantName(op), element };
  });
}

function bindingsOf(kernel: KernelSource): KernelParameter[] {
  const numbers = new Set<number>();
  for (const op of walk([kernel.op])) {
    if (op.name === 'hal.interface.binding.subspan') numbers.add(integerOf(op, 'binding') ?? 0);
  }
  return [...numbers]
    .sort((a, b) => a - b)
    .map((number) => ({
      kind: 'buffer',
      name: `binding${number}`,
      type: '',
      number,
      bytes: kernel.argumentBytes[number],
    }));
}

/** The values of a launch, by number of the buffer and by position of the scalar. */
export interface BoundArguments {
  readonly buffers: ReadonlyMap<number, Uint8Array>;
  readonly scalars: ReadonlyMap<string, number | bigint>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Binds arguments to a kernel; what has no place, or another size than its parameter, is an error. */
export function bindArguments(
  kernel: KernelSource,
  given: readonly KernelArgument[] = [],
): BoundArguments {
  const buffers = new Map<number, Uint8Array>();
  const scalars = new Map<string, number | bigint>();
  const problems: Message[] = [];
  const parameters = given.length === 0 ? [] : kernelParameters(kernel);
  const skeleton = `[${parameters.map(argumentText).join(', ')}]`;
  const inOrder = given.filter(({ key }) => key === undefined);
  if (inOrder.length > parameters.length) {
    const { length: wanted } = parameters;
    problems.push(messages.emulate.tooManyArguments(wanted, inOrder.length, skeleton));
  }
  const names = parameters.map(({ name }) => name);
  for (const { key, offset, name = key ?? '' } of given) {
    if (offset !== undefined) problems.push(messages.launch.argumentAt(name));
    if (key !== undefined && !names.includes(key) && !/^arg\d+$/.test(key))
      problems.push(messages.launch.unknownKey(key, nearestName(key, names), names));
  }
  for (const [place, parameter] of parameters.entries()) {
    const byName = given.find(({ key }) => key === parameter.name || key === `arg${place}`);
    const argument = byName ?? inOrder[place];
    if (argument === undefined) continue;
    const problem =
      parameter.kind === 'buffer'
        ? bindBuffer(parameter, argument, skeleton, buffers)
        : bindScalar(parameter, argument, skeleton, scalars);
    if (problem !== undefined) problems.push(problem);
  }
  const { span } = kernel.op;
  return { buffers, scalars, diagnostics: problems.map((problem) => diagnose(problem, span)) };
}

function bindBuffer(
  { name, type, number, bytes }: Extract<KernelParameter, { readonly kind: 'buffer' }>,
  argument: KernelArgument,
  skeleton: string,
  buffers: Map<number, Uint8Array>,
): Message | undefined {
  const data = memoryOf(argument);
  const what = type === '' ? 'a buffer' : type;
  if (data === undefined) return messages.launch.argumentKind(name, what, 'a value', skeleton);
  if (bytes !== undefined && data.length < bytes) {
    const found = `a buffer of ${data.length} bytes`;
    return messages.launch.argumentKind(name, `${what}, ${bytes} bytes`, found, skeleton);
  }
  buffers.set(number, data);
  return undefined;
}

/** The memory that an argument points to, from where it points. */
function memoryOf(argument: KernelArgument): Uint8Array | undefined {
  if (argument.kind === 'buffer') return argument.data;
  const { bytes, pointers = [] } = argument;
  const [pointer, second] = pointers;
  const isPointer = bytes.length === 8 && pointer?.offset === 0 && second === undefined;
  return isPointer ? pointer.data.subarray(pointer.into ?? 0) : undefined;
}

function bindScalar(
  { name, type, key, element }: Extract<KernelParameter, { readonly kind: 'scalar' }>,
  argument: KernelArgument,
  skeleton: string,
  scalars: Map<string, number | bigint>,
): Message | undefined {
  if (argument.kind === 'buffer' || (argument.pointers ?? []).length > 0)
    return messages.launch.argumentKind(name, type, 'a buffer', skeleton);
  const { bytes } = argument;
  if (element === undefined || bytes.length !== element.bytes) {
    const found = `a value of ${bytes.length} bytes`;
    return messages.launch.argumentKind(name, type, found, skeleton);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isLong = !element.float && bytes.length === 8;
  const whole = isLong ? view.getBigInt64(0, true) : 0n;
  const isExact = Number.isSafeInteger(Number(whole));
  scalars.set(key, isLong && !isExact ? whole : element.load(view, 0));
  return undefined;
}

/** Elements that launch files have a name for. */
const DTYPE = /^(?:[iu](?:8|16|32|64)|b?f16|f32|f64|f8E(?:4M3FN|5M2|4M3FNUZ|5M2FNUZ))$/;

/** A parameter as a launch file gives it. */
export function argumentText(parameter: KernelParameter): string {
  if (parameter.kind === 'buffer') {
    const { element = '', shape = [], bytes, number } = parameter;
    const name = /^[A-Za-z_]\w*$/.test(parameter.name) ? parameter.name : `buffer${number}`;
    if (DTYPE.test(element))
      return `{ name: ${name}, dtype: ${element}, shape: [${shape.join(', ') || '?'}] }`;
    return `{ name: ${name}, bytes: ${bytes ?? '?'} }`;
  }
  const { float, bytes = 4, name: own = 'i32' } = parameter.element ?? {};
  return `{ ${float === true ? own : `i${8 * bytes}`}: 0 }`;
}
