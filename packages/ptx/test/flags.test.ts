/** Flags that warps release and acquire order what they do to shared memory; without them, or with others, it is a race. */
import { expect, test } from 'vitest';
import { kernel, run } from './harness.ts';

/** Warp 0 stores a word per lane and raises a flag; warp 1 waits for a flag and loads the words. */
const body = (raise: string, wait: string, flag = 's+128'): string => `  mov.u32 %r0, %tid.x;
  mov.u32 %r2, s;
  and.b32 %r3, %r0, 31;
  mad.lo.u32 %r1, %r3, 4, %r2;
  mov.u32 %r6, 1;
  setp.ne.u32 %p2, %r0, 0;
  mov.u32 %r7, 0;
  @!%p2 st.shared.u32 [s+128], %r7;
  @!%p2 st.shared.u32 [s+132], %r7;
  bar.sync 0;
  setp.gt.u32 %p1, %r0, 31;
  @%p1 bra READ;
  st.shared.u32 [%r1], %r0;
  bar.warp.sync -1;
  @%p2 bra DONE;
  ${raise} [s+128], %r6;
  bra DONE;
READ:
  ${wait} %r5, [${flag}];
  setp.eq.u32 %p3, %r5, 0;
  @%p3 bra READ;
  ld.shared.u32 %r4, [%r1];
DONE:
  ret;`;
const SHARED = '.shared .align 16 .b8 s[256];';
const hazards = (text: string): readonly string[] =>
  run(kernel([], text, SHARED), [], { block: [64, 1, 1] }).execution.hazards.map(
    ({ code }) => code,
  );

test.each([
  ['red.release.cta.shared.or.b32', 'ld.acquire.cta.shared.u32'],
  ['st.release.cta.shared.u32', 'ld.acquire.cta.shared.u32'],
  ['red.release.gpu.shared.add.u32', 'ld.acquire.cta.shared.u32'],
])('%s and %s order the words before and after', (raise, wait) => {
  expect(hazards(body(raise, wait))).toEqual([]);
});

test('a flag that is not released, or not acquired, orders nothing', () => {
  const race = ['hazard/lds-race'];
  const others = [
    body('red.relaxed.cta.shared.or.b32', 'ld.acquire.cta.shared.u32'),
    body('red.release.cta.shared.or.b32', 'ld.relaxed.cta.shared.u32'),
  ];
  for (const text of others) expect([...new Set(hazards(text))]).toEqual(race);
});

test('another flag orders nothing', () => {
  // The other one is raised without release.
  const text = body('red.release.cta.shared.or.b32', 'ld.acquire.cta.shared.u32', 's+132').replace(
    '  bra DONE;\nREAD',
    '  red.relaxed.cta.shared.or.b32 [s+132], %r6;\n  bra DONE;\nREAD',
  );
  expect([...new Set(hazards(text))]).toEqual(['hazard/lds-race']);
});
