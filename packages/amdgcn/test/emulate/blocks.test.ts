/** Runs of instructions that are executed at once do what their steps do: small random programs, both ways. */
import { isDeepStrictEqual } from 'node:util';
import { copyGlobalTrace, type GlobalTrace } from '@ldscope/core';
import { Blocks } from '@ldscope/core/vector';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { buffer, int32, type KernelOptions, kernelText, runKernel } from './harness.ts';
import { rows } from '../../../../test/rows.ts';
import { smallProgram } from './small-programs.ts';
import { leastCases } from '../../../../test/cases.ts';

const RUNS = Number(process.env['BLOCK_RUNS'] ?? 12);

/** The mode that blocks are for, and memory of each lane. */
const FIELDS = `.amdhsa_float_denorm_mode_32 3
.amdhsa_private_segment_fixed_size 64
.amdhsa_enable_private_segment 1`;

function see(body: string, options: KernelOptions): unknown {
  const globals: GlobalTrace[] = [];
  const memory = [1, 5].map((seed) =>
    Uint8Array.from({ length: 512 }, (_, i) => (i * 37 * seed) & 63),
  );
  const { execution, traces } = runKernel(kernelText(body, FIELDS), {
    arguments: [...memory.map((data) => buffer(data)), int32(5)],
    maxSteps: 5000,
    // Waves enough to make blocks of what all of them execute.
    grid: [40, 1, 1],
    onGlobal: (trace) => globals.push(copyGlobalTrace(trace)),
    ...options,
  });
  const { hazards, diagnostics, executions, counts } = execution;
  return { memory, globals, traces, hazards, diagnostics, executions, counts };
}

it.each(rows`
  1 | v_mov_b32 v1, v0 \n v_mov_b32 v2, v1
  0 | v_mov_b32 v1, v0 \n s_nop 0 \n v_mov_b32 v2, v1
  2 | v_mov_b32 v1, v0 \n v_mov_b32 v2, v1 \n s_nop 0 \n v_mov_b32 v3, v1 \n v_mov_b32 v4, v1
  // Where something jumps to.
  1 | s_branch l \n v_mov_b32 v1, v0 \n l: \n v_mov_b32 v2, v0 \n v_mov_b32 v3, v0
  0 | s_branch l \n v_mov_b32 v1, v0 \n v_mov_b32 v2, v0 \n l: \n v_mov_b32 v3, v0
`)('%s: %s', (count, body) => {
  const before = Blocks.had;
  const loop = `s_movk_i32 s4, 80 \n again: s_sub_u32 s4, s4, 1 \n ${body}
    s_cmp_lg_u32 s4, 0 \n s_cbranch_scc1 again`;
  runKernel(kernelText(loop, FIELDS), { arguments: [] });
  expect(Blocks.had - before).toBe(Number(count));
});

it('blocks do what steps do', () => {
  const before = Blocks.had;
  forAll(
    [smallProgram, fc.constantFrom<readonly [number, number, number]>([128, 1, 1], [100, 1, 1])],
    RUNS,
    (body, block) => {
      // With a log of what is executed there are no blocks.
      const [fast, slow] = [see(body, { block }), see(body, { block, onExecuted: () => {} })];
      // Comparing typed arrays for a message is slow.
      if (!isDeepStrictEqual(fast, slow)) expect(fast).toEqual(slow);
    },
  );
  expect(Blocks.had - before).toBeGreaterThan(leastCases(RUNS / 2));
});
