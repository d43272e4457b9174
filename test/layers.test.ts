/** ARCHITECTURE.md has the layers that are checked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rooms } from '../layers.js';
import { withLayers } from '../tools/layers-block.ts';

const page = readFileSync(join(import.meta.dirname, '../ARCHITECTURE.md'), 'utf8');

it('has the layers, as `npm run layers` writes them', () => {
  expect(page).toContain('<!-- layers -->');
  expect(withLayers(page)).toBe(page);
});

it('has a link into each room of a package', () => {
  const all = Object.entries(rooms).flatMap(([pack, order]) =>
    pack === 'validation' ? [] : order.flat().map((room) => `${pack}/src/${room}/`),
  );
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter((room) => !page.includes(`](${room}`))).toEqual([]);
});

it('and the README of validation names each of its rooms', () => {
  const readme = readFileSync(join(import.meta.dirname, '../validation/README.md'), 'utf8');
  const all = rooms['validation']?.flat() ?? [];
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((room) => !readme.includes(`${room}/`))).toEqual([]);
});
