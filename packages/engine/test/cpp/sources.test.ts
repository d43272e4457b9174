/** Sources with shared memory in every form, and what is found in them and proposed for them. Adding a case is adding a file. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe as group, expect, test } from 'vitest';
import { describe } from './described.ts';

const folder = fileURLToPath(new URL('sources/', import.meta.url));
const files = readdirSync(folder).filter((name) => /\.(?:hip|cu|cl)$/.test(name));

group('a source', () => {
  test.each(files)('%s', async (file) => {
    const header = file.replace(/\.\w+$/, '.h');
    const names = readdirSync(folder).includes(header) ? [file, header] : [file];
    const sources = names.map((name) => ({
      file: name,
      text: readFileSync(folder + name, 'utf8'),
    }));
    await expect(`${describe(sources)}\n`).toMatchFileSnapshot(`${folder}${file}.txt`);
  });
});
