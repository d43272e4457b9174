/**
 * `npm run lines [-- REVISION]`: lines of source per room; with a revision of git also those it had, and the difference.
 * `--check` prints rooms that are over their budget, with exit code 1 where there is one; `--lower` lowers budgets to what is there.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { type Budget, loweredBudget, overBudget } from './budget.ts';
import { censusOf, type CountedFile, roomLines } from './rooms.ts';

/** Counts the lines of each file with git: of a revision, or of the working tree with what is new in it. */
function countedFiles(revision: string | undefined): readonly CountedFile[] | string {
  const tree = revision === undefined ? ['--untracked'] : [revision];
  const args = ['grep', '--count', '-e', '', ...tree, '--', '*.ts', '*.tsx'];
  const { status, stdout, stderr } = spawnSync('git', args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) return stderr.trim();
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const path = line.slice(revision === undefined ? 0 : revision.length + 1);
      const colon = path.lastIndexOf(':');
      return { path: path.slice(0, colon), lines: Number(path.slice(colon + 1)) };
    });
}

const BUDGET = 'budget.json';

function main(given: string | undefined): number {
  const revision = given?.startsWith('--') === true ? undefined : given;
  const now = countedFiles(undefined);
  const old = revision === undefined ? [] : countedFiles(revision);
  if (typeof now === 'string' || typeof old === 'string') {
    console.error([now, old].find((answer) => typeof answer === 'string'));
    return 2;
  }
  const census = censusOf(now);
  if (given === '--check' || given === '--lower') {
    const budget = JSON.parse(readFileSync(BUDGET, 'utf8')) as Budget;
    if (given === '--lower')
      writeFileSync(BUDGET, `${JSON.stringify(loweredBudget(census, budget), null, 2)}\n`);
    const over = overBudget(census, budget);
    for (const line of over) console.log(line);
    return over.length === 0 ? 0 : 1;
  }
  const before = revision === undefined ? undefined : { name: revision, census: censusOf(old) };
  for (const line of roomLines(census, before)) console.log(line);
  return 0;
}

process.exitCode = main(process.argv[2]);
