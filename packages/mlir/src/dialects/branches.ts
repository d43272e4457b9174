/**
 * Branches: `cf.br`, `cf.cond_br`, `cf.switch` and their twins of the `llvm` dialect.
 *
 *     cf.cond_br %c, ^bb1(%x : i32), ^bb2
 *     cf.switch %v : i32, [default: ^bb1, 4: ^bb2(%x : i32)]
 *
 * The values for a block belong to the successor. The generic form lists all operands together and says in
 * attributes how many belong where, each operation in its own way; `BranchOperands` goes both ways.
 */
import { AttributeMap } from '../ir/attribute-map.ts';
import type { Attribute, Type } from '../ir/types.ts';
import { resolveAttribute, resolveType } from '../ir/types.ts';
import type { Operation, Successor } from '../ir/ir.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, narrow, parseList, parseOperand, parseSignedInteger } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import { parseSuccessor } from '../text/regions.ts';
import type { Draft, State } from '../text/state.ts';
import type { BranchOperands, OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseType } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';

const i1 = builtinType('i1');
const i32 = builtinType('i32');

/** `^bb1(%x : i32)`. */
export function printTarget(writer: Writer, { block, operands }: Successor): string {
  if (operands.length === 0) return `^${block}`;
  return `^${block}(${writer.values(operands)} : ${writer.types(operands)})`;
}

const sizesOf = (attribute: Attribute | undefined): readonly number[] =>
  attribute?.kind === 'dense_array' ? attribute.values.map(Number) : [];

const sizes = (values: readonly number[]): Attribute => ({
  kind: 'dense_array',
  element: i32,
  values,
});

const sum = (values: readonly number[]): number => values.reduce((total, size) => total + size, 0);

/** Moves operands from `before` on to the successors, `counts` of them to each; false when they do not fit. */
function move(operation: Draft, before: number, counts: readonly number[]): boolean {
  const { operands, successors } = operation;
  if (successors.length !== counts.length || before + sum(counts) > operands.length) return false;
  let at = before;
  for (const [i, { operands: list }] of successors.entries()) {
    list.push(...operands.slice(at, (at += counts[i] ?? 0)));
  }
  operation.operands = [...operands.slice(0, before), ...operands.slice(at)];
  return true;
}

/** All operands, those of the successors behind the first `before`. */
function joined({ operands, successors }: Operation, before: number): Operation['operands'] {
  const own = successors.flatMap((successor) => successor.operands);
  return [...operands.slice(0, before), ...own, ...operands.slice(before)];
}

const countsOf = ({ successors }: Operation): number[] =>
  successors.map((successor) => successor.operands.length);

const withAttributes = (operation: Operation, more: Record<string, Attribute>): AttributeMap =>
  new AttributeMap([...operation.attributes, ...Object.entries(more)]);

/** One successor: its values are all that follow the first `before` operands. */
export function singleBranch(before: number): BranchOperands {
  return {
    split: (operation) => {
      const count = operation.operands.length - before;
      if (operation.successors.length === 1) move(operation, before, [count]);
    },
    join: (operation) => ({
      operands: joined(operation, before),
      attributes: operation.attributes,
    }),
  };
}

/**
 * `operandSegmentSizes` has a size for each group of operands and for each successor; the successors come
 * behind the first `groups` groups.
 */
export function segmentedBranch(groups: number): BranchOperands {
  return {
    split: (operation) => {
      const counts = sizesOf(operation.attributes.get('operandSegmentSizes'));
      const { length } = operation.successors;
      const before = sum(counts.slice(0, groups));
      if (sum(counts) !== operation.operands.length) return;
      if (!move(operation, before, counts.slice(groups, groups + length))) return;
      const rest = [...counts.slice(0, groups), ...counts.slice(groups + length)];
      if (rest.length === 1) operation.attributes.delete('operandSegmentSizes');
      else operation.attributes.set('operandSegmentSizes', sizes(rest));
    },
    join: (operation) => {
      const known = sizesOf(operation.attributes.get('operandSegmentSizes'));
      const own = known.length === 0 ? [operation.operands.length] : known;
      const counts = [...own.slice(0, groups), ...countsOf(operation), ...own.slice(groups)];
      return {
        operands: joined(operation, sum(own.slice(0, groups))),
        attributes: withAttributes(operation, { operandSegmentSizes: sizes(counts) }),
      };
    },
  };
}

/** A value that chooses, a default, and cases whose sizes are in `case_operand_segments`. */
const choice: BranchOperands = {
  split: (operation) => {
    const { attributes } = operation;
    const [value, first = 0] = sizesOf(attributes.get('operandSegmentSizes'));
    const cases = sizesOf(attributes.get('case_operand_segments'));
    if (value !== 1 || !move(operation, 1, [first, ...cases])) return;
    attributes.delete('operandSegmentSizes');
    attributes.delete('case_operand_segments');
  },
  join: (operation) => {
    const [first = 0, ...cases] = countsOf(operation);
    return {
      operands: joined(operation, 1),
      attributes: withAttributes(operation, {
        operandSegmentSizes: sizes([1, first, sum(cases)]),
        case_operand_segments: sizes(cases),
      }),
    };
  },
};

/** Successors whose sizes are in an attribute of their own. */
export function countedBranch(before: number, name: string): BranchOperands {
  return {
    split: (operation) => {
      const counts = sizesOf(operation.attributes.get(name));
      if (move(operation, before, counts)) operation.attributes.delete(name);
    },
    join: (operation) => ({
      operands: joined(operation, before),
      attributes: withAttributes(operation, { [name]: sizes(countsOf(operation)) }),
    }),
  };
}

/** `cf.br ^bb1(%x : i32)`. */
export const branch: OperationSyntax = {
  parse: (state, operation) => {
    parseSuccessor(state, operation);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, { successors, operands, attributes }) => {
    const [target] = successors;
    if (target === undefined || successors.length !== 1 || operands.length > 0) return false;
    writer.write(` ${printTarget(writer, target)}`);
    writer.dictionary(attributes, () => false);
    return true;
  },
  successors: singleBranch(0),
};

/** Reads `weights([1, 2])`. */
function parseWeights(state: State, { attributes }: Draft): void {
  if (!state.eatWord('weights')) return;
  const values: number[] = [];
  state.expect(Token.leftParen, "'('");
  state.expect(Token.leftBracket, "'['");
  parseList(state, Token.rightBracket, "']'", () => {
    values.push(Number(state.lexer.slice()));
    state.expect(Token.integer, 'an integer');
  });
  state.expect(Token.rightParen, "')'");
  attributes.set('branch_weights', sizes(values));
}

/** `cf.cond_br %c weights([1, 2]), ^bb1(%x : i32), ^bb2`. */
export const conditionalBranch: OperationSyntax = {
  parse: (state, operation) => {
    const at = state.lexer.start;
    const value = parseOperand(state);
    applyType(state, value, i1, at);
    operation.operands.push(value);
    parseWeights(state, operation);
    state.expect(Token.comma, "','");
    parseSuccessor(state, operation);
    state.expect(Token.comma, "','");
    parseSuccessor(state, operation);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, { successors, operands, attributes }) => {
    const [yes, no] = successors;
    const value = operands[0];
    if (yes === undefined || no === undefined || value === undefined || operands.length !== 1)
      return false;
    const weights = attributes.get('branch_weights');
    const likely =
      weights?.kind === 'dense_array' ? ` weights([${weights.values.join(', ')}])` : '';
    const targets = [yes, no].map((target) => printTarget(writer, target));
    writer.write(` ${writer.value(value)}${likely}, ${targets.join(', ')}`);
    writer.dictionary(attributes, (name) => name === 'branch_weights');
    return true;
  },
  properties: ['branch_weights', 'operandSegmentSizes'],
  successors: segmentedBranch(1),
};

const widthOf = (type: Type): number => {
  const plain = resolveType(type);
  return plain.kind === 'integer' ? plain.width : 64;
};

/**
 * `cf.switch %v : i32, [default: ^bb1, 4: ^bb2]`, where the numbers are printed without a sign; with the default in front of the bracket,
 * `llvm.switch %v : i32, ^bb1 [4: ^bb2]`.
 */
export function switchSyntax(defaultInside: boolean): OperationSyntax {
  return {
    parse: (state, operation) => {
      const value = parseOperand(state);
      operation.operands.push(value);
      state.expect(Token.colon, "':'");
      const at = state.lexer.start;
      const type = state.failed ? value.type : parseType(state);
      if (!state.failed) applyType(state, value, type, at);
      state.expect(Token.comma, "','");
      const values: (number | bigint)[] = [];
      const width = widthOf(type);
      const one = (): void => {
        values.push(narrow(BigInt.asIntN(width, parseSignedInteger(state))));
        state.expect(Token.colon, "':'");
        parseSuccessor(state, operation);
      };
      if (defaultInside) {
        state.expect(Token.leftBracket, "'['");
        state.expectWord('default');
        state.expect(Token.colon, "':'");
        parseSuccessor(state, operation);
        if (state.eat(Token.comma)) {
          do one();
          while (state.eat(Token.comma));
        }
        state.expect(Token.rightBracket, "']'");
      } else {
        parseSuccessor(state, operation);
        if (state.expect(Token.leftBracket, "'['")) {
          parseList(state, Token.rightBracket, "']'", one);
        }
      }
      if (values.length > 0) {
        const text = new Set(values).size === 1 ? String(values[0]) : `[${values.join(', ')}]`;
        operation.attributes.set('case_values', {
          kind: 'dense',
          text,
          values: new Set(values).size === 1 ? values.slice(0, 1) : values,
          type: { kind: 'vector', shape: [values.length], element: type },
        });
      }
      if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
    },
    print: (writer, { operands, successors, attributes }) => {
      const [value] = operands;
      const [first, ...targets] = successors;
      const list = attributes.get('case_values');
      const plain = list === undefined ? undefined : resolveAttribute(list);
      const known = plain?.kind === 'dense' ? plain.values : [];
      if (value === undefined || first === undefined || known === undefined) return false;
      if (operands.length !== 1 || (known.length === 0 && targets.length > 0)) return false;
      writer.write(` ${writer.value(value)} : ${printType(value.type)}, `);
      const cases = targets.map((target, i) => {
        const number = known[i] ?? known[0] ?? 0;
        const shown = defaultInside ? BigInt.asUintN(widthOf(value.type), BigInt(number)) : number;
        return `${shown}: ${printTarget(writer, target)}`;
      });
      if (defaultInside) cases.unshift(`default: ${printTarget(writer, first)}`);
      else writer.write(`${printTarget(writer, first)} `);
      writer.write('[');
      for (const [i, text] of cases.entries()) {
        writer.line();
        writer.write(`  ${text}${i < cases.length - 1 ? ',' : ''}`);
      }
      writer.line();
      writer.write(']');
      writer.dictionary(attributes, (name) => name === 'case_values');
      return true;
    },
    properties: ['case_values', 'case_operand_segments', 'operandSegmentSizes', 'branch_weights'],
    successors: choice,
  };
}
