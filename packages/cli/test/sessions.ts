/**
 * Sessions: commands and what they have to answer, a text file of `sessions` for the tests of a file.
 *
 *     # fails on the lines of a kernel                  the title
 *     file k.mlir = copy.mlir                           a file of `cases` or of the repository, or one from before, where texts ...
 *       @copy => @other                                 ... are replaced: `\n` is a new line, `/a+/` a regular expression
 *     file l.yaml                                       or a file by its lines
 *       grid: 1
 *     $ analyze k.mlir -l l.yaml -o out.txt             words with blanks are in quotes; it ends with 0, unless the next lines say otherwise
 *     says 2 of 3 accesses                              in its output, where blanks and lines are alike and `...` stands for any text
 *     says 2 times cycles; says /^a+/                   so often; a regular expression
 *     warns usage/assumed-machine                       the same of its standard error; `warns nothing`
 *     lacks sampled                                     neither output nor error nor a file that is written has it
 *     json { totals: { bankConflict: 124 } }            its output is JSON that has this
 *     json { sites: [{ id: '9:7' }, ...] }              and of a list the first items
 *     writes out.txt 124 of 130                         a file that is written has it; the next commands may read it
 *     fits 100                                          no line of its output is longer
 *     exits 1; refused usage/unknown-machine            with 1; with 2, and nothing but an error, which says this
 *
 * A line that begins with `;` is a comment. What stands before the first title is for all sessions. Commands may read files of
 * `cases` and of the repository by their names.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { flat, ldscope, type Outcome } from './fake-io.ts';

const folders = ['cases', '../../..'].map((path) => join(import.meta.dirname, path));
const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** The text of a file that is there. */
function textOf(name: string): string | undefined {
  const found = folders.map((folder) => join(folder, name)).find(isFile);
  return found === undefined ? undefined : readFileSync(found, 'utf8');
}

const unescaped = (text: string): string => text.replaceAll('\\n', '\n');

/** A text in which others are replaced, each of which it has. */
function replaced(text: string, block: readonly string[]): string {
  return block.reduce((rest, line) => {
    const [from = '', to = ''] = line.split(/ => ?/);
    const pattern = /^\/(.+)\/$/.exec(from)?.[1];
    const changed = rest.replaceAll(
      pattern === undefined ? unescaped(from) : new RegExp(pattern, 'gm'),
      unescaped(to),
    );
    expect(changed, `${from} is replaced`).not.toBe(rest);
    return changed;
  }, text);
}

const quote = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** `text`, `3 times text`, `/pattern/` or `nothing` of an output. */
function expectSaid(output: string, said: string, what: string): void {
  const [, how = '', text = ''] = /^(\d+ times )?(.*)$/.exec(said) ?? [];
  const pattern = /^\/(.+)\/$/.exec(text)?.[1];
  const found =
    pattern === undefined
      ? flat(output).match(
          new RegExp(
            text
              .split('...')
              .map((part) => quote(flat(part)))
              .join('.*?'),
            'g',
          ),
        )
      : output.match(new RegExp(pattern, 'gm'));
  if (text === 'nothing') expect(output, what).toBe('');
  else if (how === '') expect(found, `${what} says ${text}: ${output}`).not.toBeNull();
  else expect(found?.length ?? 0, `${what} says ${said}`).toBe(parseInt(how));
}

/** What is wanted, with the items that were found in place of the `...` at the end of a list. */
function completed(wanted: unknown, found: unknown): unknown {
  if (typeof wanted !== 'object' || wanted === null) return wanted;
  const own = Object(found) as Readonly<Record<string, unknown>>;
  const entries = Object.entries(wanted);
  if (!Array.isArray(wanted))
    return Object.fromEntries(entries.map(([key, one]) => [key, completed(one, own[key])]));
  const items = entries.map(([key, one]) => completed(one, own[key]));
  const isOpen = items.at(-1) === '...' && Array.isArray(found);
  return isOpen ? [...items.slice(0, -1), ...found.slice(items.length - 1)] : items;
}

async function follow(lines: readonly string[]): Promise<void> {
  let files: Record<string, string> = {};
  let done: Outcome | undefined;
  let [command, code] = ['', 0];
  const end = (): void => expect(done?.code ?? 0, `${command}: ${done?.stderr}`).toBe(code);
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('  ') || line.startsWith(';')) continue;
    const [, verb = '', rest = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    const next = lines.slice(index + 1);
    const length = next.findIndex((one) => !one.startsWith('  '));
    const block = next.slice(0, length < 0 ? next.length : length).map((one) => one.slice(2));
    const { stdout = '', stderr = '' } = done ?? {};
    if (verb === 'file') {
      const [name = '', source] = rest.split(' = ');
      const text = source === undefined ? '' : (files[source] ?? textOf(source));
      if (text === undefined) throw new Error(`there is no file ${source}`);
      files[name] = source === undefined ? `${block.join('\n')}\n` : replaced(text, block);
    } else if (verb === '$') {
      end();
      [command, code] = [rest, 0];
      const words = [...rest.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
      const named = words.flatMap((word) => (word in files ? [] : [[word, textOf(word)] as const]));
      const known = named.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
      done = await ldscope(words, { files: { ...Object.fromEntries(known), ...files } });
      files = { ...files, ...Object.fromEntries(done.written) };
    } else if (verb === 'exits') code = Number(rest);
    else if (verb === 'says') expectSaid(stdout, rest, command);
    else if (verb === 'warns') expectSaid(stderr, rest, command);
    else if (verb === 'lacks') {
      const all = [stdout, stderr, ...(done?.written.values() ?? [])];
      for (const text of all) expectSaid(text, `0 times ${rest}`, command);
    } else if (verb === 'json') {
      const found: unknown = JSON.parse(stdout);
      expect(found, command).toMatchObject(completed(parse(rest), found) as object);
    } else if (verb === 'fits')
      for (const one of stdout.split('\n'))
        expect([...one].length).toBeLessThanOrEqual(Number(rest));
    else if (verb === 'writes') {
      const [name = '', ...words] = rest.split(' ');
      expectSaid(done?.written.get(name) ?? '', words.join(' '), `${name} of ${command}`);
    } else if (verb === 'refused') {
      code = 2;
      expect(stdout, command).toBe('');
      expectSaid(stderr, rest, command);
    } else throw new Error(`a line of a session begins with ${verb}`);
  }
  end();
}

/** Tests by the sessions of a file: `testSessions('check')` those of `sessions/check.txt`. */
export function testSessions(name: string): void {
  const file = join(import.meta.dirname, `sessions/${name}.txt`);
  const [shared = '', ...sessions] = readFileSync(file, 'utf8')
    .replaceAll(/\n\n+/g, '\n')
    .split(/^# /m);
  const all = sessions.map((session) => session.trimEnd().split('\n'));
  test.each(all)('%s', async (...[, ...lines]) => {
    await follow([...shared.split('\n').filter((line) => line !== ''), ...lines]);
  });
}
