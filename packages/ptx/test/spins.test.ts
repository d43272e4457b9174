/** Loops that spin on shared memory: how often depends on timing, which a report says. */
import { describe, expect, test } from 'vitest';
import { kernel, run } from './harness.ts';

const spinning = (load: string, compare: string): string =>
  kernel(
    ['out'],
    `  .shared .align 4 .b8 flag[4];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, flag;
  setp.eq.u32 %p1, %r0, 0;
  @%p1 st.shared.u32 [%r1], 0;
  bar.sync 0;
  setp.lt.u32 %p2, %r0, 32;
  @%p2 bra $take;
  st.volatile.shared.u32 [%r1], 1;
  bra $end;
$take:
  ${load}
  ${compare}
  @%p3 bra $take;
$end:
  ret;`,
  );

const said = (text: string): readonly string[] => {
  const { execution } = run(text, [new Int32Array(64)], { block: [64, 1, 1] });
  const codes = execution.diagnostics.map(({ code }) => code).filter((code) => code === 'ptx/spin');
  // What is said is missing in the coverage as well.
  expect(execution.kernel.ldsInstructions?.missing.map(({ reason }) => reason)).toEqual(
    codes.map(() => 'of a loop that spins'),
  );
  return codes;
};

describe('loops on shared memory', () => {
  test.each([
    ['ld.volatile.shared.u32 %r2, [%r1];', 'setp.eq.s32 %p3, %r2, 0;'],
    ['ld.acquire.cta.shared.u32 %r2, [flag];', 'setp.ne.s32 %p3, %r2, 1;'],
    ['atom.shared.add.u32 %r2, [%r1], 0;', 'setp.eq.s32 %p3, %r2, 0;'],
  ])('%s spins', (load, compare) => {
    expect(said(spinning(load, compare))).toEqual(['ptx/spin']);
  });

  test.each([
    // A list whose next element the loop loads, and a counter.
    ['ld.volatile.shared.u32 %r1, [%r1];', 'setp.gt.s32 %p3, %r1, 1000000;'],
    ['ld.volatile.shared.u32 %r2, [%r1];\n  add.u32 %r3, %r3, 1;', 'setp.lt.u32 %p3, %r3, 4;'],
  ])('%s does not', (load, compare) => {
    expect(said(spinning(load, compare))).toEqual([]);
  });
});
