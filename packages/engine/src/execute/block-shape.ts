/**
 * The shape of the workgroups of a kernel without a launch: taken from `.max_flat_workgroup_size` only where the
 * figures do not depend on it. Every command that executes machine code uses this.
 *
 *     Triton, 256 items, only x of the id is used        256 x 1 x 1: somebody chose 256, and there is one shape for it
 *     HIP without launch bounds, 1024 items              compared with 64 and 256 items: each access must cost the same
 *     y of the id is used                                compared with 16x16, 32x8 and 64x4
 *
 * Where they differ, or more LDS is touched than there is, the launch must give the block; the figures of each shape are
 * shown for the choice. Results and times depend on how many work-items there are: `requireBlock` takes the first row alone.
 */
import {
  type Analysis,
  type BlockQuestion,
  diagnose,
  type Diagnostic,
  type Extent,
  messages,
  showExtent,
  volume,
} from '@ldscope/core';
import { executeToReport } from './executed-report.ts';
import type {
  CountingModels,
  ExecutableSource,
  ExecutionRequest,
  ExecutionResult,
} from '../source/source.ts';

/** A kernel as one shape of its workgroups has it. */
interface ShapedAnalysis {
  readonly block: Extent;
  /** Absent when it cannot be executed with this shape. */
  readonly analysis: Analysis | undefined;
  /** It touches more LDS than the workgroup has. */
  readonly exceedsLds: boolean;
}

/** Shapes with several sizes, as kernels are launched that use two or three axes. */
const PLANES: readonly Extent[] = [
  [16, 16, 1],
  [32, 8, 1],
  [64, 4, 1],
];
const CUBE: Extent = [8, 8, 4];
const LINES: readonly Extent[] = [
  [64, 1, 1],
  [256, 1, 1],
  [1024, 1, 1],
];

/** The shapes to compare; none when the kernel has one plausible shape. */
function shapesToCompare({ items, axes, isChosen }: BlockQuestion): readonly Extent[] {
  if (axes === 1) return isChosen ? [] : LINES;
  const shapes = axes === 3 ? [...PLANES, CUBE] : PLANES;
  if (items === undefined || !isChosen) return shapes;
  // Somebody chose how many items there are: their shapes only.
  const planes = [16, 32, 64]
    .filter((x) => items % x === 0 && items > x)
    .map((x): Extent => [x, items / x, 1]);
  return [[items, 1, 1], ...planes];
}

/**
 * Nothing, or a note, where figures may be of the largest workgroup, as `execution` has it; else the request for the block,
 * with the figures of each shape, for which the kernel is executed again.
 */
export function settleBlock(
  source: ExecutableSource,
  request: ExecutionRequest,
  { blockQuestion, exceedsLds = false }: ExecutionResult,
  models: CountingModels,
): Diagnostic[] {
  if (blockQuestion === undefined) return [];
  const { items, axes } = blockQuestion;
  const compared = shapesToCompare(blockQuestion);
  if (compared.length === 0 && !exceedsLds) return [];
  const shapes = compared.length === 0 ? PLANES : compared;
  const shaped = shapes.map((block): ShapedAnalysis => {
    if (request.isOutOfTime?.() === true) return { block, analysis: undefined, exceedsLds: false };
    const shape = { ...request, launch: { ...request.launch, block } };
    return shapedAnalysis(source, shape, block, models);
  });
  if (items !== undefined && !exceedsLds && figuresAgree(shaped)) {
    const others = compared.filter((block) => volume(block) !== items || block[0] !== items);
    return [diagnose(messages.launch.assumedBlock(items, others.map(showExtent)))];
  }
  const example = exampleOf(shapes, axes);
  return [
    diagnose(messages.launch.whichBlock(items, axes, exceedsLds, example)),
    ...shaped.map(figuresOf),
  ];
}

/**
 * The request for the block, of a kernel that has several plausible shapes; for results that depend on the shape by
 * their nature.
 */
export function requireBlock(question: BlockQuestion | undefined): Diagnostic[] {
  if (question === undefined) return [];
  const { items, axes } = question;
  const shapes = shapesToCompare(question);
  if (shapes.length === 0) return [];
  return [diagnose(messages.launch.blockNeeded(items, axes, exampleOf(shapes, axes)))];
}

/** A shape with as many sizes as the kernel uses; where none has, one of several. */
function exampleOf(shapes: readonly Extent[], axes: 1 | 2 | 3): string {
  const sizes = ([, y, z]: Extent): number => (z > 1 ? 3 : y > 1 ? 2 : 1);
  const [first = [256, 1, 1] as const] = shapes;
  const fits = shapes.find((shape) => sizes(shape) === axes);
  return showExtent(fits ?? shapes.find((shape) => sizes(shape) > 1) ?? first);
}

function shapedAnalysis(
  source: ExecutableSource,
  request: ExecutionRequest,
  block: Extent,
  models: CountingModels,
): ShapedAnalysis {
  const { builder, execution, begun } = executeToReport(source, request, models);
  const exceedsLds = execution.exceedsLds === true;
  const analysis = begun ? builder.finish(execution.kernel) : undefined;
  return { block, analysis, exceedsLds };
}

/** True when every access costs the same in all shapes: the answer does not depend on the block. */
function figuresAgree(shaped: readonly ShapedAnalysis[]): boolean {
  const figures = shaped.map((one) => (one.exceedsLds ? undefined : costsOf(one)));
  return figures.every((figure) => figure !== undefined && figure === figures[0]);
}

/** Each site with its cost per execution and executions per wave, and how much was counted. */
function costsOf({ analysis }: ShapedAnalysis): string | undefined {
  if (analysis === undefined) return undefined;
  const { sites, kernel, account } = analysis.report;
  const { waves } = kernel;
  const costs = sites.map(({ id, op, executions, idxActive, bankConflict, worstWays }) =>
    [id, op, idxActive / executions, bankConflict / executions, worstWays, executions / waves].join(
      ' ',
    ),
  );
  return [`${account.counted} of ${account.instructions}`, ...costs.sort()].join('\n');
}

function figuresOf({ block, analysis, exceedsLds }: ShapedAnalysis): Diagnostic {
  const shape = showExtent(block);
  if (analysis === undefined) return diagnose(messages.launch.blockFails(shape));
  const { totals, account } = analysis.report;
  const { counted, instructions, limits } = account;
  const each = limits.includes('iterations') ? ', per iteration' : '';
  const coverage = `${counted} of ${instructions} LDS instructions counted${each}`;
  const { bankConflict, idxActive } = totals;
  return diagnose(
    messages.launch.blockFigures(shape, bankConflict, idxActive, coverage, exceedsLds),
  );
}
