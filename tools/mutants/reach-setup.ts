/** In a worker of Vitest: each test file adds a line of JSON, a `Reached`, to the file that `REACHED` names. */
import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';

export interface Reached {
  readonly test: string;
  /** Numbers of marks that its tests reached. */
  readonly numbers: readonly number[];
  /** Those that were reached while modules were loaded, which is done once for all files of a worker. */
  readonly loading: readonly number[];
  /** Of the processor, from before its modules are loaded: they do not grow while others are busy. */
  readonly seconds: number;
}

const begun = process.cpuUsage();

const loading = new Set<number>();
const numbers = new Set<number>();
let reached = loading;
Object.assign(globalThis, {
  reached: (number: number) => {
    reached.add(number);
  },
});

beforeAll(() => {
  reached = numbers;
});

afterAll(() => {
  const { user, system } = process.cpuUsage(begun);
  const line: Reached = {
    test: expect.getState().testPath ?? '',
    numbers: [...numbers],
    loading: [...loading],
    seconds: (user + system) / 1e6,
  };
  appendFileSync(process.env['REACHED'] ?? '', `${JSON.stringify(line)}\n`);
});
