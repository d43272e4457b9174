/** `UPDATE_ATTENTION=1 npx vitest run validation/attention` writes the tables of docs/attention.md anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { machineNamed, searchLayouts } from '@ldscope/core';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { forAll } from '../../test/for-all.ts';
import { numbersIn, rows } from '../../test/rows.ts';
import { evaluateShapes } from './command.ts';
import { documentBlocks, type Sweep, withBlocks } from './document.ts';
import { mitigationCosts, problemOf, type TileResult, withoutMoreLds } from './evaluate-tile.ts';
import { chips, intrinsicsOf } from './intrinsics.ts';
import { inProcess, inWorkers } from './pool.ts';
import { attentionSchedule } from './schedule.ts';
import { attentionShapes, headDims, nameOfShape, parseShape } from './shapes.ts';
import { finishSweep, launchOf, planSweep, type SweepRow, variants } from './sweep.ts';
import { freeShapes } from './verdicts.ts';
import { checkCertificate } from '../../packages/core/test/oracle/certificate.ts';
import { inRepository } from '../base/paths.ts';

async function sweepOf(name: string): Promise<Sweep> {
  const plan = planSweep(name, ['f16', 'f32'], attentionShapes);
  return { plan, rows: finishSweep(plan, await inProcess(plan.tasks, () => undefined)) };
}

let gfx942: Sweep;
let gfx950: Sweep;

beforeAll(async () => {
  gfx942 = await sweepOf('gfx942');
  gfx950 = await sweepOf('gfx950');
}, 120_000);

const rowsOf = ({ rows }: Sweep, element: string): SweepRow[] =>
  rows.filter(({ kernel }) => kernel.element === element);

const rowOf = (sweep: Sweep, element: string, shape: string): SweepRow => {
  const row = rowsOf(sweep, element).find(({ kernel }) => nameOfShape(kernel.shape) === shape);
  if (row === undefined) throw new Error(shape);
  return row;
};

describe('schedules', () => {
  const scheduled = (
    name: string,
    element: 'f16' | 'f32',
    sizes: readonly [m: number, n: number, k1: number, k2: number],
  ): unknown => {
    const [m, n, k1, k2] = sizes;
    const bytes = machineNamed(name).sharedMemory.bytesPerWorkgroup.value;
    const problem = { m, n, k1, k2, element };
    const found = attentionSchedule(problem, intrinsicsOf(name, element), bytes);
    if (found === undefined) return undefined;
    const { qk, pv, waves, tileM, tileN, tileK2 } = found;
    return [qk.name, pv.name, waves, tileM, tileN, tileK2].join(' ');
  };

  // What upstream's own configuration tests expect.
  test.each(rows`
    gfx942 | f16 | 4096 64 64 4096 | VMFMA_F32_16x16x32_F16 MFMA_F32_16x16x16_F16 4 64 64 64
    gfx942 | f32 | 4096 128 128 4096 | MFMA_F32_16x16x4_F32 MFMA_F32_16x16x4_F32 4 64 64 16
    gfx942 | f16 | 1024 512 512 128 | VMFMA_F32_16x16x32_F16 MFMA_F32_16x16x16_F16 2 32 16 16
    gfx950 | f16 | 4096 64 64 4096 | MFMA_F32_16x16x32_F16 MFMA_F32_16x16x16_F16 4 64 64 64
    gfx950 | f16 | 1024 512 512 128 | MFMA_F32_16x16x32_F16 MFMA_F32_16x16x16_F16 4 64 64 64
  `)('%s %s %s', (name = '', element, sizes = '', expected) => {
    const [m = 0, n = 0, k1 = 0, k2 = 0] = numbersIn(sizes);
    expect(scheduled(name, element === 'f32' ? 'f32' : 'f16', [m, n, k1, k2])).toBe(expected);
  });

  test('partial tiles have none', () => {
    expect(scheduled('gfx942', 'f16', [1000, 64, 64, 1000])).toBeUndefined();
    expect(scheduled('gfx942', 'f32', [1024, 64, 65_536, 1024])).toBeUndefined();
  });
});

describe('shapes', () => {
  test('are 110, each by its name', () => {
    expect(new Set(attentionShapes.map(nameOfShape)).size).toBe(110);
    for (const shape of attentionShapes) expect(parseShape(nameOfShape(shape))).toEqual(shape);
    for (const text of ['', '1x2', '0x1024x64', '1x1024x64x', '1e3x64x64', '-1x64x64']) {
      expect(parseShape(text), text).toBeUndefined();
    }
  });

  test('of any size become kernels or a reason', () => {
    const sizes = fc.record({
      batch: fc.integer({ min: 1, max: 3 }),
      length: fc.integer({ min: 1, max: 40 }).map((n) => 16 * n),
      headDim: fc.integer({ min: 1, max: 40 }).map((n) => 8 * n),
    });
    forAll(
      [fc.constantFrom(...chips), fc.constantFrom('f16', 'f32'), sizes],
      60,
      (name, element, shape) => {
        const { kernels, tasks, faults } = planSweep(name, [element], [shape]);
        expect(kernels.length + faults.length).toBe(1);
        for (const task of tasks) {
          const { baseline, padding, swizzle } = mitigationCosts(task);
          expect(padding.ldsBytes).toBeGreaterThanOrEqual(baseline.ldsBytes);
          expect(swizzle.instructions).toBeGreaterThanOrEqual(baseline.instructions);
        }
      },
    );
  });

  test('of one head dimension and type have the same tiles', () => {
    expect(gfx942.plan.tasks.length).toBeLessThanOrEqual(14);
    for (const { kernel } of gfx942.rows) expect(kernel.tasks.length).toBe(kernel.tiles.length);
  });
});

describe('totals', () => {
  test('grow with batches, with workgroups, and with iterations beyond what is done once', () => {
    for (const element of ['f16', 'f32']) {
      for (const headDim of headDims) {
        const one = rowOf(gfx942, element, `1x1024x${headDim}`);
        const two = rowOf(gfx942, element, `1x2048x${headDim}`);
        for (const variant of variants) {
          const [a, b] = [one.totals[variant].conflicts, two.totals[variant].conflicts];
          // In units of 1024 keys: total(s) = once * s + loop * s * s.
          const loop = (b - 2 * a) / 2;
          for (const row of rowsOf(gfx942, element)) {
            const { batch, length, headDim: head } = row.kernel.shape;
            if (head !== headDim) continue;
            const s = length / 1024;
            const expected = batch * ((a - loop) * s + loop * s * s);
            expect(row.totals[variant].conflicts).toBe(expected);
            expect(row.totals[variant].ldsBytes).toBe(one.totals[variant].ldsBytes);
          }
        }
      }
    }
  });

  test('every output is computed once, every key seen by every query', () => {
    for (const { kernel } of gfx942.rows) {
      const { batch, length, headDim } = kernel.shape;
      const { workgroups, iterations } = launchOf(kernel);
      const { tileM, tileN, tileK2 } = kernel.schedule;
      expect(workgroups * tileM * tileN).toBe(batch * length * headDim);
      expect(iterations * tileK2).toBe(length);
    }
  });
});

describe('the talk', () => {
  test('f16: swizzle clears all 110, padding the 55 of head 64', () => {
    const rows = rowsOf(gfx942, 'f16');
    expect(freeShapes(rows, 'swizzle')).toBe(110);
    expect(freeShapes(rows, 'hinted')).toBe(110);
    expect(freeShapes(rows, 'padding')).toBe(55);
    expect(freeShapes(rows, 'baseline')).toBe(0);
    for (const { kernel, totals } of rows) {
      expect(totals.padding.conflicts === 0).toBe(kernel.shape.headDim === 64);
    }
  });

  test('f32: padding and swizzle leave the same on all 110, swizzle with more instructions', () => {
    for (const { totals } of rowsOf(gfx942, 'f32')) {
      expect(totals.swizzle.conflicts).toBe(totals.padding.conflicts);
      expect(totals.swizzle.conflicts).toBeGreaterThan(0);
      expect(totals.swizzle.instructions).toBeGreaterThan(totals.padding.instructions);
      expect(totals.searched.conflicts).toBe(0);
    }
  });

  test('f32 1x1024x128: its counters', () => {
    const { padding, swizzle } = rowOf(gfx942, 'f32', '1x1024x128').totals;
    expect([padding.conflicts, swizzle.conflicts]).toEqual([532_480, 532_480]);
    expect(swizzle.instructions).toBe(514_048);
  });

  test('f16: the median without mitigation, as its page has it', () => {
    const sorted = rowsOf(gfx942, 'f16')
      .map(({ totals }) => totals.baseline.conflicts)
      .toSorted((a, b) => a - b);
    expect(((sorted[54] ?? 0) + (sorted[55] ?? 0)) / 2 / 1e6).toBeCloseTo(185.5, 1);
  });

  test('its page is what we compute', () => {
    const path = inRepository('docs/attention.md');
    const page = readFileSync(path, 'utf8');
    const updated = withBlocks(page, documentBlocks(gfx942, gfx950));
    if (process.env['UPDATE_ATTENTION'] !== undefined) writeFileSync(path, updated);
    else expect(page).toBe(updated);
  });
});

describe('our layouts', () => {
  test('are proven, tile by tile, by other means', () => {
    const small = gfx942.plan.tasks.filter(({ tile }) => tile.name === 'V' || tile.name === 'P');
    expect(small.length).toBeGreaterThan(2);
    for (const { tile } of small) {
      const problem = problemOf(tile, machineNamed('gfx942'));
      const found = searchLayouts(problem);
      if (!found.ok) throw new Error(found.diagnostics[0]?.message);
      const [best] = found.value.front;
      if (best === undefined) throw new Error('the front is empty');
      const check = checkCertificate(problem, best.certificate);
      expect(check.failures, tile.name).toEqual([]);
    }
  });

  test('cost what the search says, counted through the instructions of their alignment', () => {
    for (const { kernel, results } of gfx942.rows.slice(0, 2)) {
      for (const [i, { searched }] of results.entries()) {
        const tile = kernel.tiles[i];
        if (tile === undefined) throw new Error('a tile is missing');
        const found = searchLayouts(problemOf(tile, machineNamed('gfx942')));
        if (!found.ok) throw new Error(found.diagnostics[0]?.message);
        const best = withoutMoreLds(found.value);
        const { writeConflicts, readConflicts, instructions } = searched.cost;
        expect(best.cost.conflictCycles).toEqual([writeConflicts + readConflicts]);
        expect(best.cost.accessInstructions).toBe(instructions);
      }
    }
  });
});

describe('the command', () => {
  const run = async (...args: string[]): Promise<{ code: number; out: string; err: string }> => {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await evaluateShapes(args, inProcess, {
      print: (line) => out.push(line),
      complain: (line) => err.push(line),
      progress: (text) => err.push(text),
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  };

  test('prints the shapes that it is given, and how far it is', async () => {
    const { code, out, err } = await run('--dtype', 'f16', '--shape', '8x4096x128');
    expect(code).toBe(0);
    expect(out).toContain('8,519,680');
    expect(out).not.toContain('the talk');
    expect(err).toBe('attention: 1 of 3 tiles\nattention: 2 of 3 tiles\nattention: 3 of 3 tiles');
  });

  test('gives totals as data', async () => {
    const { out } = await run(
      '--dtype',
      'f16',
      '--shape',
      '1x1024x64',
      '--json',
      '--machine',
      'gfx950',
    );
    expect(JSON.parse(out)).toMatchObject({
      machine: 'gfx950',
      shapes: [{ shape: '1x1024x64', waves: 4, workgroups: 16, iterations: 16 }],
    });
  });

  test.each([
    ['--machine', 'gfx1100'],
    ['--dtype', 'f8'],
    ['--shape', '1x1024'],
    ['--shape', '1x1000x64'],
    ['--shape', '1x1536x192'],
    ['--shape', '1x1536x48'],
    ['--shape'],
    ['--fast'],
  ])('refuses %s %s', async (...args) => {
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/use|give/u);
  });
});

describe('workers', () => {
  const entry = (body: string): URL =>
    new URL(
      `data:text/javascript,${encodeURIComponent(
        `import { parentPort } from 'node:worker_threads';
         parentPort.on('message', ({ index, task }) => { ${body} });`,
      )}`,
    );

  test('give results in the order of the tasks, whoever is first', async () => {
    const { tasks } = gfx942.plan;
    const body = 'setTimeout(() => parentPort.postMessage({ index, result: task }), 20 - index)';
    const steps: number[] = [];
    const results: readonly unknown[] = await inWorkers(entry(body))(tasks, (n) => steps.push(n));
    expect(results).toEqual(tasks);
    expect(steps).toEqual(tasks.map((_, i) => i + 1));
  });

  test('fail when one of them does', async () => {
    const failing: Promise<TileResult[]> = inWorkers(entry("throw new Error('lost')"))(
      gfx942.plan.tasks,
      () => undefined,
    );
    await expect(failing).rejects.toThrow('lost');
  });

  test('are not asked for nothing', async () => {
    expect(await inWorkers(entry(''))([], () => undefined)).toEqual([]);
  });
});
