/**
 * `npm run validate -- suites FOLDER ...`: reads every `.mlir` below the folders and says, for each folder that has
 * some, how many chunks parse without a diagnostic, how many of these are the same IR after print and
 * parse, and which diagnostics are most frequent. The last line is `N of M chunks`.
 *
 * With `--upstream`, also what `mlir-opt` says: of the chunks that it reads itself, how many it reads as we
 * print them, and for how many of these that is the same IR.
 */
import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { compareText, judgeFile, type Verdict } from './judge.ts';
import { complaintOfUpstream, findUpstream, readByUpstream } from './upstream.ts';
import type { Output } from '../base/output.ts';
import { filesBelow, givenPath } from '../base/paths.ts';

/** Runs the command; returns its exit code: 0 when all is read, 1 for a miss, 2 for bad usage. */
export function main(args: readonly string[], { print, complain }: Output): number {
  const options = args.filter((arg) => arg.startsWith('-'));
  const unknown = options.find((option) => option !== '--verbose' && option !== '--upstream');
  const folders = args.filter((arg) => !arg.startsWith('-')).map(givenPath);
  if (unknown !== undefined || folders.length === 0) {
    complain(
      `${unknown === undefined ? 'no folder' : `unknown option ${unknown}`}: npm run validate -- suites FOLDER [--upstream] [--verbose]`,
    );
    return 2;
  }
  const upstream = options.includes('--upstream') ? findUpstream() : undefined;
  if (options.includes('--upstream') && upstream === undefined) {
    complain('--upstream needs mlir-opt-22 or mlir-opt in PATH');
    return 2;
  }
  const verdicts: Verdict[] = [];
  const comparisons: Comparison[] = [];
  for (const root of folders) {
    const files = filesBelow(root, /\.mlir$/);
    if (files === undefined) {
      complain(`cannot read '${root}': give a folder with .mlir files`);
      return 2;
    }
    const byFolder = groupBy(files, dirname);
    for (const [folder, own] of byFolder) {
      const found = own.flatMap((path) =>
        judgeFile(relative(root, path), readFileSync(path, 'utf8')),
      );
      verdicts.push(...found);
      const compared = upstream === undefined ? [] : compare(upstream, found);
      comparisons.push(...compared);
      print(`${folderName(root, folder)}  ${counts(found)}`);
      if (upstream !== undefined) print(`  upstream: ${agreement(compared)}`);
    }
  }
  for (const line of frequent(verdicts)) print(line);
  if (options.includes('--verbose')) {
    for (const line of misses(verdicts)) print(line);
    for (const { place, outcome, printed, difference } of comparisons) {
      if (difference !== undefined) print(`generic form: ${place}: ${difference}`);
      if (outcome === 'same') continue;
      const why =
        upstream !== undefined && outcome === 'our text is rejected'
          ? `: ${complaintOfUpstream(upstream, printed ?? '')}`
          : '';
      print(`upstream: ${place}: ${outcome}${why}`);
    }
  }
  print(counts(verdicts));
  if (upstream !== undefined) print(`upstream: ${agreement(comparisons)}`);
  return verdicts.every(({ problem }) => problem === undefined) ? 0 : 1;
}

/** `Dialect/SCF` for a root that ends so. */
function folderName(root: string, folder: string): string {
  const parts = root.split('/').slice(-2).join('/');
  return relative(root, folder) === '' ? parts : `${parts}/${relative(root, folder)}`;
}

/** A chunk that upstream reads, and what it says of our text of it. */
interface Comparison {
  readonly place: string;
  readonly printed?: string;
  readonly outcome: 'same' | 'not read by us' | 'our text is rejected' | 'reads differently';
  /** Where its two forms, as upstream prints them, are different to us; only of operations that we know. */
  readonly difference?: string;
}

function compare(program: string, verdicts: readonly Verdict[]): readonly Comparison[] {
  const sources = readByUpstream(
    program,
    verdicts.map(({ text }) => text),
    'generic',
  );
  const accepted = verdicts.flatMap((verdict, i) => {
    const source = sources[i];
    return source === undefined ? [] : [{ ...verdict, source }];
  });
  const printed = readByUpstream(
    program,
    accepted.map((verdict) => verdict.printed ?? ''),
    'generic',
  );
  const customs = readByUpstream(
    program,
    accepted.map(({ text }) => text),
    'custom',
  );
  return accepted.map((verdict, i) => {
    const { place, source, printed: ours } = verdict;
    if (ours === undefined) return { place, outcome: 'not read by us' };
    if (printed[i] === undefined) return { place, outcome: 'our text is rejected', printed: ours };
    const difference =
      verdict.unknown.length > 0 ? undefined : compareText(customs[i] ?? '', source);
    return {
      place,
      outcome: printed[i] === source ? 'same' : 'reads differently',
      ...(difference !== undefined && { difference }),
    };
  });
}

/** `of 90 chunks that mlir-opt reads, it reads 89 as we print them, 88 as the same IR; ...`. */
function agreement(comparisons: readonly Comparison[]): string {
  const same = comparisons.filter(({ outcome }) => outcome === 'same').length;
  const different = comparisons.filter(({ outcome }) => outcome === 'reads differently').length;
  const others = comparisons.filter(({ difference }) => difference !== undefined).length;
  return `of ${comparisons.length} chunks that mlir-opt reads, it reads ${same + different} as we print them, ${same} as the same IR; ${others} are another object to us in the generic form`;
}

/** `97 of 99 chunks (98.0 %), 96 the same after print, 90 without unknown operations`. */
function counts(verdicts: readonly Verdict[]): string {
  const read = verdicts.filter(({ clean }) => clean).length;
  const same = verdicts.filter(({ problem }) => problem === undefined).length;
  const known = verdicts.filter(({ clean, unknown }) => clean && unknown.length === 0).length;
  const share = verdicts.length === 0 ? 0 : (100 * read) / verdicts.length;
  return `${read} of ${verdicts.length} chunks (${share.toFixed(1)} %), ${same} the same after print, ${known} without unknown operations`;
}

/** The most frequent problems, and the operations that are most often kept as text. */
function frequent(verdicts: readonly Verdict[]): string[] {
  return [
    ...ranked(
      'problem',
      verdicts.flatMap(({ problem }) => problem ?? []),
    ),
    ...ranked(
      'unknown operation',
      verdicts.flatMap(({ unknown }) => unknown),
    ),
  ];
}

function ranked(title: string, names: readonly string[]): string[] {
  const groups = [...groupBy(names, (name) => name)].map(
    ([name, all]) => [name, all.length] as const,
  );
  return groups
    .sort((a, b) => b[1] - a[1])
    .slice(0, 40)
    .map(([name, count]) => `${title} ${String(count).padStart(4)}  ${name}`);
}

/** `Map.groupBy`, which Node has from version 21. */
function groupBy(names: readonly string[], key: (name: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const group = groups.get(key(name));
    if (group === undefined) groups.set(key(name), [name]);
    else group.push(name);
  }
  return groups;
}

function misses(verdicts: readonly Verdict[]): string[] {
  return verdicts.flatMap(({ place, problem }) =>
    problem === undefined ? [] : [`miss: ${place}: ${problem}`],
  );
}
