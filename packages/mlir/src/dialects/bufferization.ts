/** `bufferization`: from tensors to memrefs. */
import type { Value } from '../ir/ir.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseOperand, parseOperands } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import type { DialectSyntax, FormatSyntax, OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseType } from '../text/types.ts';

const i32 = builtinType('i32');

/** `bufferization.alloc_tensor(%n) copy(%t) size_hint=%s {...} : tensor<?xf32>`. */
const allocTensor: OperationSyntax = {
  parse: (state, operation, results) => {
    const sizes: Value[] = [];
    const copy: Value[] = [];
    const hint: Value[] = [];
    state.expect(Token.leftParen, "'('");
    parseOperands(state, sizes);
    state.expect(Token.rightParen, "')'");
    const at = state.lexer.start;
    if (state.eatWord('copy')) {
      state.expect(Token.leftParen, "'('");
      copy.push(parseOperand(state));
      state.expect(Token.rightParen, "')'");
    }
    if (state.eatWord('size_hint')) {
      state.expect(Token.equal, "'='");
      hint.push(parseOperand(state));
    }
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
    state.expect(Token.colon, "':'");
    if (state.failed) return;
    const type = parseType(state);
    results.push(type);
    for (const value of copy) applyType(state, value, type, at);
    operation.operands = [...sizes, ...copy, ...hint];
    const values = [sizes.length, copy.length, hint.length];
    operation.attributes.set('operandSegmentSizes', { kind: 'dense_array', element: i32, values });
  },
  print: (writer, { operands, attributes, results }) => {
    const segments = attributes.get('operandSegmentSizes');
    const [result] = results;
    if (segments?.kind !== 'dense_array' || result === undefined) return false;
    const [sizes = 0, copy = 0] = segments.values.map(Number);
    writer.write(`(${writer.values(operands.slice(0, sizes))})`);
    const copied = operands.slice(sizes, sizes + copy);
    if (copied.length > 0) writer.write(` copy(${writer.values(copied)})`);
    const hint = operands.slice(sizes + copy);
    if (hint.length > 0) writer.write(` size_hint=${writer.values(hint)}`);
    writer.dictionary(attributes, (name) => name === 'operandSegmentSizes');
    writer.write(` : ${printType(result.type)}`);
    return true;
  },
  properties: ['memory_space', 'operandSegmentSizes'],
};

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
    alloc_tensor: allocTensor,
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
