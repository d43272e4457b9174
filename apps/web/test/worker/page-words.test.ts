import { messages } from '@ldscope/core';
import { expect, test } from 'vitest';
import { inPageWords } from '../../src/worker/page-words.ts';

test.each([
  [messages.launch.noBlock(), 'give it: block=256 under Launch'],
  [messages.launch.scalar('arg3'), 'give it: arg3=1024 under Launch'],
  [messages.launch.waveSize(32, 'gfx942'), 'choose a chip that runs them under Machine'],
  [messages.suggest.tileText('64q'), 'write rows x columns x element type, as 128x64xf16'],
])('the page speaks of its fields: %o', (message, hint) => {
  expect(inPageWords([message])).toEqual([{ ...message, hint }]);
});

test('no hint of an analysis sends the reader to an option of the command', () => {
  const { severalKernels, tooLarge, gridTooLarge, waves } = messages.launch;
  const said = inPageWords([
    severalKernels(['a', 'b']),
    tooLarge(2048, 1024),
    gridTooLarge(1, 2),
    waves(7, 64),
    messages.usage.assumedMachine('gfx950', undefined),
    messages.suggest.noTile('kernel.s'),
  ]);
  for (const { hint } of said) expect(hint).not.toMatch(/--[a-z]/);
});
