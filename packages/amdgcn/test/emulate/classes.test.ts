/** Classes of workgroups beside an execution of all: the same accesses, as often. */
import { createHash } from 'node:crypto';
import { type AccessTrace, machineNamed, type WorkgroupCounts } from '@ldscope/core';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { buffer, int32, kernelText } from './harness.ts';
import { smallProgram } from './small-programs.ts';
import { leastCases } from '../../../../test/cases.ts';

const RUNS = Number(process.env['CLASS_RUNS'] ?? 60);
const GRID = [4, 3, 1] as const;
const FIELDS = '.amdhsa_private_segment_fixed_size 64\n.amdhsa_enable_private_segment 1';

interface Counted {
  /** How many workgroups make each trace. */
  readonly traces: ReadonlyMap<string, number>;
  readonly workgroups: WorkgroupCounts;
  readonly isMissed: boolean;
}

/** The rows of a workgroup, wherever in the launch it is. */
function keyOf(trace: AccessTrace): string {
  const { count, waveSize, wave } = trace;
  const first = wave.slice(0, count).reduce((least, one) => Math.min(least, one), Infinity);
  const hash = createHash('sha1');
  for (const column of [
    trace.addressBytes.slice(0, count * waveSize),
    trace.activeMask.slice(0, 2 * count),
    trace.op.slice(0, count),
    trace.site.slice(0, count),
    trace.order.slice(0, count),
    wave.slice(0, count).map((one) => one - first),
  ])
    hash.update(new Uint8Array(column.buffer));
  return hash.digest('hex');
}

function count(text: string, workgroups: number | undefined, all: Uint8Array[] = []): Counted {
  const memory = [1, 5].map((seed) =>
    Uint8Array.from({ length: 512 }, (_, i) => (i * 37 * seed) & 63),
  );
  all.push(...memory);
  const traces = new Map<string, number>();
  const { program } = parseAssembly(text);
  const execution = executeProgram(program, text, {
    machine: machineNamed('gfx942'),
    launch: { grid: GRID, block: [128, 1, 1], scalars: new Map() },
    arguments: [...memory.map((data) => buffer(data)), int32(5)],
    maxSteps: 5000,
    ...(workgroups === undefined ? {} : { workgroups, accessesOnly: true, classes: true }),
    onWorkgroup: (trace, _done, _all, times = 1) => {
      const key = keyOf(trace);
      traces.set(key, (traces.get(key) ?? 0) + times);
    },
  });
  return { traces, workgroups: execution.workgroups, isMissed: execution.isMissed === true };
}

const ARGUMENTS = `s_load_dwordx2 s[8:9], s[0:1], 0x0
s_load_dword s10, s[0:1], 0x10
v_lshlrev_b32_e32 v1, 2, v0
s_waitcnt lgkmcnt(0)
`;

describe('classes of workgroups', () => {
  it('make the accesses of all, in small programs', () => {
    let covered = 0;
    forAll([smallProgram], RUNS, (body) => {
      const text = kernelText(body, FIELDS);
      const classes = count(text, 11);
      if (classes.isMissed || classes.workgroups.classes === undefined) return;
      covered++;
      const whole = count(text, undefined);
      if (classes.workgroups.executed === classes.workgroups.launched)
        expect(classes.traces).toEqual(whole.traces);
      for (const [key, times] of classes.traces)
        expect(times).toBeLessThanOrEqual(whole.traces.get(key) ?? 0);
    });
    expect(covered).toBeGreaterThan(leastCases(RUNS / 10));
  });

  const classesOf = (body: string): readonly number[] | undefined =>
    count(kernelText(ARGUMENTS + body), 6).workgroups.classes?.map(({ count }) => count);

  it('is one where nothing depends on the id', () => {
    expect(classesOf('ds_write_b32 v1, v1')).toEqual([12]);
  });

  it('does not ask for what is only stored or loaded', () => {
    expect(
      classesOf('s_lshl_b32 s16, s2, 5\nv_add_u32_e32 v2, s16, v1\nds_write_b32 v1, v2'),
    ).toEqual([12]);
  });

  it('has classes of their own for masked edges', () => {
    // Columns at s2 * 2 are in range below 5: the third of four workgroups in a row is cut, the fourth is empty.
    expect(
      classesOf(`s_lshl_b32 s16, s2, 1
v_and_b32_e32 v2, 1, v0
v_add_u32_e32 v2, s16, v2
v_cmp_gt_i32_e32 vcc, s10, v2
s_and_saveexec_b64 s[18:19], vcc
ds_write_b32 v1, v1`),
    ).toEqual([6, 3, 3]);
  });

  it('follows addresses through tables in memory', () => {
    expect(
      classesOf(`s_and_b32 s16, s2, 1
s_lshl_b32 s16, s16, 2
s_load_dword s17, s[8:9], s16
s_waitcnt lgkmcnt(0)
s_and_b32 s17, s17, 0x3c
v_add_u32_e32 v2, s17, v1
ds_write_b32 v2, v1`),
    ).toEqual([6, 6]);
  });

  it('shows nothing for what goes through LDS', () => {
    expect(
      classesOf(`v_mov_b32_e32 v2, s2
ds_write_b32 v1, v2
s_waitcnt lgkmcnt(0)
ds_read_b32 v3, v1
s_waitcnt lgkmcnt(0)
v_lshlrev_b32_e32 v3, 2, v3
ds_read_b32 v4, v3`),
    ).toBeUndefined();
  });
});
