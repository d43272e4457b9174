/** Padding of observed accesses against traces that are made for the padded rows in the first place. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AccessTrace,
  derivedWriterLayout,
  expectValue,
  type Machine,
  machineNamed,
  nestedAccesses,
  type NestedLayout,
  nestedTrace,
  opcodeAt,
  opcodeNumber,
  paddedCost,
  simulate,
  TraceBuilder,
  usefulPads,
} from '@ldscope/core';
import { forAll } from '../../../../../test/for-all.ts';

const reader = (rows: number, columns: number, width: number): NestedLayout => ({
  subgroup_tile: [1, 1],
  batch_tile: [rows / 16, columns / (4 * width)],
  outer_tile: [1, 1],
  thread_tile: [16, 4],
  element_tile: [1, width],
  subgroup_strides: [0, 0],
  thread_strides: [1, 16],
});

/** The accesses of one wave to rows of `pitch` elements. */
function tileTrace(
  layout: NestedLayout,
  shape: readonly [number, number],
  elementBytes: number,
  pitch: number,
  direction: 'read' | 'write',
  machine: Machine,
): AccessTrace {
  const accesses = nestedAccesses(layout, { shape, subgroupSize: 64, threads: 64, direction });
  return nestedTrace(expectValue(accesses), {
    isa: machine.isa,
    waveSize: 64,
    direction,
    elementBytes,
    addressOf: ([row = 0, column = 0]) => elementBytes * (row * pitch + column),
    name: direction,
  });
}

function totals(trace: AccessTrace, machine: Machine) {
  const counted = simulate(trace, machine, undefined, { ldsBytes: 2 ** 20 });
  let [conflictCycles, cycles, instructions] = [0, 0, 0];
  for (let row = 0; row < trace.count; row++) {
    conflictCycles += counted.bankConflict[row] ?? 0;
    cycles += counted.idxActive[row] ?? 0;
    instructions += opcodeAt(trace.op[row] ?? 0).addressing.kind === 'double' ? 0.5 : 1;
  }
  return { conflictCycles, cycles, instructions };
}

describe('a pad', () => {
  test('moves what was seen to where it would have been', () => {
    forAll(
      [
        fc.constantFrom('gfx942', 'gfx950', 'gfx90a'),
        fc.constantFrom([16, 64], [32, 128], [64, 32], [16, 96]),
        fc.constantFrom(1, 2, 4),
        fc.constantFrom(1, 2, 4, 8),
        fc.integer({ min: 0, max: 40 }),
        fc.boolean(),
      ],
      200,
      (chip, [rows = 0, columns = 0], elementBytes, width, pad, isRead) => {
        fc.pre(columns % (4 * width) === 0 && (pad * elementBytes) % 4 === 0);
        const machine = machineNamed(chip);
        const shape = [rows, columns] as const;
        const layout = isRead
          ? reader(rows, columns, width)
          : derivedWriterLayout(shape, 64, 8 * elementBytes);
        fc.pre(layout !== undefined);
        if (layout === undefined) return;
        const direction = isRead ? 'read' : 'write';
        const seen = tileTrace(layout, shape, elementBytes, columns, direction, machine);
        const right = tileTrace(layout, shape, elementBytes, columns + pad, direction, machine);
        const tile = { trace: seen, rowBytes: columns * elementBytes, machine };
        expect(paddedCost(tile, pad * elementBytes)).toEqual(totals(right, machine));
      },
    );
  });

  test('of nothing changes nothing, whatever the instructions', () => {
    const machine = machineNamed('gfx942');
    const builder = new TraceBuilder(64, [{ id: 'a' }]);
    const addresses = Array.from({ length: 64 }, (_, lane) => 16 * lane + 4);
    for (const name of ['ds_read_b32', 'ds_read_u8', 'ds_read_b96', 'ds_read2_b32']) {
      builder.add(opcodeNumber(name) ?? 0, 0, 0, 0, addresses);
    }
    const trace = builder.finish();
    const cost = paddedCost({ trace, rowBytes: 1024, machine }, 0);
    expect(cost?.conflictCycles).toBe(totals(trace, machine).conflictCycles);
  });

  test('an access over the end of its row has no cost', () => {
    const machine = machineNamed('gfx942');
    const builder = new TraceBuilder(64, [{ id: 'a' }]);
    builder.add(
      opcodeNumber('ds_read_b64') ?? 0,
      0,
      0,
      0,
      Array.from({ length: 64 }, () => 60),
    );
    const tile = { trace: builder.finish(), rowBytes: 64, machine };
    expect(paddedCost(tile, 8)).toBeUndefined();
    expect(paddedCost(tile, 0)).toBeDefined();
  });
});

describe('pads that can make a difference', () => {
  test.each([
    ['gfx942', 2, 31, 4],
    ['gfx942', 8, 15, 8],
    ['gfx950', 4, 63, 4],
    ['gfx942', 3, 0, undefined],
  ] as const)('%s, elements of %d bytes: %d', (chip, elementBytes, count, first) => {
    const trace = new TraceBuilder(64, []).finish();
    const pads = usefulPads({ trace, rowBytes: 128, machine: machineNamed(chip) }, elementBytes);
    expect([pads.length, pads[0]]).toEqual([count, first]);
  });
});
