/**
 * Arguments of a macro: split by commas, or by blanks without an operator next to them.
 *
 *     ADD v1, (a + b) * 2, "x, y"      three: `v1`, `(a + b)*2` and `x, y`
 *     ADD v1 a + b                     two: `v1` and `a+b`
 *     ADD dst=v1, src=v2               by name
 */
import { messages } from '@ldscope/core';
import { isOperator } from './expressions.ts';
import { Token } from './lexer.ts';
import type { Macro, Parameter } from './macro.ts';
import type { Assembly } from './state.ts';

/** Reads one argument: its text, without quotes around strings. */
function parseArgumentText(assembly: Assembly): string {
  const lexer = assembly.lexer;
  let depth = 0;
  let text = '';
  let first = true;
  while (!lexer.atLineEnd()) {
    if (depth === 0) {
      if (lexer.kind === Token.comma) break;
      const joins =
        isOperator(lexer.kind) || lexer.kind === Token.equal || lexer.kind === Token.tilde;
      if (joins) {
        text += lexer.slice();
        lexer.next();
        first = true;
        continue;
      }
      if (!first && lexer.start > lexer.previousEnd) break;
    }
    if (lexer.kind === Token.leftParen) depth++;
    if (lexer.kind === Token.rightParen && depth > 0) depth--;
    if (depth > 0 && text !== '' && lexer.start > lexer.previousEnd) text += ' ';
    const word = lexer.slice();
    text += lexer.kind === Token.string ? word.slice(1, -1) : word;
    first = false;
    lexer.next();
  }
  return text;
}

/** The rest of the line as it is written, without comments. */
export function restOfLine(assembly: Assembly): string {
  const lexer = assembly.lexer;
  const start = lexer.start;
  if (lexer.atLineEnd()) return '';
  while (!lexer.atLineEnd()) lexer.next();
  return lexer.text.slice(start, lexer.previousEnd);
}

/** Reads all arguments of a list, for `.irp`. */
export function parseArgumentList(assembly: Assembly): string[] {
  const list: string[] = [];
  while (!assembly.lexer.atLineEnd()) {
    list.push(parseArgumentText(assembly));
    assembly.eat(Token.comma);
  }
  return list;
}

/** Reads the arguments of a call by parameter. `undefined` after a diagnostic. */
export function parseArguments(
  assembly: Assembly,
  name: string,
  { parameters }: Macro,
): Map<string, string> | undefined {
  const lexer = assembly.lexer;
  const values = new Map<string, string>();
  let position = 0;
  while (!lexer.atLineEnd()) {
    const named = namedParameter(assembly);
    let parameter: Parameter | undefined;
    if (named === undefined) parameter = parameters[position++];
    else parameter = parameters.find((candidate) => candidate.name === named);
    if (parameter === undefined) {
      return assembly.failWith(
        named === undefined
          ? messages.amdgcn.tooManyArguments(name, parameters.length)
          : messages.amdgcn.unknownParameter(name, named),
      );
    }
    const value = parameter.rest ? restOfLine(assembly) : parseArgumentText(assembly);
    if (value !== '') values.set(parameter.name, value);
    assembly.eat(Token.comma);
  }
  for (const { name: parameter, fallback, required } of parameters) {
    if (values.has(parameter)) continue;
    if (required) return assembly.failWith(messages.amdgcn.missingArgument(name, parameter));
    values.set(parameter, fallback ?? '');
  }
  return values;
}

/** The name of `name=value`, when the argument has one; the lexer then is at the value. */
function namedParameter(assembly: Assembly): string | undefined {
  const lexer = assembly.lexer;
  if (lexer.kind !== Token.word) return undefined;
  const { start, line } = lexer;
  const name = lexer.slice();
  lexer.next();
  if (assembly.at(Token.equal)) {
    lexer.next();
    return name;
  }
  const previousEnd = start;
  lexer.moveTo(start, line);
  lexer.previousEnd = previousEnd;
  return undefined;
}

/** Reads the parameters of `.macro`, from behind its name. `undefined` after a diagnostic. */
export function parseParameters(assembly: Assembly): Parameter[] | undefined {
  const lexer = assembly.lexer;
  const parameters: Parameter[] = [];
  while (!lexer.atLineEnd()) {
    if (lexer.kind !== Token.word) return assembly.fail('a parameter');
    const name = lexer.slice();
    lexer.next();
    let required = false;
    let rest = false;
    let fallback: string | undefined;
    if (assembly.eat(Token.colon)) {
      const qualifier = lexer.kind === Token.word ? lexer.slice() : '';
      required = qualifier === 'req';
      rest = qualifier === 'vararg';
      if (!required && !rest) return assembly.fail("'req' or 'vararg'");
      lexer.next();
    }
    if (assembly.eat(Token.equal)) fallback = parseArgumentText(assembly);
    parameters.push({ name, fallback, required, rest });
    assembly.eat(Token.comma);
  }
  return parameters;
}
