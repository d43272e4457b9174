/** What holds for every instruction: inactive lanes keep their registers, and their bits of a mask are 0. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { EXEC, LANES, VCC, type Wave } from '../../src/state/wave.ts';
import { registersOf } from '../../src/isa/valu/row.ts';
import { rows } from '../../src/isa/valu/rows.ts';
import { valuUse } from '../../src/isa/valu/valu.ts';
import { compileLine, lineOf, maskBit, newWave, parseLine, randomWords } from './harness.ts';

const fill = (wave: Wave, seed: number): void => {
  const next = randomWords(seed);
  for (let n = 0; n < 192 * LANES; n++) wave.u[n] = next();
  wave.s[VCC] = next();
  wave.s[VCC + 1] = next();
};

const mask = fc.oneof(
  fc.constantFrom(0, 0xffffffff, 1, 0x80000000, 0x55555555),
  fc.integer({ min: 0, max: 0xffffffff }),
);

describe('exec', () => {
  for (const row of rows().values()) {
    test(row.mnemonic, () => {
      const line = lineOf(row);
      const step = compileLine(line.text, row.chips?.[0] ?? 'gfx950');
      const written = row.outputs.find((type) => type !== 'mask');
      const words = written === undefined ? 0 : registersOf(written);
      forAll([mask, mask, fc.integer()], 6, (low, high, seed) => {
        const [full, part] = [newWave(), newWave()];
        fill(full, seed);
        fill(part, seed);
        const before = part.u.slice(0, 192 * LANES);
        part.s[EXEC] = low;
        part.s[EXEC + 1] = high;
        step(full);
        step(part);
        for (let lane = 0; lane < LANES; lane++) {
          const active = (((lane < 32 ? low : high) >>> (lane & 31)) & 1) === 1;
          for (let word = 0; word < words; word++) {
            const at = word * LANES + lane;
            const wanted = active ? full.u[at] : before[at];
            if (part.u[at] !== wanted) expect(part.u[at]).toBe(wanted);
          }
          if (row.outputs.includes('mask')) {
            expect(maskBit(part, VCC, lane)).toBe(active && maskBit(full, VCC, lane));
          }
        }
        // Nothing but the destination changes.
        const rest = part.u.subarray(words * LANES, 192 * LANES);
        expect(Buffer.compare(bytes(rest), bytes(before.subarray(words * LANES)))).toBe(0);
        if (row.exec) expect(part.s[EXEC]).toBe(part.s[VCC]);
      });
    });
  }
});

const bytes = (words: Uint32Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength);

describe('register use', () => {
  test('follows from the types', () => {
    const use = (line: string): unknown => valuUse(parseLine(line));
    expect(use('v_add_f64 v[0:1], v[2:3], s[4:5]')).toEqual({
      reads: { rows: [2, 3], scalars: [4, 5, 126, 127] },
      writes: { rows: [0, 1], scalars: [] },
    });
    expect(use('v_addc_co_u32_e32 v0, vcc, v1, v2, vcc')).toEqual({
      reads: { rows: [1, 2], scalars: [106, 107, 126, 127] },
      writes: { rows: [0], scalars: [106, 107] },
    });
    expect(use('v_fmac_f32_e32 v0, v1, v2')).toMatchObject({ reads: { rows: [0, 1, 2] } });
    expect(use('v_div_fmas_f32 v0, v1, v2, v3')).toMatchObject({
      reads: { scalars: [106, 107, 126, 127] },
    });
    expect(use('v_readlane_b32 s0, v1, s2')).toEqual({
      reads: { rows: [1], scalars: [2] },
      writes: { rows: [], scalars: [0] },
    });
    expect(
      use('v_mov_b32_sdwa v0, v1 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD'),
    ).toMatchObject({ reads: { rows: [0, 1] } });
    expect(use('s_nop 0')).toBeUndefined();
  });

  test('names every register that an instruction reads: others do not matter', () => {
    for (const row of rows().values()) {
      const line = lineOf(row);
      const step = compileLine(line.text, row.chips?.[0] ?? 'gfx950');
      const used = valuUse(parseLine(line.text));
      const [one, two] = [newWave(), newWave()];
      fill(one, 1);
      fill(two, 2);
      for (const register of used?.reads.rows ?? []) {
        two.u.set(one.u.subarray(register * LANES, (register + 1) * LANES), register * LANES);
      }
      for (const scalar of used?.reads.scalars ?? []) two.s[scalar] = one.s[scalar] ?? 0;
      step(one);
      step(two);
      for (const register of used?.writes.rows ?? []) {
        const from = register * LANES;
        expect(two.u.slice(from, from + LANES), row.mnemonic).toEqual(
          one.u.slice(from, from + LANES),
        );
      }
      for (const scalar of used?.writes.scalars ?? []) {
        expect(two.s[scalar], row.mnemonic).toBe(one.s[scalar]);
      }
    }
  });
});
