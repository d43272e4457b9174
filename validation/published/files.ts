/** Reads a file of published measurements and scores it by the format that it has. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { scoreCkCase } from './ck.ts';
import { eachCase } from '../base/each-case.ts';
import { failed, type Parsed, parsed } from './expression.ts';
import { scoreIreeCase } from './iree.ts';
import { asObject, type JsonObject, listAt } from '../base/json.ts';
import { scorePoint } from './phases.ts';
import { scoreEntry } from './entry.ts';
import { type Score, unreadableScore } from './score.ts';

/** A format is known by the key of its list. */
const FORMATS = [
  ['entries', 'published counters', (item: JsonObject) => [scoreEntry(item)]],
  ['validation', 'validation points', (item: JsonObject) => [scorePoint(item)]],
  [
    'cases',
    'measured cases',
    (item: JsonObject) => [scoreIreeCase(item) ?? scoreCkCase(item) ?? []].flat(),
  ],
] as const;

export interface ScoredFile {
  readonly name: string;
  readonly format: string;
  readonly scores: readonly Score[];
}

/** The score of a file; the error is one line, with what to do about it. */
export function scoreFile(path: string): Parsed<ScoredFile> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return failed(
      `cannot read '${path}': give the path of a JSON file with published measurements`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return failed(`'${path}' is not JSON: check that it is complete`);
  }
  const file = asObject(value);
  const result = file === undefined ? undefined : scoreObject(file);
  if (result === undefined) {
    const keys = FORMATS.map(([key]) => `"${key}"`).join(', ');
    return failed(`'${path}' has no list that we know: give an object with one of ${keys}`);
  }
  return parsed({ name: basename(path), ...result });
}

export function scoreObject(file: JsonObject): Omit<ScoredFile, 'name'> | undefined {
  const format = FORMATS.find(([key]) => Array.isArray(file[key]));
  if (format === undefined) return undefined;
  const [key, name, score] = format;
  const scores = eachCase(listAt(file, key), score, (id, reason) => [unreadableScore(id, reason)]);
  return { format: name, scores: scores.flat() };
}
