/**
 * Directives of macros: define, repeat, exit, and report.
 *
 *     .macro NAME ... .endm   .purgem NAME   .rept 4 ... .endr   .irp i, 0, 1 ... .endr   .exitm   .error "text"
 */
import { messages } from '@ldscope/core';
import { parseArgumentList, parseArguments, parseParameters, restOfLine } from './arguments.ts';
import { parseNumber } from './expressions.ts';
import { Token } from './lexer.ts';
import { expand, fits, macroBrackets, repetitionBrackets, substitute, takeBody } from './macros.ts';
import type { RunFrame } from './macros.ts';
import type { Assembly } from './state.ts';
import { stringValue } from './strings.ts';

/** Expands a macro; the lexer has passed its name. */
export function callMacro(assembly: Assembly, name: string, start: number, run: RunFrame): void {
  const macro = assembly.macros.get(name);
  if (macro === undefined) return;
  const values = parseArguments(assembly, name, macro);
  if (values === undefined) return;
  const count = assembly.expansions++;
  const { body } = macro;
  const text = substitute(body.text, values, count, '@');
  expand(assembly, body, text, assembly.span(start, assembly.lexer.previousEnd), run);
}

type FlowDirective = (assembly: Assembly, name: string, start: number) => void;

const defineMacro: FlowDirective = (assembly, name, start) => {
  const { lexer } = assembly;
  const macroName = assembly.name('the name of the macro');
  if (macroName === undefined) {
    takeBody(assembly, macroBrackets, name, start);
    return;
  }
  assembly.eat(Token.comma);
  const parameters = parseParameters(assembly);
  if (parameters === undefined) lexer.skipLine();
  const body = takeBody(assembly, macroBrackets, name, start);
  if (body !== undefined && parameters !== undefined)
    assembly.macros.set(macroName, { parameters, body });
};

const purge: FlowDirective = (assembly) => {
  do {
    const name = assembly.name('the name of a macro');
    if (name !== undefined && !assembly.macros.delete(name))
      assembly.report(messages.amdgcn.unknownMacro(name));
  } while (!assembly.failed && assembly.eat(Token.comma));
};

const repeat =
  (run: RunFrame): FlowDirective =>
  (assembly, name, start) => {
    const { lexer } = assembly;
    const count = parseNumber(assembly);
    const at = assembly.span(start, lexer.previousEnd);
    const body = takeBody(assembly, repetitionBrackets, name, start);
    if (body === undefined || count === undefined) return;
    if (count < 0n) assembly.reportAt(messages.amdgcn.count(String(count)), at);
    if (!fits(assembly, body, count, at)) return;
    const none: ReadonlyMap<string, string> = new Map();
    const counted = body.text.includes('\\');
    for (let i = 0; i < count; i++) {
      const text = counted ? substitute(body.text, none, i, '+') : body.text;
      if (!expand(assembly, body, text, at, run)) return;
    }
  };

const repeatFor =
  (run: RunFrame): FlowDirective =>
  (assembly, name, start) => {
    const { lexer } = assembly;
    const parameter = assembly.name('a name');
    if (parameter !== undefined) assembly.eat(Token.comma);
    const values =
      parameter === undefined
        ? []
        : name === '.irpc'
          ? [...restOfLine(assembly).replaceAll(/^"|"$/g, '')]
          : parseArgumentList(assembly);
    const at = assembly.span(start, lexer.previousEnd);
    const body = takeBody(assembly, repetitionBrackets, name, start);
    if (body === undefined || parameter === undefined) return;
    for (const [i, value] of (values.length === 0 ? [''] : values).entries()) {
      const text = substitute(body.text, new Map([[parameter, value]]), i, '+');
      if (!expand(assembly, body, text, at, run)) return;
    }
  };

const leave: FlowDirective = (assembly, name, start) => {
  if (assembly.frame.depth === 0)
    assembly.failWith(messages.amdgcn.misplaced(name, '.macro'), start, start + name.length);
  else assembly.frame.left = true;
};

const misplaced =
  (opener: string): FlowDirective =>
  (assembly, name, start) => {
    assembly.failWith(messages.amdgcn.misplaced(name, opener), start, start + name.length);
  };

/** `.error "text"` and `.warning "text"`. */
const say =
  (message: (text: string) => ReturnType<typeof messages.amdgcn.said>): FlowDirective =>
  (assembly, name, start) => {
    const { lexer } = assembly;
    const text = lexer.kind === Token.string ? stringValue(lexer.slice()) : name;
    lexer.skipLine();
    assembly.report(message(text), start, lexer.previousEnd);
  };

/** The directives; `run` reads the text of expansions. */
export function macroDirectives(run: RunFrame): ReadonlyMap<string, FlowDirective> {
  return new Map([
    ['.macro', defineMacro],
    ['.purgem', purge],
    ['.rept', repeat(run)],
    ['.rep', repeat(run)],
    ['.irp', repeatFor(run)],
    ['.irpc', repeatFor(run)],
    ['.exitm', leave],
    ['.endm', misplaced('.macro')],
    ['.endmacro', misplaced('.macro')],
    ['.endr', misplaced('.rept')],
    ['.error', say(messages.amdgcn.said)],
    ['.err', say(messages.amdgcn.said)],
    ['.warning', say(messages.amdgcn.warned)],
    ['.end', ({ lexer }) => lexer.moveTo(lexer.text.length, lexer.line)],
  ]);
}
