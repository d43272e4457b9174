/** `bufferization`: from tensors to memrefs. */
import { unknownType } from '../ir/types.ts';
import { applyType } from '../text/pieces.ts';
import type { DialectSyntax, FormatSyntax } from '../text/syntax.ts';
import { builtinType } from '../text/types.ts';

const i1 = builtinType('i1');

/** `bufferization.dealloc (%m : memref<4xf32>) if (%c) retain (%r : memref<4xf32>)`: a condition for each retained. */
const dealloc: FormatSyntax = {
  format:
    '{ _ ( %memrefs*^ : types(memrefs) ) if _ ( %conditions* ) }? { retain _ ( %retained*^ : types(retained) ) }? dict ; segments',
  infer: (_, { attributes }, results) => {
    const segments = attributes.get('operandSegmentSizes');
    const count = segments?.kind === 'dense_array' ? Number(segments.values[2] ?? 0) : 0;
    for (let i = 0; i < count; i++) results.push(i1);
  },
};

export const bufferization: DialectSyntax = {
  name: 'bufferization',
  operations: {
    alloc_tensor: {
      format:
        '( %dynamic_sizes* ) { copy ( %copy? ) }? { size_hint ~ = ~ %size_hint? }? dict : type(result) ; segments memory_space:any',
      infer: (state, { operands, attributes, span }, results) => {
        const sizes = attributes.get('operandSegmentSizes');
        const [dynamic = 0, copies = 0] =
          sizes?.kind === 'dense_array' ? sizes.values.map(Number) : [];
        for (const copy of operands.slice(dynamic, dynamic + copies)) {
          applyType(state, copy, results.at(0) ?? unknownType, span.start);
        }
      },
    },
    clone: '%input dict : type(input) to type(result)',
    dealloc,
    dealloc_tensor: '%tensor dict : type(tensor)',
    materialize_in_destination:
      '%source in { restrict $restrict:unit }? { writable $writable:unit }? %dest dict : function(source,dest)',
    to_buffer: '%tensor { read_only $read_only:unit }? dict : type(tensor) to type(result)',
    to_tensor:
      '%buffer { restrict $restrict:unit }? { writable $writable:unit }? dict : type(buffer) to type(result)',
  },
};
