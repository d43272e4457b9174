import { describe, expect, it } from 'vitest';
import { parseModule, printModule, walk } from '../../src/index.ts';
import { dumpContent, dumpModule } from './dump.ts';
import { fixtures, noShared, sharedKernels, tritonKernels } from './kernels.ts';
import { mlirOpt, runOracle } from './oracle.ts';
import { skips } from '../../../../test/llvm.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('round-trip.mlir', import.meta.url));

const noOracle = skips(mlirOpt);

const kernels = [...fixtures, ...sharedKernels];

describe('round trip', () => {
  it.each([...kernels, ...tritonKernels])('$name', ({ text }) => {
    const { module, diagnostics } = parseModule(text);
    expect(diagnostics).toEqual([]);
    const printed = printModule(module);
    const again = parseModule(printed);
    expect(again.diagnostics).toEqual([]);
    expect(printModule(again.module)).toBe(printed);
    expect(dumpModule(again.module)).toBe(dumpModule(module));
  });

  it.each(kernels)('$name in the generic form', ({ text }) => {
    const { module } = parseModule(text);
    const generic = printModule(module, { generic: true });
    const again = parseModule(generic);
    expect(again.diagnostics).toEqual([]);
    expect(printModule(again.module)).toBe(generic);
    expect(dumpModule(again.module)).toBe(dumpModule(module));
  });

  it.each(kernels)('$name is understood in full', ({ text }) => {
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

/** What upstream reads: no IREE dialects. */
const upstream = kernels.filter(({ name }) => name !== 'gemm.mlir' && !name.startsWith('iree'));

describe.skipIf(noOracle)('against mlir-opt', () => {
  it.each(upstream)('$name: reads ours as it reads the source', ({ text }) => {
    const { module } = parseModule(text);
    const source = runOracle(text);
    expect(source.problem).toBe('');
    const custom = runOracle(printModule(module));
    expect(custom.problem).toBe('');
    expect(custom.output).toBe(source.output);
    const generic = runOracle(printModule(module, { generic: true }));
    expect(generic.problem).toBe('');
    expect(generic.output).toBe(source.output);
  });

  it.each(upstream)('$name: its generic form is the same object', ({ text }) => {
    const { output } = runOracle(text, '--mlir-print-op-generic');
    const generic = parseModule(output);
    expect(generic.diagnostics).toEqual([]);
    expect(dumpContent(generic.module)).toBe(dumpContent(parseModule(text).module));
  });

  it.each(upstream)('$name: we print what it prints', ({ text }) => {
    const { output } = runOracle(text);
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
