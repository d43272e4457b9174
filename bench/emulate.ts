import { executeProgram, type Execution, parseAssembly } from '@ldscope/amdgcn';
import { encodeSmallFloat, type KernelArgument, machineNamed, smallFloats } from '@ldscope/core';
import { median, native, processorNow, processorTime, type Verdict } from './measure.ts';

/** A compiled matmul: C (M x N, f32) = A (M x K) B (K x N), one tile per workgroup. */
export interface Matmul {
  readonly name: string;
  readonly chip: string;
  readonly text: string;
  readonly tile: readonly [m: number, n: number];
}

export const DEPTH = 1024;

/** Sizes and strides of a matmul as its last arguments. */
export const sizesOf = (rows: number, columns: number): readonly number[] => [
  rows,
  columns,
  DEPTH,
  DEPTH,
  columns,
  columns,
];

/** The arguments of a matmul: its matrices, sizes and strides. */
export const argumentsOf = (
  matrices: readonly Uint8Array[],
  sizes: readonly number[],
): KernelArgument[] => [
  ...matrices.map((data) => ({ kind: 'buffer' as const, data })),
  ...sizes.map((value) => ({
    kind: 'value' as const,
    bytes: new Uint8Array(Int32Array.of(value).buffer),
  })),
];
const WORKGROUPS = 8;
const WARM_UP = 5;
const REPEATS = 15;
const TARGET = 200;
/** Of vector instructions alone. */
const VALU_TARGET = 1000;

/** 4096 numbers from -1 to 1 as f16, in no order; small ones have all their digits. */
const UNIFORM = Uint16Array.from({ length: 4096 }, (_, i) => {
  const { f16 } = smallFloats;
  return f16 === undefined ? 0 : encodeSmallFloat(f16, Math.imul(i + 1, 0x9e3779b1) / 2 ** 31);
});

/**
 * Data of matrices. Numbers of one binade are multiples of one in 14 bits, as small whole numbers are, and are multiplied as
 * integers (decision 0038); those of a uniform distribution are not.
 */
const DATA = {
  'numbers of one binade': (i: number) => 0x3400 | ((74 * i) & 255),
  'numbers of many binades': (i: number) => UNIFORM[Math.imul(i, 0x85ebca77) >>> 20] ?? 0,
} as const;
type Data = keyof typeof DATA;
const DECIDING: Data = 'numbers of one binade';

/**
 * Lane-instructions per second of processor time of Triton fp16 matmuls, everything executed: 64 for each vector, matrix and memory instruction, 1 for a
 * scalar one. Several workgroups are launched: the first also pays for preparing the kernel, and is told apart.
 * The first kernel decides, the others show what the mixture of instructions does to the figure.
 */
export function benchEmulate(matmuls: readonly Matmul[]): Verdict {
  const results = matmuls.map((matmul) => ({
    ...matmul,
    one: rateOf(matmul, DECIDING),
    many: rateOf(matmul, 'numbers of many binades'),
  }));
  const told = ({ rate, products }: Rate): string =>
    `${rate.toFixed(0)} M lane-instructions/s, ${products.toFixed(0)} M multiply-adds/s`;
  const lines = results.map(
    ({ name, chip, one, many }) =>
      `${chip} ${name}: ${told(one)} (per workgroup VALU ${one.of('VALU')}, MFMA ${one.of('MFMA')}, ` +
      `LDS ${one.of('LDS')}, VMEM ${one.of('VMEM')}; first workgroup ${one.first.toFixed(0)} ms)\n` +
      `    with numbers of many binades: ${told(many)}`,
  );
  return {
    name: `emulate fp16 matmuls compiled by Triton (K = ${DEPTH}, ${WORKGROUPS} workgroups, ${DECIDING})`,
    measured: lines.join('\n  '),
    target: `at least ${TARGET} M lane-instructions/s on the first`,
    met: (results[0]?.one.rate ?? 0) >= TARGET,
  };
}

/** The same for vector instructions and for matrix products alone, with the product in C++ beside it. */
export function benchUnits(matrixSource: string): Verdict {
  const valu = unitRate(VALU, TURNS.valu);
  const mfma = MFMA_DATA.map(({ name, registers }) => {
    const rate = unitRate(MFMA, TURNS.mfma, registers);
    const products = (rate / LANES) * MFMA_PRODUCTS;
    return `MFMA alone (32x32x8 f16, ${name}): ${rate.toFixed(0)} M lane-instructions/s, ${products.toFixed(0)} M multiply-adds/s`;
  });
  return {
    name: 'emulate units alone',
    measured: [
      `VALU alone: ${valu.toFixed(0)} M lane-instructions/s`,
      ...mfma,
      ...nativeLines(matrixSource),
    ].join('\n  '),
    target: `at least ${VALU_TARGET} M lane-instructions/s of VALU`,
    met: valu >= VALU_TARGET,
  };
}

interface Rate {
  /** Million lane-instructions, and multiply-adds, per second after the first workgroup. */
  readonly rate: number;
  readonly products: number;
  /** Milliseconds of the first workgroup of a launch, preparation included. */
  readonly first: number;
  /** Instructions of a workgroup of a unit. */
  readonly of: (unit: keyof Execution['counts']) => number;
}

function rateOf({ chip, text, tile: [m, n] }: Matmul, data: Data): Rate {
  const { program } = parseAssembly(text);
  const rows = m * WORKGROUPS;
  const buffers = [
    halves(rows * DEPTH, data),
    halves(n * DEPTH, data),
    new Uint8Array(4 * rows * n),
  ];
  const measure = (): { first: number; rest: number; counts: Execution['counts'] } => {
    const begin = processorNow();
    let first = 0;
    const { counts } = execute(chip, program, text, WORKGROUPS, buffers, [rows, n], () => {
      first ||= processorNow() - begin;
    });
    return { first, rest: processorNow() - begin - first, counts };
  };
  // The engine takes its time to compile the loops for good.
  for (let i = 0; i < WARM_UP; i++) measure();
  const runs = Array.from({ length: REPEATS }, measure);
  const counts = runs[0]?.counts ?? measure().counts;
  const rest = median(runs.map((run) => run.rest)) / 1000;
  const share = (WORKGROUPS - 1) / WORKGROUPS;
  const lanes = Object.values(counts).reduce((sum, unit) => sum + unit.lanes, 0);
  return {
    rate: (share * lanes) / rest / 1e6,
    products: (share * rows * n * DEPTH) / rest / 1e6,
    first: median(runs.map((run) => run.first)),
    of: (unit) => Math.round(counts[unit].instructions / WORKGROUPS),
  };
}

const halves = (elements: number, data: Data): Uint8Array =>
  new Uint8Array(Uint16Array.from({ length: elements }, (_, i) => DATA[data](i)).buffer);

/** A row-major and B row-major, or the same memory read the other way: strides do not change the work. */
function execute(
  chip: string,
  program: ReturnType<typeof parseAssembly>['program'],
  text: string,
  workgroups: number,
  buffers: readonly Uint8Array[],
  [rows, columns]: readonly [number, number],
  onWorkgroup: () => void,
  block?: readonly [number, number, number],
): Execution {
  const machine = machineNamed(chip);
  const execution = executeProgram(program, text, {
    machine,
    launch: { grid: [workgroups, 1, 1], block, scalars: new Map() },
    arguments: argumentsOf(buffers, sizesOf(rows, columns)),
    onWorkgroup,
  });
  const problem = execution.diagnostics.find(({ severity }) => severity === 'error');
  if (problem !== undefined) throw new Error(problem.message);
  return execution;
}

/** One unit alone: the same instructions over and over. */
const VALU = [
  'v_add_u32_e32 v1, v2, v3',
  'v_fma_f32 v4, v5, v6, v7',
  'v_lshl_add_u64 v[8:9], v[10:11], 0, s[4:5]',
  'v_perm_b32 v12, v13, v14, s6',
  'v_xor_b32_e32 v15, v16, v17',
  'v_cvt_f16_f32_e32 v18, v19',
];
const MFMA = ['v_mfma_f32_32x32x8_f16 a[0:15], v[0:1], v[2:3], a[0:15]'];
/** The same number in all lanes, and beside it one that is far smaller. */
const MFMA_DATA = [
  { name: 'numbers of one binade', registers: 0x3c003c00 },
  { name: 'numbers of many binades', registers: 0x3c000101 },
];
const MFMA_PRODUCTS = 32 * 32 * 8;
const LANES = 64;
/** Turns of a loop, long beside what a launch takes to begin. */
const TURNS = { valu: 32_000, mfma: 2000 } as const;

/** Million lane-instructions per second of processor time. */
function unitRate(body: readonly string[], turns: number, registers = 0): number {
  const text = [
    '.amdgcn_target "amdgcn-amd-amdhsa--gfx942"',
    '.text',
    'kernel:',
    `s_mov_b32 s0, ${turns}`,
    ...[0, 1, 2, 3].map((index) => `v_mov_b32_e32 v${index}, ${registers}`),
    '.Lloop:',
    ...Array.from({ length: 4 }, () => body).flat(),
    's_sub_u32 s0, s0, 1',
    's_cmp_lg_u32 s0, 0',
    's_cbranch_scc1 .Lloop',
    's_endpgm',
    '.amdhsa_kernel kernel',
    '.amdhsa_next_free_vgpr 64',
    '.amdhsa_next_free_sgpr 16',
    '.amdhsa_accum_offset 32',
    '.amdhsa_float_denorm_mode_32 3',
    '.end_amdhsa_kernel',
  ].join('\n');
  const { program } = parseAssembly(text);
  const run = (): number =>
    processorTime(() => execute('gfx942', program, text, 1, [], [0, 0], () => {}, [LANES, 1, 1]));
  const taken = median(Array.from({ length: 5 }, run));
  return (LANES * 4 * turns * body.length) / taken / 1000;
}

/** The same product in C++: what the machine is worth at this moment. */
function nativeLines(source: string): string[] {
  const program = native(source);
  const times = 20_000;
  const [nanoseconds] = program?.run([String(times), '3']) ?? [];
  program?.remove();
  if (nanoseconds === undefined) return [];
  const rate = (32 * 32 * 8 * times * 1000) / nanoseconds;
  return [`the same product in C++ -O3: ${rate.toFixed(0)} M multiply-adds/s`];
}
