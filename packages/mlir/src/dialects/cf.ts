/**
 * Branches: `cf.br`, `cf.cond_br`, `cf.switch` and their twins of the `llvm` dialect.
 *
 *     cf.cond_br %c, ^bb1(%x : i32), ^bb2
 *     cf.switch %v : i32, [default: ^bb1, 4: ^bb2(%x : i32)]
 *
 * The values for a block belong to the successor. The generic form lists all operands together and says in
 * attributes how many belong where, each operation in its own way; `BranchOperands` goes both ways.
 */
import { sum } from '@ldscope/core';
import { AttributeMap } from '../ir/attribute-map.ts';
import type { Attribute, Type } from '../ir/types.ts';
import { resolveAttribute, resolveType } from '../ir/types.ts';
import type { Operation } from '../ir/ir.ts';
import type { Directive } from '../text/format.ts';
import { denseIntegers } from '../text/dense.ts';
import { operandsOf } from '../text/format-parse.ts';
import { Token } from '../text/lexer.ts';
import { narrow, parseList, parseSignedInteger } from '../text/pieces.ts';
import { parseSuccessor } from '../text/regions.ts';
import type { Draft } from '../text/state.ts';
import type { BranchOperands, DialectSyntax, FormatSyntax } from '../text/syntax.ts';
import { builtinType } from '../text/types.ts';

const i32 = builtinType('i32');

const sizesOf = (attribute: Attribute | undefined): readonly number[] =>
  attribute?.kind === 'dense_array' ? attribute.values.map(Number) : [];

const sizes = (values: readonly number[]): Attribute => ({
  kind: 'dense_array',
  element: i32,
  values,
});

/** Moves operands from `before` on to the successors, `counts` of them to each; false when they do not fit. */
function move(operation: Draft, before: number, counts: readonly number[]): boolean {
  const { operands, successors } = operation;
  if (successors.length !== counts.length || before + sum(counts) > operands.length) return false;
  let at = before;
  for (const [i, { operands: list }] of successors.entries()) {
    for (const each of operands.slice(at, (at += counts[i] ?? 0))) list.push(each);
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

const widthOf = (type: Type | undefined): number => {
  const plain = type === undefined ? undefined : resolveType(type);
  return plain?.kind === 'integer' ? plain.width : 64;
};

/** `[4: ^bb2, 5: ^bb3]` behind the default, or `[default: ^bb1, 4: ^bb2]`, where numbers are printed without a sign. */
const switchCases =
  (defaultInside: boolean): Directive =>
  (line, flag = '', attribute = '') => {
    const group = line.group(flag);
    const name = line.attribute(attribute);
    return {
      parse: (reading) => {
        const { state, operation } = reading;
        const type = operandsOf(reading, group)[0]?.type ?? builtinType('i64');
        const values: (number | bigint)[] = [];
        let first = defaultInside;
        if (!defaultInside) parseSuccessor(state, operation);
        parseList(state, '[]', () => {
          if (first) state.expectWord('default');
          else values.push(narrow(BigInt.asIntN(widthOf(type), parseSignedInteger(state))));
          first = false;
          state.expect(Token.colon, "':'");
          parseSuccessor(state, operation);
        });
        if (first) state.fail("'default'");
        if (values.length === 0) return;
        const { length } = values;
        const of = { kind: 'vector', shape: [length], element: type } as const;
        operation.attributes.set(name, denseIntegers(values, of));
      },
      print: ({ writer, operation: { attributes, successors }, groups }) => {
        const [first, ...targets] = successors;
        const list = attributes.get(name);
        const plain = list === undefined ? undefined : resolveAttribute(list);
        const known = plain?.kind === 'dense' ? plain.values : [];
        if (first === undefined || known === undefined) return undefined;
        if (known.length === 0 && targets.length > 0) return undefined;
        const width = widthOf(groups[group]?.[0]?.type);
        const cases = targets.map((target, i) => {
          const number = known[i] ?? known[0] ?? 0;
          const shown = defaultInside ? BigInt.asUintN(width, BigInt(number)) : number;
          return `${shown}: ${writer.successor(target)}`;
        });
        if (defaultInside) cases.unshift(`default: ${writer.successor(first)}`);
        writer.write(defaultInside ? ' [' : ` ${writer.successor(first)} [`);
        for (const [i, text] of cases.entries()) {
          writer.line();
          writer.write(`  ${text}${i < cases.length - 1 ? ',' : ''}`);
        }
        writer.line();
        writer.write(']');
        return '';
      },
    };
  };

/** The `custom<...>` directives in the syntax of branches. */
export const branchDirectives: Readonly<Record<string, Directive>> = {
  SwitchCases: switchCases(true),
  SwitchCasesBehindDefault: switchCases(false),
};

/** `br ^bb1(%x : i32)`. */
export const branch: FormatSyntax = { format: 'successor dict', successors: singleBranch(0) };

/** `cond_br %c weights([1, 2]), ^bb1(%x : i32), ^bb2`. */
export const conditionalBranch: FormatSyntax = {
  format:
    '%condition:i1 { weights ( $branch_weights:i32s ) }? , successor , successor dict ; operandSegmentSizes:any',
  successors: segmentedBranch(1),
};

const switched = 'dict ; case_operand_segments:any operandSegmentSizes:any branch_weights:any';

/** `cf.switch %v : i32, [default: ^bb1, 4: ^bb2]`, or `llvm.switch %v : i32, ^bb1 [4: ^bb2]`. */
export const switchSyntax = (directive: string): FormatSyntax => ({
  format: `%flag : type(flag) , custom<${directive}>(flag,$case_values) ${switched}`,
  successors: choice,
});

/** `cf`: branches between blocks. */
export const cf: DialectSyntax = {
  name: 'cf',
  directives: branchDirectives,
  operations: {
    br: branch,
    cond_br: conditionalBranch,
    switch: switchSyntax('SwitchCases'),
    assert: '%arg , $msg:string dict',
  },
};
