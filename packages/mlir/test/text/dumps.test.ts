import * as fc from 'fast-check';
import { forAll } from '../../../../test/for-all.ts';
import { rows } from '../../../../test/rows.ts';
import { describe, expect, it } from 'vitest';
import { dumpSpan, parseModule, partText, splitChunks, splitDumps } from '../../src/index.ts';
import { mlirOptIn } from './oracle.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('dumps.mlir', import.meta.url));

const mlirOpt = mlirOptIn('dumps');

const heading = (words: string): string => `// -----// IR Dump ${words} //----- //`;

describe('a heading', () => {
  it.each(
    rows`
      After Canonicalizer (canonicalize) | after | Canonicalizer | canonicalize | |
      Before CSE (cse) ('func.func' operation: @f) | before | CSE | cse | | func.func f
      After Inliner (inline) ('builtin.module' operation) | after | Inliner | inline | | builtin.module
      After SCFToControlFlowPass Failed (convert-scf-to-cf) | after | SCFToControlFlowPass | convert-scf-to-cf | failed |
      After GPUPadPass (iree-pad) Failed ('func.func' operation: @a$b.c) | after | GPUPadPass | iree-pad | failed | func.func a$b.c
      After mine::(anonymous namespace)::MyPass () | after | mine::(anonymous namespace)::MyPass | | |
      After Bare | after | Bare | | |
    `,
  )('%s', (words = '', when, pass, argument, failed, operation = '') => {
    const [dump, ...others] = splitDumps(`${heading(words)}\nmodule {\n}\n`);
    expect(dump).toMatchObject({ when, pass, argument, failed: failed !== '' });
    const [name, symbol = ''] = operation.split(' ');
    expect(dump?.operation).toEqual(operation === '' ? undefined : { name, symbol });
    expect(others).toEqual([]);
  });

  it.each([
    '// IR Dump After CSE (cse)',
    `x ${heading('After CSE (cse)')}`,
    '// -----// IR Dump During CSE (cse) //----- //',
    '// -----',
  ])('is not %s', (line) => {
    expect(splitDumps(`${line}\nmodule {}\n`)).toEqual([]);
  });
});

describe('a dump', () => {
  const first = '#map = affine_map<(i) -> (i)>\nmodule {\n  func.func @f() {\n    return\n  }\n}';
  const second = 'func.func @g() {\n  return\n} loc(#loc)\n#loc = loc("a":1:2)';
  const noise = 'kernel.mlir:3:5: warning: something // -----// else';
  const text = [
    noise,
    heading('After A (a)'),
    first,
    '',
    noise,
    heading('After B (b)'),
    second,
    '#map = affine_map<(i) -> (i)>\nmodule {\n  func.func @f() {\n  }\n}',
    '',
  ].join('\n');
  const bodies = splitDumps(text).map((dump) => {
    const { start, end } = dumpSpan(text, dump);
    return text.slice(start, end);
  });

  it('is its operation with its aliases and locations, without what a tool printed around it', () => {
    expect(bodies).toEqual([first, second]);
  });

  it('may have resources, lie before anything, or be nothing', () => {
    const resources = 'module {\n}\n{-#\n  dialect_resources: {}\n#-}';
    const other = `${heading('After A (a)')}\n${resources}\nerror: no\n${heading('After B (b)')}`;
    const found = splitDumps(other).map((dump) => dumpSpan(other, dump));
    expect(found.map(({ start, end }) => other.slice(start, end))).toEqual([resources, '']);
  });

  it('keeps its lines and columns', () => {
    const dump = splitDumps(text)[1];
    const part = partText(text, dump === undefined ? { start: 0, end: 0 } : dumpSpan(text, dump));
    const line = text.split('\n').indexOf('func.func @g() {');
    expect(part.split('\n').slice(line).join('\n')).toBe(second);
    expect(part.slice(0, part.indexOf('func')).trim()).toBe('');
  });
});

describe('chunks', () => {
  const text = 'module {\n}\n  // -----  \nmodule @b {\n}\n// -----\n';

  it('are what is between the lines', () => {
    const chunks = splitChunks(text).map(({ start, end }) => text.slice(start, end).trim());
    expect(chunks).toEqual(['module {\n}', 'module @b {\n}', '']);
    expect(splitChunks('module {} // -----')).toHaveLength(1);
    expect(splitChunks(text.replaceAll('\n', '\r\n'))).toHaveLength(3);
  });

  it('keep their lines', () => {
    const [, second] = splitChunks(text);
    const { diagnostics } = parseModule(partText(`${text}`, second ?? { start: 0, end: 0 }));
    expect(diagnostics).toEqual([]);
    expect(partText(text, second ?? { start: 0, end: 0 }).split('\n')[3]).toBe('module @b {');
  });
});

describe('any text', () => {
  const piece = fc.constantFrom(
    heading('After Canonicalizer (canonicalize)'),
    heading("Before CSE ((( Failed ('func.func' operation: @f)"),
    '// -----// IR Dump After ',
    ' //----- //',
    '// -----',
    'module {',
    '}',
    '{-#',
    '#loc = loc(',
    '#map = affine_map<',
    '"unclosed',
    '%a = x.y',
    ' ',
    '\r',
    '\u0000',
  );

  it('is split into spans that follow each other, and parts that keep their place', () => {
    forAll([fc.array(fc.tuple(piece, fc.constantFrom('', '\n')))], 100, (parts) => {
      const text = parts.flat().join('');
      let at = 0;
      for (const dump of splitDumps(text)) {
        expect(dump.heading.start).toBeGreaterThanOrEqual(at);
        expect(dump.rest.start).toBe(dump.heading.end);
        at = dump.rest.end;
        const span = dumpSpan(text, dump);
        expect(span.start).toBeGreaterThanOrEqual(dump.rest.start);
        expect(span.end).toBeGreaterThanOrEqual(span.start);
        expect(span.end).toBeLessThanOrEqual(dump.rest.end);
        checkPart(text, span);
      }
      let end = 0;
      for (const span of splitChunks(text)) {
        expect(span.start).toBeGreaterThanOrEqual(end);
        end = span.end;
        checkPart(text, span);
      }
      expect(end).toBe(text.length);
    });
  });

  function checkPart(text: string, span: { readonly start: number; readonly end: number }): void {
    const part = partText(text, span);
    const body = text.slice(span.start, span.end);
    expect(part.endsWith(body)).toBe(true);
    const before = part.slice(0, part.length - body.length);
    expect(before.trim()).toBe('');
    const place = (prefix: string): readonly number[] => {
      const lines = prefix.split('\n');
      return [lines.length, lines.at(-1)?.length ?? 0];
    };
    expect(place(before)).toEqual(place(text.slice(0, span.start)));
  }
});

describe('dumps of mlir-opt', () => {
  const kernel = textOf('a kernel and a function');
  const passes = ['--lower-affine', '--convert-scf-to-cf', '--convert-gpu-to-rocdl'];

  it.each([
    ['of modules', [...passes, '--mlir-print-ir-after-all']],
    [
      'of functions',
      ['--pass-pipeline=builtin.module(func.func(canonicalize,cse),gpu.module(cse))'],
    ],
    ['with locations', [...passes, '--mlir-print-ir-before-all', '--mlir-print-debuginfo']],
    ['in the generic form', [...passes, '--mlir-print-op-generic']],
  ])('%s are all found, and each is read without a diagnostic', (_, options) => {
    const dumped = options.some((option) => option.includes('print-ir'));
    const more = dumped ? [] : ['--mlir-print-ir-after-all'];
    const { output, problem } = mlirOpt(kernel, ...options, ...more);
    // As a shell writes it that sends both to one file.
    const text = `${problem}\n${output}`;
    const dumps = splitDumps(text);
    expect(dumps).toHaveLength(text.split('IR Dump').length - 1);
    expect(dumps.length).toBeGreaterThan(2);
    for (const dump of dumps) {
      expect(dump.argument).not.toBe('');
      const { module, diagnostics } = parseModule(partText(text, dumpSpan(text, dump)));
      expect(diagnostics).toEqual([]);
      expect(module.operations).toHaveLength(1);
    }
  });
});
