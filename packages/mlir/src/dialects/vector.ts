/** `vector`: registers of a lane, their loads and stores. */
import { resolveType, unknownType } from '../ir/types.ts';
import type { Type } from '../ir/types.ts';
import { flagsCodec } from '../text/codecs.ts';
import { applyType } from '../text/pieces.ts';
import type { DialectSyntax, FormatSyntax } from '../text/syntax.ts';
import { iteratorStrings } from './iterators.ts';
import { mask, maskedOperation } from './vector-mask.ts';
import { transferRead, transferWrite } from './transfer.ts';

const conversion = '%source dict : type(source) to type(result)';
const access = 'nontemporal:bool alignment:i64';

/** The product of two vectors has a row for each element of the left one; a scalar scales it. */
function productOf(left: Type | undefined, right: Type | undefined): Type {
  const rows = left === undefined ? undefined : resolveType(left);
  const columns = right === undefined ? undefined : resolveType(right);
  if (rows?.kind !== 'vector') return unknownType;
  if (columns?.kind !== 'vector') return rows;
  const scalable = [rows.scalable?.[0] ?? false, columns.scalable?.[0] ?? false];
  return {
    kind: 'vector',
    shape: [rows.shape[0] ?? 0, columns.shape[0] ?? 0],
    element: rows.element,
    ...(scalable.includes(true) && { scalable }),
  };
}

const outerProduct: FormatSyntax = {
  format: '%lhs , %rhs { , %acc? }? dict : type(lhs) , type(rhs) ; kind:any=#vector.kind<add>',
  infer: (state, { operands: [left, right, sum], span }, results) => {
    const type = productOf(left?.type, right?.type);
    results.push(type);
    if (sum !== undefined) applyType(state, sum, type, span.start);
  },
};

export const vector: DialectSyntax = {
  name: 'vector',
  codecs: {
    combining: flagsCodec('#vector.kind'),
    punctuation: flagsCodec('#vector.punctuation'),
    fastmath: flagsCodec('#arith.fastmath', ','),
  },
  directives: { MaskedOperation: maskedOperation },
  operations: {
    'load': `%base [ %indices* ] dict : type(base) , type(result) ; ${access}`,
    'store': `%valueToStore , %base [ %indices* ] dict : type(base) , type(valueToStore) ; ${access}`,
    'maskedload':
      '%base [ %indices* ] , %mask , %pass_thru dict : type(base) , type(mask) , type(pass_thru) into type(result)',
    'maskedstore':
      '%base [ %indices* ] , %mask , %valueToStore dict : type(base) , type(mask) , type(valueToStore)',
    'expandload':
      '%base [ %indices* ] , %mask , %pass_thru dict : type(base) , type(mask) , type(pass_thru) into type(result)',
    'compressstore':
      '%base [ %indices* ] , %mask , %valueToStore dict : type(base) , type(mask) , type(valueToStore)',
    'gather':
      '%base [ %offsets* ] [ %indices ] , %mask , %pass_thru dict : type(base) , type(indices) , type(mask) , type(pass_thru) into type(result)',
    'scatter':
      '%base [ %offsets* ] [ %indices ] , %mask , %valueToStore dict : type(base) , type(indices) , type(mask) , type(valueToStore) { -> type(result) }?',
    'outerproduct': outerProduct,
    mask,
    'type_cast': conversion.replaceAll('source', 'memref'),
    'scalable.extract': '%source [ $pos:i64 ] dict : type(result) from type(source)',
    'scalable.insert':
      '%valueToStore , %dest [ $pos:i64 ] dict : type(valueToStore) into type(dest) => dest',
    'transfer_read': transferRead,
    'transfer_write': transferWrite,
    'extract':
      '%source ~ indices(%dynamic_position,$static_position) dict : type(result) from type(source)',
    'insert':
      '%valueToStore , %dest indices(%dynamic_position,$static_position) dict : type(valueToStore) into type(dest) => dest',
    'extractelement':
      '%vector [ { %position? : type(position) }? ] dict : type(vector) => element(vector)',
    'insertelement':
      '%source , %dest [ { %position? : type(position) }? ] dict : type(dest) => dest',
    'extract_strided_slice':
      '%source { offsets = $offsets:any , sizes = $sizes:any , strides = $strides:any }! dict : type(source) to type(result)',
    'insert_strided_slice':
      '%valueToStore , %dest { offsets = $offsets:any , strides = $strides:any }! dict : type(valueToStore) into type(dest) => dest',
    'broadcast': conversion,
    'shape_cast': conversion,
    'bitcast': conversion,
    'splat': '%input dict : type(result)',
    'fma': '%lhs , %rhs , %acc dict : type(lhs,rhs,acc) => lhs',
    'reduction':
      '$kind:combining , %vector { , %acc? }? { fastmath ~ $fastmath:fastmath=<none> }? dict : type(vector) into type(result)',
    'multi_reduction':
      '$kind:combining , %source , %acc dict $reduction_dims:i64s : type(source) to type(acc) => acc',
    'scan':
      '$kind:combining , %source , %initial_value { reduction_dim = $reduction_dim:i64 , inclusive = $inclusive:bool }! dict : type(source) , type(initial_value) => source initial_value',
    'contract': {
      ...iteratorStrings('#vector.iterator_type'),
      format:
        'dict %lhs , %rhs , %acc { dict }! : type(lhs) , type(rhs) { , type(acc) }! into type(acc) => acc ; indexing_maps:any iterator_types:any kind:any=#vector.kind<add>',
    },
    'shuffle': '%v1 , %v2 $mask:i64s dict : type(v1) , type(v2) => shuffle(v1)',
    'interleave': '%lhs , %rhs dict : type(lhs,rhs) -> type(result)',
    'deinterleave': '%source dict : type(source) -> type(result) => again',
    'transpose': '%vector , $permutation:i64s dict : type(vector) to type(result)',
    'from_elements': '%elements* dict : type(result)',
    'to_elements': '%source dict : type(source) => elements(source)',
    'create_mask': '%operands* dict : type(result)',
    'constant_mask': '$mask_dim_sizes:i64s dict : type(result)',
    'step': 'dict : type(result)',
    'vscale': 'dict => index',
    'yield': 'dict { %operands* : types(operands) }?',
    'print':
      '{ %source? : type(source) }? { str $stringLiteral:string | punctuation $punctuation:punctuation=<newline> }* dict',
  },
};
