/**
 * Random kernels as SASS beside the bank conflicts that an H200 counted: stores alone are exact, and of the others the report says how many
 * are, and by how much the counter differs.
 */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { type KernelArgument, machineNamed, type SassEvidence, simulate, sum } from '@ldscope/core';
import { executePtx, parsePtx, readSass } from '@ldscope/ptx';
import { describe, expect, test } from 'vitest';
import { dataFile } from '../base/paths.ts';
import { jsonLines } from '../base/read.ts';

/** Kernels k0, k1, ... of one module. */
interface Kernels {
  readonly name: string;
  /** Of a block; there are two. */
  readonly threads: number;
  readonly ptx: string;
  readonly sass: string;
  /** By kernel: the counter of four runs. */
  readonly conflicts: readonly (readonly number[])[];
}

const packed = readFileSync(dataFile('random-sm90.jsonl.br'));
const all = jsonLines<Kernels>(brotliDecompressSync(packed).toString());
const machine = machineNamed('sm_90');
const words = (list: Int32Array): Uint8Array => new Uint8Array(list.buffer);

/** By how much the counter exceeds the prediction, of complete kernels whose counter does not vary; and all conflicts of these. */
function compare({ threads, ptx, sass, conflicts }: Kernels) {
  const { module } = parsePtx(ptx);
  const listing = readSass(sass);
  const more: number[] = [];
  let [predicted, evidence]: [number, SassEvidence | undefined] = [0, undefined];
  for (const [kernel, [counter = NaN, ...others]] of conflicts.entries()) {
    let own = 0;
    const given: readonly KernelArgument[] = [
      {
        kind: 'buffer',
        data: words(Int32Array.from({ length: 64 }, (_, i) => Math.imul(i, 0x9e3779b1) >> (i % 9))),
      },
      { kind: 'value', bytes: words(Int32Array.of(77)) },
      { kind: 'buffer', data: new Uint8Array(256 * 2 * threads) },
    ];
    const { kernel: of } = executePtx(module, ptx, {
      machine,
      kernel: `k${kernel}`,
      sass: listing,
      arguments: given,
      launch: {
        grid: [2, 1, 1],
        block: [threads, 1, 1],
        dynamicLdsBytes: 0,
        scalars: new Map(),
      },
      onWorkgroup: (trace) => {
        own += sum(simulate(trace, machine).bankConflict);
      },
    });
    expect(of.sass?.evaluatedWarps).toBe(of.sass?.warps);
    if (of.sass?.isComplete !== true || others.some((one) => one !== counter)) continue;
    evidence = of.sass.evidence;
    predicted += own;
    more.push(counter - own);
  }
  return { more, predicted, evidence };
}

describe('bank conflicts of random kernels', () => {
  test.each([
    ['stores', ['stores']],
    ['loads and stores', ['loads', 'loads, global stores at the end']],
    ['loads, stores and atomics', ['memory', 'atomics']],
  ])('with %s are as the report says', (accesses, names) => {
    const found = all.filter(({ name }) => names.includes(name)).map(compare);
    expect(found).toHaveLength(names.length);
    const more = found.flatMap((one) => one.more);
    expect(Math.min(...more)).toBe(0);
    expect(found[0]?.evidence).toEqual({
      accesses,
      chip: 'H200',
      kernels: more.length,
      exact: more.filter((one) => one === 0).length,
      mostMore: Math.max(...more),
      percentMore: Math.round((1e4 * sum(more)) / sum(found.map((one) => one.predicted))) / 100,
    });
  });
});
