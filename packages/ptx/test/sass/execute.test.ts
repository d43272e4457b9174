/** SASS is executed by its own rows: its accesses, its ways, and where it is not believed. */
import { laneAddresses, opcodeAt } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { rows as table } from '../../../../test/rows.ts';
import { kernel, run, words } from '../harness.ts';
import { base, counts, listing } from './listings.ts';

const shared = (bytes: number): string => `.shared .align 16 .b8 s[${bytes}];`;

/** `%r1` = s + lane * stride. */
const ptxBase = (stride: number): string => `  mov.u32 %r0, %tid.x;
  mov.u32 %r2, s;
  mad.lo.u32 %r1, %r0, ${stride}, %r2;`;

/** Rows of SASS as texts: the instruction, how many lanes, and the address of the first. */
function rows(body: string, sass: string, bytes = 8192) {
  const { traces, execution, codes } = run(kernel([], body, shared(bytes)), [], { sass });
  const [trace] = traces;
  if (trace === undefined) throw new Error(`not executed: ${codes.join(', ')}`);
  const list = Array.from({ length: trace.count }, (_, row) => {
    const lanes = laneAddresses(trace, row).filter((address) => address !== undefined);
    const { text = '' } = trace.sites[trace.site[row] ?? 0] ?? {};
    return `${text} = ${opcodeAt(trace.op[row] ?? 0).name} x${lanes.length} at ${lanes[0]}`;
  });
  return { list, summary: execution.kernel.sass, codes };
}

describe('an access of SASS', () => {
  test('is where its registers say', () => {
    const { list, summary } = rows(
      `${ptxBase(4)} ld.shared.f32 %f1, [%r1]; st.shared.f32 [%r1+128], %f1; ret;`,
      listing(`${base(2)}
        LDS R4, [R2]
        STS [R2+0x80], R4
        EXIT`),
    );
    expect(list).toEqual([
      'LDS R4, [R2] = ld.shared.b32 x32 at 0',
      'STS [R2+0x80], R4 = st.shared.b32 x32 at 128',
    ]);
    expect(summary).toMatchObject({ accesses: 2, merged: 0, dropped: 0, isComplete: true });
  });

  const four = [0, 4, 8, 12].map((at, i) => `ld.shared.f32 %f${i}, [%r1+${at}];`).join(' ');

  test('joins four that lie side by side', () => {
    const { list, summary } = rows(
      `${ptxBase(16)} ${four} ret;`,
      listing(`${base(4)}
        LDS.128 R4, [R2]
        EXIT`),
    );
    expect(list).toEqual(['LDS.128 R4, [R2] = ld.shared.v4.b32 x32 at 0']);
    expect(summary).toMatchObject({ accesses: 4, merged: 3, isComplete: true });
  });

  test('may be missing', () => {
    const { summary } = rows(
      `${ptxBase(4)} st.shared.f32 [%r1], %f0; ld.shared.f32 %f1, [%r1]; ret;`,
      listing(`${base(2)}
        STS [R2], R4
        EXIT`),
    );
    expect(summary).toMatchObject({ accesses: 2, dropped: 1, isComplete: true });
  });

  test('executes without lanes where its predicate holds in none', () => {
    const { list } = rows(
      `${ptxBase(4)} st.shared.f32 [%r1], %f0; ret;`,
      listing(`${base(2)}
        STS [R2], R4
        ISETP.GT.AND P0, PT, R0, 0x1f, PT
        @P0 STS [R2+0x200], R4
        EXIT`),
    );
    expect(list).toEqual([
      'STS [R2], R4 = st.shared.b32 x32 at 0',
      '@P0 STS [R2+0x200], R4 = st.shared.b32 x0 at undefined',
    ]);
  });

  test('is not believed where PTX has none: the warp keeps its accesses of PTX', () => {
    for (const other of ['LDS.128 R4, [R2]', 'STS [R2], R4', 'LDS R4, [R2+0x80]']) {
      const { list, summary, codes } = rows(
        `${ptxBase(4)}\nld.shared.f32 %f1, [%r1];\nret;`,
        listing(`${base(2)}\n${other}\nEXIT`),
      );
      expect(list).toEqual(['ld.shared.f32 %f1, [%r1]; = ld.shared.b32 x32 at 0']);
      expect(summary).toMatchObject({ refutedWarps: 1, unmatchedWarps: 1, isComplete: false });
      expect(codes).toContain('sass/not-matched');
    }
  });

  test.each(table`
    an address that a matrix product gives  | HMMA.16816.F32 R2, R4, R8, R4 \n LDS R4, [R2]
    a predicate that it gives               | HMMA.16816.F32 R4, R4, R8, R4 \n ISETP.GT.AND P0, PT, R4, 0x1, PT \n @P0 LDS R4, [R2]
    a register that nothing has written     | LDS R4, [R9]
    a word of memory that nothing has stored | LDS R4, [R2] \n LEA R5, R4, R2, 0x2 \n LDS R6, [R5]
    an opcode without a row                 | XYZ R4, R2 \n LDS R4, [R2]
    a branch through a register             | BRX R4 -0x10 \n LDS R4, [R2]
    data that a wait orders                 | STS [R2], R0 \n SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R0 \n LDS R5, [R2] \n LEA R5, R5, R2, 0x2 \n LDS R6, [R5]
    data that a bulk copy brings            | STS [R2], R0 \n UBLKCP.S.G [UR4], [UR6], UR8 \n LDS R5, [R2] \n LEA R5, R5, R2, 0x2 \n LDS R6, [R5]
    the bits of another constant            | HFMA2.BF16_V2 R5, -RZ, RZ, 0, 1 \n LEA R5, R5, R2, 0x2 \n LDS R6, [R5]
    a predicate without a number            | @PX LDS R4, [R2]
    a barrier that no one else comes to     | BAR.SYNC 0x1, 0x40 \n LDS R4, [R2]
  `)('depends on %s: the warp keeps its accesses of PTX', (_what, text) => {
    const { list, summary, codes } = rows(
      `${ptxBase(4)}\nld.shared.f32 %f1, [%r1];\nret;`,
      listing(`${base(2)}\n${text}\nEXIT`),
    );
    expect(list).toEqual(['ld.shared.f32 %f1, [%r1]; = ld.shared.b32 x32 at 0']);
    expect(summary).toMatchObject({ unmatchedWarps: 1, refutedWarps: 0, isComplete: false });
    expect(codes).toContain('sass/not-executed');
  });
});

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

/** The loop, two words a round, with a copy for an odd one; `count` has the rounds in R5. */
const unrolled = (count: string): string =>
  listing(`${base(2)}
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
  EXIT`);

describe('copies of a loop', () => {
  const body = `${ptxBase(4)}
  and.b32 %r5, %r0, 3;${LOOP}`;
  const rounds = 'LOP3.LUT R5, R0, 0x3, RZ, 0xc0, !PT';

  test('are those that predicates decide', () => {
    const outcome = run(kernel([], body, shared(8192)), [], { sass: unrolled(rounds) });
    expect(outcome.execution.kernel.sass).toMatchObject({ evaluatedWarps: 1, isComplete: true });
    // Lanes with one, or three words have the last of them there.
    expect(counts(outcome)).toEqual({
      'LDS R7, [R2]': '1 x 16',
      'LDS R8, [R2+0x80]': '1 x 16',
      '@P1 LDS R9, [R2]': '1 x 16',
    });
  });

  test('may depend on what a thread loads from global memory, as the launch gives it', () => {
    const loads = `${words(['p0'])}
  ld.global.u32 %r5, [%rd0];
  mov.u32 %r2, s;
  mad.lo.u32 %r1, %r0, 4, %r2;${LOOP}`;
    const count = `LDC.64 R10, c[0x0][0x210]
  IMAD.WIDE.U32 R10, R0, 0x4, R10
  LDG.E R5, desc[UR4][R10.64]`;
    const given = Uint32Array.from({ length: 32 }, (_, lane) => (lane < 8 ? 5 : lane % 2));
    const outcome = run(kernel(['p0'], loads, shared(8192)), [given], { sass: unrolled(count) });
    expect(outcome.execution.kernel.sass).toMatchObject({ evaluatedWarps: 1, isComplete: true });
    expect(counts(outcome)).toEqual({
      'LDS R7, [R2]': '2 x 16',
      'LDS R8, [R2+0x80]': '2 x 16',
      '@P1 LDS R9, [R2]': '1 x 20',
    });
  });

  test('do not depend on branches that meet before the next access, nor on the functions called there', () => {
    const detour = `${rounds}
  MUFU.RSQ R12, R11
  FSETP.GT.AND P5, PT, R12, RZ, PT
  @P5 BRA \`(.L_5)
  MOV R14, 0x1f0
  CALL.REL.NOINC \`(.L_9)
  .L_5:`;
    const slow = unrolled(detour).replace(
      /$/,
      '\n.L_9:\n/*0300*/ MOV R15, RZ ;\n/*0310*/ RET.REL.NODEC R14 `(k) ;',
    );
    const outcome = run(kernel([], body, shared(8192)), [], { sass: slow });
    expect(outcome.execution.kernel.sass).toMatchObject({ evaluatedWarps: 1, isComplete: true });
  });

  test('depend on such a branch where an address is computed on one of its ways', () => {
    const detour = `${rounds}
  MUFU.RSQ R12, R11
  FSETP.GT.AND P5, PT, R12, RZ, PT
  @P5 BRA \`(.L_5)
  IADD3 R2, R2, 0x4, RZ
  .L_5:`;
    const outcome = run(kernel([], body, shared(8192)), [], { sass: unrolled(detour) });
    expect(outcome.execution.kernel.sass).toMatchObject({ unmatchedWarps: 1 });
  });
});

/** The words at which the threads of a block store that have their number in R4. */
function places(text: string, block = 32): number[] {
  // In PTX each thread touches every word.
  const anywhere = `${ptxBase(4)}
    mov.u32 %r4, 0;
  ALL:
    mad.lo.u32 %r1, %r4, 4, %r2;
    st.shared.u32 [%r1], %r0; ld.shared.u32 %r3, [%r1];
    add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 256;
    @%p1 bra ALL; bar.sync 0; ret;`;
  const { traces, execution } = run(kernel([], anywhere, shared(1024)), [], {
    block: [block, 1, 1],
    sass: listing(`${base(2)}
      ${text}
      LEA R3, R4, UR4, 0x2
      STS [R3], R0
      EXIT`),
  });
  expect(execution.kernel.sass?.unmatchedWarps).toBe(0);
  const [trace] = traces;
  if (trace === undefined) throw new Error('not executed');
  const last = Array.from({ length: trace.count }, (_, row) => row)
    .filter((row) => trace.sites[trace.site[row] ?? 0]?.text?.startsWith('STS [R3]'))
    .sort((a, b) => (trace.wave[a] ?? 0) - (trace.wave[b] ?? 0));
  return last.flatMap((row) => laneAddresses(trace, row).map((at) => (at ?? NaN) / 4));
}

const lanes = (of: (lane: number) => number, count = 32): number[] =>
  Array.from({ length: count }, (_, lane) => of(lane));

test('lanes that yield while others wait for them may be parted', () => {
  // A lane goes round as often as its number says, less one; `rounds` of all lanes.
  const of = (rounds: string): Partial<Record<string, unknown>> => {
    const text = listing(`${base(2)}
      MOV R8, RZ
      LOP3.LUT R5, R0, ${rounds}, RZ, 0xc0, !PT
      BSSY B1, \`(.L_2)
      .L_1:
      YIELD
      IADD3 R8, R8, 0x1, RZ
      STS [R2], R8
      ISETP.LT.AND P4, PT, R8, R5, PT
      @P4 BRA \`(.L_1)
      .L_2:
      BSYNC B1
      EXIT`);
    const store = `${ptxBase(4)} st.shared.u32 [%r1], %r0; ret;`;
    const { execution, codes } = run(kernel([], store, shared(128)), [], { sass: text });
    return { ...execution.kernel.sass, codes };
  };
  expect(of('0x0')).toMatchObject({
    evaluatedWarps: 1,
    uncertainWarps: 0,
    isComplete: true,
    codes: [],
  });
  expect(of('0x3')).toMatchObject({ evaluatedWarps: 1, uncertainWarps: 1, isComplete: false });
  expect(of('0x3')['codes']).toEqual(['sass/several-ways']);
});

describe('a value comes through', () => {
  test('shared memory, from another thread', () => {
    const through = `STS [R2], R0
      BAR.SYNC.DEFER_BLOCKING 0x0
      LOP3.LUT R5, R0, 0x3f, RZ, 0x3c, !PT
      LEA R6, R5, UR4, 0x2
      LDS R4, [R6]`;
    expect(places(through, 64)).toEqual(lanes((lane) => lane ^ 63, 64));
  });

  test('a barrier that counts threads', () => {
    const half = `ISETP.GT.AND P0, PT, R0, 0x1f, PT
      @P0 BRA \`(.L_1)
      STS [R2], R0
      BAR.ARV 0x1, 0x40
      MOV R4, R0
      BRA \`(.L_2)
      .L_1:
      BAR.SYNC 0x1, 0x40
      LDS R4, [R2+-0x80]
      .L_2:`;
    expect(places(half, 64)).toEqual([...lanes((lane) => lane), ...lanes((lane) => lane)]);
  });

  test.each(table`
    POPC | 24
    AND  | 0
    OR   | 1
  `)('a reduction at a barrier: %s', (how, wanted) => {
    const reduced = `ISETP.GT.AND P0, PT, R0, 0x27, PT
      BAR.RED.${how}.DEFER_BLOCKING 0x0, P0
      B2R.RESULT R4, P1`;
    expect(new Set(places(reduced, 64))).toEqual(new Set([Number(wanted)]));
  });

  test.each(table`
    SHFL.IDX PT, R4, R0, 0x5, 0x1f               | 5
    SHFL.BFLY PT, R4, R0, 0x3, 0x1f              | 3
    SHFL.DOWN PT, R4, R0, 0x9, 0x1f              | 9
    REDUX.MAX.S32 UR6, R0 \n MOV R4, UR6          | 31
    MATCH.ANY R5, R0 \n POPC R4, R5               | 1
    VOTE.ANY R5, PT, PT \n POPC R4, R5            | 32
    ELECT P0, R5, PT \n SEL R4, R0, 0x7, P0       | 0
  `)('lanes: the first has %s', (text, first) => {
    expect(places(text)[0]).toBe(Number(first));
  });

  test.each(table`
    ADD  | 6  | 41
    EXCH | 6  | 6
    MIN  | 6  | 6
    INC  | 6  | 0
    DEC  | 6  | 6
    XOR  | 6  | 37
    OR   | 6  | 39
    AND  | 6  | 2
  `)('an atomic of 35: %s', (how, operand, after) => {
    const text = `MOV R5, 0x23
      STS [R2], R5
      MOV R6, 0x${operand}
      ATOMS.${how} R7, [R2], R6
      LDS R4, [R2]
      IADD3 R4, R4, R7, -R5`;
    expect(new Set(places(text))).toEqual(new Set([Number(after)]));
  });

  test('floats, and the division of integers that is made of them', () => {
    // 100 / (lane + 3), as ptxas divides.
    const divides = `IADD3 R8, R0, 0x3, RZ
      I2F.U32.RP R4, R8
      MUFU.RCP R4, R4
      IADD3 R6, R4, 0xffffffe, RZ
      F2I.FTZ.U32.TRUNC.NTZ R7, R6
      MOV R6, RZ
      IADD3 R9, RZ, -R7, RZ
      IMAD R9, R9, R8, RZ
      IMAD.HI.U32 R7, R7, R9, R6
      MOV R10, 0x64
      IMAD.HI.U32 R4, R7, R10, RZ
      IADD3 R5, -R4, RZ, RZ
      IMAD R5, R8, R5, R10
      ISETP.GE.U32.AND P0, PT, R5, R8, PT
      @P0 IADD3 R5, R5, -R8, RZ
      @P0 IADD3 R4, R4, 0x1, RZ
      ISETP.GE.U32.AND P1, PT, R5, R8, PT
      @P1 IADD3 R4, R4, 0x1, RZ`;
    expect(places(divides)).toEqual(lanes((lane) => Math.floor(100 / (lane + 3))));
  });
});

describe('a report says how its figures compare with counters', () => {
  const of = (text: string, machine = 'sm_90') => {
    const store = `${ptxBase(4)} st.shared.u32 [%r1], %r0; ld.shared.u32 %r3, [%r1]; ret;`;
    const sass = listing(`${base(2)}\n${text}\nEXIT`);
    const { execution } = run(kernel([], store, shared(128)), [], { sass, machine });
    return {
      ...execution.kernel.sass,
      notes: execution.diagnostics
        .map(({ code }) => code)
        .filter((code) => code.startsWith('sass')),
    };
  };

  test.each(table`
    STS [R2], R0                                | stores                    | true
    STS [R2], R0 \n LDS R4, [R2]                | loads and stores          | false
    STS [R2], R0 \n ATOMS.ADD R4, [R2], R0      | loads, stores and atomics | false
  `)('%s: kernels with %s', (text, accesses, isExact) => {
    const { notes, isComplete, evidence, ...summary } = of(text);
    expect([isComplete, evidence?.accesses]).toEqual([true, accesses]);
    expect(summary.isExact).toBe(isExact === 'true');
    expect(notes).toEqual(isExact === 'true' ? [] : ['sass/deviation']);
  });

  test('of chips of which no counters are known it says that', () => {
    const { notes, evidence, isExact } = of('STS [R2], R0', 'sm_100');
    expect([notes, evidence, isExact]).toEqual([['sass/not-measured'], undefined, false]);
  });
});

test('a listing without the kernel is refused', () => {
  const { codes } = run(kernel([], `${ptxBase(4)} ret;`, shared(64)), [], {
    sass: listing('EXIT').replace('.text.k', '.text.other'),
  });
  expect(codes).toContain('sass/no-function');
});
