/**
 * `scf`: loops and conditions.
 *
 *     %r = scf.for %i = %lo to %hi step %s iter_args(%x = %init) -> (f32) { ... scf.yield %y : f32 }
 *     scf.parallel (%i, %j) = (%a, %b) to (%c, %d) step (%e, %f) init (%x) -> f32 { ... scf.reduce(%y : f32) { ... } }
 *     scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<4xf32>) { ... scf.forall.in_parallel { ... } }
 *     scf.index_switch %i -> f32 case 2 { ... } default { ... }
 */
import { indices } from '../text/directive-lists.ts';
import type { Directive } from '../text/format.ts';
import { operandsOf } from '../text/format-parse.ts';
import { Token } from '../text/lexer.ts';
import { applyType, narrow, parseSignedInteger } from '../text/pieces.ts';
import { addRegion } from '../text/state.ts';
import type { DialectSyntax } from '../text/syntax.ts';
import { builtinType } from '../text/types.ts';

const index = builtinType('index');
const i64 = builtinType('i64');

/** `in (%n, 4)` for loops from 0 in steps of 1, or `= (0, %a) to (64, %b) step (4, 4)`. */
const bounds: Directive = (line, variables = '', ...parts) => {
  const ivs = line.argument(variables) ?? 0;
  const groups = line.groups(parts.slice(0, 3));
  const names = parts.slice(3).map((part) => line.attribute(part));
  const lists = groups.map((_, i) => indices('(', 64)(line, parts[i] ?? '', parts[i + 3] ?? ''));
  const ends = [
    ['=', 0],
    ['to', undefined],
    ['step', 1],
  ] as const;
  return {
    parse: (reading) => {
      const { state, operation } = reading;
      const at = state.lexer.start;
      const short = state.eatWord('in');
      for (const [i, [word, usual]] of ends.entries()) {
        if (short && usual !== undefined) {
          const values = (reading.arguments[ivs] ?? []).map(() => usual);
          operation.attributes.set(names[i] ?? '', { kind: 'dense_array', element: i64, values });
          continue;
        }
        if (!short && i === 0) state.expect(Token.equal, "'='");
        else if (!short) state.expectWord(word);
        lists[i]?.parse(reading);
      }
      for (const value of groups.flatMap((group) => operandsOf(reading, group))) {
        applyType(state, value, index, at);
      }
    },
    print: (printing) => {
      const texts = lists.map((list) => list.print(printing));
      if (texts.includes(undefined)) return undefined;
      const short = ends.every(([, usual], i) => {
        const list = printing.operation.attributes.get(names[i] ?? '');
        if (usual === undefined || list?.kind !== 'dense_array') return usual === undefined;
        return list.values.every((value) => value === usual);
      });
      return short ? `in ${texts[1]}` : `= ${texts[0]} to ${texts[1]} step ${texts[2]}`;
    },
  };
};

/** `case 2 { ... } default { ... }`: the default is the first region. */
const switchCases: Directive = (line, cases = '') => {
  const name = line.attribute(cases);
  return {
    parse: ({ state, operation, results }) => {
      const implicit = results.length === 0 ? { terminator: 'scf.yield' } : {};
      const values: (number | bigint)[] = [];
      while (state.eatWord('case')) {
        values.push(narrow(parseSignedInteger(state)));
        if (state.failed) return;
        addRegion(operation, state.grammar.region(state, implicit));
      }
      state.expectWord('default');
      operation.attributes.set(name, { kind: 'dense_array', element: i64, values });
      if (state.failed) return;
      operation.regions = [state.grammar.region(state, implicit), ...operation.regions];
    },
    print: ({ writer, operation }) => {
      const [otherwise, ...own] = operation.regions;
      const list = operation.attributes.get(name);
      if (list?.kind !== 'dense_array' || otherwise === undefined) return undefined;
      if (list.values.length !== own.length) return undefined;
      for (const [i, region] of own.entries()) {
        writer.line();
        writer.write(`case ${list.values[i]} `);
        writer.region(operation, region);
      }
      writer.line();
      writer.write('default ');
      const silent = operation.results.length === 0 ? { terminator: 'scf.yield' } : {};
      writer.region(operation, otherwise, silent);
      return '';
    },
  };
};

/** `{ ... }, { ... }`: a region for each operand. */
const regionForEach: Directive = (line, operands = '') => {
  const group = line.group(operands);
  return {
    parse: (reading) => {
      const { state, operation } = reading;
      for (const [i] of operandsOf(reading, group).entries()) {
        if (i > 0) state.expect(Token.comma, "','");
        if (!state.failed) addRegion(operation, state.grammar.region(state, {}));
      }
    },
    print: ({ writer, operation, groups }) => {
      const { regions } = operation;
      if (groups[group]?.length !== regions.length) return undefined;
      for (const [i, region] of regions.entries()) {
        writer.write(i > 0 ? ', ' : ' ');
        writer.region(operation, region);
      }
      return '';
    },
  };
};

export const scf: DialectSyntax = {
  name: 'scf',
  directives: { Bounds: bounds, SwitchCases: switchCases, RegionForEach: regionForEach },
  operations: {
    'for':
      '{ unsigned $unsignedCmp:unit }? &iv:index = %lowerBound to %upperBound step %step { iter_args ( &carried*=%initArgs ) -> results-list(initArgs) }? { : type(lowerBound,upperBound,step,iv=index) }? region(yield=scf.yield) dict',
    'if': '%condition:i1 { -> results-list }? region(yield=scf.yield) { else region(yield=scf.yield) }? dict',
    'while': '{ _ ( &before*=%inits ) }? : function(inits) region do region dict-keyword',
    'execute_region': '{ -> results }? { no_inline $no_inline:unit }? region dict',
    'index_switch': '%arg:index dict { -> types(result)^ }? custom<SwitchCases>($cases)',
    'forall':
      '_ ( &ivs*:index ) custom<Bounds>(ivs,%low,%high,%step,$staticLowerBound,$staticUpperBound,$staticStep) { shared_outs ( &refs*=%outputs ) -> results-list(outputs) }? region(yield=scf.forall.in_parallel) dict ; segments mapping:any',
    'forall.in_parallel': 'region(block) dict',
    'parallel':
      '_ ( &ivs*:index ) = _ ( %lowerBound*:index ) to _ ( %upperBound*:index ) step _ ( %step*:index ) { init _ ( %initVals* ) }? { -> results(initVals) }? region(implied=scf.reduce) dict ; segments',
    'reduce': '{ ( %operands* : types(operands) ) }? custom<RegionForEach>(operands) dict',
    'condition': '( %condition ) dict { %args* : types(args) }?',
    'yield': 'dict { %results* : types(results) }?',
    'reduce.return': '%value dict : type(value)',
  },
};
