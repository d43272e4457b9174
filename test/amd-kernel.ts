/**
 * Assembly of AMD kernels for tests: what stands around the instructions of each.
 *
 *     amdModule('gfx942', amdKernel('  ds_write_b32 v1, v0'))        a kernel `k` with 8 KiB of LDS
 */
export interface AmdKernelOptions {
  readonly name?: string;
  readonly ldsBytes?: number;
  /** The last axis of the work-item id that the kernel gets: 0 for x. */
  readonly ids?: number;
  readonly registers?: number;
}

/** A kernel: its first instruction is in the fourth line, its end follows by itself. */
export const amdKernel = (
  body: string,
  { name = 'k', ldsBytes = 8192, ids = 0, registers = 8 }: AmdKernelOptions = {},
): string => `\t.globl ${name}
\t.type ${name},@function
${name}:
${body}
\ts_endpgm
\t.amdhsa_kernel ${name}
\t\t.amdhsa_group_segment_fixed_size ${ldsBytes}
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_system_vgpr_workitem_id ${ids}
\t\t.amdhsa_next_free_vgpr ${registers}
\t\t.amdhsa_next_free_sgpr 16
\t\t.amdhsa_accum_offset ${registers}
\t.end_amdhsa_kernel
`;

/** A file of kernels for a chip. */
export const amdModule = (chip: string, ...kernels: readonly string[]): string =>
  `\t.amdgcn_target "amdgcn-amd-amdhsa--${chip}"\n${kernels.join('')}`;
