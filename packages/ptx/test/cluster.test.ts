/** Blocks of a cluster: their numbers, distributed shared memory, barriers, and copies to all of them. */
import { describe, expect, test } from 'vitest';
import type { KernelArgument } from '@ldscope/core';
import { clusterOf } from '../src/run/cluster.ts';
import { encodeTensorMap } from '../src/state/tensor-map.ts';
import { kernel, run, tensorMap, words } from './harness.ts';
import { textsIn } from '../../../test/texts.ts';

const quiet = (codes: readonly string[]): string[] =>
  codes.filter((code) => code !== 'ptx/not-counted');
const textOf = textsIn(new URL('cluster.ptx', import.meta.url));

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
});

describe('distributed shared memory', () => {
  test('a block sums what the others of its cluster hold', () => {
    const out = new Int32Array(8 * 32);
    const text = kernel(['out'], textOf('sums of a cluster'));
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
    const map = tensorMap({ type: 3, sizes: [64, 8], strides: [4, 256], box: [32, 1] });
    const argument: KernelArgument = {
      kind: 'value',
      bytes: encodeTensorMap(map),
      pointers: [{ offset: 0, name: 'tensor', data: new Uint8Array(tensor.buffer) }],
    };
    const out = new Int32Array(4 * 32);
    const text = kernel(['map', 'out'], textOf('a box to all blocks of a mask')).replace(
      '.param .u64 map',
      '.param .align 64 .b8 map[128]',
    );
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

  const required = nothing.replace('\n{', '\n.explicitcluster\n.reqnctapercluster 2, 1, 1\n{');
  test.each([
    ['do not divide the grid', nothing, 3, 2, ['launch/cluster']],
    ['have more blocks than a cluster has', nothing, 32, 32, ['launch/cluster']],
    ['are those that the kernel requires', required, 4, undefined, []],
    ['differ from what the kernel requires', required, 4, 4, ['launch/other-cluster']],
    [
      'do not divide the grid, as the kernel requires them',
      required,
      1,
      undefined,
      ['launch/cluster'],
    ],
  ] as const)('that %s', (_, text, blocks, cluster, codes) => {
    const shape = cluster === undefined ? {} : { cluster: [cluster, 1, 1] as const };
    expect(run(text, [], { grid: [blocks, 1, 1], ...shape }).codes).toEqual(codes);
  });
});
