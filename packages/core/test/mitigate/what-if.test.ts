/** One access under another layout: its addresses, and the same counts as of the whole problem. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accessFromLanes,
  elementOffset,
  explainAccess,
  isActive,
  machineNamed,
  makeCounter,
  makeProblem,
  paddedLayout,
  plainLayout,
  placeElements,
  whatIfTrace,
} from '@ldscope/core';
import { f16, keyed, opcodeOf, operandRead } from './patterns.ts';
import { problems } from './random.ts';
import { forAll } from '../../../../test/for-all.ts';

describe('an access under another layout', () => {
  it('has the addresses of its elements and the costs of the count', () => {
    forAll([problems, fc.nat(2)], 40, (problem, choice) => {
      const { tile, waveSize } = problem;
      const rowBytes = tile.columns * tile.elementBytes;
      const layouts = [plainLayout(tile), paddedLayout(tile, rowBytes + 16)];
      const layout =
        layouts[choice] ?? keyed(tile, 16, { kind: 'rotate', step: 1, rowsPerPhase: 1 });
      const counts = makeCounter(problem).count(placeElements(layout));
      for (const [a, access] of problem.accesses.entries()) {
        const cycles = problem.targets.map(() => 0);
        for (let instance = 0; instance < access.instances; instance++) {
          const trace = whatIfTrace(problem, access, instance, layout);
          const moved = whatIfTrace(problem, access, instance, layout, 4096);
          for (let lane = 0; lane < waveSize; lane++) {
            if (!isActive(access, instance, lane)) continue;
            const at = instance * waveSize + lane;
            const offset = elementOffset(layout, access.rows[at] ?? 0, access.columns[at] ?? 0);
            expect(trace.addressBytes[lane]).toBe(offset);
            expect(moved.addressBytes[lane]).toBe(4096 + offset);
          }
          for (const [t, { machine, model }] of problem.targets.entries()) {
            const explained = explainAccess(trace, 0, machine, model, 2 ** 22);
            cycles[t] =
              (cycles[t] ?? 0) + (explained?.idxActive ?? 0) * (access.executions[instance] ?? 0);
          }
        }
        expect(cycles).toEqual(counts.map((list) => list[a]?.cycles));
      }
    });
  });

  it('picks the instance', () => {
    const tile = f16(64, 64);
    const load = operandRead('load', 'ds_read_b128', tile, 16, 8);
    const problem = makeProblem(tile, [load], [machineNamed('gfx950')], 64);
    const last = whatIfTrace(problem, load, load.instances - 1, plainLayout(tile));
    expect(last.count).toBe(1);
    expect(last.sites).toEqual([{ id: 'load' }]);
    expect(() => whatIfTrace(problem, load, load.instances, plainLayout(tile))).toThrow(RangeError);
  });

  it('keeps the lanes of a direct-to-LDS copy in order', () => {
    const tile = f16(64, 64);
    const copy = accessFromLanes({
      name: 'copy',
      op: opcodeOf('buffer_load_dwordx4 lds'),
      waveSize: 64,
      place: (lane) => ({ row: lane >> 3, column: 8 * ((lane & 7) ^ (lane >> 3)) }),
    });
    const problem = makeProblem(tile, [copy], [machineNamed('gfx950')], 64);
    const layout = keyed(tile, 16, { kind: 'xor', phases: 8, rowsPerPhase: 1 });
    const { addressBytes } = whatIfTrace(problem, copy, 0, layout, 256);
    expect([...addressBytes]).toEqual(Array.from({ length: 64 }, (_, lane) => 256 + 16 * lane));
  });
});
