/** NVIDIA/cutlass: CuTe's tutorials. */
import { encodeTensorMap, tensorTypes } from '@ldscope/ptx';
import {
  type Argument,
  buffer,
  f,
  i,
  type KernelLaunch,
  type ProgramFile,
  shared,
  value,
} from '../program.ts';
import { tileProduct } from '../results.ts';

const PLAIN = 'mnk - in pitch - - in pitch - - out columns - - alpha beta';
const HALVES = { half: true, inner: 192, block: 128 } as const;
const WARPGROUPS = {
  sharedBytes: 98304,
  shape: 'mnk - in pitch - - in pitch - - out columns mma alpha beta',
} as const;

/** Elements of 16 bits that a copy takes of a row: 128 bytes. */
const COPIED = 64;

export const cutePrograms: readonly ProgramFile[] = [
  ...['sgemm_1.cu', 'sgemm_2.cu', 'sgemm_sm70.cu'].map((name) =>
    cuteFile(name, [
      cuteProduct('EfNS1_IJNS3_ILi1EEEiEEE', { byRows: false, shape: PLAIN }),
      cuteProduct('EfNS1_IJiNS3_ILi1EEEEEE', { byRows: true, shape: PLAIN }),
    ]),
  ),
  cuteFile('sgemm_sm80.cu', [
    cuteProduct('half_tENS1_IJiNS3_ILi1EEEEEE', {
      ...HALVES,
      byRows: true,
      sharedBytes: 98304,
      shape: 'mnk - in pitch - - - in pitch - - - out columns - - alpha beta',
    }),
  ]),
  cuteFile('hopper/wgmma_sm90.cu', [
    cuteProduct('half_tENS1_IJNS3_ILi1EEEiEEE', { ...HALVES, byRows: false, ...WARPGROUPS }),
    cuteProduct('half_tENS1_IJiNS3_ILi1EEEEEE', { ...HALVES, byRows: true, ...WARPGROUPS }),
  ]),
  cuteFile('hopper/wgmma_tma_sm90.cu', [
    copiedProduct('MajorE1ELS1K_1', false),
    copiedProduct('MajorE0ELS1K_0', true),
  ]),
];

/** A product whose tiles TMA copies: 128 elements of M or N by 64 of K, in parts whose rows have 128 bytes, of 8 rows at a time where K goes down. */
function copiedProduct(kernel: string, byRows: boolean): KernelLaunch {
  const { inner, block } = HALVES;
  const sizes = byRows ? [inner, 128] : [128, inner];
  const type = tensorTypes.findIndex(({ name }) => name === 'f16');
  const map = (name: string): Argument => {
    const bytes = new Uint8Array(256);
    const box = byRows ? [COPIED, 128] : [COPIED, 8];
    bytes.set(
      encodeTensorMap({
        address: 0,
        type,
        sizes,
        strides: [2, 2 * (sizes[0] ?? 0)],
        box,
        elementStrides: [1, 1],
        swizzle: 3,
        interleave: 0,
        fill: 'zero',
      }),
    );
    return { kind: 'bytes', bytes, pointers: [{ at: 0, to: matrix(name) }] };
  };
  const matrix = (name: string): Argument => shared(name, 128 * inner * 2, 'halves');
  const half = (high: number): Argument => value(Uint8Array.of(0, high));
  return {
    kernel,
    title: byRows ? 'rows' : 'columns',
    block: [block],
    sharedBytes: 99328,
    args: [
      value(Int32Array.of(128, 128, inner)),
      value(new Uint8Array(1)),
      ...['A', 'B'].flatMap((name) => [matrix(name), map(name)]),
      buffer(128 * 128 * 2, 'halves'),
      i(128),
      value(Int32Array.of(1, 1)),
      // 0.5 and 3.
      half(0x38),
      half(0x42),
    ],
    check: tileProduct({ byRows, half: true, inner }),
  };
}

/** A tile of 128 x 128 of CuTe's products, `A` and `B` by columns or by rows; `extra` bytes stand for states of its parts. */
function cuteProduct(
  kernel: string,
  { byRows, half = false, inner = 32, block = 256, sharedBytes = 0, shape }: CuteProduct,
): KernelLaunch {
  const nothing: Argument = { kind: 'bytes', bytes: new Uint8Array(1) };
  const fill = half ? 'halves' : 'floats';
  const size = half ? 2 : 4;
  const pitch = i(byRows ? inner : 128);
  const scalar = (value: number, bits: readonly number[]): Argument =>
    half ? { kind: 'bytes', bytes: Uint8Array.from(bits) } : f(value);
  const values: Readonly<Record<string, Argument>> = {
    'mnk': {
      kind: 'bytes',
      bytes: new Uint8Array(Int32Array.of(128, 128, inner).buffer),
    },
    '-': nothing,
    'in': buffer(128 * inner * size, fill),
    'out': buffer(128 * 128 * size, fill),
    'pitch': pitch,
    'columns': i(128),
    'mma': { kind: 'bytes', bytes: new Uint8Array(Int32Array.of(1, 1).buffer) },
    // 0.5 and 3.
    'alpha': scalar(0.5, [0, 0x38]),
    'beta': scalar(3, [0, 0x42]),
  };
  return {
    kernel,
    title: byRows ? 'rows' : 'columns',
    grid: [1, 1],
    block: [block],
    sharedBytes,
    args: shape.split(' ').flatMap((name) => values[name] ?? []),
    check: tileProduct({ byRows, half, inner }),
  };
}

interface CuteProduct {
  readonly byRows: boolean;
  readonly half?: boolean;
  readonly inner?: number;
  readonly block?: number;
  readonly sharedBytes?: number;
  /** What its parameters are. */
  readonly shape: string;
}

function cuteFile(name: string, launches: readonly KernelLaunch[]): ProgramFile {
  const flags = [
    '-I@/cutlass/include',
    '-I@/cutlass/tools/util/include',
    '--expt-relaxed-constexpr',
  ];
  const chip = name.startsWith('hopper/') ? ['-arch=sm_90a'] : [];
  return {
    source: `cutlass/examples/cute/tutorial/${name}`,
    flags: [...flags, ...chip],
    launches,
  };
}
