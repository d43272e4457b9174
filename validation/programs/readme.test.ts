/**
 * What README shows is what the commands print. `UPDATE_README=1 npx vitest run validation/readme` writes it anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { ldscope } from '../../packages/cli/test/fake-io.ts';
import { main as reproduce } from '../published/reproduce.ts';
import { inRepository } from '../base/paths.ts';

const path = inRepository('README.md');
const update = process.env['UPDATE_README'] === '1';
let readme = readFileSync(path, 'utf8');

afterAll(() => {
  if (update) writeFileSync(path, readme);
});

/** Compares the block between two marks with lines; or replaces it. */
function check(name: string, lines: string): void {
  const begin = `<!-- ${name} -->\n`;
  const end = `<!-- end of ${name} -->`;
  const block = `\n\`\`\`text\n${lines.trimEnd()}\n\`\`\`\n\n`;
  const from = readme.indexOf(begin) + begin.length;
  const to = readme.indexOf(end);
  if (update) readme = readme.slice(0, from) + block + readme.slice(to);
  expect(readme.slice(from, to === -1 ? undefined : readme.indexOf(end))).toBe(block);
}

test('the report of npm start', async () => {
  const { scripts } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const args = (scripts.start.split('&& ldscope ')[1] ?? '').split(' ');
  const kernel = args[1] ?? '';
  const files = { [kernel]: readFileSync(inRepository(kernel), 'utf8') };
  const { code, stdout } = await ldscope(args, { files });
  expect(code).toBe(0);
  check('start', stdout);
});

test('the layouts of ldscope suggest', async () => {
  const line = /^ {4}npx ldscope (suggest --tile .*)$/m.exec(readme)?.[1] ?? '';
  const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, word]) => quoted ?? word ?? '',
  );
  const { code, stdout } = await ldscope(args);
  expect(code).toBe(0);
  check('suggest', stdout.slice(stdout.indexOf('Best trade-offs'), stdout.indexOf('Written as')));
});

test('the score of npm run reproduce', () => {
  const lines: string[] = [];
  reproduce(['--summary'], { print: (line) => lines.push(line), complain: () => {} });
  check('reproduce', lines.join('\n'));
});
