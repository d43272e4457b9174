/**
 * What a statement declares, without a compiler: variables, fields, parameters, aliases of types and enumerators.
 *
 *     __shared__ alignas(16) float a[32][P], *b[4];       a: float, bounds 32 and P;  b: float, 1 pointer, bound 4
 *     typedef float Row[32];  float (*t)[32] = rows;      Row: alias of float[32];    t: pointer to float[32], with its initial value
 *
 * LIMITATIONS. What only a compiler can tell from an expression (`a * b;`) is read as a declaration. What macros make is not seen, but for
 * names that stand for qualifiers.
 */
import { ATTRIBUTES, type Block, functionAt, isInFunction, templateLists } from './blocks.ts';
import {
  argumentsIn,
  closingAngle,
  isEmpty,
  nextAt,
  plainText,
  type Range,
  splitAt,
  textOf,
  type Unit,
  wordAt,
} from './range.ts';

/** A variable, a field, a parameter, or an alias, which is declared as a variable of its type would be. */
export interface Declared {
  readonly kind: 'variable' | 'parameter' | 'alias';
  readonly name: string;
  /** The block in which the name holds. */
  readonly block: Block;
  /** The token of the name; of its type where it has none. */
  readonly at: number;
  /** `__shared__`, `const`, `extern` and the like, also those that a macro stands for. */
  readonly words: ReadonlySet<string>;
  /** `volatile` and alignments, as written. */
  readonly kept: readonly string[];
  /** The type without all of this; empty for a class without name that is defined here. */
  readonly type: Range;
  /** The `{` of a class that is defined here. */
  readonly record?: number | undefined;
  readonly pointers: number;
  readonly isReference: boolean;
  /** True where bounds are those of what it points or refers to: `float (*t)[32]`, `float (&t)[32]`. */
  readonly isInner: boolean;
  /** Outermost first; an empty one is `[]`. */
  readonly bounds: readonly Range[];
  /** Its initial value: behind `=`, or in braces or brackets. */
  readonly initial?: Range | undefined;
  /** Its place among the parameters. */
  readonly index?: number;
}

/** A constant of an enumeration: the value of another one and a number on top. */
export interface Enumerator {
  readonly kind: 'enumerator';
  readonly name: string;
  readonly block: Block;
  readonly at: number;
  /** Absent for the first one, which then counts from 0. */
  readonly base?: Range | undefined;
  readonly more: number;
}

/** A declaration of a function that has its body elsewhere. */
export interface Prototype {
  readonly kind: 'prototype';
  readonly name: string;
  readonly block: Block;
  readonly at: number;
  readonly list: number;
}

export type Named = Declared | Enumerator | Prototype;

/** What words stand for that a source defines: `#define SHARED __shared__`. */
export type Qualifiers = ReadonlyMap<string, readonly string[]>;

const QUALIFIERS = new Set([
  ...'static const volatile inline constexpr consteval constinit register mutable extern typename'.split(
    ' ',
  ),
  ...'__shared__ __device__ __host__ __constant__ __managed__ __global__ thread_local friend'.split(
    ' ',
  ),
  ...'__restrict__ __restrict restrict __forceinline__ __noinline__ typedef virtual __grid_constant__'.split(
    ' ',
  ),
  ...'__local __private __generic __kernel local private kernel constant'.split(' '),
]);
const BUILTIN = new Set(
  'unsigned signed char short int long float double bool void __int64 wchar_t'.split(' '),
);
const NO_TYPE = new Set([
  ...'return goto throw delete new else case break continue if for while do switch using namespace'.split(
    ' ',
  ),
  ...'public private protected template operator sizeof co_return co_await co_yield asm __asm static_assert'.split(
    ' ',
  ),
]);

/** Words for other places of OpenCL C, which are names in C++. */
const OPENCL_ONLY = new Set(['local', 'private', 'kernel', 'constant', 'global', '__global']);

interface Specifiers {
  readonly words: Set<string>;
  readonly kept: string[];
  readonly type: Range;
  readonly record?: number | undefined;
  /** The token of the first name. */
  readonly next: number;
}

/** Reads statements of a unit. */
export class DeclarationReader {
  readonly #unit: Unit;
  readonly #isOpencl: boolean;
  readonly #qualifiers: Qualifiers;

  constructor(unit: Unit, isOpencl: boolean, qualifiers: Qualifiers) {
    this.#unit = unit;
    this.#isOpencl = isOpencl;
    this.#qualifiers = qualifiers;
  }

  /** What a statement declares in a block; nothing for any other statement. */
  statement(block: Block, begin: number, to: number): Named[] {
    const unit = this.#unit;
    const from = this.#afterControls(templateLists(unit, begin, to).next, to);
    const first = wordAt(unit, from);
    if (first === 'using') return this.#using(block, from, to);
    const isTypedef = first === 'typedef';
    const enumeration = this.#enumeration(block, from, to);
    if (enumeration !== undefined) return enumeration;
    const dynamic = /^(?:HIP_)?DYNAMIC_SHARED$/.test(first)
      ? this.#dynamic(block, from)
      : undefined;
    if (dynamic !== undefined) return [dynamic];
    const specifiers = this.#specifiers(from, to);
    if (specifiers === undefined) return [];
    const kind = isTypedef ? 'alias' : 'variable';
    return this.#declarators(block, kind, specifiers, to) ?? this.#prototype(block, from, to);
  }

  /** The parameters in a list. */
  parameters(block: Block, list: number): Declared[] {
    const unit = this.#unit;
    const to = unit.pair[list] ?? -1;
    return argumentsIn({ unit, from: list + 1, to }).flatMap((part, index) => {
      const read = this.type(block, part.from, part.to);
      return read === undefined ? [] : [{ ...read, kind: 'parameter' as const, index }];
    });
  }

  /** A type, or a type with a name. */
  type(block: Block, from: number, to: number): Declared | undefined {
    const specifiers = this.#specifiers(from, to, true);
    const read = specifiers && this.#declarator(specifiers.next, to, true);
    if (specifiers === undefined || read === undefined) return undefined;
    const { next: _first, ...rest } = specifiers;
    const { next: _next, ...declarator } = read;
    return {
      kind: 'alias',
      block,
      ...rest,
      ...declarator,
      kept: [...rest.kept, ...declarator.kept],
    };
  }

  /** Behind `if (...)`, `else` and the like. */
  #afterControls(from: number, to: number): number {
    const unit = this.#unit;
    let at = from;
    for (;;) {
      const word = wordAt(unit, at);
      if (/^(?:if|for|while|switch|_Pragma)$/.test(word)) {
        if (wordAt(unit, at + 1) === 'constexpr') at++;
        at = nextAt(unit, at + 1, to);
      } else if (word === 'else' || word === 'do') at++;
      else return at;
      if (at >= to) return to;
    }
  }

  /** `using NAME = TYPE` */
  #using(block: Block, from: number, to: number): Named[] {
    const unit = this.#unit;
    if (unit.tokens[from + 1]?.kind !== 'name' || wordAt(unit, from + 2) !== '=') return [];
    const read = this.type(block, from + 3, to);
    return read === undefined ? [] : [{ ...read, at: from + 1, name: wordAt(unit, from + 1) }];
  }

  /** The constants of `enum NAME { ... }`; `undefined` for any other statement. */
  #enumeration(block: Block, from: number, to: number): Enumerator[] | undefined {
    const unit = this.#unit;
    const at = wordAt(unit, from) === 'typedef' ? from + 1 : from;
    if (wordAt(unit, at) !== 'enum') return undefined;
    let open = at + 1;
    while (open < to && wordAt(unit, open) !== '{') open++;
    const close = unit.pair[open] ?? -1;
    if (open >= to || close < 0) return undefined;
    let base: Range | undefined;
    let more = 0;
    return splitAt({ unit, from: open + 1, to: close }, (word) => word === ',').flatMap((part) => {
      if (unit.tokens[part.from]?.kind !== 'name' || isEmpty(part)) return [];
      if (wordAt(unit, part.from + 1) === '=' && part.from + 1 < part.to) {
        base = { ...part, from: part.from + 2 };
        more = 0;
      }
      const name = wordAt(unit, part.from);
      return [{ kind: 'enumerator' as const, name, block, at: part.from, base, more: more++ }];
    });
  }

  /** `HIP_DYNAMIC_SHARED(float, name)` */
  #dynamic(block: Block, from: number): Declared | undefined {
    const unit = this.#unit;
    const [type, name] = argumentsIn({ unit, from: from + 2, to: unit.pair[from + 1] ?? -1 });
    if (type === undefined || name === undefined || isEmpty(name)) return undefined;
    return {
      kind: 'variable',
      block,
      type,
      at: name.from,
      name: plainText(name),
      words: new Set(['extern', '__shared__']),
      kept: [],
      pointers: 0,
      isReference: false,
      isInner: false,
      bounds: [{ unit, from: name.to, to: name.to }],
    };
  }

  /** Everything before the first name; `isBare`: the name may be missing. */
  #specifiers(from: number, to: number, isBare = false): Specifiers | undefined {
    const unit = this.#unit;
    const words = new Set<string>();
    const kept: string[] = [];
    let type: Range | undefined;
    let record: number | undefined;
    let at = from;
    while (at < to) {
      const word = wordAt(unit, at);
      const isQualifier = QUALIFIERS.has(word) && (this.#isOpencl || !OPENCL_ONLY.has(word));
      const stands = this.#qualifiers.get(word);
      const list =
        ATTRIBUTES.has(word) && wordAt(unit, at + 1) === '(' ? unit.pair[at + 1] : undefined;
      if (isQualifier || (this.#isOpencl && /^(?:__)?global$/.test(word))) {
        words.add(word);
        if (word === 'volatile') kept.push(word);
        at++;
      } else if (stands !== undefined) {
        for (const one of stands) words.add(one);
        at++;
      } else if (list !== undefined && list >= 0 && word !== 'decltype') {
        const whole = { unit, from: at, to: list + 1 };
        if (plainText(whole).includes('( shared )')) words.add('__shared__');
        else if (/^(?:__align__|alignas|__attribute__)$/.test(word))
          kept.push(oneLine(textOf(whole)));
        at = list + 1;
      } else if (word === '[' && wordAt(unit, at + 1) === '[') at = nextAt(unit, at, to);
      else if (/^(?:struct|class|union)$/.test(word)) {
        const open = this.#braceOf(at + 1, to);
        if (open !== undefined) {
          record = open;
          type = { unit, from: open, to: open };
          at = (unit.pair[open] ?? open) + 1;
        } else at++;
      } else if (BUILTIN.has(word)) {
        const isMore = type !== undefined && BUILTIN.has(wordAt(unit, type.from));
        type = { unit, from: isMore && type !== undefined ? type.from : at, to: at + 1 };
        at++;
      } else {
        const end = unit.tokens[at]?.kind === 'name' || word === '::' ? this.#path(at, to) : at;
        if (end === at || NO_TYPE.has(word)) break;
        const isAttribute = ATTRIBUTES.has(wordAt(unit, end)) && end < to;
        const isLast = isAttribute || !this.#beginsName(end, to);
        const isName = type !== undefined && end === at + 1 && isLast;
        if (isName || (type === undefined && !isBare && !this.#beginsName(end, to))) break;
        // Of several names in front of a name only the last one is a type: others are macros.
        type = { unit, from: at, to: end };
        at = end;
      }
    }
    return type === undefined ? undefined : { words, kept, type, record, next: at };
  }

  /** True where a name, or what may be before it, follows a type. */
  #beginsName(at: number, to: number): boolean {
    const unit = this.#unit;
    if (at >= to) return false;
    const word = wordAt(unit, at);
    if (/^(?:\*|&|&&)$/.test(word) || unit.tokens[at]?.kind === 'name') return !NO_TYPE.has(word);
    return word === '(' && /^[*&]/.test(wordAt(unit, at + 1));
  }

  /** Behind `A<int>::template B`. */
  #path(from: number, to: number): number {
    const unit = this.#unit;
    let at = from;
    if (wordAt(unit, at) === '::') at++;
    for (;;) {
      if (wordAt(unit, at) === 'template') at++;
      if (at >= to || unit.tokens[at]?.kind !== 'name') return from;
      at++;
      if (wordAt(unit, at) === '<') at = (closingAngle(unit, at, to) ?? at - 1) + 1;
      if (at >= to || wordAt(unit, at) !== '::') return Math.min(at, to);
      at++;
    }
  }

  /** The `{` of `struct NAME {`. */
  #braceOf(from: number, to: number): number | undefined {
    const unit = this.#unit;
    for (let at = from; at < to; at = nextAt(unit, at, to)) {
      const word = wordAt(unit, at);
      if (word === '{') return (unit.pair[at] ?? -1) >= 0 ? at : undefined;
      if (unit.tokens[at]?.kind !== 'name' && !/^(?:[:(,<>]|::)$/.test(word)) return undefined;
    }
    return undefined;
  }

  /** All names of a declaration; `undefined` where one is not understood. */
  #declarators(
    block: Block,
    kind: 'variable' | 'alias',
    { next, ...specifiers }: Specifiers,
    to: number,
  ): Declared[] | undefined {
    const unit = this.#unit;
    const found: Declared[] = [];
    for (let at = next; at < to;) {
      const read = this.#declarator(at, to, false, isInFunction(block));
      if (read === undefined) return found.length > 0 ? found : undefined;
      const { next: end, ...declarator } = read;
      found.push({
        kind,
        block,
        ...specifiers,
        ...declarator,
        kept: [...specifiers.kept, ...declarator.kept],
      });
      if (end < to && wordAt(unit, end) !== ',') return found;
      at = end + 1;
    }
    return found;
  }

  /** A name with its pointers, bounds and initial value; `isBare`: of a parameter or a type, which may have no name. */
  #declarator(
    from: number,
    to: number,
    isBare: boolean,
    isObject = false,
  ): (Omit<Declared, 'kind' | 'block' | 'words' | 'type'> & { readonly next: number }) | undefined {
    const unit = this.#unit;
    const outer = this.#signs(from, to);
    let at = outer.next;
    let [name, isInner, pointers, isReference] = [at, false, outer.pointers, outer.isReference];
    const close = unit.pair[at] ?? -1;
    if (wordAt(unit, at) === '(' && close > at) {
      const inner = this.#signs(at + 1, close);
      if (inner.pointers === 0 && !inner.isReference) return undefined;
      [name, isInner] = [inner.next, true];
      pointers += inner.pointers;
      isReference ||= inner.isReference;
      const isNamed = unit.tokens[name]?.kind === 'name' && name < close;
      if (!isNamed && !isBare) return undefined;
      at = close + 1;
      // `float *(*t[4])` and pointers to functions.
      if (name + (isNamed ? 1 : 0) !== close || wordAt(unit, at) !== '[') return undefined;
    } else if (at < to && unit.tokens[at]?.kind === 'name') at++;
    else if (!isBare) return undefined;
    const bounds: Range[] = [];
    const kept: string[] = [];
    let initial: Range | undefined;
    while (at < to) {
      const word = wordAt(unit, at);
      const end = unit.pair[at] ?? -1;
      if (word === '[' && end > at) {
        bounds.push({ unit, from: at + 1, to: end });
        at = end + 1;
      } else if (ATTRIBUTES.has(word) && wordAt(unit, at + 1) === '(') {
        const next = nextAt(unit, at + 1, to);
        kept.push(oneLine(textOf({ unit, from: at, to: next })));
        at = next;
      } else if (word === '=') {
        let stop = at + 1;
        while (stop < to && wordAt(unit, stop) !== ',') {
          const angle = wordAt(unit, stop) === '<' ? closingAngle(unit, stop, to) : undefined;
          stop = angle === undefined ? nextAt(unit, stop, to) : angle + 1;
        }
        initial = { unit, from: at + 1, to: stop };
        at = stop;
      } else if (
        (word === '{' || (word === '(' && isObject)) &&
        end > at &&
        initial === undefined
      ) {
        initial = { unit, from: at + 1, to: end };
        at = end + 1;
      } else if (word === ':') at = to;
      else break;
    }
    if (at < to && wordAt(unit, at) !== ',') return undefined;
    const text = unit.tokens[name]?.kind === 'name' && name < to ? wordAt(unit, name) : '';
    return {
      name: text,
      at: name,
      kept,
      pointers,
      isReference,
      isInner,
      bounds,
      initial,
      next: at,
    };
  }

  /** Pointers and references before a name. */
  #signs(from: number, to: number): { pointers: number; isReference: boolean; next: number } {
    let [at, pointers, isReference] = [from, 0, false];
    for (; at < to; at++) {
      const word = wordAt(this.#unit, at);
      if (word === '*') pointers++;
      else if (word === '&' || word === '&&') isReference = true;
      else if (!QUALIFIERS.has(word) && !this.#qualifiers.has(word)) break;
      else if (OPENCL_ONLY.has(word) && !this.#isOpencl) break;
    }
    return { pointers, isReference, next: at };
  }

  #prototype(block: Block, from: number, to: number): Prototype[] {
    const call = isInFunction(block) ? undefined : functionAt(this.#unit, from, to);
    if (call === undefined || call.isAssigned) return [];
    return [{ kind: 'prototype', name: call.name, block, at: call.list - 1, list: call.list }];
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
