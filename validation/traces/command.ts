/**
 * `npm run validate -- traces [--write FILE | --against FILE] [CORPUS ...]`: fingerprints of all kernels of the corpora, a line per kernel
 * and launch, to compare two versions of an emulator.
 *
 *     npm run validate -- traces --write before.txt          then change it
 *     npm run validate -- traces --against before.txt        every line that differs, and in what; exit code 1 where one does
 *     npm run validate -- traces --against before.txt ptx-cases cuda
 *     npm run validate -- traces --zluda FOLDER --cuda-programs FOLDER        with others' sources, as the programs of these names take them
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Output } from '../base/output.ts';
import { givenPath } from '../base/paths.ts';
import { corpora, type Corpus, type Folders } from './corpora.ts';
import type { Fingerprint } from './fingerprint.ts';

const USAGE = `npm run validate -- traces [--write FILE | --against FILE] [--zluda FOLDER] [--cuda-programs FOLDER] [CORPUS ...], of ${Object.keys(corpora).join(', ')}`;

const OPTIONS = {
  'write': { type: 'string' },
  'against': { type: 'string' },
  'zluda': { type: 'string' },
  'cuda-programs': { type: 'string' },
} as const;

/** Runs the program; returns its exit code. `all` are the corpora to choose from. */
export async function main(
  args: readonly string[],
  output: Output,
  all: Readonly<Record<string, Corpus>> = corpora,
): Promise<number> {
  const given = argumentsOf(args, all);
  if (given === undefined) {
    output.complain(USAGE);
    return 2;
  }
  const { write, against, chosen, folders } = given;
  if (write !== undefined) writeFileSync(write, '');
  const before =
    against === undefined ? undefined : new Before(readFileSync(against, 'utf8'), new Map(chosen));
  let lines = 0;
  let differ = 0;
  for await (const [name, seen] of fingerprints(chosen, folders, output)) {
    lines++;
    const line = lineOf(name, seen);
    const difference = before?.differenceOf(name, line);
    if (difference !== undefined) differ++;
    if (difference !== undefined) output.print(`${name.replace('\t', ' ')}: ${difference}`);
    if (write !== undefined) appendFileSync(write, `${line}\n`);
    else if (before === undefined) output.print(line);
  }
  const gone = before?.left() ?? [];
  for (const name of gone) output.print(`${name.replace('\t', ' ')}: gone`);
  const found = before === undefined ? '' : `, ${differ + gone.length} differ`;
  output.complain(`${lines} kernels and launches${found}`);
  return differ + gone.length > 0 ? 1 : 0;
}

function argumentsOf(args: readonly string[], all: Readonly<Record<string, Corpus>>) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: OPTIONS,
      allowPositionals: true,
    });
    if (positionals.some((name) => !(name in all))) return undefined;
    const pathOf = (name: keyof typeof OPTIONS): string | undefined =>
      values[name] === undefined ? undefined : givenPath(values[name]);
    const [write, against] = [pathOf('write'), pathOf('against')];
    if (write !== undefined && against !== undefined) return undefined;
    const folders = { 'zluda': pathOf('zluda'), 'cuda-programs': pathOf('cuda-programs') };
    const isThere = (name: string): boolean =>
      !(name in folders) || folders[name as keyof Folders] !== undefined;
    const chosen = Object.entries(all).filter(([name]) =>
      positionals.length === 0 ? isThere(name) : positionals.includes(name),
    );
    return { write, against, chosen, folders };
  } catch {
    return undefined;
  }
}

/** Fingerprints by corpus and name; names that occur again are numbered. */
async function* fingerprints(
  chosen: readonly (readonly [name: string, corpus: Corpus])[],
  folders: Folders,
  output: Output,
): AsyncGenerator<readonly [name: string, seen: Fingerprint]> {
  const counts = new Map<string, number>();
  for (const [name, corpus] of chosen)
    for await (const { name: kernel, see } of await corpus(output, folders)) {
      const key = `${name}\t${kernel}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      output.progress?.(key.replace('\t', ' '));
      yield [count === 1 ? key : `${key} (${count})`, attempt(see, output)];
    }
}

/** A fingerprint; a fault of ours has one too, so that the others are still seen. */
function attempt(see: () => Fingerprint, { complain }: Output): Fingerprint {
  try {
    return see();
  } catch (error) {
    complain(String(error instanceof Error ? error.stack : error));
    return { frontend: 'throws', rows: 0, trace: '-', answer: String(error).split('\n')[0] ?? '' };
  }
}

const lineOf = (name: string, { frontend, rows, trace, answer }: Fingerprint): string =>
  [name, frontend, rows, trace, answer].join('\t');

/** The lines of a file that were written before, of some corpora. */
class Before {
  readonly #lines: Map<string, string>;

  constructor(text: string, chosen: ReadonlyMap<string, unknown>) {
    const lines = text.split('\n').filter((line) => chosen.has(line.split('\t')[0] ?? ''));
    this.#lines = new Map(lines.map((line) => [line.split('\t').slice(0, 2).join('\t'), line]));
  }

  /** What differs in a line; `undefined` where nothing does. */
  differenceOf(name: string, line: string): string | undefined {
    const known = this.#lines.get(name);
    this.#lines.delete(name);
    if (known === undefined) return 'new';
    const [before, after] = [known.split('\t'), line.split('\t')];
    const columns = ['', '', 'frontend', 'rows', 'trace', 'answer'];
    const differing = columns.flatMap((column, i) =>
      before[i] === after[i] ? [] : [i < 4 ? `${column} ${before[i]} -> ${after[i]}` : column],
    );
    return differing.length === 0 ? undefined : differing.join(', ');
  }

  /** Names that did not come again. */
  left(): string[] {
    return [...this.#lines.keys()];
  }
}
