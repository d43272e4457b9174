/**
 * The tutorials as machine code: what clang 22 makes of `tutorials.hip`, kept so that nothing but Node is needed.
 *
 *     tutorials.hip --clang-22 -O3--> assembly --tidy--> compiled/gfx942.s, compiled/gfx950.s
 *
 * `UPDATE_COMPILED=1` compiles anew. Left out is what says nothing of the code: comments, statistics, and fields of
 * the kernel descriptor that are zero unless stated.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAssembly, type Program } from '@ldscope/amdgcn';
import { assemblyOf } from '../emulate/hip/compile.ts';
import { clang } from '../text/oracle.ts';

export const chips = ['gfx942', 'gfx950'] as const;
export type Chip = (typeof chips)[number];

/** A HIP file and what was compiled from it, as paths. */
export interface Unit {
  readonly chip: Chip;
  readonly source: string;
  readonly compiled: string;
}

const path = (relative: string): string =>
  fileURLToPath(new URL(`../../../../${relative}`, import.meta.url));

const tests = 'packages/amdgcn/test/tutorials';
const unit = (chip: Chip, source: string, compiled: string): Unit => ({
  chip,
  source: path(source),
  compiled: path(compiled),
});

const tutorialsOf = (chip: Chip): Unit =>
  unit(chip, `${tests}/tutorials.hip`, `${tests}/compiled/${chip}.s`);

/** Everything that is compiled and kept, with the examples that are tutorials and the kernels of `validation/slice`. */
export const units: readonly Unit[] = [
  ...chips.map(tutorialsOf),
  ...['compiled-transpose', 'compiled-transpose-swapped'].map((name) =>
    unit('gfx942', `examples/${name}/kernel.hip`, `examples/${name}/kernel.s`),
  ),
  unit('gfx942', 'validation/slice/edges.hip', 'validation/slice/edges.s'),
];

export interface Compiled {
  readonly text: string;
  readonly program: Program;
}

/** The tutorials for a chip, as they are kept. */
export function readCompiled(chip: Chip): Compiled {
  const text = readFileSync(tutorialsOf(chip).compiled, 'utf8');
  const { program, diagnostics } = parseAssembly(text);
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return { text, program };
}

/** The version that made a kept text. */
export const versionOf = (text: string): string | undefined => /^; clang ([\d.]+)/.exec(text)?.[1];

/** Compiles a unit as it is kept. */
export function compileUnit({ source, chip }: Unit): string {
  const assembly = assemblyOf(source, chip, '-O3', '-fuse-cuid=none');
  return `; clang ${clang.version} -O3 --offload-arch=${chip}\n${tidy(assembly)}`;
}

/** Sections without code, descriptors or metadata: statistics, and a number of the compilation. */
const OTHER_SECTION = /^\s*\.section\s+"?\.(?:AMDGPU|bss|note)/;
const SECTION = /^\s*\.(?:section|text|amdgpu_metadata)\b/;
/** Room behind the code for the fetch of instructions, and values of statistics. */
const OTHER_LINE = /^\s*\.(?:set|ident|addrsig\w*|p2alignl|fill|type\s+__hip_cuid_)\b/;
/** Descriptor fields that are zero unless stated. */
const ZERO_FIELD = /^\s*\.amdhsa_(?!reserve_|next_|accum_|user_sgpr_count|ieee|dx10)\w+ 0$/;

/** Assembly of clang without what says nothing of the code. */
function tidy(assembly: string): string {
  let other = false;
  const kept = assembly.split('\n').flatMap((line) => {
    const code = line.replace(/\s*;.*$/, '');
    if (SECTION.test(code)) other = OTHER_SECTION.test(code);
    const drop = other || code === '' || OTHER_LINE.test(code) || ZERO_FIELD.test(code);
    return drop ? [] : [code];
  });
  return `${kept.join('\n')}\n`;
}
