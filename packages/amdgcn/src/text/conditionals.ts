/**
 * Conditional assembly: which lines are read.
 *
 *     .if A > 4 ... .elseif A == 2 ... .else ... .endif      .ifdef N   .ifc \type, f16   .ifb \rest
 */
import { messages } from '@ldscope/core';
import { restOfLine } from './arguments.ts';
import { parseNumber } from './expressions.ts';
import { Token } from './lexer.ts';
import type { Assembly } from './state.ts';

type Test = (assembly: Assembly) => boolean | undefined;

const compare =
  (holds: (value: bigint) => boolean): Test =>
  (assembly) => {
    const value = parseNumber(assembly);
    return value === undefined ? undefined : holds(value);
  };

const defined =
  (wanted: boolean): Test =>
  (assembly) => {
    const name = assembly.name('a symbol');
    return name === undefined ? undefined : assembly.symbols.table.has(name) === wanted;
  };

const blank =
  (wanted: boolean): Test =>
  (assembly) =>
    (restOfLine(assembly) === '') === wanted;

/** `.ifc a, b` compares text as it is written, `.ifeqs "a", "b"` strings. */
const same =
  (wanted: boolean): Test =>
  (assembly) => {
    const lexer = assembly.lexer;
    const start = lexer.start;
    while (!lexer.atLineEnd() && lexer.kind !== Token.comma) lexer.next();
    const left = lexer.text.slice(start, lexer.previousEnd);
    if (!assembly.expect(Token.comma, "','")) return undefined;
    return (left.trim() === restOfLine(assembly).trim()) === wanted;
  };

const tests: ReadonlyMap<string, Test> = new Map([
  ['.if', compare((value) => value !== 0n)],
  ['.ifne', compare((value) => value !== 0n)],
  ['.ifeq', compare((value) => value === 0n)],
  ['.ifgt', compare((value) => value > 0n)],
  ['.ifge', compare((value) => value >= 0n)],
  ['.iflt', compare((value) => value < 0n)],
  ['.ifle', compare((value) => value <= 0n)],
  ['.ifdef', defined(true)],
  ['.ifndef', defined(false)],
  ['.ifnotdef', defined(false)],
  ['.ifb', blank(true)],
  ['.ifnb', blank(false)],
  ['.ifc', same(true)],
  ['.ifnc', same(false)],
  ['.ifeqs', same(true)],
  ['.ifnes', same(false)],
]);

/** True when lines are read here. */
export function isActive(assembly: Assembly): boolean {
  return assembly.frame.conditions.at(-1)?.active ?? true;
}

/** Handles the directive, which the lexer has passed, when it is a conditional one. */
export function conditional(assembly: Assembly, directive: string, start: number): boolean {
  const { conditions } = assembly.frame;
  const current = conditions.at(-1);
  const test = tests.get(directive);
  if (test !== undefined) {
    const outer = current?.active ?? true;
    const holds = outer ? test(assembly) : false;
    if (!outer) assembly.lexer.skipLine();
    const span = assembly.span(start, start + directive.length);
    // After an error neither branch is read: their errors would only follow from it.
    conditions.push({ outer, active: holds === true, taken: holds !== false, span });
    return true;
  }
  if (directive !== '.else' && directive !== '.elseif' && directive !== '.endif') return false;
  if (current === undefined) {
    assembly.failWith(messages.amdgcn.misplaced(directive, '.if'), start, start + directive.length);
  } else if (directive === '.endif') {
    conditions.pop();
  } else if (current.taken || !current.outer) {
    current.active = false;
    assembly.lexer.skipLine();
  } else {
    const holds = directive === '.else' ? true : tests.get('.if')?.(assembly);
    current.active = holds === true;
    current.taken = holds !== false;
  }
  return true;
}
