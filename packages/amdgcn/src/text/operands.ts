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

/** An operand that is being read: its instruction, the enclosing signs and functions, and the value that they change. */
interface Draft {
  readonly assembly: Assembly;
  readonly instruction: DraftInstruction;
  readonly change: Change | undefined;
  readonly insideBars: boolean;
}

/** Reads an operand into an instruction; false after a diagnostic. */
export function parseOperand(assembly: Assembly, instruction: DraftInstruction): boolean {
  return parseChanged({ assembly, instruction, change: undefined, insideBars: false });
}

function parseChanged(draft: Draft): boolean {
  const { assembly, change, insideBars } = draft;
  const lexer = assembly.lexer;
  switch (lexer.kind) {
    case Token.word:
      return parseWord(draft);
    case Token.leftBracket:
      return take(draft, parseRegister(assembly));
    case Token.minus:
      return parseMinus(draft);
    case Token.float:
      return take(draft, parseFloat(assembly, 1));
    case Token.bar: {
      if (insideBars || change?.absolute) break;
      lexer.next();
      const changed = {
        ...draft,
        change: { ...change, absolute: true as const },
        insideBars: true,
      };
      return parseChanged(changed) && assembly.expect(Token.bar, "'|'");
    }
    default:
      break;
  }
  return parseNumber(draft);
}

/** Adds a finished operand. */
function take({ assembly, instruction, change }: Draft, operand: Operand | undefined): boolean {
  if (operand === undefined) {
    assembly.fail('an operand');
    return false;
  }
  instruction.operands.push(change === undefined ? operand : { ...operand, ...change });
  return true;
}

function parseFloat({ lexer }: Assembly, sign: 1 | -1): Operand {
  const value = sign * Number(lexer.slice());
  lexer.next();
  return { kind: 'float', value };
}

function parseWord(draft: Draft): boolean {
  const { assembly, change } = draft;
  const lexer = assembly.lexer;
  const register = parseRegister(assembly);
  if (register !== undefined) return take(draft, register);
  if (assembly.failed) return false;
  if (lexer.text.charCodeAt(lexer.end) === 0x28) {
    const name = lexer.slice();
    const added = changes[name];
    if (added !== undefined) {
      if (change?.[added]) return assembly.fail('a register or a number') ?? false;
      lexer.next();
      lexer.next();
      const changed = { ...draft, change: { ...change, [added]: true }, insideBars: false };
      return parseChanged(changed) && assembly.expect(Token.rightParen, "')'");
    }
    if (!numberFunctions.has(name)) return take(draft, parseCall(assembly, name));
  }
  return parseNumber(draft);
}

/** `-v1` and `-|v1|` change the source; `-1` and `-0.5` are constants. */
function parseMinus(draft: Draft): boolean {
  const { assembly, change } = draft;
  const lexer = assembly.lexer;
  const { start, line } = lexer;
  lexer.next();
  if (lexer.kind === Token.float) return take(draft, parseFloat(assembly, -1));
  const word = lexer.kind === Token.word ? lexer.slice() : '';
  const changes = lexer.kind === Token.bar || word === 'abs' || word === 'neg' || word === 'sext';
  if (!change?.negate && (changes || atRegister(assembly)))
    return parseChanged({ ...draft, change: { ...change, negate: true } });
  lexer.moveTo(start, line);
  return parseNumber(draft);
}

/** An integer, a symbol, or an expression over both. */
function parseNumber(draft: Draft): boolean {
  const { assembly, instruction, change = {}, insideBars } = draft;
  const lexer = assembly.lexer;
  const start = lexer.start;
  const expression = parseExpression(assembly, insideBars);
  if (expression === undefined) return false;
  const operand = expressionOperand(assembly, expression);
  if (operand === undefined) {
    const span = assembly.span(start, lexer.previousEnd);
    const target = instruction.operands.length;
    assembly.pendingOperands.push({ instruction, target, expression, change, span });
  }
  return take(draft, operand ?? placeholder);
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
