/**
 * Reads AMD assembly: text -> statements -> instructions, data, kernels.
 *
 * `parseAssembly` never throws on input. An error costs its line and gives a diagnostic; a malformed instruction keeps its
 * position, so that its results count as unknown. All correct lines are in the program. Text that `llvm-objdump -d` prints
 * is recognised and read as well.
 */
import { messages } from '@ldscope/core';
import type { Diagnostic } from '@ldscope/core';
import { conditional, isActive } from './conditionals.ts';
import { dataDirective } from './data.ts';
import { isDisassembly, parseDisassembly } from './disassembly.ts';
import type { DraftInstruction } from './draft.ts';
import { encodedWords } from './encoded-words.ts';
import { finish } from './finish.ts';
import { parseInstruction } from './instructions.ts';
import { descriptorValue, kernelDirectives } from './kernel-directives.ts';
import { assign, defineLabel, layoutDirectives } from './layout.ts';
import { readLdsNotes } from './lds-notes.ts';
import { Token } from './lexer.ts';
import { callMacro, macroDirectives } from './macro-directives.ts';
import type { Program } from './program.ts';
import { Assembly } from './state.ts';
import type { Frame } from './state.ts';

/** Reads a file. `file` is its name, for sources without a name of their own. */
export function parseAssembly(
  text: string,
  file = '',
): { readonly program: Program; readonly diagnostics: readonly Diagnostic[] } {
  const assembly = new Assembly(text, file);
  if (isDisassembly(text)) parseDisassembly(assembly);
  else runFrame(assembly, assembly.frame);
  const ldsVariables = readLdsNotes(text);
  const read = finish(assembly);
  const program = ldsVariables.length === 0 ? read : { ...read, ldsVariables };
  return { program, diagnostics: assembly.diagnostics };
}

/** Reads the statements of a text. */
function runFrame(assembly: Assembly, frame: Frame): void {
  const { lexer } = frame;
  while (lexer.kind !== Token.end && !assembly.closed && !frame.left) {
    if (lexer.kind === Token.newline) {
      lexer.next();
      continue;
    }
    assembly.failed = false;
    statement(assembly, frame);
    if (assembly.failed) lexer.skipLine();
  }
  const open = frame.conditions.at(-1);
  if (open !== undefined && !frame.left && !assembly.closed)
    assembly.reportAt(messages.syntax.unclosed('.if', '.endif'), open.span);
}

function statement(assembly: Assembly, frame: Frame): void {
  const { lexer } = frame;
  if (!isActive(assembly)) {
    skipped(assembly);
    return;
  }
  const { start } = lexer;
  if (lexer.kind === Token.hash) {
    lexer.skipLine();
    return;
  }
  if (lexer.kind === Token.integer) {
    const number = lexer.slice();
    lexer.next();
    if (assembly.expect(Token.colon, "':' of a numeric label"))
      defineLabel(assembly, assembly.symbols.defineLocal(number), start);
    return;
  }
  if (lexer.kind !== Token.word && lexer.kind !== Token.string) {
    assembly.fail('an instruction, a label or a directive');
    return;
  }
  const name = lexer.kind === Token.word ? lexer.slice() : lexer.slice().slice(1, -1);
  lexer.next();
  if (assembly.at(Token.colon)) {
    lexer.next();
    defineLabel(assembly, name, start);
    return;
  }
  if (assembly.at(Token.equal)) {
    lexer.next();
    assign(assembly, name);
  } else if (name.startsWith('.') || assembly.macros.has(name)) {
    directive(assembly, name, start);
  } else {
    addInstruction(assembly, parseInstruction(assembly, name, start));
  }
  if (!lexer.atLineEnd() && !assembly.failed && !assembly.closed && !frame.left)
    assembly.fail('the end of the line');
}

/** A line that a condition excludes. */
function skipped(assembly: Assembly): void {
  const { lexer } = assembly;
  if (lexer.kind === Token.word && lexer.text.charCodeAt(lexer.start) === 0x2e) {
    const { start } = lexer;
    const name = lexer.slice().toLowerCase();
    if (name.startsWith('.if') || name.startsWith('.e')) {
      lexer.next();
      if (conditional(assembly, name, start)) return;
    }
  }
  lexer.skipLine();
}

function addInstruction(assembly: Assembly, instruction: DraftInstruction): void {
  const { section } = assembly;
  for (const place of section.openLabels) {
    place.area = 'code';
    place.position = section.instructions.length;
  }
  section.openLabels.length = 0;
  section.afterData = false;
  section.instructions.push(instruction);
}

/** Known to be of no interest: debug information, visibility, notes. */
const harmless: ReadonlySet<string> = new Set(
  [
    '.ident .addrsig .addrsig_sym .size .hidden .protected .internal .local .symver .version .p2alignx',
    '.amdhsa_code_object_version .amdgpu_hsa_kernel .amdgpu_info .end_amdgpu_info .hsa_code_object_version',
    '.amdgcn_info .line .ln .stabs .bundle_align_mode .loc_mark_labels .module_id',
    '.altmacro_off .noaltmacro .list .nolist .title .sbttl .eject .print .lto_discard .pseudoprobe .cg_profile',
    '.prefalign .code_object_version .amdgpu_resource_usage',
  ]
    .join(' ')
    .split(' '),
);

function directive(assembly: Assembly, written: string, start: number): void {
  const name = written.toLowerCase();
  if (conditional(assembly, name, start)) return;
  const { lexer } = assembly;
  if (assembly.macros.has(written)) {
    callMacro(assembly, written, start, runFrame);
    return;
  }
  const layout = layoutDirectives.get(name);
  if (layout !== undefined) {
    layout(assembly, name);
    return;
  }
  const special = kernelDirectives.get(name) ?? flowDirectives.get(name);
  if (special !== undefined) {
    special(assembly, name, start);
    return;
  }
  if (wordDirectives.has(name) && encodedWords(assembly, start, runFrame)) return;
  if (dataDirective(assembly, name)) return;
  if (harmless.has(name) || name.startsWith('.cfi_') || name.startsWith('.cv_')) {
    lexer.skipLine();
    return;
  }
  if (name.startsWith('.amdhsa_')) {
    descriptorValue(assembly, name, start);
    return;
  }
  const message = unsupported.has(name)
    ? messages.amdgcn.unsupportedDirective(written)
    : messages.amdgcn.unknownDirective(written);
  assembly.report(message, start, start + written.length);
  lexer.skipLine();
}

/** Directives whose words may be instructions. */
const wordDirectives: ReadonlySet<string> = new Set(['.long', '.4byte', '.int', '.word']);

/** Known, but not executed: it would change the meaning of the file. */
const unsupported: ReadonlySet<string> = new Set([
  '.include',
  '.incbin',
  '.altmacro',
  '.reloc',
  '.subsection',
  '.bundle_lock',
  '.bundle_unlock',
]);

const flowDirectives = macroDirectives(runFrame);
