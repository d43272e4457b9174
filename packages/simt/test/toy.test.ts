/**
 * A toy instruction set of twenty rows on the machine of all instruction sets: executed, sliced, put into classes, raced, and its
 * unknown values followed, by its rows alone.
 */
import { range } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import { rows as table } from '../../../test/rows.ts';
import { parse, placeOf, type Program, rows } from './toy.ts';
import { launch, sliceOf, tapeOf, WARPS } from './toy-launch.ts';

const DATA = Int32Array.from(range(256), (n) => (n * 37) % 61);

/** A thread alone: registers by their names, without lanes, groups and masks. */
function thread(program: Program, tid: number, ctaid: number, n: number): Map<string, number> {
  const registers = new Map([
    ['tid', tid],
    ['ctaid', ctaid],
    ['n', n],
  ]);
  const word = (name: string): number =>
    /^[a-z]/.test(name) ? (registers.get(name) ?? 0) : Number(name);
  for (let pc = 0, steps = 0; pc < program.instructions.length && steps < 10_000; steps++) {
    const { row, operands, text } = program.instructions[pc++] ?? {};
    const [, negation, guard] = /^@(!?)(p\d)/.exec(text ?? '') ?? [];
    const isOn = guard === undefined || (word(guard) !== 0) !== (negation === '!');
    if (!isOn || row === undefined || operands === undefined) continue;
    const [target = '', ...sources] = operands;
    if (row.control === 'exit') break;
    if (row.control === 'branch') pc = program.labels.get(target) ?? 0;
    if (row.compute !== undefined) {
      const value = row.compute(...sources.map(word)) | 0;
      registers.set(target, target.startsWith('p') ? value & 1 : value);
    }
    if (row.space === 'global')
      registers.set(target, DATA[(word(sources[0] ?? '') >>> 2) % DATA.length] ?? 0);
  }
  return registers;
}

const NAMES = ['r0', 'r1', 'r2', 'r3', 'r4'];
const binary = Object.keys(rows).filter((name) => rows[name]?.roles === 'wrr' && name !== 'shfl');

const word = fc.oneof(
  fc.constantFrom(...NAMES, 'tid', 'ctaid', 'n'),
  fc.constantFrom(-1, 0, 1, 3, 4, 31, 32, 33, 63, 64, 255).map(String),
);
const guard = fc.constantFrom('', '', '', '@p0 ', '@!p0 ', '@p1 ');
const predicateOf = (name: string): boolean => name === 'lt' || name === 'eq';
const compute = fc
  .tuple(guard, fc.constantFrom(...binary), fc.constantFrom(...NAMES), fc.nat(1), word, word)
  .map(([on, name, to, p, a, b]) => `${on}${name} ${predicateOf(name) ? `p${p}` : to}, ${a}, ${b}`);
const load = fc
  .tuple(guard, fc.constantFrom(...NAMES), word)
  .map(([on, to, at]) => `${on}ldg ${to}, ${at}`);
const shared = fc
  .tuple(guard, fc.constantFrom('lds', 'sts', 'atoms'), fc.constantFrom(...NAMES), word, word)
  .map(([on, name, to, at, value]) =>
    name === 'lds'
      ? `${on}lds ${to}, ${at}`
      : name === 'sts'
        ? `${on}sts ${at}, ${value}`
        : `${on}atoms ${to}, ${at}, ${value}`,
  );
const exchange = fc
  .tuple(fc.constantFrom(...NAMES), word, word)
  .map(([to, a, b]) => `shfl ${to}, ${a}, ${b}`);

/** Statements, branches around some of them, and loops of a few turns. */
function programs(statement: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const block = fc.array(statement, { minLength: 1, maxLength: 4 });
  const part = fc.oneof(
    block,
    fc
      .tuple(fc.boolean(), block, block)
      .map(([no, one, other]) => [
        `@${no ? '!' : ''}p0 bra L#`,
        ...one,
        'bra M#',
        'L#:',
        ...other,
        'M#:',
      ]),
    fc
      .tuple(block, fc.constantFrom('tid', 'r1', '3', 'n'))
      .map(([body, most]) => [
        'mov r6, 0',
        `and r7, ${most}, 3`,
        'L#:',
        ...body,
        'add r6, r6, 1',
        'lt p2, r6, r7',
        '@p2 bra L#',
      ]),
    block.map((body) => ['@p1 exit', ...body]),
  );
  return fc
    .array(part, { minLength: 1, maxLength: 5 })
    .map((parts) =>
      [
        ...parts.flatMap((lines, index) => lines.map((line) => line.replaceAll('#', `${index}`))),
        'exit',
      ].join('\n'),
    );
}

const own = programs(fc.oneof(compute, compute, load));
const any = programs(fc.oneof(compute, compute, load, shared, shared, exchange));

describe('twenty rows', () => {
  it('are executed, each thread as if it were alone', () => {
    expect(Object.keys(rows).length).toBeGreaterThanOrEqual(20);
    const constants = fc.constantFrom(0, 1, 31, 32, 33);
    forAll([own, fc.nat(3), constants, fc.boolean()], (text, block, n, staysApart) => {
      const program = parse(text);
      const { registers, failure } = launch(program, { block, n, memory: DATA, staysApart });
      expect(failure).toBeUndefined();
      for (const tid of range(32 * WARPS)) {
        const alone = thread(program, tid, block, n);
        const warp = registers[tid >> 5];
        for (const name of NAMES)
          expect(warp?.[placeOf(name) + (tid & 31)]).toBe((alone.get(name) ?? 0) | 0);
      }
    });
  });

  it('do not meet by themselves where the code has no order: the last group that was made goes first', () => {
    const text = 'lt p0, tid, 9 \n @p0 bra L \n lds r0, 0 \n L: \n lds r0, 8 \n exit';
    const { accesses } = launch(parse(text), { n: 1, staysApart: true });
    const counts = accesses.map((access) => access.split(' ').length - 2);
    expect(counts.slice(0, 3)).toEqual([23, 23, 9]);
  });

  it.each(table`
    lds r0, 0 \n exit                                                            | 32
    lt p0, tid, 9 \n @p0 lds r0, 0 \n exit                                       | 9
    lt p0, tid, 9 \n @p0 bra L \n lds r0, 0 \n bra M \n L: \n lds r0, 4 \n M: \n lds r0, 8 \n exit | 9 23 32
    lt p0, tid, 9 \n @p0 exit \n lds r0, 0 \n exit                               | 23
    mov r0, 0 \n L: \n lds r2, 0 \n add r0, r0, 16 \n lt p0, r0, tid \n @p0 bra L \n lds r2, 4 \n exit | 32 15 32
  `)('meet: lanes of the first warp at the accesses of %s: %s', (text, expected) => {
    const { accesses } = launch(parse(text), { n: 1 });
    const counts = accesses.map((access) => access.split(' ').length - 2);
    expect(counts.slice(0, expected?.split(' ').length).join(' ')).toBe(expected);
  });

  it.each(table`
    mul r0, tid, 4 \n lds r1, r0 \n add r2, r1, r1 \n exit                       | 1 of 2
    mul r0, tid, 4 \n lds r1, r0 \n mul r2, r1, 4 \n lds r3, r2 \n exit          | 2 of 2
    lt p0, tid, 8 \n mul r0, tid, 4 \n @p0 lds r1, r0 \n shr r3, r0, 1 \n exit   | 2 of 3
    mov r1, 7 \n sts 0, r1 \n exit                                               | 0 of 1
    mov r1, 8 \n sts 0, r1 \n lds r2, 0 \n lds r3, r2 \n exit                    | 1 of 1
    mov r0, 0 \n L: \n add r0, r0, 4 \n lt p0, r0, 12 \n @p0 bra L \n xor r1, r0, r0 \n lds r2, 0 \n exit | 3 of 4
  `)('are sliced: of %s computations that decide accesses %s', (text, expected) => {
    const program = parse(text);
    const slice = sliceOf(program);
    const computing = [...program.instructions.entries()].filter(
      ([, { row }]) => row.compute !== undefined,
    );
    const wanted = computing.filter(([number]) => slice.wants(number));
    expect(`${wanted.length} of ${computing.length}`).toBe(expected);
  });

  it('make the same accesses in a slice', () => {
    forAll([any, fc.nat(3), fc.nat(40)], (text, block, n) => {
      const program = parse(text);
      const options = { block, n, memory: DATA };
      const whole = launch(program, options);
      const sliced = launch(program, { ...options, isSliced: true });
      expect(sliced.accesses).toEqual(whole.accesses);
      expect(sliced.computed).toBeLessThanOrEqual(whole.computed);
    });
  });

  it.each(table`
    mul r0, tid, 4 \n lds r1, r0 \n exit                                     | 1 2 3
    mul r0, ctaid, 4 \n lds r1, r0 \n exit                                   |
    shr r0, ctaid, 1 \n mul r0, r0, 4 \n lds r1, r0 \n exit                  | 1
    lt p0, ctaid, 3 \n @p0 lds r1, 0 \n exit                                 | 1 2
    mul r0, ctaid, 4 \n ldg r1, r0 \n and r1, r1, 0 \n lds r2, r1 \n exit    | 1 2 3
    sts 0, ctaid \n lds r1, 0 \n lds r2, r1 \n exit                          | none
    and r0, ctaid, 1 \n lt p0, tid, 16 \n @p0 mov r0, 4 \n lds r1, r0 \n exit | 2
  `)('are put into classes: blocks like the first of %s are %s', (text, expected) => {
    const program = parse(text);
    const tape = tapeOf(program, DATA);
    launch(program, { n: 1, tape, memory: DATA });
    const alike = [1, 2, 3].filter((block) =>
      tape.replays((warp) => void warp.i.fill(block, placeOf('ctaid'), placeOf('ctaid') + 32)),
    );
    expect(tape.isSound ? alike.join(' ') : 'none').toBe(expected ?? '');
  });

  it('are put into classes of blocks that make the same accesses', () => {
    let same = 0;
    forAll([any], (text) => {
      const program = parse(text);
      const tape = tapeOf(program, DATA);
      const first = launch(program, { n: 1, tape, memory: DATA });
      if (!tape.isSound) return;
      for (const block of [1, 2, 3]) {
        const isAlike = tape.replays(
          (warp) => void warp.i.fill(block, placeOf('ctaid'), placeOf('ctaid') + 32),
        );
        if (!isAlike) continue;
        same++;
        expect(launch(program, { n: 1, block, memory: DATA }).accesses).toEqual(first.accesses);
      }
    });
    expect(same).toBeGreaterThan(0);
  });

  it.each(table`
    mul r0, tid, 4 \n sts r0, tid \n lds r1, 0 \n exit                  | unordered-lanes unordered
    mul r0, tid, 4 \n sts r0, tid \n bar \n lds r1, 0 \n exit           |
    mul r0, tid, 4 \n sts r0, tid \n lds r1, r0 \n exit                 |
    atoms r1, 0, 1 \n exit                                              | uninitialized
    sts 0, tid \n exit                                                  | unordered
    sts 0, 5 \n exit                                                    |
    mul r0, tid, 4 \n sts r0, 1 \n bar \n xor r1, r0, 128 \n lds r2, r1 \n sts r0, 2 \n exit | unordered
    mul r0, tid, 4 \n sts r0, 1 \n bar \n xor r1, r0, 128 \n lds r2, r1 \n sts r1, 2 \n exit |
  `)('race: %s', (text, expected) => {
    const { races } = launch(parse(text), { n: 1 });
    expect([...new Set(races.map((race) => race.split(' ')[0]))].join(' ')).toBe(expected ?? '');
  });

  it.each(table`
    mul r0, n, 4 \n lds r1, r0 \n lds r2, 0 \n exit                              | 1 whose address depends on n
    and r0, n, 0 \n lds r1, 4 \n exit                                            |
    sts 0, n \n lds r1, 0 \n lds r2, r1 \n exit                                  | 2 whose address depends on n
    sts 0, n \n sts 0, 8 \n lds r1, 0 \n lds r2, r1 \n exit                      |
    lt p0, n, 5 \n mov r0, 4 \n @p0 mov r0, 8 \n lds r1, r0 \n exit              | 3 whose address depends on n
    lt p0, n, 5 \n mov r0, 4 \n @p0 bra L \n mov r0, 8 \n L: \n lds r1, r0 \n exit | 4 whose address depends on n
    mov r0, n \n lt p0, tid, 48 \n @p0 mov r0, 4 \n @!p0 lds r1, r0 \n exit     | 3 whose address depends on n
    mov r0, n \n lt p0, tid, 16 \n @p0 mov r0, 4 \n @p0 lds r1, r0 \n exit      |
    shfl r0, n, tid \n lds r1, r0 \n exit                                        | 1 whose address depends on n
  `)('have unknown values: %s', (text, expected) => {
    expect(launch(parse(text)).dropped.join('; ')).toBe(expected ?? '');
  });

  it('are counted without an argument as with any, where no way was chosen', () => {
    let compared = 0;
    forAll([any, fc.constantFrom(0, 1, 4, 5, 31, 32, 64)], (text, n) => {
      const program = parse(text);
      const open = launch(program, { memory: DATA });
      if (!open.isCertain) return;
      compared++;
      const dropped = new Set(open.dropped.map((one) => Number(one.split(' ')[0])));
      const kept = (access: string): boolean => !dropped.has(Number(access.split(' ')[0]));
      const exact = launch(program, { n, memory: DATA });
      expect(open.accesses.filter(kept)).toEqual(exact.accesses.filter(kept));
    });
    expect(compared).toBeGreaterThan(0);
  });
});
