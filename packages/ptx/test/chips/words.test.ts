/**
 * A form with a word that its instruction does not have is refused: every form of the table, with another word at each place.
 *
 *     fence.acq_rel.gpu     fence.frob.acq_rel.gpu     fence.acq_rel.frob.gpu     fence.acq_rel.gpu.frob
 */
import { randomWords } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { casesOf, firstCase } from '../../../../test/cases.ts';
import { parsePtx } from '../../src/index.ts';
import { formProblem } from '../../src/isa/form-problem.ts';
import { instructionRows } from '../../src/rows/instructions.ts';
import type { Instruction } from '../../src/text/program.ts';
import { analyze } from '../harness.ts';
import { HEAD, kernelOf, readAnswers } from './ask.ts';

const FIRST = '  ld.param.u64 %rd0, [p];\nlist: .branchtargets TARGET;';
const textOf = (form: string): string =>
  `${HEAD.replace('TARGET', '100a')}.func f() { ret; }\n${kernelOf(form, 'k', FIRST)}`;

function instructionOf(form: string): Instruction {
  const { functions } = parsePtx(textOf(form)).module;
  const instruction = functions.find(({ name }) => name === 'k')?.instructions[1];
  if (instruction === undefined) throw new Error(`${form} is not read`);
  return instruction;
}

/** Those for which `ptxas-13.txt` has no form. */
const OTHERS = [
  'brx.idx.uni %r0, list',
  'call.uni f',
  ...['vsub', 'vabsdiff', 'vmin', 'vmax'].map(
    (name) => `${name}.s32.u32.s32.add %r0, %r1, %r2, %r3`,
  ),
  'vshr.u32.u32.u32.wrap %r0, %r1, %r2',
  ...['vsub', 'vavrg', 'vabsdiff', 'vmin', 'vmax'].map(
    (name) => `${name}2.s32.u32.s32.add %r0, %r1, %r2, %r3`,
  ),
  ...['vadd', 'vsub', 'vabsdiff', 'vmin', 'vmax'].map(
    (name) => `${name}4.s32.u32.s32.add %r0, %r1, %r2, %r3`,
  ),
  'vset2.u32.s32.lt.add %r0, %r1, %r2, %r3',
];

const forms = [...OTHERS, ...readAnswers().map(({ form }) => form)]
  .map((form) => ({ form, instruction: instructionOf(form) }))
  .filter(({ instruction }) => formProblem(instruction) === undefined);

/** The instructions with a word at some places that are not refused. */
const taken = (
  { opcode, modifiers, ...others }: Instruction,
  word: string,
  places: readonly number[] = [...modifiers.keys(), modifiers.length],
): string[] =>
  places
    .map((at) => [...modifiers.slice(0, at), word, ...modifiers.slice(at)])
    .filter((words) => formProblem({ ...others, opcode, modifiers: words }) === undefined)
    .map((words) => [opcode, ...words].join('.'));

test('every opcode that is executed has a form here', () => {
  const refused = [...instructionRows].filter(([, row]) => row.refused !== undefined);
  const here = forms.map(({ instruction: { opcode } }) => opcode);
  const all = new Set([...refused.map(([opcode]) => opcode), ...here]);
  expect([...all].sort()).toEqual([...instructionRows.keys()].sort());
});

test('an unknown word is refused at each place', () => {
  expect(forms.flatMap(({ instruction }) => taken(instruction, 'frob'))).toEqual([]);
});

test('a word of other instructions is refused at any place', () => {
  const next = randomWords(firstCase(41));
  const all = [...new Set([...instructionRows.values()].flatMap(({ words = [] }) => [...words]))];
  for (let round = 0; round < casesOf(20); round++)
    for (const { instruction } of forms) {
      const own = instructionRows.get(instruction.opcode)?.words;
      const foreign = all.filter((word) => !own?.has(word));
      const at = next() % (instruction.modifiers.length + 1);
      expect(taken(instruction, foreign[next() % foreign.length] ?? '', [at])).toEqual([]);
    }
});

test('a word of an instruction of one type is refused where it is there already', () => {
  for (const { instruction } of forms)
    if ((instructionRows.get(instruction.opcode)?.types ?? 1) === 1)
      for (const word of instruction.modifiers) expect(taken(instruction, word)).toEqual([]);
});

describe('an instruction with an unknown word is not executed', () => {
  const first = new Map(
    [...forms].reverse().map(({ form, instruction: { opcode } }) => [opcode, form]),
  );
  test.each([...first.values()])('%s', (form) => {
    const codesOf = (one: string): readonly string[] =>
      analyze(textOf(one), { block: [32, 1, 1] }).codes;
    expect(codesOf(form)).not.toContain('ptx/unsupported');
    expect(codesOf(form.replace(/(?= )|$/, '.frob'))).toContain('ptx/unsupported');
  });
});
