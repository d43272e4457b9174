/** `npm run validate -- documents [ID ...]`: what the reference documents describe, each by a command or a test. Prints docs/documents.md. */
import type { Output } from '../base/output.ts';
import { inRepository } from '../base/paths.ts';
import { documents } from './capability.ts';
import { builtCommand, executeAll } from './execute.ts';
import { pageOf } from './page.ts';

/** Runs the program on all capabilities, or on those whose ids begin as given; returns its exit code. */
export async function main(
  ids: readonly string[],
  { print, complain, progress }: Output,
): Promise<number> {
  const chosen = documents
    .flatMap(({ capabilities }) => capabilities)
    .filter(({ id }) => ids.length === 0 || ids.some((start) => id.startsWith(start)));
  const root = inRepository('.');
  const ldscope = builtCommand(root, inRepository('packages/cli/bin/ldscope.cjs'));
  const outcomes = await executeAll(chosen, { root, ldscope }, progress);
  if (ids.length === 0) for (const line of pageOf(documents, outcomes)) print(line);
  const complaints = outcomes.flatMap(({ capability: { id }, problems }) =>
    problems.flatMap((problem) => (problem === undefined ? [] : [`${id}: ${problem}`])),
  );
  for (const complaint of complaints) complain(complaint);
  return complaints.length === 0 ? 0 : 1;
}
