/**
 * Finds the kernels of a module and how each is launched: by what the user gives, else by what the module says of
 * workgroup size and grid.
 */
import {
  blockProblem,
  diagnose,
  type Diagnostic,
  type Extent,
  type Launch,
  type LaunchShape as CommonShape,
  type Machine,
  messages,
  volume,
  type WorkgroupShape,
} from '@ldscope/core';
import { type Attribute, resolveAttribute, resolveType } from '../ir/types.ts';
import type { Module, Operation, Value } from '../ir/ir.ts';
import {
  boundedExtent,
  extent,
  shapeFrom,
  statedShape,
  statedWaveSize,
} from '../module/workgroup-size.ts';
import { walk } from '../ir/walk.ts';
import { constantOf, dialectOf, factsOf, isFunction } from '../rows/facts.ts';
import { brokenGridPromise, brokenPromise } from './block-promises.ts';
import { elementType } from './elements.ts';
import { integerOf, integersOf, symbolOf, wordsOf } from './attributes.ts';

/** Blocks are whole waves here. */
export interface LaunchShape extends CommonShape {
  readonly scalars: Launch['scalars'];
  /** The launch or the module gives the grid; otherwise it is taken to be one workgroup. */
  readonly isGridKnown: boolean;
}

export interface KernelSource {
  readonly name: string;
  readonly op: Operation;
  /** Bytes of each buffer argument, where a caller in the module gives its type. */
  readonly argumentBytes: readonly (number | undefined)[];
}

/** Dialects whose operations a device executes. */
const DEVICE: ReadonlySet<string> = new Set(['gpu', 'rocdl', 'nvvm']);

/** The functions that run on the device, in order of appearance. */
export function findKernels(module: Module): KernelSource[] {
  const kernels: KernelSource[] = [];
  const called = calledNames(module);
  for (const op of walk(module.operations)) {
    if (!isFunction(op) || (op.regions[0]?.blocks.length ?? 0) === 0) continue;
    if (!isKernel(op, called)) continue;
    const name = symbolOf(op.attributes.get('sym_name')) ?? '';
    kernels.push({ name, op, argumentBytes: dispatchedBytes(module, name) });
  }
  return kernels;
}

/** The definitions of symbols inside a kernel: the nearest one outwards. */
export function symbolsOf(module: Module, kernel: Operation): ReadonlyMap<string, Operation> {
  const symbols = new Map<string, Operation>();
  const enter = (operations: readonly Operation[]): void => {
    for (const op of operations) {
      const name = symbolOf(op.attributes.get('sym_name'));
      if (name !== undefined) symbols.set(name, op);
    }
    const inner = operations.find((op) => op !== kernel && contains(op, kernel));
    for (const { blocks } of inner?.regions ?? []) {
      for (const block of blocks) enter(block.operations);
    }
  };
  enter(module.operations);
  return symbols;
}

function contains(outer: Operation, inner: Operation): boolean {
  for (const op of walk([outer])) if (op === inner) return true;
  return false;
}

/** Attributes with which back ends mark their kernels. */
const MARKS = ['translation_info', 'gpu.kernel', 'rocdl.kernel', 'nvvm.kernel', 'ptx_kernel'];

function isKernel(op: Operation, called: ReadonlySet<string>): boolean {
  if (op.name === 'gpu.func') {
    return op.attributes.has('gpu.kernel') || op.attributes.has('kernel');
  }
  if (MARKS.some((name) => op.attributes.has(name))) return true;
  if (/kernelcc/.test(wordsOf(op, 'CConv'))) return true;
  if (called.has(symbolOf(op.attributes.get('sym_name')) ?? '')) return false;
  let device = false;
  for (const inner of walk([op])) {
    // A function that starts kernels is none.
    if (factsOf(inner).effect === 'host') return false;
    device ||= DEVICE.has(dialectOf(inner));
  }
  return device;
}

/** Names of functions that others call. */
function calledNames(module: Module): Set<string> {
  const names = new Set<string>();
  for (const { attributes } of walk(module.operations)) {
    const callee = attributes.has('callee') ? symbolOf(attributes.get('callee')) : undefined;
    if (callee !== undefined) names.add(callee);
  }
  return names;
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
    element?.pitchBytes,
  );
}

function resolved(
  attribute: Attribute | undefined,
): ReturnType<typeof resolveAttribute> | undefined {
  return attribute === undefined ? undefined : resolveAttribute(attribute);
}

/** The name in launches of the push constant that an operation loads: `constant0`. */
export function pushConstantName(op: Operation): string {
  return `constant${integerOf(op, 'ordinal') ?? 0}`;
}

/** The push constants that a kernel loads, by number: an operation for each. */
export function pushConstants({ op: kernel }: KernelSource): ReadonlyMap<number, Operation> {
  const found = new Map<number, Operation>();
  for (const op of walk([kernel])) {
    if (op.name === 'hal.interface.constant.load') found.set(integerOf(op, 'ordinal') ?? 0, op);
  }
  return new Map([...found].sort(([a], [b]) => a - b));
}

/** How the kernel runs on a machine; diagnostics say what is missing or does not fit. */
export function launchShape(
  module: Module,
  kernel: KernelSource,
  machine: Machine,
  launch: Launch,
): { readonly shape?: LaunchShape; readonly diagnostics: readonly Diagnostic[] } {
  const fail = (...found: Diagnostic[]): { diagnostics: Diagnostic[] } => ({ diagnostics: found });
  const chosen = shapeFrom('the launch', launch.block) ?? shapeOf(module, kernel);
  if (chosen === undefined) return fail(diagnose(messages.launch.noBlock(), kernel.op.span));
  const { shape: block, from: blockFrom } = chosen;
  const [exported] = exportOf(module, kernel).map((op) => integerOf(op, 'subgroup_size'));
  const wanted = statedWaveSize(kernel.op) ?? exported ?? machine.waveSizes[0] ?? 64;
  const waveSize = machine.waveSizes.find((size) => size === wanted);
  if (waveSize === undefined) {
    return fail(diagnose(messages.launch.waveSize(wanted, machine.name), kernel.op.span));
  }
  const items = volume(block);
  const { span } = kernel.op;
  const problem = blockProblem(block);
  if (problem !== undefined) return fail(diagnose(problem, span));
  if (items % waveSize !== 0) return fail(diagnose(messages.launch.waves(items, waveSize), span));
  const broken = launch.block && brokenPromise(kernel.op, block, exportedExtent(module, kernel));
  if (broken !== undefined) return fail(diagnose(broken, span));
  const stated = launch.grid ?? gridOf(module, kernel);
  const { scalars, dynamicLdsBytes = 0 } = launch;
  const grid = stated ?? [1, 1, 1];
  const isGridKnown = stated !== undefined;
  const shape = { grid, isGridKnown, block, blockFrom, waveSize, scalars, dynamicLdsBytes };
  // One workgroup of many is often executed for a look: it is told, and not refused.
  const otherGrid = launch.grid && brokenGridPromise(kernel.op, launch.grid);
  return { shape, diagnostics: otherGrid === undefined ? [] : [diagnose(otherGrid, span)] };
}

/** The workgroup size of IREE's export of the kernel. */
function exportedExtent(module: Module, kernel: KernelSource): Extent | undefined {
  const sizes = exportOf(module, kernel).flatMap((op) => integersOf(op, 'workgroup_size'));
  return sizes.length > 0 ? extent(sizes) : undefined;
}

function exportOf(module: Module, { name }: KernelSource): readonly Operation[] {
  return [...walk(module.operations)].filter(
    (op) => op.name === 'hal.executable.export' && symbolOf(op.attributes.get('sym_name')) === name,
  );
}

/** Block and grid of a kernel, as far as the module gives them. */
export function statedLaunch(
  module: Module,
  kernel: KernelSource,
): { readonly block: Extent | undefined; readonly grid: Extent | undefined } {
  return { block: shapeOf(module, kernel)?.shape, grid: gridOf(module, kernel) };
}

function shapeOf(module: Module, kernel: KernelSource): WorkgroupShape | undefined {
  return (
    statedShape(kernel.op) ??
    shapeFrom('workgroup_size of hal.executable.export', exportedExtent(module, kernel)) ??
    shapeFrom('gpu.launch_func', launchedExtent(module, kernel, 'block')) ??
    shapeFrom('upper_bound of gpu.thread_id', boundedExtent(kernel.op, 'item', 'upper_bound')) ??
    shapeFrom('range of work-item ids', boundedExtent(kernel.op, 'item', 'range'))
  );
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
  return (
    launchedExtent(module, kernel, 'grid') ??
    boundedExtent(kernel.op, 'group', 'upper_bound') ??
    boundedExtent(kernel.op, 'group', 'range')
  );
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
