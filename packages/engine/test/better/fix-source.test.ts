/**
 * The loop over changes of a source, with a compiler of one kernel: what it makes of an array is what its text declares. Some lengths it
 * compiles wrongly, as a kernel does whose other accesses go by the old length.
 */
import { describe, expect, it } from 'vitest';
import { fixSource } from '@ldscope/engine';

const PATH = '/k/kernel.hip';

const sourceWith = (declaration: string): string => `
__global__ void k(float *out, const float *in) {
  ${declaration}
  t[threadIdx.x][0] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[63 - threadIdx.x][0];
}
`;

interface Quirks {
  /** Lengths of rows that do something else. */
  readonly wrong?: readonly number[];
  readonly misaligned?: readonly number[];
  readonly uncompiled?: readonly number[];
}

/** Assembly of the kernel, by the declaration in its text; `undefined` for another text. */
function assemblyOf(
  text: string,
  { wrong = [], misaligned = [], uncompiled = [] }: Quirks,
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
    declared: { file: PATH, line: 3, column: 0 },
  };
  return `
\t.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
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
  ds_write_b32 v4, v3
  s_waitcnt lgkmcnt(0)
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

const launch = () => ({
  extents: { grid: [1, 1, 1] as const, block: [64, 1, 1] as const },
  arguments: [
    { kind: 'buffer' as const, name: 'out', data: floats(Array<number>(64).fill(0)) },
    { kind: 'buffer' as const, name: 'in', data: floats(Array.from({ length: 64 }, (_, i) => i)) },
  ],
});

async function fixed(
  declaration: string,
  quirks: Quirks = {},
  launches = [launch()],
  assemble?: Parameters<typeof fixSource>[0]['assemble'],
) {
  const text = sourceWith(declaration);
  const tried: string[] = [];
  const result = await fixSource({
    path: PATH,
    texts: new Map([[PATH, text]]),
    language: 'hip',
    compiled: new Map([['gfx942', assemblyOf(text, {}) ?? '']]),
    launches,
    kernel: undefined,
    buffer: undefined,
    editsHeaders: undefined,
    options: {},
    assemble,
    compile: (texts) => {
      const changed = texts.get(PATH) ?? '';
      tried.push(/float t.*;/.exec(changed)?.[0] ?? '');
      const assembly = assemblyOf(changed, quirks);
      return Promise.resolve(
        assembly === undefined ? { problem: 'no such kernel' } : { text: assembly },
      );
    },
  });
  return { ...result, tried, declared: /float t.*;/.exec(result.texts?.get(PATH) ?? '')?.[0] };
}

describe('a change of a source', () => {
  it('is what was tried, and leaves no conflicts', async () => {
    const { report, declared } = await fixed('__shared__ float t[64][32];');
    expect(declared).toBe('float t[64][33];');
    expect(report).toMatchObject({ verdict: 'fixed', kernel: 'k', machines: ['gfx942'] });
    const [best] = report.candidates ?? [];
    expect(best).toMatchObject({ says: 't[64][33]', kind: 'bound' });
    // 64 lanes of two accesses on one bank, each 2 phases of 32 lanes.
    expect(best?.runs[0]).toMatchObject({
      equalBytes: 512,
      before: { conflicts: 124, ldsBytes: 8256 },
      after: { conflicts: 0, ldsBytes: 8512 },
    });
  });

  it('is compiled, or is out', async () => {
    const { report, declared } = await fixed('__shared__ float t[64][32];', { uncompiled: [33] });
    expect(declared).not.toBe('float t[64][33];');
    expect(report.candidates).toContainEqual(
      expect.objectContaining({
        says: 't[64][33]',
        out: { reason: 'does not compile', detail: 'no such kernel' },
      }),
    );
  });

  it('that computes something else is out, and so are others of its kind', async () => {
    const every = Array.from({ length: 32 }, (_, index) => 33 + index);
    const { report, texts, tried } = await fixed('__shared__ float t[64][32];', { wrong: every });
    expect(texts).toBeUndefined();
    expect(report.verdict).toBe('stuck');
    const first = report.candidates?.find(({ out }) => out?.reason === 'other results');
    // 0 twice is 0.
    expect(first?.out?.detail).toMatch(/^\d+ of 256 bytes of out differ$/);
    expect(tried.filter((text) => text !== 'float t[64][32];')).toHaveLength(1);
  });

  it('that misaligns an access is out', async () => {
    const { report, declared } = await fixed('__shared__ float t[64][32];', { misaligned: [33] });
    const out = report.candidates?.find(({ says }) => says === 't[64][33]')?.out;
    expect(out?.reason).toMatch(/misaligned|stops/);
    expect(declared).not.toBe('float t[64][33];');
  });

  it('is not needed where nothing conflicts', async () => {
    const { report, tried } = await fixed('__shared__ float t[64][33];');
    expect(report.verdict).toBe('nothing');
    expect(tried).toEqual([]);
  });

  it('is out where the assembler refuses it', async () => {
    const { report } = await fixed('__shared__ float t[64][32];', {}, undefined, (text) =>
      Promise.resolve(
        text.includes(`fixed_size ${64 * 33 * 4 + 64}`)
          ? { problem: 'too much shared data' }
          : undefined,
      ),
    );
    expect(report.candidates?.find(({ says }) => says === 't[64][33]')?.out).toEqual({
      reason: 'does not compile',
      detail: 'too much shared data',
    });
  });

  it('serves every launch', async () => {
    const one = launch();
    const { report } = await fixed('__shared__ float t[64][32];', {}, [one, launch()]);
    expect(report.candidates?.[0]?.runs).toHaveLength(2);
  });

  it('is not made without a launch', async () => {
    const { report, texts } = await fixed('__shared__ float t[64][32];', {}, [
      { extents: { block: [64, 1, 1] as const } } as ReturnType<typeof launch>,
    ]);
    expect(texts).toBeUndefined();
    expect(report.verdict).toBe('failed');
    expect(report.diagnostics.map(({ code }) => code)).toEqual(['suggest/not-tried']);
  });

  it('leaves the data of the launch as it is', async () => {
    const one = launch();
    await fixed('__shared__ float t[64][32];', {}, [one]);
    expect(one.arguments[0]?.data.every((byte) => byte === 0)).toBe(true);
  });
});
