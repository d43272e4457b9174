/** What an instruction takes of a compute unit: passes by AMD's matrix instruction calculator, counters by the ISA. */
import { parseAssembly, timedInstructions } from '@ldscope/amdgcn';
import { expect, test } from 'vitest';
import { rows } from '../../../../test/rows.ts';
import { SCALAR_ID } from '../../src/state/waits.ts';
import { AGPR_ROW } from '../../src/state/wave.ts';

const registerName = (id: number): string =>
  id >= SCALAR_ID ? `s${id - SCALAR_ID}` : id < AGPR_ROW ? `v${id}` : `a${id - AGPR_ROW}`;

function timed(text: string) {
  const { program } = parseAssembly(`k: s_nop 0\n${text}\n`);
  const [, instruction] = timedInstructions(program, 'gfx950');
  if (instruction === undefined) throw new Error(text);
  return instruction;
}

/** What is looked at elsewhere. */
const OTHERS = new Set(['text', 'span', 'source', 'reads', 'writes', 'accumulator']);

const shown = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll(/[{}[\]"]/g, '')
    .replaceAll(/[:,]/g, ' ');

test.each(rows`
  v_mfma_f32_4x4x4_16b_f16 a[0:3], v[0:1], v[2:3], 0                   | mfma    | passes 2
  v_mfma_f32_32x32x8_f16 a[0:15], v[0:1], v[2:3], 0                    | mfma    | passes 8
  v_mfma_f32_16x16x128_f8f6f4 a[0:3], v[0:7], v[8:15], 0               | mfma    | passes 8
  v_mfma_f32_16x16x128_f8f6f4 a[0:3], v[0:7], v[8:11], 0 cbsz:1 blgp:4 | mfma    | passes 8
  v_mfma_f32_16x16x128_f8f6f4 a[0:3], v[0:3], v[8:15], 0 cbsz:4 blgp:1 | mfma    | passes 8
  v_mfma_f32_16x16x128_f8f6f4 a[0:3], v[0:5], v[8:13], 0 cbsz:2 blgp:2 | mfma    | passes 4
  v_accvgpr_write_b32 a1, v2                                           | valu    |
  v_add_f32_e32 v0, v1, v2                                             | valu    |
  v_mul_u32_u24_e32 v0, v1, v2                                         | valu    |
  v_frob_b32 v0, v1                                                    | valu    |
  v_pk_add_f16 v0, v1, v2                                              | packed  |
  v_exp_f32_e32 v0, v1                                                 | trans   |
  v_rcp_iflag_f32_e32 v0, v1                                           | trans   |
  v_mul_lo_u32 v0, v1, v2                                              | trans   |
  v_mul_hi_i32 v0, v1, v2                                              | trans   |
  v_mad_u64_u32 v[0:1], s[2:3], v4, v5, v[6:7]                         | trans   |
  ds_read_b128 v[4:7], v0                                              | lds     | memory load, dwords 4, counts lgkmcnt
  ds_read2_b32 v[4:5], v0 offset1:1                                    | lds     | memory load, dwords 2, counts lgkmcnt
  ds_write_b8 v0, v1                                                   | lds     | memory store, dwords 1, counts lgkmcnt
  ds_add_u32 v0, v1                                                    | lds     | memory atomic, dwords 1, counts lgkmcnt
  ds_nop                                                               | lds     | memory atomic, dwords 1, counts lgkmcnt
  global_load_dwordx4 v[0:3], v4, s[0:1]                               | vmem    | memory load, dwords 4, counts vmcnt
  global_load_ushort v0, v4, s[0:1]                                    | vmem    | memory load, dwords 1, counts vmcnt
  flat_load_dwordx2 v[0:1], v[2:3]                                     | vmem    | memory load, dwords 2, counts vmcnt lgkmcnt
  global_store_dwordx3 v4, v[0:2], s[0:1]                              | vmem    | memory store, dwords 3, counts vmcnt
  global_atomic_add v0, v1, s[0:1]                                     | vmem    | memory atomic, dwords 1, counts vmcnt
  global_atomic_add_x2 v0, v[2:3], s[0:1]                              | vmem    | memory atomic, dwords 2, counts vmcnt
  global_atomic_add_f64 v0, v[2:3], s[0:1]                             | vmem    | memory atomic, dwords 2, counts vmcnt
  buffer_load_dword v0, s[0:3], 0 offen lds                            | vmem    | memory to-lds, dwords 1, counts vmcnt
  global_load_lds_dwordx4 v0, s[0:1]                                   | vmem    | memory to-lds, dwords 4, counts vmcnt
  buffer_wbl2 sc1                                                      | vmem    | memory store, dwords 0, counts vmcnt
  s_load_dwordx4 s[0:3], s[4:5], 0x0                                   | smem    | counts lgkmcnt
  s_waitcnt vmcnt(3) lgkmcnt(0)                                        | wait    | until vmcnt 3 lgkmcnt 0
  s_waitcnt vmcnt(63) lgkmcnt(2)                                       | wait    | until lgkmcnt 2
  s_waitcnt vmcnt(62) lgkmcnt(15)                                      | wait    | until vmcnt 62
  s_waitcnt expcnt(0)                                                  | wait    | until
  s_barrier                                                            | barrier |
  s_setprio 2                                                          | salu    | priority 2
  s_nop 3                                                              | salu    | idleCycles 12
  s_sleep 2                                                            | salu    | idleCycles 128
  s_mov_b32 s0, 3                                                      | salu    |
  s_call_b64 s[4:5], k                                                 | branch  | calls true
  s_swappc_b64 s[4:5], s[6:7]                                          | branch  | calls true
  s_setpc_b64 s[6:7]                                                   | branch  |
  s_branch k                                                           | branch  |
  s_cbranch_scc0 k                                                     | branch  |
  s_endpgm                                                             | branch  |
`)('%s: %s, %s', (text, unit, wanted) => {
  const { unit: found, ...all } = timed(text);
  expect(found).toBe(unit);
  const facts = Object.entries(all)
    .filter(([name]) => !OTHERS.has(name))
    .map(([name, value]) => `${name} ${shown(value)}`.trim());
  expect(facts.join(', ')).toBe(wanted);
});

test.each(rows`
  v_mfma_f32_4x4x4_16b_f16 a[0:3], v[0:1], v[2:3], a[0:3] | v0 v1 v2 v3             |             | a0 a1 a2 a3
  v_mfma_f32_4x4x4_16b_f16 a[0:3], v[0:1], v[2:3], a[4:7] | v0 v1 v2 v3 a4 a5 a6 a7 | a0 a1 a2 a3 |
  v_mfma_f32_4x4x4_16b_f16 v[0:3], v[0:1], v[2:3], 0      | v0 v1 v2 v3             | v0 v1 v2 v3 |
  v_smfmac_f32_16x16x32_f16 a[0:3], v[0:1], v[2:5], v6    | v0 v1 v2 v3 v4 v5 v6    |             | a0 a1 a2 a3
  ds_add_rtn_u32 v0, v1, v2                               | v1 v2                   | v0          |
  s_add_u32 s0, s1, s2                                    | s1 s2                   | s0 s253     |
`)('%s reads %s, writes %s, adds to %s', (text, ...wanted) => {
  const { reads, writes, accumulator = [] } = timed(text);
  const names = [reads, writes, accumulator].map((ids) =>
    ids
      .toSorted((one, other) => one - other)
      .map(registerName)
      .join(' '),
  );
  expect(names).toEqual(wanted);
});
