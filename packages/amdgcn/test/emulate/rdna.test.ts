/** How waves of RDNA start and what their scalars are: 32 or 64 lanes, workgroup ids, masks, waits. */
import { describe, expect, it } from 'vitest';
import { EXEC, VCC } from '../../src/state/wave.ts';
import { bench } from './harness.ts';

describe('waves of 32 lanes', () => {
  it('have masks of one word', () => {
    const { wave, run } = bench('gfx1100');
    expect([wave.s[EXEC], wave.s[EXEC + 1]]).toEqual([0xffffffff, 0]);
    run('s_mov_b32 vcc_lo, 0x5\ns_mov_b32 vcc_hi, 7\ns_and_saveexec_b32 s0, vcc_lo');
    expect([wave.s[0], wave.s[EXEC], wave.s[EXEC + 1], wave.s[VCC + 1]]).toEqual([
      0xffffffff, 5, 0, 7,
    ]);
    run('s_mov_b32 vcc_lo, 0\ns_mov_b32 s1, 1\ns_cbranch_vccz skip\ns_mov_b32 s1, 2\nskip:');
    expect(wave.s[1]).toBe(1);
  });

  it('do not write exec_hi', () => {
    const { run } = bench('gfx1100');
    expect(() => run('s_mov_b64 exec, -1')).toThrow('exec_hi');
    expect(() => run('s_and_saveexec_b64 s[0:1], vcc')).toThrow('exec_hi');
    expect(() => bench('gfx1100', 4096, false, 64).run('s_mov_b64 exec, -1')).not.toThrow();
  });

  it('forget what is written to null', () => {
    const { wave, run } = bench('gfx1201');
    run('s_mov_b32 null, 7\ns_mov_b64 null, -1\ns_mov_b32 s3, null');
    expect([wave.s[3], wave.s[EXEC]]).toEqual([0, 0xffffffff]);
  });
});

describe('scalar registers of RDNA', () => {
  it('are 106', () => {
    const { wave, run } = bench('gfx1100');
    run('s_mov_b32 s105, 3');
    expect(wave.s[105]).toBe(3);
    expect(() => bench('gfx942').run('s_mov_b32 s105, 3')).toThrow('s105');
  });
});
