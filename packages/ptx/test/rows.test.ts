/**
 * Rows of instructions: each has every fact, no file beside them keeps a list of opcodes, and what they say of unknown values holds
 * for every form that is executed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { machineNamed } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { executePtx, parsePtx } from '../src/index.ts';
import { factsOf } from '../src/rows/facts.ts';
import { instructionRows } from '../src/rows/instructions.ts';
import { HEAD, kernelOf, readAnswers } from './chips/ask.ts';
import { forms, wronglyKnown } from './unknown-forms.ts';

test('each row has every fact, and rules of chips that are read', () => {
  for (const [opcode, row] of instructionRows) {
    for (const words of [[], ...[...(row.words ?? [])].map((word) => [word])])
      for (const fact of Object.values(factsOf({ opcode, modifiers: words })))
        expect(fact, opcode).toBeTypeOf('string');
    for (const rule of row.chips.split('; '))
      expect(rule, opcode).toMatch(/^(?:[%!\w:+. ]+: )?(?:\d\d+[af]?)(?:\/\d\d+[af]?)*$/);
    expect(row.refused === undefined && factsOf({ opcode, modifiers: [] }).memory).not.toBe(
      'unknown',
    );
  }
  expect(factsOf({ opcode: 'frobnicate', modifiers: [] })).toMatchObject({
    first: 'both',
    memory: 'unknown',
    lanes: 'all',
  });
});

/** Words that are opcodes as well, where they name operations of atomics, products and comparisons, or kinds of control. */
const OPERATIONS = new Set('add min max and or xor not sub mul abs neg set exit trap'.split(' '));

/** Files that have a step, an expression or a form for each of some opcodes: they compile instructions, and classify none. */
const COMPILERS = new Set(['isa/compile.ts', 'isa/video.ts']);

describe('no file beside the rows keeps a list of opcodes', () => {
  const source = fileURLToPath(new URL('../src/', import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/^(?:rows|sass)\//.test(file) && !COMPILERS.has(file),
  );
  const isOpcode = (word: string): boolean => instructionRows.has(word) && !OPERATIONS.has(word);
  const inLists = (text: string): string[] => {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    const lists = [
      // ['ld', 'st'], and sets and maps of such
      ...(code.match(/\[\s*(?:'[\w.]+',?\s*){2,}\]/g) ?? []),
      // 'ld st'.split(' ')
      ...(code.match(/'[^'\n]*'\.split\(/g) ?? []),
      // /^(?:ld|st)$/
      ...(code.match(/\/[^/\n]*\w\|\w[^/\n]*\//g) ?? []),
      // opcode === 'ld' || opcode === 'st'
      ...(code.match(/opcode === '\w+'\s*\|\|\s*opcode === '\w+'/g) ?? []),
      // case 'ld': case 'st':
      ...(code.match(/(?:case '\w+':\s*){2,}/g) ?? []),
    ];
    return lists.filter((list) => (list.match(/\w+/g) ?? []).filter(isOpcode).length > 1);
  };

  test.each(files)('%s', (file) => {
    expect(inLists(readFileSync(join(source, file), 'utf8'))).toEqual([]);
  });

  test('lists are found', () => {
    for (const list of [
      "const A = new Set(['ld', 'st']);",
      "'ld st atom'.split(' ')",
      '/^(?:atom|red)$/.test(opcode)',
      "opcode === 'atom' || opcode === 'red'",
      "switch (opcode) { case 'ld': case 'ldu': return 1; }",
    ])
      expect(inLists(list), list).toHaveLength(1);
    expect(inLists("['add', 'min', 'max']")).toEqual([]);
  });
});

describe('what an instruction computes from an unknown argument is unknown', () => {
  // The first form of each opcode; `unknown-forms.slow.test.ts` has them all.
  const first = new Map([...forms].reverse().map((form) => [form.split(/[. ]/)[0], form]));
  test.each([...first.values()])('%s', (form) => {
    expect(wronglyKnown(form, 'all') ?? []).toEqual([]);
  });
});

/** Forms that only take an unknown pointer to global memory are no instructions of shared memory. */
describe('what does not touch shared memory is not counted as such', () => {
  const forms = readAnswers()
    .map(({ form }) => form)
    .filter((form) => form.includes('[%rd0') && !/shared|bar\b/.test(form));

  test.each([...forms, 'cp.async.bulk.prefetch.L2.global [%rd0], 128'])('%s', (form) => {
    const machine = machineNamed('sm_90');
    const known =
      'mov.u32 %r31, %laneid; shl.b32 %r31, %r31, 2; mov.u32 %r32, known; add.u32 %r32, %r32, %r31;';
    const text =
      HEAD.replace('TARGET', '90a') + kernelOf(`${form}; ${known} ld.shared.u32 %r33, [%r32]`);
    const { module } = parsePtx(text);
    const { kernel, diagnostics } = executePtx(module, text, {
      machine,
      launch: { block: [32, 1, 1], scalars: new Map() },
    });
    if (diagnostics.some(({ severity }) => severity === 'error')) return;
    expect(kernel.ldsInstructions).toMatchObject({ counted: 1, instructions: 1 });
    expect(diagnostics.filter(({ severity }) => severity === 'warning')).toEqual([]);
  });
});
