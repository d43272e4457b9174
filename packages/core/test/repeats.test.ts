/** Costs of rows that repeat others, beside those of each row in a trace of its own. */
import { machineNamed, opcodeNumber, simulate, TraceBuilder } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../test/for-all.ts';

const LDS_BYTES = 4096;
const OPS = ['ds_read_b32', 'ds_write_b64', 'ds_read_b128', 'ds_read_u8', 'ds_read2_b32'];

/** A pattern of addresses, and how it is moved: mostly by periods, so that rows repeat. */
const row = fc.record({
  op: fc.constantFrom(...OPS),
  pattern: fc.nat(2),
  moved: fc.oneof(
    fc.nat(8).map((times) => 128 * times),
    fc.nat(300),
  ),
  wave: fc.nat(2),
  mask: fc.constantFrom([-1, -1], [-1, -1], [0xffff, 0], [0, 0], [5, 9]),
});
const pattern = fc.oneof(
  fc.constantFrom(4, 8, 16, 64, 68).map((pitch) => Array.from({ length: 64 }, (_, i) => i * pitch)),
  fc.array(fc.nat(LDS_BYTES), { minLength: 64, maxLength: 64 }),
);

describe('rows that repeat others', () => {
  it.each(['gfx942', 'gfx950', 'gfx1100', 'gfx906'])('cost what they cost alone on %s', (name) => {
    const machine = machineNamed(name);
    forAll(
      [fc.tuple(pattern, pattern, pattern), fc.array(row, { minLength: 2, maxLength: 40 })],
      300,
      (patterns, rows) => {
        const whole = new TraceBuilder(64, [{ id: 'a' }]);
        const costs = rows.map(({ op, pattern: at, moved, wave, mask }, order) => {
          const addresses = (patterns[at] ?? []).map((address) => address + moved);
          const [low = 0, high = 0] = mask;
          const add = (builder: TraceBuilder): void =>
            builder.add(opcodeNumber(op) ?? 0, 0, wave, order, addresses, low, high);
          add(whole);
          const own = new TraceBuilder(64, [{ id: 'a' }]);
          add(own);
          return simulate(own.finish(), machine, undefined, { ldsBytes: LDS_BYTES });
        });
        const all = simulate(whole.finish(), machine, undefined, { ldsBytes: LDS_BYTES });
        for (const field of ['phases', 'idxActive', 'bankConflict', 'worstWays'] as const)
          expect([...all[field]]).toEqual(costs.map((one) => one[field][0]));
      },
    );
  });
});

it('rows of both addresses of an instruction cost as one where a model takes them together', () => {
  const machine = machineNamed('gfx942');
  const model = machine.models.find(({ twoAddresses }) => twoAddresses === 'together');
  if (model === undefined) throw new Error('no model');
  const trace = new TraceBuilder(64, [{ id: 'a' }]);
  const lanes = Uint32Array.from({ length: 64 }, (_, lane) => 4 * lane);
  for (const order of [0, 0, 1, 1])
    trace.add(opcodeNumber('ds_read2_b32') ?? 0, 0, 0, order, lanes);
  const { idxActive } = simulate(trace.finish(), machine, model);
  expect(Array.from(idxActive, (cycles) => cycles > 0)).toEqual([true, false, true, false]);
});
