/** Calls around all accesses: found in templates, and nowhere else. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonCallerMarks } from '../src/access/common-callers.ts';
import { authoredLine, type SourceLine } from '../src/access/source-line.ts';
import { forAll } from '../../../test/for-all.ts';
import { rows } from '../../../test/rows.ts';

/** `launch:20 pipe:3 window:9`, from the outermost call to the access. */
const frames = (text: string): readonly SourceLine[] =>
  text
    .split(' ')
    .map((place) => {
      const [file = '', line] = place.split(':');
      return { file, line: Number(line), column: 1 };
    })
    .reverse();

const placeOf = (one: readonly SourceLine[]): string => {
  const own = authoredLine(one);
  return `${own?.file}:${own?.line}`;
};

describe('the line of an access', () => {
  const [first, second] = ['pipe:206 pipe:180 store:75', 'pipe:206 pipe:194 load:3'];
  test.each(rows`
    is the first in which a template differs | launch:20 gemm:149 ${first}, launch:20 gemm:149 ${second} | pipe:180, pipe:194
    is in the kernel where its lines differ  | kernel:5 load:3, kernel:6 load:3 | kernel:5, kernel:6
    is in the kernel where all are of one line, whatever it calls | kernel:5 load:3, kernel:5 load:3 | kernel:5, kernel:5
    is in the kernel where one of them calls nothing | kernel:5, kernel:5 load:3, kernel:5 load:4 | kernel:5, kernel:5, kernel:5
    is in a function that one line of the kernel calls, where that has several | kernel:5 tile:1, kernel:5 tile:2 sync:7 | tile:1, tile:2
  `)('%s', (_, list, lines) => {
    const accesses = list.split(', ').map(frames);
    const mark = commonCallerMarks(accesses);
    expect(accesses.map((one) => placeOf(mark(one))).join(', ')).toBe(lines);
  });
});

test('calls are marked from the outermost on, and only where lines are then told apart', () => {
  const frame = fc.record({
    file: fc.constantFrom('a', 'b', 'c'),
    line: fc.integer({ min: 1, max: 2 }),
    column: fc.constant(1),
  });
  const chain = fc.array(frame, { minLength: 1, maxLength: 5 });
  forAll([fc.array(chain, { minLength: 1, maxLength: 4 })], (accesses) => {
    const marked = accesses.map(commonCallerMarks(accesses));
    const before = new Set(accesses.map(placeOf)).size;
    const after = new Set(marked.map(placeOf)).size;
    const firsts = marked.map((one) => one.findIndex((frame) => frame.isCommonCaller === true));
    if (firsts.some((at) => at >= 0)) expect([before, after > 1]).toEqual([1, true]);
    else expect(after).toBe(before);
    for (const [i, one] of marked.entries()) {
      const inner = firsts[i] === -1 ? one.length : (firsts[i] ?? 0);
      expect(inner).toBeGreaterThan(0);
      expect(one.slice(inner).every((frame) => frame.isCommonCaller === true)).toBe(true);
      const plain = one.map(({ file, line, column }) => ({ file, line, column }));
      expect(plain).toEqual(accesses[i]);
    }
  });
});
