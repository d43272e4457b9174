/**
 * What two kernels leave in the buffers of their launches: each is executed whole, on copies, from the same data.
 *
 *     t[32][32] -> t[32][33]     equal: 4,096 bytes of `out`, 8 workgroups on each side
 */
import { type ComparedOutputs, sum } from '@ldscope/core';
import { differenceOf } from '../tried/judge.ts';
import { executeWhole, type Run } from '../better/measured.ts';

/** A text with one execution of it. */
export interface OutputsOf {
  readonly text: string;
  readonly run: Pick<Run, 'options' | 'machine'>;
}

/**
 * Compares every byte; `undefined` where neither launch gives arguments, which asks for nothing. `unasked`: workgroups of a launch that
 * nobody has asked to execute whole.
 */
export function compareOutputs(
  before: OutputsOf,
  after: OutputsOf,
  unasked?: number,
): ComparedOutputs | undefined {
  const sides = [before, after];
  if (sides.every(({ run }) => run.options.arguments === undefined)) return undefined;
  if (unasked !== undefined)
    return notCompared(`not all of ${unasked} workgroups are executed: -w all does so`);
  const [own, other] = sides.map(({ text, run }) => executeWhole(text, run));
  if (own === undefined || other === undefined) return undefined;
  if ('reason' in own) return notCompared(`before, ${own.reason}`);
  if ('reason' in other) return notCompared(`after, ${other.reason}`);
  if (own.given.length !== other.given.length)
    return notCompared(`the launches give ${own.given.length} and ${other.given.length} buffers`);
  const given = differenceOf(own.given, other.given);
  if (given !== undefined) return notCompared(`the launches give other data in ${given.buffer}`);
  const workgroups = { before: own.workgroups, after: other.workgroups };
  const difference = differenceOf(own.memory, other.memory);
  if (difference !== undefined) return { outcome: 'differ', ...difference, workgroups };
  const bytes = sum(own.memory.map(({ data }) => data.length));
  return bytes === 0
    ? notCompared('the launch has no buffers')
    : { outcome: 'equal', bytes, workgroups };
}

const notCompared = (reason: string): ComparedOutputs => ({ outcome: 'not compared', reason });
