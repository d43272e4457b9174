/** Data of the repository: a file becomes what its reader says that it holds, unchecked, since it is ours. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { inRepository } from './paths.ts';

export const readText = (path: string): string => readFileSync(inRepository(path), 'utf8');

export const readYaml = <T>(path: string): T => parse(readText(path)) as T;

/** The lines of a text, an object each. */
export function jsonLines<T>(text: string): T[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as T);
}
