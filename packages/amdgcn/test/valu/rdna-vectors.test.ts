/** Every row of RDNA against its model: in waves of 32 and 64 lanes, in either half of registers. */
import { describe, expect, test } from 'vitest';
import { rdnaRows } from '../../src/isa/valu/rdna.ts';
import { registersOf } from '../../src/isa/valu/row.ts';
import { findRow } from '../../src/isa/valu/rows.ts';
import { valuUse } from '../../src/isa/valu/valu.ts';
import { RDNA } from '../../src/state/target.ts';
import { EXEC, LANES, VCC, type Wave } from '../../src/state/wave.ts';
import { checkRow } from './check-row.ts';
import { compileLine, lineOf, newWave, parseLine, randomWords } from './harness.ts';
import { cdnaNames, rdnaModel } from './rdna-models.ts';
import { vectors } from './special.ts';

describe('each instruction of RDNA gives what its model gives', () => {
  for (const row of rdnaRows().values()) {
    const model = rdnaModel(row.mnemonic);
    if (model === undefined) continue;
    test(row.mnemonic, () => {
      for (const target of row.chips ?? []) checkRow(row, model, 1, { target, waveSize: 32 });
      const target = row.chips?.[0] ?? 'gfx1100';
      checkRow(row, model, 2, { target, waveSize: 32, half: 'h' });
      checkRow(row, model, 3, { target, waveSize: 64, half: 'h' });
      checkRow(row, model, 4, { target, waveSize: 64 });
    });
  }
});

/** f32 as text: NaNs are one. */
const shown = (words: readonly number[]): string =>
  words.map((word) => ((word & 0x7fffffff) > 0x7f800000 ? 'NaN' : word.toString(16))).join(' ');

test('approximations and divisions give what their vectors have', () => {
  for (const row of rdnaRows().values()) {
    const list = vectors[cdnaNames[row.mnemonic] ?? row.mnemonic] ?? [];
    const line = lineOf(row, '', { waveSize: 32 });
    const step = compileLine(line.text, row.chips?.[0] ?? 'gfx1100', 32);
    for (const { s, d, out, mask, vcc } of list) {
      const wave = newWave(32);
      for (const [n, { first }] of line.sources.entries())
        for (const [word, bits] of (s[n] ?? []).entries()) wave.u[(first + word) * LANES] = bits;
      for (const [word, bits] of (d ?? []).entries()) wave.u[word * LANES] = bits;
      wave.s[VCC] = vcc === true ? 1 : 0;
      step(wave);
      const [output = 'b32'] = row.outputs;
      const words = Array.from({ length: registersOf(output) }, (_, n) => wave.u[n * LANES] ?? 0);
      expect(`${line.text}: ${shown(words)}`).toBe(`${line.text}: ${shown(out)}`);
      if (mask !== undefined) expect((wave.s[VCC] ?? 0) & 1, line.text).toBe(Number(mask));
    }
  }
});

test('every instruction of RDNA has a test', () => {
  // 8-bit floats are in rdna-small.test.ts.
  const small = /fp8|bf8/;
  const left = [...rdnaRows().keys()].filter(
    (name) =>
      rdnaModel(name) === undefined &&
      vectors[cdnaNames[name] ?? name] === undefined &&
      !small.test(name),
  );
  expect(left).toEqual([]);
});

function fill(wave: Wave, seed: number): void {
  const next = randomWords(seed);
  for (let n = 0; n < 256 * LANES; n++) wave.u[n] = next();
  for (let n = 0; n < EXEC; n++) wave.s[n] = next();
}

/** Words as something that is compared at once. */
const bytes = (words: Uint32Array): Buffer =>
  Buffer.from(words.buffer, words.byteOffset, words.byteLength);

test('names every register that an instruction touches: others neither matter nor change', () => {
  const [first, second] = [newWave(), newWave()];
  fill(first, 1);
  fill(second, 2);
  for (const row of rdnaRows().values()) {
    const target = row.chips?.[0] ?? 'gfx1100';
    for (const waveSize of [32, 64] as const) {
      const line = lineOf(row, '', { waveSize, half: 'h' });
      const step = compileLine(line.text, target, waveSize);
      const used = valuUse(parseLine(line.text), { target, waveSize });
      const [one, two] = [newWave(waveSize), newWave(waveSize)];
      one.u.set(first.u);
      two.u.set(second.u);
      one.s.set(first.s.subarray(0, EXEC));
      two.s.set(second.s.subarray(0, EXEC));
      for (const register of used?.reads.rows ?? [])
        two.u.set(one.u.subarray(register * LANES, (register + 1) * LANES), register * LANES);
      for (const scalar of used?.reads.scalars ?? []) two.s[scalar] = one.s[scalar] ?? 0;
      const before = two.s.slice();
      const rows = two.u.slice(0, 256 * LANES);
      step(one);
      step(two);
      const what = `${line.text} in waves of ${waveSize}`;
      for (const register of used?.writes.rows ?? []) {
        const from = register * LANES;
        const written = two.u.subarray(from, from + waveSize);
        const same = bytes(written).equals(bytes(one.u.subarray(from, from + waveSize)));
        expect(`${what}: ${same}`).toBe(`${what}: true`);
        rows.set(written, from);
      }
      const kept = bytes(two.u.subarray(0, 256 * LANES)).equals(bytes(rows));
      expect(`${what}, others kept: ${kept}`).toBe(`${what}, others kept: true`);
      const scalars = used?.writes.scalars ?? [];
      for (const scalar of scalars) {
        expect(two.s[scalar], what).toBe(one.s[scalar]);
        before[scalar] = two.s[scalar] ?? 0;
      }
      const scalarsKept = bytes(two.s).equals(bytes(before));
      expect(`${what}, scalars kept: ${scalarsKept}`).toBe(`${what}, scalars kept: true`);
    }
  }
});

test('the old names that assemblers of RDNA take mean the same rows', () => {
  expect(findRow('v_ffbh_u32', 'gfx1100')).toBe(findRow('v_clz_i32_u32', 'gfx1100'));
  expect(findRow('v_max_f32', 'gfx1201')).toBe(findRow('v_max_num_f32', 'gfx1201'));
  expect(findRow('v_max_f32', 'gfx1100')?.mnemonic).toBe('v_max_f32');
  for (const target of RDNA) expect(findRow('v_add_u16', target)).toBeUndefined();
});
