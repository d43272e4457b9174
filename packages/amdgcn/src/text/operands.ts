/**
 * One operand of an instruction.
 *
 *     v[4:7]   -|v1|   neg(abs(s2))   0x3f800000   -0.5   label+4   f@rel32@lo+4   vmcnt(0)   hwreg(HW_REG_MODE, 0, 4)
 *
 * An expression over symbols that are not defined yet leaves a placeholder, filled in at the end of the file.
 */
import type { DraftInstruction } from './draft.ts';
import { parseExpression } from './expressions.ts';
import type { Expression } from './expression.ts';
import { Token } from './lexer.ts';
import { stringValue } from './strings.ts';
import type { Operand, OperandModifiers } from './program.ts';
import { atRegister, parseRegister } from './registers.ts';
import type { Assembly } from './state.ts';

interface Change {
  negate?: true;
  absolute?: true;
  signExtend?: true;
}

const changes: Readonly<Record<string, keyof Change>> = {
  neg: 'negate',
  abs: 'absolute',
  sext: 'signExtend',
};

/** Functions that make a number; any other name with parentheses is an operand of its own (`vmcnt(0)`). */
const numberFunctions: ReadonlySet<string> = new Set([
  'lit',
  'lit64',
  'max',
  'or',
  'alignto',
  'extrasgprs',
  'totalnumvgprs',
]);

const placeholder: Operand = { kind: 'integer', value: 0n };

/** Reads an operand into an instruction; false after a diagnostic. */
export function parseOperand(assembly: Assembly, instruction: DraftInstruction): boolean {
  return parseChanged(assembly, instruction, undefined, false);
}

function parseChanged(
  assembly: Assembly,
  instruction: DraftInstruction,
  change: Change | undefined,
  insideBars: boolean,
): boolean {
  const lexer = assembly.lexer;
  switch (lexer.kind) {
    case Token.word:
      return parseWord(assembly, instruction, change, insideBars);
    case Token.leftBracket:
      return take(assembly, instruction, parseRegister(assembly), change);
    case Token.minus:
      return parseMinus(assembly, instruction, change, insideBars);
    case Token.float: {
      const value = Number(lexer.slice());
      lexer.next();
      return take(assembly, instruction, { kind: 'float', value }, change);
    }
    case Token.bar: {
      if (insideBars || change?.absolute) break;
      lexer.next();
      const changed: Change = { ...change, absolute: true };
      return (
        parseChanged(assembly, instruction, changed, true) && assembly.expect(Token.bar, "'|'")
      );
    }
    default:
      break;
  }
  return parseNumber(assembly, instruction, change, insideBars);
}

/** Adds a finished operand. */
function take(
  assembly: Assembly,
  instruction: DraftInstruction,
  operand: Operand | undefined,
  change: Change | undefined,
): boolean {
  if (operand === undefined) {
    assembly.fail('an operand');
    return false;
  }
  instruction.operands.push(change === undefined ? operand : { ...operand, ...change });
  return true;
}

function parseWord(
  assembly: Assembly,
  instruction: DraftInstruction,
  change: Change | undefined,
  insideBars: boolean,
): boolean {
  const lexer = assembly.lexer;
  const register = parseRegister(assembly);
  if (register !== undefined) return take(assembly, instruction, register, change);
  if (assembly.failed) return false;
  if (lexer.text.charCodeAt(lexer.end) === 0x28) {
    const name = lexer.slice();
    const added = changes[name];
    if (added !== undefined) {
      if (change?.[added]) return assembly.fail('a register or a number') ?? false;
      lexer.next();
      lexer.next();
      const changed: Change = { ...change, [added]: true };
      return (
        parseChanged(assembly, instruction, changed, false) &&
        assembly.expect(Token.rightParen, "')'")
      );
    }
    if (!numberFunctions.has(name))
      return take(assembly, instruction, parseCall(assembly, name), change);
  }
  return parseNumber(assembly, instruction, change, insideBars);
}

/** `-v1` and `-|v1|` change the source; `-1` and `-0.5` are constants. */
function parseMinus(
  assembly: Assembly,
  instruction: DraftInstruction,
  change: Change | undefined,
  insideBars: boolean,
): boolean {
  const lexer = assembly.lexer;
  const { start, line } = lexer;
  lexer.next();
  if (lexer.kind === Token.float) {
    const value = -Number(lexer.slice());
    lexer.next();
    return take(assembly, instruction, { kind: 'float', value }, change);
  }
  const word = lexer.kind === Token.word ? lexer.slice() : '';
  const changes = lexer.kind === Token.bar || word === 'abs' || word === 'neg' || word === 'sext';
  if (!change?.negate && (changes || atRegister(assembly)))
    return parseChanged(assembly, instruction, { ...change, negate: true }, insideBars);
  lexer.moveTo(start, line);
  return parseNumber(assembly, instruction, change, insideBars);
}

/** An integer, a symbol, or an expression over both. */
function parseNumber(
  assembly: Assembly,
  instruction: DraftInstruction,
  change: Change | undefined,
  insideBars: boolean,
): boolean {
  const lexer = assembly.lexer;
  const start = lexer.start;
  const expression = parseExpression(assembly, insideBars);
  if (expression === undefined) return false;
  const operand = expressionOperand(assembly, expression);
  if (operand === undefined) {
    assembly.pendingOperands.push({
      instruction,
      target: instruction.operands.length,
      expression,
      change: change ?? {},
      span: assembly.span(start, lexer.previousEnd),
    });
  }
  return take(assembly, instruction, operand ?? placeholder, change);
}

/** The operand that an expression is now; `undefined` when it is not known yet. */
export function expressionOperand(
  assembly: Assembly,
  expression: Expression,
  change?: OperandModifiers,
): Operand | undefined {
  if (expression.kind === 'number') return { kind: 'integer', value: expression.value };
  const value = assembly.symbols.evaluate(expression);
  if (!('offset' in value)) return undefined;
  if (value.symbol === undefined) return { kind: 'integer', value: value.offset, ...change };
  return {
    kind: 'symbol',
    name: value.symbol,
    addend: Number(value.offset),
    relocation: value.relocation,
    ...change,
  };
}

/** `vmcnt(0)`, `hwreg(HW_REG_MODE, 0, 4)`. */
function parseCall(assembly: Assembly, name: string): Operand | undefined {
  const lexer = assembly.lexer;
  lexer.next();
  const list = parseArguments(assembly);
  return list === undefined ? undefined : { kind: 'call', name, arguments: list };
}

/** The list from its opening parenthesis: words stay words unless they are symbols. */
export function parseArguments(assembly: Assembly): (bigint | string)[] | undefined {
  const lexer = assembly.lexer;
  lexer.next();
  const list: (bigint | string)[] = [];
  while (lexer.kind !== Token.rightParen) {
    const argument = parseArgument(assembly);
    if (argument === undefined) return undefined;
    list.push(argument);
    if (!assembly.eat(Token.comma)) break;
  }
  return assembly.expect(Token.rightParen, "')'") ? list : undefined;
}

function parseArgument(assembly: Assembly): bigint | string | undefined {
  const lexer = assembly.lexer;
  const start = lexer.start;
  if (lexer.kind === Token.string) {
    const value = stringValue(lexer.slice());
    lexer.next();
    return value;
  }
  const word = lexer.kind === Token.word ? lexer.slice() : undefined;
  const expression = parseExpression(assembly);
  if (expression === undefined) return undefined;
  const value = assembly.symbols.number(expression);
  if (value !== undefined) return value;
  if (word !== undefined && expression.kind === 'symbol') return word;
  return assembly.failWith(assembly.whyNoNumber(expression), start, lexer.previousEnd);
}
