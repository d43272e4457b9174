/** What a GEMM of CK Tile does to global memory, its stores of C by brute force: lane by lane, from the registers of the result. */
import { allElements, findMachine, readCkGemm } from '@ldscope/core';
import { expect, test } from 'vitest';
import { analyzeKernel, runGemm } from '../src/index.ts';
import { parseYaml } from '../src/input/yaml-data.ts';

const LINE = 128;

test.each([
  ['gfx942', 64, 130, 'f16', '[32, 32, 16]'],
  ['gfx942', 50, 60, 'f64', '[16, 16, 4]'],
  ['gfx1201', 64, 64, 'f16', '[16, 16, 16]'],
])('%s stores %d x %d of %s', (name, m, n, element, tile) => {
  const machine = findMachine(name);
  const text =
    `gemm: { m: ${m}, n: ${n}, k: 32 }\nelement: ${element}\nblock: [64, 64, 16]\nwaves: [2, 2]\n` +
    `warp_tile: ${tile}\nkpack: 2\nlayout: packed\n`;
  const data = parseYaml(text);
  const gemm = machine && data.ok ? readCkGemm(data.value.value, machine, 'gemm').value : undefined;
  const ran = machine && runGemm(text, 'gemm.yaml', machine);
  if (gemm === undefined || ran?.ok !== true) expect.unreachable();
  const { c, warp } = gemm.plan;
  const { waveSize } = warp.instruction;
  const [rows, columns] = allElements(c);
  const bytes = element === 'f64' ? 8 : 4;
  let [lines, elements] = [0, 0];
  for (let wave = 0; wave < 4; wave++)
    for (let register = 0; register < c.registers; register++) {
      const touched = new Set<number>();
      for (let lane = 0; lane < waveSize; lane++) {
        const at = (wave * waveSize + lane) * c.registers + register;
        const [row, column] = [rows?.[at] ?? 0, columns?.[at] ?? 0];
        if (row >= m || column >= n) continue;
        elements++;
        touched.add(Math.floor(((row * n + column) * bytes) / LINE));
      }
      lines += touched.size;
    }
  expect(elements).toBe(Math.min(m, 64) * Math.min(n, 64));
  const { matrices, transactionBytes } = ran.value.global;
  const stored = matrices.find((each) => each.name === 'c');
  expect(stored?.requestedBytes).toBe(elements * bytes);
  if (transactionBytes === LINE) expect(stored?.transactions).toBe(lines);
  // The analysis has the same.
  const { analysis } = analyzeKernel(text, { machine: name, file: 'gemm.yaml' });
  const sites = analysis?.report.global?.sites ?? [];
  const workgroups = Math.ceil(m / 64) * Math.ceil(n / 64);
  expect(analysis?.report.kernel).toMatchObject({
    waves: 4 * workgroups,
    ldsBytes: (64 + 64) * 16 * (element === 'f64' ? 8 : 2),
    workgroups: { launched: workgroups },
  });
  for (const { name: matrix, transactions } of matrices)
    expect(
      sites
        .filter(({ id }) => id.startsWith(`${matrix}.`))
        .reduce((sum, site) => sum + site.transactions, 0),
    ).toBe(transactions);
});

test('the values of a product are those of the first seed, unless another is given', () => {
  const machine = findMachine('gfx942') ?? expect.unreachable();
  const text =
    'gemm: { m: 32, n: 32, k: 16 }\nelement: f16\nblock: [32, 32, 16]\nwaves: [1, 1]\n' +
    'warp_tile: [32, 32, 8]\nkpack: 4\nlayout: packed\n';
  const valuesOf = (seed?: number): string => {
    const ran = runGemm(text, 'gemm.yaml', machine, seed);
    return ran.ok ? ran.value.product.a.join() : expect.unreachable(JSON.stringify(ran));
  };
  expect(valuesOf()).toBe(valuesOf(1));
  for (const seed of [0, 2]) expect(valuesOf(seed)).not.toBe(valuesOf(1));
});
