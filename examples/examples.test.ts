/**
 * Runs every example: a folder with `kernel.mlir`, `README.md` and `expected.json`.
 *
 * `UPDATE_EXAMPLES=1 npx vitest run examples` writes the figures of a new or changed example: into
 * `expected.json` for the machines that it lists, into its README, and into the gallery.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  encodeSmallFloat,
  decodeSmallFloat,
  findMachine,
  type Machine,
  type Report,
  ReportBuilder,
  smallFloats,
} from '@ldscope/core';
import {
  type AsyncCompletion,
  executeKernel,
  type MemRefType,
  parseModule,
  resolveType,
  walk,
} from '@ldscope/mlir';
import {
  type Expected,
  expectedJson,
  type Figures,
  figuresOf,
  figuresTable,
  galleryRow,
  galleryTable,
  withBlock,
} from './expected.ts';
import { compute, formulas, type Matrix } from './results.ts';

const update = process.env['UPDATE_EXAMPLES'] === '1';
const here = new URL('./', import.meta.url);
const names = readdirSync(here)
  .filter((name) => existsSync(new URL(`${name}/kernel.mlir`, here)))
  .sort();

function raise(message: string): never {
  throw new Error(message);
}

function machineOf(name: string): Machine {
  return findMachine(name) ?? raise(`no machine ${name}`);
}

const read = (path: string): string => readFileSync(new URL(path, here), 'utf8');

/** Compares a file with what it should be, or makes it so. */
function settle(path: string, wanted: string): void {
  if (update) writeFileSync(new URL(path, here), wanted);
  else expect(read(path), `${path} is stale: UPDATE_EXAMPLES=1`).toBe(wanted);
}

interface Run {
  readonly report: Report;
  readonly figures: Figures;
}

function run(
  text: string,
  machine: Machine,
  buffers: ReadonlyMap<number, Uint8Array>,
  asyncCompletion: AsyncCompletion,
): Run {
  const { module, diagnostics } = parseModule(text);
  expect(diagnostics).toEqual([]);
  const builder = new ReportBuilder(machine);
  const execution = executeKernel(module, text, {
    machine,
    buffers,
    asyncCompletion,
    onWorkgroup: (trace) => builder.add(trace),
  });
  expect(execution.diagnostics).toEqual([]);
  expect(execution.workgroups.executed).toBe(execution.workgroups.launched);
  const { report } = builder.finish(execution.kernel, execution.hazards);
  return { report, figures: figuresOf(report, builder.unserved) };
}

/** Types of the kernel's buffers, in order. */
function bufferTypes(text: string): MemRefType[] {
  for (const op of walk(parseModule(text).module.operations)) {
    const attribute = op.name === 'gpu.func' ? op.attributes.get('function_type') : undefined;
    if (attribute?.kind !== 'type' || attribute.type.kind !== 'function') continue;
    return attribute.type.inputs.map(resolveType).filter((type) => type.kind === 'memref');
  }
  return raise('the example has no gpu.func');
}

const shapeOf = (type: MemRefType): number[] =>
  (type.shape ?? []).map((size) => size ?? raise('a dynamic size'));
const isHalf = (type: MemRefType): boolean =>
  type.element.kind === 'float' && type.element.width === 16;
const f16 = smallFloats['f16'] ?? raise('no f16');

function toBytes({ values }: Matrix, type: MemRefType): Uint8Array {
  const width = isHalf(type) ? 2 : 4;
  const view = new DataView(new ArrayBuffer(width * values.length));
  for (const [i, value] of values.entries()) {
    if (width === 2) view.setUint16(2 * i, encodeSmallFloat(f16, value), true);
    else view.setFloat32(4 * i, value, true);
  }
  return new Uint8Array(view.buffer);
}

function fromBytes(bytes: Uint8Array, type: MemRefType): Matrix {
  const view = new DataView(bytes.buffer);
  const width = isHalf(type) ? 2 : 4;
  const values = Float64Array.from({ length: bytes.length / width }, (_, i) =>
    width === 2 ? decodeSmallFloat(f16, view.getUint16(2 * i, true)) : view.getFloat32(4 * i, true),
  );
  return { shape: shapeOf(type), values };
}

/** Pseudo-random values that both element types hold exactly. */
function randomMatrix(type: MemRefType, seed: number): Matrix {
  let state = seed;
  const shape = shapeOf(type);
  const count = shape.reduce((product, size) => product * size, 1);
  const values = Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return ((state >>> 21) - 1024) / 1024;
  });
  return { shape, values };
}

/** Runs the kernel on random data and compares its last argument with the formula. */
function checkResult(text: string, machine: Machine, result: string, late: boolean): void {
  const formula = formulas[result] ?? raise(`results.ts has no '${result}'`);
  const types = bufferTypes(text);
  const inputs = types.slice(0, -1).map((type, i) => randomMatrix(type, i + 1));
  const output = types.at(-1) ?? raise('the kernel has no result');
  const wanted = compute(formula, inputs, shapeOf(output));
  const bytes = toBytes({ ...wanted, values: wanted.values.map(() => Number.NaN) }, output);
  const buffers = new Map(inputs.map((input, i) => [i, toBytes(input, types[i] ?? output)]));
  run(text, machine, buffers.set(inputs.length, bytes), late ? 'late' : 'early');
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

describe.each(names)('example %s', (name) => {
  const text = read(`${name}/kernel.mlir`);
  const expected = JSON.parse(read(`${name}/expected.json`)) as Expected;
  const { result, machines } = expected;

  it('gives the expected figures', () => {
    const found = Object.keys(machines).map((machine) => {
      const { figures } = run(text, machineOf(machine), new Map(), 'early');
      return [machine, figures] as const;
    });
    const all = { ...expected, machines: Object.fromEntries(found) };
    settle(`${name}/expected.json`, expectedJson(all));
    const readme = read(`${name}/README.md`);
    const block = withBlock(readme, figuresTable(all.machines));
    settle(`${name}/README.md`, block ?? raise(`${name}/README.md has no place for its figures`));
  });

  it.runIf(result !== undefined)('computes what it should, however fast memory is', () => {
    for (const machine of Object.keys(machines)) {
      checkResult(text, machineOf(machine), result ?? '', false);
      checkResult(text, machineOf(machine), result ?? '', true);
    }
  });
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
