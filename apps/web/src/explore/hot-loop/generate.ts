/** Pipelines of a GEMM for the tile of the page: four waves as 2 x 2, halves, and matrix instructions of 32 x 32 x 8. */
import { makePipeline, type Overlap, scheduleText } from '@ldscope/core';
import { constantsOf, machineOf } from './model.ts';

export interface GemmTile {
  /** Rows and columns of the result of a workgroup: multiples of 64. */
  readonly size: number;
  /** Depth of a step: a multiple of 32, so that there are slices to read ahead. */
  readonly depth: number;
}

/** What a pipeline keeps at the same time. */
export interface Buffering {
  /** Tiles in LDS: 1 to 3. */
  readonly buffers: number;
  /** Tiles on their way in registers: 1 or 2. */
  readonly prefetch: number;
  readonly directToLds: boolean;
}

export const leastBuffering: Buffering = { buffers: 1, prefetch: 1, directToLds: false };

/**
 * The schedule in the language of `ldscope timeline`, without bank conflicts: those are a setting of the page. Throws for a tile
 * that four waves cannot share.
 */
export function pipelineText(
  overlap: Overlap,
  { size, depth }: GemmTile,
  buffering: Buffering,
  chip: string,
  instruction: string,
  iterations: number,
): string {
  const request = {
    m: size,
    n: size,
    k: depth,
    element: 'f16',
    waves: [2, 2],
    instruction,
    overlap,
    layout: 'none',
    // As many as a body of any unrolling takes.
    steps: 24,
    ...buffering,
  } as const;
  const made = makePipeline(request, machineOf(chip), constantsOf(chip));
  if (!made.ok) throw new RangeError(made.diagnostics.map(({ message }) => message).join('; '));
  const { unroll } = made.value;
  const steps = unroll === 1 ? '' : `; an iteration is ${unroll} steps`;
  const title = `${size} x ${size} x ${depth} f16, four waves; what overlaps: ${overlap}${steps}`;
  const text = scheduleText({ ...made.value, iterations }, [title]);
  return text.replaceAll(/ conflicts \d+$/gm, '');
}

/** Steps of an iteration: registers and tiles in LDS go around. */
export function stepsOf(text: string): number {
  return Number(/an iteration is (\d+) steps/.exec(text)?.[1] ?? 1);
}
