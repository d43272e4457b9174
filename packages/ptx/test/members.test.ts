/** Lanes that exchange within groups, which `match` gives each its members of. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { kernel, run, words } from './harness.ts';
import { forAll } from '../../../test/for-all.ts';

const text = kernel(
  ['p0', 'p1', 'p2', 'p3', 'p4'],
  `${words(['p0', 'p1', 'p2', 'p3', 'p4'])}
  ld.global.u32 %r1, [%rd0];
  ld.global.u32 %r2, [%rd1];
  match.any.sync.b32 %r3, %r1, -1;
  redux.sync.add.s32 %r4, %r2, %r3;
  st.global.u32 [%rd2], %r4;
  and.b32 %r5, %r2, 1;
  setp.ne.u32 %p1, %r5, 0;
  vote.sync.ballot.b32 %r6, %p1, %r3;
  st.global.u32 [%rd3], %r6;
  vote.sync.all.pred %p2, %p1, %r3;
  elect.sync %r7|%p3, %r3;
  selp.u32 %r8, 100, 0, %p2;
  add.u32 %r7, %r7, %r8;
  st.global.u32 [%rd4], %r7;
  redux.sync.max.u32 %r3, %r2, %r3;
  ret;`,
);

test('redux, vote and elect are of the lanes with the same members', () => {
  const lanes = (most: number): fc.Arbitrary<number[]> =>
    fc.array(fc.nat(most), { minLength: 32, maxLength: 32 });
  forAll([lanes(5), lanes(1000)], 60, (labels, values) => {
    const results = [0, 1, 2].map(() => new Uint32Array(32));
    const { codes } = run(text, [Uint32Array.from(labels), Uint32Array.from(values), ...results]);
    expect(codes).toEqual([]);
    for (const [lane, label] of labels.entries()) {
      const group = [...labels.keys()].filter((other) => labels[other] === label);
      const of = (list: readonly number[]): number =>
        list.reduce((sum, other) => sum + (values[other] ?? 0), 0);
      const odd = group.filter((other) => (values[other] ?? 0) % 2 === 1);
      const ballot = odd.reduce((bits, other) => bits | (1 << other), 0) >>> 0;
      const leader = Math.min(...group);
      expect(results.map((list) => list[lane])).toEqual([
        of(group),
        ballot,
        leader + (odd.length === group.length ? 100 : 0),
      ]);
    }
  });
});

/** Lanes store on one of two ways, some later than others, and load what the first and the last of their members stored. */
const meeting = kernel(
  ['p0', 'p1', 'p2', 'p3'],
  `${words(['p0', 'p1', 'p2', 'p3'])}
  .shared .align 4 .b32 s[32];
  ld.global.u32 %r1, [%rd0];
  ld.global.u32 %r2, [%rd1];
  match.any.sync.b32 %r3, %r1, -1;
  mov.u32 %r5, s;
  mad.lo.u32 %r6, %r0, 4, %r5;
  bfind.u32 %r7, %r3;
  mad.lo.u32 %r7, %r7, 4, %r5;
  brev.b32 %r8, %r3;
  clz.b32 %r8, %r8;
  mad.lo.u32 %r8, %r8, 4, %r5;
  and.b32 %r10, %r2, 1;
  setp.eq.u32 %p1, %r10, 0;
  mov.u32 %r11, 0;
  @%p1 bra EVEN;
LATER:
  add.u32 %r11, %r11, 1;
  setp.lt.u32 %p2, %r11, %r2;
  @%p2 bra LATER;
  st.shared.u32 [%r6], %r11;
  bar.warp.sync %r3;
  ld.shared.u32 %r12, [%r7];
  ld.shared.u32 %r13, [%r8];
  bra DONE;
EVEN:
  st.shared.u32 [%r6], %r2;
  bar.warp.sync %r3;
  ld.shared.u32 %r12, [%r7];
  ld.shared.u32 %r13, [%r8];
DONE:
  st.global.u32 [%rd2], %r12;
  st.global.u32 [%rd3], %r13;
  ret;`,
);

test('barriers of the warp are of the lanes with the same members', () => {
  const lanes = (most: number): fc.Arbitrary<number[]> =>
    fc.array(fc.integer({ min: 1, max: most }), { minLength: 32, maxLength: 32 });
  forAll([lanes(6), lanes(20)], 60, (labels, values) => {
    const results = [0, 1].map(() => new Uint32Array(32));
    const given = [Uint32Array.from(labels), Uint32Array.from(values)];
    expect(run(meeting, [...given, ...results]).codes).toEqual([]);
    const last = labels.map((label) => values[labels.lastIndexOf(label)]);
    const first = labels.map((label) => values[labels.indexOf(label)]);
    expect(results.map((list) => [...list])).toEqual([last, first]);
  });
});
