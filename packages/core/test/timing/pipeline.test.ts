/** Pipelines of a GEMM: what is multiplied, read and waited for, followed by a reader of their text that knows nothing of their plan. */
import {
  checkWaits,
  expectValue,
  gemmBudget,
  lowerListing,
  machineNamed,
  makePipeline,
  parseListing,
  type PipelineRequest,
  pipelineResources,
  range,
  scheduleText,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupBarriers } from '../../src/timing/pipeline/pipeline-text.ts';
import type { Pipeline } from '../../src/timing/pipeline/pipeline.ts';
import { tileProblem } from '../../src/timing/pipeline/tile-accesses.ts';
import { timedChip } from './chip.ts';
import { forAll } from '../../../../test/for-all.ts';

const notes: PipelineRequest = {
  m: 256,
  n: 256,
  k: 32,
  element: 'f16',
  waves: [2, 2],
  buffers: 1,
  overlap: 'all',
  prefetch: 1,
  directToLds: false,
  layout: 'none',
  steps: 20,
};

function made(request: PipelineRequest, name: string): Pipeline {
  const { machine, timing } = timedChip(name);
  return expectValue(makePipeline(request, machine, timing));
}

function waitsOf(pipeline: Pipeline, name: string) {
  const { machine, timing } = timedChip(name);
  const { listing, diagnostics } = parseListing(scheduleText(pipeline));
  const lowered = lowerListing(listing, machine, timing);
  const { ldsBytes } = pipelineResources(pipeline, 0);
  const doesNotFit = ldsBytes > machine.sharedMemory.bytesPerWorkgroup.value;
  const codes = [...diagnostics, ...lowered.diagnostics].map(({ code }) => code);
  // Of padding and of tiles that few steps leave alone nothing is written.
  const { buffers, layout } = pipeline.request;
  const isWhole = buffers === 1 && layout === 'none';
  expect([doesNotFit ? ['timing/beyond-lds'] : [], ...(isWhole ? [] : [[]])]).toContainEqual(codes);
  return { program: lowered.program, ...checkWaits(lowered.program) };
}

/** Lines of a schedule in the order in which a wave executes them. */
function executed(text: string): string[] {
  const lines: string[] = [];
  let section: string[] = [];
  let times = 1;
  const flush = (): void => {
    for (let i = 0; i < times; i++) lines.push(...section);
    section = [];
  };
  for (const line of text.split('\n')) {
    const [, , count] = /^(prologue|tail|loop (\d+)):$/.exec(line) ?? [];
    if (/^(?:prologue|tail|loop \d+):$/.test(line)) {
      flush();
      times = Number(count ?? 1);
    } else if (line.startsWith('  ')) section.push(line.trim());
  }
  flush();
  return lines;
}

/** `A[0,2:3]` as `A[0,2]`, `A[0,3]`. */
function elements(text: string): string[] {
  const [, name = '', list = ''] = /^(\w+)\[([\d:,]+)\]$/.exec(text) ?? [];
  let indices = [''];
  for (const part of list.split(',')) {
    const [first = 0, last = first] = part.split(':').map(Number);
    indices = indices.flatMap((head) =>
      range(last - first + 1).map((i) => `${head}${head === '' ? '' : ','}${first + i}`),
    );
  }
  return indices.map((index) => `${name}[${index}]`);
}

interface Held {
  readonly tile: number;
  /** Which of the reads of this register, of this tile. */
  readonly turn: number;
}

/** Follows tiles through registers and LDS, and returns which products of which tile were made. */
function productsOf({ request, products }: Pipeline, text: string): Map<number, Set<string>> {
  const registers = new Map<string, number>();
  const lds = new Map<string, number>();
  const operands = new Map<string, Held>();
  const turns = new Map<string, number>();
  const done = new Map<number, Set<string>>();
  const fetched = new Map<string, number>();
  const nextTile = (place: string): number => {
    const piece = place.replace(/^\w+\[(?:\d+,)?/, '');
    const tile = fetched.get(piece) ?? 0;
    fetched.set(piece, tile + 1);
    return tile;
  };
  for (const line of executed(text)) {
    const load = /^buffer_load_dword(?:x\d)? (?:lds to )?(\w+\[[\d,]+\])/.exec(line);
    const write = /^ds_write_b\d+ to (\S+) from (\S+)/.exec(line);
    const read = /^ds_read_b\d+ (\S+) from (\S+)/.exec(line);
    const product = /^MFMA (\S+), (\S+), (\S+)$/.exec(line);
    if (load?.[1] !== undefined) {
      const target = line.includes(' lds to ') ? lds : registers;
      target.set(load[1], nextTile(load[1]));
    } else if (write !== null) {
      const [, place = '', register = ''] = write;
      lds.set(place, registers.get(register) ?? NaN);
    } else if (read !== null) {
      const [, register = '', place = ''] = read;
      const tiles = new Set(elements(place).map((element) => lds.get(element)));
      expect(tiles.size, `${line} finds one tile`).toBe(1);
      const [tile = NaN] = tiles;
      for (const element of elements(register)) {
        const key = `${element} ${tile}`;
        const turn = turns.get(key) ?? 0;
        turns.set(key, turn + 1);
        operands.set(element, { tile, turn });
      }
    } else if (product !== null) {
      const [, a = '', b = '', c = ''] = product;
      const held = [...elements(a), ...elements(b)].map((element) => operands.get(element));
      const [first] = held;
      for (const one of held) expect(one, line).toEqual(first);
      const depth = a.replace(/^A\[\d+,/, '').replace(']', '');
      const name = `${c} ${depth} ${first?.turn ?? 'never'}`;
      const tile = first?.tile ?? NaN;
      const all = done.get(tile) ?? new Set();
      expect(all.has(name), `${line} once`).toBe(false);
      done.set(tile, all.add(name));
    }
  }
  const perTile = products.rows * products.columns * products.depth;
  expect([...done.keys()].sort((x, y) => x - y)).toEqual(range(request.steps));
  for (const [tile, all] of done) expect(all.size, `products of tile ${tile}`).toBe(perTile);
  return done;
}

const requests = fc
  .record({
    m: fc.constantFrom(64, 128, 256),
    n: fc.constantFrom(64, 128),
    k: fc.constantFrom(32, 48, 64, 96, 128),
    element: fc.constantFrom('f16', 'bf16', 'fp8', 'i8', 'f32'),
    waves: fc.constantFrom<readonly [number, number]>([2, 2], [1, 4], [4, 1], [1, 1], [2, 4]),
    buffers: fc.integer({ min: 1, max: 3 }),
    overlap: fc.constantFrom('nothing', 'global', 'all', 'all'),
    prefetch: fc.integer({ min: 1, max: 2 }),
    directToLds: fc.boolean(),
    layout: fc.constant('none' as const),
    steps: fc.integer({ min: 1, max: 17 }),
    slices: fc.constantFrom(1, 2, 4),
    chip: fc.constantFrom('gfx90a', 'gfx942', 'gfx950'),
  })
  .map(({ slices, chip: name, ...request }) => ({
    name,
    request: { ...request, slice: request.k / slices } as PipelineRequest,
  }))
  .filter(({ name, request }) => gemmBudget(request, machineNamed(name)).ok);

describe('a pipeline', () => {
  test('multiplies every tile once, of operands of that tile, and waits for all that it needs', () => {
    forAll([requests], 25, ({ name, request }) => {
      const pipeline = made(request, name);
      productsOf(pipeline, scheduleText(pipeline));
      const { missing, waits } = waitsOf(pipeline, name);
      expect(missing).toEqual([]);
      const wrong = waits.filter(({ verdict }) => ['redundant', 'not judged'].includes(verdict));
      expect(wrong).toEqual([]);
    });
  });

  test('of the notes has their instructions, and waits that none can drop', () => {
    const pipeline = made({ ...notes, steps: 100 }, 'gfx942');
    const count = (kind: string): number =>
      pipeline.loop.filter((operation) => operation.kind === kind).length;
    expect(['product', 'load', 'write', 'read'].map(count)).toEqual([64, 8, 8, 16]);
    expect([pipeline.iterations, pipeline.unroll]).toEqual([98, 1]);
    const { missing, waits } = waitsOf(pipeline, 'gfx942');
    expect(missing).toEqual([]);
    expect(waits.filter(({ verdict }) => verdict === 'not needed')).toEqual([]);
  });

  test.each([
    [{ buffers: 2 }, 2],
    [{ buffers: 3 }, 3],
    [{ prefetch: 2 }, 2],
    [{ buffers: 3, prefetch: 2 }, 6],
    [{ slice: 32 }, 2],
    [{ buffers: 3, directToLds: true, prefetch: 2 }, 3],
  ])('with %j has %i steps in its loop', (given, unroll) => {
    expect(made({ ...notes, ...given }, 'gfx942').unroll).toBe(unroll);
  });

  test('without steps for a loop is all prologue and tail', () => {
    const pipeline = made({ ...notes, steps: 1 }, 'gfx942');
    expect([pipeline.loop.length, pipeline.iterations]).toEqual([0, 0]);
    productsOf(pipeline, scheduleText(pipeline));
  });

  test.each(['xor', 'padding'] as const)('%s conflicts less than plain rows', (layout) => {
    const plain = made(notes, 'gfx942').conflicts.total;
    const better = made({ ...notes, layout }, 'gfx942').conflicts.total;
    expect(plain).toBeGreaterThan(0);
    expect(better).toBeLessThan(layout === 'xor' ? 1 : plain);
  });

  test.each([
    [{ prefetch: 3 }, 'timing/beyond-limit'],
    [{ buffers: 4 }, 'timing/beyond-limit'],
    [{ m: 100 }, 'timing/uneven-tile'],
    [{ slice: 12 }, 'timing/uneven-tile'],
  ])('with %j is refused', (given, code) => {
    const { machine, timing } = timedChip('gfx942');
    const { ok, diagnostics } = makePipeline({ ...notes, ...given }, machine, timing);
    expect([ok, ...diagnostics.map((one) => one.code)]).toEqual([false, code]);
  });

  test('reads each element of its operands once, and writes each of the tile', () => {
    for (const [name, given] of [
      ['gfx942', {}],
      ['gfx942', { element: 'fp8', k: 64, m: 128 }],
      ['gfx942', { m: 64, n: 64, instruction: 'v_mfma_f32_4x4x4_16b_f16' }],
      ['gfx942', { m: 96, n: 192, k: 48, element: 'bf16' }],
      ['gfx950', { element: 'f8', k: 128, waves: [1, 4] as const }],
    ] as const) {
      const pipeline = made({ ...notes, ...given }, name);
      const { request, step, reads, pieces, products } = pipeline;
      const waves = request.waves[0] * request.waves[1];
      const problem = tileProblem(pipeline, machineNamed(name), waves);
      const bytes = new Uint32Array(2 * (request.m + request.n) * request.k * step.elementBytes);
      const half = bytes.length / 2;
      const rowBytes = request.k * step.elementBytes;
      for (const { name: of, rows, columns, activeMask } of problem.accesses) {
        const isWrite = of.startsWith('write');
        const width = isWrite ? pieces.widthBytes : reads.widthBytes;
        for (let lane = 0; lane < 64; lane++) {
          if ((((activeMask[lane >> 5] ?? 0) >>> (lane & 31)) & 1) === 0) continue;
          const at = (rows[lane] ?? 0) * rowBytes + (columns[lane] ?? 0) * step.elementBytes;
          for (let i = 0; i < width; i++) {
            const index = (isWrite ? half : 0) + at + i;
            bytes[index] = (bytes[index] ?? 0) + 1;
          }
        }
      }
      expect(new Set(bytes.subarray(half)), 'written').toEqual(new Set([1]));
      // A wave reads A for its columns of waves, and lanes of blocks that share rows read them again.
      const [alongM, alongN] = request.waves;
      const [blocksM, blocksN] = products.blocks;
      const split = request.m * rowBytes;
      expect(new Set(bytes.subarray(0, split)), 'A').toEqual(new Set([alongN * blocksN]));
      expect(new Set(bytes.subarray(split, half)), 'B').toEqual(new Set([alongM * blocksM]));
    }
  });

  test('asks LLVM for its order with as many instructions of each kind as the loop has', () => {
    const pipeline = made({ ...notes, buffers: 2 }, 'gfx942');
    const sums = new Map<string, number>();
    for (const [, mask = '', size] of groupBarriers(pipeline).matchAll(/\((0x\d+), (\d+), 0\)/g)) {
      sums.set(mask, (sums.get(mask) ?? 0) + Number(size));
    }
    const text = [...sums].map(([mask, size]) => `${mask}: ${size}`).sort();
    expect(text).toEqual(['0x008: 128', '0x020: 16', '0x100: 32', '0x200: 16']);
  });
});
