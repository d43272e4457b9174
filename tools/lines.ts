/**
 * `npm run lines [-- REVISION]`: lines of source per room; with a revision of git also those it had, and the difference.
 */
import { spawnSync } from 'node:child_process';
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

function main(revision: string | undefined): number {
  const now = countedFiles(undefined);
  const old = revision === undefined ? [] : countedFiles(revision);
  if (typeof now === 'string' || typeof old === 'string') {
    console.error([now, old].find((answer) => typeof answer === 'string'));
    return 2;
  }
  const before = revision === undefined ? undefined : { name: revision, census: censusOf(old) };
  for (const line of roomLines(censusOf(now), before)) console.log(line);
  return 0;
}

process.exitCode = main(process.argv[2]);
