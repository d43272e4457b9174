/** What instructions need, read, write and replace for a slice, and before which of them exec is all ones. */
import { parseAssembly } from '@ldscope/amdgcn';
import { expect, test } from 'vitest';
import { rows } from '../../../../test/rows.ts';
import { flowGraph } from '../../src/emulate/flow-graph.ts';
import {
  type KernelSlice,
  LDS_PLACE,
  MEMORY_PLACE,
  registersAt,
  replacedRegisters,
  sliceOfKernel,
} from '../../src/emulate/slice.ts';
import { codeOf, RDNA, type Target } from '../../src/state/target.ts';
import { effectsOf, shortName } from '../../src/emulate/unknown/unexecuted.ts';
import { SCALAR_ID } from '../../src/state/waits.ts';
import { AGPR_ROW, EXEC, M0, SCC_NUMBER, VCC } from '../../src/state/wave.ts';
import { kernelText } from './harness.ts';

const chipOf = (options: string): Target => RDNA.find((chip) => options.includes(chip)) ?? 'gfx942';

/** Of the options: `part` (waves begin with fewer lanes), `late`, `lds` (global memory is not counted), a chip of RDNA. */
function sliced(lines: string, options: string): KernelSlice | undefined {
  const chip = chipOf(options);
  const { program } = parseAssembly(kernelText(lines.replaceAll('; ', '\n'), '', chip));
  const graph = flowGraph(program);
  return sliceOfKernel({
    program,
    entry: 0,
    reached: [...program.instructions.keys()],
    successors: (number) => graph.successors(number),
    mode: { target: chip, waveSize: codeOf(chip).family === 'cdna' ? 64 : 32 },
    beginsFull: !options.includes('part'),
    late: options.includes('late'),
    ofGlobal: !options.includes('lds'),
  });
}

const SPECIALS = new Map([
  [VCC, 'vcc_lo'],
  [VCC + 1, 'vcc_hi'],
  [M0, 'm0'],
  [EXEC, 'exec_lo'],
  [EXEC + 1, 'exec_hi'],
  [SCC_NUMBER, 'scc'],
]);

function registerName(id: number): string {
  if (id >= SCALAR_ID) return SPECIALS.get(id - SCALAR_ID) ?? `s${id - SCALAR_ID}`;
  return id < AGPR_ROW ? `v${id}` : `a${id - AGPR_ROW}`;
}

/** `v1`; `~v1` in inactive lanes. */
function nameOf(place: number): string {
  if (place === LDS_PLACE) return 'lds';
  if (place === MEMORY_PLACE) return 'memory';
  const [id = 0] = registersAt([place]);
  return `${id < SCALAR_ID && place !== id ? '~' : ''}${registerName(id)}`;
}

const namesOf = (places: readonly number[] = []): string =>
  [...new Set(places)]
    .toSorted((one, other) => one - other)
    .map(nameOf)
    .join(' ')
    .replaceAll(/\b(vcc|exec)_lo \1_hi/g, '$1');

/** Whether exec is all ones before each `?`. */
function fullAt(text: string, options: string): string | undefined {
  const lines = text.replaceAll('?', 'v_mov_b32 v9, 0').replaceAll(/(\w:) /g, '$1; ');
  const slice = sliced(lines, options);
  const { instructions } = parseAssembly(kernelText(lines.replaceAll('; ', '\n'))).program;
  if (slice === undefined) return undefined;
  return instructions
    .flatMap(({ mnemonic }, number) =>
      mnemonic === 'v_mov_b32' ? [namesOf(slice.flow(number).replaces) === 'v9 ~v9' ? 1 : 0] : [],
    )
    .join(' ');
}

/** Lanes of vcc are active; `s[0:1]` has the others, so that all are in exec or in it. */
const SPLIT = 's_and_saveexec_b64 s[0:1], vcc; s_xor_b64 s[0:1], exec, s[0:1]';
const [SET, BACK] = ['s_mov_b64 exec, 5', 's_mov_b64 exec, s[2:3]; ?'];
const REJOIN = 's_or_b64 exec, exec, s[0:1]; ?';

test.each(rows`
  ?                                                                            | 1
  s_mov_b64 exec, 5; ?; s_mov_b64 exec, -1; ?; s_mov_b64 exec, vcc; ?          | 0 1 0
  s_mov_b64 exec, 0xffffffff; ?                                                | 0
  s_mov_b32 exec_lo, 5; s_mov_b32 exec_lo, 0xffffffff; ?                       | 1
  s_mov_b32 exec_lo, 5; ?; s_mov_b32 exec_lo, -1; ?; s_mov_b32 exec_hi, 5; ?   | 0 1 0
  s_mov_b64 s[2:3], exec; ${SET}; ?; ${BACK}                                   | 0 1
  s_mov_b64 s[2:3], -1; ${SET}; ${BACK}                                        | 1
  s_mov_b64 s[2:3], vcc; ${SET}; ${BACK}                                       | 0
  s_mov_b32 s2, exec_lo; s_mov_b32 s3, exec_hi; ${SET}; ${BACK}                | 1
  s_mov_b32 s2, exec_lo; s_mov_b32 s3, 5; ${SET}; ${BACK}                      | 0
  s_mov_b32 s2, -1; s_mov_b32 s3, -1; ${SET}; ${BACK}                          | 1
  s_mov_b64 s[2:3], exec; s_mov_b32 s3, 5; ${SET}; ${BACK}                     | 0
  s_mov_b64 s[2:3], exec; s_mov_b32 s4, 5; ${SET}; ${BACK}                     | 1
  s_mov_b64 s[2:3], exec; v_cmp_eq_u32_e64 s[2:3], v0, v1; ${SET}; ${BACK}     | 0
  s_mov_b64 s[2:3], exec; v_readfirstlane_b32 s2, v1; ${SET}; ${BACK}          | 0
  s_mov_b64 s[2:3], exec; s_not_b64 s[2:3], s[2:3]; ${SET}; ${BACK}            | 0
  s_or_b64 s[2:3], vcc, exec; ${SET}; ${BACK}                                  | 1
  s_and_b64 s[2:3], vcc, exec; ${SET}; ${BACK}                                 | 0
  s_and_b64 s[2:3], -1, exec; ${SET}; ${BACK}                                  | 1
  s_xor_b64 s[2:3], exec, vcc; ${SET}; ${BACK}                                 | 0
  s_xor_b64 s[2:3], exec, exec; ${SET}; ${BACK}                                | 0
  s_andn2_b64 s[2:3], exec, vcc; ${SET}; ${BACK}                               | 0
  v_cmpx_ne_u32_e32 5, v1; ?                                                   | 0
  s_and_b64 exec, exec, vcc; ?                                                 | 0
  s_and_b64 exec, exec, -1; ?                                                  | 1
  s_and_saveexec_b64 s[0:1], -1; ?                                             | 1
  s_mov_b64 s[0:1], -1; ${SET}; s_and_saveexec_b64 s[2:3], s[0:1]; ?           | 0
  s_and_saveexec_b64 s[0:1], vcc; ?; ${REJOIN}                                 | 0 1
  s_and_saveexec_b64 s[0:1], vcc; s_mov_b64 s[0:1], 0; ${REJOIN}               | 0
  s_and_saveexec_b64 s[0:1], vcc; s_mov_b32 s1, 5; ${REJOIN}                   | 0
  s_and_saveexec_b64 s[0:1], vcc; s_and_saveexec_b64 s[2:3], vcc; s_or_b64 exec, exec, s[2:3]; ?; ${REJOIN} | 0 1
  s_and_saveexec_b64 s[0:1], vcc; s_xor_b64 exec, exec, s[0:1]; ?; ${REJOIN}   | 0 1
  s_andn2_b64 exec, exec, vcc; ?; s_or_b64 exec, exec, vcc; ?                  | 0 1
  s_xor_b64 exec, exec, vcc; ?; s_or_b64 exec, vcc, exec; ?                    | 0 1
  ${SPLIT}; ?; ${REJOIN}                                                       | 0 1
  s_and_saveexec_b64 s[0:1], vcc; s_xor_b64 s[0:1], s[0:1], exec; ${REJOIN}    | 1
  s_and_saveexec_b64 s[0:1], vcc; s_xor_b64 s[0:1], exec, s[4:5]; ${REJOIN}    | 0
  s_and_saveexec_b64 s[0:1], vcc; s_xor_b64 s[0:1], s[4:5], exec; ${REJOIN}    | 0
  s_and_saveexec_b64 s[4:5], vcc; s_xor_b64 s[0:1], s[4:5], s[6:7]; ${REJOIN}  | 0
  s_and_saveexec_b64 s[4:5], vcc; s_andn2_b64 s[0:1], s[4:5], exec; ${REJOIN}  | 1
  s_and_saveexec_b64 s[4:5], vcc; s_andn2_b64 s[0:1], s[6:7], exec; ${REJOIN}  | 0
  s_and_saveexec_b64 s[4:5], vcc; s_andn2_b64 s[0:1], s[4:5], s[6:7]; ${REJOIN} | 0
  ${SPLIT}; s_mov_b64 exec, s[0:1]; ?; ${REJOIN}                               | 0 0
  ${SPLIT}; s_and_b64 exec, exec, vcc; ${REJOIN}                               | 0
  ${SPLIT}; s_and_b64 exec, exec, s[0:1]; ?                                    | 0
  ${SPLIT}; s_and_b64 s[0:1], s[0:1], vcc; ${REJOIN}                           | 0
  ${SPLIT}; s_or_b64 s[0:1], s[0:1], vcc; ${REJOIN}                            | 1
  ${SPLIT}; s_or_b64 exec, exec, s[4:5]; ?; ${REJOIN}                          | 0 1
  ${SPLIT}; s_or_b64 exec, vcc, s[4:5]; ?; ${REJOIN}                           | 0 0
  ${SPLIT}; s_or_b64 exec, vcc, s[0:1]; ?                                      | 0
  ${SPLIT}; s_or_b64 exec, -1, s[0:1]; ?                                       | 1
  ${SPLIT}; s_andn2_b64 exec, exec, s[0:1]; ?; ${REJOIN}                       | 0 1
  ${SPLIT}; s_andn2_b64 exec, exec, s[4:5]; ${REJOIN}                          | 0
  ${SPLIT}; s_andn2_b64 exec, s[4:5], s[0:1]; ${REJOIN}                        | 0
  ${SPLIT}; s_xor_b64 exec, exec, s[0:1]; ?; ${REJOIN}                         | 0 1
  ${SPLIT}; s_xor_b64 exec, s[4:5], s[0:1]; ${REJOIN}                          | 0
  ${SPLIT}; s_xor_b64 exec, exec, s[4:5]; ${REJOIN}                            | 0
  ${SPLIT}; s_not_b64 exec, exec; ${REJOIN}                                    | 0
  ${SPLIT}; s_mov_b32 exec_lo, 5; ${REJOIN}                                    | 0
  ${SPLIT}; s_mov_b32 exec_hi, 5; ${REJOIN}                                    | 0
  ${SPLIT}; v_cmpx_ne_u32_e32 5, v1; ${REJOIN}                                 | 0
  ${SPLIT}; s_mov_b64 s[4:5], s[0:1]; s_or_b64 exec, s[4:5], exec; ?           | 1
  ${SPLIT}; s_mov_b32 s4, s1; s_mov_b32 s5, s0; s_or_b64 exec, exec, s[4:5]; ? | 0
  ${SPLIT}; s_mov_b32 s4, s0; s_or_b32 exec_lo, exec_lo, s0; ?                 | 0
  ${SPLIT}; s_or_saveexec_b64 s[2:3], s[0:1]; ?; s_xor_b64 exec, exec, s[2:3]; ?; s_or_b64 exec, exec, s[2:3]; ? | 1 0 1
  ${SPLIT}; s_or_saveexec_b64 s[2:3], s[4:5]; ?; ${REJOIN}                     | 0 1
  ${SPLIT}; s_or_saveexec_b64 s[2:3], -1; ${SET}; ${BACK}                      | 0
  s_or_saveexec_b64 s[2:3], vcc; ?; ${SET}; ${BACK}                            | 1 1
  s_and_saveexec_b64 s[2:3], vcc; ${SET}; ${BACK}                              | 1
  ${SPLIT}; s_andn2_saveexec_b64 s[2:3], s[0:1]; ?; s_or_b64 exec, exec, s[2:3]; ? | 0 1
  ${SPLIT}; s_andn2_saveexec_b64 s[2:3], vcc; s_or_b64 exec, exec, s[2:3]; ?   | 0
  ${SPLIT}; s_andn2_saveexec_b64 s[2:3], s[0:1]; ${REJOIN}                     | 0
  ${SPLIT}; s_and_saveexec_b64 s[2:3], s[0:1]; s_or_b64 exec, exec, s[2:3]; ?  | 0
  s_cbranch_scc1 L; ${SET}; L: ?                                               | 0
  s_cbranch_scc1 L; ${SET}; ?; s_mov_b64 exec, -1; L: ?                        | 0 1
  s_mov_b64 s[2:3], exec; s_cbranch_scc1 L; s_mov_b64 s[2:3], 5; L: ${SET}; ${BACK} | 0
  L: ?; s_and_b64 exec, exec, vcc; s_cbranch_scc1 L; ?                         | 0 0
  L: ?; s_and_saveexec_b64 s[0:1], vcc; ${REJOIN}; s_cbranch_scc1 L; ?         | 1 1 1
  s_mov_b64 s[2:3], 0; L: s_or_b64 s[2:3], s[2:3], vcc; s_andn2_b64 exec, exec, s[2:3]; ?; s_cbranch_execnz L; s_or_b64 exec, exec, s[2:3]; ? | 0 1
`)('exec is all ones in a wave of 64 lanes: %s: %s', (text, wanted) => {
  expect(fullAt(text, '')).toBe(wanted);
  expect(fullAt(text, 'part')).toBe(wanted.replaceAll('1', '0'));
});

test.each(rows`
  ?; s_mov_b32 exec_lo, 5; ?; s_mov_b32 exec_lo, -1; ?                         | 1 0 1
  s_mov_b32 exec_lo, 5; s_mov_b64 exec, -1; ?                                  | 0
  s_and_saveexec_b32 s1, vcc_lo; ?; s_or_b32 exec_lo, exec_lo, s1; ?           | 0 1
  s_and_saveexec_b32 s1, vcc_lo; s_xor_b32 s1, exec_lo, s1; s_or_b32 exec_lo, exec_lo, s1; ? | 1
  s_and_saveexec_b32 s1, vcc_lo; s_and_not1_b32 s1, s1, exec_lo; s_or_b32 exec_lo, exec_lo, s1; ? | 1
  s_and_saveexec_b32 s1, vcc_lo; s_xor_b32 s1, exec_lo, s1; s_and_not1_saveexec_b32 s2, s1; ?; s_or_b32 exec_lo, exec_lo, s2; ? | 0 1
  s_and_not1_b32 exec_lo, exec_lo, vcc_lo; ?; s_or_b32 exec_lo, exec_lo, vcc_lo; ? | 0 1
`)('and in one of 32: %s: %s', (text, wanted) => {
  expect(fullAt(text, 'gfx1201')).toBe(wanted);
});

test.each(rows`
  s_add_u32 s4, s5, s6                            |             |                          | s5 s6                                | s4 scc          | =          |
  s_addc_u32 s4, s5, s6                           |             |                          | s5 s6 scc                            | s4 scc          | =          |
  s_cmp_lt_u32 s4, s5                             |             |                          | s4 s5                                | scc             | =          |
  s_mov_b32 s4, src_scc                           |             |                          | scc                                  | s4              | =          |
  s_mov_b32 s4, src_vccz                          |             |                          | vcc                                  | s4              | =          |
  s_mov_b32 s4, src_execz                         |             |                          | exec                                 | s4              | =          |
  s_mov_b64 s[4:5], exec                          |             |                          | exec                                 | s4 s5           | =          |
  s_nop 0                                         |             |                          |                                      |                 |            |
  s_cbranch_scc1 k                                |             | scc                      |                                      |                 |            |
  s_cbranch_vccz k                                |             | vcc                      |                                      |                 |            |
  s_cbranch_execz k                               |             | exec                     |                                      |                 |            |
  s_barrier_signal_isfirst -1                     | gfx1201     |                          |                                      | scc             | =          |
  s_and_saveexec_b64 s[4:5], vcc                  |             |                          | vcc exec                             | s4 s5 exec scc  | =          | narrows
  s_or_saveexec_b64 s[4:5], vcc                   |             |                          | vcc exec                             | s4 s5 exec scc  | =          | widens
  s_andn2_saveexec_b64 s[4:5], vcc                |             |                          | vcc exec                             | s4 s5 exec scc  | =          | changes
  s_and_saveexec_b32 s4, vcc_lo                   | gfx1201     |                          | vcc_lo exec_lo                       | s4 exec_lo scc  | =          | narrows
  s_or_saveexec_b32 s4, vcc_lo                    | gfx1201     |                          | vcc_lo exec_lo                       | s4 exec_lo scc  | =          | widens
  s_mov_b64 exec, s[4:5]                          |             |                          | s4 s5                                | exec            | =          | changes
  s_and_b64 exec, exec, vcc                       |             |                          | vcc exec                             | exec scc        | =          | narrows
  s_and_b64 exec, vcc, exec                       |             |                          | vcc exec                             | exec scc        | =          | narrows
  s_and_b64 exec, vcc, s[4:5]                     |             |                          | s4 s5 vcc                            | exec scc        | =          | changes
  s_or_b64 exec, exec, vcc                        |             |                          | vcc exec                             | exec scc        | =          | widens
  s_or_b64 exec, vcc, exec                        |             |                          | vcc exec                             | exec scc        | =          | widens
  s_or_b64 exec, vcc, s[4:5]                      |             |                          | s4 s5 vcc                            | exec scc        | =          | changes
  s_xor_b64 exec, exec, vcc                       |             |                          | vcc exec                             | exec scc        | =          | changes
  s_andn2_b64 exec, exec, vcc                     |             |                          | vcc exec                             | exec scc        | =          | narrows
  s_andn2_b64 exec, vcc, exec                     |             |                          | vcc exec                             | exec scc        | =          | changes
  s_and_not1_b32 exec_lo, exec_lo, vcc_lo         | gfx1201     |                          | vcc_lo exec_lo                       | exec_lo scc     | =          | narrows
  s_and_b32 exec_hi, exec_hi, s4                  |             |                          | s4 exec_hi                           | exec_hi scc     | =          | narrows
  s_and_b32 exec_lo, exec_hi, s4                  |             |                          | s4 exec_hi                           | exec_lo scc     | =          | changes
  v_cmpx_ne_u32_e32 v1, v2                        | gfx1201     |                          | v1 v2 exec_lo                        | exec_lo         | =          | narrows
  s_load_dword s4, s[8:9], 0x0                    |             | s8 s9                    |                                      | s4              | =          |
  s_load_dword s4, s[8:9], 0x0                    | late        | s8 s9                    |                                      | s4              |            |
  s_load_dword s4, s[8:9], 0x0                    | lds         |                          | s8 s9                                | s4              | =          |
  s_store_dword s4, s[8:9], 0x0                   |             | s4 s8 s9                 |                                      |                 |            |
  s_store_dword s4, s[8:9], 0x0                   | lds         |                          | s4 s8 s9                             | memory          |            |
  s_buffer_store_dword s4, s[8:11], 0x0           | lds         |                          | s4 s8 s9 s10 s11                     | memory          |            |
  v_mfma_f32_4x4x4_16b_f16 a[0:1], v2, v3, 0      | part        |                          | v2 v3 ~v2 ~v3                        | a0 a1 ~a0 ~a1   | =          |
  v_accvgpr_write_b32 a1, v2                      |             |                          | v2 exec                              | a1              | a1 ~a1     |
  v_accvgpr_write_b32 a1, v2                      | part        |                          | v2 exec                              | a1              | a1         |
  v_add_u32_e32 v1, v2, v3                        |             |                          | v2 v3 exec                           | v1              | v1 ~v1     |
  v_add_u32_e32 v1, v2, v3                        | part        |                          | v2 v3 exec                           | v1              | v1         |
  v_add_co_u32_e32 v1, vcc, v2, v3                |             |                          | v2 v3 exec                           | v1 vcc          | v1 ~v1 vcc |
  v_add_co_u32_e32 v1, vcc, v2, v3                | part        |                          | v2 v3 exec                           | v1 vcc          | v1         |
  v_cmp_eq_u32_e64 s[4:5], v1, v2                 |             |                          | v1 v2 exec                           | s4 s5           | =          |
  v_cmp_eq_u32_e64 s[4:5], v1, v2                 | part        |                          | v1 v2 exec                           | s4 s5           |            |
  v_cndmask_b32_e32 v1, v2, v3, vcc               |             |                          | v2 v3 vcc exec                       | v1              | v1 ~v1     |
  v_mov_b32_dpp v1, v2 row_shr:1                  |             |                          | v2 ~v2 exec                          | v1 ~v1          |            |
  v_readfirstlane_b32 s4, v1                      | part        |                          | v1 ~v1 exec                          | s4              | =          |
  v_readlane_b32 s4, v1, s5                       | part        |                          | v1 ~v1 s5                            | s4              | =          |
  v_writelane_b32 v1, s4, 5                       |             |                          | s4                                   | v1 ~v1          |            |
  v_swap_b32 v1, v2                               |             |                          | v1 v2 exec                           | v1 v2           | v1 v2 ~v1 ~v2 |
  v_permlanex16_b32 v1, v2, s4, s5                | gfx1201     |                          | v1 v2 ~v1 ~v2 s4 s5 exec_lo          | v1 ~v1          |            |
  v_add_f16_e64 v1, v2, v3 op_sel:[0,0,1]         |             |                          | v1 v2 v3 exec                        | v1              |            |
  v_add_u32_sdwa v1, v2, v3 dst_sel:BYTE_1        |             |                          | v1 v2 v3 exec                        | v1              |            |
  v_add_u32_sdwa v1, v2, v3 dst_unused:UNUSED_PRESERVE |             |                          | v2 v3 exec                           | v1              |            |
  v_mov_b16_e32 v1.h, v2.l                        | gfx1201     |                          | v1 v2 exec_lo                        | v1              |            |
  v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v3, v2  | gfx1201     |                          | v1 v2 exec_lo                        | v0 v3           |            |
  ds_read_b32 v1, v2                              |             | v2 exec                  | v2 lds                               | v1              | v1 ~v1     |
  ds_read_b32 v1, v2                              | part        | v2 exec                  | v2 lds                               | v1              | v1         |
  ds_read_b32 v1, v2                              | late        | v2 exec                  | v2 lds                               | v1              |            |
  ds_load_b32 v1, v2                              | gfx1201     | v2 exec_lo               | v2 lds                               | v1              | v1 ~v1     |
  ds_read_u16_d16 v1, v2                          |             | v2 exec                  | v1 v2 lds                            | v1              | v1 ~v1     |
  ds_write_b32 v1, v2                             |             | v1 exec                  | v1 v2                                | lds             |            |
  ds_add_u32 v1, v2                               |             | v1 exec                  | v1 v2 lds                            | lds             |            |
  ds_add_rtn_u32 v3, v1, v2                       |             | v1 exec                  | v1 v2 lds                            | v3 lds          | v3 ~v3     |
  ds_read_addtid_b32 v1 offset:4                  |             | m0 exec                  | m0 lds                               | v1              | v1 ~v1     |
  ds_bpermute_b32 v1, v2, v3                      |             | exec                     | v2 v3 ~v2 ~v3                        | v1              | v1 ~v1     |
  global_load_dword v1, v2, s[8:9]                |             | v2 s8 s9 exec            | v2 s8 s9 exec memory                 | v1              | v1 ~v1     |
  global_load_dword v1, v2, s[8:9]                | part        | v2 s8 s9 exec            | v2 s8 s9 exec memory                 | v1              | v1         |
  global_load_dword v1, v2, s[8:9]                | late        | v2 s8 s9 exec            | v2 s8 s9 exec memory                 | v1              |            |
  global_load_dword v1, v2, s[8:9]                | lds         |                          | v2 s8 s9 exec memory                 | v1              | v1 ~v1     |
  global_load_short_d16 v1, v2, s[8:9]            |             | v2 s8 s9 exec            | v1 v2 s8 s9 exec memory              | v1              | v1 ~v1     |
  global_store_dword v1, v2, s[8:9]               |             | v1 s8 s9 exec            | v1 v2 s8 s9 exec                     | memory          |            |
  global_store_dword v1, v2, s[8:9]               | lds         |                          | v1 v2 s8 s9 exec                     | memory          |            |
  global_atomic_add v1, v2, s[8:9]                |             | v1 s8 s9 exec            | v1 v2 s8 s9 exec memory              | memory          |            |
  global_atomic_add v3, v1, v2, s[8:9] sc0        |             | v1 s8 s9 exec            | v1 v2 s8 s9 exec memory              | v3 memory       |            |
  flat_load_dword v1, v[2:3]                      | lds         | v2 v3 s102 s103 exec     | v2 v3 s102 s103 exec lds memory      | v1              | v1 ~v1     |
  flat_store_dword v[2:3], v1                     | lds         | v2 v3 s102 s103 exec     | v1 v2 v3 s102 s103 exec              | lds memory      |            |
  flat_atomic_add v1, v[2:3], v4 sc0              | lds         | v2 v3 s102 s103 exec     | v2 v3 v4 s102 s103 exec lds memory   | v1 lds memory   |            |
  scratch_load_dword v1, off, s4 offset:8         |             | s4 s102 s103 exec        | s4 s102 s103 exec memory             | v1              | v1 ~v1     |
  scratch_store_dword v2, v1, off                 |             | v2 s102 s103 exec        | v1 v2 s102 s103 exec                 | memory          |            |
  buffer_load_dword v1, v2, s[8:11], s4 offen     |             | v2 s4 s8 s9 s10 s11 exec | v2 s4 s8 s9 s10 s11 exec memory      | v1              | v1 ~v1     |
  buffer_load_dword v2, s[8:11], 0 offen lds      |             | v2 s8 s9 s10 s11 m0 exec | v2 s8 s9 s10 s11 m0 exec memory      | lds             |            |
  global_load_lds_dword v2, s[8:9]                |             | v2 s8 s9 m0 exec         | v2 s8 s9 m0 exec memory              | lds             |            |
  global_load_lds_dword v2, s[8:9]                | lds         | m0 exec                  | v2 s8 s9 m0 exec memory              | lds             |            |
  global_load_async_to_lds_b32 v1, v2, s[8:9]     | gfx1250     | v1 v2 s8 s9 exec_lo      | v1 v2 s8 s9 exec_lo memory           | lds             |            |
  global_load_async_to_lds_b32 v1, v2, s[8:9]     | gfx1250 lds | v1 exec_lo               | v1 v2 s8 s9 exec_lo memory           | lds             |            |
  global_store_async_from_lds_b32 v2, v1, s[8:9]  | gfx1250     | v1 v2 s8 s9 exec_lo      | v1 v2 s8 s9 exec_lo lds              | memory          |            |
`)(
  '%s (%s): needs %s, reads %s, writes %s, replaces %s, %s',
  (text, options, needs, reads, writes, replaces, mask = '') => {
    const flow = sliced(text, options)?.flow(0);
    const wanted = replaces === '=' ? writes : (replaces ?? '');
    const sides = [flow?.needs, flow?.reads, flow?.writes, flow?.replaces].map((one) =>
      namesOf(one),
    );
    expect([...sides, flow?.mask ?? ''].join(' | ')).toBe(
      [needs, reads, writes, wanted, mask].join(' | '),
    );
    // Vector registers are replaced where both parts are.
    const names = wanted
      .replaceAll(/(vcc|exec)( |$)/g, '$1_lo $1_hi ')
      .trim()
      .split(' ');
    expect(new Set(replacedRegisters(flow?.replaces ?? []).map(registerName))).toEqual(
      new Set(names.filter((name) => /^[sem]|^vcc/.test(name) || names.includes(`~${name}`))),
    );
  },
);

const registersOf = (ids: readonly number[]): string =>
  ids
    .map(registerName)
    .join(' ')
    .replaceAll(/\b(vcc|exec)_lo \1_hi/g, '$1');

test.each(rows`
  v_frob_b32 v2, v1, v0           | v1 v0       | v2        |
  v_frob_co_u32 v1, v2, v3        | v2 v3       | v1 vcc    |
  v_frob_co_u32 v1, s[4:5], v2    | v2 s4 s5    | v1 s4 s5  |
  v_div_scale_frob v1, vcc, v2    | v2 vcc      | v1 vcc    |
  v_cmpx_frob v1, v2              | v1 v2       |           | masks
  s_frob_u32 s4, s5               | s5          | s4 scc    | orders
  s_cmp_frob_u32 s4, s5           | s4 s5       | scc       | orders
  s_bitcmp_frob_b32 s4, s5        | s4 s5       | scc       | orders
  s_setreg_frob s4                | s4          | scc       | orders
  s_mov_frob s4, s5               | s5          | s4        | orders
  s_mov_frob exec, s[4:5]         | s4 s5       |           | masks orders
  s_frob_saveexec_b64 s[4:5], vcc | vcc         | s4 s5 scc | masks orders
  s_load_frob s4, s[8:9]          | s8 s9       | s4        | orders
  s_memtime_frob s[4:5]           |             | s4 s5     | orders
  s_store_frob s4, s[8:9]         | s4 s8 s9    |           | orders
  s_branch_frob k                 |             | scc       | ends branch orders
  s_cbranch_frob k                |             | scc       | branch orders
  s_call_frob s[4:5], k           |             | s4 s5 scc | branch orders
  s_setpc_frob s[4:5]             | s4 s5       | scc       | ends orders
  ds_frob_b32 v1, v2              | v1 v2       |           | lds orders
  ds_frob_rtn_b32 v3, v1          | v1          | v3        | lds orders
  ds_append_frob v1               |             | v1        | lds orders
  ds_read_frob v1, v2             | v2          | v1        | orders
  ds_bpermute_frob v1, v2         | v2          | v1        | orders
  ds_swizzle_frob v1, v2          | v2          | v1        | orders
  ds_write_b32_frob v1, v2        | v1 v2       |           | lds orders
  global_frob_load v1, v2         | v2          | v1        | orders
  global_frob_store v1, v2        | v1 v2       |           | orders
  global_frob_lds v1, s[8:9]      | v1 s8 s9    |           | lds orders
`)(
  'of an instruction that is not known: %s reads %s, writes %s; %s',
  (text, reads, writes, rest) => {
    const [instruction] = parseAssembly(kernelText(text)).program.instructions;
    if (instruction === undefined) throw new Error(text);
    const effects = effectsOf(instruction, undefined);
    expect(registersOf(effects.reads)).toBe(reads);
    expect(registersOf(effects.writes)).toBe(writes);
    const { ends, branch, writesLds, masks, orders } = effects;
    const flags = { ends, branch: branch === 'k', lds: writesLds, masks, orders };
    expect(Object.entries(flags).flatMap(([name, is]) => (is ? [name] : []))).toEqual(
      rest === '' ? [] : rest?.split(' '),
    );
  },
);

test('names of 40 letters are whole in messages', () => {
  const name = 'v_'.repeat(20);
  expect([shortName(name), shortName(`${name}x`)]).toEqual([name, `${name}...`]);
});
