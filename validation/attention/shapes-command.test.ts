/**
 * The talk's 110 shapes as `ldscope shapes` sweeps them, from specifications of the tiles alone, and as this folder derives
 * them from IREE's rules: two ways to the same conflicts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { ShapesReport } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { ldscope } from '../../packages/cli/test/fake-io.ts';
import { mitigationCosts } from './evaluate-tile.ts';
import { attentionShapes, type Element } from './shapes.ts';
import { launchOf, planSweep } from './sweep.ts';
import { inRepository } from '../base/paths.ts';

const folder = (element: Element): string => `examples/shapes/attention-${element}`;

const filesOf = (element: Element): Record<string, string> => {
  const at = inRepository(`${folder(element)}/`);
  return Object.fromEntries(
    readdirSync(at).map((name) => [`${folder(element)}/${name}`, readFileSync(at + name, 'utf8')]),
  );
};

/** Keys of an iteration. */
const keys = { f16: 64, f32: 16 } as const;
/** Elements that IREE pads a row by: 64 bits. */
const pads = { f16: 4, f32: 2 } as const;

async function sweep(element: Element): Promise<ShapesReport> {
  const files = filesOf(element);
  const workgroups = 'B * L / 64 * H / 64';
  const done = await ldscope(
    [
      'shapes',
      ...Object.keys(files),
      '-m',
      'gfx942',
      '-f',
      'json',
      '--set',
      'B=1,2,4,8,16,32,48,64,96,128,192',
      '--set',
      'L=1024..16384*2',
      '--set',
      'H=64,128',
      '--layouts',
      'none,swizzle',
      '--layout',
      `pad \${columns + ${pads[element]}}`,
      '--times',
      `${workgroups} * L / ${keys[element]}`,
      '--times',
      `q.yaml=${workgroups}`,
    ],
    { files },
  );
  expect(done.stderr).toBe('');
  return JSON.parse(done.stdout) as ShapesReport;
}

describe.each(['f16', 'f32'] as const)('the 110 shapes in %s', (element) => {
  test("have the conflicts that IREE's rules give, plain and padded", async () => {
    const { shapes } = await sweep(element);
    const plan = planSweep('gfx942', [element], attentionShapes);
    const costs = plan.tasks.map(mitigationCosts);
    expect(shapes).toHaveLength(plan.kernels.length);
    for (const [i, kernel] of plan.kernels.entries()) {
      const { batch, length, headDim } = kernel.shape;
      expect(shapes[i]?.values).toEqual({ B: batch, L: length, H: headDim });
      const { workgroups, iterations } = launchOf(kernel);
      const totalOf = (name: 'baseline' | 'padding'): number =>
        kernel.tasks.reduce((sum, task, t) => {
          const { writeConflicts = 0, readConflicts = 0 } = costs[task]?.[name] ?? {};
          const times = workgroups * (kernel.tiles[t]?.when === 'once' ? 1 : iterations);
          return sum + times * (writeConflicts + readConflicts);
        }, 0);
      const [none, , padded] = shapes[i]?.cells ?? [];
      expect([none?.conflictCycles, padded?.conflictCycles]).toEqual([
        totalOf('baseline'),
        totalOf('padding'),
      ]);
    }
  });

  test('are cleared as the talk has it', async () => {
    const { totals } = await sweep(element);
    const cleared = totals.map(({ layout, cleared: count }) => [layout, count]);
    if (element === 'f16') {
      expect(cleared).toEqual([
        ['none', 0],
        ['swizzle', 110],
        ['pad ${columns + 4}', 55],
      ]);
      return;
    }
    // Padding by 64 bits leaves conflicts in writes, which the talk has in f32 as well: 532K of each.
    expect(cleared[2]).toEqual(['pad ${columns + 2}', 0]);
  });
});
