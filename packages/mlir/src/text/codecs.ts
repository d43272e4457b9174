/**
 * How attributes are spelled where custom syntax fixes their kind.
 *
 *     rocdl.s.setprio 1              i16       1 : i16
 *     gpu.thread_id x                wrapped   #gpu<dim x>
 *     arith.cmpi sge, ...            cases     5 : i64
 *     func.call @f(...)              symbol    @f
 *     arith.addi ... overflow<nsw>   flags     #arith.overflow<nsw>
 */
import { resolveAttribute, resolveType } from '../ir/types.ts';
import type { Attribute } from '../ir/types.ts';
import { parseAttribute, parseSymbol, smallInteger } from './attributes.ts';
import { punctuationKind, Token } from './lexer.ts';
import { narrow, parseList, parseSignedInteger, parseString, parseSymbolName } from './pieces.ts';
import { printAttribute, printSymbol, printType, quote } from './print-types.ts';
import type { State } from './state.ts';
import type { Codec } from './syntax.ts';
import { builtinType, namedType, parseType } from './types.ts';

const atInteger = ({ lexer }: Pick<State, 'lexer'>): boolean =>
  lexer.kind === Token.integer || lexer.kind === Token.minus;

/** A number of a fixed integer type. */
function integerCodec(typeName: string): Codec {
  const type = builtinType(typeName);
  const width = type.kind === 'integer' ? type.width : 0;
  return {
    parse: (state) => {
      const { kind, start, end } = state.lexer;
      if (kind === Token.integer && end - start < 3 && width !== 1) {
        const small = Number(state.lexer.slice());
        state.lexer.next();
        return smallInteger(small, type);
      }
      const value = parseSignedInteger(state);
      if (width === 1) return { kind: 'bool', value: value !== 0n };
      return { kind: 'integer', value, type };
    },
    print: (attribute) => {
      const plain = resolveAttribute(attribute);
      if (plain.kind !== 'integer' || printType(plain.type) !== typeName) return undefined;
      return String(plain.value);
    },
    starts: atInteger,
  };
}

export const any: Codec = {
  parse: parseAttribute,
  print: (attribute) => printAttribute(attribute),
  starts: ({ lexer }) =>
    lexer.kind === Token.attribute ||
    lexer.kind === Token.integer ||
    lexer.kind === Token.leftBracket ||
    lexer.kind === Token.string ||
    lexer.kind === Token.symbol,
};

/** A number of a fixed float type. */
function floatCodec(typeName: string): Codec {
  const type = builtinType(typeName);
  return {
    parse: (state) => {
      const at = state.lexer.start;
      const sign = state.eat(Token.minus) ? '-' : '';
      const { kind } = state.lexer;
      if (kind !== Token.float && kind !== Token.integer) state.fail('a number');
      else state.lexer.next();
      const text = sign + state.text.slice(at + sign.length, state.lexer.previousEnd);
      return { kind: 'float', value: Number(text), text, type };
    },
    print: (attribute) => (attribute.kind === 'float' ? attribute.text : undefined),
    starts: ({ lexer }) => lexer.kind === Token.float || atInteger({ lexer }),
  };
}

/** `true` and `false`, also as 1 and 0. */
const bool: Codec = {
  parse: (state) => {
    if (atInteger(state)) return { kind: 'bool', value: parseSignedInteger(state) !== 0n };
    const value = state.eatWord('true');
    if (!value) state.expectWord('false');
    return { kind: 'bool', value };
  },
  print: (attribute) => (attribute.kind === 'bool' ? String(attribute.value) : undefined),
  starts: (state) => state.atWord('true') || state.atWord('false') || atInteger(state),
};

/** `@root::@leaf`. */
export const symbol: Codec = {
  parse: parseSymbol,
  print: (attribute) => (attribute.kind === 'symbol' ? printAttribute(attribute) : undefined),
  starts: ({ lexer }) => lexer.kind === Token.symbol,
};

/** `@name` as the name that an operation defines: a string. */
const symbolName: Codec = {
  parse: (state) => ({ kind: 'string', value: parseSymbolName(state) }),
  print: (attribute) => (attribute.kind === 'string' ? printSymbol(attribute.value) : undefined),
  starts: ({ lexer }) => lexer.kind === Token.symbol,
};

export const string: Codec = {
  parse: (state) => ({ kind: 'string', value: parseString(state) }),
  print: (attribute) => (attribute.kind === 'string' ? quote(attribute.value) : undefined),
  starts: ({ lexer }) => lexer.kind === Token.string,
};

const type: Codec = {
  parse: (state) => ({ kind: 'type', type: parseType(state) }),
  print: (attribute) => (attribute.kind === 'type' ? printType(attribute.type) : undefined),
  starts: (state) =>
    state.lexer.kind === Token.type ||
    (state.lexer.kind === Token.word && namedType(state.lexer.slice()) !== undefined),
};

/** The visibility of a symbol, a bare word. */
const visibility: Codec = {
  parse: (state) => {
    const value = state.lexer.slice();
    state.lexer.next();
    return { kind: 'string', value };
  },
  print: (attribute) => (attribute.kind === 'string' ? attribute.value : undefined),
  starts: (state) => state.atWord('public') || state.atWord('private') || state.atWord('nested'),
};

/** An attribute that is there or not; the words around it say so. */
const unit: Codec = {
  parse: () => ({ kind: 'unit' }),
  print: (attribute) => (attribute.kind === 'unit' ? '' : undefined),
  starts: () => true,
  silent: true,
};

/** `[1, 2]` as an array of a fixed integer type, `array<i64: 1, 2>`. */
function integersCodec(typeName: string): Codec {
  const element = builtinType(typeName);
  return {
    parse: (state) => {
      const values = parseList(state, '[]', () => narrow(parseSignedInteger(state)));
      return { kind: 'dense_array', element, values };
    },
    print: (attribute) => {
      if (attribute.kind !== 'dense_array' || printType(attribute.element) !== typeName)
        return undefined;
      return `[${attribute.values.join(', ')}]`;
    },
    starts: ({ lexer }) => lexer.kind === Token.leftBracket,
  };
}

/** Two words for a bool. */
function wordsCodec(no: string, yes: string): Codec {
  return {
    parse: (state) => {
      const value = state.eatWord(yes);
      if (!value) state.expectWord(no);
      return { kind: 'bool', value };
    },
    print: (attribute) => {
      if (attribute.kind !== 'bool') return undefined;
      return attribute.value ? yes : no;
    },
    starts: (state) => state.atWord(yes) || state.atWord(no),
  };
}

/** `1, 2` as an array of what a codec reads: the brackets are words of the line. */
export function listCodec(element: Codec = any): Codec {
  return {
    parse: (state) => {
      const elements: Attribute[] = [];
      if (element.starts(state)) {
        do elements.push(element.parse(state));
        while (state.eat(Token.comma));
      }
      return { kind: 'array', elements };
    },
    print: (attribute) => {
      if (attribute.kind !== 'array') return undefined;
      const texts = attribute.elements.map((each) => element.print(each));
      return texts.includes(undefined) ? undefined : texts.join(', ');
    },
    starts: element.starts,
  };
}

/** An array of one, `@a`, or of several in brackets, `{@a, @b}`. */
export function oneOrListCodec(element: Codec, brackets: '{}' | '()' | '[]'): Codec {
  const [open = '', close = ''] = brackets;
  const [opener, closer] = [punctuationKind(open), punctuationKind(close)];
  const list = listCodec(element);
  return {
    parse: (state) => {
      if (opener === undefined || closer === undefined || !state.eat(opener)) {
        return { kind: 'array', elements: [element.parse(state)] };
      }
      const elements = list.parse(state);
      state.expect(closer, `'${close}'`);
      return elements;
    },
    print: (attribute) => {
      const text = list.print(attribute);
      const one = attribute.kind === 'array' && attribute.elements.length === 1;
      return text === undefined || one ? text : open + text + close;
    },
    starts: (state) => state.lexer.kind === opener || element.starts(state),
  };
}

/** A keyword that stands for a number: its place in the list, or the number behind `=`. */
export function casesCodec(typeName: string, words: string): Codec {
  const type = builtinType(typeName);
  const numbers = new Map<string, bigint>();
  const names = new Map<bigint, string>();
  let next = 0n;
  for (const word of words.split(' ')) {
    const [name = '', number] = word.split('=');
    const value = number === undefined ? next : BigInt(number);
    numbers.set(name, value);
    names.set(value, name);
    next = value + 1n;
  }
  return {
    parse: (state) => {
      const value = numbers.get(keyword(state) ?? '');
      if (value === undefined) state.fail(`one of ${words}`);
      else state.lexer.next();
      return { kind: 'integer', value: value ?? 0n, type };
    },
    print: (attribute) =>
      attribute.kind === 'integer' && resolveType(attribute.type).kind === type.kind
        ? names.get(attribute.value)
        : undefined,
    starts: (state) => numbers.has(keyword(state) ?? ''),
  };
}

/** The same, printed as a string. */
export function quotedCasesCodec(typeName: string, words: string): Codec {
  const plain = casesCodec(typeName, words);
  return {
    ...plain,
    print: (attribute) => {
      const word = plain.print(attribute);
      return word === undefined ? undefined : quote(word);
    },
  };
}

/**
 * Keywords that stand for bits of a number: `nsw` and `nuw` for 1 and 2 with `nsw nuw`. A word may say
 * its own bits behind `=`; when several fit, the first that has all its bits is printed.
 */
export function bitsCodec(
  typeName: string,
  words: string,
  { separator = ', ', angles = true }: { separator?: string; angles?: boolean } = {},
): Codec {
  const type = builtinType(typeName);
  const bits = words.split(' ').map((word, i) => {
    const [name = '', value] = word.split('=');
    return { name, value: value === undefined ? 1n << BigInt(i) : BigInt(value) };
  });
  const at = (state: State): bigint | undefined => {
    const name = state.lexer.kind === Token.word ? state.lexer.slice() : '';
    return name === 'none' ? 0n : bits.find((bit) => bit.name === name)?.value;
  };
  return {
    parse: (state) => {
      let value = 0n;
      if (angles) state.expect(Token.less, "'<'");
      do {
        const bit = at(state);
        if (bit === undefined) state.fail(`one of ${bits.map(({ name }) => name).join(' ')}`);
        else state.lexer.next();
        value |= bit ?? 0n;
      } while (state.eat(Token.comma) || state.eat(Token.bar));
      if (angles) state.expect(Token.greater, "'>'");
      return { kind: 'integer', value, type };
    },
    print: (attribute) => {
      if (attribute.kind !== 'integer') return undefined;
      let rest = attribute.value;
      const names: string[] = [];
      for (const { name, value } of bits) {
        if (value === 0n || (rest & value) !== value) continue;
        names.push(name);
        rest &= ~value;
      }
      if (rest !== 0n) return undefined;
      const text = names.length === 0 ? 'none' : names.join(separator);
      return angles ? `<${text}>` : text;
    },
    starts: (state) => (angles ? state.lexer.kind === Token.less : at(state) !== undefined),
  };
}

/** The keyword at the word, which may be written as a string. */
function keyword({ lexer }: State): string | undefined {
  if (lexer.kind === Token.word) return lexer.slice();
  return lexer.kind === Token.string ? lexer.slice().slice(1, -1) : undefined;
}

/** A keyword that stands for a dialect attribute: `x` for `#gpu<dim x>` with `('#gpu<dim ', '>')`. */
export function wrappedCodec(prefix: string, suffix: string, words: string): Codec {
  const known = words.split(' ');
  const attributes = new Map<string, Attribute>();
  for (const word of known) attributes.set(word, { kind: 'opaque', text: prefix + word + suffix });
  return {
    parse: (state) => {
      const attribute =
        state.lexer.kind === Token.word ? attributes.get(state.lexer.slice()) : undefined;
      if (attribute === undefined) {
        state.fail(known.length > 8 ? `a keyword such as ${known[0]}` : `one of ${words}`);
        return { kind: 'unit' };
      }
      state.lexer.next();
      return attribute;
    },
    print: (attribute) => {
      if (attribute.kind !== 'opaque') return undefined;
      const text = attribute.text;
      if (!text.startsWith(prefix) || !text.endsWith(suffix)) return undefined;
      const word = text.slice(prefix.length, text.length - suffix.length);
      return attributes.has(word) ? word : undefined;
    },
    starts: (state) => state.lexer.kind === Token.word && attributes.has(state.lexer.slice()),
  };
}

/** Flags in angle brackets: `<nsw, nuw>` for `#arith.overflow<nsw, nuw>`; `separator` is upstream's. */
export function flagsCodec(head: string, separator = ', '): Codec {
  const single = new Map<string, Attribute>();
  return {
    parse: (state) => {
      const flags: string[] = [];
      const { lexer } = state;
      if (lexer.kind === Token.attribute) return parseAttribute(state);
      state.expect(Token.less, "'<'");
      const only = lexer.kind === Token.word && state.touches('>') ? lexer.slice() : undefined;
      if (only !== undefined) {
        lexer.next();
        lexer.next();
        let attribute = single.get(only);
        if (attribute === undefined) {
          attribute = { kind: 'opaque', text: `${head}<${only}>` };
          if (single.size < 64) single.set(only, attribute);
        }
        return attribute;
      }
      do {
        if (state.lexer.kind !== Token.word) break;
        flags.push(state.lexer.slice());
        state.lexer.next();
      } while (state.eat(Token.comma) || state.eat(Token.bar));
      state.expect(Token.greater, "'>'");
      return { kind: 'opaque', text: `${head}<${flags.join(separator)}>` };
    },
    print: (attribute) =>
      attribute.kind === 'opaque' && attribute.text.startsWith(`${head}<`)
        ? attribute.text.slice(head.length)
        : undefined,
    starts: ({ lexer }) => lexer.kind === Token.less,
  };
}

/** An attribute whose head is left out: `<i32, 0, 64>` for `#llvm.constant_range<i32, 0, 64>`. */
export function headlessCodec(head: string): Codec {
  return {
    parse: (state) => {
      if (state.lexer.kind !== Token.less) return parseAttribute(state);
      const { start } = state.lexer;
      const text = state.balanced(start, start);
      return text === undefined ? { kind: 'unit' } : { kind: 'opaque', text: head + text };
    },
    print: (attribute) => {
      if (attribute.kind !== 'opaque' || !attribute.text.startsWith(`${head}<`)) {
        return printAttribute(attribute);
      }
      return attribute.text.slice(head.length);
    },
    starts: ({ lexer }) => lexer.kind === Token.less || lexer.kind === Token.attribute,
  };
}

/** Spellings that belong to no dialect. */
export const commonCodecs: ReadonlyMap<string, Codec> = new Map([
  ['any', any],
  ['bool', bool],
  ['f64', floatCodec('f64')],
  ['i8', integerCodec('i8')],
  ['i16', integerCodec('i16')],
  ['i32', integerCodec('i32')],
  ['i64', integerCodec('i64')],
  ['index', integerCodec('index')],
  ['i32s', integersCodec('i32')],
  ['i64s', integersCodec('i64')],
  ['instr-or-data', wordsCodec('instr', 'data')],
  ['read-or-write', wordsCodec('read', 'write')],
  ['string', string],
  ['symbol', symbol],
  ['symbol-name', symbolName],
  ['type', type],
  ['unit', unit],
  ['visibility', visibility],
]);
