/** What reports of AMD kernels say where loops wait for other waves: such accesses, counters and times are not known. */
import { expect, test } from 'vitest';
import { amdKernel, amdModule } from '../../../test/amd-kernel.ts';
import { analyzeKernel, readLaunchText } from '@ldscope/engine';

const kernel = (poll: string): string =>
  amdModule(
    'gfx942',
    amdKernel(
      `  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v3, 0
  v_mov_b32 v4, 1
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_cmp_gt_u32 vcc, 64, v0
  s_cbranch_vccz CONSUMER
  ds_add_u32 v3, v4
  global_atomic_add v3, v4, s[4:5]
  s_endpgm
CONSUMER:
  ${poll}
  s_waitcnt vmcnt(0) lgkmcnt(0)
  v_cmp_eq_u32 vcc, 0, v2
  s_cbranch_vccnz CONSUMER`,
      { ldsBytes: 1024 },
    ),
  );

test.each([
  ['ds_read_b32 v2, v3', [{ reason: 'of a loop that spins', instructions: 1 }], false],
  ['global_load_dword v2, v3, s[4:5] sc1', [], true],
] as const)('a loop that waits for %s', async (poll, missing, isCovered) => {
  const launch = await readLaunchText('{ grid: 1, block: 128, args: [{ bytes: 4096 }] }');
  if (!launch.ok) throw new Error('the launch cannot be read');
  const { analysis } = analyzeKernel(kernel(poll), { ...launch.value, machine: 'gfx942' });
  expect(analysis?.report.hazards).toEqual([]);
  const { account, sites, counters } = analysis?.report ?? {};
  expect(account?.limits).toEqual(['timing']);
  expect(account?.missing).toEqual(missing);
  expect(account?.isCovered).toBe(isCovered);
  expect(counters).toEqual([]);
  expect(account?.unknownCounters).toContain('SQ_INSTS_LDS');
  const polled = sites?.filter(({ op }) => op === 'ds_read_b32') ?? [];
  expect(polled.every(({ executions }) => executions === 0)).toBe(true);
});
