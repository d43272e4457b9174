/** LLVM's assembler, disassembler and compiler, when they are installed: the judges of what texts mean. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '../../../../test/in-folder.ts';
import type { Program } from '../../src/index.ts';
import { llvmTool } from '../../../../test/llvm.ts';
import { answersOf, keptAnswers, type KeptAnswers } from '../../../../test/tool-answers.ts';
import { printInstruction } from '../../src/index.ts';

export const assembler = llvmTool('llvm-mc', 'amdgcn');
export const disassembler = llvmTool('llvm-objdump', 'amdgcn');
export const clang = llvmTool('clang', 'amdgcn');

/** The kept answers of a test file, `answers/NAME.br`. */
export const keptIn = (name: string): KeptAnswers =>
  keptAnswers(new URL(`../answers/${name}.br`, import.meta.url));

/**
 * What the assembler says of each line, without the others: the error that it reports there, and `''` where it
 * takes the line. The lines may branch to `target`.
 */
export function problemsOf(
  kept: KeptAnswers,
  target: string,
  lines: readonly string[],
  ...options: readonly string[]
): readonly string[] {
  const args = ['-triple=amdgcn-amd-amdhsa', `-mcpu=${target}`, ...options, '-filetype=null'];
  return answersOf(kept, assembler, args, lines, (asked) => {
    const input = `${asked.join('\n')}\ntarget:\n`;
    const options = { input, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
    const { stderr } = spawnSync(assembler.command, args, options);
    const errors = [...stderr.matchAll(/^<stdin>:(\d+):\d+: error: (.*)/gm)];
    const problems = new Map(errors.map(([, line, what = '']) => [Number(line), what]));
    return asked.map((_, index) => problems.get(index + 1) ?? '');
  });
}

export interface Encoded {
  /** Bytes of each instruction, as `0x10,0x40`; `A` where the linker fills in. */
  readonly bytes: readonly string[];
  readonly texts: readonly string[];
  readonly problem: string;
}

/** What the assembler makes of each instruction of a text. */
export function encode(text: string, target: string, options: readonly string[] = []): Encoded {
  const { stdout, stderr } = spawnSync(
    assembler.command,
    ['-triple=amdgcn-amd-amdhsa', `-mcpu=${target}`, '-show-encoding', '-filetype=asm', ...options],
    { input: text, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  const found = [...stdout.matchAll(/^\s*([a-z].*?)\s*[;/]+ encoding: \[(.*)\]/gm)];
  return {
    texts: found.map((match) => match[1] ?? ''),
    bytes: found.map((match) => match[2] ?? ''),
    problem: stderr,
  };
}

/** The object file of a text. */
export function assemble(text: string, target: string, ...more: string[]): Uint8Array {
  return inFolder((folder) => {
    const path = join(folder, 'a.o');
    const triple = ['-triple=amdgcn-amd-amdhsa', `-mcpu=${target}`];
    const options = [...triple, ...more, '-filetype=obj', '-o', path];
    const { status, stderr } = spawnSync(assembler.command, options, { input: text });
    if (status !== 0) throw new Error(String(stderr));
    return new Uint8Array(readFileSync(path));
  });
}

/** What `llvm-objdump -d` prints of an object; `undefined` when it stops half-way. */
export function disassemble(bytes: Uint8Array, ...options: string[]): string | undefined {
  return inFolder((folder) => {
    const path = join(folder, 'a.o');
    writeFileSync(path, bytes);
    const { status, stdout } = spawnSync(disassembler.command, ['-d', ...options, path], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    return status === 0 ? stdout : undefined;
  });
}

/** Compiles HIP for chips; a bundle of linked code objects. */
export function compile(source: string, ...targets: string[]): Uint8Array {
  return inFolder((folder) => {
    const path = join(folder, 'a.co');
    const options = [
      '-x',
      'hip',
      '--cuda-device-only',
      '-nogpulib',
      '-nogpuinc',
      '-O2',
      ...targets.map((target) => `--offload-arch=${target}`),
      '-o',
      path,
      join(folder, 'a.hip'),
    ];
    // Not from a pipe: each chip reads the source again.
    writeFileSync(join(folder, 'a.hip'), source);
    const { status, stderr } = spawnSync(clang.command, options);
    if (status !== 0) throw new Error(String(stderr));
    return new Uint8Array(readFileSync(path));
  });
}

/** A program as assembly: labels and instructions. */
export function printProgram({ instructions, labels }: Program): string {
  const names = new Map<number, string[]>();
  for (const [name, number] of labels) {
    const list = names.get(number);
    if (list === undefined) names.set(number, [name]);
    else list.push(name);
  }
  const at = (number: number): string =>
    (names.get(number) ?? []).map((name) => `${name}:\n`).join('');
  const lines = instructions.map(
    (instruction, number) => `${at(number)}  ${printInstruction(instruction)}\n`,
  );
  return lines.join('') + at(instructions.length);
}
