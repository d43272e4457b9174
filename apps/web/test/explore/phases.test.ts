import { machines, phaseLanes, range } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { raise } from '../../../../test/raise.ts';
import {
  choiceOf,
  choices,
  classPhases,
  decided,
  kinds,
  lanesMet,
  lanesMetText,
  ofKind,
  spanText,
} from '../../src/explore/phases/model.ts';
import { pairs } from '../../src/explore/phases/controls.ts';
import { metTable } from '../../src/explore/phases/picture.ts';

const ruleOf = (choice: string, request: string, wave = 64) => {
  const found = classPhases(choiceOf(choice)).find(
    ({ classes, waveSize }) => waveSize === wave && classes.some((one) => one === request),
  );
  return (found ?? raise(`${choice} ${request}`)).rule;
};

describe('phases', () => {
  it('are the published sets', () => {
    const b128 = ruleOf('gfx942 default', 'read.b128').phases;
    expect(lanesMetText(b128, 0)).toBe('0-3,20-23');
    expect(lanesMetText(b128, 63)).toBe('40-43,60-63');
    expect(spanText(b128)).toBe('span(l0, l1, l2^l4)');
    const wide = ruleOf('gfx950 default', 'read.b128');
    expect([lanesMetText(wide.phases, 0), wide.banks]).toEqual(['0-3,12-15,20-27', 64]);
    expect(ruleOf('gfx950 default', 'write.b128').banks).toBe(32);
    expect(lanesMetText(ruleOf('sm_90 default', 'read.b128', 32).phases, 9)).toBe('8-15');
  });

  it('have every lane in one phase, in every model', () => {
    for (const choice of choices) {
      const all = classPhases(choice);
      expect(all.length).toBeGreaterThan(0);
      for (const { rule, waveSize } of all) {
        const lanes = range(rule.phases.count).flatMap((phase) => [
          ...phaseLanes(rule.phases, phase),
        ]);
        expect(lanes.toSorted((a, b) => a - b)).toEqual(range(waveSize));
        for (const lane of [0, 1, waveSize - 1])
          expect(lanesMet(rule.phases, lane)).toContain(lane);
      }
    }
  });

  it('miss no class of instructions', () => {
    for (const choice of choices) {
      const { machine, model } = choice;
      const classes = machine.waveSizes.flatMap((size) => Object.keys(model.rules[size] ?? {}));
      expect(classPhases(choice).flatMap((one) => one.classes)).toHaveLength(classes.length);
    }
  });

  it('compare chips and models that there are', () => {
    for (const { state } of pairs) expect(choiceOf(state.first)).not.toBe(choiceOf(state.second));
    for (const { name, models } of machines)
      expect(metTable(choiceOf(`${name} ${models[0].name}`), 0).rows.length).toBeGreaterThan(0);
  });

  it('fall into kinds without a rest', () => {
    for (const choice of choices) {
      const whole = classPhases(choice).flatMap(({ classes }) => classes).length;
      const parts = kinds.flatMap((kind) => classPhases(ofKind(choice, kind)));
      expect(parts.flatMap(({ classes }) => classes)).toHaveLength(whole);
    }
  });

  it('decide claims as the counters do', () => {
    const verdicts = decided().map(({ claim, byClaim, byEngine, counted }) => {
      expect([claim, counted]).toEqual([claim, byEngine]);
      return byClaim === counted;
    });
    expect(verdicts).toEqual([false, false, false, true, false, false, false, false]);
  });
});
