/**
 * SASS, executed by its rows, does what the PTX does that ptxas compiled: it stores the same in global memory, and each thread touches words of
 * shared memory that it touches in PTX.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineNamed, type KernelArgument } from '@ldscope/core';
import { executePtx, parsePtx, readSass } from '@ldscope/ptx';
import { afterAll, describe, expect, test } from 'vitest';
import { type RandomKind, randomModule } from './random-ptx.ts';
import { listingOf } from './sass.ts';

const work = mkdtempSync(join(tmpdir(), 'ldscope-random-'));
afterAll(() => {
  rmSync(work, { recursive: true });
});
const listingFor = (text: string, target: string): ReturnType<typeof listingOf> => {
  const file = join(work, `${target}.ptx`);
  writeFileSync(file, text);
  return listingOf(file, target);
};
const probe = listingFor(randomModule(1, 0, 'sm_90a'), 'sm_90a');
const missing = 'missing' in probe ? probe.missing : undefined;
if (missing !== undefined) console.warn(`skipped: ${missing}`);

const words = (list: Int32Array): Uint8Array => new Uint8Array(list.buffer);
/** Threads of a block: a whole number of warps where lanes read registers of others. */
const THREADS: Readonly<Record<RandomKind, number>> = { volatile: 40, plain: 40, memory: 64 };
const argumentsOf = (kind: RandomKind): readonly KernelArgument[] => [
  {
    kind: 'buffer',
    data: words(Int32Array.from({ length: 64 }, (_, i) => Math.imul(i, 0x9e3779b1) >> (i % 9))),
  },
  { kind: 'value', bytes: words(Int32Array.of(77)) },
  { kind: 'buffer', data: new Uint8Array(256 * 2 * THREADS[kind]) },
];

const chips = [
  ['sm_90a', 'sm_90', 80],
  ['sm_80', 'sm_80', 40],
  ['sm_100a', 'sm_100', 40],
] as const;
const kinds: readonly RandomKind[] = ['volatile', 'plain', 'memory'];

describe.skipIf(missing !== undefined)('SASS of random kernels', () => {
  test.for(chips.flatMap(([...chip]) => kinds.map((kind) => [kind, ...chip] as const)))(
    'does what their PTX does: %s, for %s',
    ([kind, target, name, count]) => {
      const machine = machineNamed(name);
      const text = randomModule(count, 7, target, kind);
      const listing = listingFor(text, target);
      if ('missing' in listing) throw new Error(listing.missing);
      const sass = { ...readSass(listing.text), isChecked: true };
      const { module } = parsePtx(text);
      const block = [THREADS[kind], 1, 1] as const;
      const others = Array.from({ length: count }, (_, number) => {
        const { kernel } = executePtx(module, text, {
          machine,
          kernel: `k${number}`,
          sass,
          arguments: argumentsOf(kind),
          launch: { grid: [2, 1, 1], block, dynamicLdsBytes: 0, scalars: new Map() },
        });
        return { name: `k${number}`, ...kernel.sass };
      }).filter(({ evaluatedWarps }) => evaluatedWarps !== 4);
      expect(others).toEqual([]);
    },
  );
});
