/**
 * `gpu.launch` and `gpu.launch_func`: how many workgroups of how many threads run a kernel.
 *
 *     gpu.launch async [%t] clusters(%a, %b, %c) in (%d = %x, ...) blocks(...) in (...) threads(...) in (...) module(@m) { ... }
 *     gpu.launch_func async [%t] <%stream : !llvm.ptr> @m::@f clusters in (%x, %y, %z) blocks in (...) threads in (...) args(%a : f32)
 *
 * Operands are tokens, three sizes of the grid, of a workgroup and, when there are some, of a cluster, then the rest.
 * Arguments of the region are the ids of block and thread and their numbers, those of clusters behind them.
 */
import type { Value } from '../ir/ir.ts';
import type { Directive, Printing } from '../text/format.ts';
import { argumentsOf } from '../text/format-print.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseBinding, parseList, parseOperand } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import type { State } from '../text/state.ts';
import { builtinType, parseType } from '../text/types.ts';

const index = builtinType('index');

function parseThree<T>(state: State, item: () => T): T[] {
  const items = parseList(state, '()', item);
  if (items.length !== 3) state.fail('three sizes');
  return items;
}

/** `(%a, %b, %c) in (%d = %x, %e = %y, %f = %z)`: ids, and sizes with their values. */
const range: Directive = (line, ids = '', sizes = '', ...values) => {
  const groups = line.groups(values);
  const there = ({ groups: all }: Printing): boolean => (all[groups[0] ?? 0]?.length ?? 0) > 0;
  const count = (printing: Printing): number => (there(printing) ? 3 : 0);
  const [own, bounds] = [line.declare(ids, count), line.declare(sizes, count)];
  return {
    parse: (reading) => {
      const { state } = reading;
      reading.arguments[own] = parseThree(state, () => parseBinding(state, index));
      state.expectWord('in');
      const pairs = parseThree(state, (): [Value, Value] => {
        const binding = parseBinding(state, index);
        state.expect(Token.equal, "'='");
        const at = state.lexer.start;
        const value = parseOperand(state);
        applyType(state, value, index, at);
        return [binding, value];
      });
      reading.arguments[bounds] = pairs.map(([binding]) => binding);
      for (const [i, [, value]] of pairs.entries()) reading.groups[groups[i] ?? 0] = [value];
    },
    print: (printing) => {
      const { writer, groups: all } = printing;
      const names = argumentsOf(printing, bounds).map((value) => writer.value(value));
      const pairs = groups.map((group, i) => `${names[i]} = ${writer.values(all[group] ?? [])}`);
      return `(${writer.values(argumentsOf(printing, own))}) in (${pairs.join(', ')})`;
    },
    present: there,
  };
};

/** `%a : f32, %b : i32`. */
const typedOperands: Directive = (line, operands = '') => {
  const group = line.group(operands);
  return {
    parse: ({ state, groups }) => {
      const values: Value[] = [];
      if (state.lexer.kind === Token.rightParen) return;
      do {
        const value = parseOperand(state);
        state.expect(Token.colon, "':'");
        const at = state.lexer.start;
        if (!state.failed) applyType(state, value, parseType(state), at);
        values.push(value);
      } while (state.eat(Token.comma));
      groups[group] = values;
    },
    print: ({ writer, groups }) =>
      (groups[group] ?? [])
        .map((value) => `${writer.value(value)} : ${printType(value.type)}`)
        .join(', '),
    present: ({ groups }) => (groups[group]?.length ?? 0) > 0,
  };
};

export const launchDirectives = {
  Range: range,
  TypedOperands: typedOperands,
} satisfies Readonly<Record<string, Directive>>;

/** `workgroup(%a : memref<...>) private(%b : memref<...>)`. */
export const attributed =
  '{ workgroup ( custom<Attributions>(&workgroup,$workgroup_attrib_attrs,$workgroup_attributions) ) }? { private ( custom<Attributions>(&private,$private_attrib_attrs) ) }?';

/** The three operands for the sizes of a grid, a workgroup or a cluster. */
const three = (name: string, mark = ''): readonly string[] =>
  ['X', 'Y', 'Z'].map((axis) => `${mark}${name}Size${axis}`);
const triple = (name: string, arity = ''): string =>
  `${name === 'grid' ? 'blocks' : name === 'block' ? 'threads' : 'clusters'} in _ ( ${three(name, '%').join(`${arity} , `)}${arity} )`;
const ranged = (keyword: string, id: string, size: string): string =>
  `${keyword} ~ custom<Range>(&${id}Ids,&${size}Sizes,${three(size, '%').join()})`;

const sizes = [...three('grid'), ...three('block'), ...three('cluster')];
const tokens = 'tokens(%asyncDependencies)';
const dynamic = '{ dynamic_shared_memory_size %dynamicSharedMemorySize? }?';
const order = `order asyncDependencies ${sizes.join(' ')} dynamicSharedMemorySize`;

export const launchFunction = `${tokens} { _ < %asyncObject? : type(asyncObject) > }? $kernel:symbol { ${triple('cluster', '?')} }? ${triple('grid')} ${triple('block')} { : type(${sizes.join()}=index) }? ${dynamic} { args ( custom<TypedOperands>(%kernelOperands) ) }? dict ; segments ${order} kernelOperands asyncObject`;

export const launch = `${tokens} { ${ranged('clusters', 'cluster', 'cluster')} }? ${ranged('blocks', 'block', 'grid')} ${ranged('threads', 'thread', 'block')} ${dynamic} { module ( $module:symbol ) }? { function ( $function:symbol ) }? ${attributed} region(entry=blockIds+threadIds+gridSizes+blockSizes+clusterIds+clusterSizes+workgroup+private) dict ; segments discardable workgroup_attributions workgroup_attrib_attrs private_attrib_attrs ${order}`;
