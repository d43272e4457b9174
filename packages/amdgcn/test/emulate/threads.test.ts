/** Launches whose workgroups are spread over threads beside launches of one: the same results, bit for bit. */
import { createHash } from 'node:crypto';
import { type AccessTrace, machineNamed } from '@ldscope/core';
import { executeProgram, type Execution, parseAssembly } from '@ldscope/amdgcn';
import { describe, expect, it } from 'vitest';
import { leastCases } from '../../../../test/cases.ts';
import { forAll } from '../../../../test/for-all.ts';
import { helpersOf } from '../../../../test/ranges.ts';
import { rows } from '../../../../test/rows.ts';
import { buffer, int32, kernelText } from './harness.ts';
import { smallProgram } from './small-programs.ts';

const RUNS = Number(process.env['THREADS_RUNS'] ?? 40);
const FIELDS = '.amdhsa_private_segment_fixed_size 64\n.amdhsa_enable_private_segment 1';
const machine = machineNamed('gfx942');

interface Launched {
  readonly execution: Execution;
  readonly memory: readonly Uint8Array[];
  /** A key per workgroup, in their order. */
  readonly traces: readonly string[];
  /** Ranges that others executed. */
  readonly given: number;
}

function keyOf({ count, waveSize, ...trace }: AccessTrace): string {
  const hash = createHash('sha1');
  for (const column of [
    trace.addressBytes.slice(0, count * waveSize),
    trace.activeMask.slice(0, 2 * count),
    trace.op.slice(0, count),
    trace.order.slice(0, count),
    trace.wave.slice(0, count),
  ])
    hash.update(new Uint8Array(column.buffer));
  const sites = Array.from(trace.site.subarray(0, count), (site) => trace.sites[site]?.id);
  return hash.update(JSON.stringify(sites)).digest('hex');
}

function launch(
  text: string,
  threads: number,
  accessesOnly: boolean,
  workgroups = 13,
  maxSteps = 5000,
): Launched {
  const { program } = parseAssembly(text);
  const fresh = (): Uint8Array[] =>
    [1, 5].map((seed) => Uint8Array.from({ length: 512 }, (_, i) => (i * 37 * seed) & 63));
  const optionsOver = (memory: readonly Uint8Array[], traces: string[]) =>
    ({
      machine,
      launch: { grid: [workgroups, 1, 1], block: [128, 1, 1], scalars: new Map() },
      arguments: [...memory.map((data) => buffer(data)), int32(5)],
      maxSteps,
      accessesOnly,
      onWorkgroup: (trace: AccessTrace) => void traces.push(keyOf(trace)),
    }) as const;
  const helpers = helpersOf(threads, (range) => {
    const counts: string[] = [];
    let state: unknown;
    const options = optionsOver(fresh(), counts);
    executeProgram(program, text, { ...options, range, onLeft: (left) => (state = left) });
    return state === undefined ? undefined : { state, counts };
  });
  const memory = fresh();
  const traces: string[] = [];
  const execution = executeProgram(program, text, {
    ...optionsOver(memory, traces),
    helpers: threads === 1 ? undefined : helpers,
    onCounted: (counts) => traces.push(...(counts as string[])),
  });
  return { execution, memory, traces, given: helpers.given() };
}

/** True where others executed something. */
function expectSame(text: string, accessesOnly: boolean, ...more: number[]): boolean {
  const { given: _, ...one } = launch(text, 1, accessesOnly, ...more);
  const shares = [2, 3, 5].map((threads) => {
    const { given, ...spread } = launch(text, threads, accessesOnly, ...more);
    // A launch that has to be executed again has no results.
    if (one.execution.isMissed !== true) expect(spread).toEqual(one);
    else expect(spread.execution.isMissed).toBe(true);
    return given;
  });
  return shares.every((given) => given > 0);
}

/** What follows is for the last of 13 workgroups. */
const LAST = 's_cmp_lt_u32 s2, 12\ns_cbranch_scc1 END\n';
const ARGUMENTS = `s_load_dwordx2 s[8:9], s[0:1], 0x0
s_load_dwordx2 s[12:13], s[0:1], 0x8
v_lshlrev_b32_e32 v1, 2, v0
s_lshl_b32 s16, s2, 2
v_mov_b32_e32 v5, s16
s_waitcnt lgkmcnt(0)
`;

describe('threads', () => {
  it.each([false, true])('execute small programs as one does, accesses alone: %s', (isSliced) => {
    let covered = 0;
    forAll([smallProgram], RUNS, (body) => {
      if (expectSame(kernelText(body, FIELDS), isSliced)) covered++;
    });
    expect(covered).toBeGreaterThan(leastCases(RUNS / 10));
  });

  it.each(rows`
    a kernel without memory                        | yes | ds_write_b32 v1, v1
    a wait that is missing                         | yes | ds_write_b32 v1, v1 \n s_waitcnt lgkmcnt(0) \n ds_read_b32 v3, v1 \n v_add_u32_e32 v3, 4, v3 \n ds_write_b32 v3, v1
    a race in every workgroup                      | yes | ds_write_b32 v5, v1 \n s_waitcnt lgkmcnt(0) \n ds_read_b32 v3, v5 \n s_waitcnt lgkmcnt(0)
    a race in the last workgroup                   | yes | ${LAST} ds_write_b32 v5, v1 \n s_waitcnt lgkmcnt(0) \n ds_read_b32 v3, v5 \n s_waitcnt lgkmcnt(0) \n END:
    stores of a word of their own                  | yes | v_mov_b32_e32 v2, s16 \n global_store_dword v2, v1, s[12:13]
    stores of all to one word                      | yes | v_mov_b32_e32 v2, 0 \n global_store_dword v2, v5, s[12:13]
    stores of bytes                                | yes | v_mov_b32_e32 v2, s2 \n global_store_byte v2, v5, s[12:13]
    loads of what none stores                      | yes | v_and_b32_e32 v2, 60, v5 \n global_load_dword v3, v2, s[8:9] \n s_waitcnt vmcnt(0) \n v_and_b32_e32 v3, 60, v3 \n ds_write_b32 v3, v1
    a counter of all                               | no  | v_mov_b32_e32 v2, 0 \n v_mov_b32_e32 v4, 1 \n global_atomic_add v3, v2, v4, s[12:13] sc0 \n s_waitcnt vmcnt(0) \n v_and_b32_e32 v3, 60, v3 \n ds_write_b32 v3, v1
    a load of what the one before has stored       | no  | v_mov_b32_e32 v2, 0 \n global_load_dword v3, v2, s[12:13] \n s_waitcnt vmcnt(0) \n v_add_u32_e32 v3, 4, v3 \n global_store_dword v2, v3, s[12:13] \n v_and_b32_e32 v3, 60, v3 \n ds_write_b32 v3, v1
    a load of the last one of what others store    | yes | v_mov_b32_e32 v2, 0 \n global_store_dword v2, v5, s[12:13] \n s_waitcnt vmcnt(0) \n ${LAST} global_load_dword v3, v2, s[12:13] offset:4 \n s_waitcnt vmcnt(0) \n v_and_b32_e32 v3, 60, v3 \n ds_write_b32 v3, v1 \n END:
    a load of the last one alone of what others store | yes | v_mov_b32_e32 v2, 0 \n s_cmp_lt_u32 s2, 12 \n s_cbranch_scc1 OTHERS \n global_load_dword v3, v2, s[12:13] \n s_waitcnt vmcnt(0) \n v_and_b32_e32 v3, 60, v3 \n ds_write_b32 v3, v1 \n s_branch END \n OTHERS: \n global_store_dword v2, v5, s[12:13] \n END:
    a load of the last one of what one stores      | yes | v_mov_b32_e32 v2, 0 \n s_cmp_lt_u32 s2, 12 \n s_cbranch_scc1 OTHERS \n global_load_dword v3, v2, s[12:13] \n s_waitcnt vmcnt(0) \n v_and_b32_e32 v3, 60, v3 \n ds_write_b32 v3, v1 \n s_branch END \n OTHERS: \n s_cmp_lg_u32 s2, 9 \n s_cbranch_scc1 END \n global_store_dword v2, v5, s[12:13] \n END:
    private memory that nothing has written        | yes | scratch_load_dword v3, off, off \n s_waitcnt vmcnt(0) \n scratch_store_dword off, v5, off \n v_and_b32_e32 v3, 60, v3 \n ds_write_b32 v3, v1
    a store beyond the buffer, in the last one     | yes | v_mov_b32_e32 v2, 0x1000 \n ${LAST} global_store_dword v2, v5, s[12:13] \n END:
    a loop without an end, in the last one         | yes | ${LAST} AGAIN: s_branch AGAIN \n END:
    a loop without an end, in the first one        | no  | s_cmp_gt_u32 s2, 0 \n s_cbranch_scc1 END \n AGAIN: \n s_branch AGAIN \n END:
  `)('execute %s as one does, others help: %s', (_, helps, body) => {
    const text = kernelText(ARGUMENTS + body, FIELDS);
    for (const workgroups of [13, 4]) {
      const all = [true, false].map((isSliced) => expectSame(text, isSliced, workgroups));
      if (workgroups === 13) expect(all.includes(true) ? 'yes' : 'no').toBe(helps);
    }
  });
});
