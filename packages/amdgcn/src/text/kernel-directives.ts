/**
 * Directives that describe kernels and where their lines come from.
 *
 *     .amdgcn_target "amdgcn-amd-amdhsa--gfx942"
 *     .amdhsa_kernel copy ... .end_amdhsa_kernel      .amdgpu_metadata ... .end_amdgpu_metadata
 *     .file 1 "." "copy.py"                           .loc 1 18 0 prologue_end
 */
import { messages, type SourceLine } from '@ldscope/core';
import { parseExpression } from './expressions.ts';
import { lineEnd, Token } from './lexer.ts';
import { integerValue } from './numbers.ts';
import { stringValue } from './strings.ts';
import { readMetadata, targetName } from './metadata.ts';
import type { Assembly } from './state.ts';
import { parseYaml } from './yaml.ts';

type Directive = (assembly: Assembly, name: string, start: number) => void;

const target: Directive = (assembly) => {
  const name = targetName(assembly.lexer.slice());
  assembly.lexer.skipLine();
  if (name !== undefined) setTarget(assembly, name);
};

/** `.hsa_code_object_isa 9, 0, 10, "AMD", "AMDGPU"`: how code objects of version 2 say gfx90a. */
const isaVersion: Directive = (assembly) => {
  const { lexer } = assembly;
  const line = lexer.text.slice(lexer.start, lineEnd(lexer.text, lexer.start));
  lexer.skipLine();
  const parts = /^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)/.exec(line)?.slice(1).map(Number);
  if (parts === undefined) return;
  const [generation = 0, minor = 0, stepping = 0] = parts;
  setTarget(assembly, `gfx${generation}${minor.toString(16)}${stepping.toString(16)}`);
};

function setTarget(assembly: Assembly, name: string): void {
  assembly.target = name;
  // gfx90a: generation 9, minor 0, stepping 10.
  const digits = name.slice(3);
  const version = {
    number: digits.slice(0, -2),
    minor: digits.slice(-2, -1),
    stepping: digits.slice(-1),
  };
  for (const [part, value] of Object.entries(version)) {
    const symbol = `.amdgcn.gfx_generation_${part}`;
    const number = Number.parseInt(value, part === 'number' ? 10 : 16);
    if (!Number.isNaN(number)) assembly.symbols.setNumber(symbol, BigInt(number));
  }
}

const kernel: Directive = (assembly, _, start) => {
  const lexer = assembly.lexer;
  const name = assembly.name('the name of the kernel');
  if (name === undefined) return;
  if (assembly.descriptor !== undefined)
    assembly.report(messages.syntax.unclosed('.amdhsa_kernel', '.end_amdhsa_kernel'), start);
  const span = assembly.span(start, lexer.previousEnd);
  assembly.descriptor = { name, span, values: new Map() };
  assembly.descriptors.push(assembly.descriptor);
};

const endKernel: Directive = (assembly, name, start) => {
  if (assembly.descriptor === undefined)
    assembly.failWith(messages.amdgcn.misplaced(name, '.amdhsa_kernel'), start);
  assembly.descriptor = undefined;
};

/** `.amdhsa_next_free_vgpr 20`: kept by name until the end of the file, where all symbols are known. */
export const descriptorValue: Directive = (assembly, name, start) => {
  const lexer = assembly.lexer;
  const { descriptor } = assembly;
  if (descriptor === undefined) {
    assembly.failWith(messages.amdgcn.misplaced(name, '.amdhsa_kernel'), start);
    return;
  }
  const from = lexer.start;
  const expression = parseExpression(assembly);
  if (expression === undefined) return;
  const span = assembly.span(from, lexer.previousEnd);
  // The amount of code fetched ahead (`instprefsize(.Lend-kernel)`) does not affect execution.
  if (name === '.amdhsa_inst_pref_size') return;
  // Symbols that `.set` may change again have their value here.
  const value = assembly.symbols.number(expression);
  descriptor.values.set(name.slice('.amdhsa_'.length), {
    expression: value === undefined ? expression : { kind: 'number', value },
    span,
  });
};

/** Takes the lines up to a directive as they are. */
function rawLines(
  assembly: Assembly,
  opener: string,
  closer: string,
  start: number,
): { readonly text: string; readonly start: number } | undefined {
  const lexer = assembly.lexer;
  lexer.skipLine();
  const from = lexer.end;
  let line = lexer.line + 1;
  for (let at = from; at < lexer.text.length; line++) {
    const end = lineEnd(lexer.text, at);
    if (lexer.text.slice(at, end).trimStart().startsWith(closer)) {
      lexer.moveTo(lexer.text.indexOf(closer, at) + closer.length, line);
      return { text: lexer.text.slice(from, at), start: from };
    }
    at = end + 1;
  }
  assembly.failWith(messages.syntax.unclosed(opener, closer), start, start + opener.length);
  lexer.moveTo(lexer.text.length, line);
  return undefined;
}

const metadata: Directive = (assembly, name, start) => {
  const raw = rawLines(assembly, name, '.end_amdgpu_metadata', start);
  if (raw === undefined) return;
  const { document, problem } = parseYaml(raw.text);
  if (problem !== undefined) {
    const { reason } = problem;
    assembly.report(
      messages.amdgcn.yaml(reason),
      raw.start + problem.start,
      raw.start + problem.end,
    );
  }
  const at = assembly.span(start, start + name.length);
  const read = readMetadata(document, (message) => assembly.reportAt(message, at));
  for (const kernel of read.kernels) assembly.metadata.push(kernel);
  assembly.target ??= read.target;
};

/** Blocks of other formats, which are not needed. */
const skipTo =
  (closer: string): Directive =>
  (assembly, name, start) => {
    rawLines(assembly, name, closer, start);
  };

/** `.file 1 "directory" "name"`. */
const file: Directive = (assembly) => {
  const lexer = assembly.lexer;
  const number =
    lexer.kind === Token.integer ? integerValue(lexer.text, lexer.start, lexer.end) : undefined;
  if (number !== undefined) {
    lexer.next();
    const parts: string[] = [];
    while (lexer.kind === Token.string && parts.length < 2) {
      parts.push(stringValue(lexer.slice()));
      lexer.next();
    }
    const name = parts.at(-1) ?? '';
    const directory = parts.length === 2 ? (parts[0] ?? '') : '';
    const path = directory === '' || directory === '.' || name.startsWith('/');
    assembly.files.set(Number(number), path ? name : `${directory.replace(/\/$/, '')}/${name}`);
  }
  lexer.skipLine();
};

/**
 * `.loc file line column ...`: line 0 is code without a source line. LLVM gives the calls of inlined code in a comment:
 *
 *     .loc 1 30 26 is_stmt 0     ; identity.h:30:26 @[ kernel.hip:9:11 @[ kernel.hip:20:3 ] ]
 */
const location: Directive = (assembly) => {
  const lexer = assembly.lexer;
  const start = lexer.start;
  const numbers = [0, 0, 0];
  for (let i = 0; i < 3 && lexer.kind === Token.integer; i++) {
    numbers[i] = Number(integerValue(lexer.text, lexer.start, lexer.end) ?? 0n);
    lexer.next();
  }
  lexer.skipLine();
  const [number = 0, line = 0, column = 0] = numbers;
  const name = assembly.files.get(number) ?? '';
  const inner = { file: name, line, column };
  const frames = [inner, ...inlinedAt(lexer.text.slice(start, lexer.start), assembly.files)];
  const known = frames.filter((frame) => frame.line > 0 && frame.file !== '');
  assembly.source = known.length === 0 ? undefined : known;
};

/** The frames of `@[ kernel.hip:9:11 @[ ... ] ]`; a comment may have a file without the folder that `.file` has. */
function inlinedAt(text: string, files: ReadonlyMap<number, string>): SourceLine[] {
  const comment = text.indexOf(';');
  if (comment < 0 || !text.includes('@[', comment)) return [];
  return [...text.slice(comment).matchAll(/@\[ ([^@\]]+?):(\d+)(?::(\d+))? /g)].map(
    ([, name = '', line, column = '0']) => {
      const file = [...files.values()].find((path) => path === name || path.endsWith(`/${name}`));
      return { file: file ?? name, line: Number(line), column: Number(column) };
    },
  );
}

export const kernelDirectives: ReadonlyMap<string, Directive> = new Map([
  ['.amdgcn_target', target],
  ['.amdhsa_kernel', kernel],
  ['.end_amdhsa_kernel', endKernel],
  ['.amdgpu_metadata', metadata],
  ['.amd_amdgpu_hsa_metadata', skipTo('.end_amd_amdgpu_hsa_metadata')],
  ['.amd_amdgpu_isa', target],
  ['.hsa_code_object_isa', isaVersion],
  ['.amd_kernel_code_t', skipTo('.end_amd_kernel_code_t')],
  ['.amdgpu_pal_metadata', skipTo('.end_amdgpu_pal_metadata')],
  ['.file', file],
  ['.loc', location],
]);
