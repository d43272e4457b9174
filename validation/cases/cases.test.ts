import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { main } from './command.ts';
import { runCases } from './run.ts';
import { inRepository } from '../base/paths.ts';
import { readYaml } from '../base/read.ts';

describe('the cases of CK Tile', () => {
  const path = inRepository('../shared/cases/ck-cases.json');
  const present = existsSync(path);
  if (!present) console.log('skipped: the CK Tile cases are not beside this checkout');

  test.skipIf(!present)('are exact, but for the one that contradicts itself', () => {
    const lines: string[] = [];
    expect(main([path], { print: (line) => lines.push(line), complain: console.error })).toBe(0);
    expect(lines.at(-1)).toMatch(/^(\d+) of \1 exact$/);
    expect(lines.filter((line) => line.startsWith('inconsistent'))).toEqual([
      'inconsistent in itself, not counted: counter.deck.10',
    ]);
  });

  test.skipIf(!present)('are missed when a number is changed', () => {
    const text = readFileSync(path, 'utf8').replace('"offset": 2173', '"offset": 2172');
    const outcomes = runCases(JSON.parse(text) as JsonObject) ?? [];
    const missed = outcomes.filter(({ verdict }) => verdict === 'differs');
    expect(missed.map(({ id, remarks }) => [id, remarks])).toEqual([
      ['desc.pad34', ['index (63, 31), offset: expected 2172, ours 2173']],
    ]);
  });
});

/** One small case of each kind, from the rules of the transforms themselves. */
const own = readYaml<readonly JsonObject[]>('validation/cases/kinds.yaml');

describe('every kind that the format has', () => {
  const outcomes = runCases({ cases: own }) ?? [];

  test.each(outcomes)('$id', ({ verdict, remarks }) => {
    expect(remarks).toEqual([]);
    expect(verdict).toBe('exact');
  });

  test('a kind that we do not know is a miss', () => {
    const [outcome] = runCases({ cases: [{ id: 'x', kind: 'weather' }] }) ?? [];
    expect(outcome).toMatchObject({
      verdict: 'differs',
      remarks: ["'weather' is not a kind of case that we know"],
    });
  });
});

describe('a case that cannot be read', () => {
  const good = own.at(0) ?? {};
  const unreadable = [
    7,
    { id: 'lengths', kind: 'transform', input: { type: 'merge', low_lengths: 'x' }, expected: {} },
    {
      id: 'index',
      kind: 'descriptor',
      input: { base: { fn: 'make_naive_tensor_descriptor_packed', lengths: [4, 4] } },
      expected: { offsets: [{ index: [1], offset: 4 }] },
    },
  ];

  test('is a miss with its reason, and the others run', () => {
    const outcomes = runCases({ cases: [...unreadable, good] }) ?? [];
    expect(outcomes.map(({ verdict }) => verdict)).toEqual([
      ...unreadable.map(() => 'differs'),
      'exact',
    ]);
    expect(outcomes[0]).toMatchObject({
      id: 'item 0',
      remarks: ['cannot be read: it is not an object'],
    });
    expect(outcomes[2]?.remarks[0]).toContain('cannot be read');
  });

  test('of IREE is a miss too', () => {
    const item = {
      id: 'padding',
      pass: 'gpu-reduce-bank-conflicts',
      input: { alloc: [4, -1], elem: 'f32' },
    };
    const outcomes = runCases({ schema: 'iree-cases/1', cases: [item, 'text'] }) ?? [];
    expect(outcomes.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['padding', 'differs'],
      ['item 1', 'differs'],
    ]);
  });
});

describe('the command', () => {
  test('says how it is used', () => {
    const said: string[] = [];
    expect(main([], { print: () => undefined, complain: (line) => said.push(line) })).toBe(2);
    expect(
      main(['no-such-file.json'], { print: () => undefined, complain: (line) => said.push(line) }),
    ).toBe(2);
    expect(said[0]).toBe('no file: npm run validate -- cases FILE.json');
    expect(said[1]).toContain('cannot read');
  });
});
