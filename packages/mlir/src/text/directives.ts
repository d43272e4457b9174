/**
 * The directives of the format language, each in both directions:
 *
 *     type(a)  type(a,b)    the type of an operand or an argument, or of several that share it
 *     type(a=index)         the same; the type goes without saying when it is `index`, in an optional group
 *     type(a:!llvm.ptr)     the name of the type is left out: `<3>`; so for type(result:...)
 *     types(a)              the types of all operands of a group, with commas
 *     type(result)          the type of the next result; type(last-result) of the last, types(result) of all
 *     results  results(a)   types of the results behind an arrow, `f32` or `(f32, i1)`; also those of operands a;
 *                           results-list prints the parentheses of one
 *     function(a,b)         `(types of a and b) -> types of the results`
 *     dict  dict-keyword    the other attributes, `{...}`; behind `attributes` for the second
 *     dict-of(a,b)          the attributes a and b only, as a dictionary
 *     region(...)           a region, whose arguments are those that were declared before; options `isolated`, `block`,
 *                           `terminator=scf.yield` for a terminator that may be left out, `yield=scf.yield` for one
 *                           that is left out when there are no results, `implied=scf.reduce` for one that is
 *                           printed, `index=1` for another than the next region, `entry=b+a` for another order of
 *                           the arguments
 *     successor             `^bb1(%x : i32)`
 *     indices(%a,$b)        `[%x, 4]`: dynamic ones in operands a, static ones in attribute b;
 *                           `(%x, 4)` for indices-paren; indices-i32 has 32-bit static ones
 *     sizes(m,n,k)          `16x16x32`: attributes of type i32
 *     tied(a,%b)            `%a as type{%x}`: the result is operand a, updated in place; its sizes are operands b
 *     tokens(%a)            `async [%t]`: waits for the tokens a; `async` makes one more, the last result
 */
import { resolveAttribute } from '../ir/types.ts';
import type { Type } from '../ir/types.ts';
import { parseDictionary } from './attributes.ts';
import { indices, sizes, tied, tokens } from './directive-lists.ts';
import type { Directive, Piece, Printing, Reading } from './format.ts';
import { applyTypes, operandsOf, setRegion } from './format-parse.ts';
import { spoken } from './format-print.ts';
import { Token } from './lexer.ts';
import { applyType, parseTypesOf } from './pieces.ts';
import { printFunctionType, printType } from './print-types.ts';
import { parseSuccessor } from './regions.ts';
import type { RegionOptions, State } from './state.ts';
import { builtinType, parseHeadless, parseResultTypes, parseType, parseTypeList } from './types.ts';

const asyncToken = '!gpu.async.token';

/** Reads a type whose name is left out when the format says so. */
const parseTypeOf = (state: State, head: string | undefined): Type =>
  head === undefined ? parseType(state) : parseHeadless(state, head);

/** The text of a type, without its name when the format leaves that out. */
function printTypeOf(type: Type, head: string | undefined): string {
  const text = printType(type);
  return head !== undefined && text.startsWith(`${head}<`) ? text.slice(head.length) : text;
}

/** `type` and `types`: of operands, arguments or results. */
const types =
  (many: boolean): Directive =>
  (line, ...parts) => {
    const [, list = '', usual, head] = /^([^=:]*)(?:=([^:]*))?(?::(.*))?$/.exec(parts.join()) ?? [];
    const names = list.split(',').filter((name) => name !== '');
    if (names[0] === 'result') return resultTypes(many, many ? 0 : line.result(), head);
    if (names[0] === 'last-result') return resultTypes(false, -1, head);
    const declared = names.flatMap((name) => line.argument(name) ?? []);
    const groups = line.groups(names.filter((name) => line.argument(name) === undefined));
    const implied = usual === undefined ? undefined : builtinType(usual);
    const give = (reading: Reading, type: Type, at: number): void => {
      const { state, format, operation } = reading;
      for (const group of groups) {
        const only = format.fixed ? operation.operands[group] : undefined;
        if (only !== undefined) applyType(state, only, type, at);
        else for (const value of reading.groups[group] ?? []) applyType(state, value, type, at);
      }
      for (const index of declared) {
        for (const value of reading.arguments[index] ?? []) value.type = type;
      }
    };
    return {
      parse: (reading) => {
        const { state } = reading;
        const at = state.lexer.start;
        if (!many) {
          const type = parseTypeOf(state, head);
          if (!state.failed) give(reading, type, at);
          return;
        }
        const values = groups.flatMap((group) => operandsOf(reading, group));
        parseTypesOf(state, values, () => parseTypeOf(state, head));
      },
      print: ({ writer, groups: values }) => {
        if (many) return writer.types(groups.flatMap((group) => values[group] ?? []));
        for (const group of groups) {
          const value = values[group]?.[0];
          if (value !== undefined) return printTypeOf(value.type, head);
        }
        return undefined;
      },
      present: ({ groups: values }) =>
        groups.some((group) =>
          values[group]?.some(({ type }) => usual === undefined || printType(type) !== usual),
        ),
      absent: (reading) => {
        if (implied !== undefined) give(reading, implied, reading.state.lexer.start);
      },
    };
  };

function resultTypes(many: boolean, index: number, head: string | undefined): Piece {
  return {
    parse: ({ state, results }) => {
      results.push(parseTypeOf(state, head));
      if (many) while (state.eat(Token.comma)) results.push(parseTypeOf(state, head));
    },
    print: ({ writer, operation, format }) => {
      const { results } = operation;
      if (!many) {
        const result = results.at(index);
        return result === undefined ? undefined : printTypeOf(result.type, head);
      }
      // The token of an asynchronous operation is not spelled.
      if (!format.tokens) return writer.types(results);
      return writer.types(results.filter(({ type }) => printType(type) !== asyncToken));
    },
    present: ({ operation }) => operation.results.length > 0,
  };
}

const results =
  (parentheses: boolean): Directive =>
  (line, ...parts) => {
    const groups = line.groups(parts);
    return {
      parse: (reading) => {
        const { state } = reading;
        const at = state.lexer.start;
        const read = parseResultTypes(state);
        if (groups.length > 0) applyTypes(reading, groups, read, at, true);
        if (!state.failed) reading.results.pushAll(read);
      },
      print: ({ writer, operation }) => {
        const [only, ...more] = operation.results;
        const text = writer.types(operation.results);
        const bare = only !== undefined && more.length === 0 && !parentheses;
        return bare && only.type.kind !== 'function' ? text : `(${text})`;
      },
      present: ({ operation }) => operation.results.length > 0,
      absent: (reading) => applyTypes(reading, groups, [], reading.state.lexer.start),
    };
  };

const functional: Directive = (line, ...parts) => {
  const groups = line.groups(parts);
  return {
    parse: (reading) => {
      const { state } = reading;
      const at = state.lexer.start;
      const inputs = parseTypeList(state);
      applyTypes(reading, groups, inputs, at);
      state.expect(Token.arrow, "'->'");
      if (!state.failed) reading.results.pushAll(parseResultTypes(state));
    },
    print: ({ groups: values, operation }) => {
      const inputs = groups.flatMap((group) => values[group] ?? []);
      return printFunctionType(
        inputs.map(({ type }) => type),
        operation.results.map(({ type }) => type),
      );
    },
    present: ({ operation }) => operation.results.length > 0,
  };
};

/** Reads `#traits` in the place of `{...}`, when that is what the alias stands for. */
function parseDictionaryAlias({ state, operation }: Reading): void {
  const { lexer } = state;
  const alias = state.attributeAliases.get(state.text.slice(lexer.start + 1, lexer.end));
  const dictionary = alias === undefined ? undefined : resolveAttribute(alias);
  if (dictionary?.kind !== 'dictionary') return;
  lexer.next();
  for (const [name, attribute] of dictionary.entries) operation.attributes.set(name, attribute);
}

/** `dict` and `dict-keyword`; with `only` the attributes of these names. */
const dictionary = (keyword: boolean, only: readonly string[] = []): Piece => {
  const hides = (printing: Printing, name: string): boolean => {
    if (only.length > 0) return !only.includes(name);
    const { spelled, defaults } = printing.format;
    return spelled.has(name) || (defaults.has(name) && spoken(printing, name) === undefined);
  };
  return {
    parse: (reading) => {
      const { state, operation } = reading;
      if (keyword && !state.eatWord('attributes')) return;
      if (keyword || state.lexer.kind === Token.leftBrace) {
        parseDictionary(state, operation.attributes);
      } else if (state.lexer.kind === Token.attribute) parseDictionaryAlias(reading);
    },
    print: (printing) => {
      const prefix = keyword ? ' attributes ' : ' ';
      printing.writer.dictionary(
        printing.operation.attributes,
        (name) => hides(printing, name),
        prefix,
      );
      return '';
    },
    begins: ({ lexer }) => lexer.kind === Token.leftBrace,
    present: (printing) =>
      [...printing.operation.attributes.keys()].some((name) => !hides(printing, name)),
  };
};

const region: Directive = (line, ...parts) => {
  const option = (name: string): string | undefined =>
    parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const place = option('index');
  const own = line.region(
    place === undefined ? undefined : Number(place),
    option('entry')?.split('+'),
  );
  const [terminator, silent, implied] = ['terminator', 'yield', 'implied'].map(option);
  const isolated = parts.includes('isolated');
  const block = parts.includes('block');
  return {
    parse: (reading) => {
      const { state, format, operation } = reading;
      const entry = (format.entries.get(own) ?? []).flatMap((i) => reading.arguments[i] ?? []);
      const left = terminator ?? implied ?? (reading.results.length === 0 ? silent : undefined);
      const options: RegionOptions = {
        isolated,
        block,
        entry,
        ...(left !== undefined && { terminator: left }),
      };
      const body = state.grammar.region(state, options);
      if (own === operation.regions.length) operation.regions = [...operation.regions, body];
      else setRegion(reading, own, body);
    },
    print: ({ writer, operation, format }) => {
      const body = operation.regions[own];
      if (body === undefined) return undefined;
      const left = terminator ?? (operation.results.length === 0 ? silent : undefined);
      writer.write(' ');
      writer.region(operation, body, {
        ...((format.entries.get(own) ?? []).length > 0 && { hideArguments: true }),
        ...(left !== undefined && { terminator: left }),
      });
      return '';
    },
    begins: ({ lexer }) => lexer.kind === Token.leftBrace,
    present: ({ operation }) => (operation.regions[own]?.blocks.length ?? 0) > 0,
    absent: (reading) => setRegion(reading, own, { blocks: [] }),
  };
};

/** `^bb1(%x : i32)`: the successors in order of the line. */
const successor: Directive = (line) => {
  const index = line.successor();
  return {
    parse: ({ state, operation }) => parseSuccessor(state, operation),
    print: ({ writer, operation }) => {
      const target = operation.successors[index];
      return target === undefined ? undefined : writer.successor(target);
    },
    begins: ({ lexer }) => lexer.kind === Token.block,
  };
};

/** The directives by name. */
export const directives: ReadonlyMap<string, Directive> = new Map<string, Directive>([
  ['type', types(false)],
  ['types', types(true)],
  ['results', results(false)],
  ['results-list', results(true)],
  ['function', functional],
  ['dict', () => dictionary(false)],
  ['dict-keyword', () => dictionary(true)],
  [
    'dict-of',
    (line, ...names) =>
      dictionary(
        false,
        names.map((name) => line.attribute(name)),
      ),
  ],
  ['region', region],
  ['successor', successor],
  ['indices', indices('[', 64)],
  ['indices-i32', indices('[', 32)],
  ['indices-paren', indices('(', 64)],
  ['sizes', sizes],
  ['tied', tied],
  ['tokens', tokens],
]);
