/** Compiles a program that calls CK Tile's headers, for the host, and runs it. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { givenPath } from '../paths.ts';

export interface CompileOptions {
  /** Folders of headers, the first one first. */
  readonly includes: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  readonly waveSize?: 32 | 64;
}

const FLAGS =
  '-x hip --offload-host-only -nogpuinc -nogpulib --offload-arch=gfx942 -std=c++17 -w -no-hip-rt';

/** What the program prints, line by line; a text says why there is nothing. */
export function outputOf(
  program: string,
  { includes, folder, waveSize = 64 }: CompileOptions,
): readonly string[] | string {
  const compiler = ['clang++-22', 'clang++'].find(
    (name) => spawnSync(name, ['--version']).status === 0,
  );
  if (compiler === undefined) return 'clang++ is required';
  const [source, binary] = [join(folder, 'cases.hip'), join(folder, 'cases')];
  writeFileSync(source, program);
  const made = spawnSync(
    compiler,
    [
      ...FLAGS.split(' '),
      `-DWAVE_SIZE=${waveSize}`,
      ...[...includes, givenPath('validation/ck-headers')].map((path) => `-I${path}`),
      '-Wl,--unresolved-symbols=ignore-all',
      source,
      '-o',
      binary,
    ],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) return made.stderr.split('\n').slice(0, 40).join('\n');
  const ran = spawnSync(binary, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (ran.status !== 0) return `the program ends with ${ran.status ?? ran.signal ?? '?'}`;
  return ran.stdout.split('\n');
}

/** Lines `12: text` by their numbers. */
export function numbered(lines: readonly string[]): ReadonlyMap<number, string> {
  return new Map(
    lines.flatMap((line) => {
      const [, number, rest] = /^(\d+): (.*)$/.exec(line) ?? [];
      return number === undefined || rest === undefined ? [] : [[Number(number), rest] as const];
    }),
  );
}

/** C++ that prints the factors of an encoding in the form of `encodingLine`. */
export const SHOW_ENCODING = `
template <index_t... Is> void show(sequence<Is...>) {
  std::printf(" (");
  const char* gap = "";
  ((std::printf("%s%d", gap, static_cast<int>(Is)), gap = " "), ...);
  std::printf(")");
}
template <typename... Ts> void show(const tuple<Ts...>&) { (show(Ts{}), ...); }
template <typename E> void show_factors(int number) {
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
template <typename D> void show_encoding(int number, const D&) {
  show_factors<remove_cvref_t<decltype(D::get_static_tile_distribution_encoding())>>(number);
}
`;
