/**
 * CUDA sources before and after `ldscope fix` on a GPU: `npm run validate -- fix write FOLDER [NAME ...]` writes what
 * `measure.py` compiles and launches there, `npm run validate -- fix sm_90` prints what came of it (`data/fix-sm90.jsonl`, an H200).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Output } from '../base/output.ts';
import { dataFile, folderToWrite } from '../base/paths.ts';
import { fix, inFolder, wrongIn } from './ldscope.ts';
import { languages, readCases, readPublicCases } from './read.ts';

const CHIP = languages.cuda;

type Sides = readonly [before: number, after: number];

/** A source on the chip. Counters are of one launch. */
export interface MeasuredFix {
  readonly name: string;
  /** The change. */
  readonly says: string;
  /** Bank conflicts by ldscope, from the PTX of the sources. */
  readonly predicted: Sides;
  /** By the chip's counter. */
  readonly counted: Sides;
  readonly wavefronts: Sides;
  /** Microseconds of a launch with 4,000 times the blocks. */
  readonly micros: Sides;
  /** Every buffer has the same bytes. */
  readonly isEqual: boolean;
}

export const readMeasured = (): MeasuredFix[] =>
  readFileSync(dataFile('fix-sm90.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as MeasuredFix);

/** Prints the data; fails where a change is not equal on the chip. */
export function printMeasured({ print }: Output): number {
  const all = readMeasured();
  for (const { name, says, predicted, counted, micros } of all)
    print(
      [
        name.padEnd(22),
        `predicted ${predicted.join(' -> ')}`.padEnd(24),
        `counted ${counted.join(' -> ')}`.padEnd(22),
        `${micros.join(' -> ')} us`.padEnd(18),
        says,
      ].join('  '),
    );
  const asCounted = all.filter(({ predicted, counted }) => `${predicted}` === `${counted}`);
  const equal = all.filter(({ isEqual }) => isEqual);
  print(`${equal.length} of ${all.length} equal, ${asCounted.length} counted as predicted`);
  return equal.length === all.length ? 0 : 1;
}

/** Writes the sources that are changed, before and after, with their launches. */
export function writeFixed([folder, ...names]: readonly string[], output: Output): number {
  const root = folderToWrite(folder, output);
  if (root === undefined) return 2;
  const isChosen = ({ name }: { readonly name: string }): boolean =>
    names.length === 0 || names.includes(name);
  for (const { name, text, launch } of [...readCases(), ...readPublicCases()].filter(isChosen))
    inFolder({ 'k.cu': text, 'launch.yaml': launch }, (at) => {
      const written = { folder: at, file: 'k.cu', chip: CHIP };
      const { diff, candidates = [] } = fix(written);
      const [run, other] = candidates[0]?.runs ?? [];
      // A kernel of several launches takes more than `measure.py` knows.
      if (diff === undefined || run === undefined || other !== undefined) return;
      const kept = join(root, name);
      mkdirSync(kept, { recursive: true });
      const keep = (side: string): void => {
        const launched: unknown = parse(readFileSync(join(at, 'launch.yaml'), 'utf8'));
        writeFileSync(join(kept, `${side}.cu`), readFileSync(join(at, 'k.cu')));
        writeFileSync(join(kept, `${side}.json`), JSON.stringify(launched));
      };
      keep('before');
      const wrong = wrongIn(written, diff);
      if (wrong !== undefined) throw new Error(`${name}: ${wrong}`);
      keep('after');
      const predicted = [run.before.conflicts, run.after.conflicts];
      writeFileSync(
        join(kept, 'predicted.json'),
        JSON.stringify({ says: candidates[0]?.says, predicted }),
      );
      output.print(`${name}: ${candidates[0]?.says}`);
    });
  return 0;
}
