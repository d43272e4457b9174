/**
 * `npm run validate -- ck-headers`: CK Tile's own headers, evaluated as they are written and compiled.
 *
 *     ck-headers             policies, and the encodings of warp GEMMs
 *     ck-headers patterns    raked patterns in waves of 64 and 32 lanes, and what print() writes; of newer headers
 *
 * CK_INCLUDE is the folder `include` of a checkout of ROCm/composable_kernel; clang++ compiles a program for the host that
 * calls the headers and prints lengths, every offset and every factor. Ours reads the same headers and problems.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  allIndices,
  calculateOffsets,
  type CppLayout,
  includedTexts,
  layoutsOfCpp,
  lengthsOf,
  makeDescriptor,
} from '@ldscope/core';
import type { Output } from '../base/output.ts';
import { givenPath } from '../base/paths.ts';
import { descriptors, encodings, headers, problems } from './cases.ts';
import { numbered, outputOf } from './compile.ts';
import { encodingLine, type NamedEncoding, rakedPatterns, warpGemms } from './encodings.ts';
import { printedCases } from './printed.ts';
import { inFolderLong } from '../../test/in-folder.ts';

const PATTERNS = 'ck_tile/core/algorithm/static_encoding_pattern.hpp';

/** Runs the comparison; returns its exit code, 0 also where it has to be skipped. */
export async function main(args: readonly string[], output: Output): Promise<number> {
  const { print, complain } = output;
  const [part = 'policies', ...more] = args;
  if ((part !== 'policies' && part !== 'patterns') || more.length > 0) {
    complain('usage: npm run validate -- ck-headers [patterns]');
    return 2;
  }
  const given = process.env['CK_INCLUDE'];
  const needed = part === 'policies' ? 'ck_tile/core.hpp' : PATTERNS;
  if (given === undefined || !existsSync(join(givenPath(given), needed))) {
    print(
      `skipped: CK_INCLUDE does not name a folder include of ROCm/composable_kernel with ${needed}`,
    );
    return 0;
  }
  const include = givenPath(given);
  return await inFolderLong(async (folder) => {
    const compare = part === 'policies' ? comparePolicies : comparePatterns;
    return await compare(include, folder, output);
  });
}

async function comparePolicies(include: string, folder: string, output: Output): Promise<number> {
  const { print, complain, progress } = output;
  progress?.('compiling');
  const lines = outputOf(programText(), { includes: [include], folder });
  if (typeof lines === 'string') {
    complain(lines);
    return 1;
  }
  progress?.('evaluating');
  const code = report(await evaluated(include), numbered(lines), print);
  const gemms = compareNamed('encodings of warp GEMMs', warpGemms(), 64, 'ck_tile/ops/gemm.hpp', {
    include,
    folder,
    output,
  });
  return Math.max(code, gemms);
}

async function comparePatterns(include: string, folder: string, output: Output): Promise<number> {
  const codes = ([64, 32] as const).map((waveSize) =>
    compareNamed(
      `raked patterns in waves of ${waveSize}`,
      rakedPatterns(waveSize),
      waveSize,
      PATTERNS,
      { include, folder, output },
    ),
  );
  return Math.max(...codes, await printedCases(include, folder, output));
}

interface Surroundings {
  readonly include: string;
  readonly folder: string;
  readonly output: Output;
}

/** Encodings of types that the headers define, factor by factor. */
function compareNamed(
  title: string,
  cases: readonly NamedEncoding[],
  waveSize: 32 | 64,
  header: string,
  { include, folder, output: { print, complain } }: Surroundings,
): number {
  const shown = cases.map(({ cpp }, i) => `  show_factors<${cpp}>(${i});`);
  const program = `#include "ck_tile/core.hpp"
#include "${header}"
#include <vector>
using namespace ck_tile;
#include "show.hpp"
int main() {
${shown.join('\n')}
}
`;
  const lines = outputOf(program, { includes: [include], folder, waveSize });
  if (typeof lines === 'string') {
    complain(lines);
    return 1;
  }
  const theirs = numbered(lines);
  let same = 0;
  for (const [i, { cpp, ours }] of cases.entries()) {
    if (theirs.get(i) === ours) same++;
    else for (const line of [cpp, `  ours    ${ours}`, `  theirs  ${theirs.get(i)}`]) print(line);
  }
  print(`${same} of ${cases.length} ${title} equal in every factor`);
  return same === cases.length ? 0 : 1;
}

const expressions = [...descriptors, ...encodings];

/** The text of both sides behind the headers: problems, and a constant for each case. */
function casesText(): string {
  const constants = expressions.map((call, i) => `constexpr auto case_${i} = ${call};`);
  return `${problems}\n${constants.join('\n')}\n`;
}

async function evaluated(include: string): Promise<ReadonlyMap<number, string>> {
  const lines = headers.map((header) => `#include "ck_tile/ops/${header}"`).join('\n');
  const before = await includedTexts(lines, (path) => textOf(join(include, path)));
  const read = layoutsOfCpp(casesText(), { before });
  const results = new Map<number, string>();
  if (!read.ok) return results;
  for (const layout of read.value) {
    const [, number] = /^case_(\d+)$/.exec(layout.name) ?? [];
    if (number !== undefined) results.set(Number(number), lineOf(layout));
  }
  return results;
}

function lineOf(layout: CppLayout): string {
  if (layout.kind === 'fault') return `${layout.fault.code}: ${layout.fault.message}`;
  if (layout.kind === 'encoding') {
    return encodingLine(layout.encoding);
  }
  const made = makeDescriptor(layout.spec);
  if (!made.ok) return made.diagnostics[0]?.message ?? 'no descriptor';
  const lengths = lengthsOf(made.value);
  const offsets = calculateOffsets(made.value, allIndices(lengths));
  return `descriptor (${lengths.join(' ')}) size ${made.value.elementSpaceSize} at ${offsets.join(' ')}`;
}

function programText(): string {
  const prints = expressions.map((_, i) =>
    i < descriptors.length
      ? `  show_descriptor(${i}, case_${i});`
      : `  show_encoding(${i}, case_${i});`,
  );
  return `#include "ck_tile/core.hpp"
#include "ck_tile/ops/gemm.hpp"
#include "ck_tile/ops/fmha.hpp"
#include <vector>
using namespace ck_tile;
#include "show.hpp"
${casesText()}
int main() {
${prints.join('\n')}
}
`;
}

function report(
  ours: ReadonlyMap<number, string>,
  theirs: ReadonlyMap<number, string>,
  print: (line: string) => void,
): number {
  const isSame = (i: number): boolean => theirs.has(i) && ours.get(i) === theirs.get(i);
  for (const [i, call] of expressions.entries()) {
    if (isSame(i)) continue;
    print(call);
    print(`  ours    ${(ours.get(i) ?? 'nothing').slice(0, 200)}`);
    print(`  theirs  ${(theirs.get(i) ?? 'nothing').slice(0, 200)}`);
  }
  const count = (from: number, to: number): string => {
    const same = Array.from({ length: to - from }, (_, i) => from + i).filter(isSame).length;
    return `${same} of ${to - from}`;
  };
  const [made, all] = [descriptors.length, expressions.length];
  print(
    `${count(0, made)} descriptors equal in every offset, ${count(made, all)} encodings in every factor`,
  );
  return expressions.every((_, i) => isSame(i)) ? 0 : 1;
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
