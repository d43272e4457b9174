/**
 * Random programs of two warps against a model of single bytes: which reads get what nothing wrote, and which stores have lanes that
 * write different values to one byte. Each program is run with barriers of the block, and with named ones, which clocks judge.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kernel, run } from './harness.ts';
import { forAll } from '../../../test/for-all.ts';
import { rows } from '../../../test/rows.ts';

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
  kind: fc.constantFrom(
    ...('ld ld ld st st st atom cp ldmatrix stmatrix init bar bar warp'.split(' ') as Kind[]),
  ),
  bytes: fc.constantFrom(1, 2, 4, 4, 8, 16),
  from: fc.constantFrom(0, 0, 0, 1, 31, 32, 33),
  to: fc.constantFrom(64, 64, 1, 31, 32, 33, 63),
  base: fc.integer({ min: 0, max: BYTES - 1 }),
  stride: fc.constantFrom(0, 1, 1, 1, 2, 3),
  factor: fc.constantFrom(0, 1, 255, 0x01010101),
  shift: fc.integer({ min: 0, max: 6 }),
});

/** Widths that do not depend on the number of bytes. */
const WIDTHS: Partial<Record<Kind, number>> = { atom: 4, init: 8, ldmatrix: 16, stmatrix: 16 };
const widthOf = ({ kind, bytes }: Op): number =>
  WIDTHS[kind] ?? (kind === 'cp' ? Math.max(4, bytes) : bytes);

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
  if (one.bytes === 8) return [...word, ...word];
  return one.bytes === 16 ? [...word, 7, 0, 0, 0, ...word, ...word] : word.slice(0, one.bytes);
}

function textOf(ops: readonly Op[], named: boolean): string {
  const lines = ops.map((one) => {
    const width = widthOf(one);
    if (one.kind === 'bar') return named ? '  bar.sync 1, 64;' : '  bar.sync 0;';
    if (one.kind === 'warp') return '  bar.warp.sync -1;';
    const places = BYTES / width;
    const { stride, base, shift, factor, from, to, kind } = one;
    const active =
      kind === 'init'
        ? 'setp.eq.u32 %p1, %r0, 0;'
        : `setp.ge.u32 %p2, %r0, ${from}; setp.lt.and.u32 %p1, %r0, ${to}, %p2;`;
    const setup = `mad.lo.u32 %r1, %r0, ${stride}, ${Math.floor(base / width)}; and.b32 %r1, %r1, ${places - 1}; mad.lo.u32 %r1, %r1, ${width}, %r10; shr.u32 %r2, %r0, ${shift}; mul.lo.u32 %r2, %r2, ${factor}; cvt.u64.u32 %rd1, %r2; shl.b64 %rd2, %rd1, 32; or.b64 %rd1, %rd1, %rd2; ${active}`;
    return `  ${setup} ${accessOf(one)}`;
  });
  return kernel(
    ['data'],
    `  .shared .align 128 .b8 tile[512];
  ld.param.u64 %rd8, [data];
  mov.u32 %r0, %tid.x; mov.u32 %r10, tile; ${named ? 'bar.sync 1, 64; ' : ''}mov.u32 %r7, 7;
${lines.join('\n')}
  ret;`,
  );
}

const LOADS: Readonly<Record<number, string>> = {
  1: '@%p1 ld.shared.u8 %r3, [%r1];',
  2: '@%p1 ld.shared.u16 %r3, [%r1];',
  4: '@%p1 ld.shared.u32 %r3, [%r1];',
  8: '@%p1 ld.shared.u64 %rd3, [%r1];',
  16: '@%p1 ld.shared.v4.u32 {%r3, %r4, %r5, %r6}, [%r1];',
};
const STORES: Readonly<Record<number, string>> = {
  1: '@%p1 st.shared.u8 [%r1], %r2;',
  2: '@%p1 st.shared.u16 [%r1], %r2;',
  4: '@%p1 st.shared.u32 [%r1], %r2;',
  8: '@%p1 st.shared.u64 [%r1], %rd1;',
  16: '@%p1 st.shared.v4.u32 [%r1], {%r2, %r7, %r2, %r2};',
};
const OTHERS: Partial<Record<Kind, string>> = {
  atom: '@%p1 red.shared.add.u32 [%r1], %r0;',
  ldmatrix: 'ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r3}, [%r1];',
  stmatrix: 'stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {%r2};',
  init: '@%p1 mbarrier.init.shared::cta.b64 [%r1], 1;',
};
function accessOf(one: Op): string {
  if (one.kind === 'cp')
    return `@%p1 cp.async.ca.shared.global [%r1], [%rd8], ${widthOf(one)}; cp.async.wait_all;`;
  return OTHERS[one.kind] ?? (one.kind === 'ld' ? LOADS : STORES)[one.bytes] ?? '';
}

/** A read or a write of a byte. */
interface Access {
  readonly isAtomic: boolean;
  readonly epoch: number;
  readonly thread: number;
  /** The number of the operation. */
  readonly order: number;
  /** Barriers of the warps before. */
  readonly phase: number;
  readonly isBarrier: boolean;
}

interface Found {
  readonly unwritten: Set<number>;
  readonly colliding: Set<number>;
}

/** By op: what a model of bytes says. */
function expectedOf(ops: readonly Op[], named: boolean, firstWarp: 0 | 1): Found {
  const writes: Access[][] = Array.from({ length: BYTES }, () => []);
  const reads: (Access & { readonly byte: number })[] = [];
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
        const access = { epoch, thread, order, phase, isAtomic, isBarrier: one.kind === 'init' };
        const isLoad = one.kind === 'ld' || one.kind === 'ldmatrix';
        if (isAtomic || isLoad) reads.push({ ...access, byte });
        if (!isLoad) writes[byte]?.push(access);
        if (one.kind !== 'st') continue;
        const key = `${thread >> 5} ${byte}`;
        if ((values.get(key) ?? data[i]) !== data[i]) colliding.add(order);
        values.set(key, data[i] ?? 0);
      }
    }
  }
  /** Clocks know that a barrier of its warp is between a read and a write; where barriers are counted that is a race. */
  const isOfLaterPhase = (write: Access, read: Access): boolean =>
    named && write.thread >> 5 === read.thread >> 5 && write.phase > read.phase;
  const gives = (write: Access, read: Access): boolean => {
    if (write.isBarrier || write.epoch < read.epoch) return true;
    if (write.epoch !== read.epoch) return false;
    // Of atomics the first that is executed reads what nothing has written.
    if (read.isAtomic && write.isAtomic) {
      const [its, own] = [write.thread >> 5, read.thread >> 5];
      return its === own ? write.order < read.order : its === firstWarp;
    }
    const isBefore = write.thread !== read.thread || write.order < read.order;
    return isBefore && !isOfLaterPhase(write, read);
  };
  const unwritten = new Set<number>();
  for (const read of reads)
    if (!writes[read.byte]?.some((write) => gives(write, read))) unwritten.add(read.order);
  return { unwritten, colliding };
}

function foundIn(text: string): Found {
  const { execution } = run(text, [new Uint8Array(64)], { block: [THREADS, 1, 1] });
  const first = text.split('\n').findIndex((line) => line.includes('mov.u32 %r7, 7;')) + 2;
  const linesOf = (code: string): number[] =>
    execution.hazards
      .filter((hazard) => hazard.code === code)
      .map(({ location }) => (location?.line ?? 0) - first);
  return {
    unwritten: new Set(linesOf('hazard/uninitialized-lds')),
    colliding: new Set(linesOf('hazard/lane-collision')),
  };
}

describe.each([false, true])('named barriers: %s', (named) => {
  test('reads of what nothing wrote, and colliding lanes, are those of the model', () => {
    forAll([fc.array(op, { minLength: 1, maxLength: 12 })], 150, (all) => {
      // An mbarrier is judged by clocks.
      const ops = named ? all : all.filter(({ kind }) => kind !== 'init');
      if (ops.length === 0) return;
      const found = foundIn(textOf(ops, named));
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
  const start =
    '@%p0 mbarrier.init.shared::cta.b64 [%r2], 1; fence.mbarrier_init.release.cluster; bar.sync 0;';
  const copy = `${start} @%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 128; @%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd0], 128, [%r2]; WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], 0; @!%p2 bra WAIT;`;
  const load = 'ld.shared.u32 %r5, [%r4];';
  const other = 'xor.b32 %r6, %r6, 1; mapa.shared::cluster.u32 %r7, %r4, %r6;';
  const cluster = 'barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;';

  // Of each row the loads that read what nothing wrote, by their line.
  test.each(rows`
    a bulk copy writes what it copies          |                             | ${copy} \n ${load}
    and no more                                | ld.shared.u32 %r5, [%r4+4]; | ${copy} \n ld.shared.u32 %r5, [%r4+4];
    another block of the cluster stores        |                             | ${other} st.shared::cluster.u32 [%r7], %r0; ${cluster} \n ${load}
    another block of the cluster adds          |                             | ${other} red.shared::cluster.add.u32 [%r7], %r0; ${cluster} \n ${load}
    another block of the cluster loads         | ${load}                     | ${other} ld.shared::cluster.u32 %r8, [%r7]; ${cluster} \n ${load}
    dynamic shared memory that nothing wrote   | ld.shared.u32 %r6, [%r9];   | ld.shared.u32 %r6, [%r9];
    dynamic shared memory that a store wrote   |                             | st.shared.u32 [%r9], %r0; \n ld.shared.u32 %r6, [%r9];
    private memory is not looked at            |                             | ld.local.u32 %r5, [own];
    a mbarrier writes its object               |                             | ${start} \n ld.shared.u64 %rd1, [%r2];
    generic loads are looked at                | ld.u32 %r5, [%rd1];         | cvta.shared.u64 %rd1, tile; \n ld.u32 %r5, [%rd1];
    generic loads of global memory are not     |                             | ld.u32 %r5, [%rd0];
    an instruction is told once, with the bytes of its first access | ${load} | mov.u32 %r8, 0; \n LOOP: \n ${load} \n add.u32 %r8, %r8, 1; setp.lt.u32 %p1, %r8, 5; @%p1 bra LOOP;
  `)('%s: %s', (_, unwritten, body) => {
    const text = kernel(
      ['data'],
      `  .shared .align 128 .b8 tile[1024];
  .shared .align 8 .b64 bar;
  .local .align 4 .b8 own[64];
  ld.param.u64 %rd0, [data];
  mov.u32 %r0, %tid.x; mov.u32 %r1, tile; mov.u32 %r2, bar; mov.u32 %r6, %cluster_ctarank;
  shl.b32 %r3, %r0, 2; add.u32 %r4, %r1, %r3; mov.u32 %r9, more; add.u32 %r9, %r9, %r3;
  setp.eq.u32 %p0, %r0, 0;
${body}
  ret;`,
      '.extern .shared .align 16 .b8 more[];',
    );
    const shape = body?.includes('cluster.u32')
      ? ({ grid: [2, 1, 1], cluster: [2, 1, 1] } as const)
      : {};
    const { execution } = run(text, [new Uint8Array(4096)], { dynamicBytes: 256, ...shape });
    const found = execution.hazards.filter(({ code }) => code === 'hazard/uninitialized-lds');
    expect(found.map(({ location }) => location?.text).join(' ')).toBe(unwritten);
  });
});
