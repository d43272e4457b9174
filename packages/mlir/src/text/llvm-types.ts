/**
 * Types of the `llvm` dialect.
 *
 *     !llvm.ptr<3>   !llvm.array<4 x f32>   !llvm.struct<"s", packed (ptr, array<2 x i8>)>   !llvm.func<void (i32, ...)>
 *
 * Inside one, types of the dialect leave `!llvm.` out. The text of a type is made from its structure, so
 * that two spellings of a type are equal. Pointers that say what they point to (until LLVM 16), vectors
 * of the dialect and targets' own types are kept as text.
 */
import { unknownType } from '../ir/types.ts';
import type { LlvmStructure, OpaqueType, Type } from '../ir/types.ts';
import { Token } from './lexer.ts';
import { parseList, parseSize, parseString } from './pieces.ts';
import { printType, quote } from './print-types.ts';
import type { State } from './state.ts';

const prefix = '!llvm.';

const names = new Set(
  'array func label metadata ppc_fp128 ptr struct target token vec void x86_amx'.split(' '),
);

/** True at `!llvm.something`. */
export const atLlvmType = (state: State): boolean =>
  state.lexer.kind === Token.type && state.text.startsWith(prefix, state.lexer.start);

/** Reads `!llvm.something`. */
export function parseLlvmType(state: State): OpaqueType {
  return parseNamed(state, state.text.slice(state.lexer.start + prefix.length, state.lexer.end));
}

/** Reads a type inside another one. */
function parseShortLlvmType(state: State): Type {
  const name = state.lexer.kind === Token.word ? state.lexer.slice() : '';
  if (!names.has(name)) return state.grammar.type(state);
  const type = state.enter() ? parseNamed(state, name) : unknownType;
  state.leave();
  return type;
}

/** The text of a type where types of the dialect leave `!llvm.` out. */
function printShortLlvmType(type: Type): string {
  return type.kind === 'opaque' && type.text.startsWith(prefix)
    ? type.text.slice(prefix.length)
    : printType(type);
}

export const voidType: OpaqueType = { kind: 'opaque', text: '!llvm.void' };

/** `!llvm.func<result (parameters)>`. */
export function llvmFunction(
  result: Type,
  parameters: readonly Type[],
  variadic: boolean,
): OpaqueType {
  return make({ kind: 'function', result, parameters, variadic });
}

/** `!llvm.array<size x element>`. */
export function llvmArray(size: number, element: Type): OpaqueType {
  return make({ kind: 'array', size, element });
}

/** `!llvm.struct<(elements)>`. */
export function llvmStruct(elements: readonly Type[]): OpaqueType {
  return make({ kind: 'struct', name: undefined, packed: false, elements });
}

/** The type of an element of a struct, of an array or of a vector; `undefined` where there is none. */
export function llvmElement(type: Type, index: number): Type | undefined {
  if (type.kind === 'alias') return llvmElement(type.type, index);
  if (type.kind === 'vector') {
    if (type.shape.length < 2) return type.element;
    return { ...type, shape: type.shape.slice(1) };
  }
  const structure = type.kind === 'opaque' ? type.llvm : undefined;
  if (structure?.kind === 'array') return structure.element;
  return structure?.kind === 'struct' ? structure.elements?.[index] : undefined;
}

function make(llvm: LlvmStructure): OpaqueType {
  return { kind: 'opaque', text: prefix + describe(llvm), llvm };
}

function describe(structure: LlvmStructure): string {
  switch (structure.kind) {
    case 'pointer':
      return structure.addressSpace === 0 ? 'ptr' : `ptr<${structure.addressSpace}>`;
    case 'array':
      return `array<${structure.size} x ${printShortLlvmType(structure.element)}>`;
    case 'struct': {
      const { name, packed, elements } = structure;
      const body = elements?.map(printShortLlvmType).join(', ');
      const content = body === undefined ? [] : [`${packed ? 'packed ' : ''}(${body})`];
      return `struct<${[...(name === undefined ? [] : [quote(name)]), ...content].join(', ')}>`;
    }
    case 'function': {
      const parameters = structure.parameters.map(printShortLlvmType);
      if (structure.variadic) parameters.push('...');
      return `func<${printShortLlvmType(structure.result)} (${parameters.join(', ')})>`;
    }
  }
}

/** Reads a type of the dialect whose name the lexer is at. */
function parseNamed(state: State, name: string): OpaqueType {
  const { lexer } = state;
  const { end } = lexer;
  const angles = /^\s*</.test(state.text.slice(end, end + 8));
  if (name === 'ptr' && !angles) {
    lexer.next();
    return make({ kind: 'pointer', addressSpace: 0 });
  }
  if (angles) {
    if (name === 'ptr' && /^\s*<\s*\d+\s*>/.test(state.text.slice(end, end + 24))) {
      return inAngles(state, () => ({ kind: 'pointer', addressSpace: parseSize(state) }));
    }
    if (name === 'array') return inAngles(state, parseArray);
    if (name === 'func') return inAngles(state, parseFunction);
    if (name === 'struct') return parseStruct(state);
    lexer.next();
    const text = state.balanced(lexer.start, lexer.start);
    return text === undefined ? unknownType : { kind: 'opaque', text: prefix + name + text };
  }
  lexer.next();
  return { kind: 'opaque', text: prefix + name };
}

function inAngles(state: State, body: (state: State) => LlvmStructure): OpaqueType {
  state.lexer.next();
  state.lexer.next();
  const structure = body(state);
  state.expect(Token.greater, "'>'");
  return state.failed ? unknownType : make(structure);
}

function parseArray(state: State): LlvmStructure {
  const size = parseSize(state);
  state.expectWord('x');
  return { kind: 'array', size, element: state.failed ? unknownType : parseShortLlvmType(state) };
}

function parseFunction(state: State): LlvmStructure {
  const result = parseShortLlvmType(state);
  let variadic = false;
  const parameters = parseList(state, '()', () => {
    if (!state.eat(Token.ellipsis)) return [parseShortLlvmType(state)];
    variadic = true;
    return [];
  });
  return { kind: 'function', result, parameters: parameters.flat(), variadic };
}

/** Reads `struct<...>`: named, opaque, a reference to one that it is in, or literal. */
function parseStruct(state: State): OpaqueType {
  const { lexer } = state;
  lexer.next();
  lexer.next();
  const name = lexer.kind === Token.string ? parseString(state) : undefined;
  if (name !== undefined) {
    if (state.eat(Token.greater)) {
      return make({ kind: 'struct', name, packed: false, elements: undefined });
    }
    state.expect(Token.comma, "','");
    if (state.eatWord('opaque')) {
      state.expect(Token.greater, "'>'");
      const llvm: LlvmStructure = { kind: 'struct', name, packed: false, elements: undefined };
      return { kind: 'opaque', text: `!llvm.struct<${quote(name)}, opaque>`, llvm };
    }
  }
  const packed = state.eatWord('packed');
  const elements = parseList(state, '()', parseShortLlvmType);
  state.expect(Token.greater, "'>'");
  return state.failed ? unknownType : make({ kind: 'struct', name, packed, elements });
}
