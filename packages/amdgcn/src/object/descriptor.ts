/**
 * The kernel descriptor: 64 bytes with the initial state of a wave.
 *
 *     0 group segment  4 private segment  8 kernarg  16 code offset  44 rsrc3  48 rsrc1  52 rsrc2  56 properties  58 preload
 *
 * Decoded into the keys of the `.amdhsa_*` directives. Source: LLVM, "User Guide for AMDGPU Backend", Kernel Descriptor, and
 * the tables of compute_pgm_rsrc1 to 3 for GFX90A, GFX942, GFX11 and GFX12.
 */
import type { KernelDescriptor } from '../text/program.ts';
import { Bytes } from './bytes.ts';
import { codeObjectChips, findMachine } from '@ldscope/core';

export const DESCRIPTOR_SIZE = 64;

type Field = readonly [name: string, low: number, bits: number];

const rsrc1: readonly Field[] = [
  ['float_round_mode_32', 12, 2],
  ['float_round_mode_16_64', 14, 2],
  ['float_denorm_mode_32', 16, 2],
  ['float_denorm_mode_16_64', 18, 2],
  ['fp16_overflow', 26, 1],
];

/** RDNA 4 has other meanings for these bits: there, clamping and NaNs are as if both were set. */
const clampAndNaN: readonly Field[] = [
  ['dx10_clamp', 21, 1],
  ['ieee_mode', 23, 1],
];

const rsrc1OfRdna: readonly Field[] = [
  ['workgroup_processor_mode', 29, 1],
  ['memory_ordered', 30, 1],
  ['forward_progress', 31, 1],
];

const propertiesOfRdna: readonly Field[] = [['wavefront_size32', 10, 1]];

const rsrc2: readonly Field[] = [
  ['system_sgpr_workgroup_id_x', 7, 1],
  ['system_sgpr_workgroup_id_y', 8, 1],
  ['system_sgpr_workgroup_id_z', 9, 1],
  ['system_sgpr_workgroup_info', 10, 1],
  ['system_vgpr_workitem_id', 11, 2],
  ['exception_fp_ieee_invalid_op', 24, 1],
  ['exception_fp_denorm_src', 25, 1],
  ['exception_fp_ieee_div_zero', 26, 1],
  ['exception_fp_ieee_overflow', 27, 1],
  ['exception_fp_ieee_underflow', 28, 1],
  ['exception_fp_ieee_inexact', 29, 1],
  ['exception_int_div_zero', 30, 1],
];

/** With a bit more where there are more than 16 such registers. */
const userRegisterCount = (most: number): Field => ['user_sgpr_count', 1, most > 16 ? 6 : 5];

const properties: readonly Field[] = [
  ['user_sgpr_dispatch_ptr', 1, 1],
  ['user_sgpr_queue_ptr', 2, 1],
  ['user_sgpr_kernarg_segment_ptr', 3, 1],
  ['user_sgpr_dispatch_id', 4, 1],
  ['user_sgpr_private_segment_size', 6, 1],
  ['uses_dynamic_stack', 11, 1],
];

/** Chips before gfx940 find their scratch through registers that the dispatcher sets up. */
const scratchProperties: readonly Field[] = [
  ['user_sgpr_private_segment_buffer', 0, 1],
  ['user_sgpr_flat_scratch_init', 5, 1],
];

const preload: readonly Field[] = [
  ['user_sgpr_kernarg_preload_length', 0, 7],
  ['user_sgpr_kernarg_preload_offset', 7, 9],
];

/** True when scratch needs no registers at the start. */
function hasArchitectedScratch(target: string | undefined): boolean {
  const chip = Object.values(codeObjectChips).find(({ name }) => name === target);
  return chip?.scratch === 'architected';
}

/** Decodes a descriptor; `undefined` when there are not enough bytes. */
export function decodeDescriptor(
  bytes: Uint8Array,
  target: string | undefined,
): KernelDescriptor | undefined {
  const file = new Bytes(bytes);
  const descriptor = new Map<string, number>();
  const take = (word: number, fields: readonly Field[]): void => {
    for (const [name, low, bits] of fields) descriptor.set(name, (word >>> low) & (2 ** bits - 1));
  };
  const [group, segment, kernarg] = [file.u32(0), file.u32(4), file.u32(8)];
  const [word3, word1, word2] = [file.u32(44), file.u32(48), file.u32(52)];
  const [flags, preloaded] = [file.u16(56), file.u16(58)];
  if (!file.has(0, DESCRIPTOR_SIZE) || group === undefined || segment === undefined)
    return undefined;
  if (kernarg === undefined || word1 === undefined || word2 === undefined) return undefined;
  if (word3 === undefined || flags === undefined || preloaded === undefined) return undefined;
  descriptor.set('group_segment_fixed_size', group);
  descriptor.set('private_segment_fixed_size', segment);
  descriptor.set('kernarg_size', kernarg);
  const code = target === undefined ? undefined : findMachine(target)?.code;
  const isRdna = code?.family === 'rdna';
  take(word1, rsrc1);
  if (!isRdna || code.generation < 4) take(word1, clampAndNaN);
  take(word2, [userRegisterCount(code?.userRegisters.value ?? 16), ...rsrc2]);
  take(flags, properties);
  take(preloaded, preload);
  const architected = hasArchitectedScratch(target);
  if (!architected) take(flags, scratchProperties);
  descriptor.set(
    architected ? 'enable_private_segment' : 'system_sgpr_private_segment_wavefront_offset',
    word2 & 1,
  );
  if (isRdna) {
    take(word1, rsrc1OfRdna);
    take(flags, propertiesOfRdna);
    // Vector registers are counted in units of eight, of four for waves of 64 lanes; scalar ones are not counted.
    const unit = descriptor.get('wavefront_size32') === 0 ? 4 : 8;
    descriptor.set('next_free_vgpr', ((word1 & 63) + 1) * unit);
    return descriptor;
  }
  // Registers are counted in units of eight; accumulators begin at a multiple of four.
  descriptor.set('next_free_vgpr', ((word1 & 63) + 1) * 8);
  descriptor.set('next_free_sgpr', (((word1 >>> 6) & 15) + 1) * 8);
  descriptor.set('accum_offset', ((word3 & 63) + 1) * 4);
  descriptor.set('tg_split', (word3 >>> 16) & 1);
  return descriptor;
}
