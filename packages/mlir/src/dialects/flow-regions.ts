/**
 * Dispatches of `flow` whose kernel is still a region.
 *
 *     %r = flow.dispatch.region[%n] -> (tensor<?x4xf32>{%n}) { ... flow.return %t : tensor<?x4xf32> } count(%m: index) -> (index, index, index) {...}
 *     %w = flow.dispatch.workgroups[%n](%a) : (tensor<4xf32>) -> tensor<4xf32> =
 *       (%in: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>, %out: ...) { ... flow.return }
 *
 * The second one does not see the values around it: what it needs are its arguments.
 */
import type { Value } from '../ir/ir.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { parseList, parseOperandList } from '../text/pieces.ts';
import { addRegion } from '../text/state.ts';
import type { State } from '../text/state.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { parseType } from '../text/types.ts';
import { parseClause, printClause } from './executables.ts';
import { parseParameter } from './functions.ts';
import { segmentsOf, setSegments } from './segments.ts';
import {
  parseInputTypes,
  parseSizes,
  parseTiedResults,
  printSizedTypes,
  printTiedResults,
} from './tied.ts';

const grid = '(index, index, index)';

/** Reads `[%x, %y]`, or nothing. */
function parseWorkload(state: State): Value[] {
  if (!state.eat(Token.leftBracket)) return [];
  const values = parseOperandList(state);
  state.expect(Token.rightBracket, "']'");
  return values;
}

export const dispatchRegion: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    const workload = parseWorkload(state);
    const sizes: Value[] = [];
    if (state.eat(Token.arrow) && state.expect(Token.leftParen, "'('")) {
      parseList(state, Token.rightParen, "')'", () => {
        results.push(parseType(state));
        parseSizes(state, sizes);
      });
    }
    if (state.eatWord('attributes')) parseDictionary(state, attributes);
    setSegments(operation, [sizes, workload]);
    if (state.failed) return;
    addRegion(operation, state.grammar.region(state, { block: true, terminator: 'flow.return' }));
    parseClause(state, operation, 'count', false);
  },
  print: (writer, operation) => {
    const { attributes, regions, results } = operation;
    const [body, count] = regions;
    const [sizes, workload = []] = segmentsOf(operation) ?? [];
    if (sizes === undefined || body === undefined) return false;
    const types = results.map(({ type }) => type);
    const texts = printSizedTypes(writer, types, sizes);
    if (texts === undefined) return false;
    if (workload.length > 0) writer.write(`[${writer.values(workload)}]`);
    writer.write(` -> (${texts.join(', ')})`);
    writer.dictionary(attributes, (name) => name === 'operandSegmentSizes', ' attributes ');
    writer.write(' ');
    writer.region(operation, body, { terminator: 'flow.return' });
    printClause(writer, operation, count, 'count', grid);
    return true;
  },
  properties: ['operandSegmentSizes'],
};

export const dispatchWorkgroups: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    const workload = parseWorkload(state);
    state.expect(Token.leftParen, "'('");
    const inputs = parseOperandList(state);
    state.expect(Token.rightParen, "')'");
    state.expect(Token.colon, "':'");
    const sizes: Value[] = [];
    parseInputTypes(state, inputs, sizes);
    state.expect(Token.arrow, "'->'");
    const resultSizes: Value[] = [];
    parseTiedResults(state, operation, results, inputs, resultSizes);
    if (state.eatWord('attributes')) parseDictionary(state, attributes);
    state.expect(Token.equal, "'='");
    setSegments(operation, [workload, inputs, sizes, resultSizes]);
    const entry: Value[] = [];
    if (state.expect(Token.leftParen, "'('")) {
      parseList(state, Token.rightParen, "')'", () => parseParameter(state, entry, []));
    }
    if (state.failed) return;
    addRegion(operation, state.grammar.region(state, { entry, isolated: true, block: true }));
    parseClause(state, operation, 'count');
  },
  print: (writer, operation) => {
    const { attributes, regions } = operation;
    const [body, count] = regions;
    const groups = segmentsOf(operation);
    if (groups === undefined || body === undefined) return false;
    const [workload = [], inputs = [], sizes = [], resultSizes = []] = groups;
    const types = inputs.map(({ type }) => type);
    const texts = printSizedTypes(writer, types, sizes);
    const results = printTiedResults(writer, operation, inputs, resultSizes);
    if (texts === undefined || results === undefined) return false;
    if (workload.length > 0) writer.write(`[${writer.values(workload)}]`);
    writer.write(`(${writer.values(inputs)}) : (${texts.join(', ')}) -> ${results}`);
    const spelled = dispatchWorkgroups.properties ?? [];
    writer.dictionary(attributes, (name) => spelled.includes(name), ' attributes ');
    const entry = body.blocks[0]?.arguments ?? [];
    writer.inside(body, () => {
      writer.write(` = (${entry.map((value) => writer.argument(value)).join(', ')}) `);
      writer.region(operation, body, { hideArguments: true });
    });
    printClause(writer, operation, count, 'count', grid);
    return true;
  },
  properties: ['operandSegmentSizes', 'tied_operands'],
};
