/** Kept answers with the tool and without it: here the tool is a function that counts its calls. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { inFolder } from './in-folder.ts';
import { raise } from './raise.ts';
import {
  answerOf,
  answersOf,
  type AskedTool,
  closeAnswers,
  digest,
  openAnswers,
} from './tool-answers.ts';

const there: AskedTool = { release: 'upper 22', missing: undefined };
const missing: AskedTool = { release: 'upper 22', missing: 'needs upper 22' };

beforeEach(() => {
  for (const name of ['UPDATE_ANSWERS', 'FUZZ_SEED', 'FUZZ_RUNS', 'FUZZ_SHARE', 'FUZZ_ROWS'])
    vi.stubEnv(name, undefined);
});

interface Run {
  readonly tool?: AskedTool;
  readonly args?: readonly string[];
  readonly isWhole?: boolean;
  /** The tool of another day: what it puts after its answers. */
  readonly suffix?: string;
}

/** One run of a test file that asks for inputs: the answers, and which of them the tool was asked for. */
function run(path: string, inputs: readonly string[], options: Run = {}) {
  const { tool = there, args = ['-u'], isWhole = true, suffix = '' } = options;
  const asked: string[] = [];
  const answers = openAnswers(path, raise);
  const given = answersOf(answers, tool, args, inputs, (some) => {
    asked.push(...some);
    return some.map((input) => ({ text: input.toUpperCase() + suffix }));
  });
  closeAnswers(answers, isWhole);
  return { texts: given.map(({ text }) => text), asked };
}

/** A file with the answers to `inputs`, written as `UPDATE_ANSWERS=1` does. */
function update(path: string, inputs: readonly string[], options: Run = {}): void {
  vi.stubEnv('UPDATE_ANSWERS', '1');
  run(path, inputs, options);
  vi.stubEnv('UPDATE_ANSWERS', undefined);
}

describe.each(['a.answers', 'a.answers.br'])('of %s', (name) => {
  const inAnswers = (use: (path: string) => void): void =>
    inFolder((folder) => use(join(folder, name)));

  it('the kept answers are those of the tool, in the order of the inputs', () =>
    inAnswers((path) => {
      update(path, ['a', 'b', 'c']);
      expect(run(path, ['c', 'a', 'c'], { tool: missing })).toEqual({
        texts: ['C', 'A', 'C'],
        asked: [],
      });
      expect(run(path, ['c', 'a']).asked).toEqual(['c', 'a']);
    }));

  it('an update without all tests keeps the other answers, one with all drops them', () =>
    inAnswers((path) => {
      update(path, ['a']);
      update(path, ['b'], { isWhole: false });
      expect(run(path, ['a', 'b'], { tool: missing }).texts).toEqual(['A', 'B']);
      update(path, ['b']);
      expect(() => run(path, ['a'], { tool: missing })).toThrow('no answer for: a');
    }));
});

const inFile = (use: (path: string) => void): void =>
  inFolder((folder) => use(join(folder, 'a.answers')));

test.each<[what: string, input: string, options: Run]>([
  ['another input', 'b', {}],
  ['other arguments', 'a', { args: ['-l'] }],
  ['another version', 'a', { tool: { ...missing, release: 'upper 23' } }],
])('%s is another question: it skips without the tool', (_, input, options) =>
  inFile((path) => {
    update(path, ['a']);
    expect(() => run(path, [input], { tool: missing, ...options })).toThrow(
      `needs upper 22; a.answers has no answer for: ${input}`,
    );
  }),
);

test('a tool that answers otherwise is an error, which an update takes over', () =>
  inFile((path) => {
    update(path, ['a']);
    expect(() => run(path, ['a'], { suffix: '!' })).toThrow(
      'upper 22 -u answers {"text":"A!"}, and a.answers has {"text":"A"}, for: a',
    );
    update(path, ['a'], { suffix: '!' });
    expect(run(path, ['a'], { tool: missing }).texts).toEqual(['A!']);
  }));

test('an answer that is not kept fails the file, but not where other cases are tried', () =>
  inFile((path) => {
    expect(() => run(path, ['a'])).toThrow('lacks 1 answers');
    expect(existsSync(path)).toBe(false);
    vi.stubEnv('FUZZ_SEED', '5');
    expect(run(path, ['a']).texts).toEqual(['A']);
    vi.stubEnv('UPDATE_ANSWERS', '1');
    expect(() => run(path, ['a'])).toThrow('set no other FUZZ_ variable');
  }));

test('of kept answers a share is asked again, another one with other rows', () =>
  inFile((path) => {
    const inputs = Array.from({ length: 400 }, (_, index) => `input ${index}`);
    update(path, inputs);
    vi.stubEnv('FUZZ_SHARE', '0.1');
    const shares = ['0', '1'].map((rows) => {
      vi.stubEnv('FUZZ_ROWS', rows);
      const { texts, asked } = run(path, inputs);
      expect(texts).toEqual(inputs.map((input) => input.toUpperCase()));
      return asked;
    });
    for (const asked of shares) {
      expect(asked.length).toBeGreaterThan(20);
      expect(asked.length).toBeLessThan(60);
    }
    expect(shares[0]?.filter((input) => shares[1]?.includes(input))).toEqual([]);
    expect(run(path, ['new', ...inputs], { isWhole: false }).asked[0]).toBe('new');
  }));

test('one input has one answer, under the same name', () =>
  inFile((path) => {
    update(path, ['a']);
    const answers = openAnswers(path, raise);
    const ask = (): { text: string } => raise('asked');
    expect(answerOf(answers, missing, ['-u'], 'a', ask)).toEqual({ text: 'A' });
    expect(() => answerOf(answers, there, ['-u'], 'a', ask)).toThrow('asked');
  }));

test('as many answers as inputs, and a file that a repository can bear', () =>
  inFile((path) => {
    const answers = openAnswers(path, raise);
    expect(() => answersOf(answers, there, [], ['a', 'b'], () => [1])).toThrow(
      'upper 22 has 1 answers for 2 inputs',
    );
    expect(() => update(path, ['a'], { suffix: '!'.repeat(300_000) })).toThrow('would have');
    expect(existsSync(path)).toBe(false);
  }));

test('a line per answer, in the order of the hashes', () =>
  inFile((path) => {
    update(path, ['a', 'b', 'c', 'd']);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => line.slice(9)).sort()).toEqual(
      ['A', 'B', 'C', 'D'].map((text) => ` {"text":"${text}"}`),
    );
    expect(lines).toEqual([...lines].sort());
    writeFileSync(path, '');
    expect(openAnswers(path, raise).kept.size).toBe(0);
  }));

test('a digest is that of the bytes of a text', () => {
  expect(digest('é')).toBe(digest(new TextEncoder().encode('é')));
  expect(digest('a')).not.toBe(digest('b'));
  expect(digest('a')).toMatch(/^[\w-]{16}$/);
});
