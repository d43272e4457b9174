/** Launches by classes of blocks beside launches of all blocks: the same accesses, as often. */
import {
  type AccessTrace,
  type Extent,
  type KernelArgument,
  machineNamed,
  type WorkgroupCounts,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { executePtx, parsePtx, readSass } from '../src/index.ts';
import { kernel } from './harness.ts';
import { leastCases } from '../../../test/cases.ts';
import { rows } from '../../../test/rows.ts';
import { forAll } from '../../../test/for-all.ts';

const RUNS = Number(process.env['CLASSES_RUNS'] ?? 25);
const machine = machineNamed('sm_90');

interface Counted {
  /** How many blocks made an access trace, by what is in it. */
  readonly traces: ReadonlyMap<string, number>;
  readonly workgroups: WorkgroupCounts;
  readonly isMissed: boolean;
  readonly summary: unknown;
}

interface GridOptions {
  readonly grid: Extent;
  readonly block?: Extent;
  readonly cluster?: Extent;
  readonly sass?: string;
}

function count(text: string, options: GridOptions, isWhole: boolean): Counted {
  const { grid, block = [64, 1, 1], cluster, sass } = options;
  const { module } = parsePtx(text);
  const data = (seed: number): KernelArgument => ({
    kind: 'buffer',
    data: Uint8Array.from({ length: 2 ** 14 }, (_, i) => (i * 37 * seed) & 3),
  });
  const traces = new Map<string, number>();
  const warps = (block[0] * block[1] * block[2]) / 32;
  const {
    workgroups,
    kernel: summary,
    isMissed = false,
  } = executePtx(module, text, {
    machine,
    arguments: [data(1), data(5)],
    maxSteps: 20_000,
    sass: sass === undefined ? undefined : readSass(sass),
    launch: { grid, block, cluster, scalars: new Map() },
    ...(isWhole
      ? {}
      : { workgroups: grid[0] * grid[1] * grid[2] - 1, accessesOnly: true, classes: true }),
    onWorkgroup: (trace, _done, _all, times = 1) => {
      const key = textOf(trace, warps);
      traces.set(key, (traces.get(key) ?? 0) + times);
    },
  });
  const { waves, executedInstructions, sass: matched } = summary;
  return {
    traces,
    workgroups,
    isMissed,
    summary: { waves, executedInstructions, sass: matched },
  };
}

/** Rows of a block, its warps counted from 0. */
function textOf(trace: AccessTrace, warps: number): string {
  const { count: rows, waveSize, addressBytes, activeMask, op, site, wave, sites } = trace;
  return Array.from({ length: rows }, (_, row) => {
    const addresses = addressBytes.subarray(row * waveSize, (row + 1) * waveSize);
    const mask = activeMask[2 * row] ?? 0;
    const active = [...addresses].filter((_one, lane) => ((mask >>> lane) & 1) === 1);
    const at = sites[site[row] ?? 0]?.id;
    return [op[row], at, (wave[row] ?? 0) % warps, mask, ...active].join(' ');
  }).join('\n');
}

/** True where all blocks are in classes, which are compared with all blocks. */
function expectSame(text: string, options: GridOptions): boolean {
  const classes = count(text, options, false);
  const { executed, launched } = classes.workgroups;
  if (classes.isMissed || executed < launched) return false;
  const whole = count(text, options, true);
  expect(Object.fromEntries(classes.traces)).toEqual(Object.fromEntries(whole.traces));
  expect(classes.summary).toEqual(whole.summary);
  return true;
}

const sizes = ({ workgroups }: Counted): number[] =>
  (workgroups.classes ?? []).map((one) => one.count);

/** `%r1` is the thread, `%r2` and `%r3` the place of the block, `%rd1` and `%rd2` the buffers. */
const HEAD = `
  .shared .align 16 .b8 tile[4096];
  ld.param.u64 %rd1, [p0];
  ld.param.u64 %rd2, [p1];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ctaid.y;
  mov.u32 %r4, 7;
  mov.u32 %r5, %laneid;
  mov.u32 %r20, tile;`;

const word = fc.integer({ min: 1, max: 9 }).map((n) => `%r${n}`);
const target = fc.integer({ min: 4, max: 9 }).map((n) => `%r${n}`);
const predicate = fc.integer({ min: 1, max: 3 }).map((n) => `%p${n}`);
const guard = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: predicate.map((p) => `@${p} `) },
  { weight: 1, arbitrary: predicate.map((p) => `@!${p} `) },
);
const small = fc.integer({ min: 0, max: 9 });

/** An address in the tile, or in a buffer, of a register. */
const inTile = (register: string): string =>
  `and.b32 %r21, ${register}, 63; shl.b32 %r21, %r21, 4; add.s32 %r21, %r21, %r20;`;
const inBuffer = (register: string): string =>
  `and.b32 %r22, ${register}, 255; mad.wide.u32 %rd3, %r22, 4, %rd1;`;

const line = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        guard,
        fc.constantFrom('add.s32', 'xor.b32', 'and.b32', 'min.u32', 'mul.lo.u32'),
        target,
        word,
        fc.oneof(word, small.map(String)),
      )
      .map(([g, op, d, a, b]) => `${g}${op} ${d}, ${a}, ${b};`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(predicate, fc.constantFrom('lt', 'eq', 'ge'), word, fc.oneof(word, small.map(String)))
      .map(([p, how, a, b]) => `setp.${how}.u32 ${p}, ${a}, ${b};`),
  },
  fc.tuple(target, word, word, predicate).map(([d, a, b, p]) => `selp.b32 ${d}, ${a}, ${b}, ${p};`),
  fc.tuple(target, word, small).map(([d, a, n]) => `shfl.sync.idx.b32 ${d}, ${a}, ${n}, 31, -1;`),
  fc.tuple(target, predicate).map(([d, p]) => `vote.sync.ballot.b32 ${d}, ${p}, -1;`),
  fc
    .tuple(target, word, word)
    .map(([d, a, b]) => `add.cc.u32 ${d}, ${a}, ${b}; addc.u32 ${d}, ${d}, 0;`),
  fc
    .tuple(guard, target, word)
    .map(([g, d, a]) => `${inBuffer(a)} ${g}ld.global.u32 ${d}, [%rd3];`),
  fc.tuple(guard, word, word).map(([g, a, b]) => `${inTile(a)} ${g}st.shared.u32 [%r21], ${b};`),
  fc.tuple(guard, target, word).map(([g, d, a]) => `${inTile(a)} ${g}ld.shared.u32 ${d}, [%r21];`),
  fc
    .tuple(guard, word, word, word)
    .map(
      ([g, a, b, c]) =>
        `${inTile(a)} ${inBuffer(b)} and.b32 %r23, ${c}, 4; ${g}cp.async.ca.shared.global [%r21], [%rd3], 4, %r23;`,
    ),
  fc
    .tuple(guard, target, word)
    .map(
      ([g, d, a]) =>
        `${inTile(a)} cvt.u64.u32 %rd4, %r21; cvta.shared.u64 %rd4, %rd4; ${inBuffer(a)} selp.b64 %rd4, %rd4, %rd3, %p1; ${g}ld.u32 ${d}, [%rd4];`,
    ),
);

/** The address of a word of the block of the cluster with a rank, of two. */
const inCluster = (register: string, rank: string): string =>
  `${inTile(register)} and.b32 %r24, ${rank}, 1; mapa.shared::cluster.u32 %r25, %r21, %r24;`;
const remoteLine = fc.oneof(
  fc
    .tuple(guard, target, word, word)
    .map(([g, d, a, b]) => `${inCluster(a, b)} ${g}ld.shared::cluster.u32 ${d}, [%r25];`),
  fc
    .tuple(guard, word, word, word)
    .map(([g, a, b, c]) => `${inCluster(a, b)} ${g}st.shared::cluster.u32 [%r25], ${c};`),
  fc
    .tuple(guard, target, word, word)
    .map(([g, d, a, b]) => `${inCluster(a, b)} ${g}atom.shared::cluster.add.u32 ${d}, [%r25], 1;`),
  fc
    .tuple(guard, target, word, word, fc.constantFrom('%r21', '%r25'))
    .map(
      ([g, d, a, b, place]) =>
        `${inCluster(a, b)} add.u32 %r26, ${place}, %r2; ${g}getctarank.shared::cluster.u32 ${d}, %r26;`,
    ),
  fc
    .tuple(guard, target, word, word)
    .map(
      ([g, d, a, b]) =>
        `${inCluster(a, b)} cvt.u64.u32 %rd4, %r21; cvta.shared.u64 %rd4, %rd4; mapa.u64 %rd5, %rd4, %r24; selp.b64 %rd5, %rd5, %rd4, %p1; ${g}ld.u32 ${d}, [%rd5];`,
    ),
);
const MEET = 'barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;';

type Piece =
  | string
  | { readonly kind: 'if' | 'loop'; readonly by: string; readonly body: readonly string[] };
const piece: fc.Arbitrary<Piece> = fc.oneof(
  { weight: 4, arbitrary: line },
  fc.record({
    kind: fc.constantFrom('if' as const, 'loop' as const),
    by: predicate,
    body: fc.array(line, { minLength: 1, maxLength: 4 }),
  }),
);

function bodyOf(pieces: readonly Piece[]): string {
  const written = pieces.map((one, index) => {
    if (typeof one === 'string') return one;
    const body = one.body.join('\n');
    if (one.kind === 'if') return `@${one.by} bra SKIP${index};\n${body}\nSKIP${index}:`;
    return `and.b32 %r30, %r2, 3;\nTURN${index}:\n${body}\nadd.s32 %r30, %r30, 1;\nsetp.lt.u32 %p5, %r30, 4;\n@%p5 bra TURN${index};`;
  });
  return `${HEAD}\n${written.join('\n')}\n  ret;`;
}

describe('classes of random kernels', () => {
  it('are as all blocks', () => {
    let [exact, several] = [0, 0];
    forAll([fc.array(piece, { minLength: 3, maxLength: 14 })], RUNS, (pieces) => {
      const text = kernel(['p0', 'p1'], bodyOf(pieces));
      const options = { grid: [6, 3, 1] } as const;
      if (!expectSame(text, options)) return;
      exact++;
      if (sizes(count(text, options, false)).length > 1) several++;
    });
    expect(exact).toBeGreaterThan(leastCases(RUNS / 4));
    expect(several).toBeGreaterThan(leastCases(RUNS / 20));
    if (process.env['CLASSES_RUNS'] !== undefined) console.log({ exact, several });
  });
});

describe('classes of random kernels of clusters', () => {
  const remote = fc.oneof(
    { weight: 3, arbitrary: piece },
    { weight: 3, arbitrary: remoteLine },
    { weight: 1, arbitrary: fc.constant(MEET) },
  );

  it('are as all clusters', () => {
    let [exact, several] = [0, 0];
    forAll([fc.array(remote, { minLength: 2, maxLength: 8 })], RUNS, (pieces) => {
      const begin = 'mov.u32 %r8, %cluster_ctarank; mov.u32 %r9, %clusterid.x;';
      const text = kernel(['p0', 'p1'], bodyOf([begin, ...pieces, MEET]));
      const options = { grid: [8, 2, 1], block: [32, 1, 1], cluster: [2, 1, 1] } as const;
      if (!expectSame(text, options)) return;
      exact++;
      if (sizes(count(text, options, false)).length > 2) several++;
    });
    expect(exact).toBeGreaterThan(leastCases(RUNS / 8));
    if (process.env['CLASSES_RUNS'] !== undefined) console.log({ exact, several });
  });
});

describe('classes', () => {
  const store = 'shl.b32 %r21, %r1, 2; add.s32 %r21, %r21, %r20; st.shared.u32 [%r21], %r1;';

  it.each(rows`
    one where no access depends on the place      | 9x9  | 1 | 81     | ${store}
    apart for the tiles at an edge                | 12x2 | 1 | 18 2 4 | mad.lo.u32 %r6, %r2, 64, %r1; setp.lt.u32 %p1, %r6, 600; @%p1 bra INSIDE; ret; INSIDE: ${store}
    of clusters, whose blocks differ by ranks     | 12x2 | 2 | 12 12  | mov.u32 %r6, %cluster_ctarank; setp.eq.u32 %p1, %r6, 0; @%p1 bra FIRST; ${store} FIRST: ${store}
    by the rank of a block in its addresses       | 12x2 | 2 | 12 12  | and.b32 %r6, %r2, 0; add.u32 %r6, %r6, %r20; getctarank.shared::cluster.u32 %r7, %r6; mad.lo.u32 %r21, %r7, 512, %r20; mad.lo.u32 %r21, %r1, 4, %r21; st.shared.u32 [%r21], %r5;
    not claimed where blocks take from a counter  | 12x2 | 1 |        | atom.global.add.u32 %r6, [%rd1], 1; shl.b32 %r21, %r6, 2; and.b32 %r21, %r21, 1020; add.s32 %r21, %r21, %r20; st.shared.u32 [%r21], %r1;
    not claimed where the place becomes an address | 12x1 | 1 |       | shl.b32 %r21, %r1, 2; add.s32 %r21, %r21, %r20; st.shared.u32 [%r21], %r2; bar.sync 0; ld.shared.u32 %r6, [%r21]; shl.b32 %r22, %r6, 4; add.s32 %r22, %r22, %r20; ld.shared.u32 %r7, [%r22];
  `)('are %s', (_, grid, blocks, counts, body) => {
    const [x = 1, y = 1] = grid.split('x').map(Number);
    const options: GridOptions = {
      grid: [x, y, 1],
      ...(blocks !== '1' && { cluster: [Number(blocks), 1, 1] }),
    };
    const text = kernel(['p0', 'p1'], `${HEAD}\n${body}\n  ret;`);
    expect(expectSame(text, options)).toBe(counts !== '');
    if (counts !== '') expect(sizes(count(text, options, false)).join(' ')).toBe(counts);
  });
});
