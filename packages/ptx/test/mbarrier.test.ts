/** Barriers in shared memory: phases, states, bytes, and what is reported of those that are used wrongly. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BarrierObject, MOST_COUNT } from '../src/isa/async/barrier-object.ts';
import { kernel, run, words } from './harness.ts';

const shared = `  .shared .align 8 .b64 bar;
  .shared .align 4 .b8 tile[1024];
  mov.u32 %r1, bar;
  mov.u32 %r2, tile;`;

/** Thread 0 initializes the barrier, and all go on behind it. */
const init = (count: number): string => `  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared::cta.b64 [%r1], ${count};
  bar.sync 0;`;

const wait = (label: string, parity: string | number): string => `$${label}:
  mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r1], ${parity};
  @!%p2 bra $${label};`;

describe('an mbarrier object', () => {
  test('is in 8 bytes whole', () => {
    const count = fc.integer({ min: 0, max: MOST_COUNT });
    fc.assert(
      fc.property(
        count,
        count,
        fc.integer({ min: -MOST_COUNT, max: MOST_COUNT }),
        fc.constantFrom(0, 1),
        (pending, expected, bytes, parity) => {
          const [object, other] = [new BarrierObject(), new BarrierObject()];
          Object.assign(object, { pending, expected, bytes, parity });
          const memory = new Uint32Array(2);
          object.write(memory, 0);
          expect(other.read(memory, 0)).toBe(true);
          expect(other).toEqual(object);
        },
      ),
      { seed: 5 },
    );
    expect(new BarrierObject().read(new Uint32Array(2), 0)).toBe(false);
  });
});

describe('mbarrier', () => {
  test('what two warps bring, a third takes, phase after phase', () => {
    const out = new Int32Array(96);
    const text = kernel(
      ['out'],
      `${shared}
${words(['out'])}
${init(64)}
  setp.ge.u32 %p3, %r0, 64;
  mov.u32 %r5, 0;
  mov.u32 %r9, 0;
  shl.b32 %r3, %r0, 2;
  add.u32 %r3, %r3, %r2;
$round:
  and.b32 %r8, %r5, 1;
  @%p3 bra $take;
  add.u32 %r4, %r0, %r5;
  st.shared.u32 [%r3], %r4;
  mbarrier.arrive.release.cta.shared::cta.b64 _, [%r1];
$take:
${wait('full', '%r8')}
  @!%p3 bra $next;
  ld.shared.u32 %r6, [%r3+-256];
  ld.shared.u32 %r7, [%r3+-128];
  add.u32 %r9, %r9, %r6;
  add.u32 %r9, %r9, %r7;
$next:
  bar.sync 0;
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p4, %r5, 5;
  @%p4 bra $round;
  st.global.u32 [%rd0], %r9;
  ret;`,
    );
    expect(run(text, [out], { block: [96, 1, 1] }).codes).toEqual([]);
    expect([...out.subarray(64)]).toEqual(
      Array.from({ length: 32 }, (_, i) => 10 * i + 160 + 2 * (0 + 1 + 2 + 3 + 4)),
    );
  });

  test('states tell phases apart, and have the arrivals that were pending', () => {
    const out = new Int32Array(128);
    const text = kernel(
      ['out'],
      `${shared}
${words(['out'], 16)}
${init(32)}
  mbarrier.arrive.shared.b64 %rd5, [%r1];
  mbarrier.pending_count.b64 %r3, %rd5;
  mbarrier.test_wait.shared.b64 %p3, [%r1], %rd5;
  selp.u32 %r4, 1, 0, %p3;
  mbarrier.arrive.noComplete.release.cta.shared.b64 %rd6, [%r1], 1;
  mbarrier.pending_count.b64 %r5, %rd6;
  mbarrier.test_wait.shared.b64 %p3, [%r1], %rd6;
  selp.u32 %r6, 1, 0, %p3;
  st.global.v4.u32 [%rd0], {%r3, %r4, %r5, %r6};
  ret;`,
    );
    const { codes } = run(text, [out], { block: [32, 1, 1] });
    // The last lane completes a phase with .noComplete.
    expect(codes).toEqual(['ptx/mbarrier-completes']);
    for (let lane = 0; lane < 32; lane++)
      expect([...out.subarray(4 * lane, 4 * lane + 4)]).toEqual([32 - lane, 1, 32 - lane, 1]);
  });

  test('a phase waits for its bytes, which may come before they are expected', () => {
    const out = new Int32Array(32);
    const text = kernel(
      ['out'],
      `${shared}
${words(['out'])}
${init(1)}
  @!%p1 bra $test;
  mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r1], 64;
  mbarrier.test_wait.parity.shared::cta.b64 %p4, [%r1], 0;
  selp.u32 %r3, 1, 0, %p4;
  mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 128;
  mbarrier.test_wait.parity.shared::cta.b64 %p4, [%r1], 0;
  selp.u32 %r4, 2, 0, %p4;
  mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r1], 64;
  mbarrier.test_wait.parity.acquire.cta.shared::cta.b64 %p4, [%r1], 0, 1000;
  selp.u32 %r5, 4, 0, %p4;
  mbarrier.test_wait.parity.shared::cta.b64 %p4, [%r1], 1;
  selp.u32 %r6, 8, 0, %p4;
  add.u32 %r3, %r3, %r4;
  add.u32 %r3, %r3, %r5;
  add.u32 %r3, %r3, %r6;
  st.global.u32 [%rd0], %r3;
$test:
  ret;`,
    );
    expect(run(text, [out]).codes).toEqual([]);
    expect(out[0]).toBe(4);
  });

  test('arrive_drop leaves one arrival fewer for the next phases', () => {
    const out = new Int32Array(32);
    const text = kernel(
      ['out'],
      `${shared}
${words(['out'])}
${init(2)}
  @!%p1 bra $end;
  mbarrier.arrive_drop.shared::cta.b64 _, [%r1];
  mbarrier.arrive.shared::cta.b64 _, [%r1];
  mbarrier.arrive.shared::cta.b64 %rd5, [%r1];
  mbarrier.pending_count.b64 %r3, %rd5;
  mbarrier.test_wait.parity.shared::cta.b64 %p4, [%r1], 1;
  selp.u32 %r4, 10, 0, %p4;
  add.u32 %r3, %r3, %r4;
  st.global.u32 [%rd0], %r3;
$end:
  ret;`,
    );
    expect(run(text, [out]).codes).toEqual([]);
    expect(out[0]).toBe(11);
  });

  test('lanes of one warp wait for each other', () => {
    const out = new Int32Array(32);
    const text = kernel(
      ['out'],
      `${shared}
${words(['out'])}
${init(1)}
  setp.lt.u32 %p3, %r0, 31;
  @!%p3 bra $late;
${wait('full', 0)}
  ld.shared.u32 %r4, [%r2];
  bra $end;
$late:
  st.shared.u32 [%r2], 77;
  mbarrier.arrive.shared::cta.b64 _, [%r1];
  mov.u32 %r4, 1;
$end:
  st.global.u32 [%rd0], %r4;
  ret;`,
    );
    expect(run(text, [out]).codes).toEqual([]);
    expect([...out]).toEqual(Array.from({ length: 32 }, (_, i) => (i < 31 ? 77 : 1)));
  });

  test('cp.async.mbarrier.arrive counts with .noinc and changes nothing without', () => {
    const out = new Int32Array(32);
    const text = kernel(
      ['in', 'out'],
      `${shared}
${words(['in', 'out'])}
${init(32)}
  shl.b32 %r3, %r0, 2;
  add.u32 %r3, %r3, %r2;
  cp.async.ca.shared.global [%r3], [%rd0], 4;
  cp.async.mbarrier.arrive.shared::cta.b64 [%r1];
  cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r1];
${wait('full', 0)}
  ld.shared.u32 %r4, [%r3];
  st.global.u32 [%rd1], %r4;
  ret;`,
    );
    const input = Int32Array.from({ length: 32 }, (_, i) => i * i);
    expect(run(text, [input, out]).codes).toEqual([]);
    expect([...out]).toEqual([...input]);
  });
});

describe('a wrong mbarrier', () => {
  const body = (text: string, count = 2): string =>
    kernel(['out'], `${shared}\n${words(['out'])}\n${init(count)}\n${text}\n  ret;`);
  const codesOf = (text: string): readonly string[] =>
    run(text, [new Int32Array(64)], { block: [64, 1, 1] }).codes;

  test('a phase that lacks an arrival ends the kernel with what it lacks', () => {
    const text = body(
      `  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 16;\n${wait('full', 0)}`,
    );
    const { execution, codes } = run(text, [new Int32Array(64)], { block: [64, 1, 1] });
    expect(codes).toEqual(['ptx/mbarrier-deadlock']);
    expect(execution.diagnostics[0]?.message).toContain('lacks 1 arrivals and 16 bytes');
  });

  test('warps that wait at a barrier and at an mbarrier wait for ever', () => {
    const text = body(`  setp.lt.u32 %p3, %r0, 32;
  @%p3 bra $bar;
${wait('full', 0)}
$bar:
  bar.sync 0;`);
    expect(codesOf(text)).toEqual(['ptx/mbarrier-deadlock']);
  });

  test('memory that was never initialized', () => {
    expect(codesOf(body('  mbarrier.arrive.shared::cta.b64 _, [%r2];'))).toEqual([
      'ptx/no-mbarrier',
    ]);
    expect(
      codesOf(
        body(
          '  @%p1 mbarrier.inval.shared.b64 [%r1];\n  @%p1 mbarrier.arrive.shared.b64 _, [%r1];',
        ),
      ),
    ).toEqual(['ptx/no-mbarrier']);
  });

  test('more arrivals than a phase has, counts out of range, odd addresses', () => {
    expect(codesOf(body('  @%p1 mbarrier.arrive.shared::cta.b64 _, [%r1], 3;'))).toEqual([
      'ptx/mbarrier-overflow',
    ]);
    expect(codesOf(body('', 0))).toEqual(['ptx/mbarrier-count']);
    expect(codesOf(body('  @%p1 mbarrier.arrive.shared::cta.b64 _, [%r1+4];'))).toEqual([
      'ptx/misaligned',
    ]);
    expect(codesOf(body('  @%p1 mbarrier.init.shared.b64 [%r1+65536], 1;'))).toEqual([
      'ptx/shared-out-of-range',
    ]);
  });
});

test.each([
  ['', ['ptx/no-mbarrier']],
  ['bar.sync 0;', []],
])('another warp that arrives behind the init and "%s" is told %j', (between, codes) => {
  const text = kernel(
    [],
    `  .shared .align 8 .b64 object;
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, object;
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared::cta.b64 [%r1], 2;
  ${between}
  setp.eq.u32 %p2, %r0, 32;
  @%p2 mbarrier.arrive.shared.b64 %rd5, [%r1];
  ret;`,
  );
  expect(run(text, [], { block: [64, 1, 1] }).codes).toEqual(codes);
});
