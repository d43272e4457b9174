/** The compilers: kernels to a program for a chip, and to a command of the host that leaves what they have to leave. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { combine, parseAssembly, type Program, readCodeObject } from '@ldscope/amdgcn';
import { inFolder } from '../../test/in-folder.ts';
import { llvmTool } from '../../test/llvm.ts';
import { inputText } from '../base/inputs.ts';
import { COUNTERS, type GeneratedKernel, INPUT_WORDS } from './kernels.ts';
import { type Kept, keptApart } from './kept-apart.ts';
import { repertoire } from './repertoire.ts';

export const RDNA = ['gfx1100', 'gfx1151', 'gfx1201', 'gfx1250'] as const;
export const CDNA = ['gfx900', 'gfx906', 'gfx908', 'gfx90a', 'gfx942', 'gfx950'] as const;

export interface Way {
  readonly chip: (typeof RDNA)[number] | (typeof CDNA)[number];
  /** Lanes of a wave, where the chip leaves it open; 32 by default there. */
  readonly waveSize?: 32 | 64;
  readonly level: '-O0' | '-O1' | '-O2' | '-O3' | '-Os';
  readonly form: 'text' | 'object';
  readonly globalIsel: boolean;
  /** Options for the compiler of the chip besides. */
  readonly options?: readonly string[];
  /** Values that selection may not join with what uses them. */
  readonly kept?: Kept;
}

/** Compiles for chips and for the host. */
export const clang = llvmTool('clang', 'amdgcn');
const objdump = llvmTool('llvm-objdump', 'amdgcn');

/** What is missing to compile and compare, in words; `undefined` when nothing is. */
export function missingTools(): string | undefined {
  const { missing } = clang.missing === undefined ? objdump : clang;
  if (missing !== undefined) return missing;
  return process.arch === 'x64' ? undefined : 'needs a host with 80-bit long double';
}

/** Runs a command; gives what it prints to standard error. */
export function run(command: string, options: readonly string[]): string {
  const { status, stderr, signal } = spawnSync(command, options, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new CompileError(command, options, `${signal ?? ''}${stderr}`);
  return stderr;
}

/** A compiler that failed; `kernel` is the one in which it crashed, or in a function of which. */
class CompileError extends Error {
  readonly kernel: string | undefined;

  constructor(command: string, options: readonly string[], output: string) {
    super(`${command} ${options.join(' ')}\n${output.slice(0, 2000)}`);
    this.kernel = /on function '@(?:_Z\d+)?(k\d+)/.exec(output)?.[1];
  }
}

const prelude = inputText('differential/prelude.h');

/** Both sides: signed integers wrap, pointers may alias, and each operation on floats rounds by itself. */
const COMMON = ['-fwrapv', '-fno-strict-aliasing', '-ffp-contract=off'];

export function deviceSource(kernels: readonly GeneratedKernel[]): string {
  const texts = kernels.map(({ shared, device }) => `${shared}\n${device}`);
  return [prelude, repertoire, ...texts].join('\n');
}

export interface Compiled {
  readonly program: Program;
  readonly text: string;
  /** Kernels that crash the compiler. */
  readonly left: readonly string[];
  /** The compiler warns that functions which are not kernels stop themselves where they use shared memory. */
  readonly trapsInFunctions: boolean;
}

/** Compiles kernels, without those that crash the compiler. */
export function compileForChip(kernels: readonly GeneratedKernel[], way: Way): Compiled {
  const left: string[] = [];
  for (;;) {
    try {
      const compiled = compileAll(
        kernels.filter(({ name }) => !left.includes(name)),
        way,
      );
      return { ...compiled, left };
    } catch (error) {
      const crashed = error instanceof CompileError ? error.kernel : undefined;
      if (crashed === undefined || left.includes(crashed)) throw error;
      left.push(crashed);
    }
  }
}

/** Writes the kernels to a folder and compiles them there; gives what the compiler prints. */
function compileIn(
  folder: string,
  kernels: readonly GeneratedKernel[],
  way: Way,
  emitted: readonly string[] = way.form === 'text' ? ['-S'] : [],
): string {
  const source = join(folder, 'k.hip');
  writeFileSync(source, deviceSource(kernels));
  const output = join(folder, 'k.out');
  const selector = way.globalIsel
    ? ['-mllvm', '-global-isel', '-mllvm', '-global-isel-abort=2']
    : [];
  const wide = way.waveSize === 64 ? ['-mwavefrontsize64'] : [];
  const plain = ['-x', 'hip', '--cuda-device-only', '-nogpulib', '-nogpuinc'];
  const hip = [...plain, `--offload-arch=${way.chip}`, ...wide];
  const options = [...selector, ...(way.options ?? []), way.level];
  if (way.kept === undefined)
    return run(clang.command, [...hip, ...COMMON, ...options, ...emitted, '-o', output, source]);
  const ir = join(folder, 'k.ll');
  run(clang.command, [...hip, ...COMMON, ...options, '-S', '-emit-llvm', '-o', ir, source]);
  writeFileSync(ir, keptApart(readFileSync(ir, 'utf8'), way.kept));
  const chip = ['--target=amdgcn-amd-amdhsa', `-mcpu=${way.chip}`, '-nogpulib', '-x', 'ir'];
  // The optimiser has run.
  const rest = ['-Xclang', '-disable-llvm-passes', ...options, ...emitted];
  return run(clang.command, [...chip, ...wide, ...rest, '-o', output, ir]);
}

/** What the compiler prints for kernels: with the options of a bisection, its passes. */
export function compilerLog(kernels: readonly GeneratedKernel[], way: Way): string {
  return inFolder((folder) => compileIn(folder, kernels, way));
}

/** LLVM IR of kernels as clang's optimiser leaves it, or after a pass of code generation that works on IR. */
export function irOf(kernels: readonly GeneratedKernel[], way: Way, pass?: string): string {
  const text = inFolder((folder) => {
    const form = pass === undefined ? ['-emit-llvm'] : ['-mllvm', `-stop-after=${pass}`];
    compileIn(folder, kernels, way, ['-S', ...form]);
    return readFileSync(join(folder, 'k.out'), 'utf8');
  });
  // Machine IR begins with the module, indented, between `--- |` and `...`.
  const begin = text.indexOf('--- |\n');
  if (begin < 0) return text;
  const end = text.indexOf('\n...', begin);
  return text.slice(begin + 6, end < 0 ? undefined : end).replaceAll(/^ {2}/gm, '');
}

/** Machine IR of kernels, before or after the pass that an option names: `-stop-after=amdgpu-isel`. */
export function machineIrOf(kernels: readonly GeneratedKernel[], way: Way, option: string): string {
  return inFolder((folder) => {
    compileIn(folder, kernels, way, ['-S', '-mllvm', option]);
    return readFileSync(join(folder, 'k.out'), 'utf8');
  });
}

function compileAll(kernels: readonly GeneratedKernel[], way: Way): Omit<Compiled, 'left'> {
  return inFolder((folder) => {
    const warnings = compileIn(folder, kernels, way);
    const trapsInFunctions = warnings.includes('local memory global used by non-kernel function');
    const target = join(folder, 'k.out');
    if (way.form === 'text') {
      const text = readFileSync(target, 'utf8');
      const { program, diagnostics } = parseAssembly(text);
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('; '));
      return { program, text, trapsInFunctions };
    }
    const object = readCodeObject(new Uint8Array(readFileSync(target)), way.chip);
    if (!object.ok) throw new Error(object.diagnostics.map(({ message }) => message).join('; '));
    const linked = join(folder, 'k.o');
    writeFileSync(linked, object.value.bytes);
    const { stdout } = spawnSync(objdump.command, ['-d', linked], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    return { program: combine(object.value, stdout).program, text: stdout, trapsInFunctions };
  });
}

/** Calls every kernel on files: words of input, bytes of arguments; then words of results to standard output. */
function hostMain(kernels: readonly GeneratedKernel[]): string {
  const calls = kernels.map((kernel) => {
    const { name, parameters } = kernel;
    const words = outputWords(kernel);
    const reads = parameters.map(({ text, type, members }) => {
      const as = members === undefined ? type : `${name}_${text}`;
      return `${as} ${text}; fread(&${text}, sizeof ${text}, 1, arguments);`;
    });
    const given = ['in', 'out', 'global', ...parameters.map(({ text }) => text)].join(', ');
    return `{ ${reads.join(' ')} static u32 out[${words}]; static u32 global[${COUNTERS}];
  ${name}(${given}); fwrite(out, 4, ${words}, stdout); fwrite(global, 4, ${COUNTERS}, stdout); }`;
  });
  return `int main(int, char **files) {
  static u32 in[${INPUT_WORDS}]; FILE *inputs = fopen(files[1], "rb"); fread(in, 4, ${INPUT_WORDS}, inputs);
  FILE *arguments = fopen(files[2], "rb");
  ${calls.join('\n  ')}
}`;
}

export const outputWords = ({ items, groups, wordsPerItem }: GeneratedKernel): number =>
  items * groups * wordsPerItem;

/** What the kernels leave on the host, all after each other: results, then counters, of each. */
export function runOnHost(
  kernels: readonly GeneratedKernel[],
  input: Uint8Array,
  given: Uint8Array,
  level = '-O1',
): Uint32Array {
  return inFolder((folder) => {
    const [source, command] = [join(folder, 'host.cpp'), join(folder, 'host')];
    const texts = kernels.map(({ shared, host }) => `${shared}\n${host}`);
    writeFileSync(
      source,
      ['#include <stdio.h>', prelude, repertoire, ...texts, hostMain(kernels)].join('\n'),
    );
    const halves = ['-mf16c', '-Xclang', '-ffloat16-excess-precision=none'];
    const language = ['-x', 'c++', '-w', ...COMMON, ...halves, level];
    run(clang.command, [...language, '-o', command, source, '-lm']);
    const files = [join(folder, 'in'), join(folder, 'arguments')];
    writeFileSync(files[0] ?? '', input);
    writeFileSync(files[1] ?? '', given);
    return wordsOfCommand(command, files);
  });
}

/** The words that a command prints. */
export function wordsOfCommand(command: string, files: readonly string[]): Uint32Array {
  const { status, stdout, stderr } = spawnSync(command, files, { maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`the host's command ends with ${status}: ${stderr.toString()}`);
  const bytes = new Uint8Array(stdout);
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
}
