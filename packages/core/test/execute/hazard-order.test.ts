/** In which order hazards are reported, and which of their sightings is told. */
import { expect, test } from 'vitest';
import { inReportOrder, PairFindings, type Witness } from '../../src/execute/pair-findings.ts';
import { messages } from '../../src/base/messages.ts';

const witness = (wave: number, otherWave?: number): Witness => ({
  workgroup: [0, 0, 0],
  byte: 0,
  bytes: 4,
  wave,
  lane: 0,
  ...(otherWave === undefined ? {} : { otherWave, otherLane: 0 }),
});

test('hazards of different waves come before those of one, each in the order of the program', () => {
  const hazard = (line: number, wave: number, otherWave?: number) => ({
    ...messages.hazard.collidingLanes(),
    location: { line },
    count: 1,
    witness: { ...witness(wave, otherWave), buffer: '' },
  });
  const found = [hazard(1, 0, 0), hazard(2, 1, 0), hazard(3, 0), hazard(4, 0, 2)];
  expect(inReportOrder(found).map(({ location }) => location.line)).toEqual([2, 4, 1, 3]);
});

test('a pair is told by its first sighting, and by that of two waves where there is one', () => {
  const findings = new PairFindings();
  const see = (wave: number, otherWave: number): void => {
    const pair = { kind: 'unfinished-copy', site: 2, other: 1, missing: 1, count: 1 } as const;
    findings.add(pair, () => witness(wave, otherWave));
  };
  const told = (): readonly unknown[] =>
    findings.all.map(({ count, witness: { wave, otherWave } }) => [count, wave, otherWave]);
  see(0, 0);
  see(1, 1);
  expect(told()).toEqual([[2, 0, 0]]);
  see(1, 0);
  see(2, 0);
  see(3, 3);
  expect(told()).toEqual([[5, 1, 0]]);
});
