/**
 * What a language costs: one object and one line of the list. The toy language has one access, `store b32 at 128 * lane`;
 * every command that its object answers works for it through the public functions, and the others refuse it by its name.
 */
import { opcodeNumber, TraceBuilder } from '@ldscope/core';
import {
  analyzeKernels,
  type AnalyzeOptions,
  choosePart,
  explainSite,
  fixText,
  type Frontend,
  frontends as own,
  suggestKernel,
  timelineKernel,
} from '@ldscope/engine';
import { renderReport } from '@ldscope/render';
import { describe, expect, it } from 'vitest';

const STORE = /^store b32 at (\d+) \* lane/;

// The frontend, and all of it.
const toy: Frontend<'toy'> = {
  name: 'toy',
  title: 'Toy',
  input: 'a toy program',
  endings: ['.toy'],
  detect: ({ start }) => start.startsWith('store '),
  read: (text) => ({
    diagnostics: [],
    execute: ({ onWorkgroup }) => {
      const trace = new TraceBuilder(64, [{ id: '1:1', line: 1, column: 1, text }]);
      const step = Number(STORE.exec(text)?.[1] ?? 0);
      const addresses = Uint32Array.from({ length: 64 }, (_, lane) => lane * step);
      trace.add(opcodeNumber('ds_write_b32') ?? 0, 0, 0, 0, addresses);
      onWorkgroup?.(trace.finish(), 1, 1);
      return { kernel: { name: 'k', waves: 1, ldsBytes: 64 * step }, hazards: [], diagnostics: [] };
    },
  }),
};

// The line of the list.
const frontends = [...own, toy];

const machine = 'gfx942';
const column = 'store b32 at 128 * lane\n';

describe('a frontend of ten lines', () => {
  it('is found by its text, and by the ending of its file', () => {
    const nameOf = (text: string, file: string): string | undefined => {
      const part = choosePart(text, { file, frontends });
      const source = part.ok ? part.value.source() : part;
      return source.ok ? source.value.language.name : source.diagnostics[0]?.code;
    };
    expect(nameOf(column, '')).toBe('toy');
    expect(nameOf('nothing that anybody knows', 'a.toy')).toBe('toy');
    expect(nameOf('nothing that anybody knows', 'a')).toBe('usage/unknown-format');
    expect(nameOf('module {}\n', 'a.toy')).toBe('mlir');
  });

  it('is not among those of ldscope', () => {
    expect(analyzeKernels(column, { machine })[0]?.diagnostics[0]?.code).toBe(
      'usage/unknown-format',
    );
  });

  it.each([
    // All 64 lanes in one bank: 64 distinct words through it, one per cycle, instead of 32 per cycle.
    [128, 64 - 2],
    [4, 0],
  ])('is analyzed: a step of %d bytes', (step, conflicts) => {
    const text = `store b32 at ${step} * lane\n`;
    const [analyzed, ...others] = analyzeKernels(text, { machine, frontends, file: 'a.toy' });
    expect(others).toEqual([]);
    expect(analyzed?.analysis?.report).toMatchObject({
      kernel: { name: 'k', frontend: 'toy', waves: 1 },
      totals: { instructions: 1, bankConflict: conflicts },
      diagnostics: [],
    });
    expect(analyzed?.abilities).toEqual({
      language: 'toy',
      analyze: true,
      fix: false,
      timeline: false,
      needsTile: true,
      opt: false,
    });
  });

  it('is printed under its name', () => {
    const [analyzed] = analyzeKernels(column, { machine, frontends });
    if (analyzed?.analysis === undefined) throw new Error('it is analyzed');
    expect(renderReport(analyzed.analysis, { source: column, file: 'a.toy' })).toContain('k (Toy)');
    expect(explainSite(analyzed, { site: '1:1' }).kind).toBe('shared');
  });

  it('gets layouts of a tile that the user gives', () => {
    const options = { machines: [machine], frontends };
    expect(suggestKernel(column, options).diagnostics.map(({ code }) => code)).toContain(
      'suggest/no-tile',
    );
    const { report, abilities } = suggestKernel(column, { ...options, tile: '64x32xf32' });
    expect(report).toMatchObject({ kernel: 'k', frontend: 'toy' });
    expect(report?.buffers[0]?.now.conflicts).toEqual([62]);
    expect(report?.buffers[0]?.front[0]?.conflicts).toEqual([0]);
    expect(abilities?.fix).toBe(false);
  });

  it('is refused by its name where its object has no answer', () => {
    const { diagnostics } = timelineKernel(column, { machine, frontends });
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'timing/takes: timeline takes AMD machine code or a schedule, and the input is a toy program',
    ]);
    expect(fixText(column, { machines: [machine], frontends }).diagnostics[0]?.code).toBe(
      'fix/not-rewritten',
    );
  });
});

describe('a text', () => {
  const [toy0] = [toy];
  const counted = () => {
    let reads = 0;
    const counting: Frontend = {
      ...toy0,
      hasParts: true,
      read: (text, file) => {
        reads++;
        return { ...toy0.read(text, file), kernels: ['k'] };
      },
    };
    return { frontends: [counting], reads: () => reads };
  };

  it.each([
    ['of one part', column, 1],
    // The part with a kernel is found by reading, and not read again.
    ['of two dumps', `// -----// IR Dump After A (a) //----- //\n${column}`.repeat(2), 1],
  ])('%s is read once per command', (_what, text, times) => {
    const analysis = counted();
    expect(analyzeKernels(text, { machine, ...analysis })[0]?.analysis).toBeDefined();
    expect(analysis.reads()).toBe(times);
    const suggestion = counted();
    const options = { machines: [machine], tile: '64x32xf32', ...suggestion };
    expect(suggestKernel(text, options).report?.kernel).toBe('k');
    expect(suggestion.reads()).toBe(times);
  });
});

describe('an MLIR file with several kernels', () => {
  const kernel = (name: string, step: number): string => `
  gpu.func @${name}() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tile = memref.alloc() : memref<2048xf32, #gpu.address_space<workgroup>>
    %v = arith.constant 1.0 : f32
    %s = arith.constant ${step} : index
    %t = gpu.thread_id x
    %i = arith.muli %t, %s : index
    memref.store %v, %tile[%i] : memref<2048xf32, #gpu.address_space<workgroup>>
    gpu.return
  }`;
  const moduleOf = (...kernels: readonly string[]): string =>
    `gpu.module @m {${kernels.join('')}\n}\n`;
  const text = moduleOf(kernel('column', 32), kernel('row', 1));
  const conflicts = (options: AnalyzeOptions) =>
    analyzeKernels(text, { machine, ...options }).map(({ kernel: name, analysis }) => [
      name,
      analysis?.report.totals.bankConflict,
    ]);

  it('is analyzed kernel by kernel', () => {
    expect(conflicts({})).toEqual([
      ['column', 62],
      ['row', 0],
    ]);
  });

  it('gives one where it is named', () => {
    expect(conflicts({ kernel: 'row' })).toEqual([['row', 0]]);
    expect(conflicts({ kernel: 'none' })).toEqual([['none', undefined]]);
  });

  it('reports an error of one kernel with that kernel', () => {
    const broken = moduleOf(kernel('good', 32), kernel('far', 64));
    const analyzed = analyzeKernels(broken, { machine });
    expect(
      analyzed.map(({ kernel: name, diagnostics }) => [
        name,
        diagnostics.filter(({ severity }) => severity === 'error').length > 0,
      ]),
    ).toEqual([
      ['good', false],
      ['far', true],
    ]);
  });

  it('asks for the kernel where two have one name: nothing is chosen silently', () => {
    const twice = moduleOf(kernel('k', 32)) + moduleOf(kernel('k', 1)).replace('@m', '@n');
    const analyzed = analyzeKernels(twice, { machine });
    expect(analyzed.map(({ analysis }) => analysis)).toEqual([undefined]);
    expect(analyzed[0]?.diagnostics.map(({ code }) => code)).toContain('launch/several-kernels');
  });
});
