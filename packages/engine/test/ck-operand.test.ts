/** Operands of a GEMM in a specification: what is read for a product is not stored, and registers are 32 bits. */
import { analyzeKernel } from '@ldscope/engine';
import { expect, test } from 'vitest';

const write =
  'write: { distribution: { thread_raked: { rows: 128, columns: 64, vector: 8, threads: 256 } } }';
const read = (operand: string): string =>
  `read: { distribution: { warp_gemm: { operand: ${operand}, tile: [32, 32, 16], block: [128, 128, 64], waves: [2, 2] } } }`;

/** Lines of global memory that the tile takes when it is stored; 0 where it is not. */
function linesStored(...lines: readonly string[]): number {
  const text = ['element: f16', 'lds: { packed: { lengths: [128, 64] } }', write, ...lines].join(
    '\n',
  );
  const { analysis } = analyzeKernel(text, { file: 'tile.yaml', machine: 'gfx942' });
  const stores = analysis?.report.global?.sites.filter(({ id }) => id.startsWith('store')) ?? [];
  return stores.reduce((sum, { transactions }) => sum + transactions, 0);
}
const storesOf = (...lines: readonly string[]): boolean => linesStored(...lines) > 0;

test('a and b are not stored unless the specification says how, and others unless it says none', () => {
  expect(storesOf(read('a'))).toBe(false);
  expect(storesOf(read('b'))).toBe(false);
  expect(storesOf(read('a'), 'global: { load_pitch: 4096 }')).toBe(false);
  expect(storesOf(read('a'), 'global: { store_pitch: 4096 }')).toBe(true);
  const raked = write.replace('write', 'read');
  expect(storesOf(raked)).toBe(true);
  expect(storesOf(raked, 'global: { store: none }')).toBe(false);
  const transposed = 'naive: { lengths: [128, 64], strides: [1, 128] }';
  expect([linesStored(raked), linesStored(raked, `global: { store: { ${transposed} } }`)]).toEqual([
    128, 1024,
  ]);
});

/** The registers of a thread that are too many; 0 where they fit. */
function tooMany(element: string, block: string): number {
  const [, m = '', k = ''] = /\[(\d+), \d+, (\d+)\]/.exec(block) ?? [];
  const text = [
    `element: ${element}`,
    `lds: { naive: { lengths: [${m}, ${k}], strides: [${k}, 1], vector: [32, 1] } }`,
    `write: { distribution: { thread_raked: { rows: ${m}, columns: ${k}, vector: 32, threads: 256 } } }`,
    `read: { distribution: { warp_gemm: { operand: a, tile: [16, 16, 128], block: ${block}, waves: [1, 4] } } }`,
  ].join('\n');
  const { diagnostics } = analyzeKernel(text, { file: 'tile.yaml', machine: 'gfx950' });
  const said = diagnostics.map(
    ({ message }) => /read.distribution has (\d+) registers/.exec(message)?.[1],
  );
  return Number(said.find((one) => one !== undefined) ?? 0);
}

test('512 elements of 4 bits are 64 registers, and of 8 bits 128; 2,048 of 8 bits are 512', () => {
  expect(tooMany('f4', '[128, 512, 256]')).toBe(0);
  expect(tooMany('f8', '[128, 512, 256]')).toBe(0);
  expect(tooMany('f8', '[256, 512, 512]')).toBe(512);
});
