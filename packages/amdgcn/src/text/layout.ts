/**
 * Directives that choose sections and define symbols.
 *
 *     .section .rodata,"a",@progbits    .pushsection ... .popsection    .set name, 4    .globl name    .type name,@function
 */
import { messages, roundUp } from '@ldscope/core';
import { parseExpression, parseNumber } from './expressions.ts';
import { isBlank, Token } from './lexer.ts';
import type { Section } from './sections.ts';
import type { Assembly } from './state.ts';

/** Continues in another section. */
function enter(assembly: Assembly, section: Section): void {
  assembly.section.openLabels.length = 0;
  assembly.previousSection = assembly.section;
  assembly.section = section;
}

/** The name and flags of `.section`; the name may have any characters but a comma. */
function parseSection(assembly: Assembly): Section | undefined {
  const lexer = assembly.lexer;
  let name: string;
  if (lexer.kind === Token.string) {
    name = lexer.slice().slice(1, -1);
    lexer.next();
  } else {
    const { start, text } = lexer;
    if (lexer.atLineEnd()) return assembly.fail('the name of a section');
    while (!lexer.atLineEnd() && lexer.kind !== Token.comma && !isBlank(text.charCodeAt(lexer.end)))
      lexer.next();
    const end = lexer.kind === Token.comma || lexer.atLineEnd() ? lexer.previousEnd : lexer.end;
    name = text.slice(start, end);
    if (lexer.kind !== Token.comma && !lexer.atLineEnd()) lexer.next();
  }
  let flags: string | undefined;
  if (assembly.eat(Token.comma) && lexer.kind === Token.string) flags = lexer.slice();
  lexer.skipLine();
  return assembly.findSection(name, flags);
}

type Directive = (assembly: Assembly, name: string) => void;

const go =
  (name: string, flags: string): Directive =>
  (assembly) => {
    assembly.lexer.skipLine();
    enter(assembly, assembly.findSection(name, flags));
  };

const push: Directive = (assembly) => {
  assembly.sectionStack.push([assembly.section, assembly.previousSection]);
  const section = parseSection(assembly);
  if (section !== undefined) enter(assembly, section);
};

const pop: Directive = (assembly, name) => {
  const saved = assembly.sectionStack.pop();
  if (saved === undefined) {
    assembly.failWith(messages.amdgcn.misplaced(name, '.pushsection'));
    return;
  }
  enter(assembly, saved[0]);
  assembly.previousSection = saved[1];
};

/** Gives a symbol the value of the expression at the word. */
export function assign(assembly: Assembly, name: string): void {
  const expression = parseExpression(assembly);
  if (expression === undefined) return;
  const value = assembly.symbols.number(expression);
  if (value !== undefined) assembly.symbols.setNumber(name, value);
  else assembly.symbols.table.set(name, { kind: 'expression', expression });
}

const set: Directive = (assembly) => {
  const name = assembly.name('a symbol');
  if (name !== undefined && assembly.expect(Token.comma, "','")) assign(assembly, name);
};

/** Names with commas between them. */
const symbols =
  (use: (assembly: Assembly, name: string) => void): Directive =>
  (assembly) => {
    do {
      const name = assembly.name('a symbol');
      if (name === undefined) return;
      use(assembly, name);
    } while (assembly.eat(Token.comma));
  };

/** `.type name,@function`. */
const type: Directive = (assembly) => {
  const name = assembly.name('a symbol');
  if (name === undefined) return;
  const lexer = assembly.lexer;
  let kind = '';
  while (!lexer.atLineEnd()) {
    kind = lexer.slice();
    lexer.next();
  }
  if (/func/i.test(kind)) assembly.functions.add(name);
};

/** `.comm name, size, align`: zeros with a name. */
const common: Directive = (assembly) => {
  const name = assembly.name('a symbol');
  if (name === undefined || !assembly.expect(Token.comma, "','")) return;
  const size = parseNumber(assembly);
  const alignment = assembly.eat(Token.comma) ? parseNumber(assembly) : 8n;
  if (size === undefined || alignment === undefined) return;
  const bytes = Number(size);
  if (!(bytes >= 0) || !assembly.takeData(bytes)) return;
  const section = assembly.findSection('.bss', 'aw');
  const step = Math.min(Math.max(Number(alignment), 1), 65536);
  section.reserve((step - (section.length % step)) % step);
  const position = section.reserve(bytes);
  assembly.symbols.table.set(name, { kind: 'place', place: { section, area: 'data', position } });
};

/** `.amdgpu_lds name, size, align`: objects follow each other from offset 0. */
const lds: Directive = (assembly) => {
  const name = assembly.name('a symbol');
  if (name === undefined || !assembly.expect(Token.comma, "','")) return;
  const { start } = assembly.lexer;
  const size = parseNumber(assembly);
  const alignment = assembly.eat(Token.comma) ? parseNumber(assembly) : 4n;
  if (size === undefined || alignment === undefined) return;
  if (size < 0n) {
    assembly.failWith(messages.amdgcn.count(String(size)), start, assembly.lexer.previousEnd);
    return;
  }
  const last = assembly.ldsObjects.at(-1);
  const free = last === undefined ? 0 : last.offsetBytes + last.sizeBytes;
  const step = Math.max(Number(alignment), 1);
  const offsetBytes = roundUp(free, step);
  assembly.ldsObjects.push({ name, offsetBytes, sizeBytes: Number(size), alignmentBytes: step });
  assembly.symbols.setNumber(name, BigInt(Math.min(offsetBytes, Number.MAX_SAFE_INTEGER)));
};

/** Places the label `name`, which the lexer has passed. */
export function defineLabel(assembly: Assembly, name: string, start: number): void {
  const { table } = assembly.symbols;
  if (table.get(name)?.kind === 'place') {
    assembly.report(messages.amdgcn.redefinedSymbol(name), start, start + name.length);
    return;
  }
  const place = assembly.place();
  table.set(name, { kind: 'place', place });
  if (place.section.kind === 'code') place.section.openLabels.push(place);
}

export const layoutDirectives: ReadonlyMap<string, Directive> = new Map<string, Directive>([
  ['.text', go('.text', 'ax')],
  ['.data', go('.data', 'aw')],
  ['.rodata', go('.rodata', 'a')],
  ['.bss', go('.bss', 'aw')],
  ['.hsatext', go('.text', 'ax')],
  [
    '.section',
    (assembly) => {
      const section = parseSection(assembly);
      if (section !== undefined) enter(assembly, section);
    },
  ],
  ['.pushsection', push],
  ['.popsection', pop],
  ['.previous', (assembly) => enter(assembly, assembly.previousSection)],
  ['.set', set],
  ['.equ', set],
  ['.equiv', set],
  ['.globl', symbols((assembly, name) => assembly.globals.add(name))],
  ['.global', symbols((assembly, name) => assembly.globals.add(name))],
  ['.weak', symbols((assembly, name) => assembly.globals.add(name))],
  ['.extern', symbols((assembly, name) => assembly.externals.add(name))],
  ['.type', type],
  ['.comm', common],
  ['.lcomm', common],
  ['.amdgpu_lds', lds],
]);
