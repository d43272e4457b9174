/** Suggestions as data: the tile under each layout, counted again from the problem that comes with it. */
import {
  emptyLaunch,
  findMachine,
  makeCounter,
  normalForm,
  opcodeAt,
  placeElements,
} from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { exampleText } from '../../../test/example.ts';
import { fixKernel } from '../src/fix/fix-kernel.ts';
import {
  analyzeKernel,
  layoutWords,
  readLaunchText,
  suggestKernel,
  type Suggested,
  suggestTile,
} from '../src/index.ts';
import { chosenOf } from '../../../test/cases.ts';

/** Both accesses wide: some layouts tear them. */
const cutting = (): Suggested =>
  suggestTile({
    machines: ['gfx942'],
    tile: '64x32xf16',
    waves: 4,
    write: ['row-copy b128'],
    read: ['column-walk b64'],
  });

const texts: readonly (readonly [name: string, make: () => Suggested])[] = [
  [
    'MLIR on two chips',
    () =>
      suggestKernel(exampleText('transpose-plain/kernel.mlir'), { machines: ['gfx942', 'sm_90'] }),
  ],
  ['TTGIR', () => suggestKernel(exampleText('triton-matmul/kernel.ttgir'))],
  [
    'a tile in words',
    () =>
      suggestTile({
        machines: ['gfx942', 'gfx950'],
        tile: '128x64xf16',
        waves: 4,
        write: ['row-copy b128'],
        read: ['mfma-a v_mfma_f32_16x16x16_f16 b128'],
      }),
  ],
  ['a tile whose vectors are cut', cutting],
  [
    'a specification',
    () =>
      suggestKernel('element: f16\ntile: [64, 64]\naccesses:\n  - read: column-walk b16\n', {
        machines: ['gfx950'],
        file: 'tile.yaml',
      }),
  ],
];

describe('suggestions', () => {
  it.each(chosenOf(texts))('of %s can be counted again', (_name, make) => {
    const { report, buffers, diagnostics } = make();
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(report?.buffers).toEqual(buffers.map(({ suggested }) => suggested));
    expect(buffers.length).toBeGreaterThan(0);
    for (const { suggested, problem, now, front, frontProblems } of buffers) {
      expect(problem.targets.map(({ machine }) => machine.name)).toEqual(suggested.machines);
      expect(front).toHaveLength(suggested.front.length);
      const problems = [problem, ...frontProblems];
      const shown = [suggested.now, ...suggested.front];
      for (const [i, layout] of [now, ...front].entries()) {
        const counts = makeCounter(problems[i] ?? problem).count(placeElements(layout));
        const conflicts = counts.map((of) => of.reduce((sum, one) => sum + one.conflicts, 0));
        expect(conflicts).toEqual(shown[i]?.conflicts);
        expect(layout.tile).toEqual(suggested.tile);
        expect(layoutWords(normalForm(layout))).toBe(shown[i]?.layout);
      }
    }
  });

  it('of layouts that cut vectors come with the accesses that are left', () => {
    const [buffer] = cutting().buffers;
    const widths = buffer?.frontProblems.map(({ accesses }) =>
      Math.max(...accesses.map(({ op }) => opcodeAt(op).widthBytes)),
    );
    expect(widths).toEqual(buffer?.suggested.front.map(({ widthBytes }) => widthBytes));
    // Cutting them into words removes no more conflicts than halves do.
    expect(new Set(widths)).toEqual(new Set([16, 8]));
  });

  it('of machine code take the arguments of its launch', async () => {
    const launch = await readLaunchText(exampleText('compiled-transpose/launch.yaml'));
    if (!launch.ok) expect.unreachable();
    const code = exampleText('compiled-transpose/kernel.s');
    const [first] = launch.value.arguments ?? [];
    const before = first?.kind === 'buffer' ? first.data.slice() : undefined;
    const { buffers, diagnostics } = suggestKernel(code, {
      ...launch.value,
      machines: ['gfx942'],
      tile: '64x32xf16',
    });
    expect(diagnostics).toEqual([]);
    expect(first).toMatchObject({ data: before });
    const { analysis } = analyzeKernel(code, {
      ...launch.value,
      machine: 'gfx942',
      workgroups: 1,
    });
    // Suggestions are of the workgroup that was executed; the report counts both, which are of one class.
    const { totals, kernel } = analysis?.report ?? {};
    expect(kernel?.workgroups?.classes?.map(({ count }) => count)).toEqual([2]);
    expect(totals?.bankConflict).toBe(2 * 8 * 112);
    expect(buffers[0]?.suggested.now.conflicts).toEqual([8 * 112]);
  });

  it('that cannot be made say why, with their place', () => {
    const broken = suggestKernel('module {\n  )\n}\n', { file: 'k.mlir' });
    expect(broken.report).toBeUndefined();
    expect(broken.diagnostics.find(({ severity }) => severity === 'error')?.line).toBe(2);
    const unknown = suggestKernel(exampleText('transpose-plain/kernel.mlir'), {
      machines: ['gfx9'],
    });
    expect(unknown.diagnostics.map(({ code }) => code)).toEqual(['usage/unknown-machine']);
  });

  it('of MLIR name what fix cannot write: exactly that is refused', () => {
    const text = exampleText('transpose-plain/kernel.mlir');
    const { buffers } = suggestKernel(text, { machines: ['gfx942'] });
    const machine = findMachine('gfx942');
    const verdicts = buffers.flatMap(({ suggested, front }) =>
      front.map((layout, i) => {
        const { report } = fixKernel(text, {
          machines: machine === undefined ? [] : [machine],
          launch: emptyLaunch,
          buffer: suggested.names[0] ?? '',
          layout,
        });
        return [suggested.front[i]?.unwritable !== undefined, report.verdict === 'refused'];
      }),
    );
    expect(verdicts.map(([said]) => said)).toContain(true);
    expect(verdicts.map(([said]) => said)).toContain(false);
    for (const [said, refused] of verdicts) expect(refused).toBe(said);
  });

  it('of MLIR recommend what fix can write, before what cuts vectors and fix cannot write', () => {
    const { buffers } = suggestKernel(exampleText('swizzle-flow/lanes.mlir'), {
      machines: ['gfx942'],
    });
    const { front = [], recommendation } = buffers[0]?.suggested ?? {};
    expect(front[0]).toMatchObject({ layout: 'rows of 272 B (256 + 16)', conflicts: [32] });
    expect(front[0]?.unwritable).toBeUndefined();
    expect(recommendation).toContain('that keep vectors whole');
    const bits = front.find(({ conflicts }) => conflicts[0] === 0);
    expect(bits?.layout).toBe('linear over GF(2)');
    expect(bits?.unwritable).toContain('moves elements between rows');
    expect(bits?.widthBytes).toBeLessThan(front[0]?.widthBytes ?? 0);
    // clang 22 emits +32 for the formula in C with both loops kept, and +59 with both unrolled.
    expect(bits?.addressRange?.[0]).toBeLessThanOrEqual(32);
    expect(bits?.addressRange?.[1]).toBeGreaterThanOrEqual(32);
    expect(bits?.addressRange?.[1]).toBeLessThan(59);
  });
});
