/** Races of schedules: random ones against all interleavings of two waves. */
import {
  checkWaits,
  lowerListing,
  parseListing,
  type TimedInstruction,
  type TimedProgram,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timedChip } from './chip.ts';
import { forAll } from '../../../../test/for-all.ts';

const { machine, timing } = timedChip('gfx950');

function programOf(text: string): TimedProgram {
  const { listing, diagnostics } = parseListing(text);
  const lowered = lowerListing(listing, machine, timing);
  expect(
    [...diagnostics, ...lowered.diagnostics].filter(({ severity }) => severity === 'error'),
  ).toEqual([]);
  return lowered.program;
}

interface Truth {
  /** Pairs of instructions, one of which reads, that some interleaving has side by side. */
  readonly pairs: ReadonlySet<string>;
  /** An access is met while another wave, or a copy of its own, is in flight that is not one of the pairs. */
  readonly unwaited: boolean;
  /** The other wave has ended, with something in flight. */
  readonly afterEnd: boolean;
  readonly deadlocks: boolean;
}

type Code = readonly TimedInstruction[];

const kindOf = ({ unit, memory }: TimedInstruction): 'read' | 'write' | undefined =>
  memory === 'to-lds' ? 'write' : unit !== 'lds' ? undefined : memory === 'load' ? 'read' : 'write';

const conflict = (a: TimedInstruction, b: TimedInstruction): boolean =>
  kindOf(a) !== undefined &&
  kindOf(b) !== undefined &&
  kindOf(a) !== kindOf(b) &&
  (a.places ?? []).some((place) => b.places?.includes(place));

/** The accesses of a wave that may be in flight in front of each of its instructions. */
function inFlight(code: Code): readonly (readonly number[])[] {
  let queue: number[] = [];
  const states = code.map((instruction, position) => {
    const before = [...queue];
    for (const [counter, limit] of Object.entries(instruction.until ?? {})) {
      const own = queue.filter((at) => code[at]?.counts?.some((one) => one === counter) === true);
      const done = new Set(own.slice(0, Math.max(0, own.length - limit)));
      queue = queue.filter((at) => !done.has(at));
    }
    if (instruction.counts !== undefined) queue.push(position);
    return before;
  });
  return [...states, queue];
}

/** Goes through every state that two waves can be in. */
function truthOf({ instructions, streams }: TimedProgram): Truth {
  const codes = streams.map(({ instruction }) =>
    [...instruction].map((number) => ({ ...(instructions[number] ?? never()), number })),
  );
  const [a = [], b = []] = codes;
  const flights = [inFlight(a), inFlight(b)];
  const pairs = new Set<string>();
  /** By positions: side by side, and met in flight. */
  const sideBySide = new Set<string>();
  const late = new Set<string>();
  let afterEnd = false;
  let own = false;
  for (const [wave, code] of codes.entries()) {
    for (const [at, instruction] of code.entries()) {
      for (const before of flights[wave]?.[at] ?? []) {
        const copy = code[before];
        if (copy?.memory === 'to-lds' && kindOf(instruction) === 'read')
          own ||= conflict(copy, instruction);
      }
    }
  }
  const tokens = (code: Code, end: number): Map<number, number> => {
    const counts = new Map<number, number>();
    for (const { signals, awaits } of code.slice(0, end)) {
      if (signals !== undefined) counts.set(signals, (counts.get(signals) ?? 0) + 1);
      if (awaits !== undefined) counts.set(awaits, (counts.get(awaits) ?? 0) - 1);
    }
    return counts;
  };
  const tokensOf = [a, b].map((code) =>
    Array.from({ length: code.length + 1 }, (_, end) => tokens(code, end)),
  );
  const seen = new Set<string>();
  const todo: (readonly [number, number])[] = [[0, 0]];
  let deadlocks = false;
  for (let state = todo.pop(); state !== undefined; state = todo.pop()) {
    const [i, j] = state;
    const key = `${i} ${j}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const [x, y] = [a[i], b[j]];
    if (x && y && conflict(x, y)) {
      pairs.add(pairKey(x.number, y.number));
      sideBySide.add(key);
    }
    for (const before of flights[0]?.[i] ?? []) {
      const one = a[before];
      if (one && y && conflict(one, y) && x === undefined) afterEnd = true;
      else if (one && y && conflict(one, y)) late.add(`${before} ${j}`);
    }
    for (const before of flights[1]?.[j] ?? []) {
      const one = b[before];
      if (one && x && conflict(one, x) && y === undefined) afterEnd = true;
      else if (one && x && conflict(one, x)) late.add(`${i} ${before}`);
    }
    const isStuck = (one: TimedInstruction): boolean =>
      one.unit === 'barrier' ||
      (one.awaits !== undefined &&
        (tokensOf[0]?.[i]?.get(one.awaits) ?? 0) + (tokensOf[1]?.[j]?.get(one.awaits) ?? 0) <= 0);
    const next: (readonly [number, number])[] = [];
    if (x?.unit === 'barrier' && y?.unit === 'barrier') next.push([i + 1, j + 1]);
    if (x && (x.unit === 'barrier' ? y === undefined : !isStuck(x))) next.push([i + 1, j]);
    if (y && (y.unit === 'barrier' ? x === undefined : !isStuck(y))) next.push([i, j + 1]);
    if (next.length === 0 && (x !== undefined || y !== undefined)) deadlocks = true;
    todo.push(...next);
  }
  const unwaited = own || [...late].some((one) => !sideBySide.has(one));
  return { pairs, unwaited, afterEnd, deadlocks };
}

const pairKey = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`;

function never(): never {
  throw new Error('a stream has the instructions of its program');
}

const place = fc.constantFrom('t[0]', 't[1]', 't', 'u');
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom('ds_read_b128 A from', 'ds_write_b128 to', 'buffer_load_dword lds to'),
        place,
      )
      .map((words) => words.join(' ')),
  },
  { weight: 3, arbitrary: fc.constantFrom('sbarrier') },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('vmcnt', 'lgkmcnt'), fc.constantFrom(0, 0, 1))
      .map(([counter, value]) => `wait_cnt(${counter}(${value}))`),
  },
);
const token = fc
  .tuple(fc.constantFrom('signal', 'await'), fc.constantFrom('x', 'y'))
  .map((words) => words.join(' '));
const line = fc.oneof(
  { weight: 6, arbitrary: operation },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.nat(1), fc.oneof(operation, token))
      .map(([wave, words]) => `@${wave} ${words}`),
  },
);
const schedule = (lines: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(lines, { maxLength: 3 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(lines, { minLength: 1, maxLength: 7 }),
      fc.array(lines, { maxLength: 2 }),
    )
    .map(([before, times, body, after]) =>
      ['waves 2', 'prologue:', ...before, `loop ${times}:`, ...body, 'tail:', ...after].join('\n'),
    );

describe('the order of accesses of a schedule', () => {
  test('is that of all interleavings of two waves', () => {
    const found = { races: 0, unwaited: 0, sound: 0, refused: 0 };
    forAll([schedule(line)], 1500, (text) => {
      const program = programOf(text);
      const truth = truthOf(program);
      if (truth.deadlocks) return;
      const { races, notJudged, missing } = checkWaits(program);
      const ofKinds = (all: typeof races): Set<string> =>
        new Set(
          all
            .filter(({ kinds: [a, b] }) => a !== b)
            .map(({ first, second }) => pairKey(first, second)),
        );
      const [certain, open] = [ofKinds(races), ofKinds(notJudged)];
      for (const pair of certain) expect(truth.pairs).toContain(pair);
      for (const pair of truth.pairs) expect([...certain, ...open]).toContain(pair);
      const isShared = ['x', 'y'].some(
        (name) => text.includes(`@0 signal ${name}`) && text.includes(`@1 signal ${name}`),
      );
      if (!isShared && !truth.afterEnd) expect(missing.length > 0).toBe(truth.unwaited);
      if (open.size > 0) found.refused++;
      else if (certain.size > 0) found.races++;
      else if (truth.unwaited) found.unwaited++;
      else found.sound++;
    });
  });
});
