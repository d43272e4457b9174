/**
 * Random kernels that ptxas compiled, of integers, shared memory, atomics, shuffles and votes: executed by the rows of SASS they store
 * what they store as PTX, and what is left out of the execution changes no access.
 *
 * The kernels are those of `validation/cuda/random-ptx.ts`, the listings what nvdisasm 13 prints of them, without `NOP`s.
 */
import { readFileSync } from 'node:fs';
import { type AccessTrace, copyTrace, type KernelArgument, machineNamed } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { executePtx, parsePtx, readSass } from '../../src/index.ts';

const read = (name: string): string =>
  readFileSync(new URL(`random/${name}`, import.meta.url), 'utf8');
const words = (list: Int32Array): Uint8Array => new Uint8Array(list.buffer);
const THREADS = 64;

function execute(name: string, chip: string, kernel: string, isChecked: boolean) {
  const text = read(`${name}.ptx`);
  const { module } = parsePtx(text);
  const given: KernelArgument[] = [
    {
      kind: 'buffer',
      data: words(Int32Array.from({ length: 64 }, (_, i) => Math.imul(i, 0x9e3779b1) >> (i % 9))),
    },
    { kind: 'value', bytes: words(Int32Array.of(77)) },
    { kind: 'buffer', data: new Uint8Array(256 * 2 * THREADS) },
  ];
  const traces: AccessTrace[] = [];
  const { kernel: of } = executePtx(module, text, {
    machine: machineNamed(chip),
    kernel,
    arguments: given,
    sass: { ...readSass(read(`${name}.sass`)), isChecked },
    launch: { grid: [2, 1, 1], block: [THREADS, 1, 1], dynamicLdsBytes: 0, scalars: new Map() },
    onWorkgroup: (trace) => void traces.push(copyTrace(trace)),
  });
  return { summary: of.sass, traces };
}

const kernels = [
  ['memory-sm_90a', 'sm_90', [3, 17, 20, 41, 60]],
  ['memory-sm_80', 'sm_80', [2, 19, 33]],
  ['memory-sm_100a', 'sm_100', [4, 20, 31]],
  ['plain-sm_90a', 'sm_90', [5, 18]],
] as const;

describe.each(kernels)('%s', (name, chip, numbers) => {
  test.each(numbers)('kernel %i stores what it stores as PTX', (number) => {
    const checked = execute(name, chip, `k${number}`, true);
    expect(checked.summary).toMatchObject({ warps: 4, evaluatedWarps: 4, isComplete: true });
    expect(execute(name, chip, `k${number}`, false).traces).toEqual(checked.traces);
  });
});

test('ptxas joins stores that lie side by side, and leaves out those that others overwrite', () => {
  const { merged = 0, dropped = 0 } = execute('memory-sm_90a', 'sm_90', 'k20', false).summary ?? {};
  expect([merged > 0, dropped > 0]).toEqual([true, false]);
  expect(execute('plain-sm_90a', 'sm_90', 'k5', false).summary?.dropped).toBeGreaterThan(0);
});
