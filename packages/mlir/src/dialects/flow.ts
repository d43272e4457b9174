/**
 * `flow`: dispatches of kernels on whole tensors.
 *
 *     flow.dispatch @module::@entry[%x](%a, %b) : (tensor<4xf32>, tensor<?xf32>{%n}) -> %b
 */
import type { Attribute } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { parseDictionary, parseSymbol } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { parseList, parseOperands } from '../text/pieces.ts';
import { printAttribute } from '../text/print-types.ts';
import type { DialectSyntax, OperationSyntax } from '../text/syntax.ts';
import { exportSyntax, visibilityCodec, workgroup } from './executables.ts';
import { dispatchRegion, dispatchWorkgroups } from './flow-regions.ts';
import { segmentsOf, setSegments } from './segments.ts';
import { parseInputTypes, parseTiedResults, printSizedTypes, printTiedResults } from './tied.ts';
import { utilFunction } from './util-func.ts';

const dispatch: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    const entry: Attribute[] = [];
    if (state.eat(Token.leftBrace)) {
      parseList(state, Token.rightBrace, "'}'", () => entry.push(parseSymbol(state)));
    } else entry.push(parseSymbol(state));
    attributes.set('entry_points', { kind: 'array', elements: entry });
    const workload: Value[] = [];
    const inputs: Value[] = [];
    if (state.eat(Token.leftBracket)) {
      parseOperands(state, workload);
      state.expect(Token.rightBracket, "']'");
    }
    if (state.expect(Token.leftParen, "'('")) parseOperands(state, inputs);
    state.expect(Token.rightParen, "')'");
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    state.expect(Token.colon, "':'");
    const sizes: Value[] = [];
    parseInputTypes(state, inputs, sizes);
    state.expect(Token.arrow, "'->'");
    const resultSizes: Value[] = [];
    parseTiedResults(state, operation, results, inputs, resultSizes);
    setSegments(operation, [workload, inputs, sizes, resultSizes]);
  },
  print: (writer, operation) => {
    const { attributes } = operation;
    const entries = attributes.get('entry_points');
    const groups = segmentsOf(operation);
    if (entries?.kind !== 'array' || groups === undefined) return false;
    const [workload = [], inputs = [], sizes = [], resultSizes = []] = groups;
    const types = inputs.map(({ type }) => type);
    const sized = printSizedTypes(writer, types, sizes);
    const outputs = printTiedResults(writer, operation, inputs, resultSizes);
    if (sized === undefined || outputs === undefined) return false;
    const names = entries.elements.map((entry) => printAttribute(entry));
    writer.write(` ${names.length === 1 ? names[0] : `{${names.join(', ')}}`}`);
    if (workload.length > 0) writer.write(`[${writer.values(workload)}]`);
    writer.write(`(${writer.values(inputs)})`);
    const spelled = new Set(['entry_points', 'operandSegmentSizes', 'tied_operands']);
    writer.dictionary(attributes, (name) => spelled.has(name));
    writer.write(` : (${sized.join(', ')}) -> ${outputs}`);
    return true;
  },
  properties: ['entry_points', 'operandSegmentSizes', 'tied_operands'],
};

/** A type with its dynamic sizes: `tensor<?x4xf32>{%n}`. */
const sized = (name: string, dims: string): string => `type(${name}) { \\{ %${dims}* \\} }?`;
const same = (dims: string): string => sized('operand', dims);
const result = sized('result', 'result_dims');
const source = sized('source', 'source_dims');
const target = sized('target', 'target_dims');
const channel = '%channel : type(result) dict-keyword';

export const flow: DialectSyntax = {
  name: 'flow',
  codecs: { visibility: visibilityCodec },
  operations: {
    dispatch,
    'dispatch.region': dispatchRegion,
    'dispatch.workgroups': dispatchWorkgroups,
    'dispatch.workgroup.id': workgroup,
    'dispatch.workgroup.count': workgroup,
    'dispatch.workgroup.size': workgroup,
    'dispatch.tie_shape': `%operand dict : ${same('dynamic_dims')} => operand`,
    'func': utilFunction,
    'return': 'dict { %operands* : types(operands) }?',
    'executable':
      '{ $sym_visibility:visibility }? $sym_name:symbol-name dict-keyword region(isolated,block,terminator=flow.executable_end)',
    'executable_end': 'dict',
    'executable.export': exportSyntax('workgroups'),
    'tensor.constant': 'dict $value:any => typeof(value)',
    'tensor.dynamic_constant': 'dict $value:any -> type(result)',
    'tensor.tie_shape': `%operand dict : ${same('dynamic_dims')} => operand`,
    'tensor.reshape': `%source : ${source} -> ${result} dict-keyword ; segments`,
    'tensor.bitcast': `%source : ${source} -> ${result} dict-keyword ; segments`,
    'tensor.alloca': `: ${result} dict-keyword`,
    'tensor.empty': `: ${result} dict-keyword`,
    'tensor.splat': `%value : ${result} dict-keyword`,
    'tensor.clone': `%operand : ${same('operand_dims')} dict-keyword => operand`,
    'tensor.encode': `%operand : ${same('operand_dims')} -> ${result} dict-keyword ; segments`,
    'tensor.barrier': `%operand : ${same('operand_dims')} on $target:any dict-keyword => operand`,
    'tensor.transfer': `%operand : ${same('operand_dims')} to $target:any dict-keyword => operand`,
    'tensor.slice': `%source [ %start_indices* for %lengths* ] : ${source} -> ${result} dict-keyword ; segments order source source_dims start_indices lengths result_dims`,
    'tensor.load': `%source { [ %indices* ] }? : ${source} dict-keyword => element(source) ; segments order source source_dims indices`,
    'tensor.store': `%value , %target { [ %indices* ] }? : ${target} dict-keyword => target ; segments order value target target_dims indices`,
    'tensor.update': `%update , %target [ %start_indices* ] : ${sized('update', 'update_dims')} -> tied(target,%target_dims) dict-keyword ; segments order target target_dims start_indices update update_dims`,
    'channel.default': '{ $group:string }? : type(result) dict-keyword',
    'channel.split': '%channel , %color , %key : type(channel) -> type(result) dict-keyword',
    'channel.rank': channel,
    'channel.count': channel,
  },
};
