/** What holds of everything that pages suggest to try, and what some of the sentences beside them claim. */
import { describe, expect, it } from 'vitest';
import { raise } from '../../../../test/raise.ts';
import { coalescingView, fetchOf } from '../../src/explore/coalescing/model.ts';
import { explorers } from '../../src/explore/explorers.ts';
import { gcdView } from '../../src/explore/gcd/model.ts';
import { gpuControls } from '../../src/explore/gpu/controls.ts';
import { gpuView } from '../../src/explore/gpu/model.ts';
import { paddingControls, parametersOf } from '../../src/explore/padding-xor/controls.ts';
import { paddingModel } from '../../src/explore/padding-xor/model.ts';
import { compare } from '../../src/explore/rules/model.ts';
import { accessControls } from '../../src/explore/rules/controls.ts';
import { swapControls } from '../../src/explore/ck-tile/controls.ts';
import { swapModel } from '../../src/explore/ck-tile/model.ts';
import { waveControls } from '../../src/explore/wave/controls.ts';
import { waveModel } from '../../src/explore/wave/model.ts';
import { readControls as readControlsOfChecklist } from '../../src/explore/checklist/controls.ts';
import { sideView } from '../../src/explore/checklist/model.ts';
import { stepBudget } from '../../src/explore/hot-loop/budget.ts';
import { budgetControls, pipelineControls } from '../../src/explore/hot-loop/controls.ts';
import { boundInWords, busyPercent, hotLoop } from '../../src/explore/hot-loop/model.ts';
import { scheduleOf } from '../../src/explore/hot-loop/schedules.ts';
import { settingsOf } from '../../src/explore/hot-loop/settings.ts';
import { gemmTileOf } from '../../src/explore/parts/gemm-tile.ts';
import { tileControls, tileOf } from '../../src/explore/iree/controls.ts';
import { sideReads, tileModel } from '../../src/explore/iree/tile.ts';
import { readControls } from '../../src/explore/operands/controls.ts';
import { operandRead } from '../../src/explore/operands/model.ts';
import { tutorialControls } from '../../src/explore/tutorials/controls.ts';
import { requestOf, tutorialModel } from '../../src/explore/tutorials/model.ts';
import { xorControls } from '../../src/explore/xor-descriptor/controls.ts';
import { xorModel } from '../../src/explore/xor-descriptor/model.ts';
import { valueOf } from './answers.ts';
import { triesOf } from './page-controls.ts';

describe.each(explorers.map(({ slug }) => slug))('what %s suggests to try', (slug) => {
  const all = triesOf(slug);

  it('is there, can be set, and changes what is shown', () => {
    expect(all.length).toBeGreaterThan(0);
    for (const { controls, trials } of all) {
      const states = trials.map(({ state }) => controls.write(controls.settled(state), ''));
      expect(states).toEqual(trials.map(({ address }) => address));
      expect(states).not.toContain('');
      expect(new Set(states).size).toBe(states.length);
      for (const { text } of trials) expect(text.length).toBeGreaterThan(20);
    }
  });
});

/** The state of a suggestion of a page, by the beginning of its name. */
function tried<S>(slug: string, name: string, start: S): S {
  const trials = triesOf(slug).flatMap((one) => one.trials);
  const trial = trials.find((one) => one.name.startsWith(name));
  return { ...start, ...(trial ?? raise(`${slug} does not suggest ${name}`)).state };
}

describe('the sentences beside suggestions', () => {
  it('of the gcd rule: a bank per row, words cut, four banks, one period', () => {
    const start = { element: 'f16', ld: 128, rows: 16, chip: 'gfx942' } as const;
    const of = (name: string) => gcdView(tried('gcd', name, start));
    expect(of('Pad each row by 4').rule).toMatchObject({ advance: 2, ways: 1 });
    expect(of('Pad by 1').rule).toBeUndefined();
    expect(of('Fix only half').rule?.distinct).toBe(4);
    expect(of('Use fp8')).toMatchObject({ pitchBytes: 128, rule: { distinct: 1 } });
  });

  it('of the grid: no conflict along a row, one workgroup fewer, the same unit and banks', () => {
    const of = (name: string) => gpuView(tried('gpu', name, gpuControls.start));
    const before = gpuView(gpuControls.start);
    expect(of('Read along').access.bankConflict).toBe(0);
    expect(of('Pad each').access.bankConflict).toBe(0);
    expect(of('Ask for').occupancy.workgroups).toBe(before.occupancy.workgroups - 1);
    const other = of('Follow');
    expect([other.unit, other.bank]).toEqual([before.unit, before.bank]);
    expect(other.chosen?.baseBytes).not.toBe(before.chosen?.baseBytes);
  });

  it('of coalescing: twice the lines, a line per lane, one line, one line more', () => {
    const start = { baseBytes: 0, strideBytes: 4, widthBytes: 4, active: 64 };
    const lines = (name: string): number =>
      coalescingView(tried('coalescing', name, start), fetchOf('gfx942')).explanation.blocks.length;
    const before = coalescingView(start, fetchOf('gfx942')).explanation.blocks.length;
    expect(lines('Leave a gap')).toBe(2 * before);
    expect(lines('Put each lane')).toBe(64);
    expect(lines('Let all lanes')).toBe(1);
    expect(lines('Shift')).toBe(before + 1);
  });

  it('of the rules: R2 predicts what is not counted, R1 misses writes on AMD and not on NVIDIA', () => {
    const of = (name: string) => compare(tried('rules', name, accessControls.start));
    const row = of('Read both halves');
    expect([row.byRule.bankConflict > 0, row.measured?.conflict]).toEqual([true, 0]);
    const amd = of('Write one word');
    expect([amd.byRule.bankConflict, amd.byEngine.bankConflict > 0]).toEqual([0, true]);
    const nvidia = of('Do the same');
    expect(nvidia.byRule.bankConflict).toBe(nvidia.byEngine.bankConflict);
  });

  it('of padding and XOR: cut writes, conflicts with two keys, lost room', () => {
    const of = (name: string) => {
      const sides =
        paddingModel(parametersOf(tried('padding-xor', name, paddingControls.start)))?.sides ?? [];
      return (side: string) => sides.find((one) => one.name === side)?.counts;
    };
    const word = of('Pad by one word');
    expect(word('padding')?.row.pieces.text).not.toBe(word('none')?.row.pieces.text);
    expect(of('Give the XOR')('xor')?.column.cost.conflicts).toBeGreaterThan(0);
    const four = of('Keep four');
    expect(four('xor')?.workgroups).toBe(four('none')?.workgroups);
    expect(four('padding')?.workgroups).not.toBe(four('none')?.workgroups);
  });

  it('of the descriptors: conflicts with one row per group, four rows on gfx950, places shared', () => {
    const of = (name: string) => xorModel(tried('xor-descriptor', name, xorControls.start));
    expect(of('One row')?.packsOfGroup).toBe(4);
    expect(of('One row')?.read.swapped.bankConflict).toBeGreaterThan(0);
    expect(of('Move to')?.mLdsLayer).toBe(4);
    expect([of('Use f32')?.kPack, of('Use f32')?.mLdsLayer]).toEqual([4, 1]);
    const swapped = (name: string) => swapModel(tried('ck-tile', name, swapControls.start));
    const wide = swapped('Use 48');
    expect(wide.ok && wide.model.faults.length).toBeGreaterThan(0);
    const eight = swapped('Put eight');
    expect(eight.ok && eight.model.readings[0].conflicts).toBeGreaterThan(0);
  });

  it('of Wave: one tile left, conflicts with two phases, two ways of long rows, none on gfx942', () => {
    const of = (name: string) => waveModel(tried('wave', name, waveControls.start), 0);
    expect(of('Turn').swizzled).toBeUndefined();
    expect(of('Use two').swizzled?.conflicts).toBeGreaterThan(0);
    expect(of('Take rows').swizzled?.read.worstWays).toBe(2);
    expect(of('Use fp8').swizzled?.read.worstWays).toBe(2);
    const other = of('Run it');
    expect(other.swizzled?.conflicts).toBe(0);
    expect(other.plain.read.phases).toHaveLength(8);
  });

  it('of the hot loop: an idle matrix core, time lost to LDS, to conflicts and to bandwidth', () => {
    const known = new Map<string | undefined, ReturnType<typeof loopOf>>();
    const of = (name?: string) => {
      const found = known.get(name) ?? loopOf(name);
      known.set(name, found);
      return found;
    };
    const loopOf = (name?: string) => {
      const { start } = pipelineControls;
      const settings = settingsOf(name === undefined ? start : tried('hot-loop', name, start));
      const { text } = valueOf(scheduleOf(settings));
      return hotLoop(text, settings.chip, settings.circumstances).loop;
    };
    const cycles = (name?: string): number => of(name)?.cyclesPerIteration ?? NaN;
    expect(busyPercent(of('Overlap nothing'), 'mfma')).toBeLessThan(50);
    expect(cycles('Overlap global')).toBeGreaterThan(cycles());
    expect(cycles('Overlap global')).toBeLessThan(cycles('Overlap nothing'));
    expect(cycles('Take a quarter')).toBeGreaterThan(cycles());
    expect(boundInWords(of('Take a quarter'))).toContain('global memory');
    expect(cycles('Take rows of 128')).toBeGreaterThan(4 * cycles());
    expect(cycles('Level 2 with')).toBeLessThan(2 * 1.02 * 2048);
    expect(busyPercent(of('Take 256 x 256 x 64'), 'mfma')).toBeGreaterThan(95);
    const budget = (name: string) => {
      const state = tried('hot-loop', name, budgetControls.start);
      return valueOf(stepBudget(gemmTileOf(state), state.chip)).alone;
    };
    const small = budget('Use a tile of 64 x 64');
    expect(Math.max(small.global, small.ldsReads + small.ldsWrites)).toBeGreaterThan(small.matrix);
  });

  it('of the transposes: less with padding, the same conflicts in all reads, none, some on 64 banks', () => {
    const of = (name: string) =>
      tutorialModel(requestOf(tried('tutorials', name, tutorialControls.start)));
    const first = tutorialModel(requestOf(tutorialControls.start));
    const padded = of('Pad the rows');
    expect(padded.instructions.filter(({ side }) => side === 'write')).toHaveLength(2);
    expect(padded.conflicts > 0 && padded.conflicts < first.conflicts).toBe(true);
    expect(of('Swizzle, but').conflicts).toBeGreaterThan(0);
    const along = of('Swizzle and');
    expect([along.instructions.length, along.conflicts]).toEqual([2, 0]);
    expect(of('Run 08').conflicts).toBeGreaterThan(0);
    const large = of('Transpose 256 x 64').instructions;
    expect(large.at(-1)?.conflicts).toBeGreaterThan(first.instructions.at(-1)?.conflicts ?? 0);
    expect(large.filter(({ side }) => side === 'read')).toHaveLength(64);
    for (const name of ['Use 128 x 128', 'Use waves of 32']) expect(of(name).conflicts).toBe(0);
    expect(of('Use waves of 32').instructions).toHaveLength(2 * along.instructions.length);
  });

  it('of operands: two instructions per wide read, the same conflicts of longer rows', () => {
    const of = (name: string) => operandRead(tried('operands', name, readControls.start));
    const plain = operandRead(readControls.start);
    expect(of('Read wider').instructions).toBe(2);
    expect(of('Take rows of 256').plain.conflicts).toBe(plain.plain.conflicts);
    expect(of('Swizzle instead').other.cycles).toBeLessThan(plain.plain.cycles);
    expect(of('Transposed').parameters.read).toBe('ds_read_b64_tr_b16');
  });

  it('of IREE: groups as wide as the reads of fp8 leave no conflict', () => {
    const model = tileModel(tileOf(tried('iree', 'Use fp8', tileControls.start)));
    const reads = (name: string) =>
      model.sides.filter((side) => side.name === name).flatMap((side) => sideReads(model, side));
    expect(reads('plain').some(({ bankConflict }) => bankConflict > 0)).toBe(true);
    expect(reads('swizzled').every(({ bankConflict }) => bankConflict === 0)).toBe(true);
  });

  it('of the checklist: it agrees on columns and rejects a plain wide read', () => {
    const of = (name: string) =>
      sideView('gfx942', 'read', tried('checklist', name, readControlsOfChecklist.start));
    const column = of('Read a column');
    expect([column.passes, column.worstWays]).toEqual([false, 32]);
    expect(column.explanation.bankConflict).toBeGreaterThan(0);
    const padded = of('Pad its rows');
    expect([padded.passes, padded.explanation.bankConflict]).toEqual([true, 0]);
    const wide = of('Read 16 bytes');
    expect([wide.passes, wide.explanation.bankConflict]).toEqual([false, 0]);
  });
});
