/** The instructions that Triton's lowering chooses, on layouts of compiled kernels and of NVIDIA's products. */
import { describe, expect, it } from 'vitest';
import {
  conversionKind,
  convertThroughMemory,
  expectValue,
  type Isa,
  type LinearLayout,
  offsetColumns,
  opcodeAt,
  placeShared,
  type SharedTransfer,
  transferAddresses,
  transferOf,
} from '@ldscope/core';
import { layoutOf, shared } from './read.ts';

function transfer(
  registers: string,
  memory: string,
  shape: readonly number[],
  isa: Isa,
  direction: 'read' | 'write' = 'read',
  elementBytes = 2,
): SharedTransfer {
  const placement = expectValue(placeShared(shared(memory), shape));
  const columns = offsetColumns(layoutOf(registers, shape), placement);
  return transferOf(columns, { isa, direction, elementBytes }, placement);
}

function addresses(moved: SharedTransfer, start = 0, warp = 0, lanes = 64): number[] {
  const into = new Uint32Array(lanes);
  transferAddresses(moved, start, warp, into);
  return [...into];
}

const BLOCKED =
  'blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>';
const MFMA =
  'amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 16], isTransposed = true}>';
const MMA =
  'nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>';
const plain = (order: string): string =>
  `swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [${order}]}>`;
const swizzled = (vec: number): string =>
  `swizzled_shared<{vec = ${vec}, perPhase = 1, maxPhase = 8, order = [1, 0]}>`;

const padded = (interval: string): string =>
  `padded_shared<[${interval}] {order = [1, 0], shape = [64, 64]}>`;

const dot = (opIdx: number, parent: string, kWidth: number): string =>
  `dot_op<{opIdx = ${opIdx}, parent = #ttg.${parent}, kWidth = ${kWidth}}>`;

describe('widths', () => {
  it.each([
    [BLOCKED, plain('1, 0'), 'cdna3', 'write', 'ds_write_b128'],
    [BLOCKED, swizzled(4), 'cdna3', 'write', 'ds_write_b64'],
    [BLOCKED, swizzled(1), 'cdna3', 'write', 'ds_write_b16'],
    [BLOCKED, plain('0, 1'), 'cdna3', 'read', 'ds_read_u16'],
    [BLOCKED, padded('64:+4'), 'cdna3', 'write', 'ds_write_b128'],
    [BLOCKED, padded('4:+4'), 'cdna3', 'write', 'ds_write_b64'],
    [dot(0, MFMA, 4), swizzled(4), 'cdna3', 'read', 'ds_read_b64'],
    [dot(1, MFMA, 8), plain('1, 0'), 'cdna4', 'read', 'ds_read_b64_tr_b16'],
    [dot(1, MFMA, 8), plain('0, 1'), 'cdna4', 'read', 'ds_read_b128'],
    [dot(1, MFMA, 8), plain('1, 0'), 'cdna3', 'read', 'ds_read_u16'],
    [BLOCKED, plain('1, 0'), 'rdna', 'read', 'ds_load_b128'],
    [dot(0, MMA, 2), swizzled(8), 'ptx', 'read', 'ldmatrix.x4'],
    [dot(1, MMA, 2), swizzled(8), 'ptx', 'read', 'ldmatrix.x4.trans'],
    [MMA, swizzled(8), 'ptx', 'write', 'stmatrix.x4'],
  ] as const)('%s and %s on %s: %s', (registers, shared, isa, direction, name) => {
    const moved = transfer(registers, shared, [64, 64], isa, direction);
    expect(opcodeAt(moved.op).name).toBe(name);
  });
});

it('has lanes read what the others hold, where they exchange it afterwards', () => {
  const moved = transfer(dot(1, MFMA, 8), plain('1, 0'), [64, 128], 'cdna4');
  // Lanes 0 to 3 read 16 columns of one k, lanes 4 to 15 the same of the next three: lane bits 2 and 3 are rows.
  expect(moved.lane).toEqual([4, 8, 128, 256, 16, 8 * 128]);
});

it('gives ldmatrix a row for each lane', () => {
  const moved = transfer(dot(0, MMA, 2), plain('1, 0'), [32, 16], 'ptx');
  // 16 x 16 of operand A: rows 0 to 7, rows 8 to 15, then the same of the second half of K.
  expect(addresses(moved, 0, 0, 32).map((bytes) => bytes / 2)).toEqual([
    ...Array.from({ length: 16 }, (_, row) => 16 * row),
    ...Array.from({ length: 16 }, (_, row) => 16 * row + 8),
  ]);
});

describe('conversions', () => {
  const rows = layoutOf(BLOCKED, [64, 64]);
  const columns = layoutOf(
    'blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>',
    [64, 64],
  );

  it('need memory where elements change their wave', () => {
    expect(conversionKind(rows, columns)).toBe('memory');
    expect(conversionKind(rows, rows)).toBe('nothing');
  });

  it('load from where they stored', () => {
    const moves = convertThroughMemory(rows, columns, 2);
    if (moves === undefined) throw new Error('no conversion');
    expect(moves).toMatchObject({ repetitions: 1, scratchElements: 4096 });
    const held = (of: LinearLayout, offsets: typeof moves.store): Map<number, number> => {
      const map = new Map<number, number>();
      const bits = [...offsets.register, ...offsets.lane, ...offsets.warp];
      for (let index = 0; index < 2 ** bits.length; index++) {
        let [element, offset] = [0, 0];
        for (const [bit, column] of bits.entries()) {
          if (((index >>> bit) & 1) === 0) continue;
          element ^= of.columns[bit] ?? 0;
          offset ^= column;
        }
        map.set(element, offset);
      }
      return map;
    };
    expect([...held(rows, moves.store)].sort(([a], [b]) => a - b)).toEqual(
      [...held(columns, moves.load)].sort(([a], [b]) => a - b),
    );
  });
});
