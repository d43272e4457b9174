/** Predicted speed-ups of the 110 attention shapes: `docs/timing-speed-ups.md`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAssembly } from '@ldscope/amdgcn';
import { beforeAll, describe, expect, test } from 'vitest';
import { assemblyOf } from '../../../packages/amdgcn/test/emulate/hip/compile.ts';
import { clang } from '../../../packages/amdgcn/test/text/oracle.ts';
import { skips } from '../../../test/llvm.ts';
import { headDims } from '../../attention/shapes.ts';
import { type ByElement, printSpeedUps } from './speed-ups-document.ts';
import { medianSpeedUp, published, timesOfShapes } from './speed-ups.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const page = at('../../../docs/timing-speed-ups.md');

describe.skipIf(skips(clang))('the 110 shapes', () => {
  let times: ByElement;

  beforeAll(() => {
    const heads = headDims.map((head) => {
      const text = assemblyOf(at('attention.hip'), 'gfx942', '-O3', `-DHEAD_COLUMNS=${head}`);
      return { head, program: parseAssembly(text).program, text };
    });
    times = { f16: timesOfShapes(heads, 'f16'), f32: timesOfShapes(heads, 'f32') };
  }, 300_000);

  test('are docs/timing-speed-ups.md', () => {
    const text = printSpeedUps(times);
    if (process.env['UPDATE_TIMING'] === '1') writeFileSync(page, text);
    expect(readFileSync(page, 'utf8')).toBe(text);
  });

  test('have medians within 15 % of those that are published', () => {
    for (const element of ['f16', 'f32'] as const)
      for (const variant of ['padding', 'swizzle'] as const) {
        const ratio = medianSpeedUp(times[element], variant) / published[element][variant];
        expect(Math.abs(ratio - 1), `${element} ${variant}`).toBeLessThan(0.15);
      }
  });

  test('take time that grows with batch and length', () => {
    for (const all of [times.f16, times.f32])
      for (const { shape, cycles } of all) {
        const longer = all.find(
          ({ shape: other }) =>
            other.batch === shape.batch &&
            other.headDim === shape.headDim &&
            other.length === 2 * shape.length,
        );
        if (longer !== undefined) expect(longer.cycles.plain).toBeGreaterThan(1.9 * cycles.plain);
      }
  });
});
