/**
 * Distributed layouts against the numbers that Triton's own tests expect; names are theirs
 * (triton-lang/triton:unittest/Dialect/TritonGPU/LinearLayoutConversionsTest.cpp). `0,1 0,2 4,0` are the bases [0, 1],
 * [0, 2], [4, 0].
 */
import { describe, expect, it } from 'vitest';
import { columnsOf, distributedToLinear, HOLDERS, type LinearLayout } from '@ldscope/core';
import { numbersIn, rows } from '../../../../../test/rows.ts';
import { distributed, layoutOf } from './read.ts';

/** `0,1 0,2` for each holder that has bits. */
function show(layout: LinearLayout): Record<string, string> {
  const vector = (packed: number): string => {
    let rest = packed;
    return layout.outputs
      .map(({ bits }) => {
        const value = rest & (2 ** bits - 1);
        rest >>>= bits;
        return value;
      })
      .join(',');
  };
  return Object.fromEntries(
    HOLDERS.map((holder) => [holder, columnsOf(layout, holder).map(vector).join(' ')]),
  );
}

const MFMA32 = (warps: string, transposed: boolean, rest = ''): string =>
  `amd_mfma<{version = 3, warpsPerCTA = [${warps}], instrShape = [32, 32, 8], isTransposed = ${transposed}${rest}}>`;
const MFMA16 = (warps: string): string =>
  `amd_mfma<{version = 3, warpsPerCTA = [${warps}], instrShape = [16, 16, 16], isTransposed = false}>`;
const WMMA = (warps: string): string =>
  `amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = [${warps}]}>`;
const MMA = (major: number, shape: string, warps: string, rest = ''): string =>
  `nvidia_mma<{versionMajor = ${major}, versionMinor = 0, warpsPerCTA = [${warps}], instrShape = [${shape}]${rest}}>`;
const dot = (opIdx: number, parent: string, kWidth: number): string =>
  `dot_op<{opIdx = ${opIdx}, parent = #ttg.${parent}, kWidth = ${kWidth}}>`;
const slice = (dim: number, parent: string): string =>
  `slice<{dim = ${dim}, parent = #ttg.${parent}}>`;

/** Name, shape, bases of registers, lanes, warps and blocks, encoding. */
const CASES = rows`
  ShapeSmallerThanLayout        | 8          | 1 2 | 4 0                           | 0 0                     |                            | blocked<{sizePerThread = [4], threadsPerWarp = [4], warpsPerCTA = [4], order = [0]}>
  ReversedOrder                 | 1 64       | 0,8 0,16 0,32 | 0,0 0,0 0,0 0,0 0,0           | 0,1 0,2 0,4             |                            | blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 8], order = [0, 1]}>
  OneDimTooLargeAnotherTooSmall | 128 16     | 0,1 0,2 32,0 | 0,4 0,8 1,0 2,0 4,0           | 8,0 16,0                | 0,0 64,0                   | blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CTAsPerCGA = [2, 2], CTASplitNum = [2, 1], CTAOrder = [1, 0]}>
  the same with CGALayout       | 128 16     | 0,1 0,2 32,0 | 0,4 0,8 1,0 2,0 4,0           | 8,0 16,0                | 0,0 64,0                   | blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 0], [1, 0]]}>
  RepeatInCTGDimFirst           | 4          |  |                               | 1 0                     | 2                          | blocked<{sizePerThread = [1], threadsPerWarp = [1], warpsPerCTA = [4], order = [0], CTAsPerCGA = [2], CTASplitNum = [2], CTAOrder = [0]}>
  SmallerThanCTALayout          | 2          |  |                               |                         | 1 0                        | blocked<{sizePerThread = [1], threadsPerWarp = [1], warpsPerCTA = [1], order = [0], CTAsPerCGA = [4], CTASplitNum = [4], CTAOrder = [0]}>
  BlockedOrder                  | 1024 128   | 0,1 1,0 0,32 16,0 32,0 64,0 128,0 256,0 | 0,2 0,4 0,8 2,0 4,0           | 0,16 8,0                | 0,64 512,0                 | blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0], CTAsPerCGA = [2, 2], CTASplitNum = [2, 2], CTAOrder = [1, 0]}>
  MMAv2_32x32                   | 32 32      | 0,1 8,0 0,8 0,16 16,0 | 0,2 0,4 1,0 2,0 4,0           |                         |                            | ${MMA(2, '16, 8', '1, 1')}
  MMAv2_Cga                     | 64 128 128 | 0,0,1 0,8,0 0,0,8 0,0,16 0,0,32 0,0,64 0,16,0 0,32,0 | 0,0,2 0,0,4 0,1,0 0,2,0 0,4,0 | 1,0,0 2,0,0 4,0,0 8,0,0 | 0,0,0 0,64,0 16,0,0 32,0,0 | ${MMA(2, '1, 16, 8', '16, 1, 1', ', CTAsPerCGA = [4, 2, 2], CTASplitNum = [4, 2, 1], CTAOrder = [2, 1, 0]')}
  MMAv3_128x16                  | 128 16     | 0,1 8,0 0,8 64,0 | 0,2 0,4 1,0 2,0 4,0           | 16,0 32,0               |                            | ${MMA(3, '16, 16, 8', '4, 1')}
  MMAv3_4x2Warps                | 256 64     | 0,1 8,0 0,8 0,16 64,0 128,0 | 0,2 0,4 1,0 2,0 4,0           | 16,0 32,0 0,32          |                            | ${MMA(3, '16, 32, 16', '4, 2')}
  MFMA32_2x4Warps               | 128 128    | 1,0 2,0 8,0 16,0 64,0 | 0,1 0,2 0,4 0,8 0,16 4,0      | 0,32 0,64 32,0          |                            | ${MFMA32('2, 4', false)}
  MFMA32_2x4Warps 64x32         | 64 32      | 1,0 2,0 8,0 16,0 | 0,1 0,2 0,4 0,8 0,16 4,0      | 0,0 0,0 32,0            |                            | ${MFMA32('2, 4', false)}
  MFMA16_2x4Warps               | 16 16      | 1,0 2,0 | 0,1 0,2 0,4 0,8 4,0 8,0       | 0,0 0,0 0,0             |                            | ${MFMA16('2, 4')}
  warp1onK_mfma32_rhs_kwidth8   | 128 256    | 1,0 2,0 4,0 16,0 32,0 64,0 | 0,1 0,2 0,4 0,8 0,16 8,0      | 0,32 0,64 0,128         |                            | ${dot(1, MFMA32('1, 8', false), 8)}
  warp1onK_mfma16_rhs_kwidth8   | 256 256    | 1,0 2,0 4,0 32,0 64,0 128,0 0,64 0,128 | 0,1 0,2 0,4 0,8 8,0 16,0      | 0,16 0,32               |                            | ${dot(1, MFMA16('1, 4'), 8)}
  warp1onK_mfma32_lhs_kwidth8, the transposed case | 256 128 | 0,1 0,2 0,4 0,16 0,32 0,64 | 1,0 2,0 4,0 8,0 16,0 0,8 | 32,0 64,0 128,0 | | ${dot(0, MFMA32('8, 1', false), 8)}
  WMMA_2x4Warps                 | 128 128    | 2,0 4,0 8,0 0,64 32,0 64,0 | 0,1 0,2 0,4 0,8 1,0           | 0,16 0,32 16,0          |                            | ${WMMA('2, 4')}
  SliceOfBlocked                | 128        | 1 2 16 32 | 4 0 0                         | 8 0                     | 64 0                       | ${slice(0, 'blocked<{sizePerThread = [2, 4], threadsPerWarp = [4, 2], warpsPerCTA = [2, 2], order = [1, 0], CTAsPerCGA = [2, 2], CTASplitNum = [2, 2], CTAOrder = [1, 0]}>')}
  SliceOfMmaV2                  | 128        | 8 32 64 | 0 0 1 2 4                     | 0 16                    |                            | ${slice(1, MMA(2, '16, 8', '2, 2'))}
`;

describe("layouts of Triton's tests", () => {
  it.each(CASES)('%s', (_, shape, register, lane, warp, block, text) => {
    expect(show(layoutOf(text, numbersIn(shape)))).toEqual({ register, lane, warp, block });
  });
});

it('gives operands of an NVIDIA product as mma.sync holds them', () => {
  const [a, b] = [0, 1].map((operand) => dot(operand, MMA(2, '16, 8', '1, 1'), 2)) as [
    string,
    string,
  ];
  expect(show(layoutOf(a, [16, 16]))).toMatchObject({
    register: '0,1 8,0 0,8',
    lane: '0,2 0,4 1,0 2,0 4,0',
  });
  expect(show(layoutOf(b, [16, 8]))).toMatchObject({
    register: '1,0 8,0',
    lane: '2,0 4,0 0,1 0,2 0,4',
  });
});

it('counts tiles of a warp along N before warps', () => {
  const tiles = MFMA32('1, 2', true, ', tilesPerWarp = [1, 2]');
  expect(show(layoutOf(tiles, [32, 128]))).toMatchObject({
    register: '0,1 0,2 0,8 0,16 0,32',
    warp: '0,64',
  });
});

const REFUSED: readonly (readonly [string, readonly number[]])[] = [
  ['blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>', [4, 4]],
  ['blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>', [12]],
  ['blocked<{sizePerThread = [3], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>', [64]],
  ['blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [1]}>', [64]],
  [dot(2, MFMA16('1, 4'), 8), [64, 64]],
  [dot(0, MFMA16('1, 4'), 3), [64, 64]],
  [slice(4, MFMA16('1, 4')), [64]],
  [MMA(5, '16, 8', '4, 1'), [64, 64]],
];

it.each(REFUSED)('refuses %s', (text, shape) => {
  const result = distributedToLinear(distributed(text), shape);
  expect(result.ok).toBe(false);
  expect(result.diagnostics[0]?.code).toMatch(/^triton\//);
  expect(result.diagnostics[0]?.hint).not.toBe('');
});
