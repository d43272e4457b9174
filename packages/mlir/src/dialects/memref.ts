/** `memref`: memory, views of it, loads and stores. */
import { resolveAttribute, resolveType } from '../ir/types.ts';
import { parseAffineMapBody } from '../text/affine.ts';
import { parseDictionary } from '../text/attributes.ts';
import { parseDenseLiteral } from '../text/dense.ts';
import { Token } from '../text/lexer.ts';
import { parseString, parseSymbolName } from '../text/pieces.ts';
import { printAffineMap } from '../text/print-affine.ts';
import { printAttribute, printSymbol, printType, quote } from '../text/print-types.ts';
import type { DialectSyntax, OperationSyntax } from '../text/syntax.ts';
import { parseType } from '../text/types.ts';
import { atomicKinds } from './atomic-kinds.ts';
import { allocaScope, genericAtomic, prefetch } from './memref-regions.ts';
import type { Type } from '../ir/types.ts';

/** The tensor type of the values that a global of a memref type starts with. */
function contentType(type: Type): Type {
  const base = resolveType(type);
  return base.kind === 'memref'
    ? { kind: 'tensor', shape: base.shape, element: base.element }
    : type;
}

/** `memref.global "private" constant @name : memref<2xf32> = dense<[1.0, 2.0]>`; or `= uninitialized`. */
const global: OperationSyntax = {
  parse: (state, { attributes }) => {
    if (state.lexer.kind === Token.string) {
      attributes.set('sym_visibility', { kind: 'string', value: parseString(state) });
    }
    if (state.eatWord('constant')) attributes.set('constant', { kind: 'unit' });
    attributes.set('sym_name', { kind: 'string', value: parseSymbolName(state) });
    state.expect(Token.colon, "':'");
    const type = parseType(state);
    attributes.set('type', { kind: 'type', type });
    if (state.eat(Token.equal)) {
      const value = state.eatWord('uninitialized')
        ? ({ kind: 'unit' } as const)
        : parseDenseLiteral(state, contentType(type));
      attributes.set('initial_value', value);
    }
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
  },
  print: (writer, { attributes }) => {
    const visibility = attributes.get('sym_visibility');
    const name = attributes.get('sym_name');
    const type = attributes.get('type');
    const value = attributes.get('initial_value');
    if (name?.kind !== 'string' || type?.kind !== 'type') return false;
    if (visibility?.kind === 'string') writer.write(` ${quote(visibility.value)}`);
    if (attributes.has('constant')) writer.write(' constant');
    writer.write(` ${printSymbol(name.value)} : ${printType(type.type)}`);
    if (value?.kind === 'unit') writer.write(' = uninitialized');
    else if (value?.kind === 'dense') writer.write(` = dense<${value.text}>`);
    else if (value !== undefined) writer.write(` = ${printAttribute(value)}`);
    writer.dictionary(
      attributes,
      (key) => global.properties?.includes(key) === true && key !== 'alignment',
    );
    return true;
  },
  properties: ['sym_name', 'sym_visibility', 'type', 'initial_value', 'constant', 'alignment'],
};

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
    atomic: atomicKinds(false),
  },
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
    'alloca_scope': allocaScope,
    'alloca_scope.return': 'dict { %operands* : types(operands) }?',
    'atomic_yield': '%value dict : type(value)',
    'distinct_objects': '%operands* dict : types(operands) => operands*',
    'generic_atomic_rmw': genericAtomic,
    prefetch,
    'realloc':
      '%source { ~ ( %dynamicResultSize? ) }? dict : type(source) to type(result) ; alignment:i64',
    'transpose': '%in $permutation:map dict : type(in) to type(result)',
    global,
    'get_global': '$name:symbol : type(result) dict',
    'atomic_rmw':
      '$kind:atomic %value , %memref [ %indices* ] dict : ( type(value) , type(memref) ) -> type(result)',
  },
};
