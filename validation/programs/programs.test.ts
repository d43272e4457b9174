/** The list of `npm run validate`, and that each of its rows has a program. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findProgram, programLines, programs } from './programs.ts';
import { inRepository } from '../base/paths.ts';

it('lists each program once, in lines that fit a terminal', () => {
  const lines = programLines();
  const names = lines.flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
  expect(names).toEqual(programs.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
});

it('finds a program by its name', () => {
  expect(findProgram('cases')).toMatchObject({ name: 'cases' });
});

it.each([
  ['tutorial', "there is no 'tutorial': did you mean 'tutorials'?"],
  ['diferential', "there is no 'diferential': did you mean 'differential'?"],
])('names the nearest for %s', (name, text) => {
  expect(findProgram(name)).toBe(text);
});

it('names all where none is near', () => {
  expect(findProgram('zzz')).toContain('use reproduce, cases, ');
});

it.each(programs)('has a program for $name', async ({ load }) => {
  expect((await load()).main).toBeTypeOf('function');
});

it.each([
  ['cases', [], 'no file: npm run validate -- cases FILE.json'],
  ['suites', ['--no'], 'unknown option --no: npm run validate -- suites FOLDER'],
  ['corpus', [], 'npm run validate -- corpus FOLDER'],
  ['attention', ['--machine', 'gfx1'], "unknown machine 'gfx1'"],
])('%s refuses bad usage with 2 and how to call it', async (name, args, text) => {
  const program = findProgram(name);
  if (typeof program === 'string') throw new Error(program);
  const { main } = await program.load();
  const complaints: string[] = [];
  const output = { print: () => undefined, complain: (line: string) => complaints.push(line) };
  expect(await main(args, output)).toBe(2);
  expect(complaints.join('\n')).toContain(text);
});

it('runs what the documents name', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'validation/README.md', 'docs/attention.md'];
  const named = documents.flatMap((path) =>
    [
      ...readFileSync(inRepository(path), 'utf8').matchAll(/npm run validate -- ([a-z][a-z-]*)/g),
    ].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => typeof findProgram(name) === 'string')).toEqual([]);
});
