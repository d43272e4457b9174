/**
 * `tt`, `ttg` and `amdg`: Triton's kernels between its language and LLVM, as far as they are regular.
 *
 *     tt.splat %i : i32 -> tensor<8xi32>          since Triton 3.0
 *     tt.splat %i : (i32) -> tensor<8xi32>        before: the same operation
 *     tt.load %p : tensor<8x!tt.ptr<f16>>         since Triton 2.2: the type of the pointers
 *     tt.load %p : tensor<8xf16>                  before: that of what they point to
 *
 * Triton's syntax changes from version to version: an operation that no line here fits is kept as text.
 */
import { resolveType } from '../ir/types.ts';
import type { Type } from '../ir/types.ts';
import { casesCodec } from '../text/codecs.ts';
import type { Directive } from '../text/format.ts';
import { operandsOf } from '../text/format-parse.ts';
import { Token } from '../text/lexer.ts';
import { applyType } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import { pointee } from '../text/result-rules.ts';
import type { DialectSyntax } from '../text/syntax.ts';
import { parseType } from '../text/types.ts';
import { functionSyntax } from './functions.ts';

/** `f16 -> f32` or, in older text, `(f16) -> f32`. */
const cast: Directive = (line, operand = '') => {
  const group = line.group(operand);
  line.result();
  return {
    parse: (reading) => {
      const { state } = reading;
      const at = state.lexer.start;
      let from: Type | undefined = parseType(state);
      let to: Type | undefined;
      if (from.kind === 'function') [from, to] = [from.inputs[0], from.results[0]];
      else if (state.expect(Token.arrow, "'->'")) to = parseType(state);
      if (state.failed) return;
      if (from === undefined || to === undefined) return state.fail('one type on each side');
      for (const value of operandsOf(reading, group)) applyType(state, value, from, at);
      reading.results.push(to);
    },
    print: ({ groups, operation }) => {
      const [from, to] = [groups[group]?.[0], operation.results[0]];
      if (from === undefined || to === undefined) return undefined;
      return `${printType(from.type)} -> ${printType(to.type)}`;
    },
  };
};

const isOfPointers = (type: Type): boolean => {
  const base = resolveType(type);
  if (base.kind === 'tensor') return isOfPointers(base.element);
  return base.kind === 'opaque' && base.text.startsWith('!tt.ptr');
};

/** The type of pointers, which gives that of what is loaded; or, in older text, the latter. */
const loaded: Directive = (line, pointers = '') => {
  const group = line.group(pointers);
  return {
    parse: (reading) => {
      const { state } = reading;
      const at = state.lexer.start;
      const type = parseType(state);
      if (state.failed) return;
      reading.results.push(isOfPointers(type) ? pointee(type) : type);
      if (!isOfPointers(type)) return;
      for (const value of operandsOf(reading, group)) applyType(state, value, type, at);
    },
    print: ({ groups }) => {
      const pointer = groups[group]?.[0];
      return pointer && printType(pointer.type);
    },
  };
};

/** The type of pointers or, in older text, of the values that are stored. */
const stored: Directive = (line, pointers = '', values = '') => {
  const [to, from] = [line.group(pointers), line.group(values)];
  return {
    parse: (reading) => {
      const { state } = reading;
      const at = state.lexer.start;
      const type = parseType(state);
      if (state.failed) return;
      const typed = isOfPointers(type) ? to : from;
      for (const value of operandsOf(reading, typed)) applyType(state, value, type, at);
    },
    print: ({ groups }) => {
      const pointer = groups[to]?.[0];
      return pointer && printType(pointer.type);
    },
  };
};

const conversion = '%src dict : custom<Cast>(src)';
const axis = '$axis:axis dict : type(result)';
const caching =
  '{ cacheModifier = $cache:cache=none }? { evictionPolicy = $evict:evict=evict_normal }?';

export const tt: DialectSyntax = {
  name: 'tt',
  changesWithVersions: true,
  directives: { Cast: cast, Loaded: loaded, Stored: stored },
  codecs: {
    cache: casesCodec('i32', 'none=1 ca cg wb cs wt cv'),
    evict: casesCodec('i32', 'evict_normal=1 evict_first evict_last'),
    axis: casesCodec('i32', 'x y z'),
    precision: casesCodec('i32', 'tf32 tf32x3 ieee bf16x3 bf16x6'),
  },
  operations: {
    'func': functionSyntax,
    'return': 'dict { %operands* : types(operands) }?',
    'call': '$callee:symbol ( %operands* ) dict : function(operands)',
    'get_program_id': axis,
    'get_num_programs': axis,
    'make_range': 'dict : type(result)',
    'splat': conversion,
    'unsplat': conversion,
    'broadcast': conversion,
    'expand_dims': conversion,
    'trans': conversion,
    'reshape':
      '%src { allow_reorder $allow_reorder:unit }? { efficient_layout $efficient_layout:unit }? dict : custom<Cast>(src)',
    'bitcast': conversion,
    'int_to_ptr': conversion,
    'ptr_to_int': conversion,
    'histogram': '%src { , %mask? }? dict : type(src) -> type(result)',
    'addptr': '%ptr , %offset dict : type(ptr) , type(offset) => ptr',
    'load': `%ptr { , %mask? }? { , %other? }? ${caching} dict : custom<Loaded>(ptr) ; segments`,
    'store': `%ptr , %value { , %mask? }? ${caching} dict : custom<Stored>(ptr,value)`,
    'dot':
      '%a , %b , %c { , inputPrecision = $inputPrecision:precision=ieee }? dict : type(a) * type(b) -> type(c) => c ; maxNumImpreciseAcc:i32=0',
    'reduce.return': 'dict %values* : types(values)',
  },
};

export const ttg: DialectSyntax = {
  name: 'ttg',
  changesWithVersions: true,
  directives: { Cast: cast },
  operations: {
    convert_layout: conversion,
    local_alloc: '{ %src? }? dict : function(src)',
    local_load: '%src { token %token? }? dict : type(src) -> type(result)',
    local_store: '%src , %dst dict : type(src) -> type(dst)',
    local_dealloc: '%src dict : type(src)',
    memdesc_index: '%src ~ [ %index ] dict : type(src) -> type(result)',
    memdesc_trans: conversion,
    memdesc_reinterpret: conversion,
  },
};

/** The same before Triton 3.3. */
export const tritonGpu: DialectSyntax = { ...ttg, name: 'triton_gpu' };

export const amdg: DialectSyntax = {
  name: 'amdg',
  changesWithVersions: true,
  directives: { Cast: cast },
  operations: {
    in_thread_transpose: conversion,
    buffer_load: '%ptr ~ [ %offsets ] { , %mask? }? { , %other? }? dict : type(result) ; segments',
    buffer_store: '%value , %ptr ~ [ %offsets ] { , %mask? }? dict : type(value) ; segments',
  },
};
