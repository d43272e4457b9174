/**
 * Random programs of two warps against a model of single bytes: which reads get what nothing wrote, and which stores have lanes that
 * write different values to one byte. Each program is run with barriers of the block, and with named ones, which clocks judge.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kernel, run } from './harness.ts';
import { forAll } from '../../../test/for-all.ts';

const THREADS = 64;
/** Shared memory, and the place where the mbarrier is. */
const BYTES = 512;

type Kind = 'ld' | 'st' | 'atom' | 'cp' | 'ldmatrix' | 'stmatrix' | 'init' | 'bar' | 'warp';

interface Op {
  readonly kind: Kind;
  readonly bytes: number;
  readonly from: number;
  readonly to: number;
  readonly base: number;
  /** Bytes from thread to thread, in widths of the access. */
  readonly stride: number;
  /** A value is `factor * (thread >> shift)`. */
  readonly factor: number;
  readonly shift: number;
}

const op: fc.Arbitrary<Op> = fc.record({
  kind: fc.constantFrom<Kind>(
    'ld',
    'ld',
    'ld',
    'st',
    'st',
    'st',
    'atom',
    'cp',
    'ldmatrix',
    'stmatrix',
    'init',
    'bar',
    'bar',
    'warp',
  ),
  bytes: fc.constantFrom(1, 2, 4, 4, 8, 16),
  from: fc.constantFrom(0, 0, 0, 1, 31, 32, 33),
  to: fc.constantFrom(64, 64, 1, 31, 32, 33, 63),
  base: fc.integer({ min: 0, max: BYTES - 1 }),
  stride: fc.constantFrom(0, 1, 1, 1, 2, 3),
  factor: fc.constantFrom(0, 1, 255, 0x01010101),
  shift: fc.integer({ min: 0, max: 6 }),
});

const widthOf = ({ kind, bytes }: Op): number =>
  kind === 'atom'
    ? 4
    : kind === 'cp'
      ? Math.max(4, bytes)
      : kind === 'init'
        ? 8
        : kind.endsWith('matrix')
          ? 16
          : bytes;

const addressOf = (one: Op, thread: number): number => {
  const width = widthOf(one);
  const places = BYTES / width;
  return ((Math.floor(one.base / width) + one.stride * thread) % places) * width;
};

const isActive = (one: Op, thread: number): boolean => {
  if (one.kind === 'init') return thread === 0;
  // Matrices are of whole warps, and rows of the first 8 lanes.
  if (one.kind.endsWith('matrix')) return thread % 32 < 8;
  return thread >= one.from && thread < one.to;
};

/** The bytes that a thread stores. */
function bytesOf(one: Op, thread: number): number[] {
  const value = Math.imul(one.factor, thread >> one.shift) >>> 0;
  const word = [0, 1, 2, 3].map((i) => (value >>> (8 * i)) & 255);
  switch (one.bytes) {
    case 8:
      return [...word, ...word];
    case 16:
      return [...word, 7, 0, 0, 0, ...word, ...word];
    default:
      return word.slice(0, one.bytes);
  }
}

function textOf(ops: readonly Op[], named: boolean): string {
  const lines = ops.map((one) => {
    const width = widthOf(one);
    if (one.kind === 'bar') return named ? '  bar.sync 1, 64;' : '  bar.sync 0;';
    if (one.kind === 'warp') return '  bar.warp.sync -1;';
    const places = BYTES / width;
    const setup = [
      `mad.lo.u32 %r1, %r0, ${one.stride}, ${Math.floor(one.base / width)};`,
      `and.b32 %r1, %r1, ${places - 1};`,
      `mul.lo.u32 %r1, %r1, ${width};`,
      'add.u32 %r1, %r1, %r10;',
      `shr.u32 %r2, %r0, ${one.shift};`,
      `mul.lo.u32 %r2, %r2, ${one.factor};`,
      'cvt.u64.u32 %rd1, %r2;',
      'shl.b64 %rd2, %rd1, 32;',
      'or.b64 %rd1, %rd1, %rd2;',
      one.kind === 'init'
        ? 'setp.eq.u32 %p1, %r0, 0;'
        : `setp.ge.u32 %p2, %r0, ${one.from}; setp.lt.and.u32 %p1, %r0, ${one.to}, %p2;`,
    ].join(' ');
    return `  ${setup} ${accessOf(one)}`;
  });
  const body = [
    '  .shared .align 128 .b8 tile[512];',
    '  .reg .b64 %big;',
    '  ld.param.u64 %rd8, [data];',
    `  mov.u32 %r0, %tid.x; mov.u32 %r10, tile; ${named ? 'bar.sync 1, 64; ' : ''}mov.u32 %r7, 7;`,
    ...lines,
    '  ret;',
  ].join('\n');
  return kernel(['data'], body);
}

function accessOf(one: Op): string {
  switch (one.kind) {
    case 'ld':
      return {
        1: '@%p1 ld.shared.u8 %r3, [%r1];',
        2: '@%p1 ld.shared.u16 %r3, [%r1];',
        4: '@%p1 ld.shared.u32 %r3, [%r1];',
        8: '@%p1 ld.shared.u64 %rd3, [%r1];',
        16: '@%p1 ld.shared.v4.u32 {%r3, %r4, %r5, %r6}, [%r1];',
      }[one.bytes] as string;
    case 'st':
      return {
        1: '@%p1 st.shared.u8 [%r1], %r2;',
        2: '@%p1 st.shared.u16 [%r1], %r2;',
        4: '@%p1 st.shared.u32 [%r1], %r2;',
        8: '@%p1 st.shared.u64 [%r1], %rd1;',
        16: '@%p1 st.shared.v4.u32 [%r1], {%r2, %r7, %r2, %r2};',
      }[one.bytes] as string;
    case 'atom':
      return '@%p1 red.shared.add.u32 [%r1], %r0;';
    case 'cp':
      return `@%p1 cp.async.ca.shared.global [%r1], [%rd8], ${widthOf(one)}; cp.async.wait_all;`;
    case 'ldmatrix':
      return 'ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r3}, [%r1];';
    case 'stmatrix':
      return 'stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {%r2};';
    default:
      return '@%p1 mbarrier.init.shared::cta.b64 [%r1], 1;';
  }
}

interface Write {
  readonly isAtomic: boolean;
  readonly epoch: number;
  readonly thread: number;
  readonly order: number;
  /** Barriers of the warps before. */
  readonly phase: number;
  readonly isBarrier: boolean;
}

/** By op: what a model of bytes says. */
function expectedOf(
  ops: readonly Op[],
  named: boolean,
  firstWarp: 0 | 1,
): { unwritten: Set<number>; colliding: Set<number> } {
  const writes: Write[][] = Array.from({ length: BYTES }, () => []);
  const reads: {
    op: number;
    byte: number;
    epoch: number;
    thread: number;
    order: number;
    phase: number;
    isAtomic: boolean;
  }[] = [];
  const colliding = new Set<number>();
  let epoch = 0;
  let phase = 0;
  for (const [order, one] of ops.entries()) {
    if (one.kind === 'bar') epoch++;
    if (one.kind === 'warp') phase++;
    if (one.kind === 'bar' || one.kind === 'warp') continue;
    const values = new Map<string, number>();
    for (let thread = 0; thread < THREADS; thread++) {
      if (!isActive(one, thread)) continue;
      const address = addressOf(one, thread);
      const data = one.kind === 'st' ? bytesOf(one, thread) : [];
      for (let i = 0; i < widthOf(one); i++) {
        const byte = address + i;
        const isAtomic = one.kind === 'atom';
        const isBarrier = one.kind === 'init';
        if (isAtomic || one.kind === 'ld' || one.kind === 'ldmatrix')
          reads.push({ op: order, byte, epoch, thread, order, phase, isAtomic });
        if (one.kind !== 'ld' && one.kind !== 'ldmatrix')
          writes[byte]?.push({ epoch, thread, order, phase, isBarrier, isAtomic });
        if (one.kind !== 'st') continue;
        const key = `${thread >> 5} ${byte}`;
        if ((values.get(key) ?? data[i]) !== data[i]) colliding.add(order);
        values.set(key, data[i] ?? 0);
      }
    }
  }
  /** Clocks know that a barrier of its warp is between a read and a write; where barriers are counted that is a race. */
  const isOfLaterPhase = (write: Write, thread: number, before: number): boolean =>
    named && write.thread >> 5 === thread >> 5 && write.phase > before;
  const unwritten = new Set<number>();
  for (const { op: number, byte, epoch: when, thread, order, phase: before, isAtomic } of reads) {
    const isGiven = (writes[byte] ?? []).some((write) => {
      if (write.isBarrier || write.epoch < when) return true;
      if (write.epoch !== when) return false;
      // Of atomics the first that is executed reads what nothing has written.
      if (isAtomic && write.isAtomic) {
        const [its, own] = [write.thread >> 5, thread >> 5];
        return its === own ? write.order < order : its === firstWarp;
      }
      return (
        (write.thread !== thread || write.order < order) && !isOfLaterPhase(write, thread, before)
      );
    });
    if (!isGiven) unwritten.add(number);
  }
  return { unwritten, colliding };
}

function foundIn(
  text: string,
  ops: readonly Op[],
): { unwritten: Set<number>; colliding: Set<number> } {
  const { execution } = run(text, [new Uint8Array(64)], { block: [THREADS, 1, 1] });
  const first = text.split('\n').findIndex((line) => line.includes('mov.u32 %r7, 7;')) + 2;
  const of = (code: string): Set<number> =>
    new Set(
      execution.hazards
        .filter((hazard) => hazard.code === code)
        .map(({ location }) => (location?.line ?? 0) - first),
    );
  expect(ops.length).toBeGreaterThan(0);
  return { unwritten: of('hazard/uninitialized-lds'), colliding: of('hazard/lane-collision') };
}

describe.each([false, true])('named barriers: %s', (named) => {
  test('reads of what nothing wrote, and colliding lanes, are those of the model', () => {
    forAll([fc.array(op, { minLength: 1, maxLength: 12 })], 150, (all) => {
      // An mbarrier is judged by clocks.
      const ops = named ? all : all.filter(({ kind }) => kind !== 'init');
      if (ops.length === 0) return;
      const text = textOf(ops, named);
      const found = foundIn(text, ops);
      // Which of two warps comes to an atomic first is for the scheduler to choose.
      const [one, other] = [expectedOf(ops, named, 0), expectedOf(ops, named, 1)];
      expect(found.colliding).toEqual(one.colliding);
      expect([...found.unwritten].filter((at) => !one.unwritten.has(at))).toSatisfy(
        (more: readonly number[]) => more.every((at) => other.unwritten.has(at)),
      );
      const certain = [...one.unwritten].filter((at) => other.unwritten.has(at));
      expect(certain.filter((at) => !found.unwritten.has(at))).toEqual([]);
    });
  });
});

/** Bytes that are written without a store: nothing is said of them. */
describe('what is written by other means', () => {
  const found = (body: string, options: Parameters<typeof run>[2] = {}): string[] => {
    const text = kernel(
      ['data'],
      `  .shared .align 128 .b8 tile[1024];
  .shared .align 8 .b64 bar;
  .local .align 4 .b8 own[64];
  ld.param.u64 %rd0, [data];
  mov.u32 %r0, %tid.x; mov.u32 %r1, tile; mov.u32 %r2, bar;
  shl.b32 %r3, %r0, 2; add.u32 %r4, %r1, %r3;
  setp.eq.u32 %p0, %r0, 0;
${body}
  ret;`,
      '.extern .shared .align 16 .b8 more[];',
    );
    const { execution } = run(text, [new Uint8Array(4096)], options);
    return execution.hazards
      .filter(({ code }) => code === 'hazard/uninitialized-lds')
      .map(({ location }) => location?.text ?? '');
  };
  const start =
    '@%p0 mbarrier.init.shared::cta.b64 [%r2], 1; fence.mbarrier_init.release.cluster; bar.sync 0;';
  const wait = 'WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], 0; @!%p2 bra WAIT;';
  const bulk =
    'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd0], 128, [%r2];';
  const expectBytes = (bytes: number): string =>
    `@%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], ${bytes};`;

  test('a bulk copy writes what it copies, and no more', () => {
    const copied = `${start} ${expectBytes(128)} @%p0 ${bulk} ${wait}`;
    expect(found(`${copied}\n  ld.shared.u32 %r5, [%r4];`)).toEqual([]);
    expect(found(`${copied}\n  ld.shared.u32 %r5, [%r4+4];`)).toEqual([
      'ld.shared.u32 %r5, [%r4+4];',
    ]);
  });

  test('other blocks of a cluster write', () => {
    const cluster = { grid: [2, 1, 1], cluster: [2, 1, 1] } as const;
    const to =
      'mov.u32 %r6, %cluster_ctarank; xor.b32 %r6, %r6, 1; mapa.shared::cluster.u32 %r7, %r4, %r6;';
    const barrier = 'barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;';
    const load = '\n  ld.shared.u32 %r5, [%r4];';
    expect(found(`${to} st.shared::cluster.u32 [%r7], %r0; ${barrier}${load}`, cluster)).toEqual(
      [],
    );
    expect(
      found(`${to} red.shared::cluster.add.u32 [%r7], %r0; ${barrier}${load}`, cluster),
    ).toEqual([]);
    expect(found(`${to} ld.shared::cluster.u32 %r8, [%r7]; ${barrier}${load}`, cluster)).toEqual([
      'ld.shared.u32 %r5, [%r4];',
    ]);
  });

  test('dynamic shared memory is like any other, private memory is not looked at', () => {
    const more = { dynamicBytes: 256 };
    const at = 'mov.u32 %r5, more; add.u32 %r5, %r5, %r3;';
    expect(found(`${at}\n  ld.shared.u32 %r6, [%r5];`, more)).toHaveLength(1);
    expect(found(`${at} st.shared.u32 [%r5], %r0;\n  ld.shared.u32 %r6, [%r5];`, more)).toEqual([]);
    expect(found('  ld.local.u32 %r5, [own];')).toEqual([]);
  });

  test('a mbarrier writes its object', () => {
    expect(found(`${start}\n  ld.shared.u64 %rd1, [%r2];`)).toEqual([]);
  });

  test('generic loads are looked at, loads of global memory are not', () => {
    expect(found('  cvta.shared.u64 %rd1, tile; ld.u32 %r5, [%rd1];')).toHaveLength(1);
    expect(found('  ld.u32 %r5, [%rd0];')).toEqual([]);
  });

  test('each instruction is told once, with the bytes of its first access', () => {
    const loop = `  mov.u32 %r5, 0;
LOOP:
  ld.shared.u32 %r6, [%r4];
  add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 5; @%p1 bra LOOP;`;
    expect(found(loop)).toEqual(['ld.shared.u32 %r6, [%r4];']);
  });
});
