/**
 * `npm run validate -- ck-headers`: CK Tile's own policy headers, evaluated as they are written and compiled.
 *
 * CK_INCLUDE is the folder `include` of a checkout of ROCm/composable_kernel; clang++ compiles a program for the host that
 * calls the headers and prints lengths, every offset and every factor. Ours reads the same headers and problems.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
import type { Output } from '../output.ts';
import { givenPath } from '../paths.ts';
import { descriptors, encodings, headers, problems } from './cases.ts';

/** Runs the comparison; returns its exit code, 0 also where it has to be skipped. */
export async function main(
  _args: readonly string[],
  { print, complain, progress }: Output,
): Promise<number> {
  const given = process.env['CK_INCLUDE'];
  if (given === undefined || !existsSync(join(givenPath(given), 'ck_tile/core.hpp'))) {
    print('skipped: CK_INCLUDE does not name the folder include of ROCm/composable_kernel');
    return 0;
  }
  const include = givenPath(given);
  const folder = mkdtempSync(join(tmpdir(), 'ck-headers-'));
  try {
    progress?.('compiling');
    const theirs = compiled(include, folder);
    if (typeof theirs === 'string') {
      complain(theirs);
      return 1;
    }
    progress?.('evaluating');
    const ours = await evaluated(include);
    return report(ours, theirs, print);
  } finally {
    rmSync(folder, { recursive: true });
  }
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
    const { rs, hs, psMajor, psMinor, ysMajor, ysMinor } = layout.encoding;
    return ['encoding', rs, ...hs, 'P', ...psMajor, '/', ...psMinor, 'Y', ysMajor, '/', ysMinor]
      .map((part) => (typeof part === 'string' ? part : `(${part.join(' ')})`))
      .join(' ');
  }
  const made = makeDescriptor(layout.spec);
  if (!made.ok) return made.diagnostics[0]?.message ?? 'no descriptor';
  const lengths = lengthsOf(made.value);
  const offsets = calculateOffsets(made.value, allIndices(lengths));
  return `descriptor (${lengths.join(' ')}) size ${made.value.elementSpaceSize} at ${offsets.join(' ')}`;
}

/** What the compiled program prints, by case; a text says why there is none. */
function compiled(include: string, folder: string): ReadonlyMap<number, string> | string {
  const source = join(folder, 'cases.hip');
  writeFileSync(source, programText());
  const program = join(folder, 'cases');
  const compiler = ['clang++-22', 'clang++'].find(
    (name) => spawnSync(name, ['--version']).status === 0,
  );
  if (compiler === undefined) return 'clang++ is required';
  const stubs = givenPath('validation/ck-headers');
  const flags =
    '-x hip --offload-host-only -nogpuinc -nogpulib --offload-arch=gfx942 -std=c++17 -w -no-hip-rt';
  const made = spawnSync(
    compiler,
    [
      ...flags.split(' '),
      `-I${include}`,
      `-I${stubs}`,
      '-Wl,--unresolved-symbols=ignore-all',
      source,
      '-o',
      program,
    ],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) return made.stderr.split('\n').slice(0, 40).join('\n');
  const ran = spawnSync(program, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (ran.status !== 0) return `the program ends with ${ran.status ?? ran.signal ?? '?'}`;
  return new Map(
    ran.stdout.split('\n').flatMap((line) => {
      const [, number, rest] = /^(\d+): (.*)$/.exec(line) ?? [];
      return number === undefined || rest === undefined ? [] : [[Number(number), rest] as const];
    }),
  );
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
${casesText()}
template <index_t... Is> void show(sequence<Is...>) {
  std::printf(" (");
  const char* gap = "";
  ((std::printf("%s%d", gap, static_cast<int>(Is)), gap = " "), ...);
  std::printf(")");
}
template <typename... Ts> void show(const tuple<Ts...>&) { (show(Ts{}), ...); }
template <typename D, std::size_t... Is> void offsets(const D& d, std::index_sequence<Is...>) {
  const std::vector<int> lengths{static_cast<int>(d.get_length(number<Is>{}))...};
  std::printf("descriptor (");
  for (std::size_t i = 0; i < lengths.size(); i++) std::printf("%s%d", i == 0 ? "" : " ", lengths[i]);
  std::printf(") size %d at", static_cast<int>(d.get_element_space_size()));
  std::vector<int> index(lengths.size(), 0);
  for (;;) {
    std::printf(" %d", static_cast<int>(d.calculate_offset(make_tuple(index[Is]...))));
    int at = static_cast<int>(lengths.size()) - 1;
    while (at >= 0 && ++index[at] == lengths[at]) index[at--] = 0;
    if (at < 0) break;
  }
}
template <typename D> void show_descriptor(int number, const D& d) {
  std::printf("%d: ", number);
  offsets(d, std::make_index_sequence<D::get_num_of_dimension()>{});
  std::printf("\\n");
}
template <typename D> void show_encoding(int number, const D&) {
  using E = remove_cvref_t<decltype(D::get_static_tile_distribution_encoding())>;
  std::printf("%d: encoding", number);
  show(typename E::RsLengths{});
  show(typename E::HsLengthss{});
  std::printf(" P");
  show(typename E::Ps2RHssMajor{});
  std::printf(" /");
  show(typename E::Ps2RHssMinor{});
  std::printf(" Y");
  show(typename E::Ys2RHsMajor{});
  std::printf(" /");
  show(typename E::Ys2RHsMinor{});
  std::printf("\\n");
}
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
