/** `tt`, `ttg` and `amdg`: Triton's kernels between its language and LLVM, as far as they are regular. */
import { casesCodec } from '../text/codecs.ts';
import type { DialectSyntax } from '../text/syntax.ts';
import { functionSyntax } from './functions.ts';

const conversion = '%src dict : type(src) -> type(result)';
const axis = '$axis:axis dict : type(result)';

export const tt: DialectSyntax = {
  name: 'tt',
  codecs: {
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
      '%src { allow_reorder $allow_reorder:unit }? { efficient_layout $efficient_layout:unit }? dict : type(src) -> type(result)',
    'bitcast': conversion,
    'int_to_ptr': conversion,
    'ptr_to_int': conversion,
    'histogram': '%src { , %mask? }? dict : type(src) -> type(result)',
    'addptr': '%ptr , %offset dict : type(ptr) , type(offset) => ptr',
    'load': '%ptr { , %mask? }? { , %other? }? dict : type(ptr) => pointee(ptr) ; segments',
    'store': '%ptr , %value { , %mask? }? dict : type(ptr)',
    'dot':
      '%a , %b , %c { , inputPrecision = $inputPrecision:precision=ieee }? dict : type(a) * type(b) -> type(c) => c ; maxNumImpreciseAcc:i32=0',
    'reduce.return': 'dict %values* : types(values)',
  },
};

export const ttg: DialectSyntax = {
  name: 'ttg',
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

export const amdg: DialectSyntax = {
  name: 'amdg',
  operations: {
    in_thread_transpose: conversion,
    buffer_load: '%ptr ~ [ %offsets ] { , %mask? }? { , %other? }? dict : type(result) ; segments',
    buffer_store: '%value , %ptr ~ [ %offsets ] { , %mask? }? dict : type(value) ; segments',
  },
};
