/** Commands by what is typed of them. */
import { expect, test } from 'vitest';
import { findCommands } from '../../src/playground/palette/find-command.ts';

const all = [
  'View: Tile',
  'Example: Tile transpose',
  'Machine: gfx942',
  'Compare with: gfx942',
].map((title) => ({ title, run: () => {} }));
const found = (typed: string): string[] => findCommands(all, typed).map(({ title }) => title);

test('all words count, in any order, and what begins with the first stands first', () => {
  expect(found('')).toHaveLength(4);
  expect(found('tile')).toEqual(['View: Tile', 'Example: Tile transpose']);
  expect(found('transpose tile')).toEqual(['Example: Tile transpose']);
  expect(found('GFX942 comp')).toEqual(['Compare with: gfx942']);
  expect(found('machine')).toEqual(['Machine: gfx942']);
  expect(found('nothing')).toEqual([]);
});
