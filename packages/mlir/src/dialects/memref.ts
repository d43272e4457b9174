/** `memref`: memory, views of it, loads and stores. */
import { resolveAttribute, resolveType, unknownType } from '../ir/types.ts';
import type { Type } from '../ir/types.ts';
import { parseAffineMapBody } from '../text/affine.ts';
import { casesCodec } from '../text/codecs.ts';
import { parseDenseLiteral } from '../text/dense.ts';
import type { Directive } from '../text/format.ts';
import { Token } from '../text/lexer.ts';
import { printAffineMap } from '../text/print-affine.ts';
import { printAttribute } from '../text/print-types.ts';
import type { DialectSyntax } from '../text/syntax.ts';
import { atomicKinds } from './arith.ts';

/** The tensor type of the values that a global of a memref type starts with. */
function contentType(type: Type): Type {
  const base = resolveType(type);
  return base.kind === 'memref'
    ? { kind: 'tensor', shape: base.shape, element: base.element }
    : type;
}

/** `dense<[1.0, 2.0]>` without its type, or `uninitialized`. */
const initialValue: Directive = (line, attribute = '', of = '') => {
  const name = line.attribute(attribute);
  return {
    parse: ({ state, operation: { attributes } }) => {
      const type = attributes.get(of);
      const content = type?.kind === 'type' ? contentType(type.type) : unknownType;
      const none = state.eatWord('uninitialized');
      attributes.set(name, none ? { kind: 'unit' } : parseDenseLiteral(state, content));
    },
    print: ({ operation: { attributes } }) => {
      const value = attributes.get(name);
      if (value?.kind === 'unit') return 'uninitialized';
      return value?.kind === 'dense' ? `dense<${value.text}>` : value && printAttribute(value);
    },
    present: ({ operation: { attributes } }) => attributes.has(name),
  };
};

/** `read, locality<3>, data`. */
export const prefetched =
  '$isWrite:read-or-write , locality < $localityHint:i32 > , $isDataCache:instr-or-data';
const allocation =
  '( %dynamicSizes* ) { ~ [ %symbolOperands* ] }? { alignment = $alignment:i64 }! dict : type(result) ; segments';
const conversion = '%source dict : type(source) to type(result)';
const access = 'nontemporal:bool alignment:i64';

export const memref: DialectSyntax = {
  name: 'memref',
  codecs: {
    map: {
      parse: (state) => ({ kind: 'affine_map', map: parseAffineMapBody(state) }),
      print: (attribute) => {
        const plain = resolveAttribute(attribute);
        return plain.kind === 'affine_map' ? printAffineMap(plain.map).slice(11, -1) : undefined;
      },
      starts: ({ lexer }) => lexer.kind === Token.leftParen,
    },
    atomic: casesCodec('i64', atomicKinds),
  },
  directives: { InitialValue: initialValue },
  operations: {
    'alloc': allocation,
    'alloca': allocation,
    'dealloc': '%memref dict : type(memref)',
    'load': `%memref [ %indices* ] dict : type(memref) => element(memref) ; ${access}`,
    'store': `%value , %memref [ %indices* ] dict : type(memref) ; ${access}`,
    'cast': conversion,
    'memory_space_cast': conversion,
    'copy': '%source , %target dict : type(source) to type(target)',
    'dim': 'dict %source , %index : type(source) => index',
    'rank': '%memref dict : type(memref) => index',
    'assume_alignment': '%memref , $alignment:i32 dict : type(memref) => memref',
    'extract_aligned_pointer_as_index': '%source : type(source) -> type(result) dict',
    'extract_strided_metadata': '%source : type(source) -> types(result) dict',
    'reinterpret_cast':
      '%source to offset ~ : indices(%offsets,$static_offsets) , sizes ~ : indices(%sizes,$static_sizes) , strides ~ : indices(%strides,$static_strides) dict : type(source) to type(result) ; segments',
    'subview':
      '%source ~ indices(%offsets,$static_offsets) indices(%sizes,$static_sizes) indices(%strides,$static_strides) dict : type(source) to type(result) ; segments',
    'view': '%source [ %byte_shift ] ~ [ %sizes* ] dict : type(source) to type(result)',
    'reshape': '%source ( %shape ) dict : function(source,shape)',
    'expand_shape':
      '%src $reassociation:any output_shape indices(%output_shape,$static_output_shape) dict : type(src) into type(result)',
    'collapse_shape': '%src $reassociation:any dict : type(src) into type(result)',
    'alloca_scope': '{ -> results-list }? region(yield=memref.alloca_scope.return) dict',
    'alloca_scope.return': 'dict { %operands* : types(operands) }?',
    'atomic_yield': '%value dict : type(value)',
    'distinct_objects': '%operands* dict : types(operands) => operands*',
    'generic_atomic_rmw': '%memref ~ [ %indices* ] : type(memref) region dict => element(memref)',
    'prefetch': `%memref ~ [ %indices* ] , ${prefetched} dict : type(memref)`,
    'realloc':
      '%source { ~ ( %dynamicResultSize? ) }? dict : type(source) to type(result) ; alignment:i64',
    'transpose': '%in $permutation:map dict : type(in) to type(result)',
    'global':
      '{ $sym_visibility:string }? { constant $constant:unit }? $sym_name:symbol-name : $type:type { = custom<InitialValue>($initial_value,type) }? dict ; alignment:i64',
    'get_global': '$name:symbol : type(result) dict',
    'atomic_rmw':
      '$kind:atomic %value , %memref [ %indices* ] dict : ( type(value) , type(memref) ) -> type(result)',
  },
};
