/**
 * The kernels of `attention.hip`: they compute attention, and the model tells the talk's stories of them, as
 * `docs/timing-attention.md` has it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAssembly } from '@ldscope/amdgcn';
import { beforeAll, describe, expect, test } from 'vitest';
import { assemblyOf } from '../../../packages/amdgcn/test/emulate/hip/compile.ts';
import { clang } from '../../../packages/amdgcn/test/text/oracle.ts';
import { skips } from '../../../test/llvm.ts';
import {
  attend,
  type AttentionData,
  attentionData,
  type Compiled,
  countersOf,
  type Element,
  HEAD,
  variants,
} from './attention.ts';
import {
  allWaits,
  type ByVariant,
  compareF16,
  compareF32,
  direction,
  printAttention,
} from './document.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const page = at('../../../docs/timing-attention.md');

const noClang = skips(clang);

/** Attention of some queries, computed plainly: by the query and the column. */
function plainly({ query, key, value }: AttentionData, row: number, column: number): number {
  let [sum, weighted] = [0, 0];
  for (let k = 0; k < key.length / HEAD; k++) {
    let score = 0;
    for (let i = 0; i < HEAD; i++) {
      score += (query[row * HEAD + i] ?? 0) * (key[k * HEAD + i] ?? 0);
    }
    const weight = 2 ** (score / 8);
    sum += weight;
    weighted += weight * (value[k * HEAD + column] ?? 0);
  }
  return weighted / sum;
}

describe.skipIf(noClang)('attention on gfx942', () => {
  let compiled: Compiled;
  let f16: ByVariant;
  let f32: ByVariant;

  beforeAll(() => {
    const text = assemblyOf(at('attention.hip'), 'gfx942', '-O3');
    compiled = { program: parseAssembly(text).program, text };
    const all = (element: Element): ByVariant => {
      const of = (variant: (typeof variants)[number]): ByVariant['plain'] =>
        countersOf(compiled, 'gfx942', element, variant);
      return { plain: of('plain'), padding: of('padding'), swizzle: of('swizzle') };
    };
    f16 = all('f16');
    f32 = all('f32');
  }, 120_000);

  test.each(
    (['f16', 'f32'] as const).flatMap((element) => variants.map((v) => [element, v] as const)),
  )('%s %s computes attention', (element, variant) => {
    const data = attentionData(128);
    const { out, problems } = attend(compiled, 'gfx942', element, variant, data);
    expect(problems).toEqual([]);
    const close = element === 'f16' ? 3 : 6;
    for (let row = 0; row < 64; row += 9) {
      for (let column = 0; column < HEAD; column += 7) {
        expect(out[row * HEAD + column]).toBeCloseTo(plainly(data, row, column), close);
      }
    }
  });

  test('is told in docs/timing-attention.md', () => {
    const text = printAttention(f16, f32);
    if (process.env['UPDATE_TIMING'] === '1') writeFileSync(page, text);
    expect(readFileSync(page, 'utf8')).toBe(text);
  });

  test('f16: without conflicts as fast as with those that padding leaves', () => {
    const { plain, padding, swizzle } = f16;
    expect(swizzle.bankConflict).toBe(0);
    expect(padding.bankConflict).toBeGreaterThan(0);
    expect(plain.bankConflict).toBeGreaterThan(10 * padding.bankConflict);
    // Conflicts that cost no time.
    expect(padding.without.conflicts).toBe(padding.cycles);
    expect(Math.abs(swizzle.cycles / padding.cycles - 1)).toBeLessThan(0.05);
    expect(plain.cycles / padding.cycles).toBeGreaterThan(1.2);
    const counts = compareF16(f16).filter(({ name }) => /matrix|memory/.test(name));
    expect(counts.map(({ change }) => change)).toEqual([0, 0]);
  });

  test('f32: the same conflicts over more reads, and less waiting', () => {
    const { padding, swizzle } = f32;
    expect(32 * swizzle.bankConflict).toBe(532_480);
    expect(padding.bankConflict).toBe(swizzle.bankConflict);
    expect(swizzle.ldsInstructions / padding.ldsInstructions).toBeGreaterThan(1.7);
    expect(swizzle.ldsLatency).toBeLessThan(padding.ldsLatency);
    expect(allWaits(swizzle)).toBeLessThan(0.85 * allWaits(padding));
    expect(swizzle.drains / swizzle.ldsWaits).toBeLessThan(padding.drains / padding.ldsWaits);
    expect(swizzle.cycles).toBeLessThan(padding.cycles);
    for (const { name, change, talk } of compareF32(f32)) {
      // As documented it counts what waves meet at busy units, and the page says that it goes the other way.
      const isOther = name === 'SQ_WAIT_INST_ANY';
      if (talk !== undefined) expect(direction(change) === direction(talk), name).toBe(!isOther);
    }
  });

  test('nothing waits too little', () => {
    for (const of of [f16, f32]) {
      for (const variant of variants) expect(of[variant].judged.missing, variant).toEqual([]);
    }
  });
});
