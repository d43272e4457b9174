/** Directives of `stream`: what a region captures, ranges of a dispatch, values that a region yields. */
import { resolveType } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import type { Directive } from '../text/format.ts';
import { argumentsOf } from '../text/format-print.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseBinding, parseOperand, parseOperandList } from '../text/pieces.ts';
import { parseType } from '../text/types.ts';
import { parseSizedTypes, parseSizes, printSizedTypes } from './tied.ts';

/** `%a as %x: type{%n}`: operands, their sizes, and the arguments that they are in the region. */
const captures: Directive = (line, operands = '', sizes = '', entry = '') => {
  const [group = 0, extents = 0] = line.groups([operands, sizes]);
  const declared = line.declare(entry, 'rest', group);
  return {
    parse: ({ state, groups, arguments: all }) => {
      const values: Value[] = [];
      const dynamic: Value[] = [];
      const own: Value[] = [];
      if (state.lexer.kind === Token.rightParen) return;
      do {
        const operand = parseOperand(state);
        state.expectWord('as');
        const argument = parseBinding(state, operand.type);
        state.expect(Token.colon, "':'");
        const at = state.lexer.start;
        argument.type = parseType(state);
        if (!state.failed) applyType(state, operand, argument.type, at);
        values.push(operand);
        own.push(argument);
        parseSizes(state, dynamic);
      } while (state.eat(Token.comma));
      groups[group] = values;
      groups[extents] = dynamic;
      all[declared] = own;
    },
    print: (printing) => {
      const { writer, groups } = printing;
      const own = argumentsOf(printing, declared);
      const types = own.map(({ type }) => type);
      const texts = printSizedTypes(writer, types, groups[extents] ?? []);
      return texts
        ?.map((text, i) => {
          const operand = writer.values((groups[group] ?? []).slice(i, i + 1));
          return `${operand} as ${writer.values(own.slice(i, i + 1))}: ${text}`;
        })
        .join(', ');
    },
  };
};

/** `%a[%from to %end for %length], %s`: operands, of which resources have a range. */
const ranges: Directive = (line, ...parts) => {
  const [group = 0, ...limits] = line.groups(parts);
  const words = ['', 'to ', 'for '];
  return {
    parse: ({ state, groups }) => {
      const values: Value[] = [];
      const lists: Value[][] = limits.map(() => []);
      if (state.lexer.kind === Token.rightParen) return;
      do {
        values.push(parseOperand(state));
        if (!state.eat(Token.leftBracket)) continue;
        for (const [i, list] of lists.entries()) {
          if (i > 0) state.expectWord((words[i] ?? '').trim());
          list.push(parseOperand(state));
        }
        state.expect(Token.rightBracket, "']'");
      } while (state.eat(Token.comma));
      groups[group] = values;
      for (const [i, limit] of limits.entries()) groups[limit] = lists[i] ?? [];
    },
    print: ({ writer, groups }) => {
      let next = 0;
      const texts = (groups[group] ?? []).map((value) => {
        const type = resolveType(value.type);
        const ranged = type.kind === 'opaque' && type.text.startsWith('!stream.resource<');
        if (!ranged) return writer.value(value);
        const range = limits.map((limit, i) => {
          return `${words[i]}${writer.values((groups[limit] ?? []).slice(next, next + 1))}`;
        });
        next++;
        return `${writer.value(value)}[${range.join(' ')}]`;
      });
      const fits = limits.every((limit) => groups[limit]?.length === next);
      return fits ? texts.join(', ') : undefined;
    },
  };
};

/** `%x, %y : !stream.resource<*>{%n}, i32`: the values, then their sizes, as one list of operands. */
const yielded: Directive = (line, operands = '') => {
  const group = line.group(operands);
  return {
    parse: ({ state, groups }) => {
      const values = parseOperandList(state);
      if (values.length === 0 || !state.expect(Token.colon, "':'")) return;
      groups[group] = [...values, ...parseSizedTypes(state, values)];
    },
    print: ({ writer, groups }) => {
      const all = groups[group] ?? [];
      const listed = (count: number): readonly string[] | undefined => {
        const types = all.slice(0, count).map(({ type }) => type);
        return printSizedTypes(writer, types, all.slice(count));
      };
      // As many values as leave a size for each that needs one.
      const counts = all.map((_, i) => i + 1);
      const count = counts.find((each) => {
        const texts = listed(each);
        return texts !== undefined && (each === all.length || texts.join().includes('{'));
      });
      if (count === undefined) return '';
      return `${writer.values(all.slice(0, count))} : ${listed(count)?.join(', ')}`;
    },
  };
};

export const streamDirectives = {
  Captures: captures,
  Ranges: ranges,
  Yielded: yielded,
} satisfies Readonly<Record<string, Directive>>;
