/** Small kernels, each for one thing that execution does. */
import { describe, expect, test } from 'vitest';
import { kernel, run, words } from './harness.ts';

const iota = (n: number): Int32Array => Int32Array.from({ length: n }, (_, i) => i);

describe('the way of lanes', () => {
  test('a loop with a count per lane ends for each, and they meet behind it', () => {
    const out = new Int32Array(64);
    const text = kernel(
      ['out'],
      `${words(['out'], 8)}
  mov.u32 %r1, 0;
$loop:
  setp.ge.u32 %p1, %r1, %r0;
  @%p1 bra $done;
  add.u32 %r1, %r1, 1;
  bra $loop;
$done:
  activemask.b32 %r2;
  st.global.v2.u32 [%rd0], {%r1, %r2};
  ret;`,
    );
    expect(run(text, [out]).codes).toEqual([]);
    expect([...out].filter((_, i) => i % 2 === 0)).toEqual([...iota(32)]);
    expect([...out].filter((_, i) => i % 2 === 1)).toEqual(Array.from({ length: 32 }, () => -1));
  });

  test('lanes that continue a loop early meet the others of their round', () => {
    const out = new Int32Array(32);
    const text = kernel(
      ['out'],
      `${words(['out'])}
  mov.u32 %r1, 0;
  mov.u32 %r3, 0;
$loop:
  add.u32 %r1, %r1, 1;
  and.b32 %r2, %r0, 1;
  setp.eq.u32 %p1, %r2, 0;
  @%p1 bra $latch;
  add.u32 %r3, %r3, 100;
$latch:
  activemask.b32 %r4;
  popc.b32 %r5, %r4;
  add.u32 %r3, %r3, %r5;
  setp.lt.u32 %p2, %r1, 4;
  @%p2 bra $loop;
  st.global.u32 [%rd0], %r3;
  ret;`,
    );
    expect(run(text, [out]).codes).toEqual([]);
    expect([...out]).toEqual(Array.from({ length: 32 }, (_, i) => 128 + (i % 2) * 400));
  });

  test('a lock that one lane holds while the others of its warp spin is passed on', () => {
    const [lock, sum] = [new Int32Array(1), new Int32Array(1)];
    const text = kernel(
      ['lock', 'sum'],
      `  ld.param.u64 %rd0, [lock];
  ld.param.u64 %rd1, [sum];
$try:
  atom.global.cas.b32 %r1, [%rd0], 0, 1;
  setp.ne.s32 %p1, %r1, 0;
  @%p1 bra $try;
  ld.global.u32 %r2, [%rd1];
  add.u32 %r2, %r2, 1;
  st.global.u32 [%rd1], %r2;
  atom.global.exch.b32 %r3, [%rd0], 0;
  ret;`,
    );
    expect(run(text, [lock, sum], { block: [64, 1, 1] }).codes).toEqual([]);
    expect([...sum]).toEqual([64]);
  });

  test('a table of branches sends each lane its way', () => {
    const out = new Int32Array(32);
    const text = kernel(
      ['out'],
      `${words(['out'])}
  rem.u32 %r1, %r0, 3;
$table: .branchtargets $a, $b, $c;
  brx.idx %r1, $table;
$a:
  mov.u32 %r2, 10;
  bra $end;
$b:
  mov.u32 %r2, 20;
  bra $end;
$c:
  mov.u32 %r2, 30;
$end:
  activemask.b32 %r3;
  setp.eq.s32 %p1, %r3, -1;
  @%p1 st.global.u32 [%rd0], %r2;
  ret;`,
    );
    expect(run(text, [out]).codes).toEqual([]);
    expect([...out]).toEqual(Array.from({ length: 32 }, (_, i) => 10 * ((i % 3) + 1)));
  });

  test('functions call themselves, each lane as deep as it wants', () => {
    const out = new Int32Array(32);
    const factorial = `.func (.param .b32 result) factorial (.param .b32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<5>;
  ld.param.u32 %r1, [n];
  mov.u32 %r4, 1;
  setp.le.u32 %p1, %r1, 1;
  @%p1 bra $end;
  sub.u32 %r2, %r1, 1;
  {
    .param .b32 given;
    .param .b32 back;
    st.param.b32 [given+0], %r2;
    call.uni (back), factorial, (given);
    ld.param.b32 %r3, [back+0];
  }
  mul.lo.u32 %r4, %r3, %r1;
$end:
  st.param.b32 [result+0], %r4;
  ret;
}`;
    const text = kernel(
      ['out'],
      `${words(['out'])}
  rem.u32 %r1, %r0, 10;
  {
    .param .b32 given;
    .param .b32 back;
    st.param.b32 [given+0], %r1;
    call.uni (back), factorial, (given);
    ld.param.b32 %r2, [back+0];
  }
  st.global.u32 [%rd0], %r2;
  ret;`,
      factorial,
    );
    expect(run(text, [out]).codes).toEqual([]);
    const of = (n: number): number => (n < 2 ? 1 : n * of(n - 1));
    expect([...out]).toEqual(Array.from({ length: 32 }, (_, i) => of(i % 10)));
  });
});

describe('barriers', () => {
  const shared = '.shared .align 4 .b8 tile[1024];';

  test('what one warp stores another reads behind a barrier', () => {
    const out = new Int32Array(128);
    const text = kernel(
      ['out'],
      `${shared}
${words(['out'])}
  mov.u32 %r1, tile;
  shl.b32 %r2, %r0, 2;
  add.u32 %r3, %r1, %r2;
  st.shared.u32 [%r3], %r0;
  bar.sync 0;
  sub.u32 %r4, 127, %r0;
  shl.b32 %r4, %r4, 2;
  add.u32 %r4, %r4, %r1;
  ld.shared.u32 %r5, [%r4];
  st.global.u32 [%rd0], %r5;
  ret;`,
    );
    const { codes, execution, traces } = run(text, [out], { block: [128, 1, 1] });
    expect(codes).toEqual([]);
    expect(execution.hazards).toEqual([]);
    expect([...out]).toEqual([...iota(128)].toReversed());
    expect(traces.map(({ count }) => count)).toEqual([8]);
    const racy = run(text.replace('bar.sync 0;', ''), [out], { block: [128, 1, 1] });
    expect(racy.execution.hazards.map(({ code }) => code)).toEqual(['hazard/lds-race']);
  });

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

  test('a reduction gives every thread the count', () => {
    const out = new Int32Array(96);
    const text = kernel(
      ['out'],
      `${words(['out'])}
  and.b32 %r1, %r0, 3;
  setp.eq.u32 %p1, %r1, 0;
  bar.red.popc.u32 %r2, 0, %p1;
  st.global.u32 [%rd0], %r2;
  ret;`,
    );
    expect(run(text, [out], { block: [96, 1, 1] }).codes).toEqual([]);
    expect(new Set(out)).toEqual(new Set([24]));
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

  test('constants hold what the module says, with addresses of others', () => {
    const out = new Int32Array(32);
    const before = `.const .align 4 .b8 table[8] = {1, 0, 0, 0, 2, 0, 0, 0};
.global .align 8 .u64 pointer = generic(table)+4;`;
    const text = kernel(
      ['out'],
      `${words(['out'])}
  ld.const.u32 %r1, [table];
  ld.global.u64 %rd2, [pointer];
  ld.u32 %r2, [%rd2];
  mad.lo.u32 %r3, %r2, 10, %r1;
  st.global.u32 [%rd0], %r3;
  ret;`,
      before,
    );
    expect(run(text, [out]).codes).toEqual([]);
    expect(new Set(out)).toEqual(new Set([21]));
  });

  test('a copy that nothing waits for is a hazard', () => {
    const data = iota(128);
    const out = new Int32Array(32);
    const body = (wait: string): string =>
      kernel(
        ['data', 'out'],
        `  .shared .align 16 .b8 tile[512];
${words(['data', 'out'])}
  ld.param.u64 %rd2, [data];
  mul.wide.u32 %rd3, %r0, 16;
  add.u64 %rd4, %rd2, %rd3;
  mov.u32 %r1, tile;
  shl.b32 %r2, %r0, 4;
  add.u32 %r3, %r1, %r2;
  cp.async.cg.shared.global [%r3], [%rd4], 16;
  cp.async.commit_group;
  ${wait}
  bar.sync 0;
  ld.shared.u32 %r4, [%r3+4];
  st.global.u32 [%rd1], %r4;
  ret;`,
      );
    const waited = run(body('cp.async.wait_group 0;'), [data, out]);
    expect(waited.execution.hazards).toEqual([]);
    expect([...out]).toEqual(Array.from({ length: 32 }, (_, i) => 4 * i + 1));
    const racy = run(body(''), [data, out]);
    expect(racy.execution.hazards.map(({ code }) => code)).toEqual([
      'hazard/unfinished-async-copy',
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

  test('a loop without end is stopped', () => {
    const endless = kernel([], '$l:\n  bra $l;');
    expect(run(endless, [], { maxSteps: 10_000 }).codes).toEqual(['execute/too-many-steps']);
  });
});
