/** `tensor`: tensors as values, slices of them, shapes. */
import { unknownType } from '../ir/types.ts';
import { elementType } from '../text/result-rules.ts';
import { applyType } from '../text/pieces.ts';
import type { DialectSyntax, FormatSyntax } from '../text/syntax.ts';

const conversion = '%source dict : type(source) to type(result)';

/** `[%i, 0] [4, 4] [1, 1]`: offsets, sizes, strides. */
const slice =
  '~ indices(%offsets,$static_offsets) indices(%sizes,$static_sizes) indices(%strides,$static_strides)';

/** `tensor.insert %x into %t[%i] : tensor<4xf32>`: the scalar has the type of the elements. */
const insert: FormatSyntax = {
  format: '%scalar into %dest [ %indices* ] dict : type(dest) => dest',
  infer: (state, { operands: [scalar, dest], span }) => {
    if (scalar === undefined || dest === undefined) return;
    applyType(state, scalar, elementType(dest.type), span.start);
  },
};

/** Every operand is an element of the result. */
const elements: FormatSyntax = {
  format: '%elements* dict : type(result)',
  infer: (state, { operands, span }, results) => {
    const type = elementType(results.at(0) ?? unknownType);
    for (const value of operands) applyType(state, value, type, span.start);
  },
};

const splat: FormatSyntax = {
  format: '%input { [ %dynamicSizes*^ ] }? dict : type(result)',
  infer: (state, { operands: [input], span }, results) => {
    const type = elementType(results.at(0) ?? unknownType);
    if (input !== undefined) applyType(state, input, type, span.start);
  },
};

export const tensor: DialectSyntax = {
  name: 'tensor',
  operations: {
    bitcast: conversion,
    cast: conversion,
    collapse_shape: '%src $reassociation:any dict : type(src) into type(result)',
    expand_shape:
      '%src $reassociation:any output_shape indices(%output_shape,$static_output_shape) dict : type(src) into type(result)',
    concat: 'dim ( $dim:i64 ) %inputs* dict : function(inputs)',
    dim: 'dict %source , %index : type(source) => index',
    rank: '%tensor dict : type(tensor) => index',
    empty: '( %dynamicSizes* ) dict : type(result)',
    extract: '%tensor [ %indices* ] dict : type(tensor) => element(tensor)',
    insert,
    extract_slice: `%source ${slice} dict : type(source) to type(result) ; segments`,
    insert_slice: `%source into %dest ${slice} dict : type(source) into type(dest) => dest ; segments`,
    parallel_insert_slice: `%source into %dest ${slice} dict : type(source) into type(dest) ; segments`,
    from_elements: elements,
    gather:
      '%source [ %indices ] gather_dims ( $gather_dims:i64s ) { unique $unique:unit }? dict : function(source,indices)',
    scatter:
      '%source into %dest [ %indices ] scatter_dims ( $scatter_dims:i64s ) { unique $unique:unit }? dict : function(source,dest,indices)',
    generate: '%dynamicExtents* region dict : type(result)',
    pad: '%source { nofold $nofold:unit }? low ~ indices(%low,$static_low) high ~ indices(%high,$static_high) region dict : type(source) to type(result) ; segments',
    reshape: '%source ( %shape ) dict : function(source,shape)',
    splat,
    yield: '%value dict : type(value)',
  },
};
