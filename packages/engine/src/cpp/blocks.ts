/**
 * The blocks of a source in each other, and the statements of each: classes, functions, lambdas, and braces that mean nothing here.
 *
 *     template <int P> __device__ void f(float *p) { for (;;) { __shared__ float a[32][P], b[4]; } }
 *
 *     file > function f, with P and a list of parameters > plain, with one statement
 */
import { closingAngle, nextAt, type Range, type Unit, wordAt } from './range.ts';

export interface Block {
  readonly kind: 'file' | 'namespace' | 'class' | 'function' | 'lambda' | 'plain';
  readonly unit: Unit;
  /** Of a class or function, or of the variable that a lambda is assigned to; else empty. */
  readonly name: string;
  readonly around: Block | undefined;
  /** Tokens: where its head begins, and its braces; -1 and the number of tokens for a file. */
  readonly head: number;
  readonly open: number;
  readonly close: number;
  readonly isUnion: boolean;
  /** Tokens of the brackets around its parameters; absent where it has none. */
  readonly list?: number | undefined;
  /** The class of `K<T>::go`, by the token of its name. */
  readonly scope?: number | undefined;
}

/** True where statements are executed one after the other. */
export const isInFunction = ({ kind }: Block): boolean =>
  kind === 'function' || kind === 'lambda' || kind === 'plain';

/** Tokens of a statement, without its `;`. */
interface Statement {
  readonly block: Block;
  readonly from: number;
  readonly to: number;
}

export interface Blocks {
  readonly file: Block;
  readonly blocks: readonly Block[];
  readonly statements: readonly Statement[];
  /** By token: the number of the innermost block. */
  readonly blockOf: Int32Array;
}

/** Most brackets in each other. */
const MOST_OPEN = 400;
/** Most tokens of the head of a block. */
const MOST_HEAD = 600;

/** A bracket that is open: a block, or the list of an initializer or of arguments, whose statement goes on behind it. */
interface Frame {
  readonly open: number;
  readonly block: Block;
  readonly index: number;
  readonly isList: boolean;
  /** The first token of the statement that is being read. */
  head: number;
}

export function blocksOf(unit: Unit): Blocks {
  const { tokens, pair } = unit;
  const end = tokens.length;
  const plain = { unit, name: '', isUnion: false };
  const file: Block = { ...plain, kind: 'file', around: undefined, head: 0, open: -1, close: end };
  const blocks: Block[] = [file];
  const statements: Statement[] = [];
  const blockOf = new Int32Array(end);
  let top: Frame = { open: -1, block: file, index: 0, isList: false, head: 0 };
  const frames: Frame[] = [top];
  const finish = (at: number): void => {
    if (at > top.head) statements.push({ block: top.block, from: top.head, to: at });
    top.head = at + 1;
  };
  for (let at = 0; at < end; at++) {
    const word = wordAt(unit, at);
    blockOf[at] = top.index;
    if (word === ';') {
      const isInFor = top.isList && wordAt(unit, top.open - 1) === 'for';
      if (!top.isList || (isInFor && top.head === top.open + 1)) finish(at);
    } else if ((word === '(' && (pair[at] ?? -1) >= 0) || word === '{') {
      if (frames.length >= MOST_OPEN) break;
      const made = word === '{' ? blockAt(unit, top, at) : undefined;
      const index = made === undefined ? top.index : blocks.push(made) - 1;
      const block = made ?? top.block;
      top = { open: at, block, index, isList: made === undefined, head: at + 1 };
      frames.push(top);
    } else if ((word === ')' || word === '}') && (pair[at] ?? -1) >= 0) {
      if (!top.isList) finish(at);
      while (top.open !== pair[at] && frames.length > 1) top = popped(frames);
      const { block, isList } = top;
      top = popped(frames);
      // A statement goes on behind a class and a lambda.
      if (!isList && block.kind !== 'class' && block.kind !== 'lambda') top.head = at + 1;
    }
  }
  return { file, blocks, statements, blockOf };
}

function popped(frames: Frame[]): Frame {
  frames.pop();
  const top = frames.at(-1);
  if (top === undefined) throw new Error('the frame of the file stays open');
  return top;
}

const CONTROLS = new Set(['if', 'for', 'while', 'switch', 'catch', 'constexpr', 'do', 'else']);
/** Names with a list behind them that declare nothing. */
export const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...'__launch_bounds__ __attribute__ __declspec __cluster_dims__ __block_size__ __maxnreg__'.split(
    ' ',
  ),
  ...'__align__ alignas noexcept decltype requires _Pragma explicit'.split(' '),
]);
const SPECIFIERS = new Set(
  'mutable noexcept constexpr const override final __device__ __host__ __forceinline__'.split(' '),
);

/** The block that a `{` opens; `undefined` for the list of an initializer or of an enumeration. */
function blockAt(unit: Unit, frame: Frame, open: number): Block | undefined {
  const { block: around, isList } = frame;
  const head = Math.max(frame.head, open - MOST_HEAD);
  const close = unit.pair[open] ?? -1;
  const plain = {
    unit,
    name: '',
    around,
    head,
    open,
    isUnion: false,
    list: undefined,
    close: close < 0 ? unit.tokens.length : close,
  };
  const lambda = lambdaAt(unit, open);
  if (lambda !== undefined) return { ...plain, ...lambda, kind: 'lambda' };
  if (isList) return undefined;
  const before = wordAt(unit, open - 1);
  if (open === head || /^(?:do|else|try)$/.test(before)) return { ...plain, kind: 'plain' };
  if (/^(?:[=,([?]|return)$/.test(before)) return undefined;
  const start = templateLists(unit, head, open).next;
  const first = wordAt(unit, start);
  const words = wordsIn(unit, start, open);
  if (words.includes('enum')) return undefined;
  if (words.includes('namespace') || (first === 'extern' && open === start + 1))
    return { ...plain, kind: 'namespace' };
  const call = functionAt(unit, start, open);
  const key = words.find((word) => /^(?:struct|class|union)$/.test(word));
  if (key !== undefined && call === undefined)
    return {
      ...plain,
      kind: 'class',
      name: className(unit, start, open),
      isUnion: key === 'union',
    };
  if (call === undefined) return /^[\w>\]]/.test(before) ? undefined : { ...plain, kind: 'plain' };
  if (call.isAssigned) return undefined;
  const { name, list, scope } = call;
  if (CONTROLS.has(name) || isInFunction(around)) return { ...plain, kind: 'plain' };
  const behind = (unit.pair[list] ?? list) + 1;
  // In `: a{1}, b(2) {` a brace behind a name is a value.
  if (wordAt(unit, behind) === ':' && /^[\w>]/.test(before)) return undefined;
  return { ...plain, kind: 'function', name, list, scope };
}

/** Words of a head outside of brackets. */
function wordsIn(unit: Unit, from: number, to: number): string[] {
  const words: string[] = [];
  for (let at = from; at < to; at = nextAt(unit, at, to)) words.push(wordAt(unit, at));
  return words;
}

/** The token behind labels such as `public:`. */
function afterLabels(unit: Unit, from: number): number {
  let at = from;
  for (;;) {
    const label = wordAt(unit, at) === 'case' ? at + 1 : at;
    if (!/^\w+$/.test(wordAt(unit, label)) || wordAt(unit, label + 1) !== ':') return at;
    at = label + 2;
  }
}

/** Lists of parameters of templates that a statement begins with, and the token behind them. */
export function templateLists(
  unit: Unit,
  from: number,
  to: number,
): { readonly lists: readonly Range[]; readonly next: number } {
  const lists: Range[] = [];
  let at = afterLabels(unit, from);
  while (wordAt(unit, at) === 'template' && wordAt(unit, at + 1) === '<') {
    const close = closingAngle(unit, at + 1, to);
    if (close === undefined) break;
    lists.push({ unit, from: at + 2, to: close });
    at = close + 1;
  }
  return { lists, next: at };
}

/** The last name before the bases of a class. */
function className(unit: Unit, from: number, to: number): string {
  let name = '';
  for (let at = from; at < to; at = nextAt(unit, at, to)) {
    const word = wordAt(unit, at);
    if (word === ':') break;
    if (word === '<') at = closingAngle(unit, at, to) ?? at;
    const isName = unit.tokens[at]?.kind === 'name' && wordAt(unit, at + 1) !== '(';
    if (isName && !/^(?:struct|class|union|final|typedef|static|const)$/.test(word)) name = word;
  }
  return name;
}

interface FunctionHead {
  readonly name: string;
  readonly list: number;
  readonly scope: number | undefined;
  /** True where it is a call in the initial value of something. */
  readonly isAssigned: boolean;
}

/** The name before the first list that is not of an attribute. */
export function functionAt(unit: Unit, from: number, to: number): FunctionHead | undefined {
  let isAssigned = false;
  for (let at = from; at < to;) {
    const word = wordAt(unit, at);
    if (word === 'operator') {
      let list = at + 1;
      while (list < to && (wordAt(unit, list) !== '(' || list === at + 1))
        list = nextAt(unit, list, to);
      const name = unit.tokens
        .slice(at, list)
        .map(({ text }) => text)
        .join('');
      return wordAt(unit, list) === '(' ? { name, list, scope: undefined, isAssigned } : undefined;
    }
    if (word === '=') isAssigned = true;
    const close = word === '<' ? closingAngle(unit, at, to) : undefined;
    const before = wordAt(unit, at - 1);
    if (word === '(' && at > from && !ATTRIBUTES.has(before)) {
      const [name, colons] = [at - 1, wordAt(unit, at - 2)];
      if (unit.tokens[name]?.kind !== 'name') return undefined;
      const scope = colons === '::' ? scopeBefore(unit, at - 2, from) : undefined;
      return { name: before, list: at, scope, isAssigned };
    }
    at = close === undefined ? nextAt(unit, at, to) : close + 1;
  }
  return undefined;
}

/** The token of K in `K<T>::`. */
function scopeBefore(unit: Unit, colons: number, from: number): number | undefined {
  let at = colons - 1;
  if (wordAt(unit, at) === '>') {
    while (at > from && wordAt(unit, at) !== '<') at--;
    at--;
  }
  return unit.tokens[at]?.kind === 'name' ? at : undefined;
}

/** Most tokens between the parameters of a lambda and its `{`. */
const MOST_SPECIFIERS = 16;

/** The name and the parameters of a lambda whose body begins here. */
function lambdaAt(unit: Unit, open: number): Pick<Block, 'name' | 'list'> | undefined {
  let at = open - 1;
  const least = Math.max(0, open - MOST_SPECIFIERS);
  while (at > least && !/^[)\]]$/.test(wordAt(unit, at))) {
    const word = wordAt(unit, at);
    const isPart = unit.tokens[at]?.kind === 'name' || /^(?:->|::|[<>*&,])$/.test(word);
    if (!isPart) return undefined;
    at--;
  }
  const isDirect =
    at === open - 1 || SPECIFIERS.has(wordAt(unit, at + 1)) || wordAt(unit, at + 1) === '->';
  if (!isDirect) return undefined;
  let list: number | undefined;
  if (wordAt(unit, at) === ')') {
    list = unit.pair[at] ?? -1;
    if (list < 0) return undefined;
    at = list - 1;
    // `[]<int N>(...)`
    if (wordAt(unit, at) === '>') {
      const first = Math.max(0, at - MOST_SPECIFIERS);
      while (at > first && wordAt(unit, at) !== '<') at--;
      at--;
    }
  }
  const bracket = unit.pair[at] ?? -1;
  if (wordAt(unit, at) !== ']' || bracket < 0) return undefined;
  const { kind } = unit.tokens[bracket - 1] ?? {};
  const before = wordAt(unit, bracket - 1);
  const isOperand =
    (kind === 'name' && before !== 'return') || kind === 'number' || /^[)\]]$/.test(before);
  if (isOperand) return undefined;
  const isNamed = before === '=' && unit.tokens[bracket - 2]?.kind === 'name';
  return { name: isNamed ? wordAt(unit, bracket - 2) : '', list };
}
