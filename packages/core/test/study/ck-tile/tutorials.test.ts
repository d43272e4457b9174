/**
 * The tutorials against published counters. What is expected is from the slides "LDS Bank Conflicts on CDNA"
 * (M = 65536, K = 256), from csv files of CK's tutorial 14 (MI300X, MI355X), and from an analysis of both.
 */
import { describe, expect, test } from 'vitest';
import {
  findMachine,
  findTutorial,
  type Reading,
  readings,
  replay,
  replayUnder,
  tutorials,
  waveTiles,
} from '@ldscope/core';

const names = ['01', '02', '03', '04', '05', '08', '10', '01-fp32', '04-fp32'] as const;

/** Conflict cycles per wave and tile under each reading; no value where the analysis has none. */
const expected: Readonly<Record<string, readonly (number | undefined)[]>> = {
  'gfx942': [112, 48, 24, 48, 0, 0, 16, 240, 240],
  'gfx942, descriptors for 64 banks': [112, 48, 24, 48, 0, 8, 0, 240, 240],
  'gfx950': [112, 48, 24, 48, 0, 0, 0, 240, 240],
  'gfx950, 32 banks hard-coded': [112, 48, 24, 48, 0, 4, 16, 240, 240],
  'sequential ds_read_b128 octets': [112, 48, 24, 48, 0, 0, 16, 240, 240],
  'both addresses of read2 in one pass': [112, 48, 20, 48, 0, 0, 16, 112, 240],
  'deck, R1 and R3': [136, 72, 24, 72, 0, 48, 40, 288, 288],
  'deck, R1 and R2': [240, 112, 56, 112, 16, 0, 48, 240, 240],
  'four 16-lane phases up to 4 bytes': [224, 96, 32, 96, 0, 0, 0, 480, 480],
  'one 64-lane phase up to 4 bytes': [56, 24, 20, 24, 0, 0, 24, 120, 120],
  '64 banks for everything': [112, 48, 8, 48, 4, 0, 0, 240, 240],
  'every bank counts': [224, 192, 224, 192, 0, 0, 128, undefined, undefined],
  'even and odd lanes': [48, 16, 24, 48, 0, 0, 48, 112, 112],
};

/** Instructions per wave and tile. */
const instructions = [9, 9, 10, 9, 9, 2, 9, 6, 10];

function conflicts(name: string, reading: Reading): number {
  const tutorial = findTutorial(name);
  const result = tutorial && replayUnder(tutorial, reading);
  if (result?.ok !== true) throw new Error(`${name} cannot be replayed`);
  return result.value.conflictsPerWaveTile;
}

describe('conflicts of each tutorial per wave and tile', () => {
  test('every reading is compared', () => {
    expect(readings.map(({ title }) => title).sort()).toEqual(Object.keys(expected).sort());
    expect(tutorials.map(({ name }) => name)).toEqual(names);
  });

  test.each(readings)('$title', (reading) => {
    const ours = names.map((name) => conflicts(name, reading));
    const known = expected[reading.title] ?? [];
    expect(ours.map((value, i) => (known[i] === undefined ? undefined : value))).toEqual(known);
  });
});

describe('the table of counters, M = 65536 and K = 256', () => {
  const deck = {
    '01': [3_670_016, 294_912],
    '02': [1_572_864, 294_912],
    '03': [786_432, 327_680],
    '05': [0, 294_912],
    '08': [0, 65_536],
    '10': [0, 294_912],
  } as const;
  const tiles = waveTiles(65536, 256);

  test.each(Object.entries(deck))('%s on gfx950', (name, [conflictCycles, executed]) => {
    const [tutorial, machine] = [findTutorial(name), findMachine('gfx950')];
    const result = tutorial && machine && replay(tutorial, machine);
    if (result?.ok !== true) throw new Error('cannot be replayed');
    expect(result.value.conflictsPerWaveTile * tiles).toBe(conflictCycles);
    expect(result.value.instructionsPerWaveTile * tiles).toBe(executed);
  });

  test('on gfx942 all but 10, which the slides count as 0 and the model as 524,288', () => {
    for (const [name, [conflictCycles]] of Object.entries(deck)) {
      const ours = conflicts(name, { title: '', machine: 'gfx942', descriptorBanks: 32 }) * tiles;
      expect(ours, name).toBe(name === '10' ? 524_288 : conflictCycles);
    }
  });
});

describe('instructions of a wave and tile', () => {
  const machine = findMachine('gfx942');
  const list = (name: string): string[] => {
    const tutorial = findTutorial(name);
    const result = machine && tutorial && replay(tutorial, machine);
    return result?.ok === true ? result.value.cost.instructions.map((cost) => cost.name) : [];
  };
  const times = (count: number, name: string): string[] =>
    Array.from({ length: count }, () => name);
  const halves = ['ds_write_b16', 'ds_write_b16_d16_hi'];

  test('as many as SQ_INSTS_LDS counts', () => {
    expect(names.map((name) => list(name).length)).toEqual(instructions);
  });

  test.each([
    ['01', ['ds_write_b128', ...times(8, 'ds_read_u16')]],
    ['02', [...halves, ...halves, ...halves, ...halves, 'ds_read_b128']],
    ['03', [...times(2, 'ds_write2_b32'), ...times(8, 'ds_read_u16')]],
    ['04', ['ds_write_b128', ...times(8, 'ds_read_u16')]],
    ['05', ['ds_write_b128', ...times(8, 'ds_read_u16')]],
    ['08', ['ds_write_b128', 'ds_read_b128']],
    ['10', ['ds_write_b128', ...times(8, 'ds_read_u16')]],
    ['01-fp32', [...times(2, 'ds_write_b128'), ...times(4, 'ds_read2_b32')]],
    ['04-fp32', [...times(2, 'ds_write_b128'), ...times(8, 'ds_read_b32')]],
  ])('%s', (name, wanted) => {
    expect(list(name)).toEqual(wanted);
  });
});
