/**
 * Finds the kernels of a module and how each is launched: what the module says of workgroup size and grid,
 * overridden by what the user gives.
 */
import {
  type Diagnostic,
  diagnose,
  type Extent,
  type Launch,
  type Machine,
  messages,
  volume,
} from '@ldscope/core';
import { type Attribute, resolveAttribute } from '../ir/attributes.ts';
import type { Module, Operation, Value } from '../ir/ir.ts';
import { resolveType } from '../ir/types.ts';
import { walk } from '../ir/walk.ts';
import { elementType } from './elements.ts';
import { attributeOf, integerOf, integersOf, symbolOf, wordsOf } from './attributes.ts';

export interface LaunchShape {
  readonly grid: Extent;
  readonly block: Extent;
  readonly waveSize: 32 | 64;
  readonly scalars: Launch['scalars'];
}

export interface KernelSource {
  readonly name: string;
  readonly op: Operation;
  /** Bytes of each buffer argument, where a caller in the module gives its type. */
  readonly argumentBytes: readonly (number | undefined)[];
}

/** A function with one of these starts kernels; it is none. */
const HOST_OPERATIONS = new Set(['gpu.launch_func', 'gpu.launch', 'gpu.memcpy', 'gpu.alloc']);
const FUNCTIONS = new Set(['func.func', 'gpu.func']);
/** More work-items than any chip takes in a workgroup. */
const MOST_ITEMS = 1024;

/** The functions that run on the device, in order of appearance. */
export function findKernels(module: Module): KernelSource[] {
  const kernels: KernelSource[] = [];
  for (const op of walk(module.operations)) {
    if (!FUNCTIONS.has(op.name) || (op.regions[0]?.blocks.length ?? 0) === 0) continue;
    if (!isKernel(op)) continue;
    const name = symbolOf(op.attributes.get('sym_name')) ?? '';
    kernels.push({ name, op, argumentBytes: dispatchedBytes(module, name) });
  }
  return kernels;
}

function isKernel(op: Operation): boolean {
  if (op.name === 'gpu.func') {
    return op.attributes.has('gpu.kernel') || op.attributes.has('kernel');
  }
  if (op.attributes.has('translation_info') || op.attributes.has('gpu.kernel')) return true;
  let device = false;
  for (const { name } of walk([op])) {
    if (HOST_OPERATIONS.has(name)) return false;
    device ||= name.startsWith('gpu.') || name.startsWith('rocdl.') || name.startsWith('nvvm.');
  }
  return device;
}

/** Sizes of the tensors that a `flow.dispatch` gives the kernel. */
function dispatchedBytes(module: Module, kernel: string): (number | undefined)[] {
  for (const op of walk(module.operations)) {
    if (op.name !== 'flow.dispatch') continue;
    const entry = resolved(op.attributes.get('entry_points'));
    const names =
      entry?.kind === 'array'
        ? entry.elements.map((element) => symbolOf(element))
        : [symbolOf(entry)];
    if (!names.includes(kernel)) continue;
    return op.operands.map((operand) => tensorBytes(operand));
  }
  return [];
}

function tensorBytes(value: Value): number | undefined {
  const type = resolveType(value.type);
  if (type.kind !== 'tensor' || type.shape === undefined) return undefined;
  const element = elementType(type.element);
  return type.shape.reduce<number | undefined>(
    (bytes, size) => (bytes === undefined || size === undefined ? undefined : bytes * size),
    element?.bytes,
  );
}

function resolved(
  attribute: Attribute | undefined,
): ReturnType<typeof resolveAttribute> | undefined {
  return attribute === undefined ? undefined : resolveAttribute(attribute);
}

/** How the kernel runs on a machine; diagnostics say what is missing or does not fit. */
export function launchShape(
  module: Module,
  kernel: KernelSource,
  machine: Machine,
  launch: Launch,
): { readonly shape?: LaunchShape; readonly diagnostics: readonly Diagnostic[] } {
  const fail = (...found: Diagnostic[]): { diagnostics: Diagnostic[] } => ({ diagnostics: found });
  const translation = wordsOf(kernel.op, 'translation_info');
  const block = launch.block ?? blockOf(module, kernel, translation);
  if (block === undefined) return fail(diagnose(messages.launch.noBlock(), kernel.op.span));
  const wanted = Number(/subgroup_size = (\d+)/.exec(translation)?.[1] ?? machine.waveSizes[0]);
  const waveSize = machine.waveSizes.find((size) => size === wanted);
  if (waveSize === undefined) {
    return fail(diagnose(messages.launch.waveSize(wanted, machine.name), kernel.op.span));
  }
  const items = volume(block);
  const { span } = kernel.op;
  if (items > MOST_ITEMS) return fail(diagnose(messages.launch.tooLarge(items, MOST_ITEMS), span));
  if (items % waveSize !== 0) return fail(diagnose(messages.launch.waves(items, waveSize), span));
  const grid = launch.grid ?? gridOf(module, kernel) ?? [1, 1, 1];
  return { shape: { grid, block, waveSize, scalars: launch.scalars }, diagnostics: [] };
}

function blockOf(module: Module, kernel: KernelSource, translation: string): Extent | undefined {
  const listed = /workgroup_size = \[([\d, ]+)\]/.exec(translation)?.[1];
  if (listed !== undefined) return extent(listed.split(',').map(Number));
  for (const name of ['known_block_size', 'gpu.known_block_size', 'rocdl.reqd_work_group_size']) {
    const sizes = integersOf(kernel.op, name);
    if (sizes.length > 0) return extent(sizes);
  }
  return launchedExtent(module, kernel, 'block') ?? upperBounds(kernel.op, 'gpu.thread_id');
}

function gridOf(module: Module, kernel: KernelSource): Extent | undefined {
  for (const op of walk(module.operations)) {
    if (op.name !== 'stream.executable.export') continue;
    const name =
      symbolOf(op.attributes.get('function_ref')) ?? symbolOf(op.attributes.get('sym_name'));
    if (name !== kernel.name) continue;
    for (const inner of walk([op])) {
      if (inner.name === 'stream.return') return extent(inner.operands.map(constantOf));
    }
  }
  for (const name of ['known_grid_size', 'gpu.known_grid_size']) {
    const sizes = integersOf(kernel.op, name);
    if (sizes.length > 0) return extent(sizes);
  }
  return launchedExtent(module, kernel, 'grid') ?? upperBounds(kernel.op, 'gpu.block_id');
}

/** The constant sizes of a `gpu.launch_func` of the kernel. */
function launchedExtent(
  module: Module,
  kernel: KernelSource,
  which: 'grid' | 'block',
): Extent | undefined {
  for (const op of walk(module.operations)) {
    if (op.name !== 'gpu.launch_func' || symbolOf(op.attributes.get('kernel')) !== kernel.name)
      continue;
    const segments = integersOf(op, 'operandSegmentSizes');
    const first = (segments[0] ?? 0) + (which === 'grid' ? 0 : 3);
    return extent(op.operands.slice(first, first + 3).map(constantOf));
  }
  return undefined;
}

/** `gpu.thread_id x upper_bound 256`. */
function upperBounds(kernel: Operation, name: string): Extent | undefined {
  const sizes: [number, number, number] = [1, 1, 1];
  let known = false;
  for (const op of walk([kernel])) {
    const bound = op.name === name ? integerOf(op, 'upper_bound') : undefined;
    if (bound === undefined) continue;
    sizes[dimensionOf(op)] = bound;
    known = true;
  }
  return known ? extent(sizes) : undefined;
}

/** 0, 1 or 2 for the `x`, `y` or `z` of a gpu id operation. */
export function dimensionOf(op: Operation): 0 | 1 | 2 {
  const words = wordsOf(op, 'dimension');
  if (/\by\b/.test(words)) return 1;
  return /\bz\b/.test(words) ? 2 : 0;
}

function constantOf(value: Value): number | undefined {
  const definition = value.definition;
  if (definition?.name !== 'arith.constant') return undefined;
  const attribute = attributeOf(definition, 'value');
  return attribute?.kind === 'integer' ? Number(attribute.value) : undefined;
}

function extent(sizes: readonly (number | undefined)[]): Extent | undefined {
  const [x = 1, y = 1, z = 1] = sizes;
  if (sizes.length === 0 || sizes.some((size) => size === undefined)) return undefined;
  return [x, y, z].every((size) => Number.isSafeInteger(size) && size > 0) ? [x, y, z] : undefined;
}
