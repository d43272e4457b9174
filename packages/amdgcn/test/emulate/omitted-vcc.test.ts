/** Instructions whose text leaves VCC out, beside the same with VCC: results, and what stays refused. */
import { describe, expect, it } from 'vitest';
import { buffer, kernelText, runKernel } from './harness.ts';

/** What v3 of each lane is after a body that has the lane in v0 and v1, and the codes of errors. */
function results(
  machine: string,
  body: string,
): { readonly words: number[]; readonly codes: string[] } {
  const isRdna = machine.startsWith('gfx1');
  const lanes = isRdna ? 32 : 64;
  const bytes = new Uint8Array(lanes * 4);
  const text = kernelText(
    `  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_and_b32 v0, 0x3ff, v0
  v_mov_b32 v1, v0
  v_lshlrev_b32 v2, 2, v0
  s_waitcnt lgkmcnt(0)
${body}
  global_store_dword v2, v3, s[4:5]`,
    '',
    machine,
  );
  const { execution } = runKernel(text, {
    machine,
    block: [lanes, 1, 1],
    arguments: [buffer(bytes)],
  });
  return {
    words: [...new Uint32Array(bytes.buffer)],
    codes: execution.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code }) => code),
  };
}

describe('VCC that is left out', () => {
  it.each([
    ['v_cmp_gt_u32 8, v0', 'v_cmp_gt_u32 vcc, 8, v0'],
    ['v_cmp_gt_u32_e32 8, v0', 'v_cmp_gt_u32_e32 vcc, 8, v0'],
  ])('is the result of %s and the choice of v_cndmask_b32', (without, written) => {
    for (const machine of ['gfx942', 'gfx1100']) {
      const body = (compare: string, mask: string): string =>
        `  ${compare}\n  v_mov_b32 v4, 7\n  v_cndmask_b32 v3, v0, v4${mask}`;
      const { words, codes } = results(machine, body(without, ''));
      expect(codes).toEqual([]);
      const expected = words.map((_, lane) => (lane < 8 ? 7 : lane));
      expect(words).toEqual(expected);
      expect(results(machine, body(written, ', vcc')).words).toEqual(expected);
    }
  });

  it('takes the carry of a sum on CDNA', () => {
    const { words, codes } = results(
      'gfx942',
      `  v_mov_b32 v4, -8
  v_add_co_u32 v3, v0, v4
  v_mov_b32 v4, 0
  v_addc_co_u32 v3, vcc, v4, v4, vcc`,
    );
    expect(codes).toEqual([]);
    expect(words).toEqual(words.map((_, lane) => (lane < 8 ? 0 : 1)));
  });

  it('gives and takes the carry of a sum on RDNA', () => {
    const { words, codes } = results(
      'gfx1100',
      `  v_cmp_gt_u32 8, v0
  v_add_co_ci_u32 v3, v0, v1`,
    );
    expect(codes).toEqual([]);
    expect(words).toEqual(words.map((_, lane) => 2 * lane + (lane < 8 ? 1 : 0)));
  });

  it.each([
    ['gfx942', 'v_cndmask_b32_e64 v3, v0, v1', 'the encoding of 64 bits'],
    ['gfx942', 'v_add_co_u32 v3, v0, s4', 'a second source that is scalar'],
    ['gfx942', 'v_addc_co_u32 v3, v0, v1', 'the carry that CDNA takes'],
    ['gfx1100', 'v_add_co_u32 v3, v0, v1', 'the carry that RDNA gives'],
  ])('stays refused on %s in %s: %s', (machine, line) => {
    expect(results(machine, `  ${line}`).codes).toEqual(['execute/malformed']);
  });
});
