/**
 * A form with a word that its instruction does not have is refused: every form of the table, with another word at each place.
 *
 *     fence.acq_rel.gpu     fence.frob.acq_rel.gpu     fence.acq_rel.frob.gpu     fence.acq_rel.gpu.frob
 */
import { randomWords } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { casesOf, firstCase } from '../../../../test/cases.ts';
import { rows } from '../../../../test/rows.ts';
import { parsePtx } from '../../src/index.ts';
import { formProblem } from '../../src/isa/form-problem.ts';
import { instructionRows } from '../../src/rows/instructions.ts';
import type { InstructionRow } from '../../src/rows/row.ts';
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

test('no form of sm_90 is refused for its words', () => {
  const refused = readAnswers()
    .filter(({ targets }) => targets.includes('90a'))
    .map(({ form }) => ({ form, instruction: instructionOf(form) }))
    .filter(({ instruction }) => formProblem(instruction) !== undefined);
  const known = [...instructionRows].filter(([, row]) => row.refused !== undefined);
  const opcodes = refused.map(({ instruction }) => instruction.opcode);
  expect(opcodes.filter((opcode) => !known.some(([name]) => name === opcode))).toEqual([]);
});

test('an unknown word is refused at each place', () => {
  expect(forms.flatMap(({ instruction }) => taken(instruction, 'frob'))).toEqual([]);
});

const wordsOf = ({ words: shapes = [] }: InstructionRow): string[] =>
  shapes.flatMap(({ groups }) => [...groups.keys()]);

/** Forms here that ptxas refuses: may only fall. */
const MOST_MORE = 1239;

test('a word of other instructions is refused at any place', () => {
  const next = randomWords(firstCase(41));
  const all = [...new Set([...instructionRows.values()].flatMap(wordsOf))];
  for (let round = 0; round < casesOf(20); round++)
    for (const { instruction } of forms) {
      const row = instructionRows.get(instruction.opcode);
      const own = new Set(row && wordsOf(row));
      const foreign = all.filter((word) => !own.has(word));
      const at = next() % (instruction.modifiers.length + 1);
      expect(taken(instruction, foreign[next() % foreign.length] ?? '', [at])).toEqual([]);
    }
});

test('a word of an instruction of one type is refused where it is there already', () => {
  for (const { instruction } of forms)
    if ((instructionRows.get(instruction.opcode)?.types ?? 1) === 1)
      for (const word of instruction.modifiers) expect(taken(instruction, word)).toEqual([]);
});

/** A form by its words in any order. */
function keyOf(form: string): string {
  const [name = '', ...operands] = form.split(' ');
  const [opcode = '', ...words] = name.split('.');
  return [opcode, ...words.sort(), ...operands].join(' ');
}

/** Forms that ptxas takes and the ISA does not have, and those of operations that are refused. */
const LAX =
  /^(?:fence\.\S*sync_restrict|fence\.proxy\.\S*tensormap|tensormap\.cp_fenceproxy|rcp\.\S*f64|ld\.\S*L2::evict_last\S*v8)|^(?:add|sub|fma)\.\S*f32\.\S*f16|\.bf16 %f0|^cvt\.\S*(?:e2m\dx2|e3m2x2|rs)\./;

describe('words that go together', () => {
  const taken = readAnswers('pairs-13.txt');

  test.each(taken.filter(({ form }) => !LAX.test(form)))('as ptxas 13 takes $form', ({ form }) => {
    expect(formProblem(instructionOf(form))).toBeUndefined();
  });

  test('are few more than ptxas 13 takes', () => {
    const known = new Set([...taken, ...readAnswers()].map(({ form }) => keyOf(form)));
    const more = new Set<string>();
    for (const { form, instruction } of forms) {
      const row = instructionRows.get(instruction.opcode);
      for (const word of new Set(row && wordsOf(row))) {
        const modifiers = [...instruction.modifiers, word];
        const key = keyOf(form.replace(/(?= )|$/, `.${word}`));
        if (!known.has(key) && formProblem({ ...instruction, modifiers }) === undefined)
          more.add(key);
      }
    }
    // Those that lack operands for their words, most of them, and types that instructions do not have.
    expect(more.size).toBeLessThanOrEqual(MOST_MORE);
  });

  test.each(rows`
    ld.global.shared.u32 %r0, [%rd0]                  | .shared does not go with .global
    ld.relaxed.u32 %r0, [%rd0]                        | it lacks .cta or .cluster or .gpu or .sys
    ld.shared.L1::evict_last.u32 %r0, [shared]        | it lacks .relaxed or .acquire
    add.rn.rz.f32 %f0, %f1, %f2                       | .rn and .rz exclude each other
    add.rn.s32 %r0, %r1, %r2                          | .s32 does not go with .rn
    add.cc.sat.s32 %r0, %r1, %r2                      | .sat does not go with .cc
    add.ftz.ftz.f32 %f0, %f1, %f2                     | .ftz is there twice
    add.s32.u32 %r0, %r1, %r2                         | it names 2 types
    setp.lt.gt.s32 %p0, %r0, %r1                      | .lt and .gt exclude each other
    mul.lo.wide.s32 %r0, %r1, %r2                     | .lo and .wide exclude each other
    min.xorsign.f32 %f0, %f1, %f2                     | it lacks .abs
    mbarrier.init.parity.shared.b64 [bar], 1          | .parity does not go with .init
    mbarrier.arrive.release.shared.b64 _, [bar]       | it lacks .cta or .cluster
    fence.acq_rel.sc.gpu                              | .acq_rel and .sc exclude each other
    fence.proxy.acq_rel.gpu                           | .acq_rel does not go with .proxy
    bar.sync.arrive 0                                 | .sync and .arrive exclude each other
    cp.async.ca.cg.shared.global [shared], [%rd0], 16 | .ca and .cg exclude each other
    cp.async.bulk.commit_group.read                   | .read does not go with .async.bulk.commit_group
    atom.global.add.min.u32 %r0, [%rd0], %r1          | .add and .min exclude each other
    red.shared.mbarrier::complete_tx::bytes.add.u32 [shared], %r0 | it lacks .async
    shfl.sync.up.down.b32 %r0, %r1, 1, 31, -1         | .up and .down exclude each other
    vote.sync.ballot.pred %r0, %p0, -1                | .pred does not go with .sync.ballot
  `)('%s is refused: %s', (form, why) => {
    expect(formProblem(instructionOf(form))?.message).toContain(why);
  });
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
