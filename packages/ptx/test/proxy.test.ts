/**
 * Stores that a unit reads through the async proxy: random orders of stores, fences, barriers and copies of two warps against paths
 * in a graph. A store is fenced when a fence of the async proxy is on a path from it to the copy: of the warp that stores, or of one
 * behind it. Patterns of libraries, right and wrong, are beside them. Source: PTX ISA 9.0, 8.11 (proxy-preserved causality), 9.7.13.4.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kernel, run } from './harness.ts';
import { rows } from '../../../test/rows.ts';
import { forAll } from '../../../test/for-all.ts';

const MISSING = 'hazard/missing-proxy-fence';

const stores = {
  plain: 'st.shared.u32 [%r4], %r0;',
  vector: 'st.shared.v4.u32 [%r5], {%r0, %r0, %r0, %r0};',
  atomic: 'red.shared.add.u32 [%r4], %r0;',
  copy: 'cp.async.ca.shared.global [%r4], [%rd0], 4; cp.async.wait_all;',
};
/** By text: whether it is for shared memory. */
const fences = {
  'fence.proxy.async;': true,
  'fence.proxy.async.shared::cta;': true,
  'fence.proxy.async.shared::cluster;': true,
  'fence.proxy.async.global;': false,
  'fence.acq_rel.cta;': false,
  'fence.mbarrier_init.release.cluster;': false,
};
const copies = {
  range: 'cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r6], 128;',
  sum: 'cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd0], [%r6], 128;',
};

type Op =
  | { readonly kind: 'store'; readonly warp: number; readonly as: keyof typeof stores }
  | { readonly kind: 'fence'; readonly warp: number; readonly as: keyof typeof fences }
  | {
      readonly kind: 'copy';
      readonly warp: number;
      readonly as: keyof typeof copies;
      readonly of: number;
    }
  | { readonly kind: 'bar' };

const keys = <T extends object>(of: T) => fc.constantFrom(...(Object.keys(of) as (keyof T)[]));
const warp = fc.integer({ min: 0, max: 1 });
const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ kind: fc.constant('store' as const), warp, as: keys(stores) }),
  fc.record({ kind: fc.constant('fence' as const), warp, as: keys(fences) }),
  fc.record({ kind: fc.constant('copy' as const), warp, as: keys(copies), of: fc.nat(7) }),
  fc.constant({ kind: 'bar' as const }),
);

/** Each store has 512 bytes of its own; a copy is of those of an earlier store. */
function storeOf(ops: readonly Op[], at: number): number | undefined {
  const one = ops[at];
  if (one?.kind !== 'copy') return undefined;
  const before = ops.flatMap(({ kind }, place) => (kind === 'store' && place < at ? [place] : []));
  return before[one.of % Math.max(before.length, 1)];
}

const textOf = (ops: readonly Op[]): string => {
  const lines = ops.map((one, at) => {
    if (one.kind === 'bar') return '  bar.sync 0;';
    const place = (one.kind === 'copy' ? storeOf(ops, at) : at) ?? at;
    const base = `add.u32 %r6, %r1, ${512 * place}; add.u32 %r4, %r6, %r3; mad.lo.u32 %r5, %r3, 4, %r6;`;
    const what =
      one.kind === 'copy' ? copies[one.as] : one.kind === 'store' ? stores[one.as] : one.as;
    const who = one.kind === 'copy' ? 2 + one.warp : one.warp;
    return `  ${base} @!%p${who} bra L${at}; ${what}\nL${at}:`;
  });
  return kernel(
    ['data'],
    `  .shared .align 128 .b8 tile[8192];
  ld.param.u64 %rd0, [data];
  mov.u32 %r0, %tid.x; mov.u32 %r1, tile;
  and.b32 %r2, %r0, 31; shl.b32 %r3, %r2, 2;
  setp.lt.u32 %p0, %r0, 32; setp.ge.u32 %p1, %r0, 32;
  setp.eq.u32 %p2, %r0, 0; setp.eq.u32 %p3, %r0, 32;
${lines.join('\n')}
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group 0;
  ret;`,
  );
};

/** Copies that a store comes before, with no fence on any path. */
function expectedOf(ops: readonly Op[]): Set<number> {
  const isBefore = (one: number, other: number): boolean => {
    const [first, second] = [ops[one], ops[other]];
    if (first === undefined || second === undefined || one >= other) return false;
    if (first.kind === 'bar' || second.kind === 'bar' || first.warp === second.warp) return true;
    return ops.some(({ kind }, at) => kind === 'bar' && at > one && at < other);
  };
  const found = new Set<number>();
  for (const at of ops.keys()) {
    const store = storeOf(ops, at);
    if (store === undefined || !isBefore(store, at)) continue;
    const isFenced = ops.some(
      (one, fence) =>
        one.kind === 'fence' && fences[one.as] && isBefore(store, fence) && isBefore(fence, at),
    );
    if (!isFenced) found.add(at);
  }
  return found;
}

test('stores are fenced where a fence is on a path to the copy', () => {
  forAll([fc.array(op, { minLength: 2, maxLength: 12 })], 300, (ops) => {
    const text = textOf(ops);
    const first = text.split('\n').findIndex((line) => line.includes('%p3, %r0, 32;')) + 2;
    const lines = text.split('\n');
    const { execution } = run(text, [new Uint8Array(4096)], { block: [64, 1, 1] });
    const found = new Set(
      execution.hazards
        .filter(({ code }) => code === MISSING)
        .map(({ location }) => {
          const before = lines.slice(first - 1, (location?.line ?? 0) - 1);
          return before.filter((line) => !/^L\d+:/.test(line)).length;
        }),
    );
    expect(found).toEqual(expectedOf(ops));
  });
});

describe('patterns of libraries', () => {
  /** 128 threads store a tile; then `%p0` is one thread, `%p1` the first warp. */
  const hazards = (body: string): string[] => {
    const text = kernel(
      ['data'],
      `  .shared .align 1024 .b8 tile[4096];
  .shared .align 8 .b64 bar;
  ld.param.u64 %rd0, [data];
  mov.u32 %r0, %tid.x; mov.u32 %r1, tile; mov.u32 %r2, bar;
  shl.b32 %r3, %r0, 2; add.u32 %r4, %r1, %r3;
  setp.eq.u32 %p0, %r0, 0; setp.lt.u32 %p1, %r0, 32;
  mov.b32 %r10, 0; mov.b32 %r11, 0; mov.b32 %r12, 0; mov.b32 %r13, 0;
  shr.u32 %r9, %r1, 4; cvt.u64.u32 %rd2, %r9;
  add.u64 %rd3, %rd2, 0x${((8n << 32n) | (64n << 16n)).toString(16)};
  add.u64 %rd4, %rd2, 0x${((8n << 32n) | (8n << 16n) | 128n).toString(16)};
${body}
  ret;`,
    ).replace('sm_90', 'sm_90a');
    return run(text, [new Uint8Array(4096)], { block: [128, 1, 1] }).execution.hazards.map(
      ({ code }) => code,
    );
  };
  const fence = 'fence.proxy.async.shared::cta;';
  const store = 'st.shared.u32 [%r4], %r0;';
  /** All of what `wgmma` reads. */
  const fill = [0, 512, 1024, 1536, 2048].map((at) => `st.shared.u32 [%r4+${at}], %r0;`).join(' ');
  const out = `@%p0 cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r1], 512;
  cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;`;
  const product = `wgmma.fence.sync.aligned;
  wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r10, %r11, %r12, %r13}, %rd3, %rd4, 1, 1, 1, 0, 0;
  wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;`;
  const init = `@%p0 mbarrier.init.shared::cta.b64 [%r2], 128; fence.mbarrier_init.release.cluster; bar.sync 0;`;
  const pass = `mbarrier.arrive.shared::cta.b64 _, [%r2];
W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], 0; @!%p2 bra W;`;

  test.each(rows`
    an epilogue                        | ${store} ${fence} bar.sync 0; ${out}
    an epilogue with a named barrier   | ${store} ${fence} bar.sync 1, 128; ${out}
    a fence of all spaces              | ${store} fence.proxy.async; bar.sync 0; ${out}
    the thread that copies fences      | ${store} bar.sync 0; @%p0 ${fence} ${out}
    an mbarrier between                | ${init} ${store} ${fence} ${pass} ${out}
    two stages in one buffer           | ${store} ${fence} bar.sync 0; ${out} bar.sync 0; ${store} ${fence} bar.sync 0; ${out}
    one thread stores and copies       | @%p0 st.shared.v4.u32 [%r1], {%r0, %r0, %r0, %r0}; ${fence} ${out}
    one warp stores, fences and copies | @%p1 ${store} ${fence} bar.warp.sync -1; ${out}
    stores that a product reads        | ${fill} ${fence} bar.sync 0; ${product}
    an accumulator that goes back      | ${fill} ${fence} bar.sync 0; ${product} bar.sync 0; ${store} ${fence} bar.sync 0; ${out}
  `)('%s: right', (_, body) => {
    expect(hazards(body)).toEqual([]);
  });

  test.each(rows`
    no fence                                           | ${store} bar.sync 0; ${out}
    a fence before the stores                          | ${fence} ${store} bar.sync 0; ${out}
    a fence of one warp of four                        | ${store} @!%p1 bra N; ${fence}\nN: bar.sync 0; ${out}
    a fence of global memory                           | ${store} fence.proxy.async.global; bar.sync 0; ${out}
    a fence of memory                                  | ${store} fence.acq_rel.cta; bar.sync 0; ${out}
    an mbarrier alone                                  | ${init} ${store} ${pass} ${out}
    a second stage without                             | ${store} ${fence} bar.sync 0; ${out} bar.sync 0; ${store} bar.sync 0; ${out}
    the fence of another warp than the one that copies | ${store} bar.sync 0; @%p1 bra N; ${fence}\nN: ${out}
    a product without                                  | ${fill} bar.sync 0; ${product}
    a product behind a fence of one warp               | ${fill} bar.sync 0; @!%p1 bra N; ${fence}\nN: ${product}
  `)('%s: wrong', (_, body) => {
    expect(hazards(body)).toContain(MISSING);
  });
});
