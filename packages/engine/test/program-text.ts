/** Assembly of several kernels, as compilers write it; for tests. */
import { amdKernel, amdModule } from '../../../test/amd-kernel.ts';

export interface KernelText {
  readonly name: string;
  readonly body: string;
  /** `.max_flat_workgroup_size`. */
  readonly items?: number;
  /** `.reqd_workgroup_size`. */
  readonly required?: string;
  /** The last axis of the work-item id that the kernel gets: 0 for x. */
  readonly ids?: number;
  readonly ldsBytes?: number;
  /** What its one argument is; none by default. */
  readonly argument?: string;
}

/** Each lane writes its own word: 4 waves of 64 lanes, no conflicts. */
export const ownWords = `  v_lshlrev_b32 v1, 2, v0
  ds_write_b32 v1, v0`;

/** Lanes write words 32 words apart, which is one bank. */
export const oneBank = `  v_lshlrev_b32 v1, 7, v0
  v_and_b32 v1, 0x1fff, v1
  ds_write_b32 v1, v0`;

/** A loop whose length is an argument: nobody says when it ends. */
export const openLoop = `  s_load_dword s4, s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
again:
${oneBank}
  s_sub_u32 s4, s4, 1
  s_cmp_lg_u32 s4, 0
  s_cbranch_scc1 again`;

/** A whole file; `extra` is code behind the kernels. */
export function programText(kernels: readonly KernelText[], extra = ''): string {
  const metadata = kernels.map(
    ({ name, items = 256, ldsBytes = 8192, required, argument }) => `  - .kernarg_segment_size: 8
${argument === undefined ? '' : `    .args: [{ .offset: 0, .size: 2, .value_kind: ${argument} }]\n`}    .group_segment_fixed_size: ${ldsBytes}
    .max_flat_workgroup_size: ${items}
${required === undefined ? '' : `    .reqd_workgroup_size: ${required}\n`}    .name: ${name}
    .symbol: ${name}.kd
    .wavefront_size: 64`,
  );
  return [
    amdModule('gfx942', ...kernels.map(({ body, ...rest }) => amdKernel(body, rest)), extra),
    '  .amdgpu_metadata',
    '---',
    'amdhsa.kernels:',
    ...metadata,
    '...',
    '  .end_amdgpu_metadata',
    '',
  ].join('\n');
}
