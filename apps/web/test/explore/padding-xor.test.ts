import { findTutorial, type Machine, replay, tutorials } from '@ldscope/core';
import { expect, test } from 'vitest';
import { grouped } from '../../src/controls/words.ts';
import {
  chips,
  paddingControls,
  type PaddingParameters,
  parametersOf,
  presets,
} from '../../src/explore/padding-xor/controls.ts';
import {
  banksOfColumn,
  faultOf,
  paddingEnds,
  xorEnds,
} from '../../src/explore/padding-xor/ends.ts';
import { specOf } from '../../src/explore/padding-xor/spec.ts';
import {
  bestOf,
  type CountedSide,
  paddingModel,
  type PaddingModel,
  padSweep,
  xorSweep,
} from '../../src/explore/padding-xor/model.ts';
import { rowsPicture } from '../../src/explore/padding-xor/picture.ts';
import { raise } from '../../../../test/raise.ts';
import { named } from './answers.ts';
import { combinations } from './combinations.ts';

const START = parametersOf(paddingControls.start);

const modelOf = (part: Partial<PaddingParameters> = {}): PaddingModel =>
  paddingModel({ ...START, ...part }) ?? raise('no model');

const preset = (name: string): PaddingParameters =>
  parametersOf({ chip: 'gfx942', ...named(presets, name).state });

const sideOf = ({ sides }: PaddingModel, name: string): CountedSide => named(sides, name);

/** Conflict cycles of both accesses, for one of the waves. */
const perWave = (side: CountedSide, waves = 4): number =>
  ((side.counts?.row.cost.conflicts ?? 0) + (side.counts?.column.cost.conflicts ?? 0)) / waves;

const ofTutorial = (name: string, machine: Machine): number => {
  const tutorial = findTutorial(name);
  const result = tutorial && replay(tutorial, machine, machine.models[0], 32);
  if (result?.ok !== true) throw new Error(name);
  return result.value.conflictsPerWaveTile;
};

test('the case of the tutorials has the counters of the slides: 01, 03 and 04', () => {
  const model = modelOf(preset('CK tutorials 03, 04'));
  const found = ['none', 'padding', 'xor'].map((name) => perWave(sideOf(model, name)));
  // SQ_LDS_BANK_CONFLICT by 32,768 waves and tiles: 3,670,016 and 786,432; 04 is 3072 by 64 (MI300X).
  expect(found).toEqual([3_670_016 / 32_768, 786_432 / 32_768, 3072 / 64]);
  expect(found).toEqual(['01', '03', '04'].map((name) => ofTutorial(name, model.machine)));
  expect(tutorials.length).toBeGreaterThan(0);
  // Ten instructions of a wave: 327,680 by 32,768.
  const { counts } = sideOf(model, 'padding');
  expect((counts?.row.cost.instructions ?? 0) + (counts?.column.cost.instructions ?? 0)).toBe(40);
});

test('the example of the IREE talk: 16 ways of 128 f16, one of 132', () => {
  const model = modelOf(preset('Rows of 128 to 132'));
  expect(sideOf(model, 'none').counts?.column.cost.ways).toBe(16);
  expect(sideOf(model, 'padding').counts?.column.cost.ways).toBe(1);
  // "+3.1 %" counts a pad behind the last row as well, which no element needs.
  expect(sideOf(model, 'padding').bytes).toBe(16 * 264 - 8);
  expect(sideOf(model, 'padding').counts?.row.pieces.text).toBe('ds_write2_b64');
});

test('a float tile of 32 by 32: 31 of 32 cycles of a column are conflicts, one word of padding ends them', () => {
  const model = modelOf(preset('Transpose of floats'));
  const column = (name: string) => sideOf(model, name).counts?.column.cost;
  expect(column('none')).toMatchObject({ cycles: 1024, conflicts: 992, ways: 32 });
  expect(column('padding')).toMatchObject({ cycles: 32, conflicts: 0 });
  expect(column('xor')).toMatchObject({ cycles: 32, conflicts: 0 });
  const banks = ['none', 'padding', 'xor'].map((name) => banksOfColumn(model, sideOf(model, name)));
  expect(banks).toEqual([1, 32, 32]);
});

test('padding costs a workgroup where the tile fills LDS, the XOR none', () => {
  const model = modelOf();
  expect(model.sides.map(({ bytes, counts }) => [bytes, counts?.workgroups])).toEqual([
    [16384, 4],
    [64 * 272 - 16, 3],
    [16384, 4],
  ]);
});

test('rows of 96: an XOR of 8 keys leaves the row, padding does not care', () => {
  const model = modelOf(preset('Rows of 96'));
  expect(sideOf(model, 'xor').faults.map(({ code }) => code)).toEqual(['mitigate/leaves-row']);
  expect(sideOf(model, 'xor').counts).toBeUndefined();
  expect(sideOf(model, 'padding').counts?.column.cost.conflicts).toBe(0);
  expect(xorEnds(model, [])[0]?.tag?.good).toBe(false);
});

test('direct copies: padded rows break the block of an instruction, an XOR inside of it does not', () => {
  const model = modelOf({ chip: 'gfx950' });
  const faults = sideOf(model, 'padding').direct?.faults.map(({ code }) => code);
  expect(faults).toEqual(['mitigate/lane-linear']);
  expect(sideOf(model, 'xor').direct?.faults).toEqual([]);
  expect(sideOf(modelOf({ chip: 'sm_90' }), 'xor').direct).toBeUndefined();
});

test('both sweeps contain the layouts at hand', () => {
  for (const chip of chips) {
    const parameters: PaddingParameters = { ...START, chip };
    const model = modelOf({ chip });
    const pad = padSweep(parameters).find(({ padBytes }) => padBytes === START.padBytes)?.legal;
    const xor = xorSweep(parameters, [16], [8])[0]?.legal;
    const conflicts = (name: string) => {
      const counts = sideOf(model, name).counts;
      return [counts?.row.cost.conflicts, counts?.column.cost.conflicts];
    };
    expect([pad?.row, pad?.column]).toEqual(conflicts('padding'));
    expect([xor?.row, xor?.column]).toEqual(conflicts('xor'));
  }
  const points = padSweep(START);
  expect(points).toHaveLength(17);
  expect(bestOf(points, ({ whole }) => whole)?.padBytes).toBe(16);
  const whole = points.filter(({ legal }) => legal?.whole === true);
  expect(whole.map(({ padBytes }) => padBytes)).toEqual([0, 16, 32, 48, 64]);
});

test('a layout that does not fit into LDS is neither opened nor the best', () => {
  const parameters = { ...START, copies: 4 };
  const model = modelOf(parameters);
  const most = model.machine.sharedMemory.bytesPerWorkgroup.value;
  expect(model.sides.map(({ ldsBytes }) => ldsBytes)).toEqual([most, 69_568, most]);
  expect(model.sides.map((side) => faultOf(model, side))).toEqual([
    undefined,
    `The 4 tiles have 69,568 bytes and do not fit into the ${grouped(most)} bytes of LDS of a workgroup on gfx942.`,
    undefined,
  ]);
  const pads = padSweep(parameters);
  const legal = pads.filter((pad) => pad.legal !== undefined);
  expect(legal.map(({ padBytes }) => padBytes)).toEqual([0]);
  expect(bestOf(pads)?.padBytes).toBe(0);
  const large = { ...START, rows: 256, columns: 512, elementBytes: 4 };
  const points = [...padSweep(large), ...xorSweep(large, [16], [8])];
  expect(points.some((one) => one.legal)).toBe(false);
  expect(modelOf(large).sides.map(({ fits }) => fits)).toEqual([false, false, false]);
});

test('every tile and chip: all elements have bytes of their own, pictures and specifications are whole', () => {
  let shown = 0;
  const all = combinations({
    chip: chips,
    rows: [16, 128],
    columns: [32, 96, 256],
    elementBytes: [1, 2, 4],
    columnWidth: [2, 16],
  });
  for (const one of all) {
    const model = paddingModel({ ...START, ...one, padBytes: 4 });
    if (model === undefined) continue;
    shown++;
    for (const side of model.sides) {
      expect(JSON.stringify(rowsPicture(model, side).content)).not.toContain('NaN');
      if (side.counts === undefined) continue;
      expect(new Set(side.offsets).size).toBe(one.rows * one.columns);
      expect(specOf(model, side)).not.toMatch(/NaN|undefined/);
    }
    expect(paddingEnds(model, []).every(({ text }) => !text.includes('NaN'))).toBe(true);
  }
  expect(shown).toBeGreaterThan(50);
});

test('operands of 16 and 32 rows in every type: addresses by hand', () => {
  for (const [name, down, bytesOfRow] of [
    ['MFMA 16 rows, f16', 16, 128],
    ['MFMA 32 rows, fp8', 32, 128],
    ['MFMA 16 rows, fp4', 16, 128],
  ] as const) {
    const parameters = preset(name);
    const model = modelOf(parameters);
    const trace = sideOf(model, 'none').counts?.column.trace;
    expect(trace?.count).toBe((parameters.rows * bytesOfRow) / 16 / 64);
    for (let lane = 0; lane < 64; lane++) {
      // Lane l of the first instruction: row l mod down, 16 bytes at column floor(l / down).
      const address = (lane % down) * bytesOfRow + Math.floor(lane / down) * 16;
      expect(trace?.addressBytes[lane]).toBe(address);
    }
  }
});

test('4-bit elements share bytes: the same layouts and conflicts as half as many of a byte', () => {
  const half = parametersOf({ ...paddingControls.start, element: 'fp4', columns: 256 });
  expect([half.columns, half.elementBytes]).toEqual([128, 1]);
  const costs = (parameters: PaddingParameters) =>
    modelOf(parameters).sides.map(({ bytes, counts }) => [bytes, counts?.column.cost.conflicts]);
  expect(costs(half)).toEqual(
    costs(parametersOf({ ...paddingControls.start, element: 'fp8', columns: 128 })),
  );
});
