/** Integers of SASS decide which way lanes go: copies of loops, predicates, loads that PTX made; and nothing where they do not suffice. */
import { describe, expect, test } from 'vitest';
import { readSass } from '../../src/index.ts';
import { effectsOf } from '../../src/sass/evaluate/effects.ts';
import { Meetings } from '../../src/sass/evaluate/meetings.ts';
import { predicateNumber, registerNumber } from '../../src/sass/evaluate/operands.ts';
import { immediatePostDominators } from '../../src/sass/evaluate/quiet.ts';
import { END } from '../../src/sass/flow.ts';
import { kernel, run, words } from '../harness.ts';

/** A listing for sm_90: lines that end in a colon are labels. */
function listing(text: string): string {
  let pc = 0;
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [
    '.text.k:',
    ...lines.map((line) => {
      if (line.endsWith(':')) return line;
      const place = (16 * pc++).toString(16).padStart(4, '0');
      return `/*${place}*/ ${line} ;`;
    }),
  ].join('\n');
}

/** Executions and lanes of each access that was executed, by its text. */
function counts({ traces }: ReturnType<typeof run>): Record<string, string> {
  const found = new Map<string, [executed: number, lanes: number]>();
  for (const { count, sites, site, activeMask } of traces)
    for (let row = 0; row < count; row++) {
      const { text = '' } = sites[site[row] ?? 0] ?? {};
      const own = found.get(text) ?? [0, 0];
      const mask = (activeMask[2 * row] ?? 0).toString(2);
      found.set(text, [own[0] + 1, own[1] + mask.replaceAll('0', '').length]);
    }
  return Object.fromEntries([...found].map(([text, [a, b]]) => [text, `${a} x ${b}`]));
}

/** A thread loads `%r5` words, 128 bytes apart. */
const LOOP = `
LOOP:
  setp.eq.u32 %p1, %r5, 0;
  @%p1 bra DONE;
  ld.shared.f32 %f1, [%r1];
  add.u32 %r1, %r1, 128;
  sub.u32 %r5, %r5, 1;
  bra LOOP;
DONE:
  ret;`;
const SHARED = '.shared .align 16 .b8 s[8192];';

/** The loop, two words a round, with a copy for an odd one; `count` has the rounds in R5. */
const unrolled = (count: string): string => `
  S2R R0, SR_TID.X
  S2R R2, SR_CgaCtaId
  MOV R3, 0x400
  LEA R2, R2, R3, 0x18
  LEA R2, R0, R2, 0x2
  ${count}
  LOP3.LUT P1, R6, R5, 0x1, RZ, 0xc0, !PT
  BSSY B0, \`(.L_2)
  ISETP.GE.U32.AND P0, PT, R5, 0x2, PT
  @!P0 BRA \`(.L_2)
  IADD3 R5, R5, -R6, RZ
  .L_1:
  LDS R7, [R2]
  LDS R8, [R2+0x80]
  VIADD R5, R5, 0xfffffffe
  IADD3 R2, R2, 0x100, RZ
  ISETP.NE.AND P2, PT, R5, RZ, PT
  @P2 BRA \`(.L_1)
  .L_2:
  BSYNC B0
  @P1 LDS R9, [R2]
  EXIT`;

describe('copies of a loop', () => {
  const body = `  mov.u32 %r0, %tid.x;
  mov.u32 %r2, s;
  mad.lo.u32 %r1, %r0, 4, %r2;
  and.b32 %r5, %r0, 3;${LOOP}`;
  const sass = unrolled('LOP3.LUT R5, R0, 0x3, RZ, 0xc0, !PT');

  test('are those that predicates decide', () => {
    const outcome = run(kernel([], body, SHARED), [], { sass: listing(sass) });
    expect(outcome.execution.kernel.sass).toMatchObject({
      evaluatedWarps: 1,
      uncertainWarps: 0,
      isExact: true,
    });
    // Lanes with one, or three words have the last of them there.
    expect(counts(outcome)).toEqual({
      'LDS R7, [R2]': '1 x 16',
      'LDS R8, [R2+0x80]': '1 x 16',
      '@P1 LDS R9, [R2]': '1 x 16',
    });
  });

  test('are open where a predicate is not known: matching says that there are several ways', () => {
    const open = sass.replace('ISETP.GE.U32.AND P0', 'FSETP.GE.AND P0');
    const { kernel: of } = run(kernel([], body, SHARED), [], { sass: listing(open) }).execution;
    expect(of.sass).toMatchObject({ evaluatedWarps: 0, refutedWarps: 0, isExact: false });
  });

  test('are not believed where they have other accesses than PTX', () => {
    const other = sass.replace('LEA R2, R0, R2, 0x2', 'LEA R2, R0, R2, 0x3');
    const { kernel: of } = run(kernel([], body, SHARED), [], { sass: listing(other) }).execution;
    expect(of.sass).toMatchObject({ evaluatedWarps: 0, refutedWarps: 1, isExact: false });
  });

  test('may depend on what a thread loads', () => {
    const loads = `${words(['p0'])}
  ld.global.u32 %r5, [%rd0];
  mov.u32 %r2, s;
  mad.lo.u32 %r1, %r0, 4, %r2;${LOOP}`;
    const count = `LDC.64 R10, c[0x0][0x210]
  IMAD.WIDE.U32 R10, R0, 0x4, R10
  LDG.E R5, desc[UR4][R10.64]`;
    const rounds = Uint32Array.from({ length: 32 }, (_, lane) => (lane < 8 ? 5 : lane % 2));
    const outcome = run(kernel(['p0'], loads, SHARED), [rounds], {
      sass: listing(unrolled(count)),
    });
    expect(outcome.execution.kernel.sass).toMatchObject({ evaluatedWarps: 1, isExact: true });
    expect(counts(outcome)).toEqual({
      'LDS R7, [R2]': '2 x 16',
      'LDS R8, [R2+0x80]': '2 x 16',
      '@P1 LDS R9, [R2]': '1 x 20',
    });
  });

  test('are open where SASS loads a word behind the one that PTX loads', () => {
    const loads = `${words(['p0'])}
  ld.global.u32 %r5, [%rd0];
  mov.u32 %r2, s;
  mad.lo.u32 %r1, %r0, 4, %r2;${LOOP}`;
    const count = `LDC.64 R10, c[0x0][0x210]
  IMAD.WIDE.U32 R10, R0, 0x4, R10
  LDG.E R5, desc[UR4][R10.64+0x4]`;
    const { execution } = run(kernel(['p0'], loads, SHARED), [new Uint32Array(64).fill(1)], {
      block: [1, 1, 1],
      sass: listing(unrolled(count)),
    });
    expect(execution.kernel.sass).toMatchObject({ evaluatedWarps: 0 });
  });

  test('do not depend on branches that meet before the next access', () => {
    const detour = `LOP3.LUT R5, R0, 0x3, RZ, 0xc0, !PT
  MUFU.RCP R12, R11
  FSETP.GT.AND P5, PT, R12, RZ, PT
  @P5 BRA \`(.L_5)
  MOV R14, 0x0
  .L_5:`;
    const outcome = run(kernel([], body, SHARED), [], { sass: listing(unrolled(detour)) });
    expect(outcome.execution.kernel.sass).toMatchObject({ evaluatedWarps: 1, isExact: true });
  });
});

test('lanes meet that passed a barrier together, less those that left', () => {
  const meetings = new Meetings();
  meetings.begin(0, 0b1111);
  expect(meetings.arrive(0, { at: 5, mask: 0b0001, epoch: 0 })).toBe(true);
  expect(meetings.complete(0b1111)).toEqual([]);
  meetings.leave(0, 0b0100);
  // Lane 3 has ended.
  expect(meetings.arrive(0, { at: 5, mask: 0b0010, epoch: 0 })).toBe(true);
  expect(meetings.complete(0b0111)).toEqual([{ at: 6, mask: 0b0011, epoch: 0 }]);
  // A lane that was not there at the beginning.
  expect(meetings.arrive(0, { at: 5, mask: 0b10000, epoch: 0 })).toBe(false);
});

test('all ways of a block meet in its immediate post-dominator', () => {
  //     0 -> 1, 2    1 -> 3    2 -> 3, 4    3 -> 5    4 -> 5    5 -> 0, end    6 -> 6
  const found = immediatePostDominators([[1, 2], [3], [3, 4], [5], [5], [0, END], [6]]);
  expect([...found]).toEqual([5, 3, 5, 5, 5, END, END]);
});

describe('an instruction reads and writes', () => {
  const of = (text: string) => {
    const [instruction] = readSass(`.text.k:\n/*0000*/ ${text} ;`).functions[0]?.instructions ?? [];
    if (instruction === undefined) throw new Error(`not an instruction: ${text}`);
    return effectsOf(instruction);
  };
  const number = (name: string): number => registerNumber(name) ?? predicateNumber(name) ?? NaN;
  test.each([
    ['IADD3 R2, P0, R4, -R6, RZ', 'R4 R6', '', 'R2', 'P0'],
    ['IADD3.X R3, R5, ~R7, RZ, P0, !PT', 'R5 R7', 'P0', 'R3', ''],
    ['@!P1 ISETP.LT.U32.OR P0, PT, R5, R2, P3', 'R5 R2', 'P1 P3', '', 'P0'],
    ['LOP3.LUT P2, RZ, R0, 0x8, RZ, 0xc0, !PT', 'R0', '', '', 'P2'],
    ['IMAD.WIDE R2, R3, 0x4, R4', 'R3 R4 R4 R5', '', 'R2 R3', ''],
    ['LDG.E.64 R8, desc[UR6][R2.64+0x10]', 'UR6 UR7 R2 R3', '', 'R8 R9', ''],
    ['VOTE.ANY R4, PT, P1', '', 'P1', 'R4', ''],
    ['VOTE.ALL P0, P1', '', 'P1', '', 'P0'],
    ['STS.64 [R2+UR4], R6', 'R2 R3 UR4 UR5 R6 R7', '', '', ''],
    ['@P0 BRA P1, `(.L_1)', '', 'P0 P1', '', ''],
    ['SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R5', 'UR4 R5', '', '', 'P0'],
  ])('%s', (text, reads, readsPredicates, writes, writesPredicates) => {
    const list = (names: string): number[] => names.split(' ').filter(Boolean).map(number);
    const effects = of(text);
    expect(new Set(effects.reads)).toEqual(new Set(list(reads)));
    expect(effects.readsPredicates).toEqual(list(readsPredicates));
    expect(effects.writes).toEqual(list(writes));
    expect(effects.writesPredicates).toEqual(list(writesPredicates));
  });
});
