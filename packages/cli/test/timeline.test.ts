/** `ldscope timeline` and `ldscope budget`, as a user calls them. */
import type { FixReport, Report, TimelineReport } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { amdKernel, amdModule } from '../../../test/amd-kernel.ts';
import { exampleText } from '../../../test/example.ts';
import { llvmTool, skips } from '../../../test/llvm.ts';
import { lowerMlir } from '../src/compile/lower-mlir.ts';
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
});

describe('timeline of MLIR', () => {
  const mlir = exampleText('transpose-plain/kernel.mlir');
  const files = { 'k.mlir': mlir };
  const opt = llvmTool('mlir-opt');

  it('says what LLVM answers', async () => {
    const problem = 'no such dialect';
    const lower = (): { problem: string } => ({ problem });
    await expectRefused('timeline k.mlir', { files, lower }, `does not make it: ${problem}`);
  });

  it.skipIf(skips(opt))('is that of the machine code that LLVM makes of it', async () => {
    const done = await ldscope('timeline k.mlir -m mi300x -f json', { files, lower: lowerMlir });
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

  it.skipIf(skips(opt))('ranks the layouts of fix, each with its own', async () => {
    const done = await ldscope('fix k.mlir -m gfx942 -f json', { files, lower: lowerMlir });
    expect(done.stderr).toBe('');
    const { candidates = [], proof } = JSON.parse(done.stdout) as FixReport;
    expect(proof.find(({ name }) => name === 'time')?.outcome).toBe('holds');
    expect(candidates.length).toBeGreaterThan(1);
    for (const { runs } of candidates) {
      const [before = NaN, after = NaN] = [runs[0]?.before, runs[0]?.after].map(
        (cost) => cost?.seconds?.[1],
      );
      expect(after).toBeLessThan(before);
    }
  });

  it.skipIf(skips(opt))('is refused where LLVM has no such dialect', async () => {
    const text = exampleText('swizzle-flow/vector.mlir');
    await expectRefused(
      'timeline v.mlir',
      { files: { 'v.mlir': text }, lower: lowerMlir },
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
