import * as fc from 'fast-check';
import { forAll } from '../../../../test/for-all.ts';
import { kind } from '../arbitraries.ts';
import { expect, it } from 'vitest';
import {
  addAffine,
  AttributeMap,
  divideAffine,
  multiplyAffine,
  createBlock,
  createBlockArgument,
  createOperation,
  parseModule,
  printModule,
} from '../../src/index.ts';
import type {
  AffineExpression,
  Attribute,
  Module,
  Operation,
  Type,
  Value,
} from '../../src/index.ts';
import { dumpModule } from './dump.ts';

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,5}$/);
const size = fc.nat(64);
const dimension = fc.option(size, { nil: undefined });

const scalar: fc.Arbitrary<Type> = fc.oneof(
  kind('integer', {
    width: fc.integer({ min: 2, max: 64 }),
    signedness: fc.constantFrom('signless' as const, 'signed' as const, 'unsigned' as const),
  }),
  fc.constantFrom<Type>(
    { kind: 'float', name: 'f32', width: 32 },
    { kind: 'float', name: 'bf16', width: 16 },
    { kind: 'index' },
    { kind: 'opaque', text: 'none' },
    { kind: 'opaque', text: '!test.type<a -> [b], "c>">' },
  ),
);

const leaf = fc.oneof(
  kind('dimension', { index: fc.nat(1) }),
  kind('symbol', { index: fc.constant(0) }),
);
const number = kind('constant', {
  value: fc.integer({ min: -9, max: 99 }),
});
const divisor = fc
  .integer({ min: 2, max: 99 })
  .map((value) => ({ kind: 'constant', value }) as const);
const division = fc.constantFrom('mod' as const, 'floordiv' as const, 'ceildiv' as const);

const expression: fc.Arbitrary<AffineExpression> = fc.letrec<{ any: AffineExpression }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.tuple(tie('any'), fc.oneof(tie('any'), number)).map(([a, b]) => addAffine(a, b)),
    fc.tuple(tie('any'), number).map(([a, b]) => multiplyAffine(a, b)),
    fc.tuple(division, tie('any'), divisor).map(([kind, a, b]) => divideAffine(kind, a, b)),
  ),
})).any;

const map = fc
  .array(expression, { maxLength: 3 })
  .map((results) => ({ dimensions: 2, symbols: 1, results }));

const { type, attribute } = fc.letrec<{ type: Type; attribute: Attribute }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    kind('vector', {
      shape: fc.array(size, { maxLength: 3 }),
      element: scalar,
    }),
    fc.record(
      {
        kind: fc.constant('memref' as const),
        shape: fc.option(fc.array(dimension, { maxLength: 3 }), { nil: undefined }),
        element: scalar,
        layout: fc.oneof(
          kind('strided', {
            strides: fc.array(dimension, { maxLength: 3 }),
            offset: dimension,
          }),
          kind('affine', { map }),
        ),
        memorySpace: fc.constant<Attribute>({
          kind: 'opaque',
          text: '#gpu.address_space<workgroup>',
        }),
      },
      { requiredKeys: ['kind', 'shape', 'element'] },
    ),
    fc.record(
      {
        kind: fc.constant('tensor' as const),
        shape: fc.option(fc.array(dimension, { maxLength: 3 }), { nil: undefined }),
        element: scalar,
        encoding: tie('attribute'),
      },
      { requiredKeys: ['kind', 'shape', 'element'] },
    ),
    kind('tuple', {
      elements: fc.array(tie('type'), { maxLength: 3 }),
    }),
    kind('function', {
      inputs: fc.array(tie('type'), { maxLength: 2 }),
      results: fc.array(tie('type'), { maxLength: 2 }),
    }),
  ),
  attribute: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Attribute>(
      { kind: 'bool', value: true },
      { kind: 'opaque', text: '#test.a<[1, "]"]>' },
    ),
    kind('integer', {
      value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      type: fc.constantFrom<Type>(
        { kind: 'index' },
        { kind: 'integer', width: 64, signedness: 'signless' },
      ),
    }),
    fc.integer({ min: -9999, max: 9999 }).map((value): Attribute => {
      return {
        kind: 'float',
        value: value / 8,
        text: (value / 8).toFixed(3),
        type: { kind: 'float', name: 'f64', width: 64 },
      };
    }),
    fc
      .string()
      .map((value): Attribute => ({ kind: 'string', value: value.replaceAll(/[^ -~\n\t]/g, '') })),
    kind('symbol', {
      path: fc.array(fc.oneof(name, fc.constant('odd name')), { minLength: 1, maxLength: 3 }),
    }),
    kind('array', {
      elements: fc.array(tie('attribute'), { maxLength: 3 }),
    }),
    fc
      .array(fc.tuple(name, tie('attribute')), { maxLength: 3 })
      .map((entries): Attribute => ({ kind: 'dictionary', entries: new Map(entries) })),
    kind('type', { type: tie('type') }),
    map.map((value): Attribute => ({ kind: 'affine_map', map: value })),
    fc.array(fc.nat(999), { maxLength: 4 }).map((values): Attribute => {
      return {
        kind: 'dense_array',
        element: { kind: 'integer', width: 32, signedness: 'signless' },
        values,
      };
    }),
  ),
}));

interface Step {
  readonly operands: readonly number[];
  readonly results: readonly (readonly [string, Type])[];
  readonly attributes: readonly (readonly [string, Attribute])[];
  readonly body: readonly Step[] | undefined;
  readonly argument: Type | undefined;
}

const step: fc.Arbitrary<Step> = fc.letrec<{ step: Step }>((tie) => ({
  step: fc.record({
    operands: fc.array(fc.nat(), { maxLength: 3 }),
    results: fc.array(fc.tuple(fc.oneof(name, fc.constant('')), type), { maxLength: 2 }),
    attributes: fc.array(fc.tuple(name, attribute), { maxLength: 3 }),
    body: fc.option(fc.array(tie('step'), { maxLength: 3 }), {
      nil: undefined,
      depthSize: 'small',
    }),
    argument: fc.option(type, { nil: undefined }),
  }),
})).step;

/** Builds operations; operands are values that are visible where they are used. */
function build(steps: readonly Step[], visible: readonly Value[]): Operation[] {
  const seen = [...visible];
  return steps.map(({ operands, results, attributes, body, argument }) => {
    const inner = argument === undefined ? [] : [createBlockArgument('arg', argument)];
    const regions =
      body === undefined
        ? []
        : [{ blocks: [createBlock(undefined, inner, build(body, [...seen, ...inner]))] }];
    const operation = createOperation('test.op', {
      operands: seen.length === 0 ? [] : operands.map((at) => seen[at % seen.length] as Value),
      results,
      attributes: new AttributeMap(attributes),
      regions,
      syntax: 'generic',
    });
    seen.push(...operation.results);
    return operation;
  });
}

const module: fc.Arbitrary<Module> = fc
  .array(step, { minLength: 1, maxLength: 5 })
  .map((steps) => ({
    operations: build(steps, []),
    attributeAliases: new Map(),
    typeAliases: new Map(),
    resources: undefined,
  }));

it('generated modules print and read back as they are', () => {
  forAll([module], { seed: 20_261_120, numRuns: 500 }, (generated) => {
    const printed = printModule(generated);
    const { module: read, diagnostics } = parseModule(printed);
    expect(diagnostics, printed).toEqual([]);
    expect(printModule(read)).toBe(printed);
    expect(dumpModule(read)).toBe(dumpModule(generated));
  });
});
