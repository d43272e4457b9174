/**
 * The wait checker on compiled kernels against the emulator, which finds hazards by completing loads as late as waits
 * allow: a wait is taken out of the code at a time, and both have to say whether it is missed.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { checkWaits, type MatrixChip } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { timedKernel } from '@ldscope/engine';
import { launchOf, readKernel } from '../triton/kernels.ts';

const folder = fileURLToPath(new URL('../../../shared/kernels/triton', import.meta.url));
if (!existsSync(folder)) console.log('skipped: there is no ../shared/kernels/triton');

const NAMES = [
  'gfx942/matmul-fp16-32x64x64-nn-s2-nk0',
  'gfx950/matmul-fp8e4nv-128x128x64-nn-s3-nk32',
  'gfx942/transpose-i8-64x64',
];

/** The wait taken out, and the wait for one less. */
function weakened(line: string): readonly string[] {
  const deeper = line.replace(/cnt\((\d+)\)$/, (_, value: string) => `cnt(${Number(value) + 1})`);
  return deeper === line ? ['\ts_nop 0'] : ['\ts_nop 0', deeper];
}

describe.skipIf(!existsSync(folder))('waits of compiled kernels', () => {
  test.each(NAMES)('%s', (name) => {
    const kernel = readKernel(folder, name);
    const { assembly, machine } = kernel;
    const launched = launchOf(kernel);
    /** Whether a wait is missed: by the emulator, and by the checker. */
    const missed = (text: string): readonly [emulator: boolean, checker: boolean] => {
      const { program } = parseAssembly(text);
      const { hazards } = executeProgram(program, text, { machine, ...launched });
      const timed = timedKernel(program, text, machine.name as MatrixChip, machine, {
        file: name,
        ...launched,
        workgroups: 1,
      });
      return [hazards.length > 0, checkWaits(timed.program).missing.length > 0];
    };
    expect(missed(assembly)).toEqual([false, false]);
    const lines = assembly.split('\n');
    const waits = [...lines.keys()].filter((at) => /^\s*s_waitcnt/.test(lines[at] ?? ''));
    let needed = 0;
    for (const at of waits) {
      for (const instead of weakened(lines[at] ?? '')) {
        const [emulator, checker] = missed(lines.with(at, instead).join('\n'));
        expect(checker, `line ${at + 1}, ${lines[at]} as ${instead}`).toBe(emulator);
        if (emulator) needed++;
      }
    }
    expect(needed).toBeGreaterThan(waits.length);
  });
});
