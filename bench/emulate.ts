import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { findMachine } from '@ldscope/core';
import { median, time, type Verdict } from './measure.ts';

/** Sizes of the matmul: one 128 x 128 tile, K = 1024. */
const TILE = 128;
const DEPTH = 1024;

/**
 * Lane-instructions per second of one workgroup of a Triton fp16 matmul: 64 for each vector, matrix and memory
 * instruction, 1 for a scalar one. The counts by unit say what the time went to; a matrix instruction does
 * thousands of multiply-adds, so those are given apart.
 */
export function benchEmulate(chip: string, name: string, text: string): Verdict {
  const machine = findMachine(chip);
  if (machine === undefined) throw new Error(`${chip} is missing`);
  const { program } = parseAssembly(text);
  const halves = (elements: number): Uint8Array =>
    Uint8Array.from({ length: 2 * elements }, (_, i) => (i % 2 === 0 ? (37 * i) & 255 : 0x34));
  const scalar = (value: number): Uint8Array => new Uint8Array(Int32Array.of(value).buffer);
  const buffers = [halves(TILE * DEPTH), halves(TILE * DEPTH), new Uint8Array(4 * TILE * TILE)];
  const run = (): ReturnType<typeof executeProgram> =>
    executeProgram(program, text, {
      machine,
      launch: { grid: [1, 1, 1], scalars: new Map() },
      arguments: [
        ...buffers.map((data) => ({ kind: 'buffer' as const, data })),
        ...[TILE, TILE, DEPTH, DEPTH, TILE, TILE].map((value) => ({
          kind: 'value' as const,
          bytes: scalar(value),
        })),
      ],
    });
  const { counts, diagnostics } = run();
  const problem = diagnostics.find(({ severity }) => severity === 'error');
  if (problem !== undefined) throw new Error(problem.message);
  const seconds = median(Array.from({ length: 5 }, () => time(run))) / 1000;
  const lanes = Object.values(counts).reduce((sum, unit) => sum + unit.lanes, 0);
  const rate = lanes / seconds / 1e6;
  const products = (TILE * TILE * DEPTH) / seconds / 1e6;
  const parts = (['VALU', 'MFMA', 'LDS', 'VMEM'] as const)
    .map((unit) => `${unit} ${counts[unit].instructions}`)
    .join(', ');
  return {
    name: `emulate one workgroup of ${name} (${chip}, K = ${DEPTH})`,
    measured: `${rate.toFixed(0)} M lane-instructions/s, ${products.toFixed(0)} M multiply-adds/s (${parts})`,
    target: 'at least 60 M lane-instructions/s',
    met: rate >= 60,
  };
}
