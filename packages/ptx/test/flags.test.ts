/** Flags that warps release and acquire order what they do to shared memory; without them, or with others, it is a race. */
import { expect, test } from 'vitest';
import { kernel, run } from './harness.ts';
import { rows } from '../../../test/rows.ts';
import { textsIn } from '../../../test/texts.ts';

const textOf = textsIn(new URL('flags.ptx', import.meta.url));

/** What is found where names of the text are replaced; nothing stands for those that are not given. */
function hazardsOf(text: string, given: Readonly<Record<string, string>>, threads: number): string {
  const whole = text.replaceAll(
    /\b(?:EARLY|BEFORE|RAISE|OTHER|WAIT|FLAG|AFTER|BETWEEN)\b/g,
    (name) => given[name] ?? '',
  );
  const shared = '.shared .align 16 .b8 s[256];';
  const { execution } = run(kernel([], whole, shared), [], { block: [threads, 1, 1] });
  return execution.hazards.map(({ code }) => code).join(' ');
}

const RACE = 'hazard/lds-race';
/** Instructions on a flag, at both sides. */
const ST = 'st.relaxed.cta.shared.u32';
const LD = 'ld.relaxed.cta.shared.u32';
const RELEASE = 'red.release.cta.shared.or.b32';
const ACQUIRE = 'ld.acquire.cta.shared.u32';
const FENCE = 'fence.acq_rel.cta;';

// Before the flag is raised, what raises it, what waits for it, and behind the wait. Where one of two fences is not enough,
// the words race, not the flag.
test.each(rows`
  release and acquire order                 |                                      | ${RELEASE}                     | ${ACQUIRE}                |                                      |
  a store releases as well                  |                                      | st.release.cta.shared.u32      | ${ACQUIRE}                |                                      |
  a release for the whole GPU               |                                      | red.release.gpu.shared.add.u32 | ${ACQUIRE}                |                                      |
  nothing is released                       |                                      | red.relaxed.cta.shared.or.b32  | ${ACQUIRE}                |                                      | ${RACE}
  nothing is acquired                       |                                      | ${RELEASE}                     | ${LD}                     |                                      | ${RACE}
  fences at both sides                      | ${FENCE}                             | ${ST}                          | ${LD}                     | ${FENCE}                             |
  fences at both sides, of an atomic        | ${FENCE}                             | red.relaxed.cta.shared.add.u32 | ${LD}                     | ${FENCE}                             |
  fences of sequential consistency          | fence.sc.cta;                        | st.relaxed.gpu.shared.u32      | ld.relaxed.gpu.shared.u32 | fence.sc.cta;                        |
  membar around volatile accesses           | membar.cta;                          | st.volatile.shared.u32         | ld.volatile.shared.u32    | membar.cta;                          |
  membar of the GPU                         | membar.gl;                           | st.volatile.shared.u32         | ld.volatile.shared.u32    | membar.gl;                           |
  fences of the GPU                         | fence.acq_rel.gpu;                   | red.shared.add.u32             | ld.volatile.shared.u32    | fence.acq_rel.gpu;                   |
  a fence meets an acquire                  | ${FENCE}                             | ${ST}                          | ${ACQUIRE}                |                                      |
  a release meets a fence                   |                                      | st.release.cta.shared.u32      | ${LD}                     | ${FENCE}                             |
  no fence before                           |                                      | ${ST}                          | ${LD}                     | ${FENCE}                             | ${RACE}
  no fence behind                           | ${FENCE}                             | ${ST}                          | ${LD}                     |                                      | ${RACE}
  no fence before an atomic                 |                                      | red.relaxed.cta.shared.add.u32 | ${LD}                     | ${FENCE}                             | ${RACE}
  no fence behind an atomic                 | ${FENCE}                             | red.relaxed.cta.shared.add.u32 | ${LD}                     |                                      | ${RACE}
  no fence of sequential consistency before |                                      | st.relaxed.gpu.shared.u32      | ld.relaxed.gpu.shared.u32 | fence.sc.cta;                        | ${RACE}
  no fence of sequential consistency behind | fence.sc.cta;                        | st.relaxed.gpu.shared.u32      | ld.relaxed.gpu.shared.u32 |                                      | ${RACE}
  no membar before                          |                                      | st.volatile.shared.u32         | ld.volatile.shared.u32    | membar.cta;                          | ${RACE}
  no membar behind                          | membar.cta;                          | st.volatile.shared.u32         | ld.volatile.shared.u32    |                                      | ${RACE}
  no membar of the GPU before               |                                      | st.volatile.shared.u32         | ld.volatile.shared.u32    | membar.gl;                           | ${RACE}
  no membar of the GPU behind               | membar.gl;                           | st.volatile.shared.u32         | ld.volatile.shared.u32    |                                      | ${RACE}
  no fence of the GPU before                |                                      | red.shared.add.u32             | ld.volatile.shared.u32    | fence.acq_rel.gpu;                   | ${RACE}
  no fence of the GPU behind                | fence.acq_rel.gpu;                   | red.shared.add.u32             | ld.volatile.shared.u32    |                                      | ${RACE}
  a fence of the async proxy                | fence.proxy.async;                   | st.volatile.shared.u32         | ld.volatile.shared.u32    | fence.proxy.async;                   | ${RACE} ${RACE}
  a fence of mbarriers                      | fence.mbarrier_init.release.cluster; | st.volatile.shared.u32         | ld.volatile.shared.u32    | fence.mbarrier_init.release.cluster; | ${RACE} ${RACE}
  a weak store to the flag                  | ${FENCE}                             | st.shared.u32                  | ${LD}                     | ${FENCE}                             | ${RACE} ${RACE} ${RACE}
  a weak load of the flag                   | ${FENCE}                             | ${ST}                          | ld.shared.u32             | ${FENCE}                             | ${RACE} ${RACE} ${RACE}
`)('%s', (_, before = '', raise = '', wait = '', after = '', hazards) => {
  const given = { BEFORE: before, RAISE: raise, WAIT: wait, AFTER: after, FLAG: 's+128' };
  expect(hazardsOf(textOf('one flag'), given, 64)).toBe(hazards);
});

test('a fence before the words were stored releases nothing of them', () => {
  const given = { EARLY: FENCE, RAISE: ST, WAIT: ACQUIRE, FLAG: 's+128' };
  expect(hazardsOf(textOf('one flag'), given, 64)).toBe(RACE);
});

test('another flag orders nothing', () => {
  const other = 'red.relaxed.cta.shared.or.b32 [s+132], %r6;';
  const given = { RAISE: RELEASE, OTHER: other, WAIT: ACQUIRE, FLAG: 's+132' };
  expect(hazardsOf(textOf('one flag'), given, 64)).toBe(RACE);
});

test('a strong store that nothing was fenced before ends what was released by another', () => {
  expect(hazardsOf(textOf('a flag passed on'), {}, 96)).toBe(RACE);
  // A fence of the warp between passes on what it has seen: order is transitive.
  expect(hazardsOf(textOf('a flag passed on'), { BETWEEN: FENCE }, 96)).toBe('');
});
