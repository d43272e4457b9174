/** Instructions that a chip lacks, or nobody knows: what is said, and that hazards behind them are not claimed. */
import { describe, expect, it } from 'vitest';
import { hazardCodes, runKernel } from './harness.ts';

const chips = ['gfx90a', 'gfx942', 'gfx950', 'gfx1100', 'gfx1201', 'gfx1250'] as const;
const isRdna = (chip: string): boolean => chip.startsWith('gfx1');

/** Each wave stores its words of LDS, and loads those of the next one. */
const kernel = (chip: string, barrier: string, behind = ''): string => {
  const [store, load, wait] = isRdna(chip)
    ? [
        'ds_store_b32',
        'ds_load_b32',
        chip === 'gfx1100' ? 's_waitcnt lgkmcnt(0)' : 's_wait_dscnt 0x0',
      ]
    : ['ds_write_b32', 'ds_read_b32', 's_waitcnt lgkmcnt(0)'];
  return `  .amdgcn_target "amdgcn-amd-amdhsa--${chip}"
  .text
  .globl k
  .p2align 8
  .type k,@function
k:
  v_lshlrev_b32 v1, 2, v0
  v_xor_b32 v2, 0x100, v1
  ${store} v1, v0
  ${wait}
  ${barrier}
  ${load} v3, v2
  ${behind}
  ${wait}
  s_endpgm
  .section .rodata,"a",@progbits
  .p2align 6, 0x0
  .amdhsa_kernel k
    .amdhsa_group_segment_fixed_size 1024
    .amdhsa_next_free_vgpr 32
    .amdhsa_next_free_sgpr 32
    ${isRdna(chip) ? (chip === 'gfx1250' ? '' : '.amdhsa_wavefront_size32 1') : '.amdhsa_accum_offset 32'}
  .end_amdhsa_kernel
`;
};

const run = (chip: string, barrier: string, behind = '') =>
  runKernel(kernel(chip, barrier, behind), { machine: chip, block: [128, 1, 1] }).execution;

const split = 's_barrier_signal -1\n  s_barrier_wait -1';
const whole = 's_barrier';
const isSplit = (chip: string): boolean => chip.startsWith('gfx12');
const own = (chip: string): string => (isSplit(chip) ? split : whole);
const other = (chip: string): string => (isSplit(chip) ? 's_set_gpr_idx_off' : split);

describe.each(chips)('%s', (chip) => {
  it('finds the race of a kernel without a barrier, and none in one with it', () => {
    expect(hazardCodes(run(chip, ''))).toEqual(['hazard/lds-race']);
    expect(run(chip, own(chip)).hazards).toEqual([]);
  });

  it('claims no hazard behind an instruction of other chips', () => {
    const { hazards, diagnostics } = run(chip, other(chip), 'v_mov_b32 v4, v3');
    expect(hazards).toEqual([]);
    const codes = diagnostics.map(({ code }) => code);
    expect(codes).toContain('emulate/no-instruction');
    expect(codes).toContain('emulate/open-hazards');
    expect(diagnostics.find(({ code }) => code === 'emulate/no-instruction')?.about).toBe(
      'lacking',
    );
  });

  it('claims no hazard behind an instruction that nobody knows', () => {
    const { hazards, diagnostics } = run(chip, 's_frobnicate_barrier 0', 'v_mov_b32 v4, v3');
    expect(hazards).toEqual([]);
    const codes = diagnostics.map(({ code }) => code);
    expect(codes).toContain('emulate/unknown-instruction');
    expect(codes).toContain('emulate/open-hazards');
  });

  it('claims hazards behind vector arithmetic that nobody knows, and before an unknown instruction', () => {
    expect(hazardCodes(run(chip, 'v_frobnicate_b32 v9, v1'))).toEqual(['hazard/lds-race']);
    const early = `${isRdna(chip) ? 'ds_load_b32' : 'ds_read_b32'} v5, v1\n  v_mov_b32 v6, v5\n  s_frobnicate 0`;
    expect(hazardCodes(run(chip, early))).toEqual(['hazard/missing-wait']);
  });
});

it('says which word of a listing is not decoded, where a wave reaches it', () => {
  const listing = `
k.co:	file format elf64-amdgpu

Disassembly of section .text:

0000000000001900 <k>:
	.long 0xd1ff0000                                           // 000000001900: D1FF0000
	s_endpgm                                                   // 000000001904: BF810000
	.long 0xd1fe0000                                           // 000000001908: D1FE0000
`;
  const { diagnostics } = runKernel(listing, { machine: 'gfx942', block: [64, 1, 1] }).execution;
  expect(diagnostics.map(({ message }) => message)).toContain(
    'the word 0xd1ff0000 is not decoded as an instruction of gfx942',
  );
  expect(JSON.stringify(diagnostics)).not.toContain('0xd1fe0000');
});
