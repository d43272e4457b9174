/** Blocks of a cluster: their numbers, distributed shared memory, barriers, and copies to all of them. */
import { describe, expect, test } from 'vitest';
import type { KernelArgument } from '@ldscope/core';
import { clusterOf } from '../src/run/cluster.ts';
import { encodeTensorMap } from '../src/state/tensor-map.ts';
import { kernel, run, words } from './harness.ts';

const quiet = (codes: readonly string[]): string[] =>
  codes.filter((code) => code !== 'ptx/not-counted');
const sync = `  barrier.cluster.arrive.release.aligned;
  barrier.cluster.wait.acquire.aligned;`;
/** A place of 64-bit words for each thread of the grid. */
const own = `  mov.u32 %r0, %tid.x;
  mov.u32 %r50, %ctaid.x;
  mov.u32 %r51, %ntid.x;
  mad.lo.u32 %r52, %r50, %r51, %r0;`;

describe('numbers', () => {
  test('clusters tile the grid, ranks count x first', () => {
    expect(clusterOf([4, 4, 1], [2, 2, 1], 6)).toEqual({ rank: 2, numbers: [2, 3, 6, 7] });
    expect(clusterOf([8, 1, 1], [1, 1, 1], 5)).toEqual({ rank: 0, numbers: [5] });
    const seen = new Set<number>();
    for (let number = 0; number < 24; number++) {
      const { rank, numbers } = clusterOf([4, 2, 3], [2, 1, 3], number);
      expect(numbers[rank]).toBe(number);
      for (const one of numbers) seen.add(one);
    }
    expect(seen.size).toBe(24);
  });

  test('special registers say where a block is', () => {
    const out = new Int32Array(8 * 8);
    const names = [
      'clusterid.x',
      'clusterid.y',
      'nclusterid.x',
      'cluster_ctaid.x',
      'cluster_ctaid.y',
      'cluster_nctaid.y',
      'cluster_ctarank',
      'cluster_nctarank',
    ];
    const text = kernel(
      ['out'],
      `  ld.param.u64 %rd0, [out];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ctaid.y;
  mov.u32 %r3, %nctaid.x;
  mad.lo.u32 %r4, %r2, %r3, %r1;
  mad.wide.u32 %rd1, %r4, 32, %rd0;
${names.map((name, i) => `  mov.u32 %r10, %${name};\n  st.global.u32 [%rd1+${4 * i}], %r10;`).join('\n')}
  ret;`,
    );
    const { codes, traces } = run(text, [out], {
      block: [1, 1, 1],
      grid: [4, 2, 1],
      cluster: [2, 2, 1],
    });
    expect(codes).toEqual([]);
    expect(traces).toHaveLength(8);
    // Block (3, 1): cluster (1, 0), at (1, 1) in it.
    expect([...out.subarray(7 * 8)]).toEqual([1, 0, 2, 1, 1, 2, 3, 4]);
    expect([...out.subarray(4 * 8, 5 * 8)]).toEqual([0, 0, 2, 0, 1, 2, 2, 4]);
  });
});

describe('distributed shared memory', () => {
  test('a block sums what the others of its cluster hold', () => {
    const out = new Int32Array(8 * 32);
    const text = kernel(
      ['out'],
      `  .shared .align 16 .b8 part[128];
${own}
  ld.param.u64 %rd0, [out];
  mov.u32 %r1, part;
  shl.b32 %r2, %r0, 2;
  add.u32 %r1, %r1, %r2;
  st.shared.u32 [%r1], %r52;
${sync}
  mov.u32 %r3, 0;
  mov.u32 %r4, 0;
$next:
  mapa.shared::cluster.u32 %r5, %r1, %r4;
  ld.shared::cluster.u32 %r6, [%r5];
  add.u32 %r3, %r3, %r6;
  add.u32 %r4, %r4, 1;
  setp.lt.u32 %p1, %r4, 4;
  @%p1 bra $next;
  getctarank.shared::cluster.u32 %r7, %r5;
  mad.lo.u32 %r3, %r7, 100000, %r3;
${sync}
  mad.wide.u32 %rd1, %r52, 4, %rd0;
  st.global.u32 [%rd1], %r3;
  ret;`,
    );
    const { codes, traces, execution } = run(text, [out], {
      block: [32, 1, 1],
      grid: [8, 1, 1],
      cluster: [4, 1, 1],
    });
    expect(quiet(codes)).toEqual([]);
    // Conflicts in the banks of other blocks, and races with them, are not known.
    expect(execution.kernel.ldsInstructions).toMatchObject({
      instructions: 2,
      counted: 1,
      missing: [{ reason: "of another block's shared memory", instructions: 1 }],
    });
    const said = execution.diagnostics.map(({ code }) => code);
    expect(said).toEqual(expect.arrayContaining(['ptx/remote-access', 'ptx/remote-order']));
    expect(traces).toHaveLength(8);
    for (let block = 0; block < 8; block++) {
      for (let lane = 0; lane < 32; lane++) {
        const first = block < 4 ? 0 : 4;
        const sum = [0, 1, 2, 3].reduce((all, rank) => all + (first + rank) * 32 + lane, 0);
        expect(out[32 * block + lane]).toBe(300000 + sum);
      }
    }
  });

  test('atomics and generic addresses reach the first block', () => {
    const out = new Int32Array(2);
    const text = kernel(
      ['out'],
      `  .shared .align 16 .b8 sum[16];
${own}
  ld.param.u64 %rd0, [out];
  mov.u32 %r1, sum;
  mov.u32 %r9, 0;
  setp.eq.u32 %p1, %r0, 0;
  @%p1 st.shared.u32 [%r1], 0;
${sync}
  cvta.shared.u64 %rd2, %rd9;
  mov.u64 %rd3, sum;
  cvta.shared.u64 %rd3, %rd3;
  mapa.u64 %rd4, %rd3, 0;
  atom.add.u32 %r3, [%rd4], 1;
  mapa.shared::cluster.u32 %r5, %r1, %r9;
  red.shared::cluster.add.u32 [%r5], 2;
${sync}
  setp.eq.u32 %p2, %r52, 0;
  ld.shared.u32 %r6, [%r1];
  @%p2 st.global.u32 [%rd0], %r6;
  ret;`,
    );
    expect(
      quiet(run(text, [out], { block: [32, 1, 1], grid: [2, 1, 1], cluster: [2, 1, 1] }).codes),
    ).toEqual([]);
    expect(out[0]).toBe(3 * 64);
  });

  test('a block arrives at the barrier of another', () => {
    const out = new Int32Array(64);
    const text = kernel(
      ['out'],
      `  .shared .align 8 .b64 bar;
  .shared .align 4 .b8 value[4];
${own}
  ld.param.u64 %rd0, [out];
  mov.u32 %r1, bar;
  mov.u32 %r2, value;
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared::cta.b64 [%r1], 1;
${sync}
  mov.u32 %r3, %cluster_ctarank;
  setp.eq.u32 %p2, %r3, 0;
  @%p2 bra $wait;
  @!%p1 bra $end;
  mapa.shared::cluster.u32 %r4, %r2, 0;
  mapa.shared::cluster.u32 %r5, %r1, 0;
  st.shared::cluster.u32 [%r4], 1234;
  mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5];
  bra $end;
$wait:
  mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p3, [%r1], 0;
  @!%p3 bra $wait;
  ld.shared.u32 %r6, [%r2];
  mad.wide.u32 %rd1, %r52, 4, %rd0;
  st.global.u32 [%rd1], %r6;
$end:
${sync}
  ret;`,
    );
    expect(
      quiet(run(text, [out], { block: [32, 1, 1], grid: [2, 1, 1], cluster: [2, 1, 1] }).codes),
    ).toEqual([]);
    expect([...out]).toEqual(Array.from({ length: 64 }, (_, i) => (i < 32 ? 1234 : 0)));
  });

  test('asynchronous stores and reductions bring bytes to the neighbour', () => {
    const out = new Int32Array(128);
    const text = kernel(
      ['out'],
      `  .shared .align 8 .b64 bar;
  .shared .align 16 .b8 value[256];
${words(['out'], 8)}
  mov.u32 %r1, bar;
  mov.u32 %r2, value;
  mov.u32 %r3, %cluster_ctarank;
  mad.lo.u32 %r2, %r0, 8, %r2;
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared::cta.b64 [%r1], 1;
  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 384;
${sync}
  xor.b32 %r4, %r3, 1;
  mapa.shared::cluster.u32 %r5, %r2, %r4;
  mapa.shared::cluster.u32 %r6, %r1, %r4;
  add.u32 %r7, %r3, 10;
  st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%r5], {%r7, %r0}, [%r6];
  red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r5], 5, [%r6];
$wait:
  mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r1], 0;
  @!%p3 bra $wait;
  ld.shared.v2.u32 {%r8, %r9}, [%r2];
  mul.lo.u32 %r10, %r3, 256;
  cvt.u64.u32 %rd5, %r10;
  add.u64 %rd0, %rd0, %rd5;
  st.global.v2.u32 [%rd0], {%r8, %r9};
${sync}
  ret;`,
    );
    expect(
      quiet(run(text, [out], { block: [32, 1, 1], grid: [2, 1, 1], cluster: [2, 1, 1] }).codes),
    ).toEqual([]);
    for (let lane = 0; lane < 32; lane++) {
      expect([out[2 * lane], out[2 * lane + 1]]).toEqual([16, lane]);
      expect([out[64 + 2 * lane], out[64 + 2 * lane + 1]]).toEqual([15, lane]);
    }
  });

  // Each thread stores to a byte of its own block, and loads what another one stored: of its warp (1), of the other warp (33).
  test.each([
    ['st', 32, 1, true, []],
    ['st', 64, 33, true, []],
    ['red', 64, 33, true, []],
    ['st', 32, 1, false, ['hazard/unfinished-async-copy']],
    ['st', 64, 32, false, ['hazard/lds-race', 'hazard/unfinished-async-copy']],
    ['red', 64, 33, false, ['hazard/lds-race']],
  ] as const)('%s.async of %i threads, loaded by thread ^ %i behind the phase: %s', (...row) => {
    const [operation, threads, other, waits, expected] = row;
    const suffix = operation === 'st' ? 'u32 [%r5], %r0' : 'add.u32 [%r5], 1';
    const text = kernel(
      ['out'],
      `  .shared .align 8 .b64 bar;
  .shared .align 16 .b8 value[256];
${words(['out'], 4)}
  mov.u32 %r1, bar;
  mov.u32 %r2, value;
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared::cta.b64 [%r1], 1;
  mad.lo.u32 %r3, %r0, 4, %r2;
  st.shared.u32 [%r3], 7;
  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], ${4 * threads};
  bar.sync 0;
  mapa.shared::cluster.u32 %r5, %r3, 0;
  mapa.shared::cluster.u32 %r6, %r1, 0;
  ${operation}.async${operation === 'st' ? '' : '.relaxed.cluster'}.shared::cluster.mbarrier::complete_tx::bytes.${suffix}, [%r6];
$wait:
${waits ? '  mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r1], 0;\n  @!%p3 bra $wait;' : ''}
  xor.b32 %r7, %r0, ${other};
  mad.lo.u32 %r8, %r7, 4, %r2;
  ld.shared.u32 %r9, [%r8];
  st.global.u32 [%rd0], %r9;
  ret;`,
    );
    const { codes, execution } = run(text, [new Int32Array(threads)], { block: [threads, 1, 1] });
    expect(quiet(codes)).toEqual([]);
    expect([...new Set(execution.hazards.map(({ code }) => code))].sort()).toEqual(expected);
  });

  test('one copy brings a box to all blocks of a mask', () => {
    const tensor = Int32Array.from({ length: 64 * 8 }, (_, i) => i);
    const map = {
      address: 0,
      type: 3,
      sizes: [64, 8],
      strides: [4, 256],
      box: [32, 1],
      elementStrides: [1, 1],
      swizzle: 0,
      interleave: 0,
      fill: 'zero' as const,
    };
    const argument: KernelArgument = {
      kind: 'value',
      bytes: encodeTensorMap(map),
      pointers: [{ offset: 0, name: 'tensor', data: new Uint8Array(tensor.buffer) }],
    };
    const out = new Int32Array(4 * 32);
    const text = kernel(
      ['map', 'out'],
      `  .shared .align 8 .b64 bar;
  .shared .align 128 .b8 tile[128];
${own}
  ld.param.u64 %rd0, [out];
  mov.b64 %rd2, map;
  mov.u32 %r1, bar;
  mov.u32 %r2, tile;
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared::cta.b64 [%r1], 1;
  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 128;
  mov.u16 %h1, 13;
${sync}
  mov.u32 %r3, %cluster_ctarank;
  setp.eq.and.u32 %p2, %r3, 0, %p1;
  @%p2 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r2], [%rd2, {16, 3}], [%r1], %h1;
  setp.eq.u32 %p3, %r3, 1;
  @%p3 bra $end;
$wait:
  mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r1], 0;
  @!%p3 bra $wait;
  shl.b32 %r4, %r0, 2;
  add.u32 %r4, %r4, %r2;
  ld.shared.u32 %r5, [%r4];
  mad.wide.u32 %rd1, %r52, 4, %rd0;
  st.global.u32 [%rd1], %r5;
$end:
${sync}
  ret;`,
    ).replace('.param .u64 map', '.param .align 64 .b8 map[128]');
    expect(
      quiet(
        run(text, [argument, out], { block: [32, 1, 1], grid: [4, 1, 1], cluster: [4, 1, 1] })
          .codes,
      ),
    ).toEqual([]);
    for (let rank = 0; rank < 4; rank++)
      expect(out[32 * rank + 5]).toBe(rank === 1 ? 0 : 3 * 64 + 16 + 5);
  });
});

describe('clusters that cannot be', () => {
  const nothing = kernel([], '  ret;');

  test('a grid that clusters do not divide, and more blocks than a cluster has', () => {
    expect(run(nothing, [], { grid: [3, 1, 1], cluster: [2, 1, 1] }).codes).toEqual([
      'launch/cluster',
    ]);
    expect(run(nothing, [], { grid: [32, 1, 1], cluster: [32, 1, 1] }).codes).toEqual([
      'launch/cluster',
    ]);
  });

  test('one that differs from what the kernel requires', () => {
    const text = nothing.replace('\n{', '\n.explicitcluster\n.reqnctapercluster 2, 1, 1\n{');
    expect(run(text, [], { grid: [4, 1, 1] }).codes).toEqual([]);
    expect(run(text, [], { grid: [4, 1, 1], cluster: [4, 1, 1] }).codes).toEqual([
      'launch/other-cluster',
    ]);
    expect(run(text, []).codes).toEqual(['launch/cluster']);
  });

  test('a thread that waits for others that never arrive', () => {
    const text = kernel(
      [],
      `  mov.u32 %r0, %cluster_ctarank;
  setp.eq.u32 %p1, %r0, 0;
  @%p1 barrier.cluster.arrive;
  @%p1 barrier.cluster.wait;
  bar.sync 1, 64;
  ret;`,
    );
    expect(run(text, [], { grid: [2, 1, 1], cluster: [2, 1, 1] }).codes).toEqual(['ptx/deadlock']);
  });

  test('an address of a block that is not there', () => {
    const text = kernel(
      [],
      `  .shared .align 4 .b8 tile[4];
  mov.u32 %r1, tile;
  mapa.shared::cluster.u32 %r2, %r1, 5;
  ld.shared::cluster.u32 %r3, [%r2];
  ret;`,
    );
    expect(run(text, [], { grid: [2, 1, 1], cluster: [2, 1, 1] }).codes).toContain(
      'ptx/shared-out-of-range',
    );
  });
});
