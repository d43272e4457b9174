/**
 * What `print()` of CK Tile's headers writes, compiled and read back: every offset and every factor again.
 *
 * Headers before free functions `print` have members of the name, which hide each other and do not compile. Of these a copy
 * gives the members another name; the texts that they print are as they are.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  allIndices,
  calculateOffsets,
  descriptorToCpp,
  encodingToCpp,
  layoutsOfCpp,
  lengthsOf,
  makeDescriptor,
} from '@ldscope/core';
import { randomTriple } from '../ck-triples/random-case.ts';
import type { Output } from '../base/output.ts';
import { outputOf } from './compile.ts';
import { encodingLine } from './encodings.ts';

const COUNT = 60;

/** Headers whose types print themselves. */
const printing = [
  'algorithm/coordinate_transform.hpp',
  'container/array.hpp',
  'container/sequence.hpp',
  'tensor/tensor_adaptor.hpp',
  'tensor/tensor_descriptor.hpp',
  'tensor/tile_distribution.hpp',
  'tensor/tile_distribution_encoding.hpp',
];

/** Random descriptors and encodings, printed by CK and read here. */
export function printedCases(include: string, folder: string, { print, complain }: Output): number {
  const cases = Array.from({ length: COUNT }, (_, i) => {
    const { spec, write, waveSize } = randomTriple(9000 + i);
    return { spec, encoding: write, waveSize };
  }).filter(({ waveSize }) => waveSize === 64);
  const statements = cases.flatMap(({ spec, encoding }) => [
    `  { ${descriptorToCpp(spec)}\n    print(desc); std::printf("\\n"); }`,
    `  { using Encoding = ${encodingToCpp(encoding)};\n    print(Encoding{}); std::printf("\\n"); }`,
  ]);
  const program = `#include "ck_tile/core.hpp"
using namespace ck_tile;
int main() {
${statements.join('\n')}
}
`;
  const includes = [...renamed(include, folder), include];
  const lines = outputOf(program, { includes, folder });
  if (typeof lines === 'string') {
    complain(lines);
    return 1;
  }
  const read = layoutsOfCpp(lines.join('\n'));
  const layouts = read.ok ? read.value : [];
  let same = 0;
  for (const [i, { spec, encoding }] of cases.entries()) {
    const [one, other] = [layouts[2 * i], layouts[2 * i + 1]];
    const isDescriptor = one?.kind === 'descriptor' && offsetsOf(one.spec) === offsetsOf(spec);
    const isEncoding =
      other?.kind === 'encoding' && encodingLine(other.encoding) === encodingLine(encoding);
    same += Number(isDescriptor) + Number(isEncoding);
    if (!isDescriptor) print(`  ${lines[2 * i]}\n    ${JSON.stringify(one)}`);
    if (!isEncoding) print(`  ${lines[2 * i + 1]}\n    ${JSON.stringify(other)}`);
  }
  print(`${same} of ${2 * cases.length} printed descriptors and encodings read as they are`);
  return same === 2 * cases.length ? 0 : 1;
}

function offsetsOf(spec: Parameters<typeof makeDescriptor>[0]): string {
  const made = makeDescriptor(spec);
  if (!made.ok) return '';
  const lengths = lengthsOf(made.value);
  return `${lengths.join()}: ${calculateOffsets(made.value, allIndices(lengths)).join()}`;
}

/** A folder in front of the headers, with members `print` under another name; none where they have free functions. */
function renamed(include: string, folder: string): readonly string[] {
  const read = (path: string): string => readFileSync(join(include, 'ck_tile/core', path), 'utf8');
  if (!/void print\(\) const/.test(read('tensor/tensor_descriptor.hpp'))) return [];
  const write = (path: string, text: string): void => {
    const target = join(folder, 'renamed/ck_tile/core', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  for (const path of printing) {
    const text = read(path)
      .replaceAll('void print()', 'void print_member()')
      .replaceAll('Base::print()', 'Base::print_member()')
      // Of the derived data of an encoding, arrays do not print themselves.
      .replace('print(detail{});', '')
      .replace(/struct detail\s*\{[^]*?\n {4}\};/, (body) =>
        body.replace(/^ *print\(.*\);$/gm, ''),
      );
    write(path, text);
  }
  write(
    'utility/print.hpp',
    `#pragma once
#include "ck_tile/core/config.hpp"
namespace ck_tile {
template <typename T> CK_TILE_HOST_DEVICE auto print(const T& t) -> decltype(t.print_member()) { t.print_member(); }
CK_TILE_HOST_DEVICE inline void print(const int& value) { printf("%d", value); }
CK_TILE_HOST_DEVICE inline void print(const long& value) { printf("%ld", value); }
}
`,
  );
  return [join(folder, 'renamed')];
}
