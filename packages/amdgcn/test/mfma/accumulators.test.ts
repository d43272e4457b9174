/** Moves between the register files, and what the instructions of the family read and write. */
import { describe, expect, it } from 'vitest';
import { EXEC, LANES, Wave } from '../../src/state/wave.ts';
import { mfma } from '../../src/isa/mfma/mfma.ts';
import { mfmaUse } from '../../src/isa/mfma/use.ts';
import type { Operand } from '../../src/text/program.ts';
import { a, compile, instruction, registers, run } from './harness.ts';

const s5: Operand = { kind: 'register', file: 's', index: 5, count: 1 };

describe('v_accvgpr', () => {
  const values = (wave: Wave, row: number): number[] =>
    Array.from(wave.u.slice(LANES * row, LANES * (row + 1)));

  for (const name of ['v_accvgpr_read_b32', 'v_accvgpr_read']) {
    it(`${name} copies the active lanes`, () => {
      const wave = new Wave(0, 0);
      for (let lane = 0; lane < LANES; lane++) wave.u[LANES * a(3) + lane] = 1000 + lane;
      run(instruction(name, [registers(7, 1), registers(a(3), 1)]), 'gfx90a', wave);
      expect(values(wave, 7)).toEqual(values(wave, a(3)));
      wave.u.fill(1, LANES * 7, LANES * 8);
      wave.s[EXEC] = 0x10;
      wave.s[EXEC + 1] = 0x80000000;
      run(instruction(name, [registers(7, 1), registers(a(3), 1)]), 'gfx90a', wave);
      const expected = Array.from({ length: LANES }, (_, lane) =>
        lane === 4 || lane === 63 ? 1000 + lane : 1,
      );
      expect(values(wave, 7)).toEqual(expected);
    });
  }

  it('v_accvgpr_write_b32 takes vectors, scalars and constants', () => {
    for (const [source, bits] of [
      [registers(9, 1), 77],
      [s5, 0xdeadbeef],
      [{ kind: 'integer', value: -1n }, 0xffffffff],
      [{ kind: 'float', value: 1 }, 0x3f800000],
    ] as readonly (readonly [Operand, number])[]) {
      for (const name of ['v_accvgpr_write_b32', 'v_accvgpr_write']) {
        const wave = new Wave(0, 0);
        wave.u.fill(77, LANES * 9, LANES * 10);
        wave.s[5] = 0xdeadbeef;
        wave.s[EXEC + 1] = 0;
        run(instruction(name, [registers(a(255), 1), source]), 'gfx942', wave);
        expect(values(wave, a(255))).toEqual(
          Array.from({ length: LANES }, (_, lane) => (lane < 32 ? bits : 0)),
        );
      }
    }
  });

  it('v_accvgpr_mov_b32 copies between accumulators', () => {
    const wave = new Wave(0, 0);
    wave.u.fill(5, LANES * a(1), LANES * a(2));
    run(instruction('v_accvgpr_mov_b32', [registers(a(0), 1), registers(a(1), 1)]), 'gfx950', wave);
    expect(values(wave, a(0))).toEqual(values(wave, a(1)));
  });

  it('a source that it cannot read is reported', () => {
    const { reports } = compile(instruction('v_accvgpr_read_b32', [registers(0, 1), s5]), 'gfx942');
    expect(reports).toEqual(['v_accvgpr_read_b32: the source is not a register it can read']);
  });
});

describe('register use', () => {
  const range = (first: number, count: number): number[] =>
    Array.from({ length: count }, (_, n) => first + n);

  it('a product reads A, B and C and writes D, without exec', () => {
    const use = mfmaUse(
      instruction('v_mfma_f32_16x16x16_f16', [
        registers(a(0), 4),
        registers(8, 2),
        registers(a(10), 2),
        registers(20, 4),
      ]),
    );
    expect(use).toEqual({
      reads: { rows: [8, 9, ...range(a(10), 2), ...range(20, 4)], scalars: [] },
      writes: { rows: range(a(0), 4), scalars: [] },
    });
  });

  it('a sparse product reads D as well', () => {
    const use = mfmaUse(
      instruction('v_smfmac_f32_16x16x32_f16', [
        registers(0, 4),
        registers(8, 2),
        registers(12, 4),
        registers(20, 1),
      ]),
    );
    expect(use?.reads.rows).toEqual([...range(0, 4), 8, 9, ...range(12, 4), 20]);
    expect(use?.writes.rows).toEqual(range(0, 4));
  });

  it('moves read exec and scalars, loads of scales write nothing', () => {
    const move = mfmaUse(instruction('v_accvgpr_write_b32', [registers(a(4), 1), s5]));
    expect(move).toEqual({
      reads: { rows: [], scalars: [5, EXEC, EXEC + 1] },
      writes: { rows: [a(4)], scalars: [] },
    });
    const scales = instruction('v_mfma_ld_scale_b32', [registers(1, 1), registers(2, 1)]);
    expect(mfmaUse(scales)).toEqual({
      reads: { rows: [1, 2], scalars: [] },
      writes: { rows: [], scalars: [] },
    });
  });

  it('is known for every mnemonic and for no other', () => {
    for (const name of mfma.keys()) expect(mfmaUse(instruction(name, []))).toBeDefined();
    expect(mfmaUse(instruction('v_add_u32', []))).toBeUndefined();
  });
});
