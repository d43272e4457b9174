/** What is wrong with a kernel is said at its place, beside `cases/bad-input.s`; everything else is executed and counted. */
import { machineNamed } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { buffer, int32, type KernelOptions, kernelText, runKernel } from './harness.ts';

interface Seen {
  /** Codes with the lines they are at, those of parsing first. */
  readonly said: readonly string[];
  readonly messages: readonly string[];
  /** Accesses of each site, by its text. */
  readonly sites: Readonly<Record<string, number>>;
  readonly waves: number;
}

function see(text: string, options: KernelOptions = {}): Seen {
  const { execution, traces } = runKernel(text, { arguments: [], ...options });
  const all = [...parseAssembly(text).diagnostics, ...execution.diagnostics];
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const sites: Record<string, number> = {};
  for (const trace of traces) {
    for (const index of trace.site) {
      const name = trace.sites[index]?.text ?? '';
      sites[name] = (sites[name] ?? 0) + 1;
    }
  }
  return {
    said: all.map(({ code, span }) => `${code} ${span === undefined ? '' : lineOf(span.start)}`),
    messages: all.map(({ message }) => message),
    sites,
    waves: execution.kernel.waves,
  };
}

const inKernel = (body: string, options: KernelOptions = {}, fields = ''): Seen =>
  see(kernelText(body, fields), options);

/** The first line of a body is line 7 of its file. */
const address = 'v_lshlrev_b32 v1, 2, v0';

describe('an instruction that is not known', () => {
  it('is named in short when its name is long', () => {
    const seen = inKernel(`${'v'.repeat(100_000)} v1, v2`);
    expect(seen.messages[0]?.length).toBeLessThan(200);
  });
});

describe('a line that cannot be read', () => {
  it.each([
    ['no comma', 'v_add_u32 v2, v1 later', 'syntax/expected 8'],
    ['half a register', 'v_add_u32 v2, v[1:, v0', 'syntax/expected 8'],
    ['a register that no chip has', 'v_add_u32 v2, v999, v0', 'amdgcn/register-range 8'],
    ['an operand of another kind', 'v_add_u32 v2, v1, s[4:5]!', 'syntax/expected 8'],
    ['a register behind the last one', 'v_add_u32 v2, v256, v0', 'execute/malformed 8'],
    ['too few operands', 'v_add_u32 v2', 'execute/malformed 8'],
    ['a constant without room', 'v_add_u32 v2, 0x123456789, v0', 'execute/malformed 8'],
    ['a constant without end', `v_add_u32 v2, 0x${'f'.repeat(500)}, v0`, 'execute/malformed 8'],
    ['a symbol that divides by zero', 'v_add_u32 v2, 1/(later-later), v0', 'amdgcn/'],
  ])('keeps its place: %s', (_what, line, said) => {
    const seen = inKernel(`${address}
${line}
ds_write_b32 v1, v0
ds_write_b32 v2, v0
.set later, 5`);
    expect(seen.said[0]).toContain(said);
    expect(seen.said.at(-1)).toBe('emulate/unknown-address 10');
    expect(seen.sites).toEqual({ 'ds_write_b32 v1, v0': 1 });
  });
});

describe('a wave that does not end', () => {
  it.each([
    ['goes to itself', 'L: s_branch L'],
    ['counts past its bound', 'L: s_add_u32 s4, s4, 2\ns_cmp_eq_u32 s4, 7\ns_cbranch_scc0 L'],
    ['computes its target', 's_getpc_b64 s[4:5]\ns_setpc_b64 s[4:5]'],
    ['meets the others at every turn', 'L: s_barrier\ns_branch L'],
    ['waits for what nobody writes', 'L: s_load_dword s4, s[0:1], 0\ns_cbranch_scc0 L'],
  ])('is stopped when it %s, and nothing of it is counted', (_what, lines) => {
    const seen = inKernel(`${address}\nds_write_b32 v1, v0\n${lines}`, {
      block: [128, 1, 1],
      maxSteps: 5000,
    });
    expect(seen.said.map((said) => said.split(' ')[0])).toEqual(['execute/too-many-steps']);
    expect(seen.messages[0]).toContain('5000');
    expect(seen.sites).toEqual({});
    expect(seen.waves).toBe(0);
  });

  it('is stopped at its budget, and not before', () => {
    const lines = Array.from({ length: 99 }, () => 's_nop 0').join('\n');
    expect(inKernel(lines, { maxSteps: 100 }).said).toEqual([]);
    expect(inKernel(lines, { maxSteps: 99 }).said).toEqual(['execute/too-many-steps 105']);
  });
});

describe('an address that leads nowhere', () => {
  it.each([
    'global_load_dword v6, v[4:5], off',
    'global_store_dwordx4 v[4:5], v[0:3], off',
    'global_atomic_add_f32 v[4:5], v6, off',
    'global_load_lds_dword v[4:5], off',
    'flat_load_dwordx2 v[6:7], v[4:5]',
    'flat_atomic_cmpswap v6, v[4:5], v[8:9] glc',
    'scratch_load_dword v6, v4, off',
    'buffer_load_dword v6, v4, s[8:11], 0 offen',
    'buffer_atomic_add v6, v4, s[8:11], 0 offen glc',
    's_load_dwordx8 s[16:23], s[8:9], 0x0',
    's_buffer_load_dword s16, s[8:11], 0x0',
    's_store_dword s16, s[8:9], 0x0',
  ])('is reported once: %s', (line) => {
    const seen = inKernel(`${address}
v_mov_b32 v4, 0x7ffffff0
v_mov_b32 v5, -1
s_mov_b64 s[8:9], 0x12345678
s_mov_b64 s[10:11], -1
s_mov_b32 m0, 0
${line}
ds_write_b32 v1, v0`);
    expect(seen.said).toHaveLength(1);
    expect(seen.said[0]).toMatch(/^emulate\/(wild-address|out-of-bounds) 13$/);
    expect(seen.sites['ds_write_b32 v1, v0']).toBe(1);
  });

  it.each([
    ['in the middle of nowhere', 's_mov_b32 s10, 0x1234\ns_mov_b32 s11, -1'],
    ['between two instructions', 's_getpc_b64 s[10:11]\ns_add_u32 s10, s10, 3'],
    ['before the first one', 's_getpc_b64 s[10:11]\ns_sub_u32 s10, s10, 0x1000'],
  ])('ends the execution when it is jumped to: %s', (_what, lines) => {
    const seen = inKernel(`${address}
ds_write_b32 v1, v0
${lines}
s_setpc_b64 s[10:11]`);
    expect(seen.said[0]).toContain('emulate/wild-jump');
    expect(seen.sites).toEqual({});
  });
});

describe('a descriptor that lies', () => {
  it.each([
    'group_segment_fixed_size -5',
    'group_segment_fixed_size 1<<40',
    'private_segment_fixed_size -16',
    'kernarg_size 99999999999',
    'user_sgpr_count 100',
    'user_sgpr_kernarg_preload_length 1000000',
    'user_sgpr_kernarg_preload_offset -7',
    'system_vgpr_workitem_id 3',
    `next_free_vgpr ${'9'.repeat(300)}`,
  ])('is corrected: %s', (field) => {
    const seen = inKernel(`${address}\nds_write_b32 v1, v0`, {}, `.amdhsa_${field}`);
    expect(seen.said[0]).toContain('amdgcn/descriptor-range');
    expect(seen.messages[0]?.length).toBeLessThan(200);
    expect(seen.sites).toEqual({ 'ds_write_b32 v1, v0': 1 });
  });

  it('may be missing', () => {
    const seen = see(`k:\n${address}\nds_write_b32 v1, v0\ns_endpgm`);
    expect(seen.said[0]).toBe('amdgcn/no-descriptor 2');
    expect(seen.sites).toEqual({ 'ds_write_b32 v1, v0': 1 });
  });

  /** Descriptors of code objects have fields of their own width: up to 127 preloaded words. */
  it('preloads no more than there are registers for', () => {
    const out = new Uint8Array(16);
    const text = kernelText(`s_load_dwordx2 s[40:41], s[0:1], 0x0
v_mov_b32 v1, 0
s_waitcnt lgkmcnt(0)
v_mov_b32 v2, s4
v_mov_b32 v3, s17
v_mov_b32 v4, s18
global_store_dwordx3 v1, v[2:4], s[40:41]`);
    const { program } = parseAssembly(text);
    const kernels = program.kernels.map((kernel) => ({
      ...kernel,
      descriptor: new Map([
        ...(kernel.descriptor ?? []),
        ['user_sgpr_kernarg_preload_length', 127],
        ['user_sgpr_kernarg_preload_offset', 0],
      ] as const),
    }));
    const values = Array.from({ length: 20 }, (_, i) => int32(100 + i));
    const { diagnostics } = executeProgram({ ...program, kernels }, text, {
      machine: machineNamed('gfx942'),
      launch: { block: [1, 1, 1], grid: [3, 1, 1], scalars: new Map() },
      workgroups: 1,
      arguments: [buffer(out), ...values],
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['launch/some-workgroups']);
    // s2 to s17 hold words 0 to 15; the workgroup id follows.
    expect([...new Uint32Array(out.buffer)]).toEqual([100, 113, 0, 0]);
  });
});

describe('metadata that lies', () => {
  const metadata = (lines: string): string => `
  .amdgpu_metadata
---
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
${lines}
...
  .end_amdgpu_metadata
`;
  const text = (lines: string): string =>
    kernelText(`${address}
s_load_dwordx2 s[20:21], s[0:1], 0x0
s_waitcnt lgkmcnt(0)
global_store_dword v1, v0, s[20:21]
ds_write_b32 v1, v0`) + metadata(lines);

  it('leaves out arguments far behind all others', () => {
    const out = new Uint8Array(256);
    const seen = see(
      text(`    .args:
      - { .offset: 99999999999, .size: 4, .value_kind: by_value }
      - { .offset: 0, .size: 8, .value_kind: global_buffer }
      - { .offset: 8, .size: 4294967296, .value_kind: by_value }
      - { .offset: 65535, .size: 4, .value_kind: hidden_block_count_x }`),
      { arguments: [int32(1), buffer(out), int32(2)] },
    );
    expect(seen.said).toEqual(['emulate/arguments-too-large 7']);
    expect(out[4]).toBe(1);
    expect(seen.sites).toEqual({ 'ds_write_b32 v1, v0': 1 });
  });

  it('reports a segment without end', () => {
    const seen = see(text('    .kernarg_segment_size: 70000'), {
      arguments: [buffer(new Uint8Array(256))],
    });
    expect(seen.said[0]).toBe('emulate/arguments-too-large 7');
  });

  it('reports sizes that are none', () => {
    const seen = see(text('    .kernarg_segment_size: -8\n    .private_segment_fixed_size: 1.5'));
    expect(seen.said.slice(0, 2).map((said) => said.split(' ')[0])).toEqual([
      'amdgcn/metadata',
      'amdgcn/metadata',
    ]);
  });

  it('takes any number of arguments', () => {
    const many = Array.from(
      { length: 70_000 },
      () => '      - { .offset: 8, .size: 4, .value_kind: by_value }',
    ).join('\n');
    const source = text(`    .args:\n${many}`);
    const { program } = parseAssembly(source);
    const { unknownArguments } = executeProgram(program, source, {
      machine: machineNamed('gfx942'),
      launch: { block: [64, 1, 1], scalars: new Map() },
    });
    expect(unknownArguments).toHaveLength(70_000);
  });
});

describe('a launch that lies', () => {
  it.each([
    ['no work-items', { block: [0, 1, 1] }, 'launch/extent'],
    ['half a work-item', { block: [0.5, 1, 1] }, 'launch/extent'],
    ['no workgroups', { grid: [1, 0, 1] }, 'launch/extent'],
    ['less than none', { grid: [-1, 1, 1] }, 'launch/extent'],
    ['more than a packet can say', { grid: [1e9, 1, 1] }, 'launch/grid-too-large'],
    ['too large a workgroup', { block: [1e9, 1, 1] }, 'launch/too-large'],
  ] as const)('is refused: %s', (_what, options, code) => {
    expect(inKernel(address, options).said.map((said) => said.split(' ')[0])).toEqual([code]);
  });

  it('may be of more workgroups than are executed', () => {
    const seen = inKernel(`${address}\nds_write_b32 v1, v0`, {
      grid: [60_000_000, 1, 1],
      workgroups: 2,
    });
    expect(seen.said).toEqual(['launch/some-workgroups ']);
  });
});

describe('a file of great size', () => {
  it('has any number of LDS instructions and objects', () => {
    const seen = inKernel(`${address}
.rept 150000
ds_write_b32 v1, v0
.endr
.rept 1000
.amdgpu_lds x\\+, 4
.endr`);
    expect(seen.sites['ds_write_b32 v1, v0']).toBe(150_000);
  });

  it('has any number of instructions that are not known', () => {
    const seen = inKernel(`${address}
.rept 50000
v_frobnicate_b32 v2, v2, v1
.endr
ds_write_b32 v2, v1
ds_write_b32 v1, v1`);
    expect(seen.said.length).toBeGreaterThan(2);
    expect(seen.sites).toEqual({ 'ds_write_b32 v1, v1': 1 });
  });
});
