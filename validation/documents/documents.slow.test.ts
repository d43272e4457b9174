/** Every capability of the reference documents, by the built command, and the page that lists them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildCommand } from '../../packages/cli/test/built-command.ts';
import { documents } from './documents.ts';
import { executeAll, type Outcome } from './execute.ts';
import { pageOf } from './page.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const capabilities = documents.flatMap((document) => document.capabilities);
const flat = (text: string): string => text.replaceAll(/-{3,}/g, '---').replaceAll(/\s+/g, ' ');

describe('the reference documents', () => {
  let outcomes: readonly Outcome[] = [];
  beforeAll(async () => {
    outcomes = await executeAll(capabilities, { root, command: await buildCommand() });
  }, 600_000);

  test('have 156 capabilities, each with its own number', () => {
    expect(new Set(capabilities.map(({ id }) => id)).size).toBe(156);
  });

  test.for(capabilities.map(({ id, what }, index) => [id, what, index] as const))(
    '%s: %s',
    ([, , index], { skip }) => {
      const { problems, missing } = outcomes[index] ?? { problems: ['not run'] };
      if (missing !== undefined) skip(missing);
      expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
    },
  );

  test('are listed in docs/documents.md', ({ skip }) => {
    if (outcomes.some(({ missing }) => missing !== undefined)) skip('inputs are not there');
    const page = readFileSync(`${root}docs/documents.md`, 'utf8');
    expect(flat(page).trim()).toBe(flat(pageOf(documents, outcomes).join('\n')).trim());
  });
});
