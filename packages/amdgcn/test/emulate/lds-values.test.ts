/** Bytes of LDS whose value no one knows: those that nothing has written, and those that lanes of one store disagree on. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { hazardCodes, kernelText, runKernel } from './harness.ts';

const run = (body: string) =>
  runKernel(kernelText(`  v_and_b32 v1, 63, v0\n${body}\n  s_waitcnt lgkmcnt(0)`), {
    arguments: [],
    block: [64, 1, 1],
  }).execution;

const address = (expression: 'same' | 'own' | 'pair' | 'half'): string =>
  ({
    same: 'v_mov_b32 v2, 0',
    own: 'v_lshlrev_b32 v2, 2, v1',
    // Two neighbouring lanes at one word.
    pair: 'v_lshrrev_b32 v2, 1, v1\n  v_lshlrev_b32 v2, 2, v2',
    // Words that begin two bytes apart.
    half: 'v_lshlrev_b32 v2, 1, v1',
  })[expression];

describe('lanes of one store', () => {
  it.each([
    ['same', 'v_mov_b32 v3, v1', 'ds_write_b32 v2, v3', true],
    ['pair', 'v_mov_b32 v3, v1', 'ds_write_b32 v2, v3', true],
    ['half', 'v_mov_b32 v3, v1', 'ds_write_b32 v2, v3', true],
    ['half', 'v_mov_b32 v3, v1', 'ds_write_b16 v2, v3', false],
    ['own', 'v_mov_b32 v3, v1', 'ds_write_b32 v2, v3', false],
    ['own', 'v_mov_b32 v3, v1', 'ds_write_b64 v2, v[3:4]', true],
    ['same', 'v_mov_b32 v3, 7', 'ds_write_b32 v2, v3', false],
    ['pair', 'v_lshrrev_b32 v3, 1, v1', 'ds_write_b32 v2, v3', false],
    // The low bytes are all equal, the high ones are not stored.
    ['same', 'v_lshlrev_b32 v3, 16, v1', 'ds_write_b16 v2, v3', false],
    ['same', 'v_lshlrev_b32 v3, 16, v1', 'ds_write_b16_d16_hi v2, v3', true],
    ['same', 'v_mov_b32 v3, v1', 'ds_write2_b32 v2, v3, v3 offset1:1', true],
    ['same', 's_mov_b64 exec, 1\n  v_mov_b32 v3, v1', 'ds_write_b32 v2, v3', false],
    ['same', 's_mov_b64 exec, 3\n  v_mov_b32 v3, v1', 'ds_write_b32 v2, v3', true],
    ['same', 'v_mov_b32 v3, v1', 'ds_add_u32 v2, v3', false],
  ] as const)('at %s addresses, %s: %s', (where, value, store, collides) => {
    const found = run(`  v_mov_b32 v4, v1\n  ${address(where)}\n  ${value}\n  ${store}`).hazards;
    const colliding = found.filter(({ code }) => code === 'hazard/lane-collision');
    expect(colliding.length > 0).toBe(collides);
    expect(
      colliding.every(({ severity, other }) => severity === 'error' && other === undefined),
    ).toBe(true);
  });

  it('collide where brute force finds two values for a byte', () => {
    const forms = [
      ['ds_write_b8', 1],
      ['ds_write_b16', 2],
      ['ds_write_b32', 4],
      ['ds_write_b64', 8],
    ] as const;
    const few = fc.record({
      form: fc.constantFrom(...forms),
      exec: fc.bigInt({ min: 1n, max: 2n ** 32n - 1n }),
      full: fc.boolean(),
      shift: fc.nat({ max: 6 }),
      scale: fc.constantFrom(1, 2, 4, 8, 12),
      values: fc.nat({ max: 6 }),
    });
    forAll([few], 300, ({ form: [store, bytes], exec, full, shift, scale, values }) => {
      const mask = full ? 2n ** 64n - 1n : exec;
      const at = (lane: number): number => (lane >> shift) * scale;
      const valueOf = (lane: number): number => lane >> values;
      const data = bytes === 8 ? 'v[3:4]' : 'v3';
      const { hazards } = run(`  v_lshrrev_b32 v2, ${shift}, v1
  v_mul_lo_u32 v2, v2, ${scale}
  v_lshrrev_b32 v3, ${values}, v1
  v_mov_b32 v4, 0
  s_mov_b32 exec_lo, ${mask % 2n ** 32n}
  s_mov_b32 exec_hi, ${mask / 2n ** 32n}
  ${store} v2, ${data}`);
      const stored = new Map<number, Set<number>>();
      for (let lane = 0; lane < 64; lane++) {
        if (((mask >> BigInt(lane)) & 1n) === 0n) continue;
        for (let i = 0; i < bytes; i++) {
          const byte = at(lane) + i;
          const value = i < 4 ? (valueOf(lane) >>> (8 * i)) & 255 : 0;
          stored.set(byte, (stored.get(byte) ?? new Set()).add(value));
        }
      }
      const wanted = [...stored.values()].some(({ size }) => size > 1);
      const found = hazards.some(({ code }) => code === 'hazard/lane-collision');
      expect(found).toBe(wanted);
    });
  });
});

describe('LDS that nothing has written', () => {
  const own = address('own');
  it.each([
    ['ds_read_b32 v3, v2', true],
    ['ds_add_u32 v2, v1', true],
    ['ds_add_rtn_u32 v3, v2, v1', true],
    ['ds_cmpst_b32 v2, v1, v1', true],
    ['ds_wrxchg_rtn_b32 v3, v2, v1', true],
    ['ds_add_u64 v2, v[4:5] offset:512', true],
    ['ds_write_b32 v2, v1\n  ds_add_u32 v2, v1', false],
    [
      'ds_write_b32 v2, v1\n  s_waitcnt lgkmcnt(0)\n  ds_add_u32 v2, v1\n  ds_read_b32 v3, v2',
      false,
    ],
    ['ds_write_b32 v2, v1\n  ds_add_u64 v2, v[4:5]', true],
  ])('%s', (body, isRead) => {
    const codes = hazardCodes(run(`  ${own}\n  v_mov_b32 v4, 0\n  v_mov_b32 v5, 0\n  ${body}`));
    expect(codes.includes('hazard/uninitialized-lds')).toBe(isRead);
  });
});
