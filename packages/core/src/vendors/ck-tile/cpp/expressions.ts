/**
 * Expressions of C++ by recursive descent: `number<kK / kKPack>{}`, `sizeof(T) < 4 ? 1 : 2`, `config.template at<0>()`.
 *
 * Whether `a <` begins a list of template arguments is tried, once at each place: it does where the list is closed and what
 * follows can be behind one.
 */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import {
  binaryAt,
  type BinaryGrammar,
  cBindings,
  type COperator,
} from '../../../base/precedence.ts';
import type { Span } from '../../../base/span.ts';
import type { CppCursor } from './cpp-cursor.ts';
import type { Expression, Segment } from './syntax.ts';

/** Levels of parentheses, calls and templates. */
const DEEPEST = 60;

/** An expression; `inTemplate` where `>` ends it. */
export function expressionAt(cursor: CppCursor, inTemplate = false): Expression | undefined {
  return cursor.deeper(DEEPEST, () => choiceAt(cursor, inTemplate));
}

const spanFrom = (cursor: CppCursor, { start }: Span): Span => ({ start, end: cursor.lastEnd });

function choiceAt(cursor: CppCursor, inTemplate: boolean): Expression | undefined {
  const condition = binaryAt(operators, { cursor, inTemplate });
  if (condition === undefined || !cursor.eat('?')) return condition;
  const yes = expressionAt(cursor, inTemplate);
  if (yes === undefined || cursor.expect(':') === undefined) return undefined;
  const no = expressionAt(cursor, inTemplate);
  if (no === undefined) return undefined;
  return { kind: 'choice', condition, yes, no, ...spanFrom(cursor, condition) };
}

interface Place {
  readonly cursor: CppCursor;
  readonly inTemplate: boolean;
}

const operators: BinaryGrammar<Place, Expression, COperator> = {
  bindings: cBindings,
  operandAt: ({ cursor }) => unaryAt(cursor),
  signAt: ({ cursor, inTemplate }) => {
    const sign = cursor.operator(inTemplate);
    // `a += b` is another sign.
    return sign?.length === 1 && cursor.atPair(`${sign}=`) ? undefined : sign;
  },
  take: ({ cursor }, sign) => {
    // `const T&` and `T*` as types.
    const isType = /^(?:&&?|\*)$/.test(sign) && /^[>,)]$/.test(cursor.peek(1).text);
    cursor.takeOperator(sign);
    return !isType;
  },
  combine: ({ cursor }, sign, left, right) => ({
    kind: 'binary',
    sign,
    left,
    right,
    ...spanFrom(cursor, left),
  }),
};

function unaryAt(cursor: CppCursor): Expression | undefined {
  const word = cursor.peek();
  if (word.kind === 'sign' && ['-', '+', '!', '~'].includes(word.text)) {
    cursor.take();
    const of = cursor.deeper(DEEPEST, () => unaryAt(cursor));
    return of && { kind: 'unary', sign: word.text, of, ...spanFrom(cursor, word) };
  }
  const primary = primaryAt(cursor);
  return primary && suffixesAt(cursor, primary);
}

function primaryAt(cursor: CppCursor): Expression | undefined {
  const word = cursor.peek();
  if (word.kind === 'number') {
    const number = cursor.number('a number');
    return number && { kind: 'number', value: number.value, start: word.start, end: word.end };
  }
  if (cursor.at('::')) cursor.take();
  if (cursor.at('(')) {
    cursor.take();
    const inner = expressionAt(cursor);
    return inner !== undefined && cursor.expect(')') ? inner : undefined;
  }
  if (cursor.at('{')) {
    cursor.take();
    const args = cursor.list('}', () => expressionAt(cursor));
    return args && { kind: 'braces', type: undefined, args, ...spanFrom(cursor, word) };
  }
  if (cursor.at('[')) return cursor.lambda(cursor);
  if (word.kind !== 'name') return cursor.expected('a value');
  switch (word.text) {
    case 'typename':
    case 'const':
    case 'constexpr':
      cursor.take();
      return cursor.deeper(DEEPEST, () => primaryAt(cursor));
    case 'true':
    case 'false':
      cursor.take();
      return { kind: 'flag', value: word.text === 'true', start: word.start, end: word.end };
    case 'sizeof': {
      cursor.take();
      const of = cursor.expect('(') && expressionAt(cursor);
      if (of === undefined || cursor.expect(')') === undefined) return undefined;
      return { kind: 'sizeof', of, ...spanFrom(cursor, word) };
    }
    case 'decltype': {
      cursor.take();
      const of = cursor.expect('(') && expressionAt(cursor);
      return of !== undefined && cursor.expect(')') ? of : undefined;
    }
    case 'static_cast': {
      cursor.take();
      const type = cursor.expect('<') && expressionAt(cursor, true);
      if (type === undefined || cursor.expect('>') === undefined) return undefined;
      const of = cursor.expect('(') && expressionAt(cursor);
      return of !== undefined && cursor.expect(')') ? of : undefined;
    }
    case 'unsigned':
    case 'signed':
    case 'long':
    case 'short':
      return integerType(cursor);
    default:
      return pathAt(cursor);
  }
}

/** `unsigned long`, `long long int`. */
function integerType(cursor: CppCursor): Expression {
  const word = cursor.peek();
  const words: string[] = [];
  while (/^(?:unsigned|signed|long|short|int)$/.test(cursor.peek().text)) {
    words.push(cursor.take().text);
  }
  const isLong = words.includes('long');
  const bits = words.includes('short') ? 16 : isLong ? 64 : 32;
  const name = `${words.includes('unsigned') ? 'u' : ''}int${bits}_t`;
  const span = spanFrom(cursor, word);
  return { kind: 'name', path: [{ name, ...span }], ...span };
}

/** `Policy::template Make<Problem>` */
export function pathAt(cursor: CppCursor, wanted = 'a name'): Expression | undefined {
  const first = cursor.peek();
  const path: Segment[] = [];
  do {
    cursor.eat('template');
    const segment = segmentAt(cursor, wanted);
    if (segment === undefined) return undefined;
    path.push(segment);
  } while (cursor.eat('::'));
  return { kind: 'name', path, ...spanFrom(cursor, first) };
}

function segmentAt(cursor: CppCursor, wanted = 'a name'): Segment | undefined {
  const name = cursor.name(wanted);
  if (name === undefined) return undefined;
  const args = templateArguments(cursor);
  if (cursor.fault !== undefined) return undefined;
  return { name: name.text, ...(args && { args }), ...spanFrom(cursor, name) };
}

/** `<half_t, 8>`; `undefined` where `<` compares. */
export function templateArguments(cursor: CppCursor): Expression[] | undefined {
  if (!cursor.at('<') || cursor.atPair('<=') || cursor.atPair('<<')) return undefined;
  const place = cursor.taken;
  const earlier = cursor.comparisons.get(place);
  if (earlier !== undefined) return compared(cursor, earlier);
  const tried = cursor.attempt(() => {
    cursor.take();
    const args = cursor.list('>', () => argumentAt(cursor));
    const next = cursor.peek();
    const isEnd = next.kind !== 'name' && next.kind !== 'number';
    return args !== undefined && (isEnd || isDeclared(cursor)) ? args : undefined;
  });
  if ('value' in tried) return tried.value;
  cursor.comparisons.set(place, tried.fault);
  return compared(cursor, tried.fault);
}

/** An expression that nests too deeply does so in either reading. */
function compared(cursor: CppCursor, fault: Diagnostic): undefined {
  const isTooDeep = fault.code === 'syntax/too-deep';
  return isTooDeep ? cursor.fail(fault, fault.span ?? cursor.peek()) : undefined;
}

/** `sequence<1> x =`: the name of what is declared follows its type. */
const isDeclared = (cursor: CppCursor): boolean =>
  cursor.peek().kind === 'name' && ['=', '{', '(', ';', ','].includes(cursor.peek(1).text);

/** An argument of a template: `Is...` too. */
function argumentAt(cursor: CppCursor): Expression | undefined {
  const of = expressionAt(cursor, true);
  return of && packOf(cursor, of);
}

function packOf(cursor: CppCursor, of: Expression): Expression {
  if (!eatDots(cursor)) return of;
  return { kind: 'pack', of, start: of.start, end: cursor.lastEnd };
}

/** `...` */
export function eatDots(cursor: CppCursor): boolean {
  if (!cursor.at('.') || cursor.peek(1).text !== '.' || cursor.peek(2).text !== '.') return false;
  for (let i = 0; i < 3; i++) cursor.take();
  return true;
}

function suffixesAt(cursor: CppCursor, first: Expression): Expression | undefined {
  let value = first;
  for (;;) {
    if (cursor.eat('(')) {
      const args = cursor.list(')', () => {
        const of = expressionAt(cursor);
        return of && packOf(cursor, of);
      });
      if (args === undefined) return undefined;
      value = { kind: 'call', callee: value, args, ...spanFrom(cursor, value) };
    } else if (cursor.at('{') && value.kind === 'name') {
      cursor.take();
      const args = cursor.list('}', () => expressionAt(cursor));
      if (args === undefined) return undefined;
      value = { kind: 'braces', type: value, args, ...spanFrom(cursor, value) };
    } else if (cursor.at('{') && cursor.peek(1).text === '}' && value.kind !== 'lambda') {
      // `decltype(x){}` and `typename X::type{}` are values of a type.
      cursor.take();
      cursor.take();
      value = { ...value, ...spanFrom(cursor, value) };
    } else if (cursor.eat('[')) {
      const index = expressionAt(cursor);
      if (index === undefined || cursor.expect(']') === undefined) return undefined;
      value = { kind: 'index', of: value, index, ...spanFrom(cursor, value) };
    } else if ((cursor.at('.') && cursor.peek(1).kind === 'name') || cursor.at('::')) {
      cursor.take();
      cursor.eat('template');
      const segment = segmentAt(cursor);
      if (segment === undefined) return undefined;
      value = { kind: 'member', of: value, segment, ...spanFrom(cursor, value) };
    } else return value;
    if (value.end - first.start > LONGEST)
      return cursor.fail(messages.notation.tooLong(LONGEST), first);
  }
}

/** Characters of one expression. */
const LONGEST = 2 ** 16;
