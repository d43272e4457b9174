/**
 * `npm run words [-- PATH ...]`: wordings in texts, messages, comments and documents that `words/patterns.ts` rules out, with
 * better ones. Exit code 1 where there is one.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { exceptions } from './words/exceptions.ts';
import { findingsOf, unusedExceptions } from './words/find.ts';

function filesOf(paths: readonly string[]): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths];
  const { stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return [...new Set(stdout.trimEnd().split('\n'))].filter((path) => isRead(path));
}

/** Tests quote what programs print and read; their own words are not judged. */
const isRead = (path: string): boolean =>
  !path.startsWith('tools/words') &&
  /\.(?:tsx?|md|html)$/.test(path) &&
  !/\.test\.tsx?$|(?:^|\/)(?:test|expected)\//.test(path);

function main(paths: readonly string[]): number {
  const started = performance.now();
  const files = filesOf(paths);
  const used = new Set<(typeof exceptions)[number]>();
  let count = 0;
  const counts = new Map<string, number>();
  for (const path of files) {
    let source: string;
    try {
      source = readFileSync(path, 'utf8');
    } catch {
      continue;
    }
    for (const { line, words, wording } of findingsOf(path, source, exceptions, used)) {
      count += 1;
      counts.set(wording.name, (counts.get(wording.name) ?? 0) + 1);
      console.log(`${path}:${line}: ${words}\n    ${wording.name}: write ${wording.better}`);
    }
  }
  for (const { path, name = 'all rules', words } of paths.length > 0
    ? []
    : unusedExceptions(exceptions, used)) {
    count += 1;
    console.log(
      `tools/words/exceptions.ts: ${name} in ${path} (${words ?? 'all'}) excepts nothing`,
    );
  }
  const byRule = [...counts].map(([name, number]) => `${name} ${number}`).join(', ');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${count} findings in ${files.length} files, ${seconds} s${byRule === '' ? '' : `: ${byRule}`}`,
  );
  return count === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
