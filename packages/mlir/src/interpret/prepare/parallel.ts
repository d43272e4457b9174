/**
 * `scf.forall`, `scf.parallel`, `scf.index_switch` and `scf.execute_region` as loops and conditions.
 *
 *     scf.forall (%i, %j) in (4, 32) {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
 *     scf.for %l = thread to 128 step threads: %i = %l floordiv 32, %j = %l mod 32
 *
 *     scf.parallel (%i) ... {mapping = [#gpu.loop_dim_map<processor = thread_x, ...>]}   scf.for %i from thread x
 *     without a mapping                                                                  one iteration after the other
 *
 * Dimensions of one kind of worker are one number, the fastest named `linear_dim_0` or `x`; a worker takes every n-th
 * of them, as IREE does it. Tensors in `shared_outs` are written in place (see `bufferize.ts`).
 */
import { type Diagnostic, diagnose, messages } from '@ldscope/core';
import { createBlock, createOperation } from '../../ir/build.ts';
import { Copier } from '../../ir/copy.ts';
import type { Operation, Region, Value } from '../../ir/ir.ts';
import type { Type } from '../../ir/types.ts';
import { walk } from '../../ir/walk.ts';
import { factsOf } from '../../rows/facts.ts';
import { integersOf, operandSegments } from '../attributes.ts';
import type { LaunchShape } from '../kernel.ts';
import { binary, Builder, index, number, symbol, type Rewritten } from './build.ts';
import { type Mapped, mappedForall, mappedParallel, mappings, workerId } from './workers.ts';

/** True for an operation whose regions are laid out as loops and conditions. */
function isStructured(op: Operation): boolean {
  const { control } = factsOf(op);
  return control === 'parallel' || control === 'region';
}

export function hasParallelLoops(kernel: Operation): boolean {
  for (const op of walk([kernel])) if (isStructured(op)) return true;
  return false;
}

/** One dimension of a loop. */
interface Dimension {
  readonly from: Value;
  readonly to: Value;
  readonly step: Value;
  readonly variable: Value;
  readonly mapped: Mapped | undefined;
}

const i64: Type = { kind: 'integer', width: 64, signedness: 'signless' };
const i1: Type = { kind: 'integer', width: 1, signedness: 'signless' };

export function sequentialLoops(kernel: Operation, launch: LaunchShape): Rewritten {
  const diagnostics: Diagnostic[] = [];
  const copier = new Copier({
    typeOf: ({ type }) => type,
    replace: (op) => {
      switch (op.name) {
        case 'scf.forall':
          return forall(op);
        case 'scf.parallel':
          return parallel(op);
        case 'scf.index_switch':
          return indexSwitch(op);
        case 'iree_gpu.barrier_region':
          return barrierRegion(op);
        case 'memref.alloca_scope':
          return executeRegion(op);
        case 'scf.execute_region':
          return executeRegion(op);
        case 'affine.parallel':
          return unsupported(op, 'a parallel loop with affine bounds');
        default:
          return undefined;
      }
    },
  });
  return { kernel: copier.operation(kernel), diagnostics };

  function unsupported(op: Operation, what: string): readonly Operation[] | undefined {
    diagnostics.push(diagnose(messages.execute.unsupported(op.name, what), op.span));
    return op.results.length === 0 ? [] : undefined;
  }

  function forall(op: Operation): readonly Operation[] | undefined {
    const [low = [], high = [], step = [], outs = []] = operandSegments(op);
    const block = op.regions[0]?.blocks[0];
    const builder = new Builder(op.span);
    const [from, to, by] = [
      builder.mixed(integersOf(op, 'staticLowerBound'), copier.values(low)),
      builder.mixed(integersOf(op, 'staticUpperBound'), copier.values(high)),
      builder.mixed(integersOf(op, 'staticStep'), copier.values(step)),
    ];
    const mapping = mappings(op, mappedForall);
    const count = (block?.arguments.length ?? 0) - outs.length;
    const variables = block?.arguments.slice(0, Math.max(0, count)) ?? [];
    const dimensions = variables.flatMap((variable, d): Dimension[] => {
      const [first, last, stride] = [from[d], to[d], by[d]];
      if (first === undefined || last === undefined || stride === undefined) return [];
      return [{ from: first, to: last, step: stride, variable, mapped: mapping[d] }];
    });
    if (block === undefined || dimensions.length !== count) {
      return unsupported(op, 'these bounds');
    }
    if (mapping.length > 0 && mapping.includes(undefined)) return unsupported(op, 'this mapping');
    const shared = copier.values(outs);
    copier.bindAll(block.arguments.slice(dimensions.length), shared);
    copier.bindAll(op.results, shared);
    nest(builder, dimensions, (inside) => {
      for (const each of copier.inlined({ ...block, arguments: [] }, []).operations)
        inside.operations.push(each);
      // The terminator is `in_parallel`: what it inserts is inserted by each iteration.
      const inserts = block.operations.at(-1)?.regions[0]?.blocks[0]?.operations ?? [];
      for (const insert of inserts) inside.operations.push(copier.operation(insert));
    });
    return builder.operations;
  }

  function parallel(op: Operation): readonly Operation[] | undefined {
    const [low = [], high = [], step = [], initial = []] = operandSegments(op);
    const block = op.regions[0]?.blocks[0];
    const mapping = mappings(op, mappedParallel);
    if (initial.length > 0) return reducing(op);
    if (block === undefined) return unsupported(op, 'no body');
    const builder = new Builder(op.span);
    const dimensions = block.arguments.flatMap((variable, d): Dimension[] => {
      const [from, to, by] = [low[d], high[d], step[d]];
      if (from === undefined || to === undefined || by === undefined) return [];
      return [
        {
          from: copier.value(from),
          to: copier.value(to),
          step: copier.value(by),
          variable,
          mapped: mapping[d],
        },
      ];
    });
    nest(builder, dimensions, (inside) => {
      for (const each of copier.inlined({ ...block, arguments: [] }, []).operations)
        inside.operations.push(each);
    });
    return builder.operations;
  }

  /** A loop that combines values: iteration arguments of nested loops, the bodies of `scf.reduce` inside. */
  function reducing(op: Operation): readonly Operation[] | undefined {
    const [low = [], high = [], step = [], initial = []] = operandSegments(op);
    const block = op.regions[0]?.blocks[0];
    const reduce = block?.operations.at(-1);
    if (block === undefined || reduce?.name !== 'scf.reduce')
      return unsupported(op, 'no scf.reduce');
    if (mappings(op, mappedParallel).some((mapped) => mapped !== undefined)) {
      return unsupported(op, 'a reduction over workers');
    }
    const withoutArguments = { ...block, arguments: [] };
    const made = level(0, copier.values(initial));
    copier.bindAll(op.results, made.at(-1)?.results ?? []);
    return made;

    function level(d: number, carried: readonly Value[]): Operation[] {
      const variable = block?.arguments[d];
      const [from, to, by] = [low[d], high[d], step[d]];
      const counter: Value = { name: '', index: 0, group: 1, type: index, definition: undefined };
      const copies = carried.map((value): Value => ({ ...value, definition: undefined }));
      if (variable === undefined || from === undefined || to === undefined || by === undefined)
        return [];
      copier.bind(variable, counter);
      const { operations, passed } =
        d + 1 === block?.arguments.length ? body(copies) : deeper(level(d + 1, copies));
      const loop = createOperation('scf.for', {
        operands: [copier.value(from), copier.value(to), copier.value(by), ...carried],
        results: carried.map(({ type }) => ['', type]),
        regions: [
          {
            blocks: [
              createBlock(
                undefined,
                [counter, ...copies],
                [...operations, createOperation('scf.yield', { operands: passed, span: op.span })],
              ),
            ],
          },
        ],
        span: op.span,
      });
      return [loop];
    }

    function deeper(operations: Operation[]): { operations: Operation[]; passed: Value[] } {
      return { operations, passed: operations.at(-1)?.results ?? [] };
    }

    function body(carried: readonly Value[]): { operations: Operation[]; passed: Value[] } {
      const { operations, passed } = copier.inlined(withoutArguments, []);
      const results: Value[] = [];
      for (const [i, region] of (reduce?.regions ?? []).entries()) {
        const [sum, value] = [carried[i], passed[i]];
        if (sum === undefined || value === undefined) continue;
        const combined = copier.inlined(region.blocks[0], [sum, value]);
        for (const each of combined.operations) operations.push(each);
        for (const each of combined.passed) results.push(each);
      }
      return { operations, passed: results };
    }
  }

  /** Loops of all dimensions, those of workers first. */
  function nest(
    builder: Builder,
    dimensions: readonly Dimension[],
    body: (inside: Builder) => void,
  ): void {
    const kinds = [...new Set(dimensions.flatMap(({ mapped }) => mapped?.workers ?? []))];
    const steps: ((inside: Builder, next: (deeper: Builder) => void) => void)[] = [];
    for (const workers of kinds) {
      const own = dimensions
        .filter(({ mapped }) => mapped?.workers === workers)
        .sort((a, b) => (a.mapped?.place ?? 0) - (b.mapped?.place ?? 0));
      steps.push((inside, next) => shared(inside, workers, own, next));
    }
    for (const { from, to, step, variable, mapped } of dimensions) {
      if (mapped !== undefined) continue;
      steps.push((inside, next) =>
        inside.loop(from, to, step, (deeper, counter) => {
          copier.bind(variable, counter);
          next(deeper);
        }),
      );
    }
    const descend = (inside: Builder, depth: number): void => {
      const step = steps[depth];
      if (step === undefined) body(inside);
      else step(inside, (deeper) => descend(deeper, depth + 1));
    };
    descend(builder, 0);
  }

  /** Dimensions of one kind of worker, the fastest first. */
  function shared(
    builder: Builder,
    workers: string,
    dimensions: readonly Dimension[],
    next: (inside: Builder) => void,
  ): void {
    const trips = dimensions.map(({ from, to, step }) => {
      const length = binary('add', symbol(1), binary('multiply', symbol(0), number(-1)));
      return builder.apply(binary('ceildiv', length, symbol(2)), [from, to, step]);
    });
    const total = trips.reduce<Value | undefined>(
      (product, trip) =>
        product === undefined
          ? trip
          : builder.apply(binary('multiply', symbol(0), symbol(1)), [product, trip]),
      undefined,
    );
    const id = workerId(builder, workers, launch);
    if (total === undefined || id === undefined) return;
    builder.loop(id.id, total, builder.constant(id.count), (inside, counter) => {
      let rest = counter;
      for (const [i, { from, step, variable }] of dimensions.entries()) {
        const trip = trips[i];
        if (trip === undefined) continue;
        const digit = inside.apply(binary('mod', symbol(0), symbol(1)), [rest, trip]);
        rest = inside.apply(binary('floordiv', symbol(0), symbol(1)), [rest, trip]);
        const scaled = binary('multiply', symbol(1), symbol(2));
        copier.bind(variable, inside.apply(binary('add', symbol(0), scaled), [from, digit, step]));
      }
      next(inside);
    });
  }

  /** Conditions one in the other; the default is innermost. */
  function indexSwitch(op: Operation): readonly Operation[] | undefined {
    const [value] = op.operands;
    const [otherwise, ...own] = op.regions;
    const cases = integersOf(op, 'cases');
    if (value === undefined || otherwise === undefined) return unsupported(op, 'no default');
    const builder = new Builder(op.span);
    copier.bindAll(op.results, chosen(builder, 0));
    return builder.operations;

    function chosen(inside: Builder, at: number): readonly Value[] {
      const region = own[at];
      if (region === undefined || value === undefined) return inlined(inside, otherwise);
      const wanted = inside.constant(cases[at] ?? 0);
      const [same] = inside.add(
        createOperation('arith.cmpi', {
          operands: [copier.value(value), wanted],
          results: [['', i1]],
          attributes: [['predicate', { kind: 'integer', value: 0n, type: i64 }]],
          span: op.span,
        }),
      );
      const branch = (fill: (part: Builder) => readonly Value[]): Region => {
        const part = new Builder(op.span);
        const operands = fill(part);
        part.add(createOperation('scf.yield', { operands, span: op.span }));
        return { blocks: [createBlock(undefined, [], part.operations)] };
      };
      return inside.add(
        createOperation('scf.if', {
          operands: same === undefined ? [] : [same],
          results: op.results.map(({ type }) => ['', type]),
          regions: [
            branch((part) => inlined(part, region)),
            branch((part) => chosen(part, at + 1)),
          ],
          span: op.span,
        }),
      );
    }
  }

  /** A region between two barriers. */
  function barrierRegion(op: Operation): readonly Operation[] {
    const builder = new Builder(op.span);
    builder.add(createOperation('gpu.barrier', { span: op.span }));
    const values = copier.values(op.operands);
    copier.bindAll(op.results, inlined(builder, op.regions[0], values));
    builder.add(createOperation('gpu.barrier', { span: op.span }));
    return builder.operations;
  }

  function inlined(
    builder: Builder,
    region: Region | undefined,
    values: readonly Value[] = [],
  ): readonly Value[] {
    const { operations, passed } = copier.inlined(region?.blocks[0], values);
    for (const each of operations) builder.operations.push(each);
    return passed;
  }

  function executeRegion(op: Operation): readonly Operation[] | undefined {
    const [region] = op.regions;
    if (region?.blocks.length !== 1) return unsupported(op, 'several blocks');
    const builder = new Builder(op.span);
    copier.bindAll(op.results, inlined(builder, region));
    return builder.operations;
  }
}
