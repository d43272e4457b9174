/** Vector registers above v255 of gfx1250, by what `s_set_vgpr_msb` says of the instructions behind it. */
import { describe, expect, it } from 'vitest';
import { buffer, kernelText, runKernel } from './harness.ts';

const lanes = Array.from({ length: 32 }, (_, lane) => lane);

/** Runs a body of one wave with 8 registers of results at v[8:15]; gives those, and the codes of what was said. */
function results(body: string): { readonly words: number[][]; readonly codes: string[] } {
  const bytes = new Uint8Array(8 * 32 * 4);
  const text = kernelText(
    `  s_load_b64 s[4:5], s[0:1], 0x0
  v_and_b32_e32 v0, 0x3ff, v0
  v_lshlrev_b32_e32 v1, 2, v0
  s_wait_kmcnt 0x0
${body}
${lanes
  .slice(0, 8)
  .map((n) => `  global_store_b32 v1, v${8 + n}, s[4:5] offset:${128 * n}`)
  .join('\n')}`,
    '',
    'gfx1250',
  );
  const { execution } = runKernel(text, {
    machine: 'gfx1250',
    block: [32, 1, 1],
    arguments: [buffer(bytes)],
  });
  const words = new Uint32Array(bytes.buffer);
  return {
    words: lanes.slice(0, 8).map((n) => [...words.subarray(32 * n, 32 * n + 32)]),
    codes: execution.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code }) => code),
  };
}

describe('registers above v255', () => {
  it('are others than those below, by source and destination', () => {
    const { words, codes } = results(`  v_mov_b32_e32 v8, 7
  s_set_vgpr_msb 0x40
  v_add_nc_u32_e32 v8, 100, v0
  v_mov_b32_e32 v9, 3
  s_set_vgpr_msb 0x4001
  v_mul_lo_u32 v10, v8, v8
  s_set_vgpr_msb 0x104
  v_sub_nc_u32_e32 v11, v8, v9
  s_set_vgpr_msb 0x411
  v_mad_u32 v12, v8, v8, v9
  s_set_vgpr_msb 0x1100
  v_mov_b32_e32 v9, 0`);
    expect(codes).toEqual([]);
    expect(words[0]).toEqual(lanes.map(() => 7));
    expect(words[2]).toEqual(lanes.map((lane) => (100 + lane) * 7));
    expect(words[3]).toEqual(lanes.map(() => 4));
    expect(words[4]).toEqual(lanes.map((lane) => (100 + lane) * 7 + 3));
  });

  it('are in pairs of operations, LDS and memory', () => {
    const { words, codes } = results(`  v_lshlrev_b32_e32 v2, 3, v0
  s_set_vgpr_msb 0x40
  v_dual_mov_b32 v20, v0 :: v_dual_mov_b32 v21, v1
  s_set_vgpr_msb 0x4004
  ds_store_b64 v2, v[20:21]
  s_set_vgpr_msb 0x440
  s_wait_dscnt 0x0
  ds_load_b64 v[30:31], v2
  s_wait_dscnt 0x0
  s_set_vgpr_msb 0x4004
  global_store_b32 v1, v31, s[4:5]
  s_wait_storecnt 0x0
  s_set_vgpr_msb 0x440
  global_load_b32 v32, v1, s[4:5]
  s_wait_loadcnt 0x0
  s_set_vgpr_msb 0x4001
  v_dual_mov_b32 v8, v30 :: v_dual_mov_b32 v9, v31
  v_mov_b32_e32 v10, v32
  s_set_vgpr_msb 0x100`);
    expect(codes).toEqual([]);
    expect(words[0]).toEqual(lanes);
    expect(words[1]).toEqual(lanes.map((lane) => 4 * lane));
    expect(words[2]).toEqual(lanes.map((lane) => 4 * lane));
  });

  it('are refused from v512 on, and where the bits stay set over a label', () => {
    expect(results('  s_set_vgpr_msb 0x80\n  v_mov_b32_e32 v8, 7').codes).toContain(
      'emulate/unknown-instruction',
    );
    expect(
      results('  s_set_vgpr_msb 0x40\nhere:\n  v_mov_b32_e32 v8, 7\n  s_set_vgpr_msb 0').codes,
    ).toContain('emulate/unknown-instruction');
  });
});
