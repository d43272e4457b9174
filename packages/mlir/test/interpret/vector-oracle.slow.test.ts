/**
 * `vector` operations against what upstream lowers them to: the kernel is executed as it is and after `mlir-opt` has
 * taken the operation apart. Contractions and reductions are compared with plain loops too.
 */
import { product } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { mlirOptIn } from '../text/oracle.ts';
import { executed } from './harness.ts';
import { indicesOf } from './layouts.ts';
import { range } from '../table.ts';

const mlirOpt = mlirOptIn('vector-oracle');

const vectorOf = (shape: readonly number[], element: string): string =>
  `vector<${shape.map((size) => `${size}x`).join('')}${element}>`;

interface Program {
  /** `i32` by default. */
  readonly element?: string;
  /** Shapes of `%v0`, `%v1`, ...: each lane has its own. */
  readonly inputs: readonly (readonly number[])[];
  readonly result: readonly number[];
  /** Operations from the inputs (and `%x`, the lane) to `%r`. */
  readonly body: string;
  /** Patterns of `transform.apply_patterns.vector`, a line each, that take the operation apart. */
  readonly patterns: string;
}

function kernelOf({ element = 'i32', inputs, result, body }: Program): string {
  const parameters = inputs.map((shape, i) => `%in${i}: memref<64x${product(shape)}x${element}>`);
  const loads = inputs.map((shape, i) => {
    const count = product(shape);
    const flat = `vector<${count}x${element}>`;
    return `%f${i} = vector.load %in${i}[%x, %zero] : memref<64x${count}x${element}>, ${flat}
      %v${i} = vector.shape_cast %f${i} : ${flat} to ${vectorOf(shape, element)}`;
  });
  const count = product(result);
  const flat = `vector<${count}x${element}>`;
  return `func.func @k(${[...parameters, `%out: memref<64x${count}x${element}>`].join(', ')}) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
      %x = gpu.thread_id x
      %zero = arith.constant 0 : index
      ${loads.join('\n      ')}
      ${body}
      %flat = vector.shape_cast %r : ${vectorOf(result, element)} to ${flat}
      vector.store %flat, %out[%x, %zero] : memref<64x${count}x${element}>, ${flat}
      return
    }`;
}

const values = (shape: readonly number[], seed: number): number[] =>
  range(64 * product(shape), (i) => ((i * 37 + seed * 11) % 17) - 8);

const execute = (text: string, { inputs }: Program): readonly number[] =>
  executed(text, inputs.map(values)).out;

/** What `mlir-opt` makes of a kernel; an operation that it takes apart wholly must be gone. */
function lowered(text: string, { patterns }: Program, gone?: string): string {
  const input = `module attributes {transform.with_named_sequence} {
    ${text}
    transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
      %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
      transform.apply_patterns to %f {
        ${patterns.replaceAll(/^\s*/gm, 'transform.apply_patterns.vector.')}
      } : !transform.any_op
      transform.yield
    }
  }`;
  const { output, problem } = mlirOpt(
    input,
    '--pass-pipeline=builtin.module(transform-interpreter)',
  );
  expect(problem).toBe('');
  const code = output.slice(0, output.indexOf('transform.named_sequence @'));
  if (gone !== undefined) expect(code).not.toContain(gone);
  return `${code}}`;
}

function agrees(program: Program, gone?: string): void {
  const text = kernelOf(program);
  expect(execute(text, program)).toEqual(execute(lowered(text, program, gone), program));
}

const size = fc.integer({ min: 1, max: 4 });
const shape = fc.array(size, { minLength: 1, maxLength: 3 });

/** `(d0, d2) -> ...` of a list of dimensions. */
const mapText = (count: number, dimensions: readonly number[]): string => {
  const names = range(count, (i) => `d${i}`);
  return `affine_map<(${names.join(', ')}) -> (${dimensions.map((d) => `d${d}`).join(', ')})>`;
};

const permutation = (rank: number): fc.Arbitrary<number[]> =>
  fc.shuffledSubarray(range(rank), { minLength: rank, maxLength: rank });

/** Products of random rank: batch, rows, columns and a sum, in random order in every operand. */
const contractions = fc
  .record({
    m: size,
    n: size,
    k: size,
    batch: fc.option(size),
    element: fc.constantFrom('f32', 'i32'),
    orders: fc.tuple(permutation(3), permutation(3), permutation(3)),
  })
  .map(({ m, n, k, batch, element, orders }) => {
    const sizes = [m, n, k, ...(batch === null ? [] : [batch])];
    const extra = batch === null ? [] : [3];
    const shuffled = (dimensions: number[], order: readonly number[]): number[] =>
      order.flatMap((i) => dimensions.slice(i, i + 1));
    const [a, b, c] = [
      shuffled([0, 2, ...extra], orders[0]),
      shuffled([1, 2, ...extra], orders[1]),
      shuffled([0, 1, ...extra], orders[2]),
    ];
    return { sizes, a, b, c, element };
  });

interface Contraction extends Readonly<Record<'sizes' | 'a' | 'b' | 'c', readonly number[]>> {
  readonly element: string;
}

function contraction({ sizes, a, b, c, element }: Contraction): Program {
  const of = (dimensions: readonly number[]): number[] => dimensions.map((d) => sizes[d] ?? 1);
  const iterators = sizes.map((_, d) => (d === 2 ? '"reduction"' : '"parallel"')).join(', ');
  const maps = [a, b, c].map((dimensions) => mapText(sizes.length, dimensions)).join(', ');
  return {
    element,
    inputs: [of(a), of(b), of(c)],
    result: of(c),
    body: `%r = vector.contract {indexing_maps = [${maps}], iterator_types = [${iterators}], kind = #vector.kind<add>} %v0, %v1, %v2 : ${vectorOf(of(a), element)}, ${vectorOf(of(b), element)} into ${vectorOf(of(c), element)}`,
    patterns: `lower_contraction lowering_strategy = "parallelarith"
        lower_outerproduct
        lower_transpose lowering_strategy = "eltwise"`,
  };
}

const flatten = (
  dims: readonly number[],
  sizes: readonly number[],
  at: readonly number[],
): number => dims.reduce((sum, d) => sum * (sizes[d] ?? 1) + (at[d] ?? 0), 0);

it('contractions are sums of products', () => {
  forAll([contractions], 60, (form) => {
    const program = contraction(form);
    const [a, b, c] = program.inputs.map((input, i) => values(input, i));
    const counts = program.inputs.map(product);
    const wanted = [...(c ?? [])];
    for (let lane = 0; lane < 64; lane++) {
      for (const at of indicesOf(form.sizes)) {
        const [left, right, sum] = [form.a, form.b, form.c].map(
          (dims, o) => lane * (counts[o] ?? 0) + flatten(dims, form.sizes, at),
        );
        wanted[sum ?? 0] = (wanted[sum ?? 0] ?? 0) + (a?.[left ?? 0] ?? 0) * (b?.[right ?? 0] ?? 0);
      }
    }
    expect(execute(kernelOf(program), program)).toEqual(wanted);
  });
});

describe('what upstream makes of', () => {
  it('contractions', () => {
    forAll([contractions], 25, (form) => agrees(contraction(form), 'vector.contract'));
  });

  it('outer products', () => {
    forAll([size, size, fc.constantFrom('add', 'mul', 'maxsi', 'xor')], 15, (m, n, kind) => {
      agrees(
        {
          inputs: [[m], [n], [m, n]],
          result: [m, n],
          body: `%r = vector.outerproduct %v0, %v1, %v2 {kind = #vector.kind<${kind}>} : vector<${m}xi32>, vector<${n}xi32>`,
          patterns: 'lower_outerproduct',
        },
        'outerproduct',
      );
    });
  });

  it('reductions of some dimensions', () => {
    forAll(
      [
        shape.filter((sizes) => product(sizes) > 1),
        fc.nat(6),
        fc.constantFrom('add', 'mul', 'minsi', 'maxsi', 'minui', 'maxui', 'and', 'or', 'xor'),
        fc.boolean(),
      ],
      30,
      (sizes, choice, kind, masked) => {
        const reduced = sizes.flatMap((_, d) => (((choice + 1) >> d) & 1 ? [d] : []));
        const kept = sizes.filter((_, d) => !reduced.includes(d));
        if (reduced.length === 0 || kept.length === 0) return;
        const [from, to] = [vectorOf(sizes, 'i32'), vectorOf(kept, 'i32')];
        const inner = `vector.multi_reduction <${kind}>, %v0, %v1 [${reduced.join(', ')}] : ${from} to ${to}`;
        const extents = sizes.map((extent) => Math.ceil(extent / 2));
        const mask = vectorOf(sizes, 'i1');
        agrees(
          {
            inputs: [sizes, kept],
            result: kept,
            body: masked
              ? `%m = vector.constant_mask [${extents.join(', ')}] : ${mask}
                   %r = vector.mask %m { ${inner} } : ${mask} -> ${to}`
              : `%r = ${inner}`,
            patterns: `lower_multi_reduction lowering_strategy = "innerreduction"`,
          },
          'multi_reduction',
        );
      },
    );
  });

  it('scans', () => {
    forAll(
      [
        shape.filter((sizes) => sizes.length > 1),
        fc.nat(2),
        fc.constantFrom('add', 'mul', 'maxsi'),
        fc.boolean(),
        fc.boolean(),
      ],
      20,
      (sizes, choice, kind, inclusive, last) => {
        const along = choice % sizes.length;
        const kept = sizes.filter((_, d) => d !== along);
        agrees(
          {
            inputs: [sizes, kept],
            result: last ? kept : sizes,
            body: `%all, %end = vector.scan <${kind}>, %v0, %v1 {inclusive = ${inclusive}, reduction_dim = ${along} : i64} : ${vectorOf(sizes, 'i32')}, ${vectorOf(kept, 'i32')}
                %r = vector.shape_cast ${last ? '%end' : '%all'} : ${vectorOf(last ? kept : sizes, 'i32')} to ${vectorOf(last ? kept : sizes, 'i32')}`,
            patterns: 'lower_scan',
          },
          'vector.scan',
        );
      },
    );
  });

  it('masks of the first elements', () => {
    forAll([shape, fc.integer({ min: 1, max: 5 })], 20, (sizes, spread) => {
      const type = vectorOf(sizes, 'i1');
      const names = sizes.map((_, d) => `%n${d}`);
      agrees({
        inputs: [sizes],
        result: sizes,
        body: `%spread = arith.constant ${spread} : index
              ${names.map((name, d) => `%k${d} = arith.constant ${d} : index\n %j${d} = arith.addi %x, %k${d} : index\n ${name} = arith.remui %j${d}, %spread : index`).join('\n')}
              %m = vector.create_mask ${names.join(', ')} : ${type}
              %none = arith.constant dense<99> : ${vectorOf(sizes, 'i32')}
              %r = arith.select %m, %v0, %none : ${type}, ${vectorOf(sizes, 'i32')}`,
        patterns: 'lower_create_mask',
      });
    });
  });

  it('transposes, broadcasts and reshapes', () => {
    forAll(
      [shape.chain((sizes) => fc.tuple(fc.constant(sizes), permutation(sizes.length), size))],
      20,
      ([sizes, order, extra]) => {
        const turned = order.map((d) => sizes[d] ?? 1);
        const wide = [extra, ...turned];
        const flat = [product(wide)];
        agrees({
          inputs: [sizes],
          result: flat,
          body: `%t = vector.transpose %v0, [${order.join(', ')}] : ${vectorOf(sizes, 'i32')} to ${vectorOf(turned, 'i32')}
                %b = vector.broadcast %t : ${vectorOf(turned, 'i32')} to ${vectorOf(wide, 'i32')}
                %r = vector.shape_cast %b : ${vectorOf(wide, 'i32')} to ${vectorOf(flat, 'i32')}`,
          patterns: `lower_transpose lowering_strategy = "eltwise"
                lower_broadcast
                lower_shape_cast`,
        });
      },
    );
  });

  it('transfers with maps and masks', () => {
    forAll(
      [fc.tuple(size, size), fc.boolean(), fc.boolean(), fc.boolean()],
      25,
      ([rows, columns], turned, masked, broadcast) => {
        const dims = broadcast ? '0, d1' : turned ? 'd1, d0' : 'd0, d1';
        const mask = broadcast ? [columns] : turned ? [columns, rows] : [rows, columns];
        const type = vectorOf([rows, columns], 'i32');
        agrees({
          inputs: [[3, 5]],
          result: [rows, columns],
          body: `%base = memref.alloc() : memref<3x5xi32, 5>
                vector.transfer_write %v0, %base[%zero, %zero] {in_bounds = [true, true]} : vector<3x5xi32>, memref<3x5xi32, 5>
                %two = arith.constant 2 : index
                %at = arith.remui %x, %two : index
                %pad = arith.constant 77 : i32
                %m = vector.constant_mask [${mask.map((extent) => Math.ceil(extent / 2)).join(', ')}] : ${vectorOf(mask, 'i1')}
                %r = vector.transfer_read %base[%at, %at], %pad${masked ? ', %m' : ''} {permutation_map = affine_map<(d0, d1) -> (${dims})>${broadcast ? ', in_bounds = [true, false]' : ''}} : memref<3x5xi32, 5>, ${type}`,
          patterns: `transfer_permutation_patterns
                transfer_to_scf max_transfer_rank = 1 full_unroll = true
                lower_transfer max_transfer_rank = 1`,
        });
      },
    );
  });
});
