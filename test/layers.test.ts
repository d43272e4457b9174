/** ARCHITECTURE.md has the layers that are checked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rooms } from '../layers.js';
import { withLayers } from '../tools/layers-block.ts';

const page = readFileSync(join(import.meta.dirname, '../ARCHITECTURE.md'), 'utf8');

it('has the layers, as `npm run layers` writes them, and a link to each package', () => {
  expect(page).toContain('<!-- layers -->');
  expect(withLayers(page)).toBe(page);
  expect(Object.keys(rooms).filter((pack) => !page.includes(`](${pack}`))).toEqual([]);
});
