/**
 * Operations of `stream` with a region that captures resources, and what waits for them.
 *
 *     %r, %t = stream.async.execute await(%s) => with(%a as %x: !stream.resource<*>{%n}) -> %a as !stream.resource<*>{%n} {
 *       stream.yield %x : !stream.resource<*>{%n}
 *     } => !stream.timepoint
 *     %b = stream.timepoint.await %t => %r : !stream.resource<*>{%n}
 */
import type { Value } from '../ir/ir.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseList, parseOperand, parseOperandList } from '../text/pieces.ts';
import { printAttribute, printType } from '../text/print-types.ts';
import { addRegion } from '../text/state.ts';
import type { Draft, State } from '../text/state.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { parseType } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';
import { parseBinding } from './loops.ts';
import { segmentsOf, setSegments } from './segments.ts';
import { parseSizes, parseTiedResults, printSizedTypes, printTiedResults } from './tied.ts';

/** Reads `=> type` of a result, the last word of an execution. */
function parseFat(state: State): void {
  state.expect(Token.equal, "'=>'");
  state.expect(Token.greater, "'=>'");
}

/** Reads `once on(#affinity) await(%t) =>`; the timepoint, if one is there. */
function parseHead(state: State, { attributes }: Draft): Value[] {
  if (state.eatWord('once')) attributes.set('once', { kind: 'unit' });
  if (state.eatWord('on')) {
    state.expect(Token.leftParen, "'('");
    attributes.set('affinity', state.grammar.attribute(state));
    state.expect(Token.rightParen, "')'");
  }
  if (!state.eatWord('await')) return [];
  state.expect(Token.leftParen, "'('");
  const timepoint = parseOperand(state);
  state.expect(Token.rightParen, "')'");
  parseFat(state);
  return [timepoint];
}

interface Captures {
  readonly operands: Value[];
  readonly sizes: Value[];
  readonly entry: Value[];
}

/** Reads `(%a as %x: type{%n}, ...)`. */
function parseCaptures(state: State): Captures {
  const captures: Captures = { operands: [], sizes: [], entry: [] };
  if (!state.expect(Token.leftParen, "'('")) return captures;
  parseList(state, Token.rightParen, "')'", () => {
    const operand = parseOperand(state);
    state.expectWord('as');
    const argument = parseBinding(state, operand.type);
    state.expect(Token.colon, "':'");
    const at = state.lexer.start;
    argument.type = parseType(state);
    if (!state.failed) applyType(state, operand, argument.type, at);
    captures.operands.push(operand);
    captures.entry.push(argument);
    parseSizes(state, captures.sizes);
  });
  return captures;
}

function printCaptures(
  writer: Writer,
  operands: readonly Value[],
  entry: readonly Value[],
  sizes: readonly Value[],
): string | undefined {
  const types = entry.map(({ type }) => type);
  const texts = printSizedTypes(writer, types, sizes);
  if (texts === undefined || entry.length !== operands.length) return undefined;
  const items = operands.map((operand, i) => {
    const argument = entry[i];
    return `${writer.value(operand)} as ${argument === undefined ? '' : writer.value(argument)}: ${texts[i]}`;
  });
  return `(${items.join(', ')})`;
}

const properties = ['once', 'affinity', 'tied_operands', 'operandSegmentSizes'];

/** `resources`: it has results besides the timepoint; `timed`: it has a timepoint. */
function execution({ resources, timed }: { resources: boolean; timed: boolean }): OperationSyntax {
  return {
    parse: (state, operation, results) => {
      const timepoint = parseHead(state, operation);
      state.expectWord('with');
      const { operands, sizes, entry } = parseCaptures(state);
      const resultSizes: Value[] = [];
      if (resources && state.eat(Token.arrow)) {
        parseTiedResults(state, operation, results, operands, resultSizes);
      }
      const groups = [operands, sizes, ...(resources ? [resultSizes] : [])];
      if (timed) groups.push(timepoint);
      setSegments(operation, groups);
      if (state.failed) return;
      const options = { entry, block: true, terminator: 'stream.yield' };
      addRegion(operation, state.grammar.region(state, options));
      if (timed) {
        parseFat(state);
        results.push(parseType(state));
      }
      if (state.eatWord('attributes')) parseDictionary(state, operation.attributes);
    },
    print: (writer, operation) => {
      const { attributes, regions, results } = operation;
      const groups = segmentsOf(operation);
      const affinity = attributes.get('affinity');
      const [body] = regions;
      const entry = body?.blocks[0]?.arguments ?? [];
      const time = timed ? results.at(-1) : undefined;
      if (groups === undefined || body === undefined) return false;
      const [captured = [], captureSizes = [], third = [], fourth = []] = groups;
      const [timepoint] = resources ? fourth : third;
      const captures = printCaptures(writer, captured, entry, captureSizes);
      if (captures === undefined || (timed && time === undefined)) return false;
      if (attributes.has('once')) writer.write(' once');
      if (affinity !== undefined) writer.write(` on(${printAttribute(affinity)})`);
      if (timepoint !== undefined) writer.write(` await(${writer.value(timepoint)}) =>`);
      writer.write(` with${captures}`);
      const made = timed ? results.slice(0, -1) : results;
      if (resources && made.length > 0) {
        const text = printTiedResults(writer, { ...operation, results: made }, captured, third);
        if (text === undefined) return false;
        writer.write(` -> ${text}`);
      }
      writer.write(' ');
      writer.region(operation, body, { hideArguments: true, terminator: 'stream.yield' });
      if (time !== undefined) writer.write(` => ${printType(time.type)}`);
      writer.dictionary(attributes, (name) => properties.includes(name), ' attributes ');
      return true;
    },
    properties,
  };
}

export const asyncExecute: OperationSyntax = execution({ resources: true, timed: true });
export const asyncConcurrent: OperationSyntax = execution({ resources: true, timed: false });
export const cmdExecute: OperationSyntax = execution({ resources: false, timed: true });

/** Reads `type{%n}, ...` for values that are known. */
function parseSizedTypes(state: State, values: readonly Value[], sizes: Value[]): void {
  let count = 0;
  do {
    const at = state.lexer.start;
    const type = parseType(state);
    const value = values[count++];
    if (value !== undefined && !state.failed) applyType(state, value, type, at);
    parseSizes(state, sizes);
  } while (state.eat(Token.comma));
  if (count !== values.length && !state.failed) state.fail('a type for each value');
}

/** `stream.yield %x, %y : !stream.resource<*>{%n}, i32`: the values, then their sizes. */
export const yielded: OperationSyntax = {
  parse: (state, operation) => {
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
    const values = parseOperandList(state);
    const sizes: Value[] = [];
    if (values.length > 0 && state.expect(Token.colon, "':'")) {
      parseSizedTypes(state, values, sizes);
    }
    operation.operands = [...values, ...sizes];
  },
  print: (writer, { operands, attributes }) => {
    // As many values as leave a size for each that needs one.
    const count = operands.findIndex((_, i) => {
      const types = operands.slice(0, i + 1).map(({ type }) => type);
      const texts = printSizedTypes(writer, types, operands.slice(i + 1));
      return texts !== undefined && (i + 1 === operands.length || texts.join().includes('{'));
    });
    writer.dictionary(attributes, () => false);
    if (operands.length === 0) return true;
    const values = operands.slice(0, count + 1);
    const types = values.map(({ type }) => type);
    const texts = printSizedTypes(writer, types, operands.slice(count + 1));
    if (count < 0 || texts === undefined) return false;
    writer.write(` ${writer.values(values)} : ${texts.join(', ')}`);
    return true;
  },
};

/** `stream.timepoint.await sync %t => %a, %b : type{%n}, type{%m}`: the resources once they are ready. */
export const timepointAwait: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    if (state.eatWord('sync')) attributes.set('sync', { kind: 'unit' });
    const timepoint = parseOperand(state);
    parseFat(state);
    const values = parseOperandList(state);
    const sizes: Value[] = [];
    if (state.expect(Token.colon, "':'")) parseSizedTypes(state, values, sizes);
    setSegments(operation, [values, sizes, [timepoint]]);
    results.pushAll(values.map(({ type }) => type));
    if (state.eatWord('attributes')) parseDictionary(state, attributes);
  },
  print: (writer, operation) => {
    const { attributes } = operation;
    const [values = [], sizes = [], [timepoint] = []] = segmentsOf(operation) ?? [];
    const types = values.map(({ type }) => type);
    const texts = printSizedTypes(writer, types, sizes);
    if (timepoint === undefined || texts === undefined) return false;
    const sync = attributes.has('sync') ? ' sync' : '';
    writer.write(`${sync} ${writer.value(timepoint)} => ${writer.values(values)}`);
    writer.write(` : ${texts.join(', ')}`);
    const spelled = timepointAwait.properties ?? [];
    writer.dictionary(attributes, (name) => spelled.includes(name), ' attributes ');
    return true;
  },
  properties: ['sync', 'operandSegmentSizes'],
};

/** `stream.resource.alloca uninitialized on(#a) await(%t) => type{%n} => timepoint`; `:` where nothing is awaited. */
export const resourceAlloca: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    state.expectWord('uninitialized');
    if (state.eatWord('indeterminate')) attributes.set('indeterminate_lifetime', { kind: 'unit' });
    const timepoint = parseHead(state, operation);
    if (timepoint.length === 0) state.expect(Token.colon, "':'");
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    if (state.failed) return;
    results.push(parseType(state));
    const sizes: Value[] = [];
    parseSizes(state, sizes);
    parseFat(state);
    if (state.failed) return;
    results.push(parseType(state));
    operation.operands = [...sizes, ...timepoint];
  },
  print: (writer, { operands, attributes, results }) => {
    const [size, timepoint] = operands;
    const [resource, time] = results;
    const affinity = attributes.get('affinity');
    if (size === undefined || resource === undefined || time === undefined) return false;
    writer.write(' uninitialized');
    if (attributes.has('indeterminate_lifetime')) writer.write(' indeterminate');
    if (affinity !== undefined) writer.write(` on(${printAttribute(affinity)})`);
    writer.write(timepoint === undefined ? ' :' : ` await(${writer.value(timepoint)}) =>`);
    const spelled = resourceAlloca.properties ?? [];
    writer.dictionary(attributes, (name) => spelled.includes(name));
    writer.write(` ${printType(resource.type)}{${writer.value(size)}} => ${printType(time.type)}`);
    return true;
  },
  properties: ['indeterminate_lifetime', 'affinity'],
};
