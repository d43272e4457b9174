/** `fix` of Triton's TTGIR: one line changes, lanes move what they moved, and conflicts are those of an analysis; or the reason why not. */
import * as fc from 'fast-check';
import { emptyLaunch, machineNamed } from '@ldscope/core';
import { parseModule } from '@ldscope/mlir';
import { describe, expect, it } from 'vitest';
import { exampleText } from '../../../test/example.ts';
import { forAll } from '../../../test/for-all.ts';
import { rows } from '../../../test/rows.ts';
import { fixTtgir } from '../src/fix/fix-ttgir.ts';
import { compareElements } from '../src/fix/ttgir-lanes.ts';
import { analyzeKernel, fixText, suggestKernel } from '../src/index.ts';
import { runTtgir } from '../src/problems/ttgir-buffers.ts';

const PLAIN = '#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>';

/** A tile is stored along its rows and loaded down its columns; `more` is done with it besides. */
function kernel({
  encoding = PLAIN,
  element = 'f32',
  more = '',
  target = 'hip:gfx942',
  lanes = 64,
  buffers = ['t'],
} = {}): string {
  const type = `!ttg.memdesc<64x64x${element}, #shared, #smem, mutable>`;
  const tensor = (layout: string): string => `tensor<64x64x${element}, #${layout}>`;
  const perWarp = lanes === 64 ? ['[4, 16]', '[16, 4]'] : ['[2, 16]', '[16, 2]'];
  const each = (of: (name: string) => string): string => buffers.map(of).join('\n');
  return `#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = ${perWarp[0]}, warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = ${perWarp[1]}, warpsPerCTA = [1, 4], order = [0, 1]}>
#shared = ${encoding}
#other = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "${target}", "ttg.threads-per-warp" = ${lanes} : i32} {
  tt.func public @k(%x: ${tensor('rows')}) {
${each(
  (name) => `    %${name} = ttg.local_alloc : () -> ${type}
    ttg.local_store %x, %${name} : ${tensor('rows')} -> ${type}
    %${name}y = ttg.local_load %${name} : ${type} -> ${tensor('columns')}`,
)}
    ${more.replaceAll('TYPE', type).replaceAll(String.raw`\n`, '\n')}
    tt.return
  }
}
`;
}

const conflictsOf = (text: string): number =>
  analyzeKernel(text).analysis?.report.totals.bankConflict ?? NaN;

/** The lines that two texts do not share. */
const changedLines = (before: string, after: string): string[] =>
  after.split('\n').filter((line, i) => line !== before.split('\n')[i]);

describe('a module whose buffer conflicts', () => {
  it.each(rows`
    f32 | hip:gfx942 | 64
    f16 | hip:gfx942 | 64
    f16 | hip:gfx950 | 64
    f32 | cuda:90 | 32
    f16 | cuda:80 | 32
  `)('in %s on %s gets another encoding in one line', (element, target, lanes) => {
    const text = kernel({ element, target, lanes: Number(lanes) });
    const { report, text: fixed = '' } = fixText(text);
    expect(report?.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(report?.verdict).toBe('fixed');
    const [line = '', ...others] = changedLines(text, fixed);
    expect(line).toMatch(/^#shared = #ttg\.(?:swizzled|padded|amd_rotating)_shared</);
    expect(others).toEqual([]);
    expect(report?.proof.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['bijection', 'holds'],
      ['lanes', 'holds'],
      ['conflicts', 'holds'],
      ['time', 'skipped'],
    ]);
    const [best] = report?.candidates ?? [];
    const [before, after] = [conflictsOf(text), conflictsOf(fixed)];
    expect(after).toBeLessThan(before);
    expect([best?.runs[0]?.before.conflicts, best?.runs[0]?.after.conflicts]).toEqual([
      before,
      after,
    ]);
  });

  it('has one encoding for all its buffers', () => {
    const text = kernel({ buffers: ['a', 'b'] });
    const { report, text: fixed = '' } = fixText(text);
    expect(report?.buffers.map(({ names }) => names)).toEqual([['%a', '%b']]);
    expect(conflictsOf(fixed)).toBeLessThan(conflictsOf(text));
  });

  it('takes the layout that the user names, and takes it out again', () => {
    const swizzle = '#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>';
    const there = fixText(kernel(), { layout: swizzle });
    expect(there.text).toBe(kernel({ encoding: swizzle }));
    expect(fixText(there.text ?? '', { layout: 'plain' }).text).toBe(
      kernel({
        encoding: '#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>',
      }),
    );
  });

  it('lanes move the same elements under every swizzle', () => {
    const power = fc.constantFrom(1, 2, 4, 8, 16);
    forAll([power, power, power], 20, (vec, perPhase, maxPhase) => {
      const layout = `#ttg.swizzled_shared<{vec = ${vec}, perPhase = ${perPhase}, maxPhase = ${maxPhase}, order = [1, 0]}>`;
      const { report } = fixText(kernel(), { layout });
      expect(report?.proof.find(({ name }) => name === 'lanes')?.outcome ?? 'holds').toBe('holds');
      expect(report?.verdict).toMatch(/^(?:fixed|refused)$/);
    });
  });

  it('is not proven by addresses of another encoding', () => {
    const machine = machineNamed('gfx942');
    const swizzled = kernel({
      encoding: '#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>',
    });
    const [old, now] = [kernel(), swizzled].map((text) =>
      runTtgir(parseModule(text).module, text, machine, {}),
    );
    if (old === undefined || now === undefined) throw new Error('not read');
    expect(compareElements(old, now).kind).toBe('same');
    expect(compareElements(old, { ...now, trace: old.trace }).kind).toBe('different');
  });

  it('keeps it where nothing conflicts', () => {
    const { text = kernel() } = fixText(kernel());
    if (conflictsOf(text) === 0) expect(fixText(text).report?.verdict).toBe('nothing');
    expect(fixText(text).text).toBeUndefined();
  });
});

describe('an encoding that something else needs', () => {
  it.each(rows`
    hip:gfx942 | 64 | %v = ttg.memdesc_trans %t {order = array<i32: 1, 0>} : TYPE -> !ttg.memdesc<64x64xf32, #other, #smem, mutable> | ttg.memdesc_trans takes it as it is
    hip:gfx942 | 64 | tt.call @g(%t) : (TYPE) -> () | tt.call takes it as it is
    cuda:90 | 32 | %c = arith.constant dense<0.0> : tensor<64x64xf32, #rows> \n %d = ttng.warp_group_dot %t, %t, %c : TYPE * TYPE -> tensor<64x64xf32, #rows> | ttng.warp_group_dot takes it as it is
  `)('of %s: %s', (target, lanes, more, reason) => {
    const text = kernel({ target, lanes: Number(lanes), more });
    const { report, text: fixed } = fixText(text);
    expect(fixed).toBeUndefined();
    expect(report?.verdict).toBe('stuck');
    const messages = report?.diagnostics.map(({ message }) => message).join('\n');
    expect(messages).toContain(reason);
  });

  it('stays beside one that nothing needs', () => {
    const text = kernel({
      more: `%o = ttg.local_alloc : () -> !ttg.memdesc<64x64xf32, #other, #smem, mutable>
    ttg.local_store %x, %o : tensor<64x64xf32, #rows> -> !ttg.memdesc<64x64xf32, #other, #smem, mutable>
    tt.call @g(%o) : (!ttg.memdesc<64x64xf32, #other, #smem, mutable>) -> ()`,
    });
    const { report, text: fixed = '' } = fixText(text);
    expect(report?.verdict).toBe('partial');
    expect(changedLines(text, fixed).map((line) => line.split(' ')[0])).toEqual(['#shared']);
    expect(report?.diagnostics.map(({ code }) => code)).toContain('triton/keeps-encoding');
  });
});

it('the example is answered for both of its chips', () => {
  const text = exampleText('triton-matmul/kernel.ttgir');
  for (const machine of ['gfx942', 'gfx950']) {
    const options = { machines: [machineNamed(machine)], launch: emptyLaunch };
    const { report, text: fixed } = fixTtgir(text, options, parseModule(text));
    const found = suggestKernel(text, { machines: [machine] });
    expect(found.report).toBeDefined();
    expect(report.verdict).not.toBe('failed');
    if (fixed !== undefined) expect(changedLines(text, fixed).length).toBeLessThanOrEqual(2);
  }
});
