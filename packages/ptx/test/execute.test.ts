/** Small kernels, each for one thing that execution does and says; those that leave a result are in cases/. */
import { describe, expect, test } from 'vitest';
import { base, listing } from './sass/listings.ts';
import { kernel, run, words } from './harness.ts';

test('a recursion without an end is reported at its call', () => {
  const text = kernel([], '  call forever;\n  ret;', '.func forever() { call forever; ret; }');
  const { execution, codes } = run(text, []);
  expect(codes).toEqual(['ptx/too-deep']);
  const [{ span } = {}] = execution.diagnostics;
  expect(text.slice(span?.start, span?.end)).toBe('call forever;');
});

describe('barriers', () => {
  test('a barrier that some threads never reach is a deadlock, threads that have ended are not waited for', () => {
    const text = (end: string): string =>
      kernel(
        [],
        `  mov.u32 %r0, %tid.x;
  setp.lt.u32 %p1, %r0, 40;
  @%p1 ${end};
  bar.sync 0;
$end:
  bar.sync 1;
  ret;`,
      );
    expect(run(text('bra $end'), [], { block: [64, 1, 1] }).codes).toEqual(['ptx/deadlock']);
    expect(run(text('exit'), [], { block: [64, 1, 1] }).codes).toEqual([]);
  });

  test('the lanes of a warp that has parted are counted as threads: measured on an H200', () => {
    const halves = `  mov.u32 %r0, %tid.x;
  setp.ge.u32 %p1, %r0, 64;
  @%p1 bra $last;
  and.b32 %r1, %r0, 16;
  setp.eq.u32 %p2, %r1, 0;
  @%p2 bra $one;
  barrier.arrive 1, 96;
  ret;
$one:
  barrier.arrive 1, 96;
  ret;
$last:
  barrier.sync 1, 96;
  ret;`;
    expect(run(kernel([], halves), [], { block: [96, 1, 1] }).codes).toEqual([]);
  });
});

describe('memory', () => {
  test('generic addresses lead to shared, local and global memory', () => {
    const out = new Int32Array(32);
    const text = kernel(
      ['out'],
      `  .shared .align 4 .b8 tile[128];
  .local .align 8 .b8 depot[16];
${words(['out'])}
  mov.u64 %rd2, tile;
  cvta.shared.u64 %rd3, %rd2;
  mul.wide.u32 %rd4, %r0, 4;
  add.u64 %rd5, %rd3, %rd4;
  mov.u64 %rd6, depot;
  cvta.local.u64 %rd7, %rd6;
  mul.lo.u32 %r1, %r0, 3;
  st.u32 [%rd5], %r0;
  st.u32 [%rd7+4], %r1;
  and.b32 %r2, %r0, 1;
  setp.eq.u32 %p1, %r2, 0;
  selp.b64 %rd8, %rd5, %rd7, %p1;
  @!%p1 add.u64 %rd8, %rd8, 4;
  ld.u32 %r3, [%rd8];
  st.u32 [%rd0], %r3;
  ret;`,
    );
    const { codes, traces } = run(text, [out]);
    expect(codes).toEqual([]);
    expect([...out]).toEqual(Array.from({ length: 32 }, (_, i) => (i % 2 === 0 ? i : 3 * i)));
    // Only the lanes that go to shared memory are in its accesses.
    expect([...(traces[0]?.activeMask ?? [])]).toEqual([0xffffffff, 0, 0x55555555, 0]);
  });

  test('accesses outside of memory are reported with thread and place', () => {
    const out = new Int32Array(4);
    const text = kernel(['out'], `${words(['out'])}\n  st.global.u32 [%rd0], %r0;\n  ret;`);
    const { codes, execution } = run(text, [out]);
    expect(codes).toEqual(['ptx/out-of-bounds']);
    expect(execution.diagnostics[0]?.message).toBe(
      'st.global.u32 touches byte 16 of argument arg0, which has 16 bytes (warp 0, lane 4)',
    );
    expect([...out]).toEqual([0, 1, 2, 3]);
  });

  test('an access that begins inside shared memory and ends outside is named by what is outside', () => {
    const text = kernel(
      [],
      `.shared .align 8 .b8 tile[2064];
  mov.u32 %r1, tile;
  mov.u64 %rd1, 1;
  st.shared.u64 [%r1+2060], %rd1;
  ret;`,
    );
    const { execution } = run(text, []);
    expect(execution.diagnostics.map(({ message }) => message)).toEqual([
      'st.shared.u64 touches address 2060, which is not a multiple of 8 (warp 0, lane 0)',
      'st.shared.u64 touches byte 2064 of shared memory, of which the block has 2064 (warp 0, lane 0)',
    ]);
  });
});

test('an access whose cost is not known is not counted, and the kernel is not called free of conflicts', () => {
  const text = kernel(
    [],
    `  .shared .align 4 .b8 tile[128];
  mov.u32 %r0, %tid.x;
  shl.b32 %r1, %r0, 2;
  mov.u32 %r2, tile;
  add.u32 %r1, %r1, %r2;
  st.shared.u32 [%r1], %r0;
  red.shared.add.f32 [%r1], 0f3F800000;
  ret;`,
  );
  const { codes, execution } = run(text, []);
  expect(codes).toEqual(['ptx/not-counted']);
  expect(execution.kernel.ldsInstructions).toEqual({
    instructions: 2,
    counted: 1,
    missing: [{ reason: 'of red.shared.add.f32', instructions: 1 }],
  });
});

describe('a launch', () => {
  const text = kernel(['out', 'n'], '  ret;');

  test('needs a value for each parameter, of its size', () => {
    expect(run(text, []).codes).toEqual(['ptx/no-arguments']);
    expect(run(text, [1, 2]).codes).toContain('emulate/argument-size');
  });

  test('needs a block, and the one that the kernel requires', () => {
    const required = text.replace('\n{', '\n.reqntid 64, 1, 1\n{');
    expect(run(required, [new Int32Array(1), 2], { block: [32, 1, 1] }).codes).toEqual([
      'launch/other-block',
    ]);
  });

  test('has the accesses of the machine code that is given', () => {
    const shared = kernel(
      [],
      '  mov.u32 %r0, %tid.x;\n  mov.u32 %r2, s;\n  mad.lo.u32 %r1, %r0, 4, %r2;\n  st.shared.u32 [%r1], %r0;\n  ret;',
      '.shared .align 4 .b8 s[128];',
    );
    const sass = listing(`${base(2)}\nSTS [R2], R4\nEXIT`);
    const { execution, traces } = run(shared, [], { sass });
    expect(execution.kernel.sass).toMatchObject({ accesses: 1, isComplete: true });
    expect(traces[0]?.sites.map(({ text: line }) => line)).toEqual(['STS [R2], R4']);
  });

  test('a loop without end is stopped', () => {
    const endless = kernel([], '$l:\n  bra $l;');
    expect(run(endless, [], { maxSteps: 10_000 }).codes).toEqual(['execute/too-many-steps']);
  });
});
