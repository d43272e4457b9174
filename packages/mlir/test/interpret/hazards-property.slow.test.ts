/** What is reported of random kernels is what all pairs of their accesses say; results differ only where something is. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Hazard, machineNamed } from '@ldscope/core';
import { type ExecuteOptions, executeKernel, type Module, parseModule } from '@ldscope/mlir';
import { forAll } from '../../../../test/for-all.ts';
import {
  INPUT_BYTES,
  kernelText,
  type RandomKernel,
  randomKernels,
  resultBytes,
  wanted,
} from './random-hazards.ts';
import { leastCases } from '../../../../test/cases.ts';
import { bufferMap } from './harness.ts';

const input = Uint8Array.from({ length: INPUT_BYTES }, (_, i) => 1 + (i & 3));

/** The text of a kernel and its module. */
function read(kernel: RandomKernel): { readonly text: string; readonly module: Module } {
  const text = kernelText(kernel);
  const { module, diagnostics } = parseModule(text);
  expect(diagnostics).toEqual([]);
  return { text, module };
}

function execute(
  { text, module }: ReturnType<typeof read>,
  kernel: RandomKernel,
  options: Pick<ExecuteOptions, 'asyncCompletion' | 'seed'>,
): { readonly hazards: readonly Hazard[]; readonly out: Uint8Array } {
  const out = new Uint8Array(resultBytes(kernel));
  const buffers = bufferMap(input, out);
  const done = executeKernel(module, text, {
    machine: machineNamed('gfx950'),
    buffers,
    ...options,
  });
  expect(done.diagnostics).toEqual([]);
  return { hazards: done.hazards, out };
}

/** The same words as `wanted` has. */
function reported(hazards: readonly Hazard[]): Map<string, number> {
  const action = (location: Hazard['location']): string =>
    /act(\d+)/.exec(location.text ?? '')?.[1] ?? '?';
  const counts = new Map<string, number>();
  for (const { code, location, other, count } of hazards) {
    const late = /unfinished-(?:read|write)/.test(code) ? 'late ' : '';
    const kind =
      other !== undefined
        ? `${late}pair ${action(other.location)}`
        : code === 'hazard/lane-collision'
          ? 'lanes'
          : 'uninitialized';
    const key = `${kind} ${action(location)}`;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

const sorted = (map: ReadonlyMap<string, number>): unknown => [...map].sort();

describe('random kernels', () => {
  it('have the hazards that all pairs of their accesses have', () => {
    let racy = 0;
    forAll([randomKernels], 300, (kernel) => {
      const parsed = read(kernel);
      const expected = wanted(kernel, input);
      if (expected.size > 0) racy++;
      for (const asyncCompletion of ['late', 'early'] as const) {
        const { hazards } = execute(parsed, kernel, { asyncCompletion });
        expect(sorted(reported(hazards)), parsed.text).toEqual(sorted(expected));
      }
    });
    expect(racy).toBeGreaterThan(leastCases(100));
  });

  it('have them in every interleaving, and other results only with one', () => {
    let different = 0;
    forAll([randomKernels, fc.integer()], 160, (kernel, seed) => {
      const parsed = read(kernel);
      const first = execute(parsed, kernel, { seed });
      const usual = execute(parsed, kernel, {});
      for (const other of [
        usual,
        ...[1, 2, 3].map((i) => execute(parsed, kernel, { seed: seed + i })),
      ]) {
        expect(sorted(reported(other.hazards))).toEqual(sorted(reported(first.hazards)));
        if (first.out.every((byte, i) => byte === other.out[i])) continue;
        different++;
        expect(first.hazards, parsed.text).not.toEqual([]);
      }
      expect(execute(parsed, kernel, { seed }).out).toEqual(first.out);
    });
    expect(different).toBeGreaterThan(leastCases(20));
  });
});
