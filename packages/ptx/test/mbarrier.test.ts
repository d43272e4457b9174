/** Barriers in shared memory: phases, states, bytes, and what is reported of those that are used wrongly. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BarrierObject, MOST_COUNT } from '../src/isa/async/barrier-object.ts';
import { kernel, run, words } from './harness.ts';
import { rows } from '../../../test/rows.ts';
import { forAll } from '../../../test/for-all.ts';

const shared = `  .shared .align 8 .b64 bar;
  .shared .align 4 .b8 tile[1024];
  mov.u32 %r1, bar;
  mov.u32 %r2, tile;`;

/** Thread 0 initializes the barrier, and all go on behind it. */
const init = (count: number): string => `  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared::cta.b64 [%r1], ${count};
  bar.sync 0;`;

const WAIT = `WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r1], 0; @!%p2 bra WAIT;`;

describe('an mbarrier object', () => {
  test('is in 8 bytes whole', () => {
    const count = fc.integer({ min: 0, max: MOST_COUNT });
    forAll(
      [count, count, fc.integer({ min: -MOST_COUNT, max: MOST_COUNT }), fc.constantFrom(0, 1)],
      { seed: 5 },
      (pending, expected, bytes, parity) => {
        const [object, other] = [new BarrierObject(), new BarrierObject()];
        Object.assign(object, { pending, expected, bytes, parity });
        const memory = new Uint32Array(2);
        object.write(memory, 0);
        expect(other.read(memory, 0)).toBe(true);
        expect(other).toEqual(object);
      },
    );
    expect(new BarrierObject().read(new Uint32Array(2), 0)).toBe(false);
  });
});

describe('a wrong mbarrier', () => {
  const body = (text: string, count = 2): string =>
    kernel(['out'], `${shared}\n${words(['out'])}\n${init(count)}\n${text}\n  ret;`);

  test('a phase that lacks an arrival ends the kernel with what it lacks', () => {
    const text = body(`  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 16;\n${WAIT}`);
    const { execution, codes } = run(text, [new Int32Array(64)], { block: [64, 1, 1] });
    expect(codes).toEqual(['ptx/mbarrier-deadlock']);
    expect(execution.diagnostics[0]?.message).toContain('lacks 1 arrivals and 16 bytes');
  });

  test.each(rows`
    memory that was never initialized  | 2 | mbarrier.arrive.shared::cta.b64 _, [%r2]; | ptx/no-mbarrier
    an object that was given back      | 2 | @%p1 mbarrier.inval.shared.b64 [%r1]; @%p1 mbarrier.arrive.shared.b64 _, [%r1]; | ptx/no-mbarrier
    more arrivals than a phase has     | 2 | @%p1 mbarrier.arrive.shared::cta.b64 _, [%r1], 3; | ptx/mbarrier-overflow
    as many as a phase has             | 3 | @%p1 mbarrier.arrive.shared::cta.b64 _, [%r1], 3; |
    a count of 0                       | 0 | | ptx/mbarrier-count
    an odd address                     | 2 | @%p1 mbarrier.arrive.shared::cta.b64 _, [%r1+4]; | ptx/misaligned
    an address behind the memory       | 2 | @%p1 mbarrier.init.shared.b64 [%r1+65536], 1; | ptx/shared-out-of-range
  `)('%s', (_, count, statements, codes) => {
    const text = body(statements, Number(count));
    expect(run(text, [new Int32Array(64)], { block: [64, 1, 1] }).codes.join(' ')).toBe(codes);
  });
});
