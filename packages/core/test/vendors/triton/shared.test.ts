/**
 * Shared layouts against Triton's documentation and tests
 * (triton-lang/triton:unittest/Dialect/TritonGPU/LinearLayoutConversionsTest.cpp), and against tile layouts.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyLayout,
  expectValue,
  padded,
  phaseOf,
  placeShared,
  type SharedPlacement,
  sharedToTile,
  tileToShared,
} from '@ldscope/core';
import { powers } from '../../../../../test/powers.ts';
import { elementOffset } from '../../../src/layout/tile/tile-layout.ts';
import { shared } from './read.ts';
import { numbersIn, rows } from '../../../../../test/rows.ts';
import { forAll } from '../../../../../test/for-all.ts';

function place(text: string, shape: readonly number[]): SharedPlacement {
  return expectValue(placeShared(shared(text), shape));
}

/** The place of an element, counted in elements from the start of the tensor. */
function sharedOffset(
  { layout, paddings }: SharedPlacement,
  coordinates: readonly number[],
): number {
  return padded(applyLayout(layout, coordinates)[0] ?? 0, paddings);
}

/** The elements of a matrix, numbered row by row, as memory holds them. */
function memory(text: string, rows: number, columns: number): number[][] {
  const placement = place(text, [rows, columns]);
  const held = Array.from({ length: rows }, () => Array.from({ length: columns }, () => -1));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const offset = sharedOffset(placement, [row, column]);
      const line = held[Math.floor(offset / columns)] ?? [];
      line[offset % columns] = row * columns + column;
    }
  }
  return held;
}

const phased = (kind: string, vec: number, perPhase: number, maxPhase: number): string =>
  `${kind}<{vec = ${vec}, perPhase = ${perPhase}, maxPhase = ${maxPhase}, order = [1, 0]}>`;

describe('swizzles', () => {
  it('swizzle rows by their phase', () => {
    expect(memory(phased('swizzled_shared', 1, 1, 4), 4, 4)).toEqual([
      [0, 1, 2, 3],
      [5, 4, 7, 6],
      [10, 11, 8, 9],
      [15, 14, 13, 12],
    ]);
    expect(memory(phased('swizzled_shared', 2, 1, 4), 2, 8)[1]).toEqual([
      10, 11, 8, 9, 14, 15, 12, 13,
    ]);
  });

  it('rotate rows by phase and block', () => {
    expect(memory(phased('amd_rotating_shared', 1, 1, 4), 8, 4)).toEqual([
      [0, 1, 2, 3],
      [5, 4, 7, 6],
      [10, 11, 8, 9],
      [15, 14, 13, 12],
      [17, 16, 19, 18],
      [20, 21, 22, 23],
      [27, 26, 25, 24],
      [30, 31, 28, 29],
    ]);
  });

  it('keep columns in rows when order is [0, 1]', () => {
    const text = 'swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>';
    expect(sharedOffset(place(text, [32, 64]), [3, 2])).toBe(2 * 32 + 3);
  });
});

/** The coordinates that each bit of the offset has: what upstream's tests list. */
const OFFSETS = rows`
  SharedSwizzled2D_PerPhaseMaxPhaseVec | 32 32     | 0,1 0,2 0,4 0,8 0,16 1,0 2,2 4,4 8,0 16,0 | ${phased('swizzled_shared', 2, 2, 4)}
  SharedSwizzled2D_Order01             | 4 8       | 1,0 2,0 1,1 2,2 0,4 | swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 4, order = [0, 1]}>
  SharedSwizzled4D                     | 2 4 32 32 | 0,0,0,1 0,0,0,2 0,0,0,4 0,0,0,8 0,0,0,16 0,0,1,0 0,0,2,2 0,0,4,4 0,0,8,0 0,0,16,0 0,1,0,0 0,2,0,0 1,0,0,0 | swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [3, 2, 1, 0]}>
  LeadingOffset_128x16_4_2             | 128 16    | 0,1 0,2 0,4 0,8 1,0 2,0 4,8 8,0 16,0 32,0 64,0 | nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
  LeadingOffset_8x32_2_4               | 8 32      | 0,1 0,2 0,4 0,8 0,16 1,0 2,8 4,16 | nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
  LeadingOffset_8x64_1_8_32b           | 8 64      | 0,1 0,2 0,4 0,8 0,16 1,4 2,8 4,16 0,32 | nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
`;

describe("offsets of Triton's tests", () => {
  it.each(OFFSETS)('%s', (_, shape, bases, text) => {
    const placement = place(text, numbersIn(shape));
    for (const [bit, basis] of bases.split(' ').entries())
      expect(sharedOffset(placement, numbersIn(basis)), basis).toBe(2 ** bit);
  });
});

it('pads after each interval, and not behind the last', () => {
  const placement = place(
    'padded_shared<[32:+4, 64:+8] {order = [1, 0], shape = [4, 32]}>',
    [4, 32],
  );
  expect(sharedOffset(placement, [0, 31])).toBe(31);
  expect(sharedOffset(placement, [1, 0])).toBe(36);
  expect(sharedOffset(placement, [2, 0])).toBe(64 + 8 + 8);
  expect(placement.size).toBe(127 + 3 * 4 + 8 + 1);
});

describe('says the same as a tile layout, and as the encoding that this is written back to', () => {
  const compare = (
    text: string,
    [rows = 0, columns = 0]: readonly number[],
    elementBytes: number,
  ): void => {
    const placement = place(text, [rows, columns]);
    const { layout } = expectValue(sharedToTile(shared(text), [rows, columns], elementBytes));
    const again = expectValue(placeShared(expectValue(tileToShared(layout)), [rows, columns]));
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const offset = sharedOffset(placement, [row, column]);
        expect(elementOffset(layout, row, column)).toBe(offset * elementBytes);
        expect(sharedOffset(again, [row, column])).toBe(offset);
      }
    }
  };

  it.each(rows`
    swizzled_shared     | 1, 1, 4  | 8, 4
    swizzled_shared     | 2, 2, 4  | 8, 8
    amd_rotating_shared | 1, 1, 4  | 8, 4
    amd_rotating_shared | 4, 2, 16 | 64, 64
  `)('%s of %s on %s', (kind, phase, shape) => {
    const [vec = 0, perPhase = 0, maxPhase = 0] = numbersIn(phase);
    compare(phased(kind, vec, perPhase, maxPhase), numbersIn(shape), 2);
  });

  it('of any of them', () => {
    forAll(
      [
        fc.constantFrom('swizzled_shared', 'amd_rotating_shared'),
        powers(0, 4),
        powers(0, 3),
        powers(0, 5),
        powers(3, 6),
        powers(2, 6),
        fc.constantFrom(1, 2, 4),
      ],
      60,
      (kind, vec, perPhase, maxPhase, columns, rows, elementBytes) =>
        compare(phased(kind, vec, perPhase, maxPhase), [rows, columns], elementBytes),
    );
  });
});

it('says why a tile layout is not an encoding', () => {
  const tile = { rows: 8, columns: 32, elementBytes: 2 };
  const rotate = { kind: 'rotate', step: 1, rowsPerPhase: 1 } as const;
  const rotated = tileToShared({ kind: 'rows', tile, unitBytes: 8, key: rotate, paddings: [] });
  expect(rotated.diagnostics[0]).toMatchObject({ code: 'triton/not-sayable' });
  const odd = [{ intervalBytes: 64, padBytes: 12 }];
  const padded = tileToShared({ kind: 'rows', tile, unitBytes: 2, paddings: odd });
  expect(padded.diagnostics[0]?.message).toContain('6 elements after 32');
});

it.each([
  [phased('swizzled_shared', 3, 1, 4), [8, 8]],
  [phased('swizzled_shared', 1, 1, 4), [8]],
  ['padded_shared<[24:+8] {order = [1, 0], shape = [8, 8]}>', [8, 8]],
  ['shared_linear<{offset = [[0, 1], [0, 1]]}, alignment = 16>', [2, 2]],
  ['nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>', [8, 16]],
] as const)('refuses %s on %j', (text, shape) => {
  const result = placeShared(shared(text), shape);
  expect(result.ok).toBe(false);
  expect(result.diagnostics[0]?.code).toBe('triton/no-semantics');
});

it('moves rows by their phase', () => {
  const encoding = {
    kind: 'amd_rotating_shared',
    vec: 1,
    perPhase: 1,
    maxPhase: 4,
    order: [1, 0],
  } as const;
  expect([4, 5, 6, 7].map((row) => phaseOf(encoding, row))).toEqual([1, 0, 3, 2]);
});
