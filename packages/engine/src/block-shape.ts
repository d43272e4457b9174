/**
 * The shape of the workgroups of a kernel that nobody launches: taken from `.max_flat_workgroup_size` only where the figures
 * do not depend on it.
 *
 *     Triton, 256 items, only x of the id is used        256 x 1 x 1: somebody chose 256, and there is one shape for it
 *     HIP without launch bounds, 1024 items              compared with 64 and 256 items: each access must cost the same
 *     y of the id is used                                compared with 16x16, 32x8 and 64x4
 *
 * Where they differ, or more LDS is touched than there is, the launch must give the block; the figures of each shape are
 * shown for the choice.
 */
import {
  type Analysis,
  diagnose,
  type Diagnostic,
  type Extent,
  messages,
  volume,
} from '@ldscope/core';
import type { BlockQuestion } from '@ldscope/amdgcn';

/** A kernel as one shape of its workgroups has it. */
export interface ShapedAnalysis {
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
 * Nothing, or a note, where a kernel may be executed with its largest workgroup; else the request for the block, with the
 * figures of each shape. `execute` gives the kernel in a shape; `exceedsLds`: the largest touches more LDS than there is.
 */
export function settleBlock(
  question: BlockQuestion,
  exceedsLds: boolean,
  execute: (block: Extent) => ShapedAnalysis,
): Diagnostic[] {
  const { items, axes } = question;
  const compared = shapesToCompare(question);
  if (compared.length === 0 && !exceedsLds) return [];
  const shaped = (compared.length === 0 ? PLANES : compared).map(execute);
  if (items !== undefined && !exceedsLds && figuresAgree(shaped)) {
    const others = compared.filter((block) => volume(block) !== items || block[0] !== items);
    return [diagnose(messages.launch.assumedBlock(items, others.map(textOf)))];
  }
  const [first] = shaped;
  return [
    diagnose(
      messages.launch.whichBlock(items, axes, exceedsLds, first ? textOf(first.block) : '256'),
    ),
    ...shaped.map(figuresOf),
  ];
}

/** True when every access costs the same in all shapes: the answer does not depend on the block. */
function figuresAgree(shaped: readonly ShapedAnalysis[]): boolean {
  const figures = shaped.map((one) => (one.exceedsLds ? undefined : costsOf(one)));
  return figures.every((figure) => figure !== undefined && figure === figures[0]);
}

/** Each site with its cost per execution and executions per wave, and how much was counted. */
function costsOf({ analysis }: ShapedAnalysis): string | undefined {
  if (analysis === undefined) return undefined;
  const { sites, kernel } = analysis.report;
  const { ldsInstructions: coverage, waves } = kernel;
  const costs = sites.map(({ id, op, executions, idxActive, bankConflict, worstWays }) =>
    [id, op, idxActive / executions, bankConflict / executions, worstWays, executions / waves].join(
      ' ',
    ),
  );
  return [`${coverage?.counted} of ${coverage?.instructions}`, ...costs.sort()].join('\n');
}

function figuresOf({ block, analysis, exceedsLds }: ShapedAnalysis): Diagnostic {
  if (analysis === undefined) return diagnose(messages.launch.blockFails(textOf(block)));
  const { totals, kernel } = analysis.report;
  const { counted = 0, instructions = 0 } = kernel.ldsInstructions ?? {};
  const coverage = `${counted} of ${instructions} LDS instructions counted`;
  const { bankConflict, idxActive } = totals;
  return diagnose(
    messages.launch.blockFigures(textOf(block), bankConflict, idxActive, coverage, exceedsLds),
  );
}

/** `16x16`, without sizes of 1 at the end. */
function textOf([x, y, z]: Extent): string {
  return z > 1 ? `${x}x${y}x${z}` : y > 1 ? `${x}x${y}` : `${x}`;
}
