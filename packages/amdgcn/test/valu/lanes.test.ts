/** Instructions that move values between lanes. */
import { describe, expect, test } from 'vitest';
import { EXEC, LANES } from '../../src/state/wave.ts';
import { laneRows } from '../../src/isa/valu/lanes.ts';
import { lanesOf, numbered, run } from './harness.ts';

const tests: Readonly<Record<string, () => void>> = {
  v_nop: () => expect(run('v_nop', numbered()).u).toEqual(numbered().u),
  v_clrexcp: () => expect(run('v_clrexcp', numbered()).u).toEqual(numbered().u),
  v_readfirstlane_b32: () => {
    const wave = numbered();
    const first = (low: number, high: number): number => {
      [wave.s[EXEC], wave.s[EXEC + 1]] = [low, high];
      return run('v_readfirstlane_b32 s5, v1', wave).s[5] ?? 0;
    };
    expect(first(0xffffffff, 0xffffffff)).toBe(1000);
    expect(first(0xfffffff0, 0)).toBe(1004);
    expect(first(0x80000000, 1)).toBe(1031);
    expect(first(0, 0x80000000)).toBe(1063);
    expect(first(0, 0)).toBe(1000);
    expect(run('v_readfirstlane_b32 m0, v2', wave).s[124]).toBe(2000);
  },
  v_readlane_b32: () => {
    const wave = numbered();
    wave.s[7] = 64 + 9;
    wave.s[EXEC] = 0;
    expect(run('v_readlane_b32 s5, v1, 63', wave).s[5]).toBe(1063);
    expect(run('v_readlane_b32 s5, v1, s7', wave).s[5]).toBe(1009);
  },
  v_writelane_b32: () => {
    const wave = numbered();
    wave.s[7] = 3;
    wave.s[EXEC] = 0;
    run('v_writelane_b32 v1, s7, 10', wave);
    run('v_writelane_b32 v1, -1, s7', wave);
    expect([wave.u[LANES + 10], wave.u[LANES + 3], wave.u[LANES + 4]]).toEqual([
      3, 0xffffffff, 1004,
    ]);
  },
  v_swap_b32: () => {
    const wave = numbered();
    wave.s[EXEC] = 1;
    wave.s[EXEC + 1] = 0;
    run('v_swap_b32 v0, v1', wave);
    expect([wave.u[0], wave.u[LANES], wave.u[1]]).toEqual([1000, 0, 1]);
  },
  v_permlane16_swap_b32: () => {
    const wave = run('v_permlane16_swap_b32 v0, v1', numbered());
    const wanted = (lane: number): number => (lane & 16 ? 1000 + lane - 16 : lane);
    expect(lanesOf(wave, 0)).toEqual(lanesOf(numbered(), 0).map(wanted));
    expect(lanesOf(wave, 1)).toEqual(
      lanesOf(numbered(), 0).map((lane) => (lane & 16 ? 1000 + lane : lane + 16)),
    );
  },
  v_permlane32_swap_b32: () => {
    const wave = run('v_permlane32_swap_b32 v0, v1', numbered());
    expect(lanesOf(wave, 0)).toEqual(
      lanesOf(numbered(), 0).map((lane) => (lane < 32 ? lane : 1000 + lane - 32)),
    );
    expect(lanesOf(wave, 1)).toEqual(
      lanesOf(numbered(), 0).map((lane) => (lane < 32 ? lane + 32 : 1000 + lane)),
    );
    const half = numbered();
    half.s[EXEC + 1] = 0;
    run('v_permlane32_swap_b32 v0, v1', half);
    expect(half.u).toEqual(numbered().u);
    run('v_permlane32_swap_b32_e64 v0, v1 fi:1', half);
    expect([half.u[LANES], half.u[LANES + 32], half.u[32]]).toEqual([32, 1032, 32]);
  },
};

describe('between lanes', () => {
  for (const mnemonic of laneRows.keys()) {
    test(mnemonic, () => {
      const check = tests[mnemonic];
      expect(check).toBeDefined();
      check?.();
    });
  }
});
