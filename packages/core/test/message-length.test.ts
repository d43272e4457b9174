/** Names of the input are of any length, and messages are not. */
import { messages } from '@ldscope/core';
import { expect, test } from 'vitest';

test.each([10, 900, 1000, 1001, 20_000])('a message with a name of %i characters', (length) => {
  const { message } = messages.timing.noWidth('a'.repeat(length));
  expect(message.length).toBeLessThan(1050);
  expect(message.endsWith(' more characters')).toBe(length >= 1000);
  expect(message).toContain('a'.repeat(Math.min(length, 900)));
});
