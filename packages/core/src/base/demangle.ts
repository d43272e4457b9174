/**
 * Names of functions as their source has them, out of the Itanium C++ ABI's mangling.
 *
 *     _Z18transposeCoalescedPfPKfii           transposeCoalesced
 *     _ZN2ck4gemmINS_4TileILi32EEEfEEvPT0_     ck::gemm<ck::Tile<32>, float>
 *
 * Parameters and the return type are left out: kernels that share all else are told apart by their symbols.
 *
 * LIMITATIONS. Local names, lambdas, operators, function types, expressions and decltype are not read: `undefined` then.
 * Source: Itanium C++ ABI, "Mangling"; the spelling is that of `llvm-cxxfilt --no-params`.
 */

/** `undefined` for a symbol that is not mangled, or that uses one of the forms above that are not read. */
export function demangledName(symbol: string): string | undefined {
  if (!symbol.startsWith('_Z') || symbol.length > MOST_LENGTH) return undefined;
  return new Demangler(symbol).functionName();
}

/** Symbols and names that are longer are not read: substitutions make exponentially long names of short symbols. */
const MOST_LENGTH = 4096;
const MOST_DEPTH = 64;

const BUILTIN: Readonly<Record<string, string>> = {
  v: 'void',
  w: 'wchar_t',
  b: 'bool',
  c: 'char',
  a: 'signed char',
  h: 'unsigned char',
  s: 'short',
  t: 'unsigned short',
  i: 'int',
  j: 'unsigned int',
  l: 'long',
  m: 'unsigned long',
  x: 'long long',
  y: 'unsigned long long',
  n: '__int128',
  o: 'unsigned __int128',
  f: 'float',
  d: 'double',
  e: 'long double',
  g: '__float128',
};

/** Two letters, or more: `DF16_`. */
const LONG_BUILTIN: readonly (readonly [code: string, name: string])[] = [
  ['DF16_', '_Float16'],
  ['DF16b', 'std::bfloat16_t'],
  ['Dh', 'half'],
  ['Di', 'char32_t'],
  ['Ds', 'char16_t'],
  ['Du', 'char8_t'],
  ['Dn', 'std::nullptr_t'],
];

/** How a literal is written behind its number; other types are casts before it. */
const LITERAL_SUFFIX: Readonly<Record<string, string>> = {
  i: '',
  j: 'u',
  l: 'l',
  m: 'ul',
  x: 'll',
  y: 'ull',
};

const STANDARD: Readonly<Record<string, string>> = {
  a: 'std::allocator',
  b: 'std::basic_string',
  s: 'std::string',
  i: 'std::istream',
  o: 'std::ostream',
  d: 'std::iostream',
};

class Demangler {
  readonly #text: string;
  #at = 2;
  #depth = 0;
  /** Prefixes and types in the order in which they end: what `S_`, `S0_`, ... stand for. */
  readonly #seen: string[] = [];

  constructor(symbol: string) {
    this.#text = symbol;
  }

  functionName(): string | undefined {
    return this.#name();
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #take(code: string): boolean {
    if (!this.#text.startsWith(code, this.#at)) return false;
    this.#at += code.length;
    return true;
  }

  #remember(name: string | undefined): string | undefined {
    if (name === undefined || name.length > MOST_LENGTH) return undefined;
    this.#seen.push(name);
    return name;
  }

  /** The name of a function or a class; its scopes are remembered for substitutions, the whole name is not. */
  #name(): string | undefined {
    if (this.#take('N')) return this.#nested();
    const isStandard = this.#text.startsWith('St', this.#at) && this.#take('St');
    if (!isStandard && this.#peek() === 'S') {
      const template = this.#substitution();
      return template && this.#peek() === 'I' ? this.#withArguments(template) : undefined;
    }
    const own = this.#sourceName();
    const name = own && (isStandard ? `std::${own}` : own);
    if (name === undefined || this.#peek() !== 'I') return name;
    return this.#remember(name) && this.#withArguments(name);
  }

  /** Behind `N`: the parts of a name up to `E`. */
  #nested(): string | undefined {
    while (/[rVKRO]/.test(this.#peek())) this.#at++;
    let name = '';
    let isWhole = false;
    while (!this.#take('E')) {
      const next = this.#peek();
      if (name === '' && next === 'S') {
        const found = this.#take('St') ? 'std' : this.#substitution();
        if (found === undefined) return undefined;
        [name, isWhole] = [found, false];
        continue;
      }
      const longer =
        next === 'I'
          ? name === ''
            ? undefined
            : this.#withArguments(name)
          : joined(name, this.#sourceName());
      if (this.#remember(longer) === undefined || longer === undefined) return undefined;
      [name, isWhole] = [longer, true];
    }
    if (!isWhole) return undefined;
    this.#seen.pop();
    return name;
  }

  /** `18transposeCoalesced`, with `L` before it where only its file sees it. */
  #sourceName(): string | undefined {
    this.#take('L');
    const digits = /\d{1,4}/y;
    digits.lastIndex = this.#at;
    const length = digits.exec(this.#text)?.[0];
    if (length === undefined) return undefined;
    const start = this.#at + length.length;
    const end = start + Number(length);
    if (end > this.#text.length || end === start) return undefined;
    this.#at = end;
    const name = this.#text.slice(start, end);
    return name.startsWith('_GLOBAL__N') ? '(anonymous namespace)' : name;
  }

  #substitution(): string | undefined {
    this.#take('S');
    const standard = STANDARD[this.#peek()];
    if (standard !== undefined) {
      this.#at++;
      return standard;
    }
    const end = this.#text.indexOf('_', this.#at);
    const digits = end < 0 ? '?' : this.#text.slice(this.#at, end);
    if (!/^[0-9A-Z]{0,3}$/.test(digits)) return undefined;
    this.#at = end + 1;
    return this.#seen[digits === '' ? 0 : Number.parseInt(digits, 36) + 1];
  }

  /** `name<...>`, at the `I` of its arguments. */
  #withArguments(name: string): string | undefined {
    const list = this.#arguments('I');
    const text = list && `${name}<${list.join(', ')}>`;
    return text !== undefined && text.length <= MOST_LENGTH ? text : undefined;
  }

  #arguments(opening: 'I' | 'J'): string[] | undefined {
    if (!this.#take(opening) || ++this.#depth > MOST_DEPTH) return undefined;
    const list: string[] = [];
    while (!this.#take('E')) {
      const pack = this.#peek() === 'J' ? this.#arguments('J') : undefined;
      const one = pack ?? (this.#peek() === 'L' ? this.#literal() : this.#type());
      if (one === undefined || list.length > MOST_LENGTH) return undefined;
      for (const each of typeof one === 'string' ? [one] : one) list.push(each);
    }
    this.#depth--;
    return list;
  }

  /** `Li32E`, `Lb1E`, `LN3foo4modeE1E`. */
  #literal(): string | undefined {
    this.#take('L');
    const code = this.#peek();
    const type = this.#type();
    const digits = /n?\d{1,40}/y;
    digits.lastIndex = this.#at;
    const text = digits.exec(this.#text)?.[0];
    if (type === undefined || text === undefined) return undefined;
    this.#at += text.length;
    if (!this.#take('E') || 'fdeg'.includes(code)) return undefined;
    const number = text.replace('n', '-');
    if (code === 'b') return text === '0' ? 'false' : text === '1' ? 'true' : undefined;
    const suffix = LITERAL_SUFFIX[code];
    return suffix === undefined ? `(${type})${number}` : `${number}${suffix}`;
  }

  #type(): string | undefined {
    if (++this.#depth > MOST_DEPTH) return undefined;
    const type = this.#typeInside();
    this.#depth--;
    return type;
  }

  #typeInside(): string | undefined {
    for (const [code, name] of LONG_BUILTIN) if (this.#take(code)) return name;
    const next = this.#peek();
    const builtin = BUILTIN[next];
    if (builtin !== undefined) {
      this.#at++;
      return builtin;
    }
    if (this.#take('Dv')) return this.#vector();
    if (this.#take('P')) return this.#changed('*');
    if (this.#take('R')) return this.#reference('&');
    if (this.#take('O')) return this.#reference('&&');
    if (/[rVK]/.test(next)) {
      const [isRestrict, isVolatile, isConst] = ['r', 'V', 'K'].map((code) => this.#take(code));
      const words = [isConst && ' const', isVolatile && ' volatile', isRestrict && ' restrict'];
      return this.#changed(words.filter(Boolean).join(''));
    }
    if (next === 'S' && !this.#text.startsWith('St', this.#at)) {
      const found = this.#substitution();
      if (found === undefined || this.#peek() !== 'I') return found;
      return this.#remember(this.#withArguments(found));
    }
    return /[NS\d]/.test(next) ? this.#remember(this.#name()) : undefined;
  }

  #changed(by: string): string | undefined {
    const inner = this.#type();
    return this.#remember(inner && inner + by);
  }

  /** A reference to a reference is one of lvalues, unless both are of rvalues. */
  #reference(to: '&' | '&&'): string | undefined {
    const inner = this.#type();
    const both = /[^&]&$/.test(inner ?? '') ? '&' : to;
    return this.#remember(inner && inner.replace(/&+$/, '') + both);
  }

  /** `Dv4_f`. */
  #vector(): string | undefined {
    const size = /\d{1,9}_/y;
    size.lastIndex = this.#at;
    const text = size.exec(this.#text)?.[0];
    if (text === undefined) return undefined;
    this.#at += text.length;
    const element = this.#type();
    return this.#remember(element && `${element} vector[${text.slice(0, -1)}]`);
  }
}

function joined(scope: string, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  return scope === '' ? name : `${scope}::${name}`;
}
