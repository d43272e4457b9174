/** An execution of accesses alone beside one of everything: the same accesses, hazards and diagnostics, or a repeat is asked for. */
import { isDeepStrictEqual } from 'node:util';
import { copyGlobalTrace, type GlobalTrace } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import {
  buffer,
  int32,
  type KernelOptions,
  type KernelRun,
  kernelText,
  runKernel,
} from './harness.ts';
import { smallProgram } from './small-programs.ts';
import { leastCases } from '../../../../test/cases.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('slice.s', import.meta.url));

const RUNS = Number(process.env['SLICE_RUNS'] ?? 60);

const FIELDS = '.amdhsa_private_segment_fixed_size 64\n.amdhsa_enable_private_segment 1';

interface Seen extends KernelRun {
  readonly globals: readonly GlobalTrace[];
  /** The buffers as the launch leaves them. */
  readonly memory: readonly Uint8Array[];
}

function see(text: string, options: KernelOptions): Seen {
  const globals: GlobalTrace[] = [];
  const memory = [1, 5].map((seed) =>
    Uint8Array.from({ length: 512 }, (_, i) => (i * 37 * seed) & 63),
  );
  const onGlobal = (trace: GlobalTrace): unknown => globals.push(copyGlobalTrace(trace));
  const list = [...memory.map((data) => buffer(data)), int32(5)];
  return {
    ...runKernel(text, { arguments: list, maxSteps: 5000, onGlobal, ...options }),
    globals,
    memory,
  };
}

/** All that a report is made of. */
function reportedOf({ traces, globals, execution }: Seen): unknown {
  const { kernel, hazards, diagnostics, workgroups, executions } = execution;
  return { traces, globals, kernel, hazards, diagnostics, workgroups, executions };
}

describe('a slice of small programs', () => {
  it('has the accesses of the whole', () => {
    let answered = 0;
    forAll(
      [
        smallProgram,
        fc.constantFrom('early', 'late'),
        fc.constantFrom<readonly [number, number, number]>([64, 1, 1], [128, 1, 1], [100, 1, 1]),
      ],
      RUNS,
      (body, asyncCompletion, block) => {
        const text = kernelText(body, FIELDS);
        const options = { asyncCompletion, block, grid: [2, 1, 1] } as const;
        const sliced = see(text, { ...options, accessesOnly: true });
        if (sliced.execution.isMissed === true) return;
        answered++;
        const [part, whole] = [reportedOf(sliced), reportedOf(see(text, options))];
        // Comparing typed arrays for a message is slow.
        if (!isDeepStrictEqual(part, whole)) expect(part).toEqual(whole);
      },
    );
    expect(answered).toBeGreaterThan(leastCases(RUNS / 10));
  });

  const address = 'v_lshlrev_b32_e32 v1, 2, v0';

  it('does not compute what is only stored', () => {
    const body = `s_load_dwordx2 s[8:9], s[0:1], 0x0
${address}
s_waitcnt lgkmcnt(0)
v_mul_lo_u32 v2, v0, v0
global_store_dword v1, v2, s[8:9]`;
    expect(see(kernelText(body), {}).memory[0]?.slice(0, 3)).not.toEqual(
      new Uint8Array([0, 37, 10]),
    );
    const sliced = see(kernelText(body), { accessesOnly: true });
    expect(sliced.execution.isMissed).toBe(false);
    expect(sliced.memory[0]?.slice(0, 3)).toEqual(new Uint8Array([0, 37, 10]));
  });

  it('keeps loads and stores through which an address goes', () => {
    const body = `${address}
v_xor_b32_e32 v2, 0x7c, v1
ds_write_b32 v1, v2
s_waitcnt lgkmcnt(0)
s_barrier
ds_read_b32 v3, v1
s_waitcnt lgkmcnt(0)
ds_read_b32 v4, v3`;
    const { traces, execution } = see(kernelText(body), { accessesOnly: true });
    expect(execution.isMissed).toBe(false);
    expect(traces[0]?.addressBytes[2 * 64 + 1]).toBe(0x7c ^ 4);
  });

  it('asks for everything where scalar memory reads what was not stored', () => {
    const body = textOf('asks for everything where scalar memory reads what was not stored');
    expect(see(kernelText(body), { accessesOnly: true }).execution.isMissed).toBe(true);
  });

  it('asks for everything where a race depends on what is stored', () => {
    const body = `v_mov_b32_e32 v1, 0
ds_write_b32 v1, v1`;
    const options = { block: [128, 1, 1], accessesOnly: true } as const;
    expect(see(kernelText(body), options).execution.isMissed).toBe(true);
  });
});
