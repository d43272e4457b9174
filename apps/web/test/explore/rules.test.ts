import { machineNamed } from '@ldscope/core';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type LanePattern,
  patternAddresses,
  requests,
  strided,
  widthOf,
} from '../../src/explore/parts/lane-pattern.ts';
import { measuredAccesses } from '../../src/explore/parts/measured-accesses.ts';
import { waveOf } from '../../src/explore/parts/one-access.ts';
import { chips, presets, ruleOf } from '../../src/explore/rules/controls.ts';
import { agreement, compare, scores, strideSweep } from '../../src/explore/rules/model.ts';

const data = (file: string): string =>
  readFileSync(new URL(`../../../../validation/data/${file}`, import.meta.url), 'utf8');

interface Sweep {
  readonly id: string;
  readonly S: readonly number[];
  readonly conflicts: readonly number[];
  readonly total_cycles: readonly number[];
}

interface Hopper {
  readonly op: string;
  readonly mask: string;
  readonly address: readonly number[];
  readonly conflicts: number;
}

/** Rules R1 to R3 in a few lines: conflict cycles of a wave. */
function byHand(pattern: LanePattern, width: number, banks: number, wave: number): number {
  const addresses = patternAddresses(pattern, wave);
  let conflict = 0;
  for (let first = 0; first < wave; first += 32) {
    for (let step = 0; step < Math.max(1, width / 4); step++) {
      const onBank = new Map<number, number[]>();
      for (let lane = first; lane < Math.min(first + 32, pattern.active); lane++) {
        const address = (addresses[lane] ?? 0) + 4 * step;
        const bank = Math.floor(address / 4) % banks;
        onBank.set(bank, [...(onBank.get(bank) ?? []), address]);
      }
      const ways = [...onBank.values()].map((wanted) => {
        if (width >= 4) return new Set(wanted.map((address) => Math.floor(address / 4))).size;
        return new Set(wanted).size === 1 ? 1 : wanted.length;
      });
      conflict += Math.max(1, ...ways) - 1;
    }
  }
  return conflict;
}

describe('measured accesses', () => {
  it('are those of the published sweeps', () => {
    const { validation } = JSON.parse(data('phases.json')) as {
      readonly validation: readonly Sweep[];
    };
    const sweepOf = (id: string): Sweep | undefined => validation.find((one) => one.id === id);
    for (const bits of [32, 64, 128]) {
      const rowsOf = (device: string) =>
        measuredAccesses.filter((one) => one.device === device && one.request === `read.b${bits}`);
      const rows = rowsOf('MI300X');
      const sweep = sweepOf(`mi300x-b${bits}-stride`);
      expect(rows.map(({ pattern }) => pattern.pitchBytes)).toEqual(sweep?.S);
      expect(rows.map(({ conflict }) => conflict)).toEqual(sweep?.conflicts);
      const cycles = rowsOf('MI50').map(({ conflict }) => conflict + bits / 16);
      expect(cycles).toEqual(sweepOf(`mi50-b${bits}`)?.total_cycles);
    }
  });

  it('are lines of the counters of the H200', () => {
    const lines = data('hopper-sm90-sample.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Hopper);
    for (const { request, pattern, conflict, chip } of measuredAccesses) {
      if (chip !== 'sm_90') continue;
      const op = `${request.startsWith('read') ? 'ld' : 'st'}${8 * widthOf(request)}`;
      const wanted = patternAddresses(pattern, 32).join(' ');
      const found = lines.find(
        (line) => line.op === op && line.mask === 'ffffffff' && line.address.join(' ') === wanted,
      );
      expect(found?.conflicts).toBe(conflict);
    }
  });

  it('have the counts of the tutorials: 112 and 48 a wave', () => {
    const slides = measuredAccesses.filter(({ note }) => note?.startsWith('0') === true);
    expect(slides.map(({ conflict }) => 8 * conflict)).toEqual([3670016 / 32768, 1572864 / 32768]);
  });
});

describe('the rules', () => {
  it('are applied as they are written', () => {
    for (const chip of ['gfx942', 'gfx950', 'sm_90'] as const) {
      const machine = machineNamed(chip);
      const wave = waveOf(machine);
      for (const { state } of presets) {
        const { request, ...pattern } = state;
        const { byRule } = compare({ chip, ...state });
        const used = { ...pattern, active: Math.min(pattern.active, wave) };
        const banks = machine.sharedMemory.banks.value;
        expect(byRule.bankConflict).toBe(byHand(used, widthOf(request), banks, wave));
      }
    }
  });

  it('say what the deck says and counters do not', () => {
    const counts = (request: 'read.b32' | 'read.b128', pitch: number) => {
      const { byRule, byEngine, measured } = compare({
        chip: 'gfx942',
        request,
        ...strided(pitch),
      });
      return [byRule.bankConflict, byEngine.bankConflict, measured?.conflict];
    };
    expect(counts('read.b128', 16)).toEqual([24, 0, 0]);
    expect(counts('read.b32', 128)).toEqual([62, 62, 62]);
  });

  it('lose against the engine wherever something was counted', () => {
    for (const { counted, engineRight, ruleRight, rule, chip } of scores()) {
      expect(engineRight).toBe(counted);
      expect(ruleRight).toBeLessThanOrEqual(counted);
      if (rule === 'R1' && chip === 'gfx942') expect(ruleRight).toBe(counted);
    }
    expect(scores().reduce((sum, { counted }) => sum + counted, 0)).toBe(measuredAccesses.length);
  });

  it('agree with the sweep in the chart', () => {
    for (const chip of chips) {
      for (const request of requests) {
        const { strides, same, ruleMore, ruleLess } = agreement(chip, request);
        expect(same + ruleMore + ruleLess).toBe(strides);
        for (const point of strideSweep(chip, request)) {
          if (point.measured !== undefined) expect(point.byEngine).toBe(point.measured);
        }
      }
    }
    expect(ruleOf('write.b16')).toBe('R2');
    expect(agreement('gfx942', 'read.b32').same).toBe(agreement('gfx942', 'read.b32').strides);
  });
});
