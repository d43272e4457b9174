/**
 * Runs a kernel in many interleavings of its waves on the same random data, and compares the results.
 *
 *     seed 1    waves in one random order, copies arriving at random times    buffers afterwards
 *     seed 2    another order, other times                                    the same bytes?
 *
 * A correct kernel leaves the same bytes each time. Where a hazard was found they may differ; where they differ though
 * none was found, waves race in global memory, which is not watched.
 */
import { diagnose, hasErrors, type Hazard, messages } from '@ldscope/core';
import { describeKernel, executeKernel, type ExecuteOptions, type Module } from '@ldscope/mlir';
import type { Explored, InterleavingOptions } from '../source/explored.ts';
import { firstChange, randomData } from '../buffers/random-data.ts';

/** Bytes of a buffer of unknown size; the larger one when the kernel accesses bytes outside of the first. */
const UNKNOWN_BYTES = [2 ** 20, 2 ** 26] as const;

/** Executes the interleavings; nothing of `request` is changed. */
export function exploreInterleavings(
  module: Module,
  text: string,
  request: ExecuteOptions,
  { interleavings, seed: first, onInterleaving }: InterleavingOptions,
): Explored {
  const { onWorkgroup: _trace, onGlobal: _global, ...quiet } = request;
  const described = describeKernel(module, request.machine, request);
  if (!described.ok) return { hazards: [], diagnostics: described.diagnostics };
  const { buffers } = described.value;
  let [unknownBytes] = UNKNOWN_BYTES as readonly number[];
  let original = randomData(buffers, unknownBytes ?? 0);
  const found = new Map<string, Hazard>();
  let result: ReadonlyMap<number, Uint8Array> | undefined;
  let differing: Hazard | undefined;
  for (let seed = first; seed < first + interleavings; seed++) {
    const run = () => {
      const memory = new Map([...original].map(([number, bytes]) => [number, bytes.slice()]));
      return {
        memory,
        execution: executeKernel(module, text, { ...quiet, buffers: memory, seed }),
      };
    };
    let { memory, execution } = run();
    const leaves = execution.diagnostics.some(({ about }) => about === 'memory-size');
    if (seed === first && leaves && buffers.some(({ bytes }) => bytes === undefined)) {
      [, unknownBytes] = UNKNOWN_BYTES;
      original = randomData(buffers, unknownBytes ?? 0);
      ({ memory, execution } = run());
    }
    if (hasErrors(execution.diagnostics)) {
      return { hazards: [...found.values()], diagnostics: execution.diagnostics };
    }
    for (const hazard of execution.hazards) {
      if (!found.has(keyOf(hazard))) found.set(keyOf(hazard), hazard);
    }
    result ??= memory;
    const change = differing === undefined ? firstChange(result, memory) : undefined;
    if (change !== undefined) {
      const { byte, buffer } = change;
      const message = messages.hazard.outputsDiffer(first, seed, byte, buffer, found.size > 0);
      differing = { ...message, location: {}, count: 1 };
    }
    onInterleaving?.(seed - first + 1, interleavings);
  }
  const note = messages.hazard.outputsAgree(interleavings, first);
  return {
    hazards: [...found.values(), ...(differing === undefined ? [] : [differing])],
    diagnostics: differing === undefined ? [diagnose(note)] : [],
  };
}

/** Adds what only other interleavings have shown. */
export function withExplored(
  hazards: readonly Hazard[],
  explored: readonly Hazard[],
): readonly Hazard[] {
  const known = new Set(hazards.map(keyOf));
  return [...hazards, ...explored.filter((hazard) => !known.has(keyOf(hazard)))];
}

/** A hazard is the same when its kind and its places are. */
function keyOf({ code, location, other }: Hazard): string {
  return JSON.stringify([code, location, other?.location]);
}
