/** What the name of a test file promises, by which vitest.config.ts chooses. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** All test files below the folders, as paths from the root. */
const tests = ['packages', 'apps'].flatMap((houses) =>
  readdirSync(join(root, houses)).flatMap((house) => {
    const folder = join(houses, house, 'test');
    if (!existsSync(join(root, folder))) return [];
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(folder, name));
  }),
);

it('only a test that has its modules for itself replaces some', () => {
  const replacing = tests.filter((path) =>
    /\bvi\.(?:do)?[mM]ock\(/.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(replacing.length).toBeGreaterThan(0);
  expect(replacing.filter((path) => !path.endsWith('.isolated.test.ts'))).toEqual([]);
});
