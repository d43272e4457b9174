/**
 * Declarations of `__shared__` arrays in the code of a source, with the function and the templates that they are in.
 *
 *     template <int P> __device__ void f() { for (;;) { __shared__ float a[32][P], b[4]; } }
 *
 *     a: float, lengths 32 and P, of f with parameter P;  b: float, length 4, of f
 */
import { closingBracket, type SourceLine } from '@ldscope/core';

/** A class or function, with the names of its template parameters. */
interface Scope {
  readonly name: string;
  readonly parameters: readonly string[];
}

interface Owner extends Scope {
  /** The class around it. */
  readonly scope?: Scope | undefined;
}

export interface SharedDeclaration {
  readonly name: string;
  /** Without `const`, alignment and the like. */
  readonly type: string;
  /** `volatile` and alignments, as written: `alignas(16)`. */
  readonly qualifiers: readonly string[];
  readonly isPointer: boolean;
  /** As written, outermost first. */
  readonly lengths: readonly string[];
  /** The function; absent outside of functions. */
  readonly owner?: Owner | undefined;
  readonly place: SourceLine;
}

/** Most nested brackets of a source. */
const MOST_OPEN = 1000;
/** Most characters of the head of a function, as written and without more blanks than it needs. */
const MOST_LENGTH = 4000;
const MOST_HEAD = 1000;
/** Most characters of a declaration. */
const MOST_DECLARED = 500;

/** All of them in code that has neither comments nor directives. */
export function sharedDeclarations(file: string, code: string): SharedDeclaration[] {
  const found: SharedDeclaration[] = [];
  const open: (Block | undefined)[] = [];
  let [round, head, line, lineStart] = [0, 0, 1, 0];
  for (const match of code.matchAll(/[(){};\n]|\b__shared__\b/g)) {
    const at = match.index;
    const mark = match[0];
    if (mark === '\n') [line, lineStart] = [line + 1, at + 1];
    else if (mark === '(') round++;
    else if (mark === ')') round = Math.max(0, round - 1);
    else if (mark === '__shared__') {
      const end = endOfDeclaration(code, at);
      const before = code.slice(Math.max(head, at - MOST_DECLARED), at);
      const place = (index: number): SourceLine => {
        const between = code.slice(at, index).split('\n');
        const column = between.length === 1 ? index - lineStart : (between.at(-1)?.length ?? 0);
        return { file, line: line + between.length - 1, column: column + 1 };
      };
      const owner = ownerIn(open);
      if (owner === 'unknown' || end === undefined) continue;
      found.push(
        ...declared(before, code, at + mark.length, end).map(({ index, ...rest }) => ({
          ...rest,
          owner,
          place: place(index),
        })),
      );
    } else if (mark === '{') {
      if (open.length >= MOST_OPEN) return found;
      const before = code.slice(Math.max(head, at - MOST_LENGTH), at).replace(/\s+/g, ' ');
      open.push(round > 0 ? undefined : blockOf(before.slice(-MOST_HEAD)));
      // A lambda in an argument has statements of its own.
      if (round === 0) head = at + 1;
    } else if (mark === '}') {
      open.pop();
      if (round === 0) head = at + 1;
    } else if (round === 0) head = at + 1;
  }
  return found;
}

type Block =
  | ({ readonly kind: 'function' } & Owner)
  | ({ readonly kind: 'class' } & Scope)
  | { readonly kind: 'lambda' };

/** The innermost function; `unknown` in a lambda or between brackets. */
function ownerIn(open: readonly (Block | undefined)[]): SharedDeclaration['owner'] | 'unknown' {
  const blocks = open.filter((block) => block === undefined || block !== PLAIN);
  const inner = blocks.at(-1);
  if (inner === undefined) return blocks.length === 0 ? undefined : 'unknown';
  if (inner.kind !== 'function') return 'unknown';
  const around = blocks.at(-2);
  const { name, parameters, scope = around?.kind === 'class' ? around : undefined } = inner;
  return { name, parameters, scope };
}

/** A namespace, a loop, or a block alone. */
const PLAIN: Block = { kind: 'class', name: '', parameters: [] };

const ATTRIBUTE =
  /\b(?:__launch_bounds__|__attribute__|__declspec|__cluster_dims__|__block_size__|__maxnreg__|__align__|alignas|noexcept|decltype|requires)\s*$/;

/** The text before `{`. */
function blockOf(head: string): Block {
  const [parameters, rest] = templateOf(head);
  const type =
    /^\s*(?:typedef\s+)?(?:struct|class|union)\b[^(]*?(\w+)\s*(?:final\s*)?(?::[^:][^]*)?$/.exec(
      rest,
    );
  if (type !== null) return { kind: 'class', name: type[1] ?? '', parameters };
  for (let at = rest.indexOf('('); at >= 0; at = rest.indexOf('(', at + 1)) {
    const before = rest.slice(0, at);
    if (ATTRIBUTE.test(before)) {
      at = closingBracket(rest, at);
      continue;
    }
    if (/[\]=]\s*(?:<[^]*>\s*)?$/.test(before)) return { kind: 'lambda' };
    const [, name = ''] = /(\w+)\s*$/.exec(before) ?? [];
    if (/^(?:if|constexpr|for|while|switch|catch|do|else|return)$/.test(name)) return PLAIN;
    if (name === '' || /\boperator\b/.test(before)) return { kind: 'lambda' };
    // Of `K<T>::go` the parameters are those of K.
    const member = /(\w+)\s*(?:<([^<>]*)>\s*)?::\s*\w+\s*$/.exec(before);
    if (member === null) return { kind: 'function', name, parameters };
    const [, scope = '', list = ''] = member;
    const isOfClass = list.replace(/\s/g, '') === parameters.join(',');
    const own = { name: scope, parameters: isOfClass ? parameters : [] };
    return { kind: 'function', name, parameters: [], scope: own };
  }
  return /\]\s*$/.test(rest) ? { kind: 'lambda' } : PLAIN;
}

/** `template <typename T, int N = 4> REST`: T and N; none where one is a pack, or several lists follow each other. */
function templateOf(head: string): [parameters: string[], rest: string] {
  const start = /^\s*(?:\w+\s*:\s*)?template\s*</.exec(head);
  if (start === null) return [[], head];
  const parts: string[] = [];
  let [depth, from, at] = [1, start[0].length, start[0].length];
  for (; at < head.length && depth > 0; at++) {
    const letter = head[at] ?? '';
    if ('<({['.includes(letter)) depth++;
    else if ('>)}]'.includes(letter)) depth--;
    if (depth > 0 && (letter !== ',' || depth > 1)) continue;
    parts.push(head.slice(from, at));
    from = at + 1;
  }
  const [more, rest] = templateOf(head.slice(at));
  const names = parts.map((part) => /(\w+)\s*$/.exec(part.replace(/=[^]*$/, ''))?.[1] ?? '');
  const isPlain = more.length === 0 && !parts.some((part) => part.includes('...'));
  return [isPlain && !names.includes('') ? names : [], rest];
}

/** The `;` of a declaration; `undefined` for any other text. */
function endOfDeclaration(code: string, start: number): number | undefined {
  const end = code.slice(start, start + MOST_DECLARED).search(/[;{}=]/);
  return end >= 0 && code[start + end] === ';' ? start + end : undefined;
}

const QUALIFIER =
  /\b(?:static|const|volatile|inline|constexpr|register|mutable|__device__|__restrict__|typename)\b/g;
const ALIGNED = String.raw`\b(?:alignas|__align__|__attribute__)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
const ALIGNMENT = new RegExp(String.raw`${ALIGNED}|\[\[[^\]]*\]\]`, 'g');
/** What a declaration of the array in another layout has to keep. */
const KEPT = new RegExp(String.raw`\bvolatile\b|${ALIGNED}`, 'g');

const qualifiersIn = (text: string): string[] =>
  [...text.matchAll(KEPT)].map(([all]) => all.replace(/\s+/g, ' '));

type Declared = Pick<
  SharedDeclaration,
  'name' | 'type' | 'qualifiers' | 'isPointer' | 'lengths'
> & {
  readonly index: number;
};

/** `float a[32][33], b[4]` between a place and its `;`. */
function declared(before: string, code: string, start: number, end: number): Declared[] {
  const plain = (text: string): string =>
    text
      .replace(ALIGNMENT, (all) => ' '.repeat(all.length))
      .replace(QUALIFIER, (all) => ' '.repeat(all.length));
  const words = plain(before);
  const text = plain(code.slice(start, end));
  if (/\bextern\b/.test(`${before} ${text}`)) return [];
  // A type may be on either side: `float __shared__ a[4]`.
  const statement = words.search(/[^;{})]*$/);
  const early = /([\w:]+(?:\s+\w+)*)\s*$/.exec(words.slice(statement))?.[1] ?? '';
  const common = qualifiersIn(before.slice(statement));
  const found: Declared[] = [];
  let type = early;
  const pattern =
    /([\w:\s]*?(?:<[^;]*>)?)\s*(\**)\s*(\b[A-Za-z_]\w*)\s*((?:\[[^[\]]*\]\s*)*)(?:,|$)/y;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [all, own = '', stars = '', name = '', dimensions = ''] = match;
    if (found.length === 0 && own.trim() !== '') type = `${early} ${own}`;
    else if (own.trim() !== '') break;
    const lengths = [...dimensions.matchAll(/\[([^\]]*)\]/g)].map(([, length = '']) =>
      length.trim(),
    );
    const index = start + match.index + all.indexOf(name, own.length);
    const words = type.trim().replace(/\s+/g, ' ');
    if (words === '') break;
    // In front of the first name are those of all, behind a name its own.
    if (found.length === 0) common.push(...qualifiersIn(code.slice(start, index)));
    const behind = qualifiersIn(code.slice(index, start + pattern.lastIndex));
    const qualifiers = [...common, ...behind];
    found.push({ name, type: words, qualifiers, isPointer: stars !== '', lengths, index });
    if (pattern.lastIndex >= text.length) break;
  }
  return found.filter(({ lengths }) => lengths.length > 0 && !lengths.includes(''));
}
