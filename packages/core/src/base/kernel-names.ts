/**
 * Kernels by the names that people give them: the symbol, the name of the source, or a part that only one kernel has.
 *
 *     _Z18transposeCoalescedPfPKfii      by that, by transposeCoalesced, by Coalesced
 *     _ZN2ck4gemmIfLi32EEEvPT_           by ck::gemm<float, 32>, ck::gemm, gemm
 *     both                               by *e*m*, where several may be meant: * is any text, ? any character
 */
import { demangledName } from './demangle.ts';
import { type Message } from './diagnostic.ts';
import { messages } from './messages.ts';

/** The name of the source where the symbol is mangled, else the symbol itself. */
export function readableName(symbol: string): string {
  return demangledName(symbol) ?? symbol;
}

/** The symbol that is meant, or an error that lists candidates; `undefined` where there is none like it. */
export function symbolNamed(
  symbols: readonly string[],
  wanted: string,
): string | Message | undefined {
  if (symbols.includes(wanted)) return wanted;
  const asked = plain(withoutParameters(wanted));
  if (asked === '') return undefined;
  const known = symbols.map((symbol) => ({ symbol, name: plain(readableName(symbol)) }));
  const ways: readonly ((one: { symbol: string; name: string }) => boolean)[] = [
    ({ name }) => name === asked,
    ({ name }) => withoutArguments(name) === asked,
    ({ name }) => withoutScope(withoutArguments(name)) === asked,
    ({ symbol, name }) => symbol.includes(wanted) || name.includes(asked),
    ({ symbol, name }) =>
      isPattern(wanted) && (fitsPattern(symbol, wanted) || fitsPattern(name, asked)),
  ];
  for (const isMeant of ways) {
    const [first, ...others] = known.filter(isMeant);
    if (first === undefined) continue;
    if (others.length === 0) return first.symbol;
    const candidates = [first, ...others].map(({ symbol }) => candidateText(symbol, symbols));
    return messages.launch.ambiguousKernel(wanted, candidates);
  }
  return undefined;
}

/** All symbols that a text selects: those that match its pattern, else the one with that name. */
export function symbolsNamed(symbols: readonly string[], wanted: string): readonly string[] {
  const one = symbolNamed(symbols, wanted);
  if (typeof one === 'string') return [one];
  if (one === undefined || !isPattern(wanted)) return [];
  const asked = plain(wanted);
  return symbols.filter(
    (symbol) => fitsPattern(symbol, wanted) || fitsPattern(plain(readableName(symbol)), asked),
  );
}

const isPattern = (text: string): boolean => /[*?]/.test(text);

/** True when a pattern with `*` and `?` fits a whole name; in a time of at most the product of their lengths. */
export function fitsPattern(name: string, pattern: string): boolean {
  let at = 0;
  let part = 0;
  let star = -1;
  let behindStar = 0;
  while (at < name.length) {
    const letter = pattern[part];
    if (letter === '*') {
      star = part++;
      behindStar = at;
    } else if (letter === '?' || letter === name[at]) {
      part++;
      at++;
    } else if (star >= 0) {
      part = star + 1;
      at = ++behindStar;
    } else return false;
  }
  while (pattern[part] === '*') part++;
  return part === pattern.length;
}

/**
 * The names of a kernel, without white space: its symbol, its name in the source, and that name without template
 * arguments and without the scopes around it.
 */
export function namesOf(symbol: string): readonly string[] {
  const name = plain(readableName(symbol));
  const bare = withoutArguments(name);
  return [...new Set([symbol, name, bare, withoutScope(bare)])];
}

/** The name in a list of choices: the readable one where no other kernel has it, else the symbol. */
function candidateText(symbol: string, symbols: readonly string[]): string {
  const name = readableName(symbol);
  return symbols.filter((other) => readableName(other) === name).length === 1 ? name : symbol;
}

const plain = (name: string): string => name.replaceAll(/\s/g, '');

/** `f<a(1)>(int*)` without its last list in round brackets; `(anonymous namespace)` stays. */
function withoutParameters(name: string): string {
  const match = /^(.*[^\s(:])\s*\([^<>]*\)\s*$/.exec(name);
  return match?.[1] ?? name;
}

/** `f<a<b>>` without its last list in angle brackets. */
function withoutArguments(name: string): string {
  if (!name.endsWith('>')) return name;
  let depth = 0;
  for (let at = name.length - 1; at >= 0; at--) {
    if (name[at] === '>') depth++;
    if (name[at] === '<' && --depth === 0) return name.slice(0, at);
  }
  return name;
}

/** Behind the last `::`; of a name without arguments at its end. */
function withoutScope(name: string): string {
  return name.slice(name.lastIndexOf('::') + (name.includes('::') ? 2 : 0));
}
