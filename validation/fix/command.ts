/**
 * `npm run validate -- fix [hip|cuda] [NAME ...] [--verbose]`: has `ldscope fix` change each source of `sources`, applies the diff with
 * git, and compares: the patched file is compiled and executed apart from the loop, by `ldscope run`, and each of its buffers has to be
 * what the source as it is leaves. A table by form; the last line is `N of M`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Output } from '../base/output.ts';
import { inRepository } from '../base/paths.ts';
import { languages, readCases, type SourceCase, textIn } from './read.ts';

type Language = keyof typeof languages;

/** What came of a case. */
interface Outcome {
  readonly verdict: string;
  readonly says: string;
  readonly conflicts: readonly [before: number, after: number];
  /** Why it is not as expected. */
  readonly problem?: string | undefined;
}

/** Runs the command; returns its exit code: 0 where all is as expected. */
export function main(args: readonly string[], { print, complain }: Output): number {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const asked = (Object.keys(languages) as Language[]).filter((name) => words.includes(name));
  const chosen = asked.length === 0 ? (Object.keys(languages) as Language[]) : asked;
  const names = words.filter((word) => !(word in languages));
  const cases = readCases().filter(({ name }) => names.length === 0 || names.includes(name));
  if (cases.length === 0) {
    complain(`no source has the name ${names.join(', ')}`);
    return 2;
  }
  let [right, all] = [0, 0];
  for (const language of chosen)
    for (const one of cases) {
      const { verdict, says, conflicts, problem } = outcomeOf(one, language);
      all++;
      if (problem === undefined) right++;
      print(
        [
          language.padEnd(4),
          one.name.padEnd(24),
          verdict.padEnd(8),
          conflicts.join(' -> ').padEnd(16),
          says,
          problem === undefined ? '' : `!! ${problem}`,
        ].join('  '),
      );
    }
  print(`${right} of ${all}`);
  return right === all ? 0 : 1;
}

function outcomeOf(one: SourceCase, language: Language): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-fix-'));
  try {
    const file = `${one.name}.${language === 'hip' ? 'hip' : 'cu'}`;
    const path = join(folder, file);
    const launch = join(folder, 'launch.yaml');
    writeFileSync(path, textIn(one, language));
    writeFileSync(launch, one.launch);
    const chip = languages[language];
    const fixed = ldscope(folder, [
      'fix',
      file,
      '-l',
      'launch.yaml',
      '-m',
      chip,
      '--format',
      'json',
    ]);
    const report = JSON.parse(fixed.out) as {
      verdict?: string;
      diff?: string;
      candidates?: { says: string; runs: { before: Cost; after: Cost }[] }[];
      diagnostics?: { message: string; severity: string }[];
    };
    const { verdict = 'failed', diff, candidates = [], diagnostics = [] } = report;
    const [best] = diff === undefined ? [] : candidates;
    const total = (side: 'before' | 'after'): number =>
      (best ?? candidates[0])?.runs.reduce((sum, run) => sum + run[side].conflicts, 0) ?? 0;
    const conflicts = [
      total('before'),
      best === undefined ? total('before') : total('after'),
    ] as const;
    const said = diagnostics.map(({ message }) => message).join('; ');
    const outcome = { verdict, says: best?.says ?? said, conflicts };
    const wrong = wrongIn(folder, file, chip, diff);
    if (wrong !== undefined) return { ...outcome, problem: wrong };
    const isAsExpected =
      one.expected === 'any' ||
      (one.expected === 'fixed' ? best !== undefined : verdict === 'nothing');
    return { ...outcome, problem: isAsExpected ? undefined : `${one.expected} is expected` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Cost {
  readonly conflicts: number;
}

/** What a diff breaks; `undefined` where it applies, and every buffer of the launch is as before. */
function wrongIn(
  folder: string,
  file: string,
  chip: string,
  diff: string | undefined,
): string | undefined {
  if (diff === undefined) return undefined;
  const before = resultsOf(folder, file, chip);
  spawnSync('git', ['init', '-q'], { cwd: folder });
  const { status } = spawnSync('git', ['apply', '-'], { cwd: folder, input: diff });
  if (status !== 0) return 'git apply refuses the diff';
  const after = resultsOf(folder, file, chip);
  return before === after ? undefined : 'the patched source computes something else';
}

interface Launch {
  readonly args?: readonly { readonly name?: string }[];
  readonly kernels?: Readonly<Record<string, Launch>>;
}

/** What the kernels of the launch leave: the content of every buffer. */
function resultsOf(folder: string, file: string, chip: string): string {
  const launch = parse(readFileSync(join(folder, 'launch.yaml'), 'utf8')) as Launch;
  const kernels = Object.entries(launch.kernels ?? {});
  const all = kernels.length === 0 ? ([[undefined, launch]] as const) : kernels;
  return all
    .map(([kernel, { args = [] }]) => {
      const names = args.flatMap(({ name }) => name ?? []);
      const dumps = names.flatMap((name) => ['--dump', `${name}=${name}.npy`]);
      const chosen = kernel === undefined ? [] : ['-k', kernel];
      const { code } = ldscope(folder, [
        'run',
        file,
        '-l',
        'launch.yaml',
        '-m',
        chip,
        ...chosen,
        ...dumps,
      ]);
      if (code !== 0) throw new Error(`${file} is not executed: exit code ${code}`);
      return names
        .map((name) => readFileSync(join(folder, `${name}.npy`)).toString('base64'))
        .join();
    })
    .join();
}

/** The command in a folder, and what it prints. */
function ldscope(
  folder: string,
  args: readonly string[],
): { readonly code: number | null; readonly out: string } {
  const command = inRepository('packages/cli/bin/ldscope.cjs');
  const { status, stdout } = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { code: status, out: stdout };
}
