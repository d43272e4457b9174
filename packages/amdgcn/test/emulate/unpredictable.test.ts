/** Results that no launch determines: accesses that depend on them are not counted, and say on what. */
import { describe, expect, it } from 'vitest';
import { EXEC } from '../../src/state/wave.ts';
import { bench, buffer, type KernelOptions, kernelText, runKernel } from './harness.ts';

const given = { arguments: [buffer(new Uint8Array(4096))] };

/** A kernel that shifts its addresses by bits of s10. */
const shifted = (lines: string, chip?: string): string =>
  kernelText(
    `  v_lshlrev_b32 v2, 2, v0
  ${lines}
  s_waitcnt lgkmcnt(0)
  s_and_b32 s10, s10, 3
  v_lshlrev_b32 v6, s10, v2
  ds_read_b32 v7, v6`,
    '.amdhsa_kernarg_size 8',
    chip,
  );

function coverage(lines: string, machine: string, options: KernelOptions = {}) {
  const { execution, traces } = runKernel(shifted(lines, machine), {
    machine,
    ...given,
    ...options,
  });
  const rows = (traces[0]?.count ?? 0) * (traces[0]?.waveSize ?? 0);
  return { rows: rows / 64, ...execution.kernel.ldsInstructions };
}

const open: readonly (readonly [chip: string, line: string, source: string])[] = [
  ['gfx942', 's_memtime s[10:11]', 'the clock'],
  ['gfx950', 's_memrealtime s[10:11]', 'the clock'],
  ['gfx90a', 's_getreg_b32 s10, hwreg(HW_REG_HW_ID)', 'hardware register HW_REG_HW_ID'],
  ['gfx942', 's_getreg_b32 s10, hwreg(HW_REG_XCC_ID, 0, 4)', 'hardware register HW_REG_XCC_ID'],
  ['gfx942', 's_getreg_b32 s10, hwreg(20)', 'hardware register 20'],
  ['gfx942', 's_getreg_b32 s10, 0xf804', 'hardware register 4'],
  ['gfx1100', 's_getreg_b32 s10, hwreg(HW_REG_SHADER_CYCLES, 0, 20)', 'the clock'],
  ['gfx1201', 's_getreg_b32 s10, hwreg(HW_REG_SHADER_CYCLES_LO)', 'the clock'],
  ['gfx1201', 's_getreg_b32 s10, hwreg(HW_REG_HW_ID1)', 'hardware register HW_REG_HW_ID1'],
  ['gfx1100', 's_sendmsg_rtn_b64 s[10:11], sendmsg(MSG_RTN_GET_REALTIME)', 'the clock'],
  [
    'gfx1201',
    's_sendmsg_rtn_b32 s10, sendmsg(MSG_RTN_GET_SE_AID_ID)',
    'the result of s_sendmsg_rtn_b32 in line 8',
  ],
];

describe('an address', () => {
  for (const accessesOnly of [false, true]) {
    it.each(open)(
      `on %s of %s is not counted (${accessesOnly ? 'accesses only' : 'all values'})`,
      (chip, line, source) => {
        const found = coverage(line, chip, { accessesOnly });
        expect(found).toMatchObject({
          instructions: 1,
          counted: 0,
          rows: 0,
          missing: [{ reason: `whose address depends on ${source}`, instructions: 1 }],
        });
      },
    );

    it.each([
      ['gfx942', 's_getreg_b32 s10, hwreg(HW_REG_MODE, 0, 4)'],
      ['gfx1201', 's_getreg_b32 s10, hwreg(HW_REG_WAVE_SCRATCH_BASE_LO)'],
      ['gfx90a', 's_getreg_b32 s10, hwreg(HW_REG_SH_MEM_BASES, 16, 16)'],
      ['gfx942', 's_getpc_b64 s[10:11]'],
      // What no address asks for.
      ['gfx942', 's_memtime s[12:13]\n  s_mov_b32 s10, 1'],
      // A bit that no clock sets: s10 is 0.
      ['gfx942', 's_getreg_b32 s10, hwreg(HW_REG_HW_ID, 0, 4)\n  s_and_b32 s10, s10, 0xf0'],
    ])('on %s of %s is counted', (chip, line) => {
      const found = coverage(line, chip, { accessesOnly });
      expect(found).toMatchObject({ instructions: 1, counted: 1, rows: 1 });
    });
  }

  it('says so without a launch, too, beside what depends on arguments', () => {
    const { missing } = coverage('s_memtime s[10:11]', 'gfx942', { arguments: undefined });
    expect(missing).toEqual([{ reason: 'whose address depends on the clock', instructions: 1 }]);
  });
});

it('SH_MEM_BASES has the apertures of flat addresses', () => {
  const { wave, run } = bench('gfx90a');
  run('s_getreg_b32 s8, hwreg(HW_REG_SH_MEM_BASES, 16, 16)\ns_lshl_b32 s8, s8, 16');
  expect(wave.s[8]).toBe(0x10000);
  run('s_getreg_b32 s8, hwreg(HW_REG_SH_MEM_BASES, 0, 16)\ns_lshl_b32 s8, s8, 16');
  expect(wave.s[8]).toBe(0x20000);
  expect(wave.s[EXEC]).toBe(0xffffffff);
});
