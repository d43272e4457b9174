/**
 * A changed source and the source as it is: executed on the launch, counted, and compared byte by byte.
 *
 *     t[32][33] for t[32][32]     992 -> 0 conflict cycles, 4,096 bytes of the launch's buffers are as before
 *
 * An execution shows what no address does: a fill through `&t[0][0]`, a union, a cast. It proves nothing of other data.
 */
import {
  diagnose,
  type Diagnostic,
  hasErrors,
  type KernelArgument,
  legalityFaults,
  makeCounter,
  messages,
  ownMemory,
  placeElements,
  type PointedMemory,
  type Result,
  runOptionsOf,
  success,
  failure,
  sum,
} from '@ldscope/core';
import { launchOf } from '../launch/launch-options.ts';
import { nvidiaLaunchProblem } from '../execute/nvidia-launch.ts';
import { type ExecutableSource, isExecutable } from '../source/source.ts';
import { openBuffers, openKernel } from './suggest-kernel.ts';
import type { SuggestOptions } from './suggest-options.ts';

/** What an execution of the whole launch leaves in its buffers, and on how many workgroups. */
export interface LeftMemory {
  readonly buffers: readonly { readonly name: string; readonly data: Uint8Array }[];
  readonly workgroups: number;
  /** Warnings of the execution: uninitialized memory, misaligned vectors. */
  readonly hazards: readonly string[];
}

/** Cycles of an array in one workgroup, by machine. */
export interface ArrayCost {
  readonly conflicts: readonly number[];
  readonly cycles: readonly number[];
  /** False where a vector is less aligned than it is wide: slow, or the kernel stops. */
  readonly isAligned: boolean;
}

/** Executes the launch of a text on copies of its buffers; fails where a launch has none, or values stay unknown. */
export function leftMemory(text: string, given: SuggestOptions): Result<LeftMemory> {
  const opened = openKernel(text, given);
  if (!opened.ok) return opened;
  const { source, options, machines } = opened.value;
  const [machine] = machines;
  const launch = launchOf(options);
  if (!launch.ok) return launch;
  if (!isExecutable(source) || source.changesBuffers !== true || machine === undefined)
    return failure(diagnose(messages.suggest.notTried('its values are not computed')));
  if (launch.value.grid === undefined || options.arguments === undefined)
    return failure(diagnose(messages.suggest.notTried('the launch gives no grid or no arguments')));
  const kernel = options.kernel ?? source.kernels?.[0];
  const own = ownMemory(runOptionsOf(options));
  const request = {
    ...runOptionsOf(options),
    ...own,
    machine,
    launch: launch.value,
    kernel,
  };
  const problem = nvidiaLaunchProblem(source, request);
  if (problem !== undefined) return failure(diagnose(problem));
  return execute(source, request, own.arguments ?? []);
}

function execute(
  source: ExecutableSource,
  request: Parameters<ExecutableSource['execute']>[0],
  given: readonly KernelArgument[],
): Result<LeftMemory> {
  const { kernel, diagnostics, hazards } = source.execute(request);
  const faults: readonly Pick<Diagnostic, 'severity'>[] = [...diagnostics, ...hazards];
  if (hasErrors(diagnostics)) return failure(...diagnostics);
  if (faults.some(({ severity }) => severity === 'error'))
    return failure(diagnose(messages.suggest.notTried(firstErrorOf(hazards))));
  if (kernel.hasUnknownValues === true)
    return failure(diagnose(messages.suggest.notTried('some of its values are not known')));
  const { executed, launched } = kernel.workgroups ?? { executed: 0, launched: 0 };
  if (executed === 0 || executed < launched)
    return failure(diagnose(messages.suggest.notTried('not all of the launch is executed')));
  const buffers = given.flatMap((one, index) => memoryOf(one, String(index)));
  const warned = hazards.flatMap(({ severity, message }) => (severity === 'note' ? [] : [message]));
  return success({ buffers, workgroups: executed, hazards: warned });
}

const firstErrorOf = (hazards: readonly Pick<Diagnostic, 'severity' | 'message'>[]): string =>
  hazards.find(({ severity }) => severity === 'error')?.message ?? 'it does not end';

/** The buffers of an argument, and those that it points to. */
function memoryOf(argument: KernelArgument, fallback: string): LeftMemory['buffers'][number][] {
  const name = argument.name ?? fallback;
  const pointed = (list: readonly PointedMemory[] = []): LeftMemory['buffers'][number][] =>
    list.flatMap((one) => [{ name, data: one.data }, ...pointed(one.pointers)]);
  return argument.kind === 'buffer' ? [{ name, data: argument.data }] : pointed(argument.pointers);
}

/** The first difference, with how many bytes differ of how many; `undefined` where all are equal. */
export function differenceOf(
  before: LeftMemory,
  after: LeftMemory,
): { readonly buffer: string; readonly bytes: number; readonly of: number } | undefined {
  for (const [index, { name, data }] of before.buffers.entries()) {
    const other = after.buffers[index]?.data ?? [];
    let bytes = 0;
    for (let at = 0; at < data.length; at++) if (data[at] !== other[at]) bytes++;
    if (bytes > 0) return { buffer: name, bytes, of: data.length };
  }
  return undefined;
}

/** Bytes of all buffers. */
export const bytesLeft = ({ buffers }: LeftMemory): number =>
  sum(buffers.map(({ data }) => data.length));

/** What the accesses of a declared array cost in a text as it is; fails where it is not found or not wholly counted. */
export function arrayCost(text: string, given: SuggestOptions, name: string): Result<ArrayCost> {
  const opened = openBuffers(text, given);
  if (!('found' in opened))
    return failure(diagnose(messages.suggest.notTried('it cannot be executed')));
  const own = opened.found.buffers.filter(({ declared }) => declared?.name === name);
  const tiles = own.flatMap((buffer) => buffer.tiles);
  if (tiles.length === 0) return failure(diagnose(messages.suggest.notTried('it is not accessed')));
  if (tiles.some(({ coverage }) => coverage !== undefined))
    return failure(diagnose(messages.suggest.notTried('some accesses are not counted')));
  const counts = tiles.flatMap(({ problem, now }) =>
    makeCounter(problem).count(placeElements(now)),
  );
  const isAligned = tiles.every(({ problem, now }) => legalityFaults(problem, now).length === 0);
  return success({
    isAligned,
    conflicts: counts.map((list) => sum(list.map(({ conflicts }) => conflicts))),
    cycles: counts.map((list) => sum(list.map(({ cycles }) => cycles))),
  });
}
