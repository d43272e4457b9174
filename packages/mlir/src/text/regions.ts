/**
 * Reads regions, blocks and successors.
 *
 *     { %0 = ... }        { ^bb0(%x: i32): ... cf.br ^bb1(%y : i32)  ^bb1(%z: i32): ... }
 *
 * `regionRule` makes the rule from the one for operations, which contain regions in turn.
 */
import { messages } from '@ldscope/core';
import { AttributeMap } from '../ir/attribute-map.ts';
import type { Block, Operation, Region, Value } from '../ir/ir.ts';
import { unknownType } from '../ir/types.ts';
import { Token } from './lexer.ts';
import { parseList, parseLocation, parseOperands, parseTypesOf } from './pieces.ts';
import type { Draft, DraftBlock, RegionOptions, State } from './state.ts';

type OperationRule = (state: State, into: Operation[]) => void;

export function regionRule(operation: OperationRule): (s: State, o: RegionOptions) => Region {
  return (state, options) => {
    const region: Region = { blocks: [] };
    const opening = state.lexer.start;
    if (!state.expect(Token.leftBrace, "'{'")) return region;
    const isolated = options.isolated ?? false;
    const mark = state.names.enter(isolated);
    if (state.enter()) parseBlocks(state, region, options, operation);
    state.leave();
    state.names.leave(isolated, mark);
    if (!state.failed) {
      if (state.lexer.kind !== Token.rightBrace) state.failUnclosed('{', '}', opening);
      else if (options.terminator !== undefined) terminate(state, region, options.terminator);
      state.eat(Token.rightBrace);
    }
    return region;
  };
}

function parseBlocks(
  state: State,
  region: Region,
  options: RegionOptions,
  operation: OperationRule,
): void {
  const lexer = state.lexer;
  const labels = new Set<string>();
  const entry = options.entry ?? [];
  for (const value of entry) state.names.declare(value, lexer.start, lexer.start);
  const first: DraftBlock = { label: undefined, arguments: [...entry], operations: [] };
  let block: Block = first;
  if (lexer.kind !== Token.rightBrace || entry.length > 0 || options.block === true) {
    region.blocks.push(block);
  }
  while (lexer.kind !== Token.rightBrace && lexer.kind !== Token.end) {
    if (lexer.kind !== Token.block) {
      operation(state, block.operations);
      continue;
    }
    const unused = region.blocks.length === 1 && block === first && first.operations.length === 0;
    // A function whose parameters have no names may name them in a label.
    if (unused && entry.every(({ name }) => name === '')) region.blocks.pop();
    const start = lexer.start;
    const label = parseBlock(state, region);
    if (labels.has(label)) {
      state.report(messages.syntax.redefinedBlock(label), start, start + label.length + 1);
    }
    labels.add(label);
    block = region.blocks.at(-1) ?? first;
    if (state.failed && !state.closed) skipLine(state, start);
  }
  if (lexer.kind === Token.rightBrace) checkSuccessors(state, region, labels);
}

/** Reads `^bb1(%x: i32):` and adds the block. */
function parseBlock(state: State, region: Region): string {
  const lexer = state.lexer;
  const label = state.text.slice(lexer.start + 1, lexer.end);
  const block: Block = { label, arguments: [], operations: [] };
  region.blocks.push(block);
  lexer.next();
  if (lexer.kind === Token.leftParen)
    for (const each of parseList(state, '()', parseArgument)) block.arguments.push(each);
  state.expect(Token.colon, "':'");
  return label;
}

/** Goes on behind the line on which a label failed. */
function skipLine(state: State, start: number): void {
  const line = state.text.indexOf('\n', start);
  if (line < 0) return;
  state.failed = false;
  state.lexer.moveTo(line);
}

function parseArgument(state: State): Value {
  const lexer = state.lexer;
  const { start, end } = lexer;
  const name = state.text.slice(start + 1, lexer.nameEnd);
  if (lexer.kind !== Token.value) {
    state.fail('a block argument');
    return { name: '', index: 0, group: 1, type: unknownType, definition: undefined };
  }
  lexer.next();
  state.expect(Token.colon, "':'");
  const type = state.grammar.type(state);
  const location = parseLocation(state);
  const value = state.names.defineArgument(name, type, start, end);
  return location === undefined ? value : Object.assign(value, { location });
}

function checkSuccessors(state: State, region: Region, labels: ReadonlySet<string>): void {
  for (const block of region.blocks) {
    for (const { successors, span } of block.operations) {
      for (const { block: label } of successors) {
        if (!labels.has(label)) {
          state.report(messages.syntax.undefinedBlock(label), span.start, span.end);
        }
      }
    }
  }
}

/** Terminators with a region, which is empty when they are left out. */
const withRegion: ReadonlySet<string> = new Set(['scf.forall.in_parallel']);

/** Adds the terminator that the text leaves out. */
function terminate(state: State, region: Region, name: string): void {
  const at = state.lexer.start;
  if (region.blocks.length === 0) {
    region.blocks.push({ label: undefined, arguments: [], operations: [] });
  }
  const operations = region.blocks.at(-1)?.operations;
  if (operations === undefined || operations.at(-1)?.name === name) return;
  const empty: Region = { blocks: [{ label: undefined, arguments: [], operations: [] }] };
  operations.push({
    name,
    operands: [],
    results: [],
    attributes: new AttributeMap(),
    regions: withRegion.has(name) ? [empty] : [],
    successors: [],
    syntax: 'custom',
    text: undefined,
    location: undefined,
    properties: undefined,
    span: { start: at, end: at },
  });
}

/** Reads `^bb1` or `^bb1(%x, %y : i32, i32)`. */
export function parseSuccessor(state: State, operation: Draft): void {
  const lexer = state.lexer;
  if (lexer.kind !== Token.block) {
    state.fail('a block');
    return;
  }
  const operands: Value[] = [];
  const successor = { block: state.text.slice(lexer.start + 1, lexer.end), operands };
  operation.successors = [...operation.successors, successor];
  lexer.next();
  if (!state.eat(Token.leftParen)) return;
  parseOperands(state, operands);
  if (state.expect(Token.colon, "':'")) parseTypesOf(state, operands);
  state.expect(Token.rightParen, "')'");
}
