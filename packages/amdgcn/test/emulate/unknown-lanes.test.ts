/**
 * Unknown values by lane and by bit, beside `cases/lanes.s`. The oracle is execution itself: what is counted without arguments must
 * be the same with any arguments.
 */
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { copyTrace, type LdsCoverage, machineNamed } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { int32, kernelText, metadataText, runKernel } from './harness.ts';

const metadata = metadataText('n:4 m:4');

/** Accesses as `line: mask, addresses of the active lanes`, a line for each execution. */
interface Seen {
  readonly accesses: ReadonlyMap<number, readonly string[]>;
  readonly coverage: LdsCoverage | undefined;
}

function execute(body: string, given?: readonly number[]): Seen {
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
    launch: { block: [64, 1, 1], scalars: new Map() },
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
  };
}

const counted = ({ coverage }: Seen): string =>
  `${coverage?.counted} of ${coverage?.instructions}; ${coverage?.missing.map(({ reason }) => reason).join('; ')}`;

describe('what is unknown', () => {
  it('is what no metadata describes', () => {
    const text = kernelText(`s_load_dword s8, s[0:1], 0x0
v_lshlrev_b32 v1, 2, v0
s_waitcnt lgkmcnt(0)
v_add_u32 v2, s8, v1
ds_read_b32 v3, v2
ds_read_b32 v3, v1`);
    const { kernel, diagnostics } = runKernel(text).execution;
    expect(kernel.ldsInstructions?.counted).toBe(1);
    expect(diagnostics.map(({ message }) => message).join()).toContain('argument kernarg+0');
  });

  const read = 'v_lshlrev_b32 v1, 2, v0';

  it.each([
    ['ds_read_u8_d16 v10, v1', '16', '1 of 2'],
    ['ds_read_u8_d16_hi v10, v1', '0', '1 of 2'],
    ['ds_read_u8 v10, v1', '16', '2 of 2'],
    ['v_add_f16_e64 v10, v1, v1 op_sel:[0,0,1]', '0', '0 of 1'],
    ['v_add_f16_e64 v10, v1, v1', '0', '1 of 1'],
  ])('stays where %s leaves half of a register', (line, shift, expected) => {
    const body = `${read}
v_mov_b32 v10, s8
${line}
s_waitcnt lgkmcnt(0)
v_lshrrev_b32 v11, ${shift}, v10
v_and_b32 v11, 0xfc, v11
ds_read_b32 v3, v11`;
    expect(counted(execute(body))).toContain(expected);
    const [one, other] = [1, 0x12345678].map((n) => execute(body, [n, 0]).accesses);
    const isKnown = expected.startsWith('2') || expected === '1 of 1';
    expect(JSON.stringify([...(one ?? [])]) === JSON.stringify([...(other ?? [])])).toBe(isKnown);
  });

  it('does not hide what is behind the other answer of a branch', () => {
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

  it('is not the address of the lanes that a mask keeps inside LDS', () => {
    const { accesses } = execute(`${read}
v_mov_b32 v4, 0x80000000
v_cmp_gt_u32 vcc, s8, v0
v_cndmask_b32 v2, v4, v1, vcc
ds_read_b32 v3, v2`);
    expect([...accesses.values()].flat()).toEqual([
      `ffffffff ffffffff: ${Array.from({ length: 64 }, (_, lane) => 4 * lane).join(' ')}`,
    ]);
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
    forAll(
      [
        fc.array(line, { minLength: 4, maxLength: 30 }),
        fc.array(fc.tuple(fc.nat(0xffff), fc.nat(0xffff)), { minLength: 2, maxLength: 2 }),
      ],
      150,
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
    );
  }, 60_000);
});
