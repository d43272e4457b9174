/** Hazards of registers and LDS beside `cases/waits.s` and `cases/waves.s`: their counts, witnesses and values. */
import { describe, expect, it } from 'vitest';
import { buffer, hazardCodes, kernelText, runKernel } from './harness.ts';

const data = (): Uint8Array =>
  new Uint8Array(Uint32Array.from({ length: 256 }, (_, i) => i + 1).buffer);

/** v1 = 4 * lane of the workgroup, s[20:21] the buffer. */
const begin = `
  s_load_dwordx2 s[20:21], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)`;

const run = (
  body: string,
  more: Parameters<typeof runKernel>[1] = {},
): ReturnType<typeof runKernel> =>
  runKernel(kernelText(begin + body), { arguments: [buffer(data())], ...more });

describe('registers before their wait', () => {
  // No counter counts as many scalar loads, and which of them have completed is not known all the same.
  it.each([1, 2, 14, 63, 64, 65, 80])('remembers each of %i scalar loads', (count) => {
    const loads = Array.from(
      { length: count },
      (_, i) => `s_load_dword s${22 + (i % 80)}, s[20:21], 0x0`,
    );
    const uses = (wait: string) =>
      [...new Set([22, 22 + ((count - 1) % 80)])].flatMap((register) =>
        hazardCodes(run(`\n${loads.join('\n')}\n${wait}\ns_mov_b32 s8, s${register}`).execution),
      );
    expect(new Set(uses(''))).toEqual(new Set(['hazard/missing-wait']));
    expect(uses('s_waitcnt lgkmcnt(0)')).toEqual([]);
    if (count > 1)
      expect(new Set(uses('s_waitcnt lgkmcnt(1)'))).toEqual(new Set(['hazard/missing-wait']));
  });
});

describe('LDS between waves', () => {
  const two = { block: [128, 1, 1] as const };
  /** Each wave writes its own part and reads the other's. */
  const exchange = (between: string): string => `
    ds_write_b32 v1, v0
    ${between}
    v_xor_b32 v2, 0x100, v1
    ds_read_b32 v3, v2
    s_waitcnt lgkmcnt(0)
    global_store_dword v1, v3, s[20:21]`;

  it('names both instructions of a race, and where waves met', () => {
    const { execution } = run(exchange('s_waitcnt lgkmcnt(0)'), two);
    const race = execution.hazards.find(({ code }) => code === 'hazard/lds-race');
    expect(race?.message).toContain('reads what was written');
    expect(race?.location.text).toBe('ds_read_b32 v3, v2');
    expect(race?.other?.access).toBe('write');
    expect(race?.other?.location.text).toBe('ds_write_b32 v1, v0');
    expect(race?.count).toBe(2);
    expect([race?.witness?.wave, race?.witness?.otherWave].sort()).toEqual([0, 1]);
  });

  it('comes before what one wave does wrong', () => {
    const body = `
    global_load_dword v8, v1, s[20:21]
    v_mov_b32 v9, v8${exchange('s_waitcnt lgkmcnt(0)')}`;
    const hazards = run(body, two).execution.hazards;
    expect(hazards.map(({ code, count }) => [code, count])).toEqual([
      ['hazard/lds-race', 2],
      ['hazard/missing-wait', 2],
    ]);
  });
});

describe('direct-to-LDS data', () => {
  const copy = (between: string, waves = 1): string => `
    v_and_b32 v5, 0xc0, v0
    s_nop 0
    v_readfirstlane_b32 s8, v5
    s_lshl_b32 m0, s8, 2
    global_load_lds_dword v1, s[20:21]
    ${between}
    v_xor_b32 v2, ${waves === 2 ? 0x100 : 0}, v1
    ds_read_b32 v3, v2
    s_waitcnt lgkmcnt(0)
    global_store_dword v1, v3, s[20:21] offset:512`;

  it.each([
    ['s_waitcnt vmcnt(0)\n s_barrier', 2, []],
    ['s_waitcnt vmcnt(0)', 1, []],
    ['s_nop 0', 1, ['hazard/unfinished-async-copy']],
    ['s_barrier', 2, ['hazard/unfinished-async-copy']],
    ['s_barrier\n s_waitcnt vmcnt(0)', 2, ['hazard/unfinished-async-copy']],
  ] as const)('%j with %i waves', (between, waves, wanted) => {
    for (const asyncCompletion of ['early', 'late'] as const) {
      const out = data();
      const { execution } = runKernel(kernelText(begin + copy(between, waves)), {
        arguments: [buffer(out)],
        block: [64 * waves, 1, 1],
        asyncCompletion,
      });
      expect(hazardCodes(execution)).toEqual(wanted);
      const stored = new Uint32Array(out.buffer, 512, 64 * waves);
      const right = Array.from(stored, (_, i) => (waves === 2 ? (i ^ 64) + 1 : i + 1));
      if (wanted.length === 0 || asyncCompletion === 'early')
        expect([...stored].slice(64)).toEqual(right.slice(64));
      else expect([...stored]).not.toEqual(right);
    }
  });
});

describe('late mode', () => {
  const out = (body: string): number[] => {
    const bytes = data();
    runKernel(kernelText(begin + body), { arguments: [buffer(bytes)], asyncCompletion: 'late' });
    return [...new Uint32Array(bytes.buffer, 512, 64)];
  };

  it('keeps old values until the counter forces the new ones', () => {
    const stale = out(`
      v_mov_b32 v2, 7
      global_load_dword v2, v1, s[20:21]
      v_mov_b32 v3, v2
      s_waitcnt vmcnt(0)
      global_store_dword v1, v3, s[20:21] offset:512`);
    expect(stale).toEqual(Array(64).fill(7));
    const fresh = out(`
      v_mov_b32 v2, 7
      global_load_dword v2, v1, s[20:21]
      s_waitcnt vmcnt(0)
      global_store_dword v1, v2, s[20:21] offset:512`);
    expect(fresh).toEqual(Array.from({ length: 64 }, (_, i) => i + 1));
  });

  it('holds for scalar loads, LDS reads and atomics with return', () => {
    expect(
      out(`
      s_mov_b32 s8, 5
      s_load_dword s8, s[20:21], 0x0
      s_mov_b32 s9, s8
      s_waitcnt lgkmcnt(0)
      v_mov_b32 v2, s9
      global_store_dword v1, v2, s[20:21] offset:512`)[0],
    ).toBe(5);
    expect(
      out(`
      v_mov_b32 v2, 5
      ds_write_b32 v1, v0
      ds_read_b32 v2, v1
      v_mov_b32 v3, v2
      s_waitcnt lgkmcnt(0)
      global_store_dword v1, v3, s[20:21] offset:512`)[9],
    ).toBe(5);
    expect(
      out(`
      v_mov_b32 v2, 5
      global_atomic_add v2, v1, v0, s[20:21] sc0
      v_mov_b32 v3, v2
      s_waitcnt vmcnt(0)
      v_add_u32 v3, v3, v2
      global_store_dword v1, v3, s[20:21] offset:512`)[9],
    ).toBe(5 + 10);
  });

  it('keeps the other half of a register that two loads share', () => {
    expect(
      out(`
      global_load_short_d16 v2, v1, s[20:21]
      global_load_short_d16_hi v2, v1, s[20:21] offset:4
      s_waitcnt vmcnt(0)
      global_store_dword v1, v2, s[20:21] offset:512`)[3],
    ).toBe(4 | (5 << 16));
  });

  it('stalls when a counter is full', () => {
    const reads = Array.from({ length: 17 }, (_, i) => `ds_read_b32 v${4 + i}, v1`).join('\n');
    expect(
      out(`
      ds_write_b32 v1, v0
      ${reads}
      v_mov_b32 v2, v4
      s_waitcnt lgkmcnt(0)
      global_store_dword v1, v2, s[20:21] offset:512`)[9],
    ).toBe(9);
  });
});
