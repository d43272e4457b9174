/** Conversions through padded memory: every element is loaded from where it was stored, and nothing else is stored there. */
import { expect, it } from 'vitest';
import { distributed, layoutOf } from './read.ts';
import {
  convertThroughPadding,
  type DistributedEncoding,
  type LinearLayout,
  type OffsetColumns,
  padded,
} from '@ldscope/core';
import { numbersIn, rows } from '../../../../../test/rows.ts';

interface Side {
  readonly encoding: DistributedEncoding;
  readonly layout: LinearLayout;
}

function side(text: string, shape: readonly number[]): Side {
  return { encoding: distributed(text), layout: layoutOf(text, shape) };
}

const blocked = (per: string, lanes: string, warps: string, order = '1, 0'): string =>
  `blocked<{sizePerThread = [${per}], threadsPerWarp = [${lanes}], warpsPerCTA = [${warps}], order = [${order}]}>`;
const mfma = (size: number, warps: string, isTransposed = true): string =>
  `amd_mfma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [${warps}], instrShape = [${size}, ${size}], isTransposed = ${isTransposed}}>`;

/** Each element of a part of the tensor, by where a side moves it: all registers, lanes and warps. */
function placesOf(
  { layout }: Side,
  columns: OffsetColumns,
  paddings: Paddings,
): Map<number, number> {
  const found = new Map<number, number>();
  const inputs = ['register', 'lane', 'warp'] as const;
  // Registers of the first repetition: those that have an offset.
  const all = inputs.flatMap((name) => {
    let first = 0;
    for (const input of layout.inputs) {
      if (input.name === name)
        return layout.columns
          .slice(first, first + input.bits)
          .map((element) => ({ name, element }));
      first += input.bits;
    }
    return [];
  });
  const registers = all.filter(({ name }) => name === 'register').slice(0, columns.register.length);
  const bits = [...registers, ...all.filter(({ name }) => name !== 'register')];
  const offsets = [...columns.register, ...columns.lane, ...columns.warp];
  for (let index = 0; index < 2 ** bits.length; index++) {
    let [element, offset] = [0, 0];
    for (const [bit, { element: column }] of bits.entries()) {
      if (((index >>> bit) & 1) === 0) continue;
      element ^= column;
      offset ^= offsets[bit] ?? 0;
    }
    found.set(element, padded(offset, paddings));
  }
  return found;
}

type Paddings = Parameters<typeof padded>[1];

it.each(rows`
  a product to rows              | ${mfma(16, '2, 4')} | ${blocked('1, 8', '4, 16', '8, 1')} | 128 128 | 4 | 8
  a product to rows, in one part | ${mfma(32, '2, 2')} | ${blocked('1, 8', '16, 4', '4, 1')} | 64 64   | 1 | 8
  a product along its columns    | ${mfma(32, '4, 1', false)} | ${blocked('1, 4', '8, 8', '4, 1')}  | 128 32  | 1 | 4
  blocked to blocked             | ${blocked('4, 1', '16, 4', '1, 4', '0, 1')} | ${blocked('1, 4', '4, 16', '4, 1')} | 64 64   | 1 | 4
  a row of a product             | slice<{dim = 1, parent = #ttg.${mfma(32, '4, 1')}}> | ${blocked('1', '64', '4', '0')}     | 128     | 1 | 0
`)('%s', (_, from, to, cell, repetitions, padding) => {
  const shape = numbersIn(cell);
  const [source, target] = [side(from, shape), side(to, shape)];
  const moves = convertThroughPadding(source, target, shape);
  if (typeof moves === 'string') throw new Error(moves);
  expect(moves.repetitions).toBe(Number(repetitions));
  expect(moves.paddings[0]?.padding ?? 0).toBe(Number(padding));
  const stored = placesOf(source, moves.store, moves.paddings);
  const loaded = placesOf(target, moves.load, moves.paddings);
  expect(new Set(stored.values()).size).toBe(stored.size);
  expect([...loaded].sort(([a], [b]) => a - b)).toEqual([...stored].sort(([a], [b]) => a - b));
  expect(stored.size).toBe(
    shape.reduce<number>((product, size) => product * size, 1) / Number(repetitions),
  );
  expect(Math.max(...stored.values())).toBeLessThan(moves.scratchElements);
});

it('refuses what it does not model', () => {
  const linear = side(
    'linear<{register = [[0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 2], [0, 4]], warp = [], block = []}>',
    [16, 8],
  );
  const rows = side(blocked('1, 2', '16, 4', '1, 1'), [16, 8]);
  const columns = side(blocked('2, 1', '4, 16', '1, 1', '0, 1'), [16, 8]);
  expect(convertThroughPadding(linear, rows, [16, 8])).toContain('not modelled');
  expect(convertThroughPadding(rows, columns, [16, 8])).toContain('last dimension');
});
