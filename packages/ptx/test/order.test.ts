/**
 * Hazards among warps and the units that copy and multiply for them: a pipeline that is right has none, and each wait or fence that is
 * taken out of it is found.
 */
import { describe, expect, test } from 'vitest';
import type { KernelArgument } from '@ldscope/core';
import { parsePtx } from '../src/index.ts';
import { needsOrder } from '../src/run/needs-order.ts';
import { kernel, run } from './harness.ts';
import { rows } from '../../../test/rows.ts';
import { textsIn } from '../../../test/texts.ts';

const ROUNDS = 5;
const STAGE_BYTES = 2304;
const pipeline = textsIn(new URL('order.ptx', import.meta.url))('pipeline');

const ONE = 0x3c00;
/** Warnings of other tests. */
const LET: ReadonlySet<string> = new Set(['ptx/not-counted', 'hazard/wgmma-in-flight']);

function hazardsOf(
  text: string,
  args: readonly (ArrayBufferView | number | KernelArgument)[],
  threads: number,
): string[] {
  const { execution, codes } = run(text, args, { block: [threads, 1, 1] });
  expect(codes.filter((code) => !LET.has(code))).toEqual([]);
  return execution.hazards.map(({ code }) => code);
}

const pipelineHazards = (text: string): string[] =>
  hazardsOf(
    text,
    [new Uint16Array((ROUNDS * STAGE_BYTES) / 2).fill(ONE), new Float32Array(512)],
    160,
  );

/** The pipeline with one thing taken out or changed. */
const without = (what: string | RegExp, instead = ''): string => {
  const text = pipeline.replace(what, instead);
  expect(text).not.toBe(pipeline);
  return text;
};

describe('a pipeline of copies and products', () => {
  test('that waits for everything is right and has no hazards', () => {
    const data = new Uint16Array((ROUNDS * STAGE_BYTES) / 2).fill(ONE);
    const out = new Float32Array(512);
    expect(hazardsOf(pipeline, [data, out], 160)).toEqual([]);
    expect(new Set(out)).toEqual(new Set([16 * ROUNDS]));
  });

  const [read, copy] = ['hazard/unfinished-async-read', 'hazard/unfinished-async-copy'];
  test.each(rows`
    a consumer that does not wait reads unfinished copies | @!%p2 bra $full;                      |                                 | ${copy}
    a producer that does not wait overwrites what is read | @!%p2 bra $empty;                     |                                 | ${read} ${copy}
    a stage is passed on before its product is done       | wgmma.wait_group.sync.aligned 0;       |                                 | ${read}
    one group is left in flight                           | wait_group.sync.aligned 0              | wait_group.sync.aligned 1       | ${read}
    an arrival releases nothing                           | arrive.shared::cta.b64 _, [%r7+8]      | arrive.relaxed.cta.shared::cta.b64 _, [%r7+8] | ${read} ${copy}
  `)('%s', (_, what = '', instead, hazards) => {
    expect(pipelineHazards(without(what, instead)).join(' ')).toBe(hazards);
  });
});

describe('registers of products', () => {
  const result = (text: string) =>
    run(text, [new Uint16Array((ROUNDS * STAGE_BYTES) / 2), new Float32Array(512)], {
      block: [160, 1, 1],
    });
  const codes = (text: string): readonly string[] => result(text).codes;
  const commit = '  wgmma.commit_group.sync.aligned;\n';

  test.each(rows`
    not touched                         | ;                                         |
    read                                | add.u32 %r20, %r10, 1;                    | reads an accumulator
    read where it is stored             | st.global.b32 [%rd1], %r10;               | reads an accumulator
    read as an address                  | st.shared.b32 [%r10], %r3;                | reads an accumulator
    written                             | add.u32 %r10, %r3, 1;                     | writes a register
    read and written                    | add.u32 %r10, %r10, 1;                    | reads an accumulator
    set to what is known, and then read | mov.b32 %r10, %r3; add.u32 %r20, %r10, 1; |
  `)('an accumulator is %s before its group is done', (_, statements, found) => {
    const { diagnostics } = result(without(commit, `${commit}  ${statements}\n`)).execution;
    const messages = diagnostics.flatMap(({ code, message }) =>
      code === 'hazard/wgmma-in-flight' ? [message] : [],
    );
    expect(messages.map((one) => /(?:reads|writes) an? \w+/.exec(one)?.[0]).join()).toBe(found);
  });

  test('a copy of one is as unfinished', () => {
    const copied = `${commit}  mov.b32 %r13, %r10;\n`;
    expect(codes(without(commit, copied))).not.toContain('hazard/wgmma-in-flight');
    expect(codes(without(commit, `${copied}  add.u32 %r20, %r13, 1;\n`))).toContain(
      'hazard/wgmma-in-flight',
    );
  });

  test('registers that were written behind the last fence', () => {
    expect(codes(without('  wgmma.fence.sync.aligned;\n'))).toEqual(['hazard/missing-wgmma-fence']);
  });
});

/** What `needs-order.ts` says: barriers of the whole block are counted, all else takes clocks. */
test.each(rows`
  no clocks | bar.sync 0;
  clocks    | bar.sync 1;
  clocks    | bar.sync %r1;
  clocks    | bar.sync 0, 64;
  no clocks | bar.red.popc.u32 %r1, 0, %p1;
  clocks    | bar.red.popc.u32 %r1, 1, %p1;
  clocks    | bar.red.popc.u32 %r1, 0, 64, %p1;
  no clocks | bar.warp.sync -1;
  clocks    | barrier.cluster.arrive;
  no clocks | membar.cta; ld.volatile.global.u32 %r1, [%rd1];
  no clocks | ld.volatile.shared.u32 %r1, [%r2];
  clocks    | membar.cta; ld.volatile.shared.u32 %r1, [%r2];
  clocks    | membar.cta; ld.volatile.u32 %r1, [%rd1];
  clocks    | ld.acquire.cta.shared.u32 %r1, [%r2];
  clocks    | red.release.cluster.global.add.u32 [%rd1], 1;
  no clocks | red.release.gpu.global.add.u32 [%rd1], 1;
  no clocks | cp.async.ca.shared.global [%r1], [%rd1], 16;
  clocks    | cp.async.bulk.commit_group;
  clocks    | mapa.shared::cluster.u32 %r1, %r2, 0;
  clocks    | mbarrier.inval.shared.b64 [%r1];
`)('%s: %s', (needs, statements) => {
  const { module } = parsePtx(kernel([], `  ${statements}\n  ret;`));
  expect(needsOrder(module, new Set([0]))).toBe(needs === 'clocks');
});

/**
 * Warps 0 and 1 read what warp 2 overwrites, which knows of warp 0 alone, and reads; then warp 3 overwrites it, which knows of warp
 * 2 alone. Only the first write races: what comes behind it comes behind the race.
 */
test.each(['', 'volatile.'])(
  'a %sread races with the next write, not with the one after',
  (how) => {
    const text = kernel(
      [],
      `  mov.u32 %r0, %tid.x;
  shr.u32 %r1, %r0, 5;
  setp.eq.u32 %p0, %r1, 0; setp.eq.u32 %p1, %r1, 1; setp.eq.u32 %p2, %r1, 2;
  and.b32 %r2, %r0, 31; shl.b32 %r2, %r2, 2; mov.u32 %r3, tile; add.u32 %r2, %r2, %r3;
  @%p0 st.shared.u32 [%r2], %r0;
  bar.sync 0;
  @%p0 bra $first;
  @%p1 bra $second;
  @%p2 bra $third;
  bar.sync 2, 64; st.shared.u32 [%r2], %r0; ret;
$first:
  ld.shared.u32 %r4, [%r2]; bar.sync 1, 64; ret;
$second:
  ld.${how}shared.u32 %r4, [%r2]; ret;
$third:
  bar.sync 1, 64; st.shared.u32 [%r2], %r0; ld.shared.u32 %r4, [%r2]; bar.sync 2, 64; ret;`,
      '.shared .align 4 .b8 tile[128];',
    );
    expect(hazardsOf(text, [], 128)).toEqual(['hazard/lds-race']);
  },
);
