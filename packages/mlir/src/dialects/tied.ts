/**
 * Types with the sizes of dynamic ones, and results that are operands updated in place: `-> %b` is the operand
 * `%b` again, `-> %b as tensor<4xi8>` the same with another type.
 *
 *     flow.dispatch @exe::@f(%a, %b) : (tensor<?xf32>{%n}, tensor<4xf32>) -> (tensor<4xf32>, %b)
 *     util.call @f(%a, %b) : (tensor<4xf32>, index) -> %a
 *
 * `tied_operands` holds, for each result, the number of its operand or -1.
 */
import { sum } from '@ldscope/core';
import type { Type } from '../ir/types.ts';
import { resolveType } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import type { Directive } from '../text/format.ts';
import { operandsOf } from '../text/format-parse.ts';
import { Token } from '../text/lexer.ts';
import { parseList, parseOperand, parseOperands, parseTypesOf } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import type { State } from '../text/state.ts';
import { parseType } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';
import { printResultList, printTied, setTied, tiedOf } from './functions.ts';

/** Reads `{%a, %b}` behind a dynamic type. */
export function parseSizes(state: State, into: Value[]): void {
  if (!state.eat(Token.leftBrace)) return;
  parseOperands(state, into);
  state.expect(Token.rightBrace, "'}'");
}

/** Reads `type{%n}, ...`, the types of values; the sizes. */
export function parseSizedTypes(state: State, values: readonly Value[]): Value[] {
  const sizes: Value[] = [];
  parseTypesOf(state, values, () => {
    const type = parseType(state);
    parseSizes(state, sizes);
    return type;
  });
  return sizes;
}

/** How many sizes follow a type in the text: one for each `?` of a shape, and the bytes of a resource. */
export function dynamicSizes(type: Type): number {
  const plain = resolveType(type);
  if (plain.kind === 'opaque') {
    return plain.text.startsWith('!stream.resource<') ? 1 : plain.text.split('?').length - 1;
  }
  const shape = plain.kind === 'tensor' || plain.kind === 'memref' ? plain.shape : undefined;
  return shape === undefined ? 0 : shape.filter((size) => size === undefined).length;
}

/** `tensor<?xf32>{%n}`. */
export function printSizedType(writer: Writer, type: Type, sizes: readonly Value[]): string {
  return `${printType(type)}${sizes.length === 0 ? '' : `{${writer.values(sizes)}}`}`;
}

/** `{%n}` for each of as many values as a count says, nothing for a count of 0. */
function sizeLists(writer: Writer, counts: readonly number[], sizes: readonly Value[]): string[] {
  let at = 0;
  return counts.map((count) => {
    const own = sizes.slice(at, (at += count));
    return count === 0 ? '' : `{${writer.values(own)}}`;
  });
}

/** Types with the sizes of the dynamic ones, or without all sizes; `undefined` when the sizes do not fit. */
export function printSizedTypes(
  writer: Writer,
  types: readonly Type[],
  sizes: readonly Value[],
): readonly string[] | undefined {
  const counts = types.map((type) => (sizes.length === 0 ? 0 : dynamicSizes(type)));
  if (sum(counts) !== sizes.length) return undefined;
  const lists = sizeLists(writer, counts, sizes);
  return types.map((type, i) => `${printType(type)}${lists[i]}`);
}

/** `type{%n}, index`: the types of operands; the sizes are not kept when they have no group. */
const sizedTypes: Directive = (line, values = '', sizes = '') => {
  const group = line.group(values);
  const extents = sizes === '' ? -1 : line.group(sizes);
  return {
    parse: (reading) => {
      const own = parseSizedTypes(reading.state, operandsOf(reading, group));
      if (extents >= 0) reading.groups[extents] = own;
    },
    print: ({ writer, groups }) => {
      const types = (groups[group] ?? []).map(({ type }) => type);
      return printSizedTypes(writer, types, groups[extents] ?? [])?.join(', ');
    },
  };
};

/** `type{%n}, index`: the types of the results. */
const sizedResults: Directive = (line, sizes = '') => {
  const group = line.group(sizes);
  return {
    parse: ({ state, results, groups }) => {
      const own: Value[] = [];
      if (state.lexer.kind === Token.rightParen) return;
      do {
        results.push(parseType(state));
        parseSizes(state, own);
      } while (state.eat(Token.comma));
      groups[group] = own;
    },
    print: ({ writer, groups, operation: { results } }) => {
      const types = results.map(({ type }) => type);
      return printSizedTypes(writer, types, groups[group] ?? [])?.join(', ');
    },
  };
};

/**
 * `(type{%n}, %operand as type)`, or one result without parentheses; with `but-last` the last result is
 * spelled elsewhere. Some operations have sizes for all results, some for those that are not an operand.
 */
const tiedResults: Directive = (line, values = '', sizes = '', which = '') => {
  const group = line.group(values);
  const extents = sizes === '' ? -1 : line.group(sizes);
  line.attribute('tied_operands');
  const own = <T>(results: readonly T[]): readonly T[] =>
    which === 'but-last' ? results.slice(0, -1) : results;
  return {
    parse: (reading) => {
      const { state, results, operation } = reading;
      const inputs = operandsOf(reading, group);
      const tied: number[] = [];
      const dynamic: Value[] = [];
      const result = (): void => {
        const operand = state.lexer.kind === Token.value ? parseOperand(state) : undefined;
        if (state.failed) return;
        const same = operand !== undefined && !state.eatWord('as');
        results.push(same ? operand.type : parseType(state));
        tied.push(operand === undefined ? -1 : inputs.indexOf(operand));
        parseSizes(state, dynamic);
      };
      if (state.lexer.kind === Token.leftParen) parseList(state, '()', result);
      else result();
      if (extents >= 0) reading.groups[extents] = dynamic;
      setTied(operation, tied);
    },
    print: ({ writer, groups, operation }) => {
      const results = own(operation.results);
      const tied = tiedOf(operation, results.length).map((number) => groups[group]?.[number]);
      const dynamic = groups[extents] ?? [];
      const counts = results.map(({ type }) => dynamicSizes(type));
      const fresh = counts.map((count, i) => (tied[i] === undefined ? count : 0));
      const none = counts.map(() => 0);
      const fitting = [counts, fresh, none].find((all) => sum(all) === dynamic.length);
      if (fitting === undefined) return undefined;
      const lists = sizeLists(writer, fitting, dynamic);
      const texts = results.map(({ type }, i) => {
        const operand = tied[i];
        const text =
          operand === undefined
            ? printType(type)
            : printTied(writer.value(operand), operand.type, type);
        return text + lists[i];
      });
      return texts.length === 1 ? texts[0] : printResultList(texts);
    },
    present: ({ operation }) => own(operation.results).length > 0,
  };
};

export const tiedDirectives = {
  SizedTypes: sizedTypes,
  SizedResults: sizedResults,
  TiedResults: tiedResults,
} satisfies Readonly<Record<string, Directive>>;
