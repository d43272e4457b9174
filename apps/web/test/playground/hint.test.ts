/** The page words options of the command as its fields. */
import { messages } from '@ldscope/core';
import { expect, test } from 'vitest';
import { hintWords, namesOption, withPart } from '../../src/playground/hint.tsx';

test.each([
  [messages.launch.noBlock(), 'give it: block=256 in the field Launch'],
  [messages.launch.scalar('arg3'), 'give it: arg3=1024 in the field Launch'],
  [messages.launch.waveSize(32, 'gfx942'), 'choose a chip that runs them with the field Machine'],
  [
    messages.execute.timeIsUp(),
    'check the loop bounds, or raise the limit with --seconds of the command',
  ],
  [messages.suggest.tileText('64q'), 'write rows x columns x element type, as 128x64xf16'],
])('%o', ({ hint }, words) => {
  expect(hintWords(hint)).toBe(words);
});

test('a diagnostic of the launch is told by its option', () => {
  expect(namesOption(messages.launch.noBlock().hint, 'launch')).toBe(true);
  expect(namesOption(messages.launch.noBlock().hint, 'machine')).toBe(false);
  expect(namesOption(messages.syntax.unclosedString().hint, 'launch')).toBe(false);
});

test.each([
  ['', 'block=256', 'block=256'],
  ['grid=2', 'block=256', 'grid=2,block=256'],
  ['block=64, grid=2', 'block=256', 'grid=2,block=256'],
  ['grid: [2]\nargs: []', 'block=256', 'grid: [2]\nargs: []'],
])('%j with %s is %j', (text, part, expected) => {
  expect(withPart(text, part)).toBe(expected);
});
