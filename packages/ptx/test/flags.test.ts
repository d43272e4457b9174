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

/** The same with fences: `;`-separated instructions before the flag is raised and after it was seen. */
const fenced = (before: string, raise: string, wait: string, after: string): string =>
  body(raise, wait)
    .replace(`  ${raise} [`, `  ${before}\n  ${raise} [`)
    .replace('@%p3 bra READ;', `@%p3 bra READ;\n  ${after}`);

test.each([
  ['fence.acq_rel.cta;', 'st.relaxed.cta.shared.u32', 'ld.relaxed.cta.shared.u32'],
  ['fence.sc.cta;', 'st.relaxed.gpu.shared.u32', 'ld.relaxed.gpu.shared.u32'],
  ['membar.cta;', 'st.volatile.shared.u32', 'ld.volatile.shared.u32'],
  ['membar.gl;', 'st.volatile.shared.u32', 'ld.volatile.shared.u32'],
  ['fence.acq_rel.gpu;', 'red.shared.add.u32', 'ld.volatile.shared.u32'],
  ['fence.acq_rel.cta;', 'red.relaxed.cta.shared.add.u32', 'ld.relaxed.cta.shared.u32'],
])('%s before %s, and behind %s, orders as release and acquire do', (fence, raise, wait) => {
  expect(hazards(fenced(fence, raise, wait, fence))).toEqual([]);
  // One of both is not enough, and the words race, not the flag.
  expect(hazards(fenced('', raise, wait, fence))).toEqual(['hazard/lds-race']);
  expect(hazards(fenced(fence, raise, wait, ''))).toEqual(['hazard/lds-race']);
});

test('a fence meets an acquire, and a release a fence', () => {
  const fence = 'fence.acq_rel.cta;';
  expect(
    hazards(fenced(fence, 'st.relaxed.cta.shared.u32', 'ld.acquire.cta.shared.u32', '')),
  ).toEqual([]);
  expect(
    hazards(fenced('', 'st.release.cta.shared.u32', 'ld.relaxed.cta.shared.u32', fence)),
  ).toEqual([]);
});

test.each(['fence.proxy.async;', 'fence.mbarrier_init.release.cluster;'])(
  '%s orders nothing of it',
  (fence) => {
    const text = fenced(fence, 'st.volatile.shared.u32', 'ld.volatile.shared.u32', fence);
    expect(new Set(hazards(text))).toEqual(new Set(['hazard/lds-race']));
  },
);

test('weak accesses to a flag race, whatever is fenced', () => {
  const fence = 'fence.acq_rel.cta;';
  const weakStore = fenced(fence, 'st.shared.u32', 'ld.relaxed.cta.shared.u32', fence);
  const weakLoad = fenced(fence, 'st.relaxed.cta.shared.u32', 'ld.shared.u32', fence);
  for (const text of [weakStore, weakLoad])
    expect(new Set(hazards(text))).toEqual(new Set(['hazard/lds-race']));
});

test('a fence before the words were stored releases nothing of them', () => {
  const text = fenced('', 'st.relaxed.cta.shared.u32', 'ld.acquire.cta.shared.u32', '').replace(
    '  st.shared.u32 [%r1], %r0;',
    '  fence.acq_rel.cta;\n  st.shared.u32 [%r1], %r0;',
  );
  expect(hazards(text)).toEqual(['hazard/lds-race']);
});

test('a strong store that nothing was fenced before ends what was released by another', () => {
  // Warp 0 releases the flag; warp 1 sees it and stores it without a release; warp 2 acquires what warp 1 stored.
  const text = `  mov.u32 %r0, %tid.x;
  mov.u32 %r2, s;
  and.b32 %r3, %r0, 31;
  mad.lo.u32 %r1, %r3, 4, %r2;
  mov.u32 %r7, 0;
  setp.ne.u32 %p2, %r0, 0;
  @!%p2 st.shared.u32 [s+128], %r7;
  bar.sync 0;
  shr.u32 %r4, %r0, 5;
  setp.eq.u32 %p1, %r4, 1;
  @%p1 bra PASS;
  setp.eq.u32 %p1, %r4, 2;
  @%p1 bra LAST;
  st.shared.u32 [%r1], %r0;
  st.release.cta.shared.u32 [s+128], 1;
  ret;
PASS:
  ld.relaxed.cta.shared.u32 %r5, [s+128];
  setp.ne.u32 %p3, %r5, 1;
  @%p3 bra PASS;
  FENCE
  st.relaxed.cta.shared.u32 [s+128], 2;
  ret;
LAST:
  ld.acquire.cta.shared.u32 %r5, [s+128];
  setp.ne.u32 %p3, %r5, 2;
  @%p3 bra LAST;
  ld.shared.u32 %r6, [%r1];
  ret;`;
  const of = (fence: string): readonly string[] =>
    run(kernel([], text.replace('FENCE', fence), SHARED), [], {
      block: [96, 1, 1],
    }).execution.hazards.map(({ code }) => code);
  expect(of('')).toEqual(['hazard/lds-race']);
  // A fence of the warp between passes on what it has seen: order is transitive.
  expect(of('fence.acq_rel.cta;')).toEqual([]);
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
