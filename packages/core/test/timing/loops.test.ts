/** The steady state of a loop: does not depend on how often it runs, and is what a long run takes on average. */
import {
  findLoops,
  type LoopTiming,
  lowerListing,
  parseListing,
  simulateTiming,
  timeLoop,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastCases } from '../../../../test/cases.ts';
import { timedChip } from './chip.ts';
import { forAll } from '../../../../test/for-all.ts';

function timed(body: readonly string[], times: number): LoopTiming {
  const { machine, timing } = timedChip('gfx942');
  const text = `waves 2\nloop ${times}:\n${body.map((line) => `  ${line}\n`).join('')}`;
  const { program } = lowerListing(parseListing(text).listing, machine, timing);
  const [loop] = findLoops(program);
  if (loop === undefined) throw new Error('no loop');
  return timeLoop(program, simulateTiming(program, { machine, timing }), loop);
}

const operation = fc.constantFrom(
  'ds_read_b128 A from tile',
  'ds_write_b64 to tile from p',
  'buffer_load_dwordx4 p',
  'MFMA A, B, C',
  'wait_cnt(lgkmcnt(0))',
  'wait_cnt(vmcnt(1))',
  'sbarrier',
  'v_exp_f32 e, C',
  's_nop 3',
);

test('a steady state is the same however often the loop runs, and what long runs take', () => {
  let found = 0;
  forAll(
    [fc.array(operation, { minLength: 2, maxLength: 8 }), fc.integer({ min: 40, max: 60 })],
    60,
    (operations, times) => {
      // Without waits, loads pile up in front of memory for longer than the run.
      const body = [...operations, 'wait_cnt(vmcnt(2))', 'wait_cnt(lgkmcnt(2))'];
      const [short, long] = [timed(body, times), timed(body, 4 * times + 1)];
      if (short.period === undefined || long.period === undefined) return;
      found++;
      expect(short.cyclesPerIteration).toBeCloseTo(long.cyclesPerIteration ?? 0, 6);
      expect(long.period).toBe(short.period);
    },
  );
  expect(found).toBeGreaterThan(leastCases(30));
});

test('a rate that is not a whole number of cycles repeats late: figures of two runs agree within a cycle', () => {
  // 256 bytes at 23 per cycle; turns are every 4 cycles.
  const body = ['buffer_load_dword lds to tile', 'wait_cnt(vmcnt(1))', 's_nop 3'];
  const all = [20, 50, 120, 400].map((times) => timed(body, times).cyclesPerIteration ?? 0);
  expect(Math.max(...all) - Math.min(...all)).toBeLessThan(1);
});

test('too few iterations have none', () => {
  const body = ['MFMA A, B, C', 'ds_read_b128 A from tile', 'wait_cnt(lgkmcnt(0))'];
  expect(timed(body, 2).cyclesPerIteration).toBeUndefined();
  expect(timed(body, 40).period).toBeDefined();
});
