/**
 * Which lane holds what of an operand, for every matrix intrinsic that IREE names: its single-subgroup layouts.
 *
 *     MFMA_F32_16x16x32_F16, A of 16 x 32     thread [16, 4], strides [1, 16], element [1, 8]
 *     lane 17 is (1, 1) of the threads        it holds row 1, columns 8 to 15
 *
 * A layout lists outer, thread and element counts per dimension of the operand, slowest first; lane / stride mod count
 * is the lane's part. B mirrors A. An intrinsic is its name decomposed; `intrinsics` lists the names there are.
 * Scaled intrinsics have three dimensions, the last a block of 32 that shares a scale; intrinsics of several blocks
 * have the block first.
 *
 * Invariant: outer x thread x element is the operand, and the lanes of a wave hold each element at least once. Source:
 * iree-org/iree @b48a5955 `IREEGPUAttrs.cpp` (getSingleSubgroupLayout).
 */
import { product } from '../../base/numbers.ts';

export interface MmaLayout {
  readonly outer: readonly number[];
  readonly thread: readonly number[];
  readonly threadStrides: readonly number[];
  readonly element: readonly number[];
}

type MmaOperand = 'lhs' | 'rhs' | 'acc';

export interface MmaIntrinsic {
  readonly name: string;
  readonly lhs: MmaLayout;
  readonly rhs: MmaLayout;
  readonly acc: MmaLayout;
  /** Elements along the reduction, all its dimensions together. */
  readonly k: number;
  /** Bits of an element of A and of B; absent for scaled intrinsics, where the operation says. */
  readonly elementBits?: readonly [lhs: number, rhs: number];
}

/** Elements that a lane holds one behind the other, and elements of the operand. */
export function xorShuffleBounds({ outer, thread, element }: MmaLayout): {
  readonly leastAccess: number;
  readonly tile: number;
} {
  const leastAccess = product(element);
  return { leastAccess, tile: product(outer) * product(thread) * leastAccess };
}

const layout = (
  outer: readonly number[],
  thread: readonly number[],
  threadStrides: readonly number[],
  element: readonly number[],
): MmaLayout => ({ outer, thread, threadStrides, element });

type Layouts = Pick<MmaIntrinsic, MmaOperand | 'k'>;

const swapped = ([a, b]: readonly [number, number]): [number, number] => [b, a];

/** A of two dimensions, and B as its mirror. */
function mirrored(
  k: number,
  thread: readonly [number, number],
  strides: readonly [number, number],
  elements: number,
  acc: MmaLayout,
  outer = 1,
): Layouts {
  return {
    lhs: layout([1, outer], thread, strides, [1, elements]),
    rhs: layout([outer, 1], swapped(thread), swapped(strides), [elements, 1]),
    acc,
    k,
  };
}

const ACC16 = layout([1, 1], [4, 16], [16, 1], [4, 1]);
const ACC32 = layout([4, 1], [2, 32], [32, 1], [4, 1]);
const ACC_F64 = layout([4, 1], [4, 16], [16, 1], [1, 1]);

const accOf = (m: number): MmaLayout => (m === 32 ? ACC32 : ACC16);

/** Lanes beyond the rows share the reduction: 64 / m groups. */
const mfma = (m: number, k: number, acc = accOf(m)): Layouts =>
  mirrored(k, [m, 64 / m], [1, m], (m * k) / 64, acc);

/** Two instructions behind each other, the k of each in its own outer part. */
const twiceMfma = (m: number, k: number): Layouts =>
  mirrored(k, [m, 64 / m], [1, m], (m * k) / 128, accOf(m), 2);

/** Independent products, block first. */
function blockedMfma(m: number, k: number, blocks: number): Layouts {
  const acc = {
    4: layout([1, 1, 1], [16, 1, 4], [4, 64, 1], [1, 4, 1]),
    16: layout([1, 1, 1], [1, 4, 16], [64, 16, 1], [4, 4, 1]),
    32: layout([1, 4, 1], [1, 2, 32], [64, 32, 1], [2, 4, 1]),
  }[m];
  return {
    lhs: layout([1, 1, 1], [blocks, m, 1], [m, 1, 64], [1, 1, k]),
    rhs: layout([1, 1, 1], [blocks, 1, m], [m, 64, 1], [1, k, 1]),
    acc: acc ?? ACC16,
    k,
  };
}

/** 4x4x4 of f64: every lane one element. */
function smallF64(): Layouts {
  const one = (strides: readonly number[]): MmaLayout =>
    layout([1, 1, 1], [4, 4, 4], strides, [1, 1, 1]);
  return { lhs: one([4, 1, 16]), rhs: one([4, 16, 1]), acc: one([4, 16, 1]), k: 4 };
}

/** Blocks of 32 that share a scale are the last dimension of A and the middle one of B. */
function scaledMfma(m: number, k: number): Layouts {
  const groups = 64 / m;
  return {
    lhs: layout([1, 1, 1], [m, groups, 1], [1, m, 1], [1, 1, 32]),
    rhs: layout([1, 1, 1], [groups, 1, m], [m, 1, 1], [1, 32, 1]),
    acc: accOf(m),
    k,
  };
}

/** Half the rows of an MFMA, each lane with twice the k. */
const denseVirtualMfma = (k: number): Layouts => ({
  lhs: layout([1, 1], [8, 4], [2, 16], [1, k / 4]),
  rhs: layout([1, 1], [4, 16], [16, 1], [k / 4, 1]),
  acc: layout([1, 1], [4, 16], [16, 1], [2, 1]),
  k,
});

/** RDNA3: both halves of a wave hold all of A and B. */
const wmma3 = (): Layouts =>
  mirrored(16, [16, 1], [1, 0], 16, layout([8, 1], [2, 16], [16, 1], [1, 1]));

/** RDNA4 and gfx1250: the halves share the reduction. */
const wmma = (k: number): Layouts =>
  mirrored(k, [16, 2], [1, 16], k / 2, layout([1, 1], [2, 16], [16, 1], [8, 1]));

const mmaSync = (k: number): Layouts => ({
  lhs: layout([2, 2], [8, 4], [4, 1], [1, k / 8]),
  rhs: layout([2, 1], [4, 8], [1, 4], [k / 8, 1]),
  acc: layout([2, 1], [8, 4], [4, 1], [1, 2]),
  k,
});

const OCP = ['F8E5M2', 'F8E5M2_F8E4M3FN', 'F8E4M3FN', 'F8E4M3FN_F8E5M2'];
const FNUZ = OCP.map((pair) => pair.replaceAll('FN', '').replaceAll(/E\dM\d/g, '$&FNUZ'));
const HALF = ['F16', 'BF16'];

/** Prefix with result, shapes and types as the names write them; each combination is an intrinsic. */
const rows: readonly (readonly [
  prefix: string,
  shape: string,
  types: readonly string[],
  of: Layouts,
])[] = [
  ['MFMA_F32', '16x16x4', ['F32'], mfma(16, 4)],
  ['MFMA_F64', '16x16x4', ['F64'], mfma(16, 4, ACC_F64)],
  ['MFMA_F64', '4x4x4x4B', ['F64'], smallF64()],
  ['MFMA_F32', '16x16x8', ['BF16'], mfma(16, 8)],
  ['MFMA_F32', '32x32x4', ['BF16'], mfma(32, 4)],
  ['MFMA_F32', '16x16x16', HALF, mfma(16, 16)],
  ['MFMA_I32', '16x16x16', ['I8'], mfma(16, 16)],
  ['MFMA_F32', '32x32x8', HALF, mfma(32, 8)],
  ['MFMA_I32', '32x32x8', ['I8'], mfma(32, 8)],
  ['MFMA_F32', '16x16x32', [...HALF, ...FNUZ, ...OCP], mfma(16, 32)],
  ['MFMA_I32', '16x16x32', ['I8'], mfma(16, 32)],
  ['MFMA_F32', '32x32x16', [...HALF, ...FNUZ, ...OCP], mfma(32, 16)],
  ['MFMA_I32', '32x32x16', ['I8'], mfma(32, 16)],
  ['MFMA_I32', '16x16x64', ['I8'], mfma(16, 64)],
  ['MFMA_I32', '32x32x32', ['I8'], mfma(32, 32)],
  ['MFMA_F32', '16x16x128', OCP, mfma(16, 128)],
  ['MFMA_F32', '32x32x64', OCP, mfma(32, 64)],
  ['MFMA_F32', '4x4x4x16B', HALF, blockedMfma(4, 4, 16)],
  ['MFMA_I32', '4x4x4x16B', ['I8'], blockedMfma(4, 4, 16)],
  ['MFMA_F32', '4x4x1x16B', ['F32'], blockedMfma(4, 1, 16)],
  ['MFMA_F32', '16x16x4x4B', HALF, blockedMfma(16, 4, 4)],
  ['MFMA_I32', '16x16x4x4B', ['I8'], blockedMfma(16, 4, 4)],
  ['MFMA_F32', '16x16x1x4B', ['F32'], blockedMfma(16, 1, 4)],
  ['MFMA_F32', '32x32x4x2B', HALF, blockedMfma(32, 4, 2)],
  ['MFMA_I32', '32x32x4x2B', ['I8'], blockedMfma(32, 4, 2)],
  ['MFMA_F32', '32x32x1x2B', ['F32'], blockedMfma(32, 1, 2)],
  ['MFMA_SCALE_F32', '16x16x128', ['B32'], scaledMfma(16, 128)],
  ['MFMA_SCALE_F32', '32x32x64', ['B32'], scaledMfma(32, 64)],
  ['VMFMA_F32', '16x16x32', ['F16'], mfma(16, 32)],
  ['VMFMA_F32', '32x32x16', ['F16'], mfma(32, 16)],
  ['VMFMA_F32', '16x16x32', ['F8E4M3FNUZ'], twiceMfma(16, 32)],
  ['VMFMA_F32', '32x32x16', ['F8E4M3FNUZ'], twiceMfma(32, 16)],
  ['VDMFMA_F32', '8x16x64x1', HALF, denseVirtualMfma(64)],
  ['VDMFMA_F32', '8x16x64x2', HALF, denseVirtualMfma(64)],
  ['VDMFMA_I32', '8x16x128x1', ['I8'], denseVirtualMfma(128)],
  ['VDMFMA_I32', '8x16x128x2', ['I8'], denseVirtualMfma(128)],
  ['VDMFMA_F32', '8x16x128x1', OCP, denseVirtualMfma(128)],
  ['VDMFMA_F32', '8x16x128x2', FNUZ, denseVirtualMfma(128)],
  ['WMMAR3_F32', '16x16x16', HALF, wmma3()],
  ['WMMAR3_F16', '16x16x16', ['F16'], wmma3()],
  ['WMMAR3_BF16', '16x16x16', ['BF16'], wmma3()],
  ['WMMAR3_I32', '16x16x16', ['I8'], wmma3()],
  ['WMMAR4_F32', '16x16x16', [...HALF, ...OCP], wmma(16)],
  ['WMMAR4_F16', '16x16x16', ['F16'], wmma(16)],
  ['WMMAR4_BF16', '16x16x16', ['BF16'], wmma(16)],
  ['WMMAR4_I32', '16x16x16', ['I8'], wmma(16)],
  ['WMMA_F32', '16x16x4', ['F32'], wmma(4)],
  ['WMMA_F32', '16x16x32', HALF, wmma(32)],
  ['WMMA_F16', '16x16x32', ['F16'], wmma(32)],
  ['WMMA_BF16', '16x16x32', ['BF16'], wmma(32)],
  ['WMMA_F32', '16x16x64', OCP, wmma(64)],
  ['WMMA_F16', '16x16x64', OCP, wmma(64)],
  ['WMMA_I32', '16x16x64', ['I8'], wmma(64)],
  ['WMMA_F32', '16x16x128', OCP, wmma(128)],
  ['WMMA_F16', '16x16x128', OCP, wmma(128)],
  ['NV_MMA_SYNC_F32', '16x8x16', HALF, mmaSync(16)],
  ['NV_MMA_SYNC_F16', '16x8x16', ['F16'], mmaSync(16)],
  ['NV_MMA_SYNC_F32', '16x8x32', ['F8E4M3FN', 'F8E5M2'], mmaSync(32)],
];

const bitsOf = (type: string): number =>
  type.startsWith('F8') ? 8 : Number(/\d+$/.exec(type)?.[0] ?? 0);

/** The layouts of IREE's intrinsics by name; those without a layout are not in it. */
export const mmaIntrinsics: ReadonlyMap<string, MmaIntrinsic> = new Map(
  rows.flatMap(([prefix, shape, types, layouts]) =>
    types.map((type) => {
      const [a = type, b = a] = type.split('_');
      const name = `${prefix}_${shape}_${type}`;
      const bits = type === 'B32' ? {} : { elementBits: [bitsOf(a), bitsOf(b)] as const };
      return [name, { name, ...layouts, ...bits }];
    }),
  ),
);
