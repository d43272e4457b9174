/** `npm run api`: writes docs/api.md, the page of the library, from the comments of its exports and their examples. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExamples } from './api/examples.ts';
import { formatted } from './api/formatted.ts';
import { apiPage } from './api/page.ts';
import { readApi } from './api/read-api.ts';

const page = 'docs/api.md';
const examples = readFileSync('packages/cli/test/api/examples.ts', 'utf8');
const text = apiPage(
  readApi(join(process.cwd(), 'packages/cli/src/index.ts')),
  readExamples(examples),
);
writeFileSync(page, await formatted(process.cwd(), page, text));
console.log(`${page} is written`);
