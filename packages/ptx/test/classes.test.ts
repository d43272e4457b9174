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
import { bodyOf, HEAD, MEET, type Piece, piece, remoteLine } from './random-kernels.ts';
import { base, listing } from './sass/listings.ts';
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

/** How many of random launches have all blocks in classes, which are as all blocks; and how many of these have several classes for a rank. */
function classesOf(
  pieces: fc.Arbitrary<readonly Piece[]>,
  textOf: (pieces: readonly Piece[]) => string,
  options: GridOptions,
): readonly [exact: number, several: number] {
  let [exact, several] = [0, 0];
  forAll([pieces], RUNS, (list) => {
    const text = kernel(['p0', 'p1'], textOf(list));
    if (!expectSame(text, options)) return;
    exact++;
    if (sizes(count(text, options, false)).length > (options.cluster?.[0] ?? 1)) several++;
  });
  if (process.env['CLASSES_RUNS'] !== undefined) console.log({ exact, several });
  return [exact, several];
}

describe('classes of random kernels', () => {
  it('are as all blocks', () => {
    const pieces = fc.array(piece, { minLength: 3, maxLength: 14 });
    const [exact, several] = classesOf(pieces, bodyOf, { grid: [6, 3, 1] });
    expect(exact).toBeGreaterThan(leastCases(RUNS / 4));
    expect(several).toBeGreaterThan(leastCases(RUNS / 20));
  });

  it('of clusters are as all clusters', () => {
    const remote = fc.oneof(
      { weight: 3, arbitrary: piece },
      { weight: 3, arbitrary: remoteLine },
      { weight: 1, arbitrary: fc.constant(MEET) },
    );
    const begin = 'mov.u32 %r8, %cluster_ctarank; mov.u32 %r9, %clusterid.x;';
    const [exact] = classesOf(
      fc.array(remote, { minLength: 2, maxLength: 8 }),
      (pieces) => bodyOf([begin, ...pieces, MEET]),
      { grid: [8, 2, 1], block: [32, 1, 1], cluster: [2, 1, 1] },
    );
    expect(exact).toBeGreaterThan(leastCases(RUNS / 8));
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

  const branch = (special: string): string => `S2R R6, ${special}
    ISETP.EQ.AND P0, PT, R6, 0x1, PT
    @P0 BRA \`(.L_1)
    STS [R2], R0
    EXIT
    .L_1:
    STS [R2], R0`;
  it.each([
    ['one where it does not ask for the place', 1, '81', 'STS [R2], R0'],
    ['apart where it goes to another copy there', 1, '72 9', branch('SR_CTAID.X')],
    ['of clusters, by ranks', 3, '27 27 27', branch('SR_CgaCtaId')],
    ['of the accesses of PTX where it is not executed', 1, '81', 'LDS R4, [R9]'],
  ] as const)('of SASS are %s', (_, blocks, counts, text) => {
    const options: GridOptions = {
      grid: [9, 9, 1],
      ...(blocks > 1 && { cluster: [blocks, 1, 1] }),
      sass: listing(`${base(2)}\n${text}\nEXIT`),
    };
    const module = kernel(['p0', 'p1'], `${HEAD}\n${store}\n  ret;`);
    expect(expectSame(module, options)).toBe(true);
    expect(sizes(count(module, options, false)).join(' ')).toBe(counts);
  });
});
