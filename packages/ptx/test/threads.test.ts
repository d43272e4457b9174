/** Launches whose blocks are spread over threads beside launches of one thread: the same results, bit for bit. */
import {
  type AccessTrace,
  copyTrace,
  type Execution,
  type Extent,
  type KernelArgument,
  machineNamed,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { executePtx, parsePtx } from '../src/index.ts';
import { kernel } from './harness.ts';
import { bodyOf, HEAD, MEET, piece, remoteLine } from './random-kernels.ts';
import { leastCases } from '../../../test/cases.ts';
import { forAll } from '../../../test/for-all.ts';
import { helpersOf } from '../../../test/ranges.ts';
import { rows } from '../../../test/rows.ts';

const RUNS = Number(process.env['THREADS_RUNS'] ?? 25);
const machine = machineNamed('sm_90');

interface Shape {
  readonly grid: Extent;
  readonly block?: Extent;
  readonly cluster?: Extent;
}

interface Launched {
  readonly execution: Execution;
  readonly memory: readonly Uint8Array[];
  readonly traces: readonly unknown[];
  readonly given: number;
}

function launch(text: string, shape: Shape, threads: number, accessesOnly: boolean): Launched {
  const { grid, block = [64, 1, 1], cluster } = shape;
  const { module } = parsePtx(text);
  const fresh = (): Uint8Array[] =>
    [1, 5].map((seed) => Uint8Array.from({ length: 2 ** 12 }, (_, i) => (i * 37 * seed) & 3));
  const optionsOver = (memory: readonly Uint8Array[], traces: unknown[]) => ({
    machine,
    arguments: memory.map((data): KernelArgument => ({ kind: 'buffer', data })),
    maxSteps: 20_000,
    launch: { grid, block, cluster, scalars: new Map() },
    accessesOnly,
    onWorkgroup: (trace: AccessTrace) => {
      const { site, sites, ...rest } = copyTrace(trace);
      traces.push({ ...rest, sites: [...site].map((one) => sites[one]?.id) });
    },
  });
  const helpers = helpersOf(threads, (range) => {
    const counts: unknown[] = [];
    let state: unknown;
    const options = optionsOver(fresh(), counts);
    executePtx(module, text, { ...options, range, onLeft: (left) => (state = left) });
    return state === undefined ? undefined : { state, counts };
  });
  const memory = fresh();
  const traces: unknown[] = [];
  const execution = executePtx(module, text, {
    ...optionsOver(memory, traces),
    helpers: threads === 1 ? undefined : helpers,
    onCounted: (counts) => traces.push(...(counts as unknown[])),
  });
  return { execution, memory, traces, given: helpers.given() };
}

/** True where others executed something. */
function expectSame(text: string, shape: Shape, accessesOnly: boolean): boolean {
  const { given: _, ...one } = launch(text, shape, 1, accessesOnly);
  const shares = [2, 3, 5].map((threads) => {
    const { given, ...spread } = launch(text, shape, threads, accessesOnly);
    // A launch that has to be executed again has no results.
    if (one.execution.isMissed !== true) expect(spread).toEqual(one);
    else expect(spread.execution.isMissed).toBe(true);
    return given;
  });
  return shares.every((given) => given > 0);
}

describe.each([false, true])('threads, for accesses alone: %s', (isSliced) => {
  it('execute random kernels as one does', () => {
    let covered = 0;
    forAll([fc.array(piece, { minLength: 3, maxLength: 14 })], RUNS, (pieces) => {
      const text = kernel(['p0', 'p1'], bodyOf(pieces));
      if (expectSame(text, { grid: [7, 3, 1] }, isSliced)) covered++;
    });
    expect(covered).toBeGreaterThan(leastCases(RUNS / 4));
  });

  it.each([[[2, 1, 1]], [[1, 3, 1]], [[2, 3, 1]]] as const)('execute clusters of %j', (cluster) => {
    let covered = 0;
    const remote = fc.oneof(
      { weight: 3, arbitrary: piece },
      { weight: 3, arbitrary: remoteLine },
      { weight: 1, arbitrary: fc.constant(MEET) },
    );
    const begin = 'mov.u32 %r8, %cluster_ctarank; mov.u32 %r9, %clusterid.x;';
    forAll([fc.array(remote, { minLength: 2, maxLength: 8 })], Math.ceil(RUNS / 3), (pieces) => {
      const text = kernel(['p0', 'p1'], bodyOf([begin, ...pieces, MEET]));
      const shape: Shape = { grid: [4, 9, 1], block: [32, 1, 1], cluster };
      if (expectSame(text, shape, isSliced)) covered++;
    });
    expect(covered).toBeGreaterThan(leastCases(RUNS / 12));
  });
});

describe('threads', () => {
  it('do not help with pieces of the heap, whose addresses are in the order of the blocks', () => {
    const body = `${HEAD}
  mov.u64 %rd5, 40;
  {
    .param .b64 n; .param .b64 r;
    st.param.b64 [n], %rd5;
    call.uni (r), malloc, (n);
    ld.param.b64 %rd4, [r];
  }
  mad.lo.u32 %r6, %r2, 64, %r1;
  mul.wide.u32 %rd3, %r6, 4;
  add.s64 %rd3, %rd3, %rd2;
  cvt.u32.u64 %r7, %rd4;
  st.global.u32 [%rd3], %r7;
  ret;`;
    const malloc = '.extern .func (.param .b64 r) malloc(.param .b64 n);';
    const text = kernel(['p0', 'p1'], body, malloc);
    expect(expectSame(text, { grid: [13, 1, 1] }, false)).toBe(false);
  });

  const place = 'shl.b32 %r21, %r1, 2; add.s32 %r21, %r21, %r20;';
  const last = 'setp.lt.u32 %p1, %r2, 12; @%p1 bra END;';
  const own = 'mad.lo.u32 %r6, %r2, 64, %r1; and.b32 %r6, %r6, 1023; mul.wide.u32 %rd3, %r6, 4;';

  it.each(rows`
    accesses alone                            | yes | ${place} st.shared.u32 [%r21], %r1;
    a race in every block                     | yes | st.shared.u32 [%r20], %r1; ld.shared.u32 %r6, [%r20];
    a race in the last block                  | yes | ${last} st.shared.u32 [%r20], %r1; ld.shared.u32 %r6, [%r20]; END:
    stores of a word of each thread           | yes | ${own} add.s64 %rd3, %rd3, %rd2; st.global.u32 [%rd3], %r6;
    stores of all to one word                 | yes | st.global.u32 [%rd2], %r2;
    loads of one buffer, stores to another    | yes | ${own} add.s64 %rd4, %rd3, %rd1; ld.global.u32 %r7, [%rd4]; add.s64 %rd3, %rd3, %rd2; st.global.u32 [%rd3], %r7;
    a counter of all                          | no  | atom.global.add.u32 %r6, [%rd1], 1; and.b32 %r6, %r6, 63; shl.b32 %r6, %r6, 2; add.s32 %r21, %r6, %r20; st.shared.u32 [%r21], %r1;
    a load of what the one before has stored  | no  | ld.global.u32 %r6, [%rd1]; bar.sync 0; add.u32 %r7, %r6, 1; st.global.u32 [%rd1], %r7; and.b32 %r6, %r6, 63; shl.b32 %r6, %r6, 2; add.s32 %r21, %r6, %r20; st.shared.u32 [%r21], %r1;
    a load of the last of what others store   | yes | setp.lt.u32 %p1, %r2, 12; @%p1 bra OTHERS; ld.global.u32 %r6, [%rd1]; and.b32 %r6, %r6, 63; shl.b32 %r6, %r6, 2; add.s32 %r21, %r6, %r20; st.shared.u32 [%r21], %r1; bra END; OTHERS: st.global.u32 [%rd1], %r2; END:
    a load of the last of what one stores     | yes | setp.lt.u32 %p1, %r2, 12; @%p1 bra OTHERS; ld.global.u32 %r6, [%rd1]; and.b32 %r6, %r6, 63; shl.b32 %r6, %r6, 2; add.s32 %r21, %r6, %r20; st.shared.u32 [%r21], %r1; bra END; OTHERS: setp.ne.u32 %p2, %r2, 9; @%p2 bra END; st.global.u32 [%rd1], %r2; END:
    clocks                                    | no  | mov.u32 %r6, %clock; and.b32 %r6, %r6, 60; add.s32 %r21, %r6, %r20; st.shared.u32 [%r21], %r1; st.global.u32 [%rd2], %r6;
    a store beyond the buffer, in the last    | yes | ${last} st.global.u32 [%rd2+65536], %r2; END:
    a loop without an end, in the last        | yes | ${last} AGAIN: bra AGAIN; END:
    a barrier for half of a block             | no  | setp.lt.u32 %p1, %r1, 32; @%p1 bar.sync 1, 64; bar.sync 0;
  `)('execute %s as one does, others help: %s', (_, helps, body) => {
    const text = kernel(['p0', 'p1'], `${HEAD}\n${body}\n  ret;`);
    for (const blocks of [13, 4]) {
      const all = [true, false].map((isSliced) =>
        expectSame(text, { grid: [blocks, 1, 1] }, isSliced),
      );
      if (blocks === 13) expect(all.includes(true) ? 'yes' : 'no').toBe(helps);
    }
  });
});
