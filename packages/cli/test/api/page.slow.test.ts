/** Every export of the library has a comment, and docs/api.md is the page of what they are now. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatted } from '../../../../tools/api/formatted.ts';
import { readExamples } from '../../../../tools/api/examples.ts';
import { apiPage } from '../../../../tools/api/page.ts';
import { readApi } from '../../../../tools/api/read-api.ts';

const root = join(import.meta.dirname, '../../../..');

describe('the exports of the library', () => {
  const sections = readApi(join(root, 'packages/cli/src/index.ts'));
  const entries = sections.flatMap((section) => section.entries);

  it('have comments that begin as sentences', () => {
    expect(entries.length).toBeGreaterThan(150);
    const wrong = entries.filter(({ comment }) => !/^[A-Z`][^]*\.(?:$|\s)/.test(comment));
    expect(wrong.map(({ name, comment }) => `${name}: ${comment}`)).toEqual([]);
  });

  it('are on the page, as `npm run api` writes it', async () => {
    const examples = readFileSync(join(import.meta.dirname, 'examples.ts'), 'utf8');
    const text = apiPage(sections, readExamples(examples));
    const path = join(root, 'docs/api.md');
    expect(await formatted(root, path, text)).toBe(readFileSync(path, 'utf8'));
  });
});
