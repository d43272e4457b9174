/** Which chips have a form of an instruction: the rows against what ptxas 13 answered, and the ISA's text for older chips. */
import { describe, expect, test } from 'vitest';
import { parsePtx } from '../../src/index.ts';
import { chipsOfLacking, isOtherTarget } from '../../src/rows/chips.ts';
import { instructionRows } from '../../src/rows/instructions.ts';
import { HEAD, kernelOf, readAnswers, TARGETS } from './ask.ts';
import { rows } from '../../../../test/rows.ts';
import { analyze as analyzed } from '../harness.ts';

const answers = readAnswers();

const instructionOf = (form: string) => {
  const { module } = parsePtx(HEAD.replace('TARGET', '100a') + kernelOf(form));
  return module.functions[0]?.instructions[1];
};

describe('the rows and ptxas 13', () => {
  test.each(answers)('$form', ({ form, targets }) => {
    const instruction = instructionOf(form);
    if (instruction === undefined) throw new Error(`${form} is not read`);
    const have = TARGETS.filter(
      (target) => chipsOfLacking(instruction, Number.parseInt(target, 10)) === undefined,
    );
    expect(have).toEqual(targets);
  });

  test('every opcode of the table is asked for', () => {
    const asked = new Set(answers.map(({ form }) => form.split(/[. ]/)[0]));
    // These take labels, functions, or a type of PTX that is no longer there.
    const apart = new Set(['brx', 'call', 'istypep']);
    for (const opcode of instructionRows.keys())
      if (!apart.has(opcode) && !/^v\w+$/.test(opcode))
        expect(asked.has(opcode), opcode).toBe(true);
  });
});

describe('chips that ptxas 13 has dropped, by the text of the ISA', () => {
  test.each(rows`
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [shared] | sm_75 and later
    movmatrix.sync.aligned.m8n8.trans.b16 %r0, %r1 | sm_75 and later
    tanh.approx.f32 %f0, %f1 | sm_75 and later
    ex2.approx.f16 %h0, %h1 | sm_75 and later
    mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1}, {%r2}, {%f0, %f1, %f2, %f3} | sm_75 and later
    mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32 {%r0, %r1}, {%r2}, {%r3}, {%r4, %r5} | sm_75 and later
    wmma.load.a.sync.aligned.row.m16n16k16.shared.s8 {%r0, %r1}, [shared], 16 | sm_72 and later
    cvt.pack.sat.u16.s32 %r0, %r1, %r2 | sm_72 and later
    cvt.pack.sat.s4.s32.b32 %r0, %r1, %r2, %r3 | sm_75 and later
    ld.global.L2::128B.u32 %r0, [%rd0] | sm_75 and later
  `)('sm_70 lacks %s', (form, chips) => {
    const instruction = instructionOf(form);
    expect(instruction && chipsOfLacking(instruction, 70)).toBe(chips);
  });

  test.each([
    'mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r6, %r7}, {%r8, %r9, %r10, %r11}',
    'wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [shared], 16',
    'atom.add.noftz.f16 %h0, [%rd0], %h1',
    'match.any.sync.b32 %r0, %r1, -1',
    'ld.acquire.gpu.b128 %q0, [%rd0]',
    'nanosleep.u32 20',
  ])('sm_70 has %s', (form) => {
    const instruction = instructionOf(form);
    expect(instruction && chipsOfLacking(instruction, 70)).toBeUndefined();
  });
});

test.each([
  ['sm_90a', 90, undefined],
  ['sm_90a', 80, 'other'],
  ['sm_90a', 100, 'other'],
  ['sm_100f', 100, undefined],
  ['sm_100f', 90, 'other'],
  ['sm_100a', 100, undefined],
  ['sm_90', 100, undefined],
  ['sm_90', 80, 'newer'],
  ['sm_52', 70, undefined],
  ['texmode_unified', 70, undefined],
] as const)('code for %s on sm_%i: %s', (target, chip, expected) => {
  expect(isOtherTarget(target, chip)).toBe(expected);
});

/** Codes of a kernel on a chip, what is counted, and hazards with their lines and counts. */
function analyze(text: string, chip: string) {
  const { execution, codes, counted } = analyzed(text, { chip, block: [32, 1, 1] });
  const hazards = execution.hazards.map(({ code, location, count }) => [
    code,
    location.line,
    count,
  ]);
  return { hazards, codes, counted };
}

describe('a kernel with arrays of known size', () => {
  const textOf = (first: number, second: number): string =>
    `.version 8.0
.target sm_90
.address_size 64
.extern .shared .align 16 .b8 more[];
.visible .entry k() {
  .shared .align 4 .b8 a[${first}];
  .shared .align 4 .b8 b[${second}];
  .reg .b32 %r<3>;
  mov.u32 %r0, a;
  mov.u32 %r1, b;
  mov.u32 %r2, more;
  st.shared.u32 [%r0], %r1;
  ret;
}
`;

  test('may have 48 KiB of them together, and dynamic memory besides', () => {
    expect(analyze(textOf(49_148, 4), 'sm_90').codes).toEqual([]);
    expect(analyze(textOf(49_152, 4), 'sm_90').codes).toEqual(['ptx/static-shared']);
    expect(analyze(textOf(49_148, 8), 'sm_100').codes).toEqual(['ptx/static-shared']);
  });
});

describe('a kernel with instructions that the chip lacks', () => {
  const body =
    'mov.u32 %r1, %laneid; mad.lo.u32 %r1, %r1, 4, %r2; st.shared.u32 [%r1], %r2; bar.sync 0; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [shared]';
  const textFor = (target: string): string => HEAD.replace('TARGET', target) + kernelOf(body);

  test('has an error for each, and no counts of them', () => {
    expect(analyze(textFor('70'), 'sm_70')).toEqual({
      hazards: [['ptx/not-on-chip', 9, 1]],
      codes: [],
      counted: '1 of 2',
    });
    expect(analyze(textFor('75'), 'sm_75')).toEqual({
      hazards: [],
      codes: [],
      counted: '2 of 2',
    });
  });

  test('has one for a form that is there several times', () => {
    const text =
      HEAD.replace('TARGET', '90') + kernelOf('elect.sync %r0|%p0, -1; elect.sync %r1|%p0, -1');
    expect(analyze(text, 'sm_80').hazards).toEqual([['ptx/not-on-chip', 9, 2]]);
  });

  test('has one where no launch comes to it', () => {
    const text = HEAD.replace('TARGET', '90') + kernelOf('bra TARGET; griddepcontrol.wait');
    expect(analyze(text, 'sm_80').hazards).toEqual([['ptx/not-on-chip', 9, 1]]);
  });

  test('has one for code of a chip alone, and a warning for a later chip', () => {
    expect(analyze(textFor('90a'), 'sm_80').hazards).toEqual([['ptx/other-target', 2, 1]]);
    expect(analyze(textFor('90a'), 'sm_100').hazards).toEqual([['ptx/other-target', 2, 1]]);
    expect(analyze(textFor('90a'), 'sm_90').hazards).toEqual([]);
    expect(analyze(textFor('90'), 'sm_80')).toMatchObject({
      hazards: [],
      codes: ['ptx/newer-target'],
    });
    expect(analyze(textFor('80'), 'sm_90')).toMatchObject({ hazards: [], codes: [] });
  });
});
