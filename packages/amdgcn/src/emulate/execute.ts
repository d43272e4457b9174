/**
 * Executes a kernel of machine code: every workgroup of the launch, wave by wave, all lanes in lockstep.
 *
 *     program + launch -> memory, arguments, registers -> steps -> trace of LDS accesses, hazards, counts
 *
 * LIMITATIONS. One interleaving of the waves is executed, and another one where waves hand data over by LDS; workgroups follow
 * each other and share global memory in launch order. Traps, messages, debuggers and time are not modelled (see `isa/salu/control.ts`). Memory is read
 * when a load issues; late mode delays what it puts into registers and LDS.
 */
import {
  asksForClasses,
  type BlockQuestion,
  chooseKernel,
  diagnose,
  type Diagnostic,
  Findings,
  GlobalMemory,
  Lds,
  LeftOut,
  messages,
  notExecuted,
  ownMemory,
  type Site,
  volume,
  wavesPerWorkgroup,
} from '@ldscope/core';
import { type Environment, Recorder } from '../state/environment.ts';
import { ExecutionLog } from '../state/execution-log.ts';
import { GlobalAccesses } from '../state/global-accesses.ts';
import { ldsUnit } from '../state/register-memory.ts';
import { targetOf } from '../state/target.ts';
import { factsOf } from '../isa/facts.ts';
import type { Program } from '../text/program.ts';
import { hasUnknownArguments } from './arguments.ts';
import { countsOf } from './counts.ts';
import { granuleOf, ldsGranule } from './granule.ts';
import { Launch } from './launch.ts';
import { ldsObjectsOf } from './lds-objects.ts';
import type { ExecuteOptions, Execution } from './options.ts';
import { InstructionPlaces } from './places.ts';
import { PreparedProgram } from './prepared-program.ts';
import { launchShape, openBlock } from './shape.ts';
import { LDS_PLACE, MEMORY_PLACE, sliceOfKernel, type SliceRequest } from './slice.ts';
import { linkData } from './symbols.ts';

/**
 * The facts about a kernel's workgroups that are not known; `undefined` where the launch or the metadata give them, or for a
 * missing kernel.
 */
export function blockQuestionOf(
  program: Program,
  options: Pick<ExecuteOptions, 'kernel' | 'launch'>,
): BlockQuestion | undefined {
  const kernel = chooseKernel(program.kernels, options.kernel);
  return 'code' in kernel ? undefined : openBlock(kernel, options);
}

/** Runs one kernel of a program. `text` is its source, for places in sites and hazards. */
export function executeProgram(program: Program, text: string, options: ExecuteOptions): Execution {
  return executePrepared(new PreparedProgram(program, text), options);
}

/** Runs one kernel of a program that several executions share. */
export function executePrepared(prepared: PreparedProgram, options: ExecuteOptions): Execution {
  const { graph, lines } = prepared;
  const { machine } = options;
  const target = targetOf(machine);
  if (target === undefined)
    return nothing('', [diagnose(messages.emulate.noMachine(machine.name))]);
  const program = prepared.programFor(target);
  const kernel = chooseKernel(program.kernels, options.kernel);
  if ('code' in kernel) return nothing('', [diagnose(kernel)]);
  const reached = prepared.reachedFrom(kernel.entry);
  const encoded = reached.find((number) => goesIntoData(program, number));
  if (encoded !== undefined) {
    const { span } = program.instructions[encoded] ?? {};
    return nothing(kernel.name, [diagnose(messages.amdgcn.encodedAsData(), span)]);
  }
  const usesLds = reached.some(
    (number) => ldsGranule(program, number) !== undefined || formsSharedAddress(program, number),
  );
  const shape = launchShape(program, kernel, usesLds, options);
  const open = openBlock(kernel, options);
  if ('code' in shape) {
    const said = [diagnose(shape, program.instructions[kernel.entry]?.span)];
    const asks = open !== undefined && open.items === undefined;
    return { ...nothing(kernel.name, said), blockQuestion: asks ? open : undefined };
  }
  const findings = new Findings();
  const memory = new GlobalMemory(options.memoryShare);
  const places = new InstructionPlaces(program, lines, options.file);
  const late = options.asyncCompletion === 'late';
  const request: SliceRequest = {
    program,
    entry: kernel.entry,
    reached,
    successors: (number) => graph.successors(number),
    mode: { target, waveSize: shape.waveSize },
    beginsFull: volume(shape.block) % shape.waveSize === 0,
    late,
    ofGlobal: true,
  };
  // Where values are unknown, the paths that depend on them are found by executing everything.
  const isSliced =
    options.accessesOnly === true &&
    options.onExecuted === undefined &&
    !hasUnknownArguments(kernel, shape, options);
  const slice = isSliced ? sliceOfKernel(request) : undefined;
  const ofLds =
    slice !== undefined && asksForClasses(shape, options)
      ? sliceOfKernel({ ...request, ofGlobal: false })
      : undefined;
  const storesScalars = reached.some((number) => {
    const instruction = program.instructions[number];
    const { memory } = instruction ? factsOf(instruction) : {};
    return memory === 'store' || memory === 'atomic';
  });
  // Only stores whose data is needed are made.
  const changes = slice === undefined || slice.wantsMemory(MEMORY_PLACE) || storesScalars;
  const given =
    options.accessesOnly === true && changes ? { ...options, ...ownMemory(options) } : options;
  // Where other threads help, what is read and stored is noted, whatever is computed.
  const isShared = options.helpers !== undefined || options.range !== undefined;
  const sliced =
    slice === undefined && !isShared
      ? undefined
      : {
          wants: (number: number) => slice?.wants(number) ?? true,
          leftOut: new LeftOut(slice === undefined),
        };
  const isLdsKnown = slice === undefined || slice.wantsMemory(LDS_PLACE);
  const leftOut = isLdsKnown ? undefined : sliced?.leftOut;
  const lds = new Lds(shape.ldsBytes, granuleOf(program, reached), leftOut, ldsUnit());
  // Words of private memory are laid out for 64 lanes, in waves of 32 too.
  const privateBytes = 64 * shape.privateBytes * wavesPerWorkgroup(shape);
  const scratch = memory.addSparse('private memory', privateBytes);
  const siteOf = (number: number): Site => places.site(number);
  const environment: Environment = {
    target,
    waveSize: shape.waveSize,
    memory,
    lds,
    recorder: new Recorder(siteOf, shape.waveSize),
    global:
      options.onGlobal &&
      new GlobalAccesses(
        options.onGlobal,
        memory,
        findings,
        siteOf,
        shape.waveSize,
        options.onUnknownGlobal,
      ),
    log: options.onExecuted && new ExecutionLog(),
    findings,
    sliced,
    late,
    scratch: { laneBytes: shape.privateBytes, base: scratch.base },
  };
  const launch = new Launch({
    program,
    graph,
    places,
    kernel,
    shape,
    environment,
    symbol: linkData(program, memory),
    ldsObjects: ldsObjectsOf(program, kernel, shape),
    options: given,
  });
  let otherOrder: ExecuteOptions | undefined;
  try {
    launch.prepare(reached, ofLds);
    if (slice !== undefined && launch.followsUnknown)
      return executePrepared(prepared, { ...options, ...ownMemory(options), accessesOnly: false });
    // Execution changes the memory that it is given.
    const isWhole = options.lastFirst !== true && options.range === undefined;
    if (isWhole && launch.mayHandOver)
      otherOrder = { ...options, ...ownMemory(options), ...QUIET, lastFirst: true };
    launch.execute();
  } finally {
    launch.release();
  }
  if (otherOrder === undefined || !launch.hasHandedOver)
    return { ...launch.result(), blockQuestion: open };
  const workgroups = options.onProgress === undefined ? options.workgroups : launch.executed;
  const other = executePrepared(prepared, { ...otherOrder, workgroups });
  return { ...launch.result(other), blockQuestion: open };
}

/** An execution without callbacks. */
const QUIET = {
  onWorkgroup: undefined,
  onGlobal: undefined,
  onExecuted: undefined,
  onProgress: undefined,
  helpers: undefined,
} as const;

/** True for an instruction that makes flat addresses of LDS. */
const formsSharedAddress = ({ instructions }: Program, number: number): boolean =>
  instructions[number]?.operands.some(
    (operand) => operand.kind === 'special' && /shared_base/.test(operand.name),
  ) ?? false;

/** True when execution leaves an instruction for bytes that are written as data: behind it, or at its label. */
function goesIntoData({ instructions, labels, data }: Program, number: number): boolean {
  const instruction = instructions[number];
  if (instruction === undefined) return false;
  const { operands, beforeData = false } = instruction;
  if (beforeData) return true;
  const { control } = factsOf(instruction);
  if (control !== 'branch' && control !== 'call') return false;
  return operands.some(
    (operand) =>
      operand.kind === 'symbol' &&
      !labels.has(operand.name) &&
      data.some(({ symbols }) => symbols.has(operand.name)),
  );
}

function nothing(name: string, diagnostics: readonly Diagnostic[]): Execution {
  return {
    ...notExecuted('amdgcn', name, diagnostics),
    counts: countsOf(undefined, new Float64Array()),
    executions: new Float64Array(),
    unknownArguments: [],
    openBranches: [],
  };
}
