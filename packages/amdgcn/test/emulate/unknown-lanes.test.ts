/**
 * Unknown values by lane and by bit. The oracle is execution itself: what is counted without arguments must be the same
 * with any arguments.
 */
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { copyTrace, type LdsCoverage, machineNamed } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { int32, kernelText } from './harness.ts';

const metadata = `
  .amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - { .offset: 0, .size: 4, .value_kind: by_value, .name: n }
      - { .offset: 4, .size: 4, .value_kind: by_value, .name: m }
    .kernarg_segment_size: 8
    .group_segment_fixed_size: 1024
    .max_flat_workgroup_size: 128
    .name: k
    .symbol: k.kd
    .wavefront_size: 64
...
  .end_amdgpu_metadata
`;

/** Accesses as `line: mask, addresses of the active lanes`, a line for each execution. */
interface Seen {
  readonly accesses: ReadonlyMap<number, readonly string[]>;
  readonly coverage: LdsCoverage | undefined;
  readonly codes: readonly string[];
  readonly hazards: readonly string[];
  /** How bad accesses to no memory are. */
  readonly wild: readonly string[];
}

function execute(body: string, given?: readonly number[], block: number = 64): Seen {
  const text =
    kernelText(`s_load_dwordx2 s[8:9], s[0:1], 0x0
v_mov_b32 v1, v0
s_waitcnt lgkmcnt(0)
${body}`) + metadata;
  const { program, diagnostics } = parseAssembly(text);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const accesses = new Map<number, string[]>();
  const execution = executeProgram(program, text, {
    machine: machineNamed('gfx942'),
    launch: { block: [block, 1, 1], scalars: new Map() },
    ...(given === undefined ? {} : { arguments: given.map(int32) }),
    maxSteps: 50_000,
    onWorkgroup: (lent) => {
      const trace = copyTrace(lent);
      for (let row = 0; row < trace.count; row++) {
        const line = trace.sites[trace.site[row] ?? 0]?.line ?? 0;
        const low = trace.activeMask[2 * row] ?? 0;
        const high = trace.activeMask[2 * row + 1] ?? 0;
        const lanes = [...trace.addressBytes.subarray(64 * row, 64 * row + 64)].filter(
          (_, lane) => (((lane < 32 ? low : high) >>> (lane & 31)) & 1) === 1,
        );
        const text_ = `${low.toString(16)} ${high.toString(16)}: ${lanes.join(' ')}`;
        accesses.set(line, [...(accesses.get(line) ?? []), text_]);
      }
    },
  });
  return {
    accesses,
    coverage: execution.kernel.ldsInstructions,
    codes: execution.diagnostics.map(({ code }) => code),
    hazards: execution.hazards.map(({ code }) => code),
    wild: execution.diagnostics
      .filter(({ code }) => code === 'emulate/wild-address')
      .map(({ severity }) => severity),
  };
}

const counted = ({ coverage }: Seen): string =>
  `${coverage?.counted} of ${coverage?.instructions}; ${coverage?.missing.map(({ reason }) => reason).join('; ')}`;

describe('what is unknown', () => {
  it('is lanes of a register, not all of it', () => {
    // v2 is unknown in every lane, then known in those that read LDS at it.
    const seen = execute(`v_mov_b32 v2, s8
v_cmp_gt_u32 vcc, 32, v0
s_and_saveexec_b64 s[10:11], vcc
v_lshlrev_b32 v2, 2, v0
ds_read_b32 v3, v2
s_mov_b64 exec, s[10:11]
ds_read_b32 v4, v2`);
    expect(counted(seen)).toBe('1 of 2; whose address depends on argument n (offset 0)');
  });

  const counter = `s_movk_i32 m0, 0x80
v_mov_b32 v2, s8
v_lshlrev_b32 v4, 2, v0
ds_write_b32 v4, v0
s_waitcnt lgkmcnt(0)
s_barrier
`;

  it('is one word of LDS where ds_append counts, whatever the lane', () => {
    // Word 32 is unknown, and what the counter was in every lane; its neighbours are known.
    const seen = execute(`${counter}v_mov_b32 v5, 0x80
ds_write_b32 v5, v2
s_waitcnt lgkmcnt(0)
ds_append v6
s_waitcnt lgkmcnt(0)
ds_read_b32 v7, v6
ds_read_b32 v7, v4 offset:132
s_waitcnt lgkmcnt(0)
v_and_b32 v7, 0xff, v7
ds_read_b32 v8, v7`);
    // v7 of lane 63 is beyond what was written, and 0 there.
    expect(counted(seen)).toBe('5 of 6; whose address depends on argument n (offset 0)');
  });

  it('is known where ds_append counts beside it', () => {
    const seen = execute(`${counter}v_mov_b32 v5, 0x84
ds_write_b32 v5, v2
s_waitcnt lgkmcnt(0)
ds_append v6
s_waitcnt lgkmcnt(0)
ds_read_b32 v7, v6`);
    expect(counted(seen)).toBe('4 of 4; ');
  });

  it('stays in what an atomic makes of it, and comes with what it returns', () => {
    const seen = execute(`${counter}ds_write_b32 v4, v2
s_waitcnt lgkmcnt(0)
v_mov_b32 v5, 4
ds_add_u32 v4, v5
s_waitcnt lgkmcnt(0)
ds_add_rtn_u32 v6, v4, v5
s_waitcnt lgkmcnt(0)
ds_read_b32 v7, v6
ds_read_b32 v8, v4
s_waitcnt lgkmcnt(0)
ds_read_b32 v7, v8`);
    const reason = 'whose address depends on argument n (offset 0)';
    expect(counted(seen)).toBe(`5 of 7; ${reason}`);
  });

  it('does not come back when a mask is known where two conditions meet', () => {
    // The second condition is unknown; lanes from 32 on are not active whatever it is.
    const seen = execute(`v_cmp_gt_u32 s[12:13], 32, v0
v_cmp_gt_u32 vcc, s8, v0
s_and_b64 s[14:15], s[12:13], vcc
s_mov_b64 exec, s[14:15]
v_lshlrev_b32 v2, 2, v0
ds_read_b32 v3, v2`);
    expect([...seen.accesses.values()][0]?.[0]).toMatch(/^ffffffff 0:/);
    expect(seen.codes).toContain('emulate/unknown-mask');
  });

  it('keeps the lanes of both sides of an unknown condition active', () => {
    const seen = execute(`v_lshlrev_b32 v2, 2, v0
v_cmp_gt_u32 vcc, s8, v0
s_and_saveexec_b64 s[10:11], vcc
s_xor_b64 s[10:11], exec, s[10:11]
s_cbranch_execz otherwise
ds_read_b32 v3, v2
otherwise:
s_or_saveexec_b64 s[10:11], s[10:11]
s_xor_b64 exec, exec, s[10:11]
s_cbranch_execz done
ds_read_b64 v[4:5], v2
done:
s_or_b64 exec, exec, s[10:11]
ds_read_b32 v6, v2 offset:4`);
    expect(seen.coverage).toEqual({ instructions: 3, counted: 3, missing: [] });
    for (const [access] of seen.accesses.values()) expect(access).toMatch(/^ffffffff ffffffff:/);
  });

  it('is what no metadata describes', () => {
    const bare = (body: string): string => kernelText(body);
    const text = bare(`s_load_dword s8, s[0:1], 0x0
v_lshlrev_b32 v1, 2, v0
s_waitcnt lgkmcnt(0)
v_add_u32 v2, s8, v1
ds_read_b32 v3, v2
ds_read_b32 v3, v1`);
    const { program } = parseAssembly(text);
    const { kernel, diagnostics } = executeProgram(program, text, {
      machine: machineNamed('gfx942'),
      launch: { block: [64, 1, 1], scalars: new Map() },
    });
    expect(kernel.ldsInstructions?.counted).toBe(1);
    expect(diagnostics.map(({ message }) => message).join()).toContain('argument kernarg+0');
  });
});

describe('a sum of unknown values', () => {
  it.each([
    [
      'added and taken away',
      `s_mul_i32 s10, s8, 0x100
v_lshlrev_b32 v1, 2, v0
v_add_u32 v2, s10, v1
s_add_u32 s11, s8, 5
s_lshl_b32 s11, s11, 8
v_subrev_u32 v2, s11, v2
v_add_u32 v2, 0x500, v2`,
    ],
    [
      'multiplied until nothing is left',
      's_lshl_b32 s10, s8, 32\ns_lshl_b32 s10, s8, 16\ns_lshl_b32 s10, s10, 16\nv_add_u32 v2, s10, v0',
    ],
    [
      'of lanes, from memory that nobody gave',
      `v_mov_b32 v3, 0
global_load_dword v4, v3, s[8:9]
s_waitcnt vmcnt(0)
v_add3_u32 v2, v4, v0, 4
v_sub_u32 v2, v2, v4`,
    ],
  ])('is known where nothing is left of them: %s', (_what, body) => {
    const seen = execute(`${body}\nds_read_b32 v5, v2`);
    expect(counted(seen)).toBe('1 of 1; ');
  });

  it.each([
    ['of another unknown', 's_sub_u32 s10, s8, s9\nv_add_u32 v2, s10, v0'],
    [
      'twice of which one is left',
      's_add_u32 s10, s8, s8\ns_sub_u32 s10, s10, s8\nv_add_u32 v2, s10, v0',
    ],
    [
      'in some lanes only',
      'v_add_u32 v2, s8, v0\ns_mov_b64 exec, 0xff\nv_subrev_u32 v2, s8, v2\ns_mov_b64 exec, -1',
    ],
    [
      'beyond the bits that are multiplied',
      'v_mul_u32_u24 v2, s8, v0\nv_mul_u32_u24 v3, s8, v0\nv_sub_u32 v2, v2, v3\nv_add_u32 v2, s8, v2',
    ],
  ])('is unknown otherwise: %s', (_what, body) => {
    const seen = execute(`${body}\nds_read_b32 v5, v2`);
    expect(seen.coverage?.counted).toBe(0);
  });
});

describe('what a branch has answered', () => {
  const read = 'v_lshlrev_b32 v1, 2, v0';

  it('is answered alike, so that what no launch does is not reported', () => {
    // v3 is loaded and waited for on the same condition; the value of s8 is in another register then.
    const seen = execute(`${read}
s_cmp_eq_u32 s8, 0
s_cbranch_scc1 none
ds_read_b32 v3, v1
none:
s_add_u32 s10, s8, 2
s_cmp_lg_i32 s10, 2
s_cbranch_scc0 done
s_waitcnt lgkmcnt(0)
done:
s_cmp_eq_u32 s8, 0
s_cbranch_scc1 end
v_add_u32 v4, v3, v3
end:`);
    expect(counted(seen)).toBe('1 of 1; ');
    expect(seen.hazards).toEqual([]);
  });

  it('is known where both sides have the same unknowns', () => {
    const seen = execute(`${read}
s_add_u32 s10, s8, 4
s_add_u32 s11, s8, 4
s_cmp_eq_u32 s10, s11
s_cbranch_scc1 same
ds_read_b32 v3, v1 offset:4
same: s_cmp_lg_u32 s10, s8
s_cbranch_scc0 end
ds_read_b32 v3, v1
end:`);
    expect(seen.accesses.size).toBe(1);
    expect(seen.codes).not.toContain('emulate/unknown-branch');
  });

  it('does not hide what is behind the other answer', () => {
    const both = (n: number): string => `s_cmp_eq_u32 s8, ${n}
s_cbranch_scc1 a${n}
ds_read_b32 v3, v1 offset:${8 * n}
a${n}: s_cmp_lg_u32 s8, ${n}
s_cbranch_scc1 b${n}
ds_read_b64 v[4:5], v1 offset:${8 * n}
b${n}:`;
    const seen = execute([read, ...[0, 1, 2, 3, 4, 5].map(both)].join('\n'));
    expect(counted(seen)).toBe('12 of 12; ');
  });

  it('leads through guards to code that needs many of them', () => {
    const guards = Array.from(
      { length: 7 },
      (_, n) => `s_bitcmp1_b32 s8, ${n}
s_cbranch_scc${n % 2} edge
`,
    );
    const seen = execute(`${read}
${guards.join('')}ds_read_b32 v3, v1
s_endpgm
edge: ds_read_b32 v3, v1 offset:4
s_cmp_eq_u32 s9, 1
s_cbranch_scc1 last
ds_read_b32 v3, v1 offset:8
last:`);
    expect(counted(seen)).toBe('3 of 3; ');
  });

  it('does not keep a wave in a loop that asks the same', () => {
    const seen = execute(`${read}
loop: ds_read_b32 v3, v1
s_cmp_eq_u32 s8, 0
s_cbranch_scc0 loop
ds_read_b32 v3, v1 offset:4`);
    expect(seen.coverage?.counted).toBe(2);
  });
});

describe('an access to memory that is wrong', () => {
  const wrong = `v_lshlrev_b32 v1, 2, v0
v_mov_b32 v2, 0
v_mov_b32 v3, 0
`;
  const severities = (body: string): readonly string[] =>
    execute(`${wrong}${body}\nds_read_b32 v4, v1`).wild;

  it('is an error where it happens in every launch', () => {
    expect(severities('global_load_dword v4, v[2:3], off')).toEqual(['error']);
  });

  it('is none where it is on a way that perhaps no launch has', () => {
    expect(
      severities(`s_cmp_eq_u32 s8, 0
s_cbranch_scc1 over
global_load_dword v4, v[2:3], off
over:`),
    ).toEqual(['warning']);
  });
});

describe('an address that a mask keeps inside LDS', () => {
  const chosen = (outside: string): Seen =>
    execute(`v_lshlrev_b32 v1, 2, v0
v_mov_b32 v4, ${outside}
v_cmp_gt_u32 vcc, s8, v0
v_cndmask_b32 v2, v4, v1, vcc
ds_read_b32 v3, v2`);

  it('is that of the lanes inside, as behind an unknown mask', () => {
    const seen = chosen('0x80000000');
    expect(counted(seen)).toBe('1 of 1; ');
    expect(seen.codes).toContain('emulate/unknown-mask');
    const [addresses] = [...seen.accesses.values()].flat();
    expect(addresses).toBe(
      `ffffffff ffffffff: ${Array.from({ length: 64 }, (_, lane) => 4 * lane).join(' ')}`,
    );
  });

  it('is unknown where the other one may be inside too', () => {
    for (const outside of ['0x100', '-1']) expect(chosen(outside).coverage?.counted).toBe(0);
  });
});

describe('a loop with an unknown bound', () => {
  const tail = `ds_read_b32 v3, v1 offset:64`;

  it.each([
    [
      'that lanes leave one by one, at its end',
      `s_mov_b64 s[12:13], 0
v_lshlrev_b32 v1, 2, v0
loop: ds_read_b32 v2, v1
v_add_u32 v0, 64, v0
v_cmp_le_u32 vcc, s8, v0
s_or_b64 s[12:13], vcc, s[12:13]
s_andn2_b64 exec, exec, s[12:13]
s_cbranch_execnz loop
s_or_b64 exec, exec, s[12:13]
${tail}`,
    ],
    [
      'that lanes leave at its beginning',
      `s_mov_b64 s[12:13], exec
v_lshlrev_b32 v1, 2, v0
loop: v_cmp_gt_u32 vcc, s8, v0
s_and_b64 exec, exec, vcc
s_cbranch_execz out
ds_read_b32 v2, v1
v_add_u32 v0, 64, v0
s_branch loop
out: s_mov_b64 exec, s[12:13]
${tail}`,
    ],
    [
      'with its exit before it',
      `v_lshlrev_b32 v1, 2, v0
s_branch loop
out: ${tail}
s_endpgm
loop: ds_read_b32 v2, v1
s_sub_u32 s8, s8, 1
s_cmp_lg_u32 s8, 0
s_cbranch_scc0 out
s_branch loop`,
    ],
    [
      'in another one, both unknown',
      `v_lshlrev_b32 v1, 2, v0
outer: s_mov_b32 s12, s9
loop: ds_read_b32 v2, v1
s_sub_u32 s12, s12, 1
s_cmp_lg_u32 s12, 0
s_cbranch_scc1 loop
s_sub_u32 s8, s8, 1
s_cmp_lg_u32 s8, 0
s_cbranch_scc1 outer
${tail}`,
    ],
    [
      'as vcc says',
      `v_lshlrev_b32 v1, 2, v0
loop: ds_read_b32 v2, v1
v_add_u32 v0, 64, v0
v_cmp_gt_u32 vcc, s8, v0
s_cbranch_vccnz loop
${tail}`,
    ],
  ])('is executed once and left: %s', (_what, body) => {
    const seen = execute(body);
    expect(seen.coverage).toEqual({ instructions: 2, counted: 2, missing: [] });
    expect([...seen.accesses.values()].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('ends for every wave where they run copies of their own', () => {
    const seen = execute(
      `v_lshlrev_b32 v1, 2, v0
v_readfirstlane_b32 s4, v0
s_cmp_lg_u32 s4, 0
s_cbranch_scc1 second
first: ds_read_b32 v3, v1
s_sub_u32 s8, s8, 1
s_cmp_lg_u32 s8, 0
s_cbranch_scc0 out
s_branch first
out: s_endpgm
second: ds_read_b32 v3, v1
s_sub_u32 s8, s8, 1
s_cmp_lg_u32 s8, 0
s_cbranch_scc0 out
ds_read_b32 v3, v1 offset:4
s_sub_u32 s8, s8, 1
s_cmp_lg_u32 s8, 0
s_cbranch_scc0 out
s_branch second`,
      undefined,
      128,
    );
    expect(seen.coverage).toEqual({ instructions: 3, counted: 3, missing: [] });
    expect([...seen.accesses.values()].map(({ length }) => length)).toEqual([1, 1, 1]);
  });
});

/** An instruction over v1 to v5, s8 to s13, vcc and known masks. */
const line: fc.Arbitrary<string> = (() => {
  const v = fc.constantFrom('v1', 'v2', 'v3', 'v4', 'v5');
  const s = fc.constantFrom('s8', 's9', 's12', 's13', '7', '64');
  const pair = fc.constantFrom('vcc', 's[14:15]', 's[16:17]');
  const wave = fc.constantFrom('-1', '0xff00ff', '0x0f0f0f0f', '15');
  const logic = fc.constantFrom('and', 'or', 'xor', 'andn2', 'orn2', 'nand', 'nor', 'xnor');
  const lane = fc.constantFrom(0, 3, 31, 32, 63);
  return fc.oneof(
    fc
      .tuple(fc.constantFrom('add_u32', 'and_b32', 'xor_b32', 'lshlrev_b32'), v, s, v)
      .map(([op, d, a, b]) => `v_${op} ${d}, ${a}, ${b}`),
    fc.tuple(v, v, v).map(([d, a, b]) => `v_add_u32 ${d}, ${a}, ${b}`),
    fc
      .tuple(fc.constantFrom('sub_u32', 'subrev_u32', 'mul_lo_u32'), v, s, v)
      .map(([op, d, a, b]) => `v_${op} ${d}, ${a}, ${b}`),
    fc
      .tuple(v, v, v, s)
      .map(([d, a, b, c]) => `v_sub_u32 ${d}, ${a}, ${b}\nv_add_u32 ${d}, ${c}, ${d}`),
    fc
      .tuple(fc.constantFrom('add3_u32', 'lshl_add_u32', 'add_lshl_u32'), v, v, v)
      .map(([op, d, a, b]) => `v_${op} ${d}, ${a}, 3, ${b}`),
    fc
      .tuple(fc.constantFrom('sub_u32', 'mul_i32', 'lshl_b32', 'lshl2_add_u32'), s, s)
      .map(([op, a, b]) => `s_${op} s13, ${a}, ${b}`),
    fc.tuple(s).map(([a]) => `s_mov_b32 s12, ${a}\ns_addk_i32 s12, 0xfff0\ns_mulk_i32 s12, -3`),
    fc.tuple(v, s).map(([d, a]) => `v_mov_b32 ${d}, ${a}`),
    fc.tuple(v).map(([d]) => `v_mov_b32 ${d}, v0`),
    fc.tuple(pair, s, v).map(([d, a, b]) => `v_cmp_gt_u32 ${d}, ${a}, ${b}`),
    fc.tuple(v, v, v, pair).map(([d, a, b, m]) => `v_cndmask_b32 ${d}, ${a}, ${b}, ${m}`),
    fc.tuple(v, v, v).map(([d, a, b]) => `v_addc_co_u32 ${d}, vcc, ${a}, ${b}, vcc`),
    fc.tuple(v, v).map(([d, a]) => `v_mov_b32_dpp ${d}, ${a} row_shr:1 row_mask:0xf bank_mask:0xf`),
    fc
      .tuple(v, v)
      .map(
        ([d, a]) =>
          `v_mov_b32_sdwa ${d}, ${a} dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1`,
      ),
    fc.tuple(v, v, v).map(([d, a, b]) => `ds_bpermute_b32 ${d}, ${a}, ${b}\ns_waitcnt lgkmcnt(0)`),
    fc.tuple(v, v).map(([a, b]) => `v_swap_b32 ${a}, ${b}`),
    fc.tuple(logic, pair, pair, pair).map(([op, d, a, b]) => `s_${op}_b64 ${d}, ${a}, ${b}`),
    fc.tuple(pair, wave).map(([d, m]) => `s_mov_b64 ${d}, ${m}`),
    fc.tuple(wave).map(([m]) => `s_mov_b64 exec, ${m}`),
    fc.tuple(s, s).map(([a, b]) => `s_add_u32 s12, ${a}, ${b}`),
    fc.tuple(s, s).map(([a, b]) => `s_cselect_b32 s13, ${a}, ${b}`),
    fc.tuple(pair).map(([m]) => `s_bcnt1_i32_b64 s12, ${m}`),
    fc.tuple(v).map(([a]) => `v_readfirstlane_b32 s13, ${a}`),
    fc.tuple(v, lane).map(([a, l]) => `v_readlane_b32 s12, ${a}, ${l}`),
    fc.tuple(v, s, lane).map(([d, a, l]) => `v_writelane_b32 ${d}, ${a}, ${l}`),
    fc.tuple(v, v).map(([a, b]) => `v_and_b32 v6, 0xfc, ${a}\nds_write_b32 v6, ${b}`),
    fc
      .tuple(v, v)
      .map(([d, a]) => `v_and_b32 v6, 0xfc, ${a}\nds_read_b32 ${d}, v6\ns_waitcnt lgkmcnt(0)`),
  );
})();

/** Known, unknown and mixed values to begin with. */
const mixed = `v_lshrrev_b32 v2, 1, v0
v_mov_b32 v3, s8
v_mul_u32_u24 v4, 4, v0
s_mov_b64 s[14:15], 0xff00ff
s_and_b32 s8, s8, 63
v_cmp_gt_u32 vcc, s8, v0
v_cmp_gt_u32 s[16:17], 20, v0`;

describe('what is counted without arguments', () => {
  it('is the same with any arguments', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 4, maxLength: 30 }),
        fc.array(fc.tuple(fc.nat(0xffff), fc.nat(0xffff)), { minLength: 2, maxLength: 2 }),
        (lines, values) => {
          const body = `${mixed}
${lines.join('\n')}
s_mov_b64 exec, -1
${[1, 2, 3, 4, 5].map((row) => `v_and_b32 v6, 0xfc, v${row}\nds_read_b32 v7, v6`).join('\n')}`;
          const without = execute(body);
          for (const given of values) {
            const withArguments = execute(body, given);
            for (const [place, accesses] of without.accesses)
              expect(withArguments.accesses.get(place)).toEqual(accesses);
          }
        },
      ),
      { numRuns: 150 },
    );
  }, 60_000);
});
