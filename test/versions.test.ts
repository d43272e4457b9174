/** What docs/versions.md promises: it lists the schemas that the source gives, and no other number stands in the documents. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const SCHEMA = /\bldscope-[a-z]+\/\d+\b/g;

/** Texts of files below a folder with an ending. */
function textsIn(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true }).flatMap(
    (entry) =>
      entry.isFile() && entry.name.endsWith(ending)
        ? [readFileSync(join(entry.parentPath, entry.name), 'utf8')]
        : [],
  );
}

const schemasIn = (texts: readonly string[], pattern: RegExp): string[] =>
  [...new Set(texts.flatMap((text) => text.match(pattern) ?? []))].sort();

const given = schemasIn(
  ['core', 'engine', 'render', 'cli'].flatMap((name) => textsIn(`packages/${name}/src`, '.ts')),
  // As a value: comments and messages may name others.
  /(?<=')ldscope-[a-z]+\/\d+(?=')/g,
);

it('lists every schema that is given, with its number', () => {
  const page = readFileSync(join(root, 'docs/versions.md'), 'utf8');
  expect(given.length).toBeGreaterThan(15);
  expect(schemasIn([page], SCHEMA)).toEqual(given);
});

it('holds for the documents', () => {
  const named = schemasIn([...textsIn('docs', '.md'), ...textsIn('examples', '.json')], SCHEMA);
  expect(named.filter((schema) => !given.includes(schema))).toEqual([]);
});
