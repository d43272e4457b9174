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
  it('names the register, the load and the wait', () => {
    const { execution } = run(`
      global_load_dword v2, v1, s[20:21]
      global_load_dword v3, v1, s[20:21] offset:256
      v_add_u32 v4, v2, v2`);
    expect(execution.hazards).toHaveLength(1);
    const [hazard] = execution.hazards;
    expect(hazard?.code).toBe('hazard/missing-wait');
    expect(hazard?.message).toBe('uses v2 while global_load_dword may not have written it yet');
    expect(hazard?.hint).toContain('vmcnt(1)');
    expect(hazard?.location.text).toBe('v_add_u32 v4, v2, v2');
    expect(hazard?.count).toBe(1);
  });

  it('accepts the least wait that is enough, in order', () => {
    const { execution } = run(`
      global_load_dword v2, v1, s[20:21]
      global_load_dword v3, v1, s[20:21] offset:256
      s_waitcnt vmcnt(1)
      v_add_u32 v4, v2, v2
      s_waitcnt vmcnt(0)
      v_add_u32 v4, v3, v3`);
    expect(execution.hazards).toEqual([]);
  });

  it('counts stores among the loads', () => {
    const { execution } = run(`
      global_load_dword v2, v1, s[20:21]
      global_store_dword v1, v0, s[20:21] offset:512
      s_waitcnt vmcnt(1)
      v_add_u32 v4, v2, v2`);
    expect(execution.hazards).toEqual([]);
  });

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

  it('takes nothing for certain beside scalar loads but lgkmcnt(0)', () => {
    const body = (left: number): string => `
      ds_write_b32 v1, v0
      s_load_dword s8, s[20:21], 0x0
      ds_read_b32 v2, v1
      s_waitcnt lgkmcnt(${left})
      s_mov_b32 s9, s8
      v_mov_b32 v3, v2`;
    expect(run(body(1)).execution.hazards.map(({ message }) => message)).toEqual([
      'uses s8 while s_load_dword may not have written it yet',
      'uses v2 while ds_read_b32 may not have written it yet',
    ]);
    expect(run(body(0)).execution.hazards).toEqual([]);
  });

  it('wants both counters for a flat load', () => {
    const body = (wait: string): string => `
      v_mov_b32 v2, s20
      v_mov_b32 v3, s21
      flat_load_dword v4, v[2:3]
      s_waitcnt ${wait}
      v_mov_b32 v5, v4`;
    expect(hazardCodes(run(body('vmcnt(0)')).execution)).toEqual(['hazard/missing-wait']);
    expect(hazardCodes(run(body('lgkmcnt(0)')).execution)).toEqual(['hazard/missing-wait']);
    expect(run(body('vmcnt(0) lgkmcnt(0)')).execution.hazards).toEqual([]);
  });

  it('reports a write over a load in flight, but not a newer load of the same unit', () => {
    const overwrite = run(`
      global_load_dword v2, v1, s[20:21]
      v_mov_b32 v2, 0
      s_waitcnt vmcnt(0)`);
    expect(hazardCodes(overwrite.execution)).toEqual(['hazard/missing-wait']);
    const reload = run(`
      global_load_short_d16 v2, v1, s[20:21]
      global_load_short_d16_hi v2, v1, s[20:21] offset:256
      s_waitcnt vmcnt(0)
      v_mov_b32 v3, v2`);
    expect(reload.execution.hazards).toEqual([]);
  });

  it('reports data of a store and addresses in flight', () => {
    const { execution } = run(`
      global_load_dword v2, v1, s[20:21]
      ds_write_b32 v1, v2`);
    expect(hazardCodes(execution)).toEqual(['hazard/missing-wait']);
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

  it('is safe with a wait and a barrier', () => {
    const { execution } = run(exchange('s_waitcnt lgkmcnt(0)\n s_barrier'), two);
    expect(execution.hazards).toEqual([]);
  });

  it('races without a barrier', () => {
    const { execution } = run(exchange('s_waitcnt lgkmcnt(0)'), two);
    expect(hazardCodes(execution)).toContain('hazard/lds-race');
    const race = execution.hazards.find(({ code }) => code === 'hazard/lds-race');
    expect(race?.message).toContain('waves 0 and 1');
  });

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

  it('finds a race whichever wave is executed first', () => {
    // Wave 0 alone writes, or wave 1 alone; the other one reads.
    const alone = (writer: 0 | 1): string => `
      v_and_b32 v1, 0xfc, v1
      v_cmp_${writer === 0 ? 'gt' : 'le'}_u32 vcc, 64, v0
      s_cbranch_vccz reads
      ds_write_b32 v1, v0
      s_branch done
    reads:
      ds_read_b32 v3, v1
    done:
      s_waitcnt lgkmcnt(0)`;
    for (const writer of [0, 1] as const) {
      const { hazards } = run(alone(writer), two).execution;
      expect(
        hazards.map(({ code, location, other }) => [code, location.text, other?.location.text]),
      ).toEqual([['hazard/lds-race', 'ds_read_b32 v3, v1', 'ds_write_b32 v1, v0']]);
    }
  });

  it('is not finished without the wait before the barrier', () => {
    const { execution } = run(exchange('s_barrier'), two);
    expect(hazardCodes(execution)).toEqual(['hazard/unfinished-write']);
  });

  it('reports a write over what another wave reads', () => {
    const { execution } = run(
      `
      ds_write_b32 v1, v0
      s_waitcnt lgkmcnt(0)
      s_barrier
      v_xor_b32 v2, 0x100, v1
      ds_read_b32 v3, v2
      s_waitcnt lgkmcnt(0)
      v_add_u32 v4, 1, v3
      ds_write_b32 v1, v4`,
      two,
    );
    expect(hazardCodes(execution)).toEqual(['hazard/lds-race']);
  });

  it('lets waves write the same zeros, and neighbouring halves of a word', () => {
    const zeros = run(
      `
      v_and_b32 v1, 0xfc, v1
      v_mov_b32 v2, 0
      ds_write_b32 v1, v2`,
      two,
    );
    expect(zeros.execution.hazards).toEqual([]);
    const halves = run(
      `
      v_and_b32 v2, 63, v0
      v_lshlrev_b32 v2, 2, v2
      v_lshrrev_b32 v3, 6, v0
      v_lshl_add_u32 v2, v3, 1, v2
      ds_write_b16 v2, v0`,
      two,
    );
    expect(halves.execution.hazards).toEqual([]);
  });

  it('lets atomics meet', () => {
    const { execution } = run(
      `
      v_mov_b32 v2, 0
      ds_write_b32 v2, v2
      s_waitcnt lgkmcnt(0)
      s_barrier
      ds_add_u32 v2, v0
      s_waitcnt lgkmcnt(0)
      s_barrier
      ds_read_b32 v3, v2
      s_waitcnt lgkmcnt(0)
      v_lshlrev_b32 v1, 2, v0
      global_store_dword v1, v3, s[20:21]`,
      two,
    );
    expect(execution.hazards).toEqual([]);
  });

  it('reports reads of what nothing wrote', () => {
    const { execution } = run('\n ds_read_b32 v2, v1\n s_waitcnt lgkmcnt(0)');
    expect(execution.hazards.map(({ code, message }) => [code, message])).toEqual([
      ['hazard/uninitialized-lds', 'reads 256 bytes of LDS that nothing has written'],
    ]);
  });
});

describe('what is in flight at a barrier', () => {
  const found = (body: string): readonly (readonly unknown[])[] =>
    run(
      `\n v_xor_b32 v2, 0x100, v1\n ds_write_b32 v1, v0\n s_waitcnt lgkmcnt(0)\n s_barrier\n${body}`,
      {
        block: [128, 1, 1],
      },
    ).execution.hazards.map(({ code, message, hint }) => [code, message, hint]);

  it('is a read that another wave overwrites, an atomic that it reads', () => {
    expect(
      found(`ds_read_b32 v3, v2
        s_barrier
        ds_add_u32 v1, v0
        s_barrier
        ds_read_b32 v4, v2
        s_waitcnt lgkmcnt(0)`),
    ).toEqual([
      [
        'hazard/unfinished-read',
        'updates LDS that wave 1 read without waiting for the read before the barrier',
        'put s_waitcnt lgkmcnt(0) before the barrier',
      ],
      [
        'hazard/unfinished-write',
        'reads LDS that wave 1 updated without waiting for the atomic before the barrier',
        'put s_waitcnt lgkmcnt(0) before the barrier',
      ],
    ]);
  });

  it('names the wait of a copy, and what one wave does to itself', () => {
    expect(
      found(`v_readfirstlane_b32 s8, v1
        s_mov_b32 m0, s8
        ds_read_b32 v3, v1
        global_load_lds_dword v1, s[20:21]
        ds_read_b32 v4, v1
        s_waitcnt vmcnt(0) lgkmcnt(0)`),
    ).toEqual([
      [
        'hazard/unfinished-read',
        'copies to LDS that its own wave read without waiting for the read',
        'put s_waitcnt lgkmcnt(0) before this instruction: copies do not keep the order of other accesses',
      ],
      [
        'hazard/unfinished-async-copy',
        'reads 256 bytes that an asynchronous copy may not have written yet',
        'put s_waitcnt vmcnt(0) behind the copy, and a barrier before other waves touch its bytes',
      ],
    ]);
  });

  it('comes before what one wave does wrong, where two waves meet', () => {
    expect(
      found(`ds_read_b32 v3, v2
        v_add_u32 v4, v3, v3
        s_barrier
        ds_write_b32 v1, v0
        s_waitcnt lgkmcnt(0)`).map(([code]) => code),
    ).toEqual(['hazard/unfinished-read', 'hazard/missing-wait']);
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

describe('flat accesses to LDS', () => {
  /** v[2:3] a flat address of LDS: 4 * item bytes, or `bytes` * item. */
  const flat = (bytes: number): string => `
      v_mul_u32_u24 v2, ${bytes}, v0
      s_mov_b64 s[8:9], src_shared_base
      v_mov_b32 v3, s9`;
  const twoWaves = (body: string): string[] =>
    hazardCodes(
      runKernel(kernelText(begin + body), {
        arguments: [buffer(data())],
        launch: { block: [128, 1, 1], scalars: new Map() },
      }).execution,
    );

  it('of neighbouring bytes by different waves are not a race', () => {
    // Item 0 of wave 1 has byte 63, in the word of wave 0's last bytes.
    const body = `${flat(1)}
      v_cmp_lt_u32 vcc, 63, v0
      v_subbrev_co_u32 v2, vcc, 0, v2, vcc
      v_cmp_ne_u32 vcc, 63, v0
      s_and_b64 exec, exec, vcc
      flat_store_byte v[2:3], v0
      s_waitcnt vmcnt(0) lgkmcnt(0)`;
    expect(twoWaves(body)).toEqual([]);
  });

  it.each([
    ['lgkmcnt(0)', []],
    ['vmcnt(0) lgkmcnt(0)', []],
    ['vmcnt(0)', ['hazard/unfinished-write']],
  ])('are finished before a barrier with %s', (wait, wanted) => {
    const body = `${flat(4)}
      flat_store_dword v[2:3], v0
      s_waitcnt ${wait}
      s_barrier
      v_xor_b32 v4, 0x100, v1
      ds_read_b32 v5, v4
      s_waitcnt vmcnt(0) lgkmcnt(0)`;
    expect(twoWaves(body)).toEqual(wanted);
  });
});

describe('a loop around a compare-and-swap', () => {
  /** Both waves read word 0, and then change it by one instruction. */
  const change = (instruction: string): string[] =>
    hazardCodes(
      runKernel(
        kernelText(`${begin}
      v_mov_b32 v2, 0
      ds_read_b32 v3, v2
      s_waitcnt lgkmcnt(0)
      v_add_u32 v4, 1, v3
      ${instruction}
      s_waitcnt lgkmcnt(0)`),
        { arguments: [buffer(data())], launch: { block: [128, 1, 1], scalars: new Map() } },
      ).execution,
    ).filter((code) => code !== 'hazard/uninitialized-lds');

  it('may read what another wave changes', () => {
    expect(change('ds_cmpst_rtn_b32 v5, v2, v3, v4')).toEqual([]);
    expect(change('ds_cmpst_b32 v2, v3, v4')).toEqual([]);
  });

  it.each(['ds_write_b32 v2, v4', 'ds_add_u32 v2, v4'])('is not what %s is', (instruction) => {
    expect(change(instruction)).toContain('hazard/lds-race');
  });
});
