import { describe, expect, it } from 'vitest';
import {
  AttributeMap,
  createBlock,
  createBlockArgument,
  createOperation,
  findSyntax,
  knownOperations,
  parseModule,
  printModule,
  printOperation,
  walk,
} from '../../src/index.ts';
import type { Module, Operation, Type } from '../../src/index.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('printer.mlir', import.meta.url));

const i32: Type = { kind: 'integer', width: 32, signedness: 'signless' };

const moduleOf = (...operations: Operation[]): Module => ({
  operations,
  attributeAliases: new Map(),
  typeAliases: new Map(),
  resources: undefined,
});

describe('the table of operations', () => {
  it('compiles, line by line', () => {
    for (const name of knownOperations()) expect(() => findSyntax(name), name).not.toThrow();
  });

  it('knows families of operations', () => {
    expect(findSyntax('rocdl.mfma.f32.32x32x8f16')).toBeDefined();
    expect(findSyntax('rocdl.unheard.of')).toBeUndefined();
  });
});

describe('operations that a pass made', () => {
  const a = createBlockArgument('a', i32);
  const sum = createOperation('arith.addi', { operands: [a, a], results: [['sum', i32]] });

  it('print as custom syntax, with what is left out at its default', () => {
    expect(printOperation(sum)).toBe('%sum = arith.addi %a, %a : i32');
  });

  it('get a name when one is printed alone', () => {
    const unnamed = createOperation('arith.addi', { operands: [a, a], results: [['', i32]] });
    expect(printOperation(unnamed)).toBe('%0 = arith.addi %a, %a : i32');
  });

  it('print as generic syntax when the custom one does not fit', () => {
    const wrong = createOperation('arith.addi', { operands: [a], results: [['x', i32]] });
    expect(printOperation(wrong)).toBe('%x = "arith.addi"(%a) : (i32) -> i32');
    const attribute = { kind: 'string', value: 'all' } as const;
    const odd = createOperation('arith.addi', {
      operands: [a, a],
      results: [['x', i32]],
      attributes: [['overflowFlags', attribute]],
    });
    expect(printOperation(odd)).toBe(
      '%x = "arith.addi"(%a, %a) <{overflowFlags = "all"}> : (i32, i32) -> i32',
    );
  });

  it('get names that are free', () => {
    const parts = { operands: [a, a], results: [['sum', i32]] } as const;
    const again = createOperation('arith.muli', parts);
    const unnamed = createOperation('arith.subi', { ...parts, results: [['', i32]] });
    const use = createOperation('test.use', {
      operands: [sum, again, unnamed].flatMap(({ results }) => results),
    });
    const body = createBlock(undefined, [a], [sum, again, unnamed, use]);
    const text = printModule(
      moduleOf(createOperation('func.func', { regions: [{ blocks: [body] }], syntax: 'generic' })),
    );
    expect(text).toContain('%sum = arith.addi %a, %a : i32\n');
    expect(text).toContain('%sum_0 = arith.muli %a, %a : i32\n');
    expect(text).toContain('%0 = arith.subi %a, %a : i32\n');
    expect(text).toContain('"test.use"(%sum, %sum_0, %0) : (i32, i32, i32) -> ()\n');
    expect(parseModule(text).diagnostics).toEqual([]);
  });

  it('follow a change of attributes and operands', () => {
    const { module } = parseModule(`func.func @f(%m: memref<4x8xf32>, %n: index) {
  %0 = memref.subview %m[%n, 0] [2, 4] [1, 1] : memref<4x8xf32> to memref<2x4xf32, strided<[8, 1], offset: ?>>
  return
}`);
    const view = [...walk(module.operations)].find(({ name }) => name === 'memref.subview');
    view?.attributes.delete('static_sizes');
    expect(printModule(module)).toContain('%0 = "memref.subview"(%m, %n) <{operandSegmentSizes');
  });
});

it('attributes by name are a map in the order they were set', () => {
  const map = new AttributeMap([['b', { kind: 'unit' }]]);
  map.set('a', { kind: 'bool', value: true }).set('c', { kind: 'unit' });
  map.set('b', { kind: 'bool', value: false });
  expect([...map.keys()]).toEqual(['b', 'a', 'c']);
  expect(map.get('b')).toEqual({ kind: 'bool', value: false });
  expect([map.has('a'), map.has('x'), map.size]).toEqual([true, false, 3]);
  expect([map.delete('a'), map.delete('a'), map.size]).toEqual([true, false, 2]);
  map.clear();
  expect([...map]).toEqual([]);
});

describe('forms', () => {
  it('prints all operations generically on demand', () => {
    const { module } = parseModule('func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}');
    expect(printModule(module, { generic: true }))
      .toBe(`"func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
^bb0(%a: i32):
  "func.return"(%a) : (i32) -> ()
}) : () -> ()
`);
  });

  it('leaves the dialect out where upstream does', () => {
    const text = `${textOf('leaves the dialect out where upstream does')}\n`;
    expect(printModule(parseModule(text).module)).toBe(text);
  });

  it('gives an entry block a label that no other block has', () => {
    const { module } = parseModule('func.func @f(%a: i32) {\n  cf.br ^bb0\n^bb0:\n  return\n}');
    const printed = printModule(module, { generic: true });
    expect(printed).toContain('^entry(%a: i32):');
    expect(parseModule(printed).diagnostics).toEqual([]);
  });
});
