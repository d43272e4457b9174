/** The simulation of a fleet, where its answer is known. */
import { expect, it } from 'vitest';
import { simulateFleet } from './simulate-fleet.ts';

const fleet = { jobs: 1000, workers: 10, seconds: [2], serverSeconds: 0, clientSeconds: 0 };

it('is bound by its workers where the server costs nothing', () => {
  expect(simulateFleet(fleet)).toEqual({ seconds: 200, workSeconds: 2000 });
  expect(simulateFleet({ ...fleet, jobs: 1001 }).seconds).toBe(202);
});

it('is bound by the server where that is slower than the workers', () => {
  const { seconds } = simulateFleet({ ...fleet, serverSeconds: 0.5 });
  expect(seconds).toBeCloseTo(1000 * 0.5 + 2);
});

it('is bound by what collects where that is slowest', () => {
  expect(simulateFleet({ ...fleet, clientSeconds: 1 }).seconds).toBeCloseTo(1001);
});

it('takes each time as often as it is given', () => {
  const { workSeconds } = simulateFleet({ ...fleet, jobs: 100_000, seconds: [1, 1, 1, 9] });
  expect(workSeconds / 100_000).toBeCloseTo(3, 1);
});
