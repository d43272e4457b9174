/** Times of kernels whose way is not known, and loops of the kernels whose way is. */
import { describe, expect, test } from 'vitest';
import { amdKernel, amdModule } from '../../../test/amd-kernel.ts';
import { type TimedText, timelineKernel } from '../src/index.ts';

const kernel = (body: string): string => amdModule('gfx942', amdKernel(body, { ldsBytes: 4096 }));

const loaded = '  s_load_dword s4, s[0:1], 0x0\n  v_lshlrev_b32 v1, 2, v0\n  s_waitcnt lgkmcnt(0)';
const counted = `${loaded}
L0:
  ds_read_b32 v2, v1
  s_sub_i32 s4, s4, 1
  s_cmp_gt_i32 s4, 0
  s_cbranch_scc1 L0`;

const sides = `${loaded}
  s_cmp_gt_i32 s4, 0
  s_cbranch_scc1 L1
  ds_read_b32 v2, v1
  s_branch L2
L1:
  ds_write_b32 v1, v1
L2:`;

const launch = (text: string): TimedText => timelineKernel(text, { launch: 'block=64' });

describe('without arguments', () => {
  test.each([
    ['a loop', counted, 's_cbranch_scc1 depends on argument'],
    ['two sides', sides, 's_cbranch_scc1 depends on argument'],
    ['the clock', counted.replace('s_load_dword s4, s[0:1], 0x0', 's_memtime s[4:5]'), 'the clock'],
  ])('%s has no time, and the reason', (_, body, reason) => {
    const { report, diagnostics } = launch(kernel(body));
    expect(report).toBeUndefined();
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code }) => code)).toEqual(['timing/open-branch']);
    expect(errors[0]?.message).toContain(reason);
    expect(errors[0]?.line).toBeGreaterThan(0);
    expect(diagnostics.map(({ message }) => message).join()).not.toContain('one iteration');
  });

  // An LDS instruction that is not reached makes ldscope look for other ways: they are not behind the first in time.
  test('a kernel that branches on what is known is timed once', () => {
    const body = `${loaded}
  v_mov_b32 v3, s4
  s_mov_b32 s5, 0
  s_cmp_eq_u32 s5, 0
  s_cbranch_scc1 L1
  ds_read_b32 v2, v1
L1:
  ds_write_b32 v1, v3`;
    const timed = launch(kernel(body));
    if (timed.report === undefined) expect.unreachable();
    expect(timed.report.loops).toEqual([]);
    const [stream] = timed.program.streams;
    const numbers = [...(stream?.instruction ?? [])];
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

test('a loop of known count has its time', () => {
  const { report } = launch(
    kernel(counted.replace('s_load_dword s4, s[0:1], 0x0', 's_mov_b32 s4, 9')),
  );
  expect(report?.loops).toMatchObject([
    { iterations: 9, head: { text: expect.stringMatching(/ds_read/) } },
  ]);
});

test('calls and returns are no loops', () => {
  const body = `  s_branch L1
f:
  ds_read_b32 v2, v1
  s_setpc_b64 s[8:9]
L1:
  v_lshlrev_b32 v1, 2, v0
  s_call_b64 s[8:9], f
  s_call_b64 s[8:9], g
  s_nop 0
  s_call_b64 s[8:9], g
  s_endpgm
g:
  ds_write_b32 v1, v0
  s_setpc_b64 s[8:9]`;
  const { report, diagnostics } = launch(kernel(body));
  expect([diagnostics.filter(({ severity }) => severity === 'error'), report?.loops]).toEqual([
    [],
    [],
  ]);
});
