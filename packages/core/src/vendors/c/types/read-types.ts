/**
 * Definitions of structs as the host side of a kernel has them, laid out as clang does for AMD chips.
 *
 *     constexpr int D = 3;
 *     struct Shape { int m, n, k; };
 *     struct Kargs { const half *a; Shape shape; float alpha; long strides[D]; };     48 bytes
 *
 * Read are structs in each other, arrays, `std::array`, pointers to anything, `typedef`, `using`, constants, `alignas`,
 * `packed` and `aligned`; functions of structs are passed over. LIMITATIONS. Definitions that need a compiler are
 * refused with their place: templates, bases, unions, enumerations, bit-fields, virtual functions, references, macros.
 */
import { diagnose, type Message } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { failure, type Result, success } from '../../../base/result.ts';
import type { Span } from '../../../base/span.ts';
import { type Cursor, parseText } from '../../../layout/text/cursor.ts';
import type { Word } from '../../../layout/text/words.ts';
import { type Attributes, attributesAt, isAlignable, joined, noAttributes } from './attributes.ts';
import {
  type CType,
  type Member,
  MOST_TYPE_BYTES,
  namedFields,
  structOf,
  type StructType,
} from './c-type.ts';
import { constantAt } from './constant.ts';
import { TypeScope } from './scope.ts';
import { skipFunction, skipInitializer } from './skip.ts';
import { lengthsAt, pointersAt, sizeAt, type TypeName, typeAt, typeNameAt } from './type-name.ts';

/** The definitions of a text. */
export interface CDefinitions {
  readonly scope: TypeScope;
  /** The one that ends last. */
  readonly last: StructType;
}

/** Structs in each other. */
const MOST_LEVELS = 16;

/** Reads definitions; `around` has those that they may use. Codes of errors: `c-type/...`, `syntax/...`. */
export function readTypes(text: string, around?: TypeScope): Result<CDefinitions> {
  const scope = new TypeScope(around);
  const block: Block = { scope, members: undefined, names: new Set(), struct: undefined };
  const read = parseText(text, { comments: true }, (cursor) => {
    if (!statements(cursor, block)) return undefined;
    return block;
  });
  if (!read.ok) {
    return failure(...read.diagnostics.map((one) => ({ ...one, about: 'launch' as const })));
  }
  const { last } = read.value;
  return last === undefined
    ? failure(diagnose(messages.cType.noStruct(), { start: 0, end: text.length }))
    : success({ scope, last });
}

/** A struct that is being read, or the whole text, which has no members. */
interface Block {
  readonly scope: TypeScope;
  readonly members: Member[] | undefined;
  /** The names of all members, of those in anonymous structs too. */
  readonly names: Set<string>;
  /** The name of the struct, for its constructors. */
  readonly struct: string | undefined;
  last?: StructType;
  /** True once it has what C does not: constructors, hidden fields, initial values. */
  isCpp?: boolean;
  /** True where fields are private or protected. */
  isHidden?: boolean;
}

/** Begins of what is not read, and what to write instead. */
const REFUSED: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  'template': ['templates are not read', 'write the struct with its arguments put in'],
  'union': ['unions are not read', 'declare the member that is used, and the bytes around it'],
  'enum': ['enumerations are not read', 'declare the integer that it is stored as'],
  'virtual': ['structs with virtual functions are not read', 'kernels take no such struct'],
  'namespace': ['namespaces are not read', 'leave the namespace out'],
  '#': ['preprocessor lines are not read', 'write what they expand to'],
};

/** Words before a declaration that do not specify what it is. */
const LEADING = new Set([
  ...'inline explicit friend extern CK_TILE_HOST CK_TILE_DEVICE'.split(' '),
  ...'CK_TILE_HOST_DEVICE __host__ __device__ __forceinline__ __HOST_DEVICE__'.split(' '),
]);

/** Keeps a fault. */
function refuse(cursor: Cursor, message: Message, place: Span): false {
  cursor.fail(message, place);
  return false;
}

function statements(cursor: Cursor, block: Block): boolean {
  while (cursor.peek().kind !== 'end' && !(block.members !== undefined && cursor.at('}'))) {
    if (!statement(cursor, block)) return false;
  }
  return true;
}

function statement(cursor: Cursor, block: Block): boolean {
  if (cursor.eat(';')) return true;
  const word = cursor.peek();
  const refused = Object.hasOwn(REFUSED, word.text) ? REFUSED[word.text] : undefined;
  if (refused !== undefined) return refuse(cursor, messages.cType.notRead(...refused), word);
  if (/^(?:public|private|protected)$/.test(word.text) && cursor.peek(1).text === ':') {
    block.isHidden = word.text !== 'public';
    cursor.take();
    cursor.take();
    return true;
  }
  if (cursor.eat('using')) return alias(cursor, block);
  const isTypedef = cursor.eat('typedef');
  let isStatic = false;
  for (;;) {
    const { text } = cursor.peek();
    if (text === 'static' || text === 'constexpr') isStatic = true;
    else if (!LEADING.has(text)) break;
    cursor.take();
  }
  return declaration(cursor, block, isTypedef ? 'typedef' : isStatic ? 'constant' : 'member');
}

type Role = 'typedef' | 'constant' | 'member';

function declaration(cursor: Cursor, block: Block, role: Role): boolean {
  const { scope, members } = block;
  const isSpecial =
    cursor.at('~') || (cursor.at(block.struct ?? '') && cursor.peek(1).text === '(');
  if (isSpecial) {
    block.isCpp ||= !isDefault(cursor, 1);
    return skipFunction(cursor);
  }
  const before = attributesAt(cursor, () => alignmentAt(cursor, scope));
  if (before === undefined) return false;
  const begin = cursor.peek();
  const isStruct = isDefinition(cursor);
  const named = isStruct ? definition(cursor, block) : elaborated(cursor, scope);
  if (named === 'declared') return true;
  if (named === undefined) return false;
  if (isStruct && cursor.eat(';')) {
    if (named.name === '' && named.type !== undefined && members !== undefined)
      return add(cursor, block, { name: '', type: named.type, alignment: before.alignment }, begin);
    return true;
  }
  if (role === 'member' && members === undefined) {
    // Besides structs a text has constants: `const int N = 3;`.
    return declarators(cursor, block, 'constant', named, before);
  }
  return declarators(cursor, block, role, named, before);
}

/** True at `struct NAME {`, and at what may be between. */
function isDefinition(cursor: Cursor): boolean {
  if (!cursor.at('struct') && !cursor.at('class')) return false;
  const next = cursor.peek(1);
  if (next.text === '{' || /^(?:alignas|_Alignas|__attribute__|\[)$/.test(next.text)) return true;
  const [after, behind] = [cursor.peek(2), cursor.peek(3)];
  return /^[{:]$/.test(after.text) || (after.text === 'final' && /^[{:]$/.test(behind.text));
}

/** A type by its name; `struct NAME;` declares no more than that there is one. */
function elaborated(cursor: Cursor, scope: TypeScope): TypeName | 'declared' | undefined {
  const isStruct = cursor.at('struct') || cursor.at('class');
  if (isStruct && cursor.peek(1).kind === 'name' && cursor.peek(2).text === ';') {
    for (let i = 0; i < 3; i++) cursor.take();
    return 'declared';
  }
  return typeNameAt(cursor, scope);
}

/** `struct NAME { ... }` */
function definition(cursor: Cursor, block: Block): TypeName | undefined {
  const begin = cursor.take();
  const numberAt = (): number | undefined => alignmentAt(cursor, block.scope);
  const before = attributesAt(cursor, numberAt);
  if (before === undefined) return undefined;
  const word = cursor.peek().kind === 'name' ? cursor.take() : undefined;
  const name = word?.text ?? '';
  cursor.eat('final');
  if (cursor.at(':')) {
    const hint = 'write the fields of the base first';
    return cursor.fail(
      messages.cType.notRead('bases of structs are not read', hint),
      cursor.peek(),
    );
  }
  if (cursor.expect('{') === undefined) return undefined;
  const scope = new TypeScope(block.scope);
  const members: Member[] = [];
  const inside: Block = { scope, members, names: new Set(), struct: name };
  inside.isHidden = begin.text === 'class';
  if (cursor.deeper(MOST_LEVELS, () => statements(cursor, inside) || undefined) === undefined)
    return undefined;
  if (cursor.expect('}') === undefined) return undefined;
  const after = attributesAt(cursor, numberAt);
  if (after === undefined) return undefined;
  const span = word ?? begin;
  if (members.length === 0) {
    const hint = 'leave it out, or declare the byte that it takes in C++: char unused;';
    return cursor.fail(messages.cType.notRead('structs without fields are not read', hint), span);
  }
  const all = joined(before, after);
  const type = structOf(name, members, all, inside.isCpp !== true);
  const natural = structOf(name, members, { ...all, alignment: undefined }).alignment;
  if (!isAlignable(cursor, all, natural)) return undefined;
  if (type.bytes > MOST_TYPE_BYTES)
    return cursor.fail(messages.cType.tooLarge(MOST_TYPE_BYTES), span);
  if (name !== '' && !define(cursor, block.scope, span, name, type, scope)) return undefined;
  block.last = type;
  return { type, name, span };
}

/** The names of a declaration, each with what it adds to the type. */
function declarators(
  cursor: Cursor,
  block: Block,
  role: Role,
  named: TypeName,
  before: Attributes,
): boolean {
  const { scope } = block;
  do {
    if (isFunction(cursor)) {
      block.isCpp ||= isAssignment(cursor);
      return skipFunction(cursor);
    }
    const begin = cursor.peek();
    const pointed = cursor.at('(') ? functionPointer(cursor) : pointersAt(cursor, scope, named);
    if (pointed === undefined) return false;
    const word = cursor.name('a name');
    if (word === undefined) return false;
    const type = lengthsAt(cursor, scope, pointed);
    if (type === undefined) return false;
    const after = attributesAt(cursor, () => alignmentAt(cursor, scope));
    if (after === undefined) return false;
    const attributes = joined(before, after);
    if (cursor.at(':')) {
      const hint = 'declare the integer that holds the bits';
      return refuse(cursor, messages.cType.notRead('bit-fields are not read', hint), cursor.peek());
    }
    if (role === 'constant') {
      if (!constant(cursor, block, word)) return false;
      continue;
    }
    if (role === 'typedef') {
      if (attributes !== noAttributes && !isPlain(attributes)) {
        const hint = 'give the fields that use it their alignment';
        const what = 'types with an alignment of their own are not read';
        return refuse(cursor, messages.cType.notRead(what, hint), begin);
      }
      if (!define(cursor, scope, word, word.text, type)) return false;
      continue;
    }
    if (!isAlignable(cursor, attributes, type.alignment)) return false;
    const { alignment, isPacked } = attributes;
    if (isPacked) {
      const hint = 'pack the struct: struct __attribute__((packed)) NAME { ... };';
      const what = 'fields that are packed by themselves are not read';
      return refuse(cursor, messages.cType.notRead(what, hint), word);
    }
    if (!add(cursor, block, { name: word.text, type, alignment }, word)) return false;
    block.isCpp ||= cursor.at('=') || cursor.at('{');
    if (!skipInitializer(cursor)) return false;
  } while (cursor.eat(','));
  return cursor.expect(';') === true;
}

const isPlain = ({ isPacked, alignment }: Attributes): boolean =>
  !isPacked && alignment === undefined;

/** Words up to the name of what is declared. */
function nameDistance(cursor: Cursor): number {
  let at = 0;
  while (/^(?:[*&]|&&|const)$/.test(cursor.peek(at).text)) at++;
  return at;
}

const isOperator = (cursor: Cursor): boolean =>
  cursor.peek(nameDistance(cursor)).text === 'operator';

/** True at `operator=`, except for one that is `= default`. */
function isAssignment(cursor: Cursor): boolean {
  const at = nameDistance(cursor);
  return isOperator(cursor) && cursor.peek(at + 1).text === '=' && !isDefault(cursor, at + 2);
}

/** True where the declaration ends with `= default`: a class with such functions alone is still plain old data. */
function isDefault(cursor: Cursor, from: number): boolean {
  let end = from;
  while (!/^[;{]?$/.test(cursor.peek(end).text)) end++;
  return cursor.peek(end - 1).text === 'default';
}

/** True at `f(`, and at what is before it: its result may be of a type that is not known. */
function isFunction(cursor: Cursor): boolean {
  const at = nameDistance(cursor);
  const { kind } = cursor.peek(at);
  return isOperator(cursor) || (kind === 'name' && cursor.peek(at + 1).text === '(');
}

function functionPointer(cursor: Cursor): undefined {
  const hint = 'declare it as a pointer: void *';
  return cursor.fail(
    messages.cType.notRead('pointers to functions are not read', hint),
    cursor.peek(),
  );
}

/** The value of a constant; another text has none, and faults where it is used. */
function constant(cursor: Cursor, { scope }: Block, word: Word): boolean {
  const read = cursor.attempt(() => {
    if (!cursor.eat('=')) return undefined;
    const value = constantAt(cursor, scope, sizeAt);
    return value !== undefined && (cursor.at(';') || cursor.at(',')) ? value : undefined;
  });
  if ('value' in read) {
    if (scope.has(word.text)) return refuse(cursor, messages.cType.twice(word.text), word);
    scope.defineConstant(word.text, read.value);
  }
  return skipInitializer(cursor);
}

/** `using NAME = TYPE;` */
function alias(cursor: Cursor, { scope }: Block): boolean {
  const word = cursor.name('a name');
  if (word === undefined || cursor.expect('=') === undefined) return false;
  const type = typeAt(cursor, scope);
  if (type === undefined || cursor.expect(';') === undefined) return false;
  return define(cursor, scope, word, word.text, type);
}

function define(
  cursor: Cursor,
  scope: TypeScope,
  place: Span,
  name: string,
  type: CType,
  inner?: TypeScope,
): boolean {
  if (scope.has(name)) return refuse(cursor, messages.cType.twice(name), place);
  scope.define(name, type, inner);
  return true;
}

function add(cursor: Cursor, block: Block, member: Member, place: Span): boolean {
  const { members, names } = block;
  const { name, type } = member;
  const own =
    name === '' && type.kind === 'struct' ? namedFields(type).map((field) => field.name) : [name];
  const repeated = own.find((one) => names.has(one));
  if (repeated !== undefined) return refuse(cursor, messages.cType.twice(repeated), place);
  for (const one of own) names.add(one);
  if (block.isHidden === true) block.isCpp = true;
  members?.push(member);
  return true;
}

/** A number, or the alignment of a type. */
function alignmentAt(cursor: Cursor, scope: TypeScope): number | undefined {
  const read = cursor.attempt(() => typeAt(cursor, scope));
  return 'value' in read ? read.value.alignment : constantAt(cursor, scope, sizeAt);
}
