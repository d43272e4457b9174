/**
 * Reading all `.mlir` files of a folder on one core, against upstream's `mlir-opt` on those chunks of them
 * that it accepts, in the same run.
 *
 *     npm run bench -- parse FOLDER        or MLIR_FOLDER=FOLDER npm run bench
 *
 * `mlir-opt` cannot read without printing, so both read and print. It gets all chunks in one file, since
 * starting a process takes longer than reading one of them; with --split-input-file it loads its dialects
 * again for each chunk, which is most of that time. Hence the second comparison: the chunks that define no
 * aliases, each a module of one file, without the time of an empty file.
 */
import { parseModule, printModule } from '@ldscope/mlir';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, output, time, times, type Verdict } from './measure.ts';
import { inFolder } from '../test/in-folder.ts';

const MOST_SECONDS = 4;
const PASSES = 5;
const SPLIT = '// -----';

/** The chunks of all files below a folder; `undefined` when it cannot be read or has none. */
function readChunks(folder: string): { files: number; chunks: string[] } | undefined {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return undefined;
  }
  const files = names.filter((name) => name.endsWith('.mlir')).sort();
  const chunks = files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').split(/^\/\/ -----.*$/m),
  );
  return files.length === 0 ? undefined : { files: files.length, chunks };
}

/** Seconds to read everything, and how that compares with upstream. */
export function benchParseFolder(folder: string | undefined): Verdict {
  const target = `under ${MOST_SECONDS} s`;
  const name = 'parse a folder of MLIR';
  const found = folder === undefined ? undefined : readChunks(folder);
  if (found === undefined) {
    const measured =
      folder === undefined
        ? 'no folder: npm run bench -- parse FOLDER, or MLIR_FOLDER'
        : `no .mlir files below ${folder}`;
    return { name, measured, target, met: undefined };
  }
  const { files, chunks } = found;
  const [first = Number.NaN, ...rest] = times(1 + PASSES, 0, () => parseAll(chunks));
  const rate = (milliseconds: number): string =>
    `${(milliseconds / 1000).toFixed(2)} s (${(bytesOf(chunks) / 1000 / milliseconds).toFixed(0)} MB/s)`;
  return {
    name: `parse ${files} files of MLIR, ${size(chunks)} in ${chunks.length} chunks`,
    measured: `${rate(first)} the first time, then ${rate(median(rest))}${compare(chunks)}`,
    target,
    met: first < 1000 * MOST_SECONDS,
  };
}

function parseAll(chunks: readonly string[]): void {
  for (const chunk of chunks) parseModule(chunk);
}

function parseAndPrint(chunks: readonly string[]): void {
  for (const chunk of chunks) printModule(parseModule(chunk).module);
}

const OPTIONS = [
  '--allow-unregistered-dialect',
  '--mlir-disable-threading',
  '--mlir-very-unsafe-disable-verifier-on-parsing',
  '-o',
  process.platform === 'win32' ? 'NUL' : '/dev/null',
];
const SPLIT_OPTIONS = [...OPTIONS, '--split-input-file'];

/** Ours and upstream's on the chunks that upstream accepts, in turns. */
function compare(chunks: readonly string[]): string {
  const command = ['mlir-opt', 'mlir-opt-22', 'mlir-opt-21', 'mlir-opt-20'].find(
    (one) => output(one, ['--version']) !== undefined,
  );
  if (command === undefined) return '; no mlir-opt on PATH to compare with';
  return inFolder((scratch) => {
    const file = join(scratch, 'all.mlir');
    const empty = join(scratch, 'empty.mlir');
    const run = (options: readonly string[], path: string): void =>
      void spawnSync(command, [...options, path], { stdio: 'ignore' });
    writeFileSync(empty, '');
    writeFileSync(file, chunks.join(SPLIT));
    const accepted = acceptedChunks(chunks, command, file);
    if (accepted.length === 0) return `; ${command} accepts no chunk`;
    writeFileSync(file, accepted.join(SPLIT));
    const split = inTurns(
      () => parseAndPrint(accepted),
      () => run(SPLIT_OPTIONS, file),
      () => undefined,
    );
    const plain = accepted.filter((chunk) => !/^\s*(?:[#!][\w.$-]+\s*=|\{-#)/m.test(chunk));
    const modules = plain.map((chunk) => `module {\n${chunk}\n}\n`).join('');
    writeFileSync(file, modules);
    const one = inTurns(
      () => parseAndPrint([modules]),
      () => run(OPTIONS, file),
      () => run(OPTIONS, empty),
    );
    return (
      `\n  read and printed, the ${accepted.length} chunks (${size(accepted)}) that ${command} accepts: ${split}` +
      `\n  read and printed, ${plain.length} of them (${size(plain)}) as modules of one file: ${one}`
    );
  });
}

/** Median seconds of ours and of theirs without what theirs takes for nothing. */
function inTurns(ours: () => void, theirs: () => void, nothing: () => void): string {
  const taken: number[] = [];
  const upstream: number[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    taken.push(time(ours) / 1000);
    upstream.push((time(theirs) - time(nothing)) / 1000);
  }
  const [own, other] = [median(taken), median(upstream)];
  return `${own.toFixed(2)} s, mlir-opt ${other.toFixed(2)} s, ratio ${(other / own).toFixed(1)}`;
}

const bytesOf = (chunks: readonly string[]): number =>
  chunks.reduce((sum, chunk) => sum + chunk.length, 0);

const size = (chunks: readonly string[]): string => `${(bytesOf(chunks) / 1e6).toFixed(1)} MB`;

/** The chunks without a line that `mlir-opt` complains about; the file has them all. */
function acceptedChunks(chunks: readonly string[], command: string, file: string): string[] {
  const { stderr } = spawnSync(command, [...SPLIT_OPTIONS, file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const wrong = new Set<number>();
  for (const match of stderr.matchAll(/:(\d+):\d+: error/g)) wrong.add(Number(match[1]));
  let line = 1;
  return chunks.filter((chunk) => {
    const first = line;
    line += chunk.split('\n').length - 1;
    for (let at = first; at <= line; at++) if (wrong.has(at)) return false;
    return chunk.trim() !== '';
  });
}
