/** Hazards of registers and LDS beside `cases/waits.s`, `cases/waves.s` and `cases/late.s`: their counts and witnesses. */
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
