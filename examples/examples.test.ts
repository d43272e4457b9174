/**
 * Runs every example: a folder with `kernel.mlir`, `kernel.ttgir`, `kernel.s` and `launch.yaml`, or `spec.yaml`, and
 * `README.md` and `expected.json`.
 *
 * `UPDATE_EXAMPLES=1 npx vitest run examples` writes the figures of a new or changed example: into
 * `expected.json` for the machines that it lists, into its README, and into the gallery.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  encodeSmallFloat,
  decodeSmallFloat,
  type Machine,
  machineNamed,
  smallFloats,
} from '@ldscope/core';
import { raise } from '../test/raise.ts';
import {
  type Expected,
  expectedJson,
  figuresTable,
  galleryRow,
  galleryTable,
  globalTable,
  withBlock,
} from './expected.ts';
import {
  type Buffer,
  type ExampleKernel,
  readAssembly,
  readMlir,
  readSpecification,
  readTtgir,
} from './kernels.ts';
import { compute, formulas, type Matrix } from './results.ts';

const update = process.env['UPDATE_EXAMPLES'] === '1';
const here = new URL('./', import.meta.url);
const has = (path: string): boolean => existsSync(new URL(path, here));
const kernels = ['kernel.mlir', 'kernel.ttgir', 'kernel.s', 'spec.yaml'];
const names = readdirSync(here)
  .filter((name) => kernels.some((kernel) => has(`${name}/${kernel}`)))
  .sort();

const read = (path: string): string => readFileSync(new URL(path, here), 'utf8');

/** Compares a file with what it should be, or makes it so. */
function settle(path: string, wanted: string): void {
  if (update) writeFileSync(new URL(path, here), wanted);
  else expect(read(path), `${path} is stale: UPDATE_EXAMPLES=1`).toBe(wanted);
}

function kernelOf(name: string): Promise<ExampleKernel> {
  const code = `${name}/kernel.s`;
  if (has(code)) return readAssembly(read(code), read(`${name}/launch.yaml`));
  const spec = `${name}/spec.yaml`;
  if (has(spec)) return Promise.resolve(readSpecification(read(spec)));
  const ttgir = `${name}/kernel.ttgir`;
  if (has(ttgir)) return Promise.resolve(readTtgir(read(ttgir)));
  return Promise.resolve(readMlir(read(`${name}/kernel.mlir`)));
}

const f16 = smallFloats['f16'] ?? raise('no f16');

function toBytes({ values }: Matrix, { elementBytes: width }: Buffer): Uint8Array {
  const view = new DataView(new ArrayBuffer(width * values.length));
  for (const [i, value] of values.entries()) {
    if (width === 1) view.setUint8(i, value);
    else if (width === 2) view.setUint16(2 * i, encodeSmallFloat(f16, value), true);
    else view.setFloat32(4 * i, value, true);
  }
  return new Uint8Array(view.buffer);
}

function fromBytes(bytes: Uint8Array, { shape, elementBytes: width }: Buffer): Matrix {
  const view = new DataView(bytes.buffer);
  const values = Float64Array.from({ length: bytes.length / width }, (_, i) =>
    width === 2 ? decodeSmallFloat(f16, view.getUint16(2 * i, true)) : view.getFloat32(4 * i, true),
  );
  return { shape, values };
}

/** Pseudo-random values that both float types hold exactly; bytes that are moderate exponents of a scale, 2^-7 to 2^8. */
function randomMatrix({ shape, elementBytes }: Buffer, seed: number): Matrix {
  let state = seed;
  const count = shape.reduce((product, size) => product * size, 1);
  const values = Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return elementBytes === 1 ? 120 + (state >>> 28) : ((state >>> 21) - 1024) / 1024;
  });
  return { shape, values };
}

/** Runs the kernel on random data and compares its last buffer with the formula. */
function checkResult(kernel: ExampleKernel, machine: Machine, result: string, late: boolean): void {
  const formula = formulas[result] ?? raise(`results.ts has no '${result}'`);
  const output = kernel.buffers.at(-1) ?? raise('the kernel has no result');
  const types = kernel.buffers.slice(0, -1);
  const inputs = types.map((type, i) => randomMatrix(type, i + 1));
  const wanted = compute(formula, inputs, output.shape);
  const bytes = toBytes({ ...wanted, values: wanted.values.map(() => Number.NaN) }, output);
  const contents = inputs.map((input, i) => toBytes(input, types[i] ?? output));
  kernel.run(machine, [...contents, bytes], late ? 'late' : 'early');
  const found = fromBytes(bytes, output).values;
  const largest = wanted.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const error = wanted.values.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - (found[i] ?? Number.NaN))),
    0,
  );
  expect(error / largest).toBeLessThan(1e-6);
}

/** The first paragraph after the heading says what the example teaches. */
function teaching(readme: string): string {
  return readme.split('\n\n')[1]?.replaceAll('\n', ' ') ?? raise('the README teaches nothing');
}

describe.each(names)('example %s', async (name) => {
  const kernel = await kernelOf(name);
  const expected = JSON.parse(read(`${name}/expected.json`)) as Expected;
  const { result, machines } = expected;

  it('gives the expected figures', () => {
    const found = Object.keys(machines).map((machine) => {
      return [machine, kernel.run(machineNamed(machine), undefined, 'early')] as const;
    });
    const all = { ...expected, machines: Object.fromEntries(found) };
    settle(`${name}/expected.json`, expectedJson(all));
    const readme = read(`${name}/README.md`);
    const tables = [figuresTable(all.machines), globalTable(all.machines)];
    const block = withBlock(readme, tables.filter((text) => text !== undefined).join('\n\n'));
    settle(`${name}/README.md`, block ?? raise(`${name}/README.md has no place for its figures`));
  });

  // A specification or a module of layouts computes nothing.
  if (result !== undefined) {
    it('computes what it should, however fast memory is', () => {
      for (const machine of Object.keys(machines)) {
        checkResult(kernel, machineNamed(machine), result, false);
        checkResult(kernel, machineNamed(machine), result, true);
      }
    });
  }
});

it('the gallery lists every example with its figures', () => {
  const rows = names.map((name) =>
    galleryRow(
      name,
      teaching(read(`${name}/README.md`)),
      JSON.parse(read(`${name}/expected.json`)) as Expected,
    ),
  );
  const block = withBlock(read('README.md'), galleryTable(rows));
  settle('README.md', block ?? raise('the gallery has no place for its table'));
});
