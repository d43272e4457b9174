/**
 * TTGIR as a kernel: what its layouts say that the compiled kernel does to shared memory.
 *
 *     #ttg.blocked + #ttg.swizzled_shared  ->  offset of each register of each lane  ->  ds_write_b128, ...
 *
 * Nothing is executed. Each operation is counted once for every wave of one workgroup: those in a loop count for one
 * iteration. Addresses are what the encodings say; instructions are what Triton's lowering chooses, LLVM may join or
 * split them afterwards (`validation/triton.md` compares with machine code).
 */
import {
  diagnose,
  type Diagnostic,
  type Execution,
  type KernelSummary,
  type LdsCoverage,
  ldsCoverage,
  LineMap,
  type Machine,
  messages,
  showExtent,
  TraceBuilder,
  unitAccesses,
  volume,
  type WorkgroupShape,
} from '@ldscope/core';
import type { ExecuteOptions } from '../interpret/options.ts';
import { integerOf } from '../ir/attribute-values.ts';
import { resolveAttribute } from '../ir/types.ts';
import type { Module, Operation } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import { OperationPlaces } from '../module/places.ts';
import { placeBuffers } from './allocate.ts';
import { Collector } from './collect.ts';
import { type Lowered, lowerAccess, record, rowsOf, type Waves } from './lower.ts';
import { TileTypes } from './types.ts';
import { loweringOf, type TritonLowering } from './version.ts';

/** Rows of one workgroup: a row is some 300 bytes. */
const MOST_ROWS = 2 ** 19;
/** Waves of a workgroup. */
const MOST_WARPS = 64;

/** The facts of a module about one of its kernels, operation by operation. */
export interface TtgirKernel {
  readonly name: string;
  readonly waves: Waves;
  readonly lowered: readonly Lowered[];
  /** Memory of a buffer that has died is used again by later ones. */
  readonly ldsBytes: number;
  /** How many operations on shared memory are lowered. */
  readonly coverage: LdsCoverage;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads what a kernel does to shared memory. Without errors among the diagnostics there is a kernel. */
export function readTtgir(
  module: Module,
  text: string,
  options: Pick<ExecuteOptions, 'machine' | 'kernel' | 'file' | 'launch' | 'triton'>,
): TtgirKernel | readonly Diagnostic[] {
  const functions = [...walk(module.operations)].filter(
    ({ name, regions }) => isFunction(name) && (regions[0]?.blocks.length ?? 0) > 0,
  );
  const names = functions.map(nameOf);
  const wanted = options.kernel;
  const kernel =
    wanted === undefined
      ? (functions.find(isPublic) ?? functions[0])
      : functions.find((op) => nameOf(op) === wanted);
  if (kernel === undefined) return [diagnose(messages.triton.noKernel(wanted, names))];
  const lowering = loweringOf(text, options.triton);
  const waves = wavesOf(module, lowering, options.machine);
  if ('code' in waves) return [diagnose(waves, kernel.span)];
  const asked = options.launch?.block;
  const { shape, from } = blockOf(waves);
  if (asked !== undefined && volume(asked) !== volume(shape)) {
    const message = messages.launch.otherBlock(showExtent(asked), showExtent(shape), from);
    return [diagnose(message, kernel.span)];
  }
  const places = new OperationPlaces(module, new LineMap(text), options.file);
  const collector = new Collector(new TileTypes(module), (span) => places.site(span));
  collector.collect(kernel);
  const lowered: Lowered[] = [];
  const buffers = [...collector.buffers];
  let rows = 0;
  for (const access of collector.accesses) {
    const place = { name: access.operation, span: access.span };
    if (access.moved === 'copy' && options.machine.vendor === 'NVIDIA') {
      collector.unit(place, 'asynchronous copies');
      continue;
    }
    const result = lowerAccess(access, waves);
    const reason =
      typeof result === 'string'
        ? result
        : (rows += rowsOf(result, waves)) > MOST_ROWS
          ? `they are more than ${MOST_ROWS} in a workgroup`
          : undefined;
    if (reason !== undefined || typeof result === 'string') {
      collector.tell(place, reason ?? '');
      continue;
    }
    if (result.transfers.length === 0 && (result.rows ?? []).length === 0) continue;
    if (access.moved !== 'conversion' && access.moved !== 'reduction') {
      lowered.push(result);
      continue;
    }
    const scratch = { ...access.buffer, bytes: result.scratchBytes };
    buffers.push(scratch);
    lowered.push({ ...result, access: { ...access, buffer: scratch } });
  }
  const ldsBytes = placeBuffers(buffers.sort((a, b) => a.from - b.from));
  const unsure = lowering.isSwizzleKnown
    ? 0
    : lowered.filter((one) => dependsOnSwizzle(one, waves)).length;
  const reduces = lowered.some(({ access }) => access.moved === 'reduction');
  const diagnostics = [
    ...collector.diagnostics,
    ...(reduces && !lowering.isKnown ? [diagnose(messages.triton.reductionVersion())] : []),
    ...(unsure > 0 ? [diagnose(messages.triton.conversionVersion(unsure))] : []),
    ...(lowered.length === 0 ? [] : [diagnose(messages.triton.onceEach(collector.anyInLoop))]),
  ];
  const reasons = collector.notCounted.map((reason) => `because ${reason}`);
  const counted = ldsCoverage(lowered.length + reasons.length, reasons);
  const coverage = { ...counted, units: unitAccesses(collector.units) };
  const limit = options.machine.sharedMemory.bytesPerWorkgroup.value;
  if (ldsBytes > limit) {
    const stated = statedIn(module, 'shared');
    const { name } = options.machine;
    diagnostics.push(diagnose(messages.triton.aboveCapacity(ldsBytes, limit, name, stated)));
  }
  return { name: nameOf(kernel), waves, lowered, ldsBytes, coverage, diagnostics };
}

/** Whether the memory of a conversion is swizzled in one way by Triton 3.8 and in another by 3.6. */
function dependsOnSwizzle({ access, transfers }: Lowered, waves: Waves): boolean {
  if (access.moved !== 'conversion') return false;
  const [newer, older] = (['converted', 'folded'] as const).map((reductions) =>
    lowerAccess(access, { ...waves, reductions }),
  );
  const text = (one: typeof newer): string =>
    JSON.stringify(typeof one === 'object' ? one.transfers : one);
  return transfers.length > 0 && text(newer) !== text(older);
}

/** The accesses of one workgroup as a trace, in the form of an execution. */
export function executeTtgir(module: Module, text: string, options: ExecuteOptions): Execution {
  const read = readTtgir(module, text, options);
  const summary = (name: string, waves: number, ldsBytes: number): KernelSummary => ({
    name,
    frontend: 'ttgir',
    waves,
    ldsBytes,
    wavesPerWorkgroup: waves,
  });
  if (!('lowered' in read)) {
    const workgroups = { executed: 0, launched: 0 };
    return { kernel: summary('', 0, 0), hazards: [], diagnostics: read, workgroups };
  }
  const { name, waves, lowered, ldsBytes, coverage, diagnostics } = read;
  const builder = new TraceBuilder(waves.waveSize);
  let position = 0;
  for (const one of lowered) position = record(one, waves, builder, position);
  options.onWorkgroup?.(builder.finish(), 1, 1);
  return {
    kernel: {
      ...summary(name, waves.warps, ldsBytes),
      block: blockOf(waves),
      ldsInstructions: coverage,
    },
    hazards: [],
    diagnostics,
    workgroups: { executed: 1, launched: 1 },
  };
}

/** Names of the kernels of a module. */
export function ttgirKernels(module: Module): string[] {
  return [...walk(module.operations)]
    .filter((op) => isFunction(op.name) && isPublic(op))
    .map(nameOf);
}

/** Kernels of Triton 2.1 may be functions of `func`. */
const isFunction = (name: string): boolean => name === 'tt.func' || name === 'func.func';

/** The name of a function of a module; empty for what has none. */
export const kernelNameOf = (op: Operation): string => (isFunction(op.name) ? nameOf(op) : '');

function nameOf(op: Operation): string {
  const symbol = op.attributes.get('sym_name');
  const attribute = symbol && resolveAttribute(symbol);
  if (attribute?.kind === 'string') return attribute.value;
  return attribute?.kind === 'symbol' ? attribute.path.join('::') : '';
}

function isPublic(op: Operation): boolean {
  const visibility = op.attributes.get('sym_visibility');
  const attribute = visibility && resolveAttribute(visibility);
  return attribute?.kind !== 'string' || attribute.value === 'public';
}

function blockOf({ warps, waveSize, from }: Waves): WorkgroupShape {
  return { shape: [warps * waveSize, 1, 1], from };
}

/** A number among the attributes of the module. */
function statedIn(module: Module, name: string): number | undefined {
  for (const op of module.operations) {
    const value = integerOf(op, `ttg.${name}`) ?? integerOf(op, `triton_gpu.${name}`);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Waves of a workgroup and lanes of a wave, as the module says. */
function wavesOf(
  module: Module,
  { conversions, reductions }: TritonLowering,
  machine: Machine,
): Waves | ReturnType<typeof messages.triton.waves> {
  const stated = statedIn(module, 'num-warps');
  const warps = stated ?? 4;
  const from = stated === undefined ? "Triton's default of 4 warps" : 'num-warps';
  const wanted = statedIn(module, 'threads-per-warp') ?? machine.waveSizes[0] ?? 64;
  const waveSize = machine.waveSizes.find((size) => size === wanted);
  if (waveSize === undefined || warps < 1 || warps > MOST_WARPS || !Number.isInteger(warps))
    return messages.triton.waves(warps, wanted, machine.name);
  return { machine, waveSize, warps, from, conversions, reductions };
}
