/** A block with more accesses than are recorded: the report says so, and calls nothing exact or counted that is not. */
import { expect, test } from 'vitest';
import { kernel, run } from './harness.ts';

const body = (rounds: number): string => `  mov.u32 %r0, %tid.x;
  mov.u32 %r2, s;
  mad.lo.u32 %r1, %r0, 4, %r2;
  mov.u32 %r5, ${rounds};
  st.shared.f32 [%r1], %f0;
LOOP:
  ld.shared.f32 %f1, [%r1];
  sub.u32 %r5, %r5, 1;
  setp.ne.u32 %p1, %r5, 0;
  @%p1 bra LOOP;
  ret;`;
const SHARED = '.shared .align 16 .b8 s[4096];';

test('what is not recorded any more is not counted, and said', () => {
  const block = [1024, 1, 1] as const;
  // 32 warps: a store each, and so many loads.
  const { codes, execution, traces } = run(kernel([], body(2 ** 15), SHARED), [], { block });
  expect(traces.map(({ count }) => count)).toEqual([2 ** 20]);
  expect(codes).toContain('ptx/too-many-accesses');
  expect(execution.kernel.ldsInstructions).toEqual({
    instructions: 2,
    counted: 1,
    missing: [{ reason: 'of ld.shared.f32', instructions: 1 }],
  });
});

test('as many as there is room for are counted', () => {
  const block = [1024, 1, 1] as const;
  const { codes, execution } = run(kernel([], body(2 ** 15 - 1), SHARED), [], { block });
  expect(codes).not.toContain('ptx/too-many-accesses');
  expect(execution.kernel.ldsInstructions).toMatchObject({ instructions: 2, counted: 2 });
});
