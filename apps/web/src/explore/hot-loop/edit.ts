/**
 * Changes to the waits of a schedule, as a person would make them in its text: one value, all that are too strict, all
 * that are missing.
 */
import type { WaitCounter } from '@ldscope/core';
import { prepare } from './model.ts';

const counterAt = (counter: WaitCounter): RegExp =>
  counter === 'vmcnt' ? /\b(v(?:m|cm)?cnt)\(\d+\)/ : /\b(lgkmcnt)\(\d+\)/;

/** The text with another value of a counter in a line, which is counted from 0. */
export function withWait(text: string, line: number, counter: WaitCounter, value: number): string {
  return text
    .split('\n')
    .map((own, index) => (index === line ? own.replace(counterAt(counter), `$1(${value})`) : own))
    .join('\n');
}

function judged(text: string, chip: string) {
  const { waits, lines } = prepare(text, chip, 0);
  return { report: waits, lineOf: (instruction: number): number => lines[instruction] ?? 0 };
}

/** Each wait that is too strict with the largest value that is enough. */
export function withDeepestWaits(text: string, chip: string): string {
  const { report, lineOf } = judged(text, chip);
  return report.waits.reduce(
    (now, { instruction, counter, value, verdict, deepest }) =>
      verdict === 'over-waits' && deepest !== undefined && deepest > value
        ? withWait(now, lineOf(instruction), counter, deepest)
        : now,
    text,
  );
}

/** Missing waits fall away in few rounds: a wait that is put in settles what older ones left open. */
const ROUNDS = 8;

/** Every wait that is missing put in: in the wait that is in front, or as a line of its own. */
export function withMissingWaits(text: string, chip: string): string {
  let now = text;
  for (let round = 0; round < ROUNDS; round++) {
    const { report, lineOf } = judged(now, chip);
    const [first] = report.missing;
    if (first === undefined) return now;
    const line = lineOf(first.instruction);
    const own = report.missing.filter(
      ({ instruction, counter }) => lineOf(instruction) === line && counter === first.counter,
    );
    const value = own.reduce((least, one) => Math.min(least, one.value), first.value);
    const lines = now.split('\n');
    const before = lines[line - 1] ?? '';
    if (counterAt(first.counter).test(before)) {
      now = withWait(now, line - 1, first.counter, value);
    } else {
      const indent = /^ */.exec(lines[line] ?? '')?.[0] ?? '';
      lines.splice(line, 0, `${indent}wait_cnt(${first.counter}(${value}))`);
      now = lines.join('\n');
    }
  }
  return now;
}
