/**
 * Every capability of the reference documents, by the command line, and the page that lists them. `npm run validate -- documents`
 * runs the built command, which takes half a second to start each time.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../packages/cli/src/main.ts';
import { nodeIo } from '../../packages/cli/src/node/node-io.ts';
import { documents, isCommand } from './capability.ts';
import { executeAll, type Outcome, type Printed } from './execute.ts';
import { pageOf } from './page.ts';
import { chosenOf } from '../../test/cases.ts';
import { inRepository } from '../base/paths.ts';

const root = inRepository('./');
const capabilities = documents.flatMap((document) => document.capabilities);
const flat = (text: string): string => text.replaceAll(/-{3,}/g, '---').replaceAll(/\s+/g, ' ');

const io = nodeIo();

/** The command line in this process, with its files and tools. */
async function ldscope(words: readonly string[]): Promise<Printed> {
  const printed = { stdout: '', stderr: '' };
  const sink = (stream: keyof typeof printed) => ({
    isTTY: false,
    write: (text: string) => void (printed[stream] += text),
  });
  const code = await run(words, { ...io, stdout: sink('stdout'), stderr: sink('stderr') });
  return { code, text: printed.stdout + printed.stderr };
}

describe('the reference documents', () => {
  const chosen = chosenOf(capabilities);
  let outcomes: readonly Outcome[] = [];
  beforeAll(async () => {
    outcomes = await executeAll(chosen, { root, ldscope });
  }, 600_000);

  test('are shown by what a clone has', () => {
    const lines = capabilities
      .flatMap(({ shown }) => shown.filter(isCommand))
      .map(({ run: line }) => line);
    expect(lines.filter((line) => line.includes('../'))).toEqual([]);
  });

  test('have 156 capabilities, each with its own number', () => {
    expect(new Set(capabilities.map(({ id }) => id)).size).toBe(156);
  });

  test.for(chosen.map(({ id, what }, index) => [id, what, index] as const))(
    '%s: %s',
    ([, , index]) => {
      const { problems } = outcomes[index] ?? { problems: ['not run'] };
      expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
    },
  );

  test('are listed in docs/documents.md', ({ skip }) => {
    if (chosen.length < capabilities.length) skip('only some were run');
    const page = readFileSync(`${root}docs/documents.md`, 'utf8');
    expect(flat(page).trim()).toBe(flat(pageOf(documents, outcomes).join('\n')).trim());
  });
});
