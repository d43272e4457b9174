/** gfx1250 serves one request per bank and clock: against a count by hand, and the paddings that hipBLASLt chooses. */
import { findMachine, machineNamed, opcodeNumber, simulate, singleAccess } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../test/for-all.ts';

/** Cycles and conflicts of a load by all 32 lanes. */
function served(op: string, addresses: readonly number[], model = 'default'): number[] {
  const machine = machineNamed('gfx1250');
  const number = opcodeNumber(op);
  if (number === undefined) throw new Error(`gfx1250 has ${op}`);
  const used = machine.models.find(({ name }) => name === model);
  const { idxActive, bankConflict } = simulate(singleAccess(number, [...addresses]), machine, used);
  return [idxActive[0] ?? 0, bankConflict[0] ?? 0];
}

/** Different words of the fullest of 64 banks, of each group of lanes. */
function byHand(bytes: number, addresses: readonly number[]): number[] {
  const lanes = bytes === 16 ? 16 : 32;
  let cycles = 0;
  for (let first = 0; first < 32; first += lanes) {
    const banks = Array.from({ length: 64 }, () => new Set<number>());
    for (const address of addresses.slice(first, first + lanes)) {
      for (let word = address / 4; word < (address + bytes) / 4; word++)
        banks[word % 64]?.add(word);
    }
    cycles += Math.max(...banks.map(({ size }) => size));
  }
  return [cycles, cycles - 32 / lanes];
}

const lanes = (address: (lane: number) => number): number[] =>
  Array.from({ length: 32 }, (_, lane) => address(lane));

const ops = [
  { bytes: 4, op: 'ds_load_b32' },
  { bytes: 8, op: 'ds_load_b64' },
  { bytes: 16, op: 'ds_load_b128' },
  { bytes: 16, op: 'ds_load_tr16_b128' },
];

describe('gfx1250', () => {
  test('counts the words of the fullest bank, of 16 lanes with 16 bytes and of 32 with fewer', () => {
    // Strides beside multiples of the banks, lanes that share a word, vectors that are aligned to words only.
    const shape = fc.tuple(fc.nat(80), fc.integer({ min: 1, max: 33 }), fc.nat(9));
    forAll([fc.constantFrom(...ops), shape], 300, ({ bytes, op }, [stride, period, step]) => {
      const addresses = lanes(
        (lane) => 4 * (stride * (lane % period) + step * Math.floor(lane / period)),
      );
      expect(served(op, addresses)).toEqual(byHand(bytes, addresses));
    });
  });

  const rows = (pitch: number) => lanes((lane) => pitch * (lane % 16) + 16 * (lane >> 4));
  test.each([
    ['b32 by 4 dwords', 'ds_load_b32', lanes((lane) => 16 * lane), [2, 1]],
    ['b128 side by side', 'ds_load_b128', lanes((lane) => 16 * lane), [2, 0]],
    ['b128, rows of 136 B', 'ds_load_b128', rows(136), [4, 2]],
    ['b128, rows of 144 B', 'ds_load_b128', rows(144), [2, 0]],
    ['b128, rows of 160 B', 'ds_load_b128', rows(160), [4, 2]],
  ])('%s', (_, op, addresses, cycles) => {
    expect(served(op, addresses)).toEqual(cycles);
  });

  test.each([64, 128, 256])(
    'of %i columns, one granule or two are free as hipBLASLt has it',
    (columns) => {
      const conflicts = (pad: number): number => {
        const addresses = lanes((lane) => {
          const at = 2 * columns * ((lane % 8) + 8 * (lane >> 4)) + 16 * ((lane >> 3) & 1);
          return at + Math.floor(at / 256) * pad;
        });
        return served('ds_load_tr16_b128', addresses)[1] ?? 0;
      };
      // Its cost is the threads on the fullest bank: 1 or 2, of each 16 lanes.
      expect([conflicts(16), conflicts(32)]).toEqual(columns === 256 ? [0, 2] : [2, 0]);
    },
  );

  test('keeps the readings that measured rates refute by name only', () => {
    const { models = [] } = findMachine('gfx1250') ?? {};
    expect(models.map(({ name }) => name)).toEqual(['default', 'dual-port', 'loom']);
    const rules = Object.values(models[0]?.rules[32] ?? {});
    expect(rules.filter(({ evidence }) => evidence === 'disputed')).toEqual([]);
    expect(
      served(
        'ds_load_b32',
        lanes((lane) => 16 * lane),
        'dual-port',
      ),
    ).toEqual([1, 0]);
    expect(
      served(
        'ds_load_b128',
        lanes((lane) => 16 * lane),
        'loom',
      )[0],
    ).toBe(8);
  });
});
