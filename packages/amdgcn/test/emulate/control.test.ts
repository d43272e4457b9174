import { describe, expect, it } from 'vitest';
import { EXEC, M0, VCC } from '../../src/state/wave.ts';
import { saluRows } from '../../src/isa/salu/salu.ts';
import { controlNames } from './control-names.ts';
import { bench, executed, kernelText, runKernel, setRow } from './harness.ts';
import { lines } from './lines.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('control.s', import.meta.url));

describe('branches', () => {
  const taken = (
    branch: string,
    prepare: (wave: ReturnType<typeof bench>['wave']) => void,
  ): boolean => {
    const { wave, run } = bench();
    prepare(wave);
    run(`s_mov_b32 s8, 1\n ${branch} target\n s_mov_b32 s8, 2\ntarget:`);
    return wave.s[8] === 1;
  };

  it.each([
    ['s_cbranch_scc1', 's_cbranch_scc0', (wave, on) => void (wave.scc = Number(on))],
    ['s_cbranch_vccnz', 's_cbranch_vccz', (wave, on) => wave.setPair(VCC, 0, Number(on))],
    ['s_cbranch_execnz', 's_cbranch_execz', (wave, on) => wave.setPair(EXEC, 0, Number(on))],
  ] as readonly [string, string, (wave: ReturnType<typeof bench>['wave'], on: boolean) => void][])(
    '%s and %s',
    (positive, negative, set) => {
      for (const on of [true, false]) {
        expect(taken(positive, (wave) => set(wave, on))).toBe(on);
        expect(taken(negative, (wave) => set(wave, on))).toBe(!on);
      }
    },
  );

  it('s_setvskip leaves vector instructions without effect, and no others', () => {
    const { wave, run } = bench();
    setRow(wave, 1, () => 5);
    run(textOf('s_setvskip leaves vector instructions without effect, and no others'));
    expect([wave.u[64], wave.s[9], wave.u[128], wave.u[192]]).toEqual([5, 3, 10, 1]);
  });

  it.each(['s_branch', 's_cbranch_scc0', 's_call_b64 s[4:5],'])('%s: to labels alone', (branch) => {
    const to = (place: string) => () => bench().run(`${branch} ${place}\n s_nop 0\ntarget:`);
    for (const place of ['target', 'target+0']) expect(to(place)).not.toThrow();
    for (const place of ['target+4', 'target-4', '1'])
      expect(to(place)).toThrow('a branch to something else than a label');
  });

  it('s_branch always, debugger branches never', () => {
    expect(taken('s_branch', () => {})).toBe(true);
    for (const who of ['sys', 'user', 'sys_or_user', 'sys_and_user'])
      expect(taken(`s_cbranch_cdbg${who}`, () => {})).toBe(false);
  });

  it('calls and returns by s_call_b64, s_swappc_b64 and s_setpc_b64', () => {
    const { wave, run } = bench();
    run(textOf('calls and returns by s_call_b64, s_swappc_b64 and s_setpc_b64'));
    expect(wave.s[8]).toBe(112);
  });

  it('s_rfe_restore_b64 goes to an address', () => {
    const { wave, run } = bench();
    run(`s_getpc_b64 s[4:5]
      s_add_u32 s4, s4, 24
      s_rfe_restore_b64 s[4:5], s6
      s_mov_b32 s8, 1
      s_mov_b32 s9, 2`);
    expect([wave.s[8], wave.s[9]]).toEqual([0, 2]);
  });
});

describe('modes and time', () => {
  it('reads and writes fields of MODE', () => {
    const { wave, run } = bench();
    wave.mode = 0x3f0;
    run('s_getreg_b32 s8, hwreg(HW_REG_MODE, 4, 4)');
    expect(wave.s[8]).toBe(15);
    wave.s[4] = 5;
    run('s_setreg_b32 hwreg(HW_REG_MODE, 4, 4), s4');
    expect(wave.mode).toBe(0x350);
    run('s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3');
    expect(wave.mode).toBe(0x353);
    run('s_getreg_b32 s8, hwreg(HW_REG_HW_ID)');
    expect(wave.s[8]).toBe(0);
    run('s_getreg_b32 s8, 0x3841');
    expect(wave.s[8]).toBe((0x353 >> 1) & 0xff);
  });

  it('moves vector operands by M0 between s_set_gpr_idx_on and off', () => {
    const { wave, run } = bench();
    setRow(wave, 3, (lane) => lane + 300);
    setRow(wave, 5, (lane) => lane + 500);
    wave.s[4] = 2;
    run(
      's_set_gpr_idx_on s4, gpr_idx(SRC0)\n v_mov_b32 v9, v3\n s_set_gpr_idx_off\n v_mov_b32 v10, v3',
    );
    expect([wave.u[9 * 64], wave.u[10 * 64]]).toEqual([500, 300]);
    expect((wave.s[M0] ?? 0) & 0xf0ff).toBe(0x1002);
    run('s_set_gpr_idx_on s4, gpr_idx(DST)\n v_mov_b32 v9, v3\n s_set_gpr_idx_off');
    expect(wave.u[11 * 64]).toBe(300);
    wave.s[4] = 7;
    run('s_set_gpr_idx_mode gpr_idx(DST)\n s_set_gpr_idx_idx s4\n s_set_gpr_idx_off');
    expect((wave.s[M0] ?? 0) & 0xf0ff).toBe(0x8007);
  });

  it('has no effect of what only takes time or tells others', () => {
    const idle =
      /^s_(nop|sleep|setprio|sethalt|sendmsg|sendmsghalt|setkill|wakeup|icache_inv|incperflevel|decperflevel|ttracedata)$/;
    const { wave, run } = bench();
    const before = wave.s.slice();
    const names = saluRows.map(({ mnemonic }) => mnemonic).filter((name) => idle.test(name));
    expect(names.length).toBe(12);
    for (const name of names) run(lines.find(({ mnemonic }) => mnemonic === name)?.text ?? '');
    expect(wave.s).toEqual(before);
  });

  it('ends at s_endpgm in its forms, and at s_trap with a diagnostic', () => {
    for (const end of ['s_endpgm', 's_endpgm_saved', 's_endpgm_ordered_ps_done']) {
      const { wave, run } = bench();
      run(`${end}\n s_mov_b32 s8, 1`);
      expect(wave.s[8]).toBe(0);
    }
    const { execution } = runKernel(kernelText('s_trap 2'));
    expect(execution.diagnostics.map(({ code }) => code)).toEqual(['emulate/trap']);
  });

  it('goes on behind an s_barrier when all waves are at it', () => {
    const { wave, run } = bench();
    run('s_mov_b32 s8, 1\n s_barrier\n s_mov_b32 s9, 2');
    expect([wave.s[8], wave.s[9], wave.barriers]).toEqual([1, 2, 1]);
  });

  it('reads the encoded number of s_waitcnt', () => {
    const { wave, run, environment } = bench('gfx950', 4096, true);
    setRow(wave, 4, (lane) => 4 * lane);
    environment.lds.words[0] = 9;
    run(
      'ds_read_b32 v8, v4\n s_waitcnt 0xcf7f\n v_mov_b32 v9, v8\n s_waitcnt 0xc07f\n v_mov_b32 v10, v8',
    );
    expect([wave.u[9 * 64], wave.u[10 * 64]]).toEqual([0, 9]);
  });
});

it('executed every row about control', () => {
  const names = saluRows.map(({ mnemonic }) => mnemonic);
  const control = names.filter((mnemonic) => controlNames.test(mnemonic));
  expect(control.filter((mnemonic) => !executed.has(mnemonic))).toEqual([]);
});
