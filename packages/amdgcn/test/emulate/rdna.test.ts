/** How waves of RDNA start and what their scalars are: 32 or 64 lanes, workgroup ids, masks, waits. */
import { describe, expect, it } from 'vitest';
import { parseAssembly } from '@ldscope/amdgcn';
import { rows } from '../../../../test/rows.ts';
import { waitLimits } from '../../src/isa/salu/wait.ts';
import type { Target } from '../../src/state/target.ts';
import { EXEC, VCC } from '../../src/state/wave.ts';
import { bench, buffer, kernelText, runKernel } from './harness.ts';

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

const IDS = '.amdhsa_system_sgpr_workgroup_id_z 1\n.amdhsa_system_vgpr_workitem_id 1\n';

/** A kernel as compilers write it: argument pointer in s[0:1], workgroup ids behind it or in ttmp registers. */
const kernel = (chip: string, body: string, fields = ''): string =>
  kernelText(body, IDS + fields, chip);

/** What each work-item of a launch stores into a buffer of words, and what was found. */
function words(
  chip: string,
  body: string,
  { fields = '', block = [64, 1, 1], grid = [1, 1, 1], count = 64 }: Launched = {},
): {
  readonly stored: readonly number[];
  readonly codes: readonly string[];
  readonly hints: string;
} {
  const data = new Uint8Array(4 * count);
  const { execution } = runKernel(kernel(chip, body, fields), {
    machine: chip,
    block,
    grid,
    arguments: [buffer(data)],
  });
  const said = [...execution.diagnostics, ...execution.hazards];
  return {
    stored: [...new Uint32Array(data.buffer)],
    codes: said.map(({ code }) => code),
    hints: said.map(({ hint }) => hint ?? '').join('\n'),
  };
}

interface Launched {
  readonly fields?: string;
  readonly block?: readonly [number, number, number];
  readonly grid?: readonly [number, number, number];
  readonly count?: number;
}

const waitScalar = (chip: string): string =>
  chip === 'gfx1201' ? 's_wait_kmcnt 0x0' : 's_waitcnt lgkmcnt(0)';
const waitLoad = (chip: string, left = 0): string =>
  chip === 'gfx1201' ? `s_wait_loadcnt ${left}` : `s_waitcnt vmcnt(${left})`;
const waitLds = (chip: string, left = 0): string =>
  chip === 'gfx1201' ? `s_wait_dscnt ${left}` : `s_waitcnt lgkmcnt(${left})`;
const barrier = (chip: string): string =>
  chip === 'gfx1201' ? 's_barrier_signal -1\ns_barrier_wait -1' : 's_barrier';

describe.each(['gfx1100', 'gfx1151', 'gfx1201'])('a kernel of %s', (chip) => {
  const ids = chip === 'gfx1201' ? 's_mov_b32 s8, ttmp9' : 's_mov_b32 s8, s2';
  const idsY =
    chip === 'gfx1201'
      ? 's_and_b32 s9, ttmp7, 0xffff\ns_lshr_b32 s10, ttmp7, 16'
      : 's_mov_b32 s9, s3\ns_mov_b32 s10, s4';

  it('finds the ids of its workgroup and packed ids of work-items', () => {
    const { stored, codes } = words(
      chip,
      `s_load_b64 s[12:13], s[0:1], 0x0
      ${ids}
      ${idsY}
      v_and_b32 v1, 0x3ff, v0
      v_bfe_u32 v2, v0, 10, 10
      v_lshl_or_b32 v3, v2, 3, v1
      s_lshl_b32 s8, s8, 4
      s_lshl_b32 s9, s9, 8
      s_lshl_b32 s10, s10, 12
      s_or_b32 s11, s8, s9
      s_or_b32 s11, s11, s10
      v_or_b32 v4, s11, v3
      s_lshr_b32 s8, s8, 4
      s_lshr_b32 s9, s9, 7
      s_lshr_b32 s10, s10, 10
      s_add_co_i32 s8, s8, s9
      s_add_co_i32 s8, s8, s10
      s_lshl_b32 s8, s8, 4
      v_add_nc_u32 v5, s8, v3
      v_lshlrev_b32 v5, 2, v5
      ${waitScalar(chip)}
      global_store_b32 v5, v4, s[12:13]`.replaceAll(
        's_add_co_i32',
        chip === 'gfx1201' ? 's_add_co_i32' : 's_add_i32',
      ),
      { block: [8, 2, 1], grid: [2, 2, 2], count: 128 },
    );
    expect(codes).toEqual([]);
    const wanted = Array.from({ length: 128 }, (_, n) => {
      const group = n >> 4;
      const [x, y, z] = [group & 1, (group >> 1) & 1, group >> 2];
      return (n & 15) | (x << 4) | (y << 8) | (z << 12);
    });
    expect(stored).toEqual(wanted);
  });

  it.each([32, 64])('runs in waves of %i lanes, as its descriptor states', (size) => {
    const mask = size === 32 ? 'vcc_lo' : 'vcc';
    const count = size === 32 ? 's_bcnt1_i32_b32 s2, vcc_lo' : 's_bcnt1_i32_b64 s2, vcc';
    const { stored, codes } = words(
      chip,
      `s_load_b64 s[12:13], s[0:1], 0x0
      v_cmp_le_u32 ${mask}, 16, v0
      ${count}
      v_mov_b32 v2, s2
      v_lshlrev_b32 v1, 2, v0
      ${waitScalar(chip)}
      global_store_b32 v1, v2, s[12:13]`,
      { fields: `.amdhsa_wavefront_size32 ${size === 32 ? 1 : 0}` },
    );
    expect(codes).toEqual([]);
    const wanted = Array.from({ length: 64 }, (_, n) => (size === 64 ? 48 : n < 32 ? 16 : 32));
    expect(stored).toEqual(wanted);
  });

  it('is asked to wait for what it loads, counter by counter', () => {
    const body = (load: number, lds: number): string => `
      s_load_b64 s[12:13], s[0:1], 0x0
      v_lshlrev_b32 v1, 2, v0
      ${waitScalar(chip)}
      ds_store_b32 v1, v0
      global_load_b32 v2, v1, s[12:13]
      global_load_b32 v3, v1, s[12:13]
      global_store_b32 v1, v0, s[12:13]
      ds_load_b32 v4, v1
      ${waitLoad(chip, load)}
      v_add_nc_u32 v5, v2, v2
      ${waitLds(chip, lds)}
      v_add_nc_u32 v5, v4, v4
      ${waitLoad(chip)}`;
    // Stores have a counter of their own: the older of two loads is there when one load is left.
    expect(words(chip, body(1, 0)).codes).toEqual([]);
    const early = words(chip, body(2, 1));
    expect(early.codes).toEqual(['hazard/missing-wait', 'hazard/missing-wait']);
    expect(early.hints).toContain(waitLoad(chip, 1));
    expect(early.hints).toContain(waitLds(chip));
    const scalar = words(chip, 's_load_b32 s2, s[0:1], 0x0\ns_mov_b32 s3, s2');
    expect(scalar.codes).toEqual(['hazard/missing-wait']);
    expect(scalar.hints).toContain(waitScalar(chip).replace('0x0', '0'));
  });

  it('has flat accesses in order with those to LDS', () => {
    const wait =
      chip === 'gfx1201' ? 's_wait_loadcnt_dscnt 0x001' : 's_waitcnt vmcnt(0) lgkmcnt(1)';
    const codes = (used: string): string[] => {
      const { wave, run, environment } = bench(chip as Target);
      wave.u.fill(0x1_0000, 64, 128);
      run(`flat_load_b32 v2, v[0:1]\nds_load_b32 v3, v0\n${wait}\nv_mov_b32 v4, ${used}`);
      return environment.findings.hazards.map(({ message }) => message.code);
    };
    expect(codes('v2')).not.toContain('hazard/missing-wait');
    expect(codes('v3')).toContain('hazard/missing-wait');
  });

  it('meets at barriers, and races without', () => {
    const body = (between: string): string => `
      s_load_b64 s[12:13], s[0:1], 0x0
      v_and_b32 v0, 0x3ff, v0
      v_lshlrev_b32 v1, 2, v0
      v_xor_b32 v2, 0xfc, v1
      ds_store_b32 v1, v0
      ${waitLds(chip)}
      ${between}
      ds_load_b32 v3, v2
      ${waitLds(chip)}
      ${waitScalar(chip)}
      global_store_b32 v1, v3, s[12:13]`;
    const { stored, codes } = words(chip, body(barrier(chip)));
    expect(codes).toEqual([]);
    expect(stored).toEqual(Array.from({ length: 64 }, (_, n) => 63 - n));
    expect(words(chip, body('')).codes).toContain('hazard/lds-race');
  });
});

describe('the split barrier', () => {
  it('has one first wave', () => {
    const { stored, codes } = words(
      'gfx1201',
      `s_load_b64 s[12:13], s[0:1], 0x0
      v_lshlrev_b32 v1, 2, v0
      s_barrier_signal_isfirst -1
      s_cselect_b32 s2, 1, 0
      v_mov_b32 v2, s2
      s_wait_kmcnt 0x0
      global_store_b32 v1, v2, s[12:13]
      s_barrier_wait -1`,
      { fields: '.amdhsa_system_vgpr_workitem_id 0', block: [64, 1, 1] },
    );
    expect(codes).toEqual([]);
    expect(stored.reduce((sum, one) => sum + one, 0)).toBe(32);
  });

  it('refuses other barriers', () => {
    expect(() => bench('gfx1201').run('s_barrier_signal 1')).toThrow(
      'not the one of the workgroup',
    );
  });
});

it.each(rows`
  s_waitcnt 0x0c70             | gfx942  | vmcnt 0, lgkmcnt 12
  s_waitcnt 0x0c27             | gfx1100 | vmcnt 3, lgkmcnt 2
  s_waitcnt_vscnt null, 0x2    | gfx1100 | vscnt 2
  s_waitcnt_lgkmcnt null, 0x3f | gfx1100 |
  s_wait_loadcnt_dscnt 0x301   | gfx1201 | loadcnt 3, dscnt 1
  s_wait_storecnt_dscnt 0x3f00 | gfx1201 | dscnt 0
  s_wait_kmcnt 0x1f            | gfx1201 |
  s_wait_kmcnt 0x1e            | gfx1201 | kmcnt 30
  s_wait_idle                  | gfx1201 | loadcnt 0, storecnt 0, dscnt 0, kmcnt 0
`)('%s on %s waits for %s', (line = '', target, limits = '') => {
  const [instruction] = parseAssembly(`${line}\ns_endpgm`).program.instructions;
  const found = instruction && waitLimits(instruction, { target: target as Target });
  const wanted = limits.split(', ').filter((one) => one !== '');
  expect(new Set([...(found ?? [])].map((one) => one.join(' ')))).toEqual(new Set(wanted));
});

it.each(['gfx1201', 'gfx1250'])('a wave of %s finds its number in ttmp8', (chip) => {
  const text = kernelText(
    `  s_bfe_u32 s2, ttmp8, 0x50019
  s_lshl_b32 s2, s2, 4
  v_mov_b32_e32 v1, s2
  ds_store_b32 v1, v1`,
    '',
    chip,
  );
  const { traces } = runKernel(text, { machine: chip, block: [128, 1, 1] });
  const [trace] = traces;
  const stored = [...(trace?.wave ?? [])].map((_, row) => trace?.addressBytes[32 * row]);
  expect(stored).toEqual([0, 16, 32, 48]);
});
