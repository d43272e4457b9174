/** Compiles lines of the format language, which `format.ts` describes. */
import type { Attribute } from '../ir/types.ts';
import { declaration } from './directive-lists.ts';
import { directives } from './directives.ts';
import type {
  Arguments,
  Count,
  Directive,
  Element,
  Format,
  Group,
  Line,
  Piece,
  Reading,
} from './format.ts';
import { addOperand, parseElements } from './format-parse.ts';
import { printElements, spoken } from './format-print.ts';
import { punctuationKind, Token } from './lexer.ts';
import { applyType, parseOperand, parseOperandList } from './pieces.ts';
import { resultRule } from './result-rules.ts';
import type { Codec } from './syntax.ts';
import { builtinType } from './types.ts';

/** The parts of its dialect that a line may use. */
export interface Vocabulary {
  readonly codec: (name: string) => Codec | undefined;
  readonly custom: (name: string) => Directive | undefined;
  /** Reads the text of a default value as the codec reads it. */
  readonly readDefault: (codec: Codec, text: string) => Attribute;
}

/** Compiles a line. A mistake in it is a mistake in our tables, so it throws. */
export function compileFormat(line: string, vocabulary: Vocabulary): Format {
  return new Compiler(vocabulary).compile(line);
}

/** Directives that need no parentheses. */
const bare: ReadonlySet<string> = new Set(
  'dict dict-keyword region results results-list successor'.split(' '),
);

interface Clause {
  readonly body: readonly Element[];
  readonly anchor: Element;
}

class Compiler implements Line {
  readonly #vocabulary: Vocabulary;
  readonly #groups: Group[] = [];
  readonly #arguments: Arguments[] = [];
  readonly #entries = new Map<number, readonly number[]>();
  readonly #spelled = new Set<string>();
  readonly #defaults = new Map<string, Attribute>();
  readonly #properties: string[] = [];
  #words: string[] = [];
  #at = 0;
  #regions = 0;
  #results = 0;
  #successors = 0;
  /** Inside `{ ... }!`. */
  #silent = false;
  /** Whether a blank goes before the next element, and whether the last one was punctuation. */
  #space = true;
  #punctuation = false;
  #forced = false;
  #anchor: Element | undefined;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  compile(line: string): Format {
    const [rest = '', settings = ''] = line.split(' ; ');
    const [assembly = '', results = ''] = rest.split('=> ');
    this.#words = split(assembly);
    // Types of operands may be named before the operands: groups first.
    for (const word of this.#words) this.#declareGroups(word);
    const elements = this.#sequence([]);
    const isGroup = (name: string): boolean => this.#find(name) >= 0;
    const rules = split(results).map((word) => resultRule(word, this, isGroup));
    let order = this.#groups.map((_, index) => index);
    let segments = false;
    let discards = false;
    const discardable = new Set<string>();
    const words = split(settings);
    for (let i = 0; i < words.length; i++) {
      const word = words[i] ?? '';
      if (word === 'segments') segments = true;
      else if (word === 'order') {
        order = words.slice(i + 1).map((name) => this.group(name));
        break;
      } else if (word === 'discardable') discards = true;
      else if (discards && !word.includes(':')) discardable.add(word);
      else this.#note(word, false);
    }
    if (segments) this.attribute('operandSegmentSizes');
    return {
      elements,
      groups: this.#groups,
      order,
      fixed: this.#groups.every(({ arity }, i) => arity === 'one' && order[i] === i),
      segments,
      arguments: this.#arguments,
      entries: this.#entries,
      results: rules,
      successors: this.#successors,
      tokens: assembly.startsWith('tokens('),
      spelled: this.#spelled,
      defaults: this.#defaults,
      properties: this.#properties.filter((name) => !discardable.has(name)),
    };
  }

  #declareGroups(word: string): void {
    const operand = /^%(\w+)([?*]?)(?::[\w.!]+)?\^?$/.exec(word);
    if (operand !== null) {
      const arity = operand[2] === '?' ? 'optional' : operand[2] === '*' ? 'many' : 'one';
      this.#groups.push({ name: operand[1] ?? '', arity });
    } else if (/^&|^[\w<>-]+\(/.test(word)) {
      for (const [, name = ''] of word.matchAll(/%([\w-]+)/g)) {
        this.#groups.push({ name, arity: 'many' });
      }
    }
  }

  #find(name: string): number {
    return this.#groups.findIndex((group) => group.name === name);
  }

  group(name: string): number {
    const index = this.#find(name.replace('%', ''));
    if (index < 0) throw new Error(`no operand ${name} in: ${this.#words.join(' ')}`);
    return index;
  }

  groups(names: readonly string[]): readonly number[] {
    if (names[0] === 'operands') return this.#groups.map((_, index) => index);
    return names.map((name) => this.group(name));
  }

  attribute(name: string): string {
    const plain = name.replace('$', '');
    if (!this.#silent) this.#spelled.add(plain);
    if (!this.#properties.includes(plain)) this.#properties.push(plain);
    return plain;
  }

  declare(name: string, count: Count, inits?: number): number {
    return this.#arguments.push({ name: name.replace('&', ''), count, inits, region: -1 }) - 1;
  }

  argument(name: string): number | undefined {
    const index = this.#arguments.findIndex((each) => each.name === name.replace('&', ''));
    return index < 0 ? undefined : index;
  }

  region(index?: number, entry?: readonly string[]): number {
    const own = index ?? this.#regions++;
    const declared: number[] = [];
    for (const [i, each] of this.#arguments.entries()) {
      if (each.region >= 0) continue;
      each.region = own;
      declared.push(i);
    }
    this.#entries.set(own, entry?.map((name) => this.argument(name) ?? -1) ?? declared);
    return own;
  }

  result(): number {
    return this.#results++;
  }

  successor(): number {
    return this.#successors++;
  }

  /** Notes the attribute `a:codec=x` and answers its name and spelling. */
  #note(word: string, spelled: boolean): { name: string; codec: Codec } {
    const [, name = '', kind = '', text] = /^([\w.]+):([\w-]+)(?:=(.*))?$/.exec(word) ?? [];
    const codec = this.#vocabulary.codec(kind);
    if (codec === undefined) throw new Error(`no attribute spelling for ${word}`);
    if (spelled) this.attribute(name);
    else if (!this.#properties.includes(name)) this.#properties.push(name);
    if (text !== undefined) this.#defaults.set(name, this.#vocabulary.readDefault(codec, text));
    return { name, codec };
  }

  #sequence(ends: readonly string[]): Element[] {
    const elements: Element[] = [];
    while (this.#at < this.#words.length) {
      const word = this.#words[this.#at] ?? '';
      if (ends.includes(word)) break;
      this.#at++;
      if (word === '~') {
        this.#space = false;
        this.#punctuation = true;
      } else if (word === '_') {
        this.#space = true;
        this.#punctuation = false;
        this.#forced = true;
      } else elements.push(this.#element(word, ends.length > 0 && elements.length > 0));
    }
    return elements;
  }

  /** `behind`: something of its group is before it, so that an operand must follow. */
  #element(marked: string, behind: boolean): Element {
    if (marked === '{') return this.#braces();
    const isAnchor = marked.length > 1 && marked.endsWith('^');
    const element = this.#simple(isAnchor ? marked.slice(0, -1) : marked, behind);
    if (isAnchor) this.#anchor = element;
    return element;
  }

  /** `{ ... }?`, `{ ... }!`, `{ ... | ... }*` or `{ ... | ... }/`. */
  #braces(): Element {
    const outer = this.#anchor;
    const outerSilent = this.#silent;
    this.#silent ||= this.#closing() === '}!';
    const clauses: Clause[] = [];
    for (;;) {
      this.#anchor = undefined;
      const body = this.#sequence(['|', '}?', '}*', '}!', '}/']);
      const end = this.#words[this.#at++];
      const anchor = this.#anchor ?? body.find(({ present }) => present !== undefined) ?? body[0];
      if (anchor === undefined) throw new Error(`empty group in: ${this.#words.join(' ')}`);
      clauses.push({ body, anchor });
      if (end === '|') continue;
      this.#anchor = outer;
      this.#silent = outerSilent;
      if (end === '}*') return element(false, anyOrder(clauses));
      if (end === '}/') return element(false, choice(clauses));
      return element(false, optional(clauses[0] ?? { body, anchor }, end === '}?'));
    }
  }

  /** The word that closes the braces whose first word is the next. */
  #closing(): string | undefined {
    let depth = 0;
    return this.#words.slice(this.#at).find((word) => {
      if (word === '{') depth++;
      return /^\}[?*!/]$/.test(word) && depth-- === 0;
    });
  }

  /** The blank before an element that is not a literal. */
  #blank(): boolean {
    const space = this.#space || !this.#punctuation;
    this.#space = true;
    this.#punctuation = false;
    this.#forced = false;
    return space;
  }

  #simple(word: string, behind: boolean): Element {
    if (word.startsWith('%')) return element(this.#blank(), this.#operands(word, behind));
    if (word.startsWith('&')) return element(this.#blank(), declaration(this, word));
    if (word.startsWith('$')) {
      const { name, codec } = this.#note(word.slice(1), true);
      // The words around a unit attribute say all there is.
      return element(codec.silent === true ? false : this.#blank(), spelling(name, codec));
    }
    const [, custom, name = '', list = ''] =
      /^(?:custom<(\w+)>|([a-z\d-]+))\((.*)\)$/.exec(word) ?? [];
    const found =
      custom === undefined
        ? directives.get(bare.has(word) ? word : name)
        : this.#vocabulary.custom(custom);
    if (found === undefined) {
      if (custom !== undefined) throw new Error(`no directive ${custom}`);
      return this.#literal(word.startsWith('\\') ? word.slice(1) : word);
    }
    const space = this.#blank();
    return element(space, found(this, ...list.split(',').filter((part) => part !== '')));
  }

  #operands(word: string, behind: boolean): Piece {
    const [, name = '', , typeName] = /^%(\w+)([?*]?)(?::(.*))?$/.exec(word) ?? [];
    const group = this.group(name);
    const arity = this.#groups[group]?.arity ?? 'one';
    const type = typeName === undefined ? undefined : builtinType(typeName);
    const parseOne = (reading: Reading): void => {
      const { state } = reading;
      const at = state.lexer.start;
      const value = parseOperand(state);
      addOperand(reading, group, value);
      if (type !== undefined) applyType(state, value, type, at);
    };
    const parseMany = ({ state, groups }: Reading): void => {
      if (arity === 'optional' && !behind && state.lexer.kind !== Token.value) return;
      const at = state.lexer.start;
      const values = arity === 'many' ? parseOperandList(state) : [parseOperand(state)];
      groups[group] = values;
      if (type !== undefined) for (const value of values) applyType(state, value, type, at);
    };
    return {
      parse: arity === 'one' ? parseOne : parseMany,
      print: ({ writer, groups }) => writer.values(groups[group] ?? []),
      begins: ({ lexer }) => lexer.kind === Token.value,
      present: ({ groups }) => (groups[group]?.length ?? 0) > 0,
    };
  }

  /** Blanks around punctuation follow the rules of upstream's generated printers. */
  #literal(text: string): Element {
    const short = text.length === 1;
    const tight = this.#punctuation ? '>)}],' : '<>(){}[],';
    const wanted = !short || !tight.includes(text) || this.#forced;
    const space = this.#space && wanted;
    this.#forced = false;
    this.#space = !short || !'<({['.includes(text);
    this.#punctuation = !/^\w/.test(text);
    return element(space, literal(text));
  }
}

/** All elements have the same shape: the parser meets them at every operation. */
function element(space: boolean, { parse, print, begins, present, absent }: Piece): Element {
  return { space, parse, print, begins, present, absent };
}

function literal(text: string): Piece {
  const token = punctuationKind(text) ?? Token.word;
  if (token === Token.word) {
    return {
      parse: ({ state }) => {
        state.expectWord(text);
      },
      print: () => text,
      begins: (state) => state.atWord(text),
    };
  }
  return {
    parse: ({ state }) => {
      if (state.lexer.kind === token) state.lexer.next();
      else state.fail(`'${text}'`);
    },
    print: () => text,
    begins: ({ lexer }) => lexer.kind === token,
  };
}

function spelling(name: string, codec: Codec): Piece {
  return {
    parse: ({ state, operation }) => {
      operation.attributes.set(name, codec.parse(state));
    },
    print: ({ operation, format }) => {
      const attribute = operation.attributes.get(name) ?? format.defaults.get(name);
      return attribute === undefined ? undefined : codec.print(attribute);
    },
    begins: codec.starts,
    present: (printing) => spoken(printing, name) !== undefined,
  };
}

const says = (present: Piece['present']): NonNullable<Piece['present']> => present ?? (() => true);

function optional({ body, anchor }: Clause, printed: boolean): Piece {
  const begins = body[0]?.begins ?? (() => false);
  const present = says(anchor.present);
  const absent = body.flatMap((each) => each.absent ?? []);
  return {
    parse: (reading) => {
      if (begins(reading.state)) parseElements(reading, body);
      else for (const each of absent) each(reading);
    },
    print: (printing) =>
      !printed || !present(printing) || printElements(printing, body) ? '' : undefined,
    ...(anchor.present !== undefined && { present }),
  };
}

function anyOrder(clauses: readonly Clause[]): Piece {
  return {
    parse: (reading) => {
      for (;;) {
        const clause = clauses.find(({ body }) => body[0]?.begins?.(reading.state));
        if (clause === undefined || reading.state.failed) return;
        parseElements(reading, clause.body);
      }
    },
    print: (printing) => {
      const fits = clauses.every(
        ({ body, anchor }) => !says(anchor.present)(printing) || printElements(printing, body),
      );
      return fits ? '' : undefined;
    },
  };
}

function choice(clauses: readonly Clause[]): Piece {
  return {
    parse: (reading) => {
      const found = clauses.find(({ body }) => body[0]?.begins?.(reading.state));
      parseElements(reading, (found ?? clauses.at(-1))?.body ?? []);
    },
    print: (printing) => {
      const said = clauses.find(({ anchor }) => says(anchor.present)(printing));
      return said === undefined || printElements(printing, said.body) ? '' : undefined;
    },
  };
}

function split(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
