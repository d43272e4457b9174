import { machineNamed, type KernelArgument } from '@ldscope/core';
import { executePtx, parsePtx } from '@ldscope/ptx';
import { median, native, time, type Verdict } from './measure.ts';

const DEPTH = 256;
const ROUNDS = 2048;
const BLOCKS = 4;
const WARM_UP = 3;
const REPEATS = 9;
const TARGET = 60;

/**
 * Lane-instructions per second of PTX that nvcc made of a tiled f32 matmul and of an integer hash: 32 for each instruction of a
 * warp, whatever it does. Beside them the same results computed by native code on one core.
 */
export function benchPtx(text: string, nativeSource: string): Verdict {
  const { module } = parsePtx(text);
  const machine = machineNamed('sm_90');
  const execute = (kernel: string, args: readonly KernelArgument[]): number => {
    const { diagnostics, kernel: summary } = executePtx(module, text, {
      machine,
      kernel,
      arguments: args,
      launch: { grid: [BLOCKS, 1, 1], block: [256, 1, 1], scalars: new Map() },
    });
    const problem = diagnostics.find(({ severity }) => severity === 'error');
    if (problem !== undefined) throw new Error(problem.message);
    return 32 * (summary.executedInstructions ?? 0);
  };
  const rows = 64 * BLOCKS;
  const gemm = [floats(rows * DEPTH), floats(DEPTH * 64), floats(rows * 64), int(DEPTH)];
  const hash = [floats(BLOCKS * 256), int(ROUNDS)];
  const rates = [rateOf(() => execute('gemm', gemm)), rateOf(() => execute('hash', hash))];
  const [products, rounds] = nativeRates(nativeSource, rows);
  const lines = [
    `gemm ${rows} x 64 x ${DEPTH}, f32: ${say(rates[0], (rows * 64 * DEPTH) / 1e6, 'multiply-adds')}, native ${products}`,
    `hash of ${BLOCKS * 256} counters, ${ROUNDS} rounds: ${say(rates[1], (BLOCKS * 256 * ROUNDS) / 1e6, 'rounds')}, native ${rounds}`,
  ];
  return {
    name: `execute PTX (${BLOCKS} blocks of 256 threads)`,
    measured: lines.join('\n  '),
    target: `at least ${TARGET} M lane-instructions/s on both`,
    met: rates.every(({ lanes, seconds }) => lanes / seconds / 1e6 >= TARGET),
  };
}

interface Rate {
  readonly lanes: number;
  readonly seconds: number;
}

/** Lane-instructions of a call, and its median time behind those that compile the loops. */
function rateOf(work: () => number): Rate {
  let lanes = 0;
  for (let i = 0; i < WARM_UP; i++) lanes = work();
  const seconds = median(Array.from({ length: REPEATS }, () => time(work))) / 1000;
  return { lanes, seconds };
}

const say = (rate: Rate | undefined, millions: number, what: string): string => {
  const { lanes, seconds } = rate ?? { lanes: 0, seconds: 1 };
  return `${(lanes / seconds / 1e6).toFixed(0)} M lane-instructions/s, ${(millions / seconds).toFixed(1)} M ${what}/s`;
};

/** Million multiply-adds and rounds per second of native code; a dash where it cannot be compiled. */
function nativeRates(source: string, rows: number): readonly [string, string] {
  const program = native(source);
  if (program === undefined) return ['-', '-'];
  const [gemm = 0, hash = 0] =
    program.run([`${rows}`, `${DEPTH}`, `${BLOCKS * 256}`, `${ROUNDS}`]) ?? [];
  program.remove();
  return [`${gemm.toFixed(0)} M/s`, `${hash.toFixed(0)} M/s`];
}

const floats = (count: number): KernelArgument => ({
  kind: 'buffer',
  data: new Uint8Array(Float32Array.from({ length: count }, (_, i) => (i % 7) - 3).buffer),
});

const int = (value: number): KernelArgument => ({
  kind: 'value',
  bytes: new Uint8Array(Int32Array.of(value).buffer),
});
