/**
 * The kernels of the files of a folder, each with the launches beside it: read, compiled and analyzed as `ldscope analyze` does.
 *
 *     gemm.s, gemm.yaml            without arguments, and with the launch
 *     gemm_padded.hip, gemm.yaml   compiled, for each of some chips
 *     tile.ptx, tile.sass          with the accesses of PTX, and with those of its machine code
 */
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { placeDiagnostics } from '@ldscope/core';
import { type AnalyzeOptions, findFrontend, kernelsOfText, readSource } from '@ldscope/engine';
import type { UnreadInput } from '../../packages/cli/src/input/kernel-input.ts';
import { readSassText } from '../../packages/cli/src/input/sass.ts';
import { openKernels } from '../../packages/cli/src/input/read-kernel.ts';
import { nodeIo } from '../../packages/cli/src/node/node-io.ts';
import { readLaunch } from '../../packages/cli/src/run/launch.ts';
import { filesBelow, inRepository } from '../base/paths.ts';
import { analyzed, type Fingerprint, refused } from './fingerprint.ts';

/** A kernel under a launch. */
export interface Item {
  readonly name: string;
  readonly see: () => Fingerprint;
}

const ENDINGS = /\.(?:s|S|asm|amdgcn|o|co|hsaco|hipfb|ptx|mlir|ttgir|ll|sched|hip|cu)$/;

/** Chips that sources are compiled for. */
const CHIPS: Readonly<Record<string, readonly string[]>> = {
  '.hip': ['gfx942'],
  '.cu': ['sm_90'],
};

/** Chips for MLIR that names none: the first on which it is executed. */
const MLIR_CHIPS = [undefined, 'gfx1100', 'sm_90'];

const PARTS = /\/\/ (?:-----|IR Dump)/;

const io = nodeIo();
const HEADERS = ['-isystem', inRepository('packages/cli/include')];

/** The kernels of all files below a folder of the repository, but of those below some others. */
export async function* kernelsBelow(
  folder: string,
  others: readonly string[] = [],
): AsyncGenerator<Item> {
  const without = others.map((other) => inRepository(`${other}/`));
  for (const file of filesBelow(inRepository(folder), ENDINGS) ?? []) {
    if (without.some((other) => file.startsWith(other))) continue;
    for (const chip of CHIPS[extname(file)] ?? [undefined])
      yield* kernelsOf(file, chip, await launchesBeside(file));
  }
}

/** The kernels of a file under launches by their names, compiled for a chip where it is a source. */
export async function* kernelsOf(
  path: string,
  chip: string | undefined,
  launches: ReadonlyMap<string, AnalyzeOptions>,
): AsyncGenerator<Item> {
  const file = relative(inRepository('.'), path);
  const unread = ({ diagnostics, text }: UnreadInput): Item => ({
    name: named(file, chip),
    see: () => refused(placeDiagnostics(diagnostics, text)),
  });
  const flags = extname(path) in CHIPS ? { compilerFlags: HEADERS } : {};
  const opened = await openKernels(io, path, chip, flags);
  if (!('length' in opened)) return yield unread(opened);
  for (const part of opened) {
    const input = await part.read();
    if ('diagnostics' in input) {
      yield unread(input);
      continue;
    }
    const { text, launch: launchDefaults } = input;
    // Read once for all kernels, where the text has no parts of which one is chosen.
    const read = PARTS.test(text) ? undefined : readSource(text, file);
    const source = input.source ?? (read?.ok === true ? read.value : undefined);
    const kernels = kernelsOfText(text, { file, source });
    const sass = await sassOf(path, text, chip);
    const ways = [...launches].flatMap(([name, launch]): (readonly [string, AnalyzeOptions])[] => [
      [name, launch],
      ...(sass === undefined ? [] : [[named(name, 'SASS'), { ...launch, sass }] as const]),
    ]);
    for (const { chunk, kernel } of kernels.ok ? kernels.value : [{}])
      for (const [launch, options] of ways) {
        const given = { file, source, chunk, kernel, launchDefaults, ...options };
        yield {
          name: named(file, chip, chunk === undefined ? '' : `#${chunk}`, kernel, launch),
          see: () => firstExecuted(text, given, path.endsWith('.mlir') ? MLIR_CHIPS : [chip]),
        };
      }
  }
}

const named = (...words: readonly (string | undefined)[]): string =>
  words.filter((word) => word !== undefined && word !== '').join(' ');

/** On the first of some chips that executes it; with a block of ours where nothing says how large it is. */
function firstExecuted(
  text: string,
  options: AnalyzeOptions,
  chips: readonly (string | undefined)[],
): Fingerprint {
  const blocks = options.extents === undefined ? [undefined, 'block=64'] : [undefined];
  let first: Fingerprint | undefined;
  for (const machine of chips)
    for (const launch of blocks) {
      const seen = analyzed(text, { machine, launch, ...options });
      if (seen.frontend !== '-') return seen;
      first ??= seen;
    }
  return first ?? refused([]);
}

/** No launch, and the launch files of a folder that are for a file by their names. */
async function launchesBeside(path: string): Promise<ReadonlyMap<string, AnalyzeOptions>> {
  const launches = new Map<string, AnalyzeOptions>([['', {}]]);
  const stem = basename(path, extname(path));
  for (const file of filesBelow(dirname(path), /^[^/]*\.yaml$/) ?? []) {
    const name = basename(file, '.yaml');
    const isFor = ['launch', stem, `${stem}-launch`].includes(name) || stem.startsWith(`${name}_`);
    const launch = isFor ? await readLaunch(io, file) : undefined;
    if (launch?.ok === true) launches.set(basename(file), launch.value);
  }
  return launches;
}

let hasDisassembler = true;

/** The machine code of PTX: the listing beside it, or what the tools of CUDA print, where they are. */
async function sassOf(path: string, text: string, chip: string | undefined) {
  if (findFrontend(text, path)?.name !== 'ptx') return undefined;
  const beside = join(dirname(path), `${basename(path, extname(path))}.sass`);
  if (!existsSync(beside) && !hasDisassembler) return undefined;
  const sass = await readSassText(io, existsSync(beside) ? beside : true, text, chip);
  if (!('diagnostics' in sass)) return sass;
  hasDisassembler = sass.diagnostics.every(({ code }) => code !== 'sass/no-tool');
  return undefined;
}
