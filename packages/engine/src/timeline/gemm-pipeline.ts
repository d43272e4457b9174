/** The pipeline of a GEMM for a tile, and its time: the function behind `ldscope pipeline`. */
import {
  analyzeTiming,
  diagnose,
  failure,
  lowerListing,
  makePipeline,
  messages,
  parseListing,
  type PipelineReport,
  pipelineReport,
  type PipelineRequest,
  type Result,
  scheduleText,
  success,
  timedChips,
  timingOf,
} from '@ldscope/core';
import { layoutWords } from '../layout/layout-words.ts';
import { machineNames, resolveMachine } from '../input/machine-choice.ts';

/** Iterations after which a loop is in its steady state; the kernel's own may be thousands. */
const MOST_SIMULATED = 48;

/**
 * Writes the pipeline down and simulates its loop. `otherRegisters`: of a lane, for addresses and the like. Errors: unknown chips,
 * tiles that the waves or the matrix instruction do not divide, layouts that do not serve.
 */
export function gemmPipeline(
  request: PipelineRequest,
  machineName: string,
  otherRegisters: number,
): Result<PipelineReport> {
  const machine = resolveMachine(machineName);
  if (machine === undefined) {
    return failure(diagnose(messages.usage.unknownMachine(machineName, machineNames())));
  }
  const timing = timingOf(machine);
  if (timing === undefined) {
    return failure(diagnose(messages.timing.noTiming(machine.name, timedChips)));
  }
  const pipeline = makePipeline(request, machine, timing);
  if (!pipeline.ok) return pipeline;
  const { conflicts } = pipeline.value;
  const { iterations } = pipeline.value;
  const { listing } = parseListing(
    scheduleText({ ...pipeline.value, iterations: Math.min(iterations, MOST_SIMULATED) }),
  );
  const { program } = lowerListing(listing, machine, timing);
  const analysis = analyzeTiming(program, { machine, timing }, ['conflicts']);
  const layoutText = layoutWords(conflicts.layout);
  return success(pipelineReport(pipeline.value, machine, { layoutText, analysis, otherRegisters }));
}
