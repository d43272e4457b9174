/** Address instructions: static counts of loops, and ranges where no figure can be given. */
import { describe, expect, it } from 'vitest';
import {
  accessFromLanes,
  addressCounter,
  expectValue,
  isFigure,
  machineNamed,
  makeProblem,
  paddedLayout,
  plainLayout,
  type Problem,
  problemFromTrace,
  TraceBuilder,
} from '@ldscope/core';
import { busiestWave } from '../../src/mitigate/access-instructions.ts';
import { keyed, opcodeOf } from './patterns.ts';

const tile = { rows: 64, columns: 64, elementBytes: 2 };
const xor = keyed(tile, 16, { kind: 'xor', phases: 8, rowsPerPhase: 1 });

/** Rows of 16 bytes in eight instances of 8 rows each; `inLoop`: they are rounds. */
function rowsOf(inLoop: boolean, chip = 'gfx942'): Problem {
  const access = accessFromLanes({
    name: 'read',
    op: opcodeOf('ds_read_b128'),
    waveSize: 64,
    instances: 8,
    place: (lane, i) => ({
      row: (lane % 16) + 16 * (i % 4),
      column: 8 * (lane >> 4) + 32 * (i >> 2),
    }),
    ...(inLoop ? { round: (i: number) => i } : {}),
  });
  return makeProblem(tile, [access], [machineNamed(chip)], 64);
}

describe('address instructions', () => {
  it('are those of the wave with the most instances, the first of them', () => {
    const of = (...waves: readonly number[]) => ({ wave: Uint32Array.from(waves) });
    expect(busiestWave([of(2, 3, 5), of(5, 3)])).toBe(3);
  });

  it('of a loop count once, however many rounds it has', () => {
    const [kept, unrolled] = [true, false].map((inLoop) => addressCounter(rowsOf(inLoop))(xor));
    expect(kept?.instructions).toBeGreaterThan(0);
    expect(kept?.instructions).toBeLessThan(unrolled?.instructions ?? 0);
    const whole = rowsOf(true);
    const [access] = whole.accesses;
    if (access === undefined) throw new Error('there is an access');
    // The same rounds a second time are the same instruction.
    const twice = {
      ...whole,
      accesses: [
        {
          ...access,
          instances: 16,
          rows: Uint32Array.from([...access.rows, ...access.rows]),
          columns: Uint32Array.from([...access.columns, ...access.columns]),
          activeMask: Uint32Array.from([...access.activeMask, ...access.activeMask]),
          executions: new Float64Array(16).fill(1),
          wave: new Uint32Array(16),
          round: Uint32Array.from({ length: 16 }, (_, i) => i),
        },
      ],
    };
    expect(addressCounter(twice)(xor)).toEqual(kept);
  });

  it('are a figure for row pads, and a range for an XOR', () => {
    const count = addressCounter(rowsOf(false));
    expect(count(plainLayout(tile))).toEqual({ instructions: 0, range: [0, 0] });
    expect(isFigure(count(paddedLayout(tile, 144)))).toBe(true);
    const { instructions, range } = count(xor);
    expect(isFigure({ instructions, ...(range === undefined ? {} : { range }) })).toBe(false);
    expect(range?.[0]).toBeLessThan(instructions);
    expect(range?.[1]).toBeGreaterThan(instructions);
  });

  it('have no range on chips for which no compiler is compared', () => {
    expect(addressCounter(rowsOf(false, 'gfx1201'))(xor).range).toBeUndefined();
  });

  it('are those of the chip that needs most, and of both', () => {
    const one = rowsOf(false);
    const two = { ...one, targets: [...one.targets, ...rowsOf(false, 'gfx950').targets] };
    const counts = [one, rowsOf(false, 'gfx950'), two].map((problem) =>
      addressCounter(problem)(xor),
    );
    const [gfx942, gfx950, both] = counts;
    expect(gfx950?.instructions).toBeLessThanOrEqual(gfx942?.instructions ?? 0);
    expect(both?.instructions).toBe(gfx942?.instructions);
    expect(both?.range).toEqual([gfx950?.range?.[0], gfx942?.range?.[1]]);
  });
});

/** A site that a wave executes at these positions, each in two pieces of 8 B where `pieces` is 2. */
function traced(orders: readonly number[], repeats: boolean): Problem {
  const builder = new TraceBuilder(64, [{ id: '1:1', ...(repeats ? { repeats } : {}) }]);
  const lanes = Uint32Array.from({ length: 64 }, (_, lane) => lane * 16);
  for (const [i, order] of orders.entries()) {
    const addresses = lanes.map((address) => address + (i % 8) * 1024);
    builder.add(opcodeOf('ds_read_b128'), 0, 0, order, addresses, 0xffffffff, 0xffffffff);
  }
  const buffer = { layout: plainLayout(tile), baseBytes: 0 };
  return expectValue(problemFromTrace(builder.finish(), buffer, [machineNamed('gfx942')]));
}

describe('the rounds of a site', () => {
  it.each([
    ['of no loop are unrolled', [0, 1, 2, 3], false, undefined],
    ['that follow each other are one each', [4, 5, 6, 7], true, [0, 1, 2, 3]],
    ['with others between are one per run', [0, 1, 4, 5], true, [0, 0, 1, 1]],
    ['of two-address instructions are one per position', [3, 3, 4, 4], true, [0, 0, 1, 1]],
  ] as const)('%s', (_, orders, repeats, wanted) => {
    const [access] = traced(orders, repeats).accesses;
    expect(access?.round && [...access.round]).toEqual(wanted);
  });
});
