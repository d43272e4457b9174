/** `UPDATE_CK_TILE=1 npx vitest run validation/cases` writes the tables of docs/ck-tile.md anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deckTables } from './deck.ts';
import { gemmTables } from './gemm.ts';
import { inRepository } from '../base/paths.ts';

test.each([
  ['tables', 'tutorials', deckTables],
  ['gemm', 'gemm', gemmTables],
])('the %s of docs/ck-tile.md are what `npm run %s` prints', (name, _script, tables) => {
  const path = inRepository('docs/ck-tile.md');
  const text = readFileSync(path, 'utf8');
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
  const from = text.indexOf(begin) + begin.length;
  const block = `\n${tables().join('\n')}\n\n`;
  const updated = text.slice(0, from) + block + text.slice(text.indexOf(end));
  if (process.env['UPDATE_CK_TILE'] !== undefined) writeFileSync(path, updated);
  else expect(text).toBe(updated);
});
