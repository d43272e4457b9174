import { describe, expect, it } from 'vitest';
import { parseModule, printModule, walk } from '../../src/index.ts';
import { dumpContent, dumpModule } from './dump.ts';
import { fixtures, noShared, sharedKernels, tritonKernels } from './kernels.ts';
import { skips } from '../../../../test/llvm.ts';
import { mlirOptIn, mlirOptTool, runMlirOpt } from './oracle.ts';
import { chosenOf } from '../../../../test/cases.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('round-trip.mlir', import.meta.url));

const mlirOpt = mlirOptIn('round-trip');

const kernels = [...fixtures, ...sharedKernels];

describe('round trip', () => {
  it.each(chosenOf([...kernels, ...tritonKernels]))('$name', ({ text }) => {
    const { module, diagnostics } = parseModule(text);
    expect(diagnostics).toEqual([]);
    const printed = printModule(module);
    const again = parseModule(printed);
    expect(again.diagnostics).toEqual([]);
    expect(printModule(again.module)).toBe(printed);
    expect(dumpModule(again.module)).toBe(dumpModule(module));
  });

  it.each(chosenOf(kernels))('$name in the generic form', ({ text }) => {
    const { module } = parseModule(text);
    const generic = printModule(module, { generic: true });
    const again = parseModule(generic);
    expect(again.diagnostics).toEqual([]);
    expect(printModule(again.module)).toBe(generic);
    expect(dumpModule(again.module)).toBe(dumpModule(module));
  });

  it.each(chosenOf(kernels))('$name is understood in full', ({ text }) => {
    const { module } = parseModule(text);
    const opaque = [...walk(module.operations)].filter(({ syntax }) => syntax === 'opaque');
    expect(opaque.map(({ name }) => name)).toEqual([]);
  });

  it('keeps what no kernel contains word for word, beside a kernel that is understood', () => {
    const text = textOf(
      'keeps what no kernel contains word for word, beside a kernel that is understood',
    );
    const { module, diagnostics } = parseModule(text);
    expect(diagnostics).toEqual([]);
    expect(printModule(module).trim()).toBe(text);
    const names = [...walk(module.operations)].flatMap(({ name, syntax }) =>
      syntax === 'opaque' ? [name] : [],
    );
    expect(names).toEqual(['transform.named_sequence', 'affine.dma_wait']);
  });

  it.skipIf(sharedKernels.length === 0)(`the reference kernel keeps its text (${noShared})`, () => {
    const squeeze = (text: string): string => text.replaceAll(/\n\s*/g, '\n').trim();
    for (const { text } of sharedKernels) {
      expect(squeeze(printModule(parseModule(text).module))).toBe(squeeze(text));
    }
  });
});

const asked = [
  ...fixtures.map((kernel) => ({ ...kernel, ask: mlirOpt })),
  ...(skips(mlirOptTool) ? [] : sharedKernels.map((kernel) => ({ ...kernel, ask: runMlirOpt }))),
];
/** What upstream reads: no IREE dialects. */
const upstream = asked.filter(({ name }) => name !== 'gemm.mlir' && !name.startsWith('iree'));

describe('against mlir-opt', () => {
  it.each(chosenOf(upstream))('$name: reads ours as it reads the source', ({ text, ask }) => {
    const { module } = parseModule(text);
    const source = ask(text);
    expect(source.problem).toBe('');
    const custom = ask(printModule(module));
    expect(custom.problem).toBe('');
    expect(custom.output).toBe(source.output);
    const generic = ask(printModule(module, { generic: true }));
    expect(generic.problem).toBe('');
    expect(generic.output).toBe(source.output);
  });

  it.each(chosenOf(upstream))('$name: its generic form is the same object', ({ text, ask }) => {
    const { output } = ask(text, '--mlir-print-op-generic');
    const generic = parseModule(output);
    expect(generic.diagnostics).toEqual([]);
    expect(dumpContent(generic.module)).toBe(dumpContent(parseModule(text).module));
  });

  it.each(chosenOf(upstream))('$name: we print what it prints', ({ text, ask }) => {
    const { output } = ask(text);
    const { module, diagnostics } = parseModule(output);
    expect(diagnostics).toEqual([]);
    // Upstream has two blanks before some keywords, or one at the end, and notes the predecessors of a block.
    const squeeze = (line: string): string =>
      line
        .replace(/\s*\/\/ .*pred.*$/, '')
        .replaceAll(/(\S) {2,}/g, '$1 ')
        .trimEnd();
    expect(printModule(module).trim().split('\n').map(squeeze)).toEqual(
      output.trim().split('\n').map(squeeze),
    );
  });
});
