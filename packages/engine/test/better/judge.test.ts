/** Which of two changes is better, and by what. */
import { resolveMachine } from '@ldscope/engine';
import { expect, it } from 'vitest';
import { compareMerit } from '../../src/tried/judge.ts';
import { timeStep } from '../../src/tried/report.ts';
import type { Measured } from '../../src/tried/measured.ts';
import type { Edit } from '../../src/cpp/edit.ts';

const machine = resolveMachine('sm_90');
if (machine === undefined) throw new Error('sm_90 is known');

const plain: Measured = {
  kernel: 'k',
  machine,
  isShifted: false,
  memory: [],
  workgroups: 1,
  hazards: [],
  conflicts: 0,
  cycles: 100,
  isCovered: true,
  lines: [],
  ldsBytes: 4096,
  registers: { vector: 32, accumulators: 0 },
  resident: 16,
  instructions: 1000,
  objects: [],
};

const edit = (kind: Edit['kind']): Edit => ({
  kind,
  changes: [],
  says: kind,
  paddingBytes: 4,
  needsHeaders: false,
  also: [],
});

/** The one that is recommended. */
function better(
  one: Partial<Measured>,
  other: Partial<Measured>,
  kinds: readonly [Edit['kind'], Edit['kind']] = ['bound', 'bound'],
): 'one' | 'other' | 'equal' {
  const order = compareMerit(
    { edits: [edit(kinds[0])], after: [{ ...plain, ...one }] },
    { edits: [edit(kinds[1])], after: [{ ...plain, ...other }] },
  );
  return order === 0 ? 'equal' : order < 0 ? 'one' : 'other';
}

it('without a model of time, goes by conflicts, resident workgroups, instructions and registers', () => {
  expect(better({ conflicts: 1, resident: 16 }, { conflicts: 0, resident: 8 })).toBe('other');
  expect(better({ resident: 8, instructions: 500 }, { resident: 16 })).toBe('other');
  expect(better({ instructions: 1100, ldsBytes: 1024 }, {})).toBe('other');
  expect(better({ registers: { vector: 41, accumulators: 0 } }, {}, ['bound', 'index'])).toBe(
    'other',
  );
});

it('takes instructions within 2 % and registers of one granule for equal', () => {
  const close = { instructions: 1015, registers: { vector: 30, accumulators: 0 } };
  expect(better(close, {}, ['bound', 'index'])).toBe('one');
  expect(better({}, close, ['index', 'bound'])).toBe('other');
});

it('goes by predicted time where there is one, and by what is easier to read within 2 %', () => {
  const fast = { seconds: [1e-6, 1e-6] as const, conflicts: 10 };
  expect(better(fast, { seconds: [2e-6, 2e-6] })).toBe('one');
  expect(better(fast, { seconds: [1.01e-6, 1.01e-6] }, ['index', 'bound'])).toBe('other');
});

it('says of time what every run has, runs on shifted data aside', () => {
  const timed: Measured = { ...plain, seconds: [1e-6, 2e-6] };
  expect(timeStep([timed, { ...plain, isShifted: true }]).outcome).toBe('holds');
  expect(timeStep([timed, plain])).toMatchObject({
    outcome: 'skipped',
    detail: expect.stringMatching(/^1 of 2 runs have a model/) as unknown,
  });
  expect(timeStep([plain]).detail).toMatch(/^there is no model of the time/);
});
