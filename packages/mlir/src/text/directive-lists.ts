/** Directives for lists: of numbers and values, sizes, tokens, and arguments of the next region. */
import {
  dynamicIndex,
  dynamicSize,
  resolveAttribute,
  resolveType,
  unknownType,
} from '../ir/types.ts';
import type { Attribute } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { smallInteger } from './attributes.ts';
import type { Count, Directive, Line, Piece } from './format.ts';
import { operandsOf } from './format-parse.ts';
import { argumentsOf, inside, spoken } from './format-print.ts';
import { isDigit, Token } from './lexer.ts';
import {
  applyType,
  exact,
  narrow,
  parseBinding,
  parseList,
  parseLocation,
  parseOperand,
  parseOperandList,
  parseSignedInteger,
} from './pieces.ts';
import { printType } from './print-types.ts';
import type { State } from './state.ts';
import { builtinType, parseType } from './types.ts';
import type { Writer } from './writer.ts';

const i32 = builtinType('i32');
const i64 = builtinType('i64');
const asyncToken = '!gpu.async.token';

/** Reads `[%x, 4, -1]`: values are added to a list, and marked among the numbers. */
export function parseMixedList(
  state: State,
  around: '[]' | '()',
  into: Value[],
  width: 32 | 64 = 64,
): Attribute {
  const mark = width === 32 ? dynamicIndex : dynamicSize;
  const values = parseList(state, around, () => {
    if (state.lexer.kind !== Token.value) return narrow(parseSignedInteger(state));
    into.push(parseOperand(state));
    return mark;
  });
  return { kind: 'dense_array', element: width === 32 ? i32 : i64, values };
}

/** `[%x, 4, -1]`, with values from the front of a list; `undefined` when there are not enough. */
export function printMixed(
  writer: Writer,
  attribute: Attribute | undefined,
  dynamic: Value[],
  open: '[' | '(' = '[',
): string | undefined {
  const list = attribute === undefined ? undefined : resolveAttribute(attribute);
  if (list?.kind !== 'dense_array') return undefined;
  const element = resolveType(list.element);
  const mark = element.kind === 'integer' && element.width === 32 ? dynamicIndex : dynamicSize;
  const texts = list.values.map((value) => {
    if (value !== mark) return String(value);
    const operand = dynamic.shift();
    return operand === undefined ? undefined : writer.value(operand);
  });
  if (texts.includes(undefined)) return undefined;
  return open + texts.join(', ') + (open === '[' ? ']' : ')');
}

export const indices =
  (open: '[' | '(', width: 32 | 64): Directive =>
  (line, dynamic = '', fixed = '') => {
    const group = line.group(dynamic);
    const name = line.attribute(fixed);
    const opener = open === '[' ? Token.leftBracket : Token.leftParen;
    return {
      parse: ({ state, operation, groups }) => {
        const own: Value[] = [];
        operation.attributes.set(
          name,
          parseMixedList(state, open === '[' ? '[]' : '()', own, width),
        );
        groups[group] = own;
      },
      print: ({ writer, operation, groups }) => {
        const rest = [...(groups[group] ?? [])];
        const text = printMixed(writer, operation.attributes.get(name), rest, open);
        return rest.length > 0 ? undefined : text;
      },
      begins: ({ lexer }) => lexer.kind === opener,
      present: (printing) =>
        (printing.groups[group]?.length ?? 0) > 0 ||
        (printing.format.defaults.has(name) && spoken(printing, name) !== undefined),
    };
  };

/** Reads digits and `x` without blanks, which no word of the lexer is. */
export const sizes: Directive = (line, ...parts) => {
  const names = parts.map((part) => line.attribute(part));
  return {
    parse: ({ state, operation }) => {
      const { text, lexer } = state;
      let at = lexer.start;
      for (const [i, name] of names.entries()) {
        if (i > 0 && text.charCodeAt(at) === 0x78) at++;
        const from = at;
        while (isDigit(text.charCodeAt(at))) at++;
        if (at === from) {
          state.fail(`${names.length} sizes with 'x' between them`);
          return;
        }
        const value = exact(state, Number(text.slice(from, at)), from);
        operation.attributes.set(name, smallInteger(value, i32));
      }
      lexer.moveTo(at);
      lexer.previousEnd = at;
    },
    print: ({ operation }) => {
      const texts = names.map((name) => {
        const size = operation.attributes.get(name);
        return size?.kind === 'integer' ? String(size.value) : undefined;
      });
      return texts.includes(undefined) ? undefined : texts.join('x');
    },
    begins: ({ lexer }) => lexer.kind === Token.integer,
    present: ({ operation }) => names.every((name) => operation.attributes.has(name)),
  };
};

export const tied: Directive = (line, operand = '', dynamic = '') => {
  const group = line.group(operand);
  const extents = line.group(dynamic);
  return {
    parse: (reading) => {
      const { state, groups } = reading;
      // The name says nothing: the operation knows which operand it is.
      if (state.eat(Token.value)) state.expectWord('as');
      const at = state.lexer.start;
      const type = parseType(state);
      if (state.failed) return;
      for (const value of operandsOf(reading, group)) applyType(state, value, type, at);
      reading.results.push(type);
      if (!state.eat(Token.leftBrace)) return;
      groups[extents] = parseOperandList(state);
      state.expect(Token.rightBrace, "'}'");
    },
    print: ({ writer, groups, operation }) => {
      const value = groups[group]?.[0];
      const result = operation.results[0];
      if (value === undefined || result === undefined) return undefined;
      const own = groups[extents] ?? [];
      const list = own.length === 0 ? '' : `{${writer.values(own)}}`;
      return `${writer.value(value)} as ${printType(result.type)}${list}`;
    },
  };
};

export const tokens: Directive = (line, waited = '') => {
  const group = line.group(waited);
  return {
    parse: (reading) => {
      const { state } = reading;
      reading.makesToken = state.eatWord('async');
      if (!state.eat(Token.leftBracket)) return;
      reading.groups[group] = parseOperandList(state);
      state.expect(Token.rightBracket, "']'");
    },
    print: ({ writer, groups, operation }) => {
      const own = groups[group] ?? [];
      const last = operation.results.at(-1);
      const made = last !== undefined && printType(last.type) === asyncToken;
      const list = own.length === 0 ? '' : `[${writer.values(own)}]`;
      return [made ? 'async' : '', list].filter((text) => text !== '').join(' ');
    },
    begins: (state) => state.lexer.kind === Token.leftBracket || state.atWord('async'),
  };
};

/** `&i:index`: arguments of the next region, alone, in a list, with their types, or with what they start with. */
export function declaration(line: Line, word: string, counted?: Count): Piece {
  const [, name = '', star, type, start] = /^&(\w+)(\*)?(?::(\S+)|=%(\w+))?$/.exec(word) ?? [];
  const inits = start === undefined ? undefined : line.group(start);
  const index = line.declare(name, counted ?? (star === undefined ? 'one' : 'rest'), inits);
  const typed = type === 'type';
  const more = (state: State): boolean => star !== undefined && state.eat(Token.comma);
  const known = type === undefined || typed ? unknownType : builtinType(type);
  return {
    parse: ({ state, arguments: all, groups }) => {
      const own: Value[] = [];
      const starts: Value[] = [];
      if (star === undefined || state.lexer.kind === Token.value) {
        do {
          own.push(typed ? parseTyped(state) : parseBinding(state, known));
          if (inits === undefined) continue;
          state.expect(Token.equal, "'='");
          starts.push(parseOperand(state));
        } while (more(state));
      }
      all[index] = own;
      if (inits !== undefined) groups[inits] = starts;
    },
    print: (printing) => {
      const { writer, format, groups } = printing;
      const own = argumentsOf(printing, index);
      const text = inside(printing, format.arguments[index]?.region ?? 0, () =>
        own.map((value) => (typed ? writer.argument(value) : writer.value(value))),
      );
      if (inits === undefined) return text.join(', ');
      const starts = groups[inits] ?? [];
      return starts.map((value, i) => `${text[i]} = ${writer.value(value)}`).join(', ');
    },
    begins: ({ lexer }) => lexer.kind === Token.value,
    present: (printing) => argumentsOf(printing, index).length > 0,
  };
}

/** Reads `%a: i32 loc(...)`. */
function parseTyped(state: State): Value {
  const value = parseBinding(state, unknownType);
  state.expect(Token.colon, "':'");
  if (state.failed) return value;
  const type = parseType(state);
  const location = parseLocation(state);
  return { ...value, type, ...(location !== undefined && { location }) };
}
