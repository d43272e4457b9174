/** Hints: words, and options of the command as data. */
import { hint, hintParts, hintText, type Message, messages, option } from '@ldscope/core';
import { expect, test } from 'vitest';

test('a template keeps options apart from words', () => {
  const example = hint`give ${2} of ${'them'}: ${option('launch', 'block=256')}, or ${option('machine')}`;
  expect(example).toEqual([
    'give 2 of them: ',
    { option: 'launch', value: 'block=256' },
    ', or ',
    { option: 'machine' },
  ]);
  expect(hintText(example)).toBe('give 2 of them: --launch "block=256", or --machine');
});

test('words alone are a string, and nothing has no parts', () => {
  expect(hintParts('write it')).toEqual(['write it']);
  expect(hintParts('')).toEqual([]);
  expect(hintText('write it')).toBe('write it');
});

test('values that a shell takes apart are quoted', () => {
  expect(hintText(messages.launch.noBlock().hint)).toBe('give it: --launch "block=256"');
  expect(hintText(messages.launch.someWorkgroups(1, 2).hint)).toBe(
    'execute all with --workgroups all, or fewer with --workgroups N',
  );
});

/** Arguments for any message: text where text is wanted, and numbers, lists and flags that all can do with. */
const anything: unknown = new Proxy(() => '', {
  get: (_, key) =>
    key === Symbol.toPrimitive
      ? () => '1'
      : key === Symbol.iterator
        ? () => [][Symbol.iterator]()
        : key === 'length'
          ? 0
          : anything,
  apply: () => anything,
});

test('no message names an option of the command in plain words', () => {
  const options = /(?<![\w-])--(?:launch|machine|model|kernel|tile|workgroups)\b/;
  for (const topic of Object.values(messages)) {
    for (const make of Object.values(topic)) {
      const { hint: given } = (make as (...all: unknown[]) => Message)(
        ...Array.from({ length: 8 }, () => anything),
      );
      const words = hintParts(given)
        .filter((part): part is string => typeof part === 'string')
        .filter((part) => !/ldscope \w+ /.test(part));
      for (const word of words) expect(String(word)).not.toMatch(options);
    }
  }
});
