/** The facts of rows, each compared with what an instruction of the row does: execution is the second way to them. */
import { randomWords } from '@ldscope/core';
import { parseAssembly } from '@ldscope/amdgcn';
import { describe, expect, test } from 'vitest';
import { casesOf, firstCase } from '../../../../test/cases.ts';
import { rows } from '../../../../test/rows.ts';
import { factsOf, lanesOf, maskOf, useOf } from '../../src/isa/facts.ts';
import { executedMnemonics } from '../../src/isa/names.ts';
import type { Sum } from '../../src/isa/row.ts';
import { saluRows } from '../../src/isa/salu/salu.ts';
import { rdnaLaneRows } from '../../src/isa/valu/rdna-lanes.ts';
import { codeOf, existsOn, type Target, targets } from '../../src/state/target.ts';
import { EXEC, LANES, VCC } from '../../src/state/wave.ts';
import * as codeNames from '../../src/text/code-names.ts';
import type { Instruction } from '../../src/text/program.ts';
import { bench } from './harness.ts';

const instructionOf = (text: string): Instruction => {
  const [instruction] = parseAssembly(text).program.instructions;
  if (instruction === undefined) throw new Error(`${text} is not read`);
  return instruction;
};
const named = (mnemonic: string): Instruction => ({
  mnemonic,
  operands: [],
  modifiers: new Map(),
  span: { start: 0, end: 0 },
});
const chipOf = (row: { readonly targets?: readonly string[] | undefined }): Target =>
  targets.find((target) => existsOn(row.targets, target)) ?? 'gfx942';
const modeOf = (target: Target) =>
  ({ target, waveSize: codeOf(target).family === 'cdna' ? 64 : 32 }) as const;

test('every name that is executed has facts, and scalar names the same on all chips', () => {
  for (const target of targets)
    for (const [unit, names] of Object.entries(executedMnemonics(target)))
      for (const name of names) {
        const facts = factsOf(named(name), target);
        expect(facts.unit, `${name} on ${target}`).toBe(unit);
        expect(Object.values(facts), name).not.toContain('unknown');
        if (unit === 'SALU' || unit === 'SMEM') expect(factsOf(named(name)), name).toEqual(facts);
      }
});

test('an unknown name may do anything', () => {
  expect(factsOf(named('s_frobnicate_b32'), 'gfx942')).toMatchObject({
    unit: 'unknown',
    memory: 'unknown',
    lanes: 'all',
    control: 'unknown',
    hidden: 'unknown',
  });
  expect(useOf(named('s_frobnicate_b32'), modeOf('gfx942'))).toBeUndefined();
});

test('texts are read by the names that the rows have', () => {
  const leaves = new Set(['exit', 'jump', 'far-call', 'trap']);
  for (const { mnemonic, facts } of saluRows) {
    const { control, condition, givesAddress = false } = facts;
    const isAlways = control === 'branch' && condition === undefined;
    expect(codeNames.isBranch(mnemonic), mnemonic).toBe(['branch', 'call'].includes(control));
    expect(codeNames.endsWave(mnemonic), mnemonic).toBe(control === 'exit');
    expect(codeNames.leavesCode(mnemonic), mnemonic).toBe(leaves.has(control) || isAlways);
    expect(codeNames.givesAddress(mnemonic), mnemonic).toBe(givesAddress);
  }
});

/** Operands of a row: s[8:9] is written, s[10:11], s[12:13] and s[14:15] are read. */
function textOf(mnemonic: string, roles: readonly string[]): string {
  const operands = roles.map((role, at) => {
    const first = role.startsWith('r') ? 8 + 2 * at : 8;
    return role.endsWith('2') ? `s[${first}:${first + 1}]` : `s${first}`;
  });
  return `${mnemonic} ${operands.join(', ')}`;
}

const bit = (word: number, at: number): number => (word >>> at) & 1;

describe('logic, as it is executed', () => {
  const logical = saluRows.filter(({ facts }) => facts.logic !== undefined);

  test.each(logical.map((row) => [row.mnemonic, row] as const))('%s', (mnemonic, row) => {
    const { table, exec } = row.facts.logic ?? { table: 0 };
    const target = chipOf(row);
    const words = row.shape.roles[0] === 'w2' ? 2 : 1;
    const { wave, run } = bench(target, 4096, false, words === 2 ? 64 : undefined);
    const text = textOf(mnemonic, row.shape.roles);
    const next = randomWords(firstCase(5));
    const instruction = instructionOf(text);
    const facts = factsOf(instruction, target);
    const use = useOf(instruction, modeOf(target));
    for (let round = 0; round < casesOf(20); round++) {
      for (let at = 8; at < 16; at++) wave.s[at] = next();
      wave.setPair(EXEC, next(), next());
      const before = wave.s.slice();
      run(text);
      for (let word = 0; word < words; word++) {
        const a = before[10 + word] ?? 0;
        const old = before[EXEC + word] ?? 0;
        const b = exec === undefined ? (before[12 + word] ?? 0) : old;
        let result = 0;
        for (let at = 0; at < 32; at++)
          result |= ((table >> (2 * bit(a, at) + bit(b, at))) & 1) << at;
        const now = wave.s[EXEC + word] ?? 0;
        expect(wave.s[8 + word]).toBe(exec === 'saved' ? old : result >>> 0);
        expect(now).toBe(exec === undefined ? old : result >>> 0);
        const mask = use && maskOf(instruction, facts, use);
        expect(mask === undefined).toBe(exec === undefined);
        if (mask === 'narrows') expect(now & ~old).toBe(0);
        if (mask === 'widens') expect(old & ~now).toBe(0);
      }
    }
  });
});

test.each(rows`
  s_and_b64 exec, exec, vcc            | narrows
  s_and_b64 exec, vcc, exec            | narrows
  s_andn2_b64 exec, exec, vcc          | narrows
  s_andn2_b64 exec, vcc, exec          | changes
  s_or_b64 exec, vcc, exec             | widens
  s_orn2_b64 exec, exec, vcc           | widens
  s_orn2_b64 exec, vcc, exec           | changes
  s_xor_b64 exec, exec, vcc            | changes
  s_mov_b64 exec, vcc                  | changes
  s_and_b64 exec, vcc, s[0:1]          | changes
  s_and_b64 vcc, exec, s[0:1]          | undefined
  s_andn1_saveexec_b64 s[0:1], vcc     | narrows
  s_andn1_wrexec_b64 s[0:1], vcc       | narrows
  s_andn2_saveexec_b64 s[0:1], vcc     | changes
  s_orn1_saveexec_b64 s[0:1], vcc      | widens
  s_xnor_saveexec_b64 s[0:1], vcc      | changes
  s_mov_b32 exec_lo, s0                | changes
  s_cmov_b64 exec, vcc                 | changes
  v_cmpx_lt_u32 vcc, v0, v1            | narrows
  v_cmp_lt_u32 vcc, v0, v1             | undefined
`)('%s %s exec', (text, mask) => {
  const instruction = instructionOf(text);
  const use = useOf(instruction, modeOf('gfx942'));
  expect(`${use && maskOf(instruction, factsOf(instruction, 'gfx942'), use)}`).toBe(mask);
});

/** A sum, over integers of 64 bits. */
function valueOf(sum: Sum, d: bigint, a: bigint, b: bigint, c: bigint): bigint {
  const values: Readonly<Record<string, bigint>> = { d, a, b, c };
  const of = (text: string): bigint => values[text] ?? BigInt(text);
  const join = (x: bigint, operator: string, y: bigint): bigint =>
    operator === '+' ? x + y : operator === '-' ? x - y : operator === '*' ? x * y : x << (y & 31n);
  const [, x = '', first = '', y = '', second = '', z = ''] =
    /^\(?(\w)(?: (\S+) (\w)\)?)?(?: (\S+) (\w))?$/.exec(sum) ?? [];
  const left = first === '' ? of(x) : join(of(x), first, of(y));
  return second === '' ? left : join(left, second, of(z));
}

describe('sums, as they are executed', () => {
  const scalar = saluRows.flatMap(({ mnemonic, facts, shape: { roles }, ...row }) =>
    facts.sum === undefined ? [] : [{ mnemonic, roles, short: facts.short, target: chipOf(row) }],
  );

  test.each(scalar)('$mnemonic', ({ mnemonic, roles, short, target }) => {
    const { wave, run } = bench(target);
    const next = randomWords(firstCase(6));
    const constant = short === true ? -1234 : undefined;
    const text =
      constant === undefined ? textOf(mnemonic, roles) : `${mnemonic} s8, ${constant & 0xffff}`;
    const { sum = 'a' } = factsOf(instructionOf(text), target);
    const wide = roles[0] === 'w2';
    const read = (at: number): bigint =>
      BigInt(wave.s[at] ?? 0) + (wide ? BigInt(wave.s[at + 1] ?? 0) << 32n : 0n);
    for (let round = 0; round < casesOf(20); round++) {
      for (let at = 8; at < 16; at++) wave.s[at] = next();
      const a = constant === undefined ? read(10) : BigInt(constant);
      const value = valueOf(sum, read(8), a, read(12), 0n);
      run(text);
      expect(read(8)).toBe(BigInt.asUintN(wide ? 64 : 32, value));
    }
  });

  const vector = targets.flatMap((target) =>
    [...executedMnemonics(target).VALU].flatMap((mnemonic) => {
      const { sum, results } = factsOf(named(mnemonic), target);
      const isDual = mnemonic.startsWith('v_dual_');
      return sum === undefined || isDual ? [] : [{ target, mnemonic, sum, results }];
    }),
  );

  test.each(vector)('$mnemonic of $target', ({ target, mnemonic, sum, results }) => {
    const { wave, run } = bench(target);
    const next = randomWords(firstCase(7));
    const count = sum.includes('c') ? 3 : sum === 'a' ? 1 : 2;
    const mask = codeOf(target).family === 'cdna' ? 'vcc' : 'vcc_lo';
    const sources = [1, 2, 3].slice(0, count).map((row) => `v${row}`);
    const text = `${mnemonic} ${['v0', ...(results > 1 ? [mask] : []), ...sources].join(', ')}`;
    const read = (row: number): bigint => BigInt(wave.u[row * LANES] ?? 0);
    wave.setPair(EXEC, 1, 0);
    for (let round = 0; round < casesOf(20); round++) {
      for (const row of [1, 2, 3]) wave.u[row * LANES] = next();
      const value = valueOf(sum, 0n, read(1), read(2), read(3));
      run(text);
      expect(read(0)).toBe(BigInt.asUintN(32, value));
    }
  });
});

describe('branches are taken where their condition says', () => {
  const conditional = saluRows.filter(({ facts }) => facts.condition !== undefined);

  test.each(conditional.map((row) => [row.mnemonic, row] as const))('%s', (mnemonic, row) => {
    const { wave, run } = bench(chipOf(row));
    const { condition } = row.facts;
    for (const value of [0, 1]) {
      wave.scc = value as 0 | 1;
      wave.setPair(VCC, value, 0);
      wave.setPair(EXEC, value, 0);
      wave.s[0] = 5;
      run(`${mnemonic} L\ns_mov_b32 s0, 6\nL:`);
      const isTaken = condition !== 'never' && condition?.taken === value;
      expect(wave.s[0]).toBe(isTaken ? 5 : 6);
    }
  });
});

describe('lanes', () => {
  test.each(rows`
    v_add_u32 v1, v2, v3                              | own
    v_add_u32_dpp v1, v2, v3 quad_perm:[1,0,0,0] row_mask:0xf bank_mask:0xf | cross
    v_swap_b32 v1, v2                                 | own
    v_readfirstlane_b32 s0, v1                        | cross
    v_readlane_b32 s0, v1, 3                          | all
    v_writelane_b32 v1, s0, 3                         | all
    v_mfma_f32_32x32x1_2b_f32 a[0:31], v0, v1, a[0:31] | all
    v_accvgpr_read_b32 v0, a0                         | own
    ds_bpermute_b32 v1, v2, v3                        | cross
    ds_read_b32 v1, v2                                | own
    ds_read_b64_tr_b16 v[0:1], v2                     | all
    ds_add_rtn_u32 v1, v2, v3                         | cross
    ds_append v1                                      | cross
    global_atomic_add v1, v[2:3], v4, off sc0         | cross
    global_load_dword v1, v[2:3], off                 | own
  `)('%s: %s', (text, lanes) => {
    const instruction = instructionOf(text);
    expect(lanesOf(instruction, factsOf(instruction, 'gfx950'))).toBe(lanes);
  });

  const own = [...rdnaLaneRows].filter(
    ([, { lanes, hidden, roles }]) => lanes === 'own' && hidden === 'none' && roles === 'bb',
  );
  test.each(own)('of %s see their own', (mnemonic) => {
    const { wave, run } = bench('gfx1201');
    const fill = (): void => {
      for (let at = 0; at < 3 * LANES; at++) wave.u[at] = 17 * at;
    };
    const text = mnemonic.endsWith('16') ? `${mnemonic} v1.l, v2.l` : `${mnemonic} v1, v2`;
    wave.setPair(EXEC, 0xfffffff0, 0);
    fill();
    run(text);
    const results = wave.u.slice(LANES, 3 * LANES);
    fill();
    wave.u[LANES + 5] = 99;
    wave.u[2 * LANES + 5] = 98;
    run(text);
    const differ = [...results.keys()].filter((at) => results[at] !== wave.u[LANES + at]);
    expect(differ).toEqual([5, LANES + 5]);
  });
});
