/** The chip that is assumed for code that names none. */
import { expect, it } from 'vitest';
import { likelyChip, parseAssembly } from '@ldscope/amdgcn';

it.each([
  ['v_mov_b32 v0, v1', 'gfx950'],
  ['v_mac_f32 v0, v1, v2', 'gfx90a'],
  ['v_mac_f32 v0, v1, v2\nv_mad_mix_f32 v0, v1, v2, v3', 'gfx900'],
  ['v_mfma_f32_32x32x2bf16 a[0:31], v0, v1, a[0:31]', 'gfx90a'],
  ['v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[6:7]\ns_waitcnt vmcnt(0)', 'gfx950'],
  ['v_add_nc_u32 v0, v1, v2\ns_waitcnt lgkmcnt(0)', 'gfx1151'],
  ['v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v3, v2\ns_wait_kmcnt 0x0', 'gfx1250'],
  ['v_frobnicate_b32 v0, v1', 'gfx950'],
  ['v_mac_f32 v0, v1, v2\nv_add_nc_u32 v0, v1, v2', undefined],
] as const)('%s: %s', (text, chip) => {
  expect(likelyChip(parseAssembly(text).program)).toBe(chip);
});
