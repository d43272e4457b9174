/**
 * What `ldscope pipeline` says of a GEMM pipeline that it wrote: what was chosen, what a wave executes and holds, what its tile
 * conflicts, and the cycles of a step on the model of one compute unit.
 */
import type { Machine } from '../machine/machine.ts';
import { occupancyOf, type OccupancyReport } from '../machine/occupancy.ts';
import type { TimingAnalysis } from '../timing/ablation.ts';
import type { GemmStep } from '../timing/gemm-budget.ts';
import type { LoopTiming } from '../timing/loops.ts';
import { groupBarriers, scheduleText } from '../timing/pipeline/pipeline-text.ts';
import type { Pipeline } from '../timing/pipeline/pipeline.ts';
import type { Overlap, PipelineLayout } from '../timing/pipeline/choices.ts';

export const PIPELINE_SCHEMA = 'ldscope-pipeline/1';

export interface PipelineReport {
  readonly schema: typeof PIPELINE_SCHEMA;
  readonly machine: string;
  readonly step: GemmStep;
  readonly overlap: Overlap;
  /** Tiles on their way in registers; 0 where copies go straight to LDS. */
  readonly prefetch: number;
  readonly directToLds: boolean;
  readonly layout: {
    readonly kind: PipelineLayout;
    /** `XOR of 16 B units with row mod 4`. */
    readonly text: string;
    /** Conflict cycles of all waves in one K step. */
    readonly conflictCycles: number;
  };
  /** K steps of the kernel; each is in the loop or in the tail. */
  readonly steps: number;
  readonly loop: {
    readonly iterations: number;
    /** K steps of an iteration. */
    readonly steps: number;
    readonly unrolledFor: string;
  };
  /** Instructions of a wave in one K step. */
  readonly instructions: {
    readonly matrix: number;
    readonly globalLoads: number;
    readonly ldsWrites: number;
    readonly ldsReads: number;
  };
  /** Per lane. */
  readonly registers: {
    readonly prefetch: number;
    readonly operands: number;
    readonly other: number;
    readonly accumulators: number;
  };
  readonly ldsBytes: number;
  readonly occupancy: OccupancyReport;
  /** By the model of one compute unit, in the steady state; absent where the loop runs fewer than three times, and where no workgroup fits. */
  readonly time?: {
    readonly evidence: 'model';
    readonly cyclesPerStep: number;
    readonly cyclesPerStepWithoutConflicts?: number | undefined;
    /** Cycles for which the matrix cores alone are busy. */
    readonly matrixCycles: number;
    readonly busy: LoopTiming['busy'];
    readonly critical: LoopTiming['critical'];
  };
  /** The schedule in the language of `ldscope timeline`. */
  readonly schedule: string;
  /** The order of the loop as calls of `__builtin_amdgcn_sched_group_barrier`. */
  readonly schedGroupBarriers: string;
}

/** The parts of a report on a pipeline that are computed elsewhere. */
export interface PipelineFindings {
  readonly layoutText: string;
  readonly analysis: TimingAnalysis;
  /** Registers of a lane for addresses and the like. */
  readonly otherRegisters: number;
}

/** Registers of a lane and LDS of a workgroup with everything in flight. */
export function pipelineResources(
  { request, budget, slices, conflicts }: Pipeline,
  otherRegisters: number,
): Pick<PipelineReport, 'registers' | 'ldsBytes'> {
  const { overlap, directToLds } = request;
  const sets = overlap === 'all' ? 2 : slices;
  return {
    registers: {
      prefetch: directToLds
        ? 0
        : budget.registers.prefetch * (overlap === 'all' ? request.prefetch : 1),
      operands: budget.registers.operands * sets,
      other: otherRegisters,
      accumulators: budget.registers.accumulators,
    },
    ldsBytes: conflicts.ldsBytes * (overlap === 'all' ? request.buffers : 1),
  };
}

export function pipelineReport(
  pipeline: Pipeline,
  machine: Machine,
  { layoutText, analysis, otherRegisters }: PipelineFindings,
): PipelineReport {
  const { request, step, budget, slices, reads, pieces, conflicts, unroll, iterations } = pipeline;
  const { overlap, directToLds } = request;
  const { registers, ldsBytes } = pipelineResources(pipeline, otherRegisters);
  const occupancy = occupancyOf(
    {
      registers: {
        vector: registers.prefetch + registers.operands + otherRegisters,
        accumulators: registers.accumulators,
      },
      ldsBytes,
      wavesPerWorkgroup: request.waves[0] * request.waves[1],
    },
    machine,
  );
  return {
    schema: PIPELINE_SCHEMA,
    machine: pipeline.machine,
    step,
    overlap,
    prefetch: directToLds ? 0 : request.prefetch,
    directToLds,
    layout: { kind: request.layout, text: layoutText, conflictCycles: conflicts.total },
    steps: request.steps,
    loop: { iterations, steps: unroll, unrolledFor: unrollReason(pipeline) },
    instructions: {
      matrix: budget.matrixInstructions,
      globalLoads: pieces.count,
      ldsWrites: directToLds ? 0 : pieces.count,
      ldsReads: reads.count * slices,
    },
    registers,
    ldsBytes,
    occupancy,
    ...(occupancy.workgroups > 0 ? timeOf(pipeline, machine, analysis) : {}),
    schedule: scheduleText(pipeline),
    schedGroupBarriers: groupBarriers(pipeline),
  };
}

function timeOf(
  { unroll, budget, request }: Pipeline,
  { occupancy }: Machine,
  { loops, ablated }: TimingAnalysis,
): Pick<PipelineReport, 'time'> {
  const [loop] = loops;
  if (loop?.cyclesPerIteration === undefined) return {};
  const without = ablated.find((run) => run.without === 'conflicts')?.loops[0]?.cyclesPerIteration;
  return {
    time: {
      evidence: 'model',
      cyclesPerStep: loop.cyclesPerIteration / unroll,
      cyclesPerStepWithoutConflicts: without === undefined ? undefined : without / unroll,
      matrixCycles:
        budget.matrixCycles *
        Math.ceil((request.waves[0] * request.waves[1]) / occupancy.simdsPerUnit.value),
      busy: loop.busy,
      critical: loop.critical,
    },
  };
}

/** Why the loop has several steps: the buffers and registers that take turns. */
function unrollReason({ unroll, request, slices }: Pipeline): string {
  if (unroll === 1) return '';
  const { buffers, prefetch, directToLds } = request;
  return [
    ...(buffers > 1 ? [`${buffers} tiles in LDS`] : []),
    ...(prefetch > 1 && !directToLds ? [`${prefetch} tiles in registers`] : []),
    ...(slices % 2 === 1 ? ['two sets of operand registers'] : []),
  ].join(' and ');
}
