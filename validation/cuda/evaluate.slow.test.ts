/**
 * Integers of SASS, evaluated, have the results of the PTX that ptxas compiled: each access of a random kernel is executed by the same
 * lanes at the same addresses, on the ways that its predicates decide.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineNamed } from '@ldscope/core';
import { executePtx, parsePtx, readSass } from '@ldscope/ptx';
import { afterAll, describe, expect, test } from 'vitest';
import { RANDOM_LAUNCH, randomModule } from './random-ptx.ts';
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

describe.skipIf(missing !== undefined)('integers of SASS', () => {
  test.for([
    ['sm_90a', 'sm_90', 80],
    ['sm_80', 'sm_80', 40],
    ['sm_100a', 'sm_100', 40],
  ] as const)('decide the ways of random kernels for %s', ([target, name, count]) => {
    const machine = machineNamed(name);
    const text = randomModule(count, 7, target);
    const listing = listingFor(text, target);
    if ('missing' in listing) throw new Error(listing.missing);
    const sass = readSass(listing.text);
    const { module } = parsePtx(text);
    const others = Array.from({ length: count }, (_, number) => {
      const { kernel } = executePtx(module, text, {
        machine,
        kernel: `k${number}`,
        sass,
        ...RANDOM_LAUNCH,
      });
      return { name: `k${number}`, ...kernel.sass };
    }).filter(
      ({ warps, evaluatedWarps, uncertainWarps }) =>
        warps !== 4 || evaluatedWarps !== 4 || uncertainWarps !== 0,
    );
    expect(others).toEqual([]);
  });
});
