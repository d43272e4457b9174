/**
 * One kernel, two ways: Wave's GEMM as MLIR through the interpreter, and as LLVM compiled it through the emulator.
 *
 * Both give the same C, and the same LDS traffic in each of the six LDS buffers. The kernel swizzles, so that its
 * reads have no conflicts; with the swizzle taken out of both texts they have, and are the same again.
 */
import { existsSync, readFileSync } from 'node:fs';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import {
  type AccessTrace,
  type GlobalSite,
  type GlobalTrace,
  findMachine,
  ReportBuilder,
  type ReportSite,
  TraceBuilder,
} from '@ldscope/core';
import { executeKernel, parseModule } from '@ldscope/mlir';
import { describe, expect, test } from 'vitest';
import { raise } from '../../../test/raise.ts';
import { plainAssembly } from './plain-gemm.ts';
import { randomHalves } from './random-halves.ts';

const folder = new URL('../../../../shared/kernels/wave/', import.meta.url);
const present = existsSync(new URL('gemm-gfx950.s', folder));
if (!present) console.log('skipped: ../shared/kernels/wave is absent');
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

const machine = findMachine('gfx950') ?? raise('no gfx950');

/** Where an LDS buffer is. */
interface Place {
  readonly name: string;
  readonly start: number;
  readonly bytes: number;
}

/** The allocations of the MLIR, which it places one after the other. */
function placesInMlir(text: string): readonly Place[] {
  const pattern =
    /(%alloc\w*) = memref\.alloc\(\) : memref<(\d+)x(\d+)xf16, #gpu\.address_space<workgroup>>/g;
  let start = 0;
  return [...text.matchAll(pattern)].map(([, name = '', rows, columns]) => {
    const place = { name, start, bytes: 2 * Number(rows) * Number(columns) };
    start += place.bytes;
    return place;
  });
}

/**
 * The same buffers in the assembly. LLVM places the larger ones first; that each has its name is seen from the
 * copies before the loop, which go to m0 + 0x4000 and 0x2000 (A), 0x8000 and 0x7000 (B).
 */
const placesInAssembly: readonly Place[] = [
  { name: '%alloc_2', start: 0x0000, bytes: 8192 },
  { name: '%alloc_3', start: 0x2000, bytes: 8192 },
  { name: '%alloc_4', start: 0x4000, bytes: 8192 },
  { name: '%alloc', start: 0x6000, bytes: 4096 },
  { name: '%alloc_0', start: 0x7000, bytes: 4096 },
  { name: '%alloc_1', start: 0x8000, bytes: 4096 },
];

/** The rows of a trace by the buffer that all their lanes are in. */
function split(trace: AccessTrace, places: readonly Place[]): readonly AccessTrace[] {
  const { waveSize, addressBytes, activeMask, op, site, wave, order, sites, count } = trace;
  const builders = places.map(() => new TraceBuilder(waveSize, sites));
  for (let row = 0; row < count; row++) {
    const lanes = addressBytes.subarray(row * waveSize, (row + 1) * waveSize);
    const [low = 0, high = 0] = activeMask.subarray(2 * row, 2 * row + 2);
    const active = lanes.filter(
      (_, lane) => (((lane < 32 ? low : high) >>> (lane & 31)) & 1) === 1,
    );
    const number = places.findIndex(({ start, bytes }) =>
      active.every((address) => address >= start && address < start + bytes),
    );
    const builder = builders[number] ?? raise('a row that is not in one buffer');
    builder.add(op[row] ?? 0, site[row] ?? 0, wave[row] ?? 0, order[row] ?? 0, lanes, low, high);
  }
  return builders.map((builder) => builder.finish());
}

interface Outcome {
  readonly c: Float32Array;
  readonly all: readonly ReportSite[];
  readonly global: readonly GlobalSite[];
  readonly byBuffer: ReadonlyMap<string, readonly ReportSite[]>;
}

/** What takes the accesses of an execution. */
interface Sinks {
  readonly onWorkgroup: (trace: AccessTrace) => void;
  readonly onGlobal: (trace: GlobalTrace) => void;
}

function outcome(places: readonly Place[], run: (c: Uint8Array, sinks: Sinks) => void): Outcome {
  const c = new Uint8Array(4 * 128 * 256);
  const kernel = { name: 'gemm', frontend: '', waves: 128, ldsBytes: 36864 };
  const all = new ReportBuilder(machine);
  const parts = places.map((place) => ({ place, builder: new ReportBuilder(machine) }));
  run(c, {
    onWorkgroup: (trace) => {
      all.add(trace);
      for (const [number, part] of split(trace, places).entries()) parts[number]?.builder.add(part);
    },
    onGlobal: (trace) => all.addGlobal(trace),
  });
  const sitesOf = (builder: ReportBuilder): readonly ReportSite[] =>
    builder.finish(kernel).report.sites;
  return {
    c: new Float32Array(c.buffer),
    all: sitesOf(all),
    global: all.finish(kernel).report.global?.sites ?? [],
    byBuffer: new Map(parts.map(({ place, builder }) => [place.name, sitesOf(builder)])),
  };
}

interface Traffic {
  readonly executions: number;
  readonly idxActive: number;
  readonly bankConflict: number;
}

/** Sums over the sites of each instruction. */
function traffic(sites: readonly ReportSite[]): Record<string, Traffic> {
  const totals: Record<string, Traffic> = {};
  for (const { op, executions, idxActive, bankConflict } of sites) {
    if (executions === 0) continue;
    const old = totals[op] ?? { executions: 0, idxActive: 0, bankConflict: 0 };
    totals[op] = {
      executions: old.executions + executions,
      idxActive: old.idxActive + idxActive,
      bankConflict: old.bankConflict + bankConflict,
    };
  }
  return totals;
}

/** Sums over the sites of global memory, by direction and width of a lane. */
function fetches(sites: readonly GlobalSite[]): Record<string, readonly number[]> {
  const totals: Record<string, readonly number[]> = {};
  for (const site of sites) {
    const key = `${site.direction} ${site.widthBytes}`;
    const [runs = 0, lines = 0, useful = 0] = totals[key] ?? [];
    totals[key] = [runs + site.executions, lines + site.transactions, useful + site.usefulBytes];
  }
  return totals;
}

const perBuffer = ({ byBuffer }: Outcome): Record<string, Record<string, Traffic>> =>
  Object.fromEntries(
    [...byBuffer.keys()].sort().map((name) => [name, traffic(byBuffer.get(name) ?? [])]),
  );

/** The swizzle is the only exclusive or of indices: `column xor (row mod 8)` becomes `column`. */
const plainMlir = (text: string): string =>
  text.replaceAll(/arith\.xori (%\w+), %\w+ : index/g, 'arith.addi $1, %c0 : index');

describe.skipIf(!present)("Wave's GEMM as MLIR and as machine code", () => {
  const a = randomHalves(128 * 1024, 1);
  const b = randomHalves(256 * 1024, 2);

  const fromMlir = (text: string): Outcome =>
    outcome(placesInMlir(text), (c, sinks) => {
      const buffers = new Map([a, b, c].map((buffer, i) => [i, buffer] as const));
      // The kernel is right only when copies arrive at once, which the emulator assumes.
      const asyncCompletion = 'early';
      const options = { machine, buffers, asyncCompletion, ...sinks } as const;
      executeKernel(parseModule(text).module, text, options);
    });

  const fromAssembly = (text: string): Outcome =>
    outcome(placesInAssembly, (c, sinks) => {
      const { diagnostics } = executeProgram(parseAssembly(text).program, text, {
        machine,
        launch: { grid: [2, 8, 1], scalars: new Map() },
        arguments: [a, b, c].map((data) => ({ kind: 'buffer' as const, data })),
        ...sinks,
      });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    });

  function expectSame(mlir: Outcome, assembly: Outcome): void {
    let largest = 0;
    for (const [i, value] of mlir.c.entries()) {
      largest = Math.max(largest, Math.abs(value - (assembly.c[i] ?? Number.NaN)));
    }
    expect(largest).toBeLessThan(1e-4);
    expect(mlir.c.some((value) => value !== 0)).toBe(true);
    const sites = ({ all }: Outcome): number =>
      all.filter(({ executions }) => executions > 0).length;
    expect(sites(assembly)).toBe(sites(mlir));
    expect(traffic(assembly.all)).toEqual(traffic(mlir.all));
    expect(perBuffer(assembly)).toEqual(perBuffer(mlir));
    expect(fetches(assembly.global)).toEqual(fetches(mlir.global));
    expect(Object.keys(fetches(mlir.global))).toEqual(['store 4', 'load 16', 'load 4']);
  }

  /** Conflict cycles of the reads, by buffer. */
  const conflicts = (of: Outcome): readonly (number | undefined)[] =>
    Object.values(perBuffer(of)).map((ops) => ops['ds_read_b128']?.bankConflict);

  let swizzled: Outcome | undefined;

  test('gives the same product and the same LDS traffic in each buffer', () => {
    const mlir = (swizzled = fromMlir(read('gemm.mlir')));
    expectSame(mlir, fromAssembly(read('gemm-gfx950.s')));
    expect(conflicts(mlir)).toEqual([0, 0, 0, 0, 0, 0]);
    // Each buffer is used in turn: sixteen tiles of k, in three buffers of A and three of B.
    const reads = Object.values(perBuffer(mlir)).map((ops) => ops['ds_read_b128']?.executions);
    expect(reads.reduce((sum = 0, count = 0) => sum + count)).toBe(128 * 16 * 4);
  });

  test('without the swizzle it does so too, and has conflicts', () => {
    const mlir = fromMlir(plainMlir(read('gemm.mlir')));
    const assembly = fromAssembly(plainAssembly(read('gemm-gfx950.s')));
    expectSame(mlir, assembly);
    for (const count of conflicts(mlir)) expect(count).toBeGreaterThan(0);
    // What is multiplied is the same, so the product is.
    swizzled ??= fromMlir(read('gemm.mlir'));
    expect(mlir.c).toEqual(swizzled.c);
  });
});
