/**
 * A compiler of one kernel: what it makes of an array is what its text declares. Some lengths it compiles wrongly, as a kernel does whose
 * other accesses go by the old length.
 */
export const PATH = '/k/kernel.hip';

/** The source with a declaration of its array. */
export const sourceWith = (declaration: string): string => `
__global__ void k(float *out, const float *in) {
  ${declaration}
  t[threadIdx.x][0] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[63 - threadIdx.x][0];
}
`;

export interface Quirks {
  /** What line tables call the source. */
  readonly file?: string;
  /** Lengths of rows that do something else. */
  readonly wrong?: readonly number[];
  readonly misaligned?: readonly number[];
  readonly uncompiled?: readonly number[];
}

/** Assembly of the kernel, by the declaration in its text; `undefined` for another text. */
export function assemblyOf(
  text: string,
  { wrong = [], misaligned = [], uncompiled = [], file = 'kernel.hip' }: Quirks,
): string | undefined {
  const [, length = ''] = /float t\[64\]\[(\d+)\];/.exec(text) ?? [];
  const pitch = Number(length);
  if (pitch === 0 || uncompiled.includes(pitch) || text.includes('swizzled(')) return undefined;
  const bytes = 64 * pitch * 4;
  const offset = misaligned.includes(pitch) ? 2 : 0;
  const note = {
    kernel: 'k',
    name: 't',
    offset: 0,
    bytes,
    shape: [64, pitch],
    elementBytes: 4,
    type: 'float',
    declared: { file, line: 3, column: 0 },
  };
  return `
\t.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
\t.file 1 "${file}"
\t.globl k
k:
  s_load_dwordx4 s[0:3], s[0:1], 0x0
  v_lshlrev_b32_e32 v1, 2, v0
  v_mul_u32_u24_e32 v4, ${4 * pitch}, v0
  v_add_u32_e32 v4, ${offset}, v4
  v_sub_u32_e32 v2, 63, v0
  v_mul_u32_u24_e32 v2, ${4 * pitch}, v2
  v_add_u32_e32 v2, ${offset}, v2
  s_waitcnt lgkmcnt(0)
  global_load_dword v3, v1, s[2:3]
  s_waitcnt vmcnt(0)
\t.loc 1 4 3
  ds_write_b32 v4, v3
  s_waitcnt lgkmcnt(0)
\t.loc 1 6 22
  ds_read_b32 v0, v2
  s_waitcnt lgkmcnt(0)
  ${wrong.includes(pitch) ? 'v_add_f32_e32 v0, v0, v0' : ''}
  global_store_dword v1, v0, s[0:1]
  s_endpgm
\t.section .rodata,"a",@progbits
\t.p2align 6, 0x0
\t.amdhsa_kernel k
\t\t.amdhsa_group_segment_fixed_size ${bytes + 64}
\t\t.amdhsa_kernarg_size 16
\t\t.amdhsa_user_sgpr_count 2
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_next_free_vgpr 8
\t\t.amdhsa_next_free_sgpr 16
\t\t.amdhsa_accum_offset 8
\t.end_amdhsa_kernel
\t.text
; ldscope.lds ${JSON.stringify(note)}
`;
}

const floats = (values: readonly number[]): Uint8Array =>
  new Uint8Array(new Float32Array(values).buffer);

/** A launch with every argument. */
export const launch = () => ({
  extents: { grid: [1, 1, 1] as const, block: [64, 1, 1] as const },
  arguments: [
    { kind: 'buffer' as const, name: 'out', data: floats(Array<number>(64).fill(0)) },
    { kind: 'buffer' as const, name: 'in', data: floats(Array.from({ length: 64 }, (_, i) => i)) },
  ],
});
