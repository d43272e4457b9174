/**
 * Rows of instructions: each has every fact, and what they say of unknown values holds for every form that is executed.
 * `test/instruction-lists.test.ts` looks for lists beside them.
 */
import { machineNamed } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { executePtx, parsePtx } from '../src/index.ts';
import { factsOf } from '../src/rows/facts.ts';
import { instructionRows } from '../src/rows/instructions.ts';
import { HEAD, kernelOf, readAnswers } from './chips/ask.ts';
import { forms, wronglyKnown } from './unknown-forms.ts';

test('each row has every fact, and rules of chips that are read', () => {
  for (const [opcode, row] of instructionRows) {
    const all = (row.words ?? []).flatMap(({ groups }) => [...groups.keys()]);
    for (const words of [[], ...all.map((word) => [word])])
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
