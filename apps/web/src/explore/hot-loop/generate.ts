/** Pipelines of a GEMM for the tile of the page, where a compute unit has room for it. */
import {
  machineNamed,
  makePipeline,
  occupancyOf,
  type Overlap,
  type Pipeline,
  pipelineResources,
  scheduleText,
} from '@ldscope/core';
import { grouped } from '../../controls/words.ts';
import { type Answer, refusal } from '../parts/answer.ts';
import { type GemmChip, type GemmTile, tileText, waveCount } from '../parts/gemm-tile.ts';
import { constantsOf } from './model.ts';

/** What a pipeline keeps at the same time. */
export interface Buffering {
  /** Tiles in LDS: 1 to 3. */
  readonly buffers: number;
  /** Tiles on their way in registers: 1 or 2. */
  readonly prefetch: number;
  readonly directToLds: boolean;
  /** How much of k has its operands in registers at once; absent: half of a step. */
  readonly slice?: number;
}

export const leastBuffering: Buffering = { buffers: 1, prefetch: 1, directToLds: false };

export interface Schedule {
  /** In the language of `ldscope timeline`. */
  readonly text: string;
  readonly tile: GemmTile;
  /** Steps of an iteration: registers and tiles in LDS go around. */
  readonly steps: number;
  /** What it was written from; sketches have none. */
  readonly made?: Pipeline;
}

interface PipelineSettings {
  readonly overlap: Overlap;
  readonly tile: GemmTile;
  readonly buffering: Buffering;
  readonly chip: GemmChip;
  readonly plain: boolean;
}

/** Matrix instructions of an iteration, and of all of a simulation, that a page follows in the blink of an eye. */
const MOST_PRODUCTS = 2048;
const LEAST_ITERATIONS = 4;

/** As many as a body of any unrolling takes. */
const STEPS = 24;

/** The schedule, with the conflicts of plain rows or without any; or why the chip cannot run it. */
export function pipelineFor(
  { overlap, tile, buffering, chip, plain }: PipelineSettings,
  most: number,
): Answer<Schedule> {
  const machine = machineNamed(chip);
  const request = { ...tile, ...buffering, overlap, layout: 'none', steps: STEPS } as const;
  const result = makePipeline(request, machine, constantsOf(chip));
  if (!result.ok) return refusal(result.diagnostics);
  const made = result.value;
  const why = crowded(made, chip);
  if (why !== undefined) return { ok: false, why };
  const { unroll, budget } = made;
  const products = unroll * budget.matrixInstructions;
  if (products > MOST_PRODUCTS) {
    return {
      ok: false,
      why: `An iteration has ${grouped(products)} matrix instructions, and this page follows up to ${grouped(MOST_PRODUCTS)}: choose a larger instruction or a smaller tile. \`ldscope pipeline\` has no such limit.`,
    };
  }
  const iterations = Math.min(
    most,
    Math.max(LEAST_ITERATIONS, Math.floor(MOST_PRODUCTS / products)),
  );
  const steps = unroll === 1 ? '' : `; an iteration is ${unroll} steps`;
  const title = `${tileText(tile)}, ${waveCount(tile)} waves; what overlaps: ${overlap}${steps}`;
  const text = scheduleText({ ...made, iterations }, [title]);
  return {
    ok: true,
    value: {
      text: plain ? text : text.replaceAll(/ conflicts \d+$/gm, ''),
      tile: { ...tile, instruction: made.step.instruction },
      steps: unroll,
      made,
    },
  };
}

/** Registers for addresses and the like, as `ldscope pipeline` assumes. */
const OTHER_REGISTERS = 16;

export interface Room {
  readonly workgroups: number;
  /** Of a lane, accumulators included. */
  readonly registers: number;
  readonly ldsBytes: number;
}

/** What a workgroup takes, and how many of it a compute unit holds. */
export function roomOf(made: Pipeline, chip: GemmChip): Room {
  const { registers, ldsBytes } = pipelineResources(made, OTHER_REGISTERS);
  const { prefetch, operands, other, accumulators } = registers;
  const { workgroups, allocatedRegisters } = occupancyOf(
    {
      registers: { vector: prefetch + operands + other, accumulators },
      ldsBytes,
      wavesPerWorkgroup: waveCount(made.request),
    },
    machineNamed(chip),
  );
  return { workgroups, registers: allocatedRegisters, ldsBytes };
}

/** Why a compute unit has no room for a workgroup; `undefined` when it has. */
function crowded(made: Pipeline, chip: GemmChip): string | undefined {
  const { workgroups, registers, ldsBytes } = roomOf(made, chip);
  if (workgroups > 0) return undefined;
  const { sharedMemory, occupancy } = machineNamed(chip);
  const kib = (bytes: number): string => `${grouped(bytes / 1024)} KiB`;
  const most = sharedMemory.bytesPerWorkgroup.value;
  if (ldsBytes > most) {
    return `A workgroup would take ${kib(ldsBytes)} of LDS, and ${chip} has ${kib(most)}: choose a smaller K, a smaller tile or fewer tiles in LDS.`;
  }
  const waves = Math.ceil(waveCount(made.request) / occupancy.simdsPerUnit.value);
  const file = occupancy.vectorRegistersPerSimd.value / waves;
  return `A lane would take ${registers} vector registers, and has ${file} on ${chip} with ${waveCount(made.request)} waves per workgroup: choose a smaller tile or more waves.`;
}
