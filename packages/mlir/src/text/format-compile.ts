/** Compiles lines of the format language, which `format.ts` describes. */
import type { Attribute } from '../ir/types.ts';
import type { Element, Format, Group, ResultRule } from './format.ts';
import { punctuationKind, Token } from './lexer.ts';
import type { RegionOptions } from './state.ts';
import type { Codec } from './syntax.ts';

/** Reads the text of a default value as the codec reads it. */
type ReadDefault = (codec: Codec, text: string) => Attribute;

/** Compiles a line. A mistake in it is a mistake in our tables, so it throws. */
export function compileFormat(
  line: string,
  codecs: (name: string) => Codec | undefined,
  readDefault: ReadDefault,
): Format {
  return new Compiler(codecs, readDefault).compile(line);
}

class Compiler {
  readonly #codecs: (name: string) => Codec | undefined;
  readonly #readDefault: ReadDefault;
  readonly #groups: Group[] = [];
  readonly #spelled = new Set<string>();
  readonly #defaults = new Map<string, Attribute>();
  readonly #properties: string[] = [];
  #words: string[] = [];
  #at = 0;
  #regions = 0;
  #results = 0;
  /** Inside `{ ... }!`. */
  #silent = false;
  /** Whether a blank goes before the next element, and whether the last one was punctuation. */
  #space = true;
  #punctuation = false;

  constructor(codecs: (name: string) => Codec | undefined, readDefault: ReadDefault) {
    this.#codecs = codecs;
    this.#readDefault = readDefault;
  }

  compile(line: string): Format {
    const [rest = '', settings = ''] = line.split(' ; ');
    const [assembly = '', results = ''] = rest.split('=> ');
    this.#words = split(assembly);
    // Types of operands may be named before the operands: groups first.
    for (const word of this.#words) this.#declare(word);
    const elements = this.#sequence([]);
    const rules = split(results).map((word) => this.#rule(word));
    let order = this.#groups.map((_, index) => index);
    let segments = false;
    const words = split(settings);
    for (let i = 0; i < words.length; i++) {
      const word = words[i] ?? '';
      if (word === 'segments') segments = true;
      else if (word === 'order') {
        order = words.slice(i + 1).map((name) => this.#group(name));
        break;
      } else this.#attribute(word, false);
    }
    if (segments) {
      this.#spelled.add('operandSegmentSizes');
      this.#properties.push('operandSegmentSizes');
    }
    return {
      elements,
      groups: this.#groups,
      order,
      fixed: this.#groups.every(({ arity }, i) => arity === 'one' && order[i] === i),
      segments,
      results: rules,
      spelled: this.#spelled,
      defaults: this.#defaults,
      properties: this.#properties,
    };
  }

  #declare(word: string): void {
    const dynamic = /^(?:indices(?:-paren|-i32)?|tokens)\(%([\w-]+)[,)]/.exec(word);
    if (dynamic !== null) this.#groups.push({ name: dynamic[1] ?? '', arity: 'many' });
    const sizes = /^tied\(\w+,%(\w+)\)$/.exec(word);
    if (sizes !== null) this.#groups.push({ name: sizes[1] ?? '', arity: 'many' });
    const operand = /^%(\w+)([?*]?)\^?$/.exec(word);
    if (operand === null) return;
    const arity = operand[2] === '?' ? 'optional' : operand[2] === '*' ? 'many' : 'one';
    this.#groups.push({ name: operand[1] ?? '', arity });
  }

  #group(name: string): number {
    const index = this.#groups.findIndex((group) => group.name === name);
    if (index < 0) throw new Error(`no operand ${name} in: ${this.#words.join(' ')}`);
    return index;
  }

  /** Notes the attribute `a:codec=x` and answers its name and spelling. */
  #attribute(word: string, spelled: boolean): { name: string; codec: Codec } {
    const [, name = '', kind = '', text] = /^([\w.]+):([\w-]+)(?:=(.*))?$/.exec(word) ?? [];
    const codec = this.#codecs(kind);
    if (codec === undefined) throw new Error(`no attribute spelling for ${word}`);
    if (spelled && !this.#silent) this.#spelled.add(name);
    if (!this.#properties.includes(name)) this.#properties.push(name);
    if (text !== undefined) this.#defaults.set(name, this.#readDefault(codec, text));
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
      } else elements.push(this.#element(word));
    }
    return elements;
  }

  #forced = false;

  #anchor: Element | undefined;

  #element(marked: string): Element {
    if (marked === '{') return this.#braces();
    const isAnchor = marked.length > 1 && marked.endsWith('^');
    const word = isAnchor ? marked.slice(0, -1) : marked;
    const element = this.#simple(word);
    if (isAnchor) this.#anchor = element;
    return element;
  }

  /** `{ ... }?`, `{ ... }!` or `{ ... | ... }*`. */
  #braces(): Element {
    const outer = this.#anchor;
    const outerSilent = this.#silent;
    this.#silent ||= this.#closing() === '}!';
    const clauses: { body: Element[]; anchor: Element }[] = [];
    for (;;) {
      this.#anchor = undefined;
      const body = this.#sequence(['|', '}?', '}*', '}!', '}/']);
      const end = this.#words[this.#at++];
      const anchor =
        this.#anchor ??
        body.find(({ kind }) => kind === 'operands' || kind === 'attribute' || kind === 'region') ??
        body[0];
      if (anchor === undefined) throw new Error(`empty group in: ${this.#words.join(' ')}`);
      clauses.push({ body, anchor });
      if (end === '|') continue;
      this.#anchor = outer;
      this.#silent = outerSilent;
      if (end === '}*') return { kind: 'clauses', clauses, space: false };
      if (end === '}/') return { kind: 'choice', clauses, space: false };
      return { kind: 'optional', body, anchor, printed: end === '}?', space: false };
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

  #simple(word: string): Element {
    if (word.startsWith('%')) {
      const name = word.replaceAll(/[%?*]/g, '');
      const group = this.#group(name);
      const arity = this.#groups[group]?.arity ?? 'one';
      return { kind: 'operands', group, arity, space: this.#blank() };
    }
    if (word.startsWith('$')) {
      const { name, codec } = this.#attribute(word.slice(1), true);
      // The words around a unit attribute say all there is.
      const silent = word.includes(':unit') || word.includes(':disjoint');
      return { kind: 'attribute', name, codec, space: silent ? false : this.#blank() };
    }
    const call = /^([a-z\d-]+)\((.*)\)$/.exec(word);
    const element = call === null ? undefined : this.#call(call[1] ?? '', call[2] ?? '');
    if (element !== undefined) return element;
    switch (word) {
      case 'dict':
      case 'dict-keyword':
        // Brings its own blank, when there is anything to print.
        this.#space = true;
        this.#punctuation = false;
        return { kind: 'dictionary', keyword: word === 'dict-keyword', space: false };
      case 'region':
        return { kind: 'region', index: this.#regions++, options: {}, space: this.#blank() };
      default:
        return this.#literal(word.startsWith('\\') ? word.slice(1) : word);
    }
  }

  #call(name: string, list: string): Element | undefined {
    const parts = list.split(',').filter((part) => part !== '');
    switch (name) {
      case 'type':
      case 'types':
      case 'types-but-index': {
        const many = name !== 'type';
        const butIndex = name === 'types-but-index';
        const space = this.#blank();
        const [of = '', head] = list.split(':');
        if (of !== 'result') {
          const groups = this.#groupsOf(of.split(',').filter((part) => part !== ''));
          return { kind: 'operand-types', groups, list: many, butIndex, head, space };
        }
        return { kind: 'result-types', index: this.#results++, list: many, head, space };
      }
      case 'function':
        return { kind: 'function', groups: this.#groupsOf(parts), space: this.#blank() };
      case 'region': {
        const terminator = parts.find((part) => part.startsWith('terminator='))?.slice(11);
        const options: RegionOptions = {
          isolated: parts.includes('isolated'),
          block: parts.includes('block'),
          ...(terminator !== undefined && { terminator }),
        };
        return { kind: 'region', index: this.#regions++, options, space: this.#blank() };
      }
      case 'indices':
      case 'indices-i32':
      case 'indices-paren': {
        const [dynamic = '', fixed = ''] = parts;
        const attribute = fixed.slice(1);
        this.#spelled.add(attribute);
        this.#properties.push(attribute);
        return {
          kind: 'indices',
          group: this.#group(dynamic.slice(1)),
          name: attribute,
          open: name === 'indices-paren' ? '(' : '[',
          width: name === 'indices-i32' ? 32 : 64,
          space: this.#blank(),
        };
      }
      case 'tied': {
        const [operand = '', dynamic = ''] = parts;
        const group = this.#group(operand);
        const space = this.#blank();
        return { kind: 'tied', group, sizes: this.#group(dynamic.slice(1)), space };
      }
      case 'tokens':
        return { kind: 'tokens', group: this.#group(list.slice(1)), space: this.#blank() };
      case 'sizes':
        for (const part of parts) {
          this.#spelled.add(part);
          this.#properties.push(part);
        }
        return { kind: 'sizes', names: parts, space: this.#blank() };
      default:
        return undefined;
    }
  }

  #groupsOf(names: readonly string[]): number[] {
    if (names[0] === 'operands') return this.#groups.map((_, index) => index);
    return names.map((name) => this.#group(name));
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
    return { kind: 'literal', text, token: punctuationKind(text) ?? Token.word, space };
  }

  #rule(word: string): ResultRule {
    const call = /^([a-z]+)\((\w+)\)$/.exec(word);
    if (call !== null) {
      const [, kind, name = ''] = call;
      if (kind === 'typeof') return { kind, attribute: name };
      switch (kind) {
        case 'bool':
        case 'element':
        case 'elements':
        case 'pointee':
        case 'shuffle':
          return { kind, group: this.#group(name) };
        default:
      }
      throw new Error(`no rule for a result type: ${word}`);
    }
    if (word === 'again') return { kind: 'again' };
    const name = word.replace('*', '');
    const group = this.#groups.findIndex((candidate) => candidate.name === name);
    if (group < 0) return { kind: 'fixed', name: word };
    return { kind: word === name ? 'same' : 'each', group };
  }
}

function split(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
