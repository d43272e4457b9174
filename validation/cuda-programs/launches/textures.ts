/** NVIDIA/cuda-samples: textures and surfaces. */
import { asF32 } from '@ldscope/core/arithmetic';
import { encodeTexture, texelBytes, type Texture } from '@ldscope/ptx';
import {
  type Argument,
  buffer,
  f,
  i,
  type KernelLaunch,
  many,
  type ProgramFile,
  sample,
  shared,
  value,
} from '../program.ts';
import { type Check, floats } from '../results.ts';

type Given = Partial<Omit<Texture, 'address' | 'size'>> & { readonly size: readonly number[] };

/** The argument of an object over an array of its own, or over one that is given. */
function object(given: Given, array?: Argument): Argument {
  const [width = 1, height = 1, depth = 1] = given.size;
  const {
    format = 'f32',
    channels = 1,
    layers = 0,
    shape = SHAPES[given.size.length] ?? '2d',
  } = given;
  const pitchBytes = given.pitchBytes ?? width * texelBytes({ format, channels });
  const texture: Texture = {
    isSurface: false,
    memory: 'array',
    addressModes: ['wrap', 'wrap', 'wrap'],
    filter: 'point',
    isNormalized: false,
    readsFloats: false,
    border: [0, 0, 0, 0],
    ...given,
    shape,
    format,
    channels,
    layers,
    size: [width, height, depth],
    pitchBytes,
    address: 0,
  };
  const planes = depth * Math.max(1, layers) * (shape === 'cube' ? 6 : 1);
  const fill = format === 'f32' ? 'floats' : 'words';
  const texels = array ?? buffer(pitchBytes * height * planes, fill);
  const described: Argument = {
    kind: 'bytes',
    bytes: encodeTexture(texture),
    pointers: [{ at: 0, to: texels }],
  };
  return { kind: 'bytes', bytes: new Uint8Array(8), pointers: [{ at: 0, to: described }] };
}
const SHAPES: Readonly<Record<number, Texture['shape']>> = { 1: '1d', 2: '2d', 3: '3d' };

const SIDE = 64;
const WORDS = 4 * SIDE * SIDE;
const out = buffer(WORDS, 'zero');
const plane = { size: [SIDE, SIDE] };
const filtered = { ...plane, filter: 'linear' as const };
const normalized = { ...filtered, isNormalized: true };
const clamped = { addressModes: ['clamp', 'clamp', 'clamp'] as const };
const colors = { ...filtered, format: 'u8' as const, channels: 4 as const, readsFloats: true };
const tiles = { grid: [SIDE / 8, SIDE / 8], block: [8, 8] };
const rows = { grid: [2], block: [32] };

/** Each element of the first array is `of` its place in the second one. */
const placed =
  (of: (x: number, y: number, from: Float32Array) => number): Check =>
  (after, before) => {
    const [found, from] = [floats(after[0]), floats(before[1])];
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) {
        const wanted = of(x, y, from);
        if (!(Math.abs((found[y * SIDE + x] ?? NaN) - wanted) <= 1e-4))
          return `element ${x}, ${y} is ${found[y * SIDE + x]}, not ${wanted}`;
      }
    return undefined;
  };

const shifted = placed((x, y, from) => from[((y + 3) % SIDE) * SIDE + ((x + 5) % SIDE)] ?? NaN);
const shift = (kernel: string, memory: Texture['memory']): KernelLaunch => ({
  ...tiles,
  kernel,
  args: [out, ...[SIDE, SIDE, SIDE, 5, 3].map(i), object({ ...plane, memory, isNormalized: true })],
  check: shifted,
});

const clampedAt = (place: number): number => Math.min(SIDE - 1, Math.max(0, place));
/** A row or column of the filter of 17 weights, which are those of an array of the launch. */
const convolved = (dx: number, dy: number): Check =>
  placed((x, y, from) => {
    let sum = 0;
    for (let k = -8; k <= 8; k++)
      sum += 0.25 * (from[clampedAt(y + k * dy) * SIDE + clampedAt(x + k * dx)] ?? NaN);
    return sum;
  });
const convolution = (kernel: string, dx: number, dy: number): KernelLaunch => ({
  ...tiles,
  kernel,
  args: [out, i(SIDE), i(SIDE), object(plane)],
  globals: { c_Kernel: buffer(68, 'constant') },
  check: convolved(dx, dy),
});

const denoised = ['Copy', 'KNN', 'KNNdiag', 'NLM', 'NLMdiag', 'NLM2', 'NLM2diag'].map(
  (name): KernelLaunch => ({
    ...tiles,
    kernel: `_Z${name.length}${name}P`,
    args: [out, i(SIDE), i(SIDE), ...(name === 'Copy' ? [] : [f(10), f(0.2)]), object(colors)],
  }),
);

const mirrored = { ...normalized, addressModes: ['mirror', 'mirror', 'mirror'] as const };
const flowTiles = { grid: [2, 8], block: [32, 8] };
const flow: readonly KernelLaunch[] = [
  {
    ...flowTiles,
    kernel: 'ComputeDerivativesKernel',
    args: [i(SIDE), i(SIDE), i(SIDE), out, out, out, object(mirrored), object(mirrored)],
  },
  {
    grid: [1, 4],
    block: [32, 8],
    kernel: 'DownscaleKernel',
    args: [i(SIDE / 2), i(SIDE / 2), i(SIDE / 2), out, object(mirrored)],
  },
  {
    ...flowTiles,
    kernel: 'UpscaleKernel',
    args: [i(SIDE), i(SIDE), i(SIDE), f(2), out, object({ ...mirrored, size: [32, 32] })],
  },
  {
    ...flowTiles,
    kernel: 'WarpingKernel',
    args: [i(SIDE), i(SIDE), i(SIDE), many, many, out, object(mirrored)],
  },
];

const bytes = { ...plane, format: 'u8' as const };
const volume = { size: [16, 16, 16], isNormalized: true, filter: 'linear' as const };
const volumeOf = { ...volume, format: 'u8' as const, readsFloats: true };
/** An origin, a direction from byte 16 on, steps, and one over them. */
const ray: Argument = {
  kind: 'bytes',
  bytes: new Uint8Array(Float32Array.of(1, 2, 3, 0, 0.6, 0.8, asF32(SIDE), 1 / SIDE).buffer),
};
const words = (...numbers: readonly number[]): Argument => value(Uint32Array.from(numbers));
const surfaceTexels = shared('surface', WORDS);

export const texturePrograms: readonly ProgramFile[] = [
  sample('0_Introduction/simpleCubemapTexture/simpleCubemapTexture.cu', [
    {
      ...tiles,
      kernel: 'transformKernel',
      args: [buffer(6 * WORDS, 'zero'), i(SIDE), object({ ...normalized, shape: 'cube' })],
    },
  ]),
  sample('0_Introduction/simpleLayeredTexture/simpleLayeredTexture.cu', [
    {
      ...tiles,
      kernel: 'transformKernel',
      args: [
        buffer(3 * WORDS, 'zero'),
        i(SIDE),
        i(SIDE),
        i(1),
        object({ ...normalized, layers: 3 }),
      ],
    },
  ]),
  sample('0_Introduction/simplePitchLinearTexture/simplePitchLinearTexture.cu', [
    shift('shiftPitchLinear', 'pitch'),
    shift('shiftArray', 'array'),
  ]),
  sample('0_Introduction/simpleSurfaceWrite/simpleSurfaceWrite.cu', [
    {
      ...tiles,
      kernel: 'transformKernel',
      first: [
        {
          ...tiles,
          kernel: 'surfaceWriteKernel',
          args: [many, i(SIDE), i(SIDE), object({ ...plane, isSurface: true }, surfaceTexels)],
        },
      ],
      args: [out, i(SIDE), i(SIDE), f(0), object(normalized, surfaceTexels)],
    },
  ]),
  sample('0_Introduction/simpleTexture/simpleTexture.cu', [
    {
      ...tiles,
      kernel: 'transformKernel',
      args: [out, i(SIDE), i(SIDE), f(0.5), object(normalized)],
    },
  ]),
  sample('0_Introduction/simpleTexture3D/simpleTexture3D_kernel.cu', [
    { ...tiles, kernel: 'd_render', args: [out, i(SIDE), i(SIDE), f(0.3), object(volumeOf)] },
  ]),
  sample('2_Concepts_and_Techniques/boxFilter/boxFilter_kernel.cu', [
    ...['x', 'y'].map((axis) => ({
      ...rows,
      kernel: `d_boxfilter_${axis}_tex`,
      args: [out, i(SIDE), i(SIDE), i(5), object(plane)],
    })),
    {
      ...rows,
      kernel: 'd_boxfilter_rgba_x',
      args: [out, i(SIDE), i(SIDE), i(5), object(colors)],
    },
  ]),
  sample('2_Concepts_and_Techniques/convolutionTexture/convolutionTexture.cu', [
    convolution('convolutionRowsKernel', 1, 0),
    convolution('convolutionColumnsKernel', 0, 1),
  ]),
  sample(
    '2_Concepts_and_Techniques/dct8x8/dct8x8.cu',
    ['CUDAkernel1DCT', 'CUDAkernel1IDCT'].map((kernel) => ({
      ...tiles,
      kernel,
      args: [out, i(SIDE), i(0), i(0), object(filtered)],
    })),
  ),
  sample('2_Concepts_and_Techniques/imageDenoising/imageDenoising.cu', denoised),
  sample('4_CUDA_Libraries/lineOfSight/lineOfSight.cu', [
    {
      ...rows,
      kernel: 'computeAngles_kernel',
      args: [ray, out, object({ ...plane, ...clamped })],
    },
  ]),
  sample('5_Domain_Specific/HSOpticalFlow/flowCUDA.cu', flow),
  sample(
    '5_Domain_Specific/SobelFilter/SobelFilter_kernels.cu',
    ['SobelCopyImage', 'SobelTex'].map((kernel) => ({
      grid: [SIDE],
      block: [32],
      kernel,
      args: [out, i(SIDE), i(SIDE), i(SIDE), f(1), object(bytes)],
    })),
  ),
  sample(
    '5_Domain_Specific/bicubicTexture/bicubicTexture_cuda.cu',
    ['8d_render', '15d_renderBicubic', '19d_renderFastBicubic', '14d_renderCatRom'].map((name) => ({
      ...tiles,
      kernel: `_Z${name}P`,
      args: [
        out,
        i(SIDE),
        i(SIDE),
        ...[3.5, 4.25, 0.75, 32, 32].map(f),
        object({ ...filtered, ...clamped, format: 'u8', readsFloats: true }),
      ],
    })),
  ),
  sample('5_Domain_Specific/bilateralFilter/bilateral_kernel.cu', [
    {
      ...tiles,
      kernel: 'd_bilateral_filter',
      args: [out, i(SIDE), i(SIDE), f(0.1), i(5), object({ ...colors, filter: 'point' })],
      globals: { cGaussian: buffer(256, 'constant') },
    },
  ]),
  sample('5_Domain_Specific/stereoDisparity/stereoDisparity.cu', [
    {
      grid: [2, 8],
      block: [32, 8],
      kernel: 'stereoDisparityKernel',
      args: [
        many,
        many,
        out,
        i(SIDE),
        i(SIDE),
        i(-4),
        i(0),
        object({ ...plane, ...clamped, format: 'u32' }),
        object({ ...plane, ...clamped, format: 'u32' }),
      ],
    },
  ]),
  sample('5_Domain_Specific/volumeFiltering/volumeFilter_kernel.cu', [
    {
      grid: [2, 2, 2],
      block: [8, 8, 8],
      kernel: 'd_filter_surface3d',
      args: [
        i(3),
        f(0),
        value(BigUint64Array.of(16n, 16n, 16n)),
        object(volumeOf),
        object({ ...volume, format: 'u8', isSurface: true }),
      ],
      globals: { c_filterData: buffer(16 * 125, 'constant') },
    },
  ]),
  sample('5_Domain_Specific/volumeRender/volumeRender_kernel.cu', [
    {
      ...tiles,
      kernel: 'd_render',
      args: [
        out,
        i(SIDE),
        i(SIDE),
        ...[0.05, 1, 0, 1].map(f),
        object({ ...volumeOf, ...clamped }),
        object({ size: [9], ...clamped, filter: 'linear', isNormalized: true, channels: 4 }),
      ],
      globals: { c_invViewMatrix: buffer(48) },
    },
  ]),
  sample('5_Domain_Specific/marchingCubes/marchingCubes_kernel.cu', [
    {
      grid: [4],
      block: [128],
      kernel: 'classifyVoxel',
      args: [
        buffer(2048, 'zero'),
        buffer(2048, 'zero'),
        many,
        words(8, 8, 8),
        words(0, 3, 6),
        words(7, 7, 7),
        i(512),
        value(Float32Array.of(0.25, 0.25, 0.25)),
        f(0.2),
        object({ size: [256], memory: 'linear', format: 'u32' }),
        object({ size: [512], memory: 'linear', format: 'u8', readsFloats: true }),
      ],
    },
  ]),
  sample('5_Domain_Specific/NV12toBGRandResize/bgr_resize.cu', [
    {
      ...tiles,
      kernel: 'resizeBGRplanarBatchKernel',
      args: [
        object({ size: [SIDE, 3 * SIDE], memory: 'pitch', filter: 'linear', ...clamped }),
        buffer(3 * WORDS, 'zero'),
        ...[SIDE, SIDE, SIDE, 1].map(i),
        f(1),
        f(1),
        ...[0, 0, SIDE, SIDE].map(i),
      ],
    },
  ]),
  sample('5_Domain_Specific/NV12toBGRandResize/nv12_resize.cu', [
    {
      ...tiles,
      kernel: 'resizeNV12BatchKernel',
      args: [
        object({ size: [SIDE, 96], memory: 'pitch', format: 'u8' }),
        object({ size: [SIDE / 2, 96], memory: 'pitch', format: 'u8', channels: 2 }),
        many,
        ...[SIDE, SIDE, SIDE, SIDE, SIDE, 1].map(i),
      ],
    },
  ]),
];
