/** NVIDIA/cuda-samples: bodies, differences, options, eigenvalues, random numbers, an iteration of Jacobi's. */
import { buffer, d, data, f, i, KB, type ProgramFile, sample, value } from '../program.ts';
import { type Check, doubles, floats, sameNumbers, words } from '../results.ts';
import { eigenvalueLaunches } from './eigenvalues.ts';

const BODIES = 128;
const STEP = 0.016;
const DAMPING = 0.9;

/** Every body is drawn by all others: positions and masses, then velocities. */
const bodies =
  (read: (bytes: Uint8Array | undefined) => ArrayLike<number>): Check =>
  (after, before) => {
    const [old, velocity] = [read(before[1]), read(before[2])];
    const wanted = new Float64Array(4 * BODIES);
    for (let body = 0; body < BODIES; body++) {
      const pull = [0, 0, 0];
      for (let other = 0; other < BODIES; other++) {
        const way = [0, 1, 2].map((at) => (old[4 * other + at] ?? 0) - (old[4 * body + at] ?? 0));
        const square = way.reduce((sum, one) => sum + one * one, 0) + 0.01;
        const strength = (old[4 * other + 3] ?? 0) * square ** -1.5;
        for (const [at, one] of way.entries()) pull[at] = (pull[at] ?? 0) + one * strength;
      }
      for (const [at, one] of pull.entries()) {
        const next = ((velocity[4 * body + at] ?? 0) + one * STEP) * DAMPING;
        wanted[4 * body + at] = (old[4 * body + at] ?? 0) + next * STEP;
      }
      wanted[4 * body + 3] = old[4 * body + 3] ?? 0;
    }
    return sameNumbers('position', read(after[0]), wanted);
  };

const SPACE = { x: 64, y: 16, z: 5 } as const;
const RADIUS = 4;
const STENCIL = [0.5, 0.25, 0.125, 0.0625, 0.03125];

/** Weighted sums of neighbours in six directions. */
const differences: Check = (after, before) => {
  const [found, from] = [floats(after[0]), floats(before[1])];
  const [pitch, plane] = [SPACE.x + 8, (SPACE.x + 8) * (SPACE.y + 8)];
  for (let z = 0; z < SPACE.z; z++) {
    for (let y = 0; y < SPACE.y; y++) {
      for (let x = 0; x < SPACE.x; x++) {
        const at = (z + RADIUS) * plane + (y + RADIUS) * pitch + x + RADIUS;
        let sum = (STENCIL[0] ?? 0) * (from[at] ?? 0);
        for (let far = 1; far <= RADIUS; far++) {
          const around = [1, pitch, plane].flatMap((step) => [at - far * step, at + far * step]);
          const all = around.reduce((total, one) => total + (from[one] ?? 0), 0);
          sum += (STENCIL[far] ?? 0) * all;
        }
        if (Math.abs((found[at] ?? NaN) - sum) > 1e-4)
          return `element ${x}, ${y}, ${z} is ${found[at]}, not ${sum}`;
      }
    }
  }
  return undefined;
};

const STEPS = 2048;
/** Price, strike, step of the logarithm, discounted probabilities of going up and down. */
const OPTIONS: readonly (readonly number[])[] = [
  [20, 18, 0.004, 0.5005, 0.4994],
  [30, 33, 0.006, 0.499, 0.5008],
];

/** Values of options by going back through the tree. */
const options: Check = (after) => {
  const wanted = OPTIONS.map(([price = 0, strike = 0, step = 0, up = 0, down = 0]) => {
    const values = Float64Array.from({ length: STEPS + 1 }, (_, at) =>
      Math.max(0, price * Math.exp(step * (2 * at - STEPS)) - strike),
    );
    for (let left = STEPS; left > 0; left--)
      for (let at = 0; at < left; at++)
        values[at] = up * (values[at + 1] ?? 0) + down * (values[at] ?? 0);
    return values[0] ?? 0;
  });
  return sameNumbers('value', floats(after[1]), wanted, 2e-3);
};

const VECTORS = 1024;

/** The n-th number combines direction numbers by the bits of the Gray code of n. */
const sobol: Check = (after, before) => {
  const directions = words(before[0]);
  const found = floats(after[1]);
  for (let at = 0; at < 4 * VECTORS; at++) {
    const n = at % VECTORS;
    let bits = 0;
    for (let gray = n ^ (n >> 1), k = 0; gray !== 0; gray >>= 1, k++)
      if (gray & 1) bits ^= directions[32 * Math.floor(at / VECTORS) + k] ?? 0;
    const wanted = Math.fround((bits >>> 0) * 2 ** -32);
    if (Math.abs((found[at] ?? NaN) - wanted) > 1e-6 * wanted)
      return `number ${at} is ${found[at]}, not ${wanted}`;
  }
  return undefined;
};

const directions = Uint32Array.from({ length: 4 * 32 }, (_, at) =>
  Math.imul(2 * at + 1, 0x9e3779b1),
);

const ROWS = 512;
const system = Float32Array.from({ length: ROWS * ROWS }, (_, at) =>
  Math.floor(at / ROWS) === at % ROWS ? 600 : ((at * 13) % 17) / 8 - 1,
);

/** A step towards the solution, and how far it goes. */
const jacobi: Check = (after, before) => {
  const [a, b, x] = [floats(before[0]), doubles(before[1]), doubles(before[2])];
  const steps = Float64Array.from({ length: ROWS }, (_, row) => {
    let left = b[row] ?? 0;
    for (let at = 0; at < ROWS; at++) left -= (a[row * ROWS + at] ?? 0) * (x[at] ?? 0);
    return left / (a[row * ROWS + row] ?? 0);
  });
  const wanted = steps.map((step, row) => (x[row] ?? 0) + step);
  const far = steps.reduce((sum, one) => sum + Math.abs(one), 0);
  return (
    sameNumbers('x', doubles(after[3]), wanted, 1e-9) ??
    sameNumbers('sum', doubles(after[4]), [far], 1e-9)
  );
};

/** How far all are from 1. */
const farFromOne: Check = (after, before) => {
  const far = doubles(before[0]).reduce((sum, one) => sum + Math.abs(one - 1), 0);
  return sameNumbers('sum', doubles(after[1]), [far], 1e-9);
};

export const numericPrograms: readonly ProgramFile[] = [
  sample('5_Domain_Specific/nbody/bodysystemcuda.cu', [
    {
      kernel: 'integrateBodiesIfE',
      grid: [2],
      block: [64],
      sharedBytes: KB,
      args: [
        buffer(16 * BODIES, 'zero'),
        buffer(16 * BODIES),
        buffer(16 * BODIES),
        i(0),
        i(BODIES),
        f(STEP),
        f(DAMPING),
        i(2),
      ],
      globals: { softeningSquared: f(0.01) },
      check: bodies(floats),
    },
    {
      kernel: 'integrateBodiesIdE',
      grid: [2],
      block: [64],
      sharedBytes: 2 * KB,
      args: [
        buffer(32 * BODIES, 'zero'),
        buffer(32 * BODIES, 'doubles'),
        buffer(32 * BODIES, 'doubles'),
        i(0),
        i(BODIES),
        f(STEP),
        f(DAMPING),
        i(2),
      ],
      globals: { softeningSquared_fp64: d(0.01) },
      check: bodies(doubles),
    },
  ]),
  sample('5_Domain_Specific/FDTD3d/src/FDTD3dGPU.cu', [
    {
      kernel: 'FiniteDifferencesKernel',
      grid: [2, 1],
      block: [32, 16],
      args: [buffer(128 * KB, 'zero'), buffer(128 * KB), i(SPACE.x), i(SPACE.y), i(SPACE.z)],
      globals: { stencil: value(Float32Array.from(STENCIL)) },
      check: differences,
    },
  ]),
  sample('5_Domain_Specific/binomialOptions/binomialOptions_kernel.cu', [
    {
      kernel: 'binomialOptionsKernel',
      grid: [OPTIONS.length],
      block: [128],
      args: [],
      globals: {
        d_OptionData: data(
          Float32Array.from({ length: 5 * KB }, (_, at) => OPTIONS.flat()[at] ?? 0),
        ),
        d_CallValue: buffer(4 * KB, 'zero'),
      },
      check: options,
    },
  ]),
  ...eigenvalueLaunches,
  sample('5_Domain_Specific/SobolQRNG/sobol_gpu.cu', [
    {
      kernel: 'sobolGPU_kernel',
      grid: [4, 4],
      block: [64],
      args: [i(VECTORS), i(4), data(directions), buffer(4 * 4 * VECTORS, 'zero')],
      check: sobol,
    },
  ]),
  sample('3_CUDA_Features/jacobiCudaGraphs/jacobi.cu', [
    {
      kernel: 'JacobiMethod',
      grid: [66],
      block: [256],
      args: [
        data(system),
        buffer(8 * ROWS, 'doubles'),
        f(0.01),
        buffer(8 * ROWS, 'doubles'),
        buffer(8 * ROWS, 'zero'),
        buffer(8, 'zero'),
      ],
      check: jacobi,
    },
    {
      kernel: 'finalError',
      grid: [66],
      block: [256],
      sharedBytes: 128,
      args: [buffer(8 * ROWS, 'doubles'), buffer(8, 'zero')],
      check: farFromOne,
    },
  ]),
  sample('0_Introduction/simpleAttributes/simpleAttributes.cu', [
    {
      kernel: 'kernCacheSegmentTest',
      block: [32, 4],
      args: [buffer(4 * KB, 'words'), i(KB), buffer(16 * KB, 'words'), i(4 * KB), i(1000)],
    },
  ]),
];
