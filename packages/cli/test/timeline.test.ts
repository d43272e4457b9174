/** `ldscope timeline` and `ldscope budget`, as a user calls them. */
import type { Report, TimelineReport } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { amdKernel, amdModule } from '../../../test/amd-kernel.ts';
import { exampleText } from '../../../test/example.ts';
import { llvmTool, skips } from '../../../test/llvm.ts';
import { lowerMlir } from '../src/compile/lower-mlir.ts';
import type { Io } from '../src/io/io.ts';
import { expectRefused, ldscope } from './fake-io.ts';
import { testSessions } from './sessions.ts';

testSessions('timeline');

const gemm = exampleText('schedules/gemm-256x256x32.sched');
/** A schedule with as many iterations as a steady state needs, which does not depend on their number. */
const short = (schedule: string): string => schedule.replace(/loop \d{2,}:/, 'loop 12:');
const transpose = exampleText('compiled-transpose/kernel.s');
const launch = exampleText('compiled-transpose/launch.yaml');

/** A read of LDS at `address`, and a write of what it gives at consecutive words. */
const reading = (address: string): string =>
  amdModule(
    'gfx942',
    amdKernel(
      `  s_load_dword s2, s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  ${address}
  ds_read_b32 v2, v1
  s_waitcnt lgkmcnt(0)
  v_lshlrev_b32_e32 v3, 2, v0
  ds_write_b32 v3, v2`,
      { ldsBytes: 32_768 },
    ),
  );

describe('timeline of accesses that are not counted', () => {
  it.each([
    ['consecutive words', 'v_lshlrev_b32_e32 v1, 2, v0', true],
    ['a bank for all lanes', 'v_lshlrev_b32_e32 v1, 7, v0', true],
    ['a pitch that is an argument', 'v_mul_lo_u32 v1, v0, s2', false],
    ['an offset that is an argument', 'v_lshl_add_u32 v1, v0, 2, s2', false],
    ['lanes that an argument chooses', 'v_xor_b32_e32 v1, s2, v0', false],
  ])('%s', async (_, address, isCounted) => {
    const surroundings = { files: { 'k.s': reading(address) } };
    const on = ['k.s', '-l', 'block=64,grid=4'];
    const timed = await ldscope(['timeline', ...on], surroundings);
    const json = await ldscope(['timeline', ...on, '-f', 'json'], surroundings);
    const analyzed = await ldscope(['analyze', ...on, '-f', 'json'], surroundings);
    const { account, counters, kernelTime } = JSON.parse(json.stdout) as TimelineReport;
    const { account: own } = JSON.parse(analyzed.stdout) as Report;
    // The same account as that of the counts.
    expect(account?.missing).toEqual(own.missing);
    expect(own.missing.length === 0).toBe(isCounted);
    expect([counters !== undefined, kernelTime !== undefined]).toEqual([isCounted, isCounted]);
    const { stdout } = timed;
    expect(/(no effect|saved) .*bank conflicts/.test(stdout)).toBe(isCounted);
    expect(/^ +not known bank conflicts$/m.test(stdout)).toBe(!isCounted);
    expect(/without LDS [^)]*, of what is counted\)/.test(stdout)).toBe(!isCounted);
    expect(stdout.includes('accesses  1 of 2 LDS instructions counted')).toBe(!isCounted);
  });
});

describe('timeline of loads from global memory', () => {
  /** A load and a store at addresses that an argument gives. */
  const copying = reading('v_lshlrev_b32_e32 v1, 2, v0')
    .replace('s_load_dword s2, s[0:1], 0x0', 's_load_dwordx2 s[2:3], s[0:1], 0x0')
    .replace(
      'ds_write_b32 v3, v2',
      'global_load_dword v4, v3, s[2:3]\n  s_waitcnt vmcnt(0)\n  global_store_dword v3, v4, s[2:3]',
    );
  const launch = 'grid: 4\nblock: 64\nargs: [{ name: a, dtype: f32, shape: [64], fill: zeros }]\n';

  it.each([true, false])('with their addresses: %s', async (isKnown) => {
    const files = { 'k.s': copying, 'l.yaml': launch };
    const on = ['timeline', 'k.s', '-l', isKnown ? 'l.yaml' : 'block=64,grid=4'];
    const { stdout } = await ldscope(on, { files });
    const json = await ldscope([...on, '-f', 'json'], { files });
    const { kernelTime, hasUnknownMemory } = JSON.parse(json.stdout) as TimelineReport;
    const lines = stdout
      .replace(/\n {12,}/g, ' ')
      .split('\n')
      .map((line) => line.trim());
    const named = (fact: string): boolean =>
      lines.some((line) => line.startsWith(fact) && line.includes('global memory bandwidth'));
    expect([named('not known'), named('no effect') || named('saved')]).toEqual([!isKnown, isKnown]);
    expect([hasUnknownMemory === true, kernelTime !== undefined]).toEqual([!isKnown, isKnown]);
  });
});

describe('timeline of a schedule', () => {
  it('gives the report as data', async () => {
    const done = await ldscope('timeline gemm.sched -f json -o out.json', {
      files: { 'gemm.sched': gemm },
    });
    const report = JSON.parse(done.written.get('out.json') ?? '') as Record<string, unknown>;
    expect(report).toMatchObject({
      schema: 'ldscope-timeline/1',
      machine: 'gfx942',
      evidence: 'model',
      waves: 4,
      workgroups: 1,
      loops: [{ iterations: 100, critical: { kind: 'unit', unit: 'mfma' } }],
    });
    expect(report['waits']).toHaveLength(18);
    expect(report['constants']).toContainEqual(
      expect.objectContaining({ name: 'lds.latency', value: 48, evidence: 'measured' }),
    );
  });

  it('writes a trace that Perfetto opens', async () => {
    const done = await ldscope('timeline gemm.sched --trace t.json', {
      files: { 'gemm.sched': gemm.replace('loop 100:', 'loop 2:') },
    });
    const trace = JSON.parse(done.written.get('t.json') ?? '') as {
      readonly traceEvents: readonly Record<string, unknown>[];
    };
    const rows = trace.traceEvents.filter(({ name }) => name === 'thread_name');
    expect(rows.map(({ args }) => (args as { name: string }).name)).toContain('mfma of SIMD 3');
    const slices = trace.traceEvents.filter(({ ph }) => ph === 'X');
    expect(slices.length).toBeGreaterThan(1000);
    for (const { ts, dur } of slices) expect(Number(ts) + Number(dur)).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['loop 2:\n  fma A\n', 'timing/unknown-operation'],
    ['loop 2:\n  wait_cnt(lgkmcnt(16))\n', 'timing/beyond-counter'],
    ['loop 2:\n', 'timing/no-instructions'],
  ])('of %j is bad input', async (text, code) => {
    await expectRefused('timeline s.sched', { files: { 's.sched': text } }, code, 'hint:');
  });

  it('shows the error first, however many warnings come before it', async () => {
    const products = Array.from({ length: 12 }, (_, i) => `  MFMA A[${i}], B[${i}], C[${i}]\n`);
    const text = `loop 3:\n${products.join('')}  updated buffer_offset\n`;
    const files = { 's.sched': text };
    const shown = await ldscope('timeline s.sched', { files });
    expect(shown.code).toBe(2);
    expect(shown.stderr.startsWith('error timing/unknown-operation')).toBe(true);
    const json = await ldscope('timeline s.sched -f json', { files });
    expect(json.code).toBe(2);
    const { schema, diagnostics } = JSON.parse(json.stdout) as {
      readonly schema: string;
      readonly diagnostics: readonly { readonly severity: string }[];
    };
    expect(schema).toBe('ldscope-timeline/1');
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toHaveLength(1);
  });

  it.each([
    ['a CK Tile specification', 'spec.yaml', 'tutorial: "08"\n'],
    [
      'a tile specification',
      't.yaml',
      'element: f16\ntile: [64, 64]\naccesses:\n  - write: row-copy b128\n',
    ],
    ["Triton's TTGIR", 'k.ttgir', '#blocked = #ttg.blocked<{sizePerThread = [1]}>\nmodule {\n}\n'],
    ['neither', 'k.py', 'def k(out):\n  out[0] = 1\n'],
  ])('of %s says what it takes, in one sentence', async (words, file, text) => {
    const done = await ldscope(['timeline', file], { files: { [file]: text } });
    expect([done.code, done.stdout]).toEqual([2, '']);
    const flat = done.stderr.replaceAll(/\s+/g, ' ');
    expect(flat).toContain(
      `timeline takes AMD machine code or a schedule, and the input is ${words} hint:`,
    );
    expect(flat.match(/error /g)).toHaveLength(1);
  });

  it('has a steady state that does not depend on how often the loop runs', async () => {
    const each = await Promise.all(
      [12, 41].map(async (times) => {
        const files = { 's.sched': gemm.replace('loop 100:', `loop ${times}:`) };
        const done = await ldscope('timeline s.sched -f json', { files });
        const { loops } = JSON.parse(done.stdout) as {
          readonly loops: readonly {
            readonly cyclesPerIteration: number;
            readonly period: number;
          }[];
        };
        return [loops[0]?.cyclesPerIteration, loops[0]?.period];
      }),
    );
    expect(each).toEqual(each.map(() => [2083, 4]));
  });

  it('refuses copies to LDS that the chip lacks', async () => {
    const files = {
      's.sched': 'loop 3:\n  buffer_load_dwordx4 lds to tile\n  wait_cnt(vmcnt(0))\n',
    };
    await expectRefused(
      'timeline s.sched -m gfx942',
      { files },
      'gfx942 has no buffer_load_dwordx4 lds',
      'it has buffer_load_dword lds',
    );
    expect((await ldscope('timeline s.sched -m gfx950', { files })).code).toBe(0);
    const one = { 's.sched': files['s.sched'].replace('x4', '') };
    expect((await ldscope('timeline s.sched -m gfx942', { files: one })).code).toBe(0);
  });

  it('refuses a schedule that writes more LDS than there is', async () => {
    const line = (place: number): string => `  buffer_load_dwordx4 lds to tile[${place}]\n`;
    const text = `machine gfx950\nwaves 4\nprologue:\n${Array.from({ length: 48 }, (_, i) => line(i)).join('')}`;
    const done = await ldscope('timeline s.sched', { files: { 's.sched': text } });
    expect(done.code).not.toBe(0);
    expect(done.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'at least 192 KiB of LDS, to 48 places, and gfx950 has 160 KiB',
    );
    expect(done.stdout).not.toContain('cycles');
  });

  it('has an example in its help that is there', async () => {
    const { stdout } = await ldscope('timeline --help');
    const named = [...stdout.matchAll(/examples\/(\S+\.sched)/g)].map(([, name = '']) => name);
    expect(named).toHaveLength(1);
    for (const name of named) expect(exampleText(name)).toContain('loop');
  });

  const racy = short(gemm).replaceAll(/^ *sbarrier.*$/gm, '');

  it('gives accesses that lack a barrier as data', async () => {
    const json = await ldscope('timeline racy.sched -f json', { files: { 'racy.sched': racy } });
    const { races } = JSON.parse(json.stdout) as { races: { first: object; second: object }[] };
    expect(races[0]).toMatchObject({
      kinds: ['write', 'read'],
      first: { line: 17 },
      second: { line: 35 },
    });
  });
});

describe('timeline of a kernel', () => {
  const files = { 'kernel.s': transpose, 'launch.yaml': launch };

  it('executes it, and finds no wait missing in what a compiler wrote', async () => {
    const done = await ldscope('timeline kernel.s -l launch.yaml -f json', { files });
    expect(done.stderr).toBe('');
    expect(done.code).toBe(0);
    const report = JSON.parse(done.stdout) as Record<string, unknown>;
    expect(report).toMatchObject({
      missing: [],
      occupancy: { bounds: expect.any(Array) as unknown },
    });
    const conflicts = (report['instructions'] as { conflictCycles: number }[]).map(
      ({ conflictCycles }) => conflictCycles,
    );
    expect(Math.max(...conflicts)).toBeGreaterThan(0);
    const { cycles, without } = report as { cycles: number; without: { conflicts: number } };
    expect(without.conflicts).toBeLessThanOrEqual(cycles);
  });

  it('predicts the time of the launch on a device, with what backs it, and counters of its waves', async () => {
    const timeOf = async (...more: string[]): Promise<string> => {
      const done = await ldscope(['timeline', 'kernel.s', '-l', 'launch.yaml', ...more], { files });
      return done.stdout.replaceAll(/\s+/g, ' ');
    };
    const text = await timeOf('-m', 'mi300a');
    expect(text).toMatch(/kernel \d+(\.\d+)? µs on an MI300A, without the start of the launch; /);
    expect(text).toContain('2 workgroups, 1 on a compute unit');
    expect(text).toContain(
      'error not known: no measurement backs this time. Those that were measured are copies through LDS; this launch ' +
        'is on another device than the MI355X, ',
    );
    expect(text).not.toMatch(/[+-]\d+ %/);
    for (const name of ['SQ_WAVE_CYCLES', 'SQ_WAIT_INST_ANY', 'SQ_WAIT_ANY', 'LdsLatency'])
      expect(text).toContain(name);
    // What is simulated is not the launch then.
    expect(await timeOf('--workgroups', '1')).not.toContain('µs on an');
    expect(await timeOf('--bandwidth', '8')).not.toContain('µs on an');
  });
});

describe('timeline of MLIR', () => {
  const mlir = exampleText('transpose-plain/kernel.mlir');
  const files = { 'k.mlir': mlir };
  const opt = llvmTool('mlir-opt');

  it('says what LLVM answers', async () => {
    const problem = 'no such dialect';
    const lower = (): Promise<{ problem: string }> => Promise.resolve({ problem });
    await expectRefused('timeline k.mlir', { files, lower }, `does not make it: ${problem}`);
  });

  it.skipIf(skips(opt))('is that of the machine code that LLVM makes of it', async () => {
    const lower: Io['lowerMlir'] = (text, chip) => Promise.resolve(lowerMlir(text, chip));
    const done = await ldscope('timeline k.mlir -m mi300x -f json', { files, lower });
    expect([done.code, done.stderr]).toEqual([0, '']);
    const report = JSON.parse(done.stdout) as TimelineReport;
    // The launch is that of the module: 4 x 2 workgroups of 32 x 32.
    expect(report.block).toMatchObject({ shape: [32, 32, 1] });
    expect(report.kernelTime).toMatchObject({ workgroups: 8, workgroupsPerUnit: 1 });
    // A transpose of 64 x 128 floats moves each once, in both directions.
    expect(report.kernelTime?.bytes).toBe(2 * 4 * 64 * 128);
    // Conflicts as the interpreter of MLIR counts them, of as many workgroups.
    const analyzed = await ldscope('analyze k.mlir -m gfx942 -f json', { files });
    const { totals } = JSON.parse(analyzed.stdout) as { totals: { bankConflict: number } };
    const conflicts = report.instructions.reduce((sum, one) => sum + one.conflictCycles, 0);
    expect(conflicts / report.workgroups).toBe(totals.bankConflict / 8);
  });

  it.skipIf(skips(opt))('is refused where LLVM has no such dialect', async () => {
    const lower: Io['lowerMlir'] = (text, chip) => Promise.resolve(lowerMlir(text, chip));
    const text = exampleText('swizzle-flow/vector.mlir');
    await expectRefused(
      'timeline v.mlir',
      { files: { 'v.mlir': text }, lower },
      'error timing/not-lowered',
    );
  });
});

describe('pipeline', () => {
  const tile = ['pipeline', '--tile', '256x256x32xf16'];

  it('writes a schedule that takes the cycles of its report', async () => {
    const report = await ldscope([...tile, '--swizzle', 'xor', '-f', 'json']);
    const { schema, schedule, time, layout } = JSON.parse(report.stdout) as {
      readonly schema: string;
      readonly schedule: string;
      readonly layout: { readonly conflictCycles: number };
      readonly time: { readonly cyclesPerStep: number };
    };
    expect([schema, layout.conflictCycles]).toEqual(['ldscope-pipeline/1', 0]);
    const written = await ldscope([...tile, '--swizzle', 'xor', '-o', 'g.sched']);
    expect(written.written.get('g.sched')).toBe(schedule);
    expect(written.stderr).toContain('2,064 cycles per step, 2,048 of them matrix instructions');
    const timed = await ldscope('timeline g.sched -f json', {
      files: { 'g.sched': short(schedule) },
    });
    const { loops, missing } = JSON.parse(timed.stdout) as {
      readonly loops: readonly { readonly cyclesPerIteration: number }[];
      readonly missing: readonly unknown[];
    };
    expect([loops[0]?.cyclesPerIteration, missing]).toEqual([time.cyclesPerStep, []]);
  });
});

it.each([
  ['pipeline --tile 100x256x32xf16', 'timing/uneven-tile'],
  ['pipeline --tile 256x256x32xf16 --lds-buffers 4', 'timing/beyond-limit'],
  ['pipeline --tile 256x256x32xf16 -m h100', 'timing/no-model'],
  ['pipeline --tile 256x256x32xf16 -m gfx1', 'usage/unknown-machine'],
  ['budget --tile 256x256xf16', 'timing/tile'],
  ['budget --tile 256x256x30xf16', 'timing/uneven-tile'],
  ['budget --tile 256x256x32xf16 --waves 2', 'timing/waves'],
  ['budget --tile 256x256x32xf16 --mfma v_mfma_f32_1x1x1_f16', 'timing/no-matrix-instruction'],
  ['budget --tile 256x256x32xf16 -m h100', 'timing/no-model'],
  ['budget --tile 0x256x32xf16', 'timing/tile'],
  ['budget --tile 256x256x32xf16 --access 32', 'timing/access'],
  ['budget --tile 256x256x32xi8 --mfma v_mfma_f32_32x32x8_f16', 'timing/matrix-type'],
])('%s is refused', async (line, code) => {
  await expectRefused(line, {}, code);
});
