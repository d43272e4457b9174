/** Executes a launch of one kernel: its blocks one after another, and what their warps did to shared memory. */
import {
  type AccessTrace,
  blockProblem,
  chooseKernel,
  diagnose,
  type Diagnostic,
  emptyLaunch,
  type ExecuteOptions,
  executeWorkgroups,
  type Execution,
  executionOf,
  type Extent,
  Findings,
  GlobalMemory,
  GlobalRecorder,
  type Hazard,
  type LaunchShape,
  type LdsCoverage,
  Lds,
  ldsCoverage,
  LineMap,
  locationOf,
  type Message,
  messages,
  notExecuted,
  Places,
  raceMessage,
  reportedHazard,
  type Site,
  volume,
  wavesPerWorkgroup,
  withBufferNames,
} from '@ldscope/core';
import { type Environment, Recorder } from '../state/environment.ts';
import { Warp } from '../state/warp.ts';
import type { Module, PtxFunction } from '../text/program.ts';
import { layOutParameters } from './arguments.ts';
import { Code } from './code.ts';
import { type Layout, layOut } from './layout.ts';
import { BlockRun, MAX_STEPS } from './run.ts';
import { fillSpecials } from './specials.ts';

/** Kernels of a module, in the order of the text. */
export function ptxKernels({ functions }: Module): readonly PtxFunction[] {
  return functions.filter(({ isEntry, hasBody }) => isEntry && hasBody);
}

/** Executes one kernel of a module. `text` is its source, for places in sites and hazards. */
export function executePtx(module: Module, text: string, options: ExecuteOptions): Execution {
  const nothing = (name: string, message: Message, of?: PtxFunction): Execution =>
    notExecuted('ptx', name, [diagnose(message, of?.span)]);
  const { machine } = options;
  if (machine.vendor !== 'NVIDIA') return nothing('', messages.ptx.noMachine(machine.name));
  const kernels = ptxKernels(module);
  if (kernels.length === 0) return nothing('', messages.ptx.noFunctions());
  const kernel = chooseKernel(kernels, options.kernel);
  if ('code' in kernel) return nothing('', kernel);
  const memory = new GlobalMemory();
  const parameters = layOutParameters(kernel, options, memory);
  if (parameters.problems.length > 0) {
    return notExecuted(
      'ptx',
      kernel.name,
      parameters.problems.map((problem) => diagnose(problem, kernel.span)),
    );
  }
  const entry = module.functions.indexOf(kernel);
  const reached = Code.reachedFrom(module, entry);
  const layout = layOut(module, reached, memory, parameters.region.base, parameters.offsets);
  const shape = shapeOf(kernel, layout, options);
  if ('code' in shape) return nothing(kernel.name, shape, kernel);
  return new Launch(module, text, kernel, reached, shape, layout, memory, options).execute();
}

/** Grid and block, from the launch or the kernel. */
function shapeOf(
  { requiredBlock, mostThreads }: PtxFunction,
  layout: Layout,
  { launch = emptyLaunch, machine }: ExecuteOptions,
): LaunchShape | Message {
  const block = launch.block ?? requiredBlock;
  if (block === undefined) return messages.launch.noBlock();
  const problem = blockProblem(block);
  if (problem !== undefined) return problem;
  const [given, own] = [block.join('x'), requiredBlock?.join('x')];
  if (own !== undefined && own !== given) return messages.launch.otherBlock(given, own, '.reqntid');
  if (mostThreads !== undefined && volume(block) > mostThreads)
    return messages.launch.blockTooLarge(given, mostThreads);
  const dynamicLdsBytes = launch.dynamicLdsBytes ?? 0;
  const most = machine.sharedMemory.bytesPerWorkgroup.value;
  const bytes = layout.sharedBytes + dynamicLdsBytes;
  if (bytes > most) return messages.execute.ldsTooLarge(bytes, most, machine.name);
  return {
    grid: launch.grid ?? [1, 1, 1],
    block,
    blockFrom: launch.block === undefined ? '.reqntid' : 'the launch',
    waveSize: 32,
    dynamicLdsBytes,
  };
}

/** One execution of a launch. */
class Launch {
  readonly #module: Module;
  readonly #kernel: PtxFunction;
  readonly #shape: LaunchShape;
  readonly #layout: Layout;
  readonly #options: ExecuteOptions;
  readonly #environment: Environment;
  readonly #code: Code;
  readonly #places: Places;
  readonly #diagnostics: Diagnostic[] = [];
  #failed = false;

  constructor(
    module: Module,
    text: string,
    kernel: PtxFunction,
    reached: ReadonlySet<number>,
    shape: LaunchShape,
    layout: Layout,
    memory: GlobalMemory,
    options: ExecuteOptions,
  ) {
    this.#module = module;
    this.#kernel = kernel;
    this.#shape = shape;
    this.#layout = layout;
    this.#options = options;
    this.#places = new Places(new LineMap(text), options.file);
    const findings = new Findings();
    const siteOf = (number: number): Site => this.#site(number);
    const sharedBytes = layout.sharedBytes + shape.dynamicLdsBytes;
    const block = { shared: new Lds(sharedBytes, 1, findings), recorder: new Recorder(siteOf) };
    this.#environment = {
      ...block,
      memory,
      blocks: [block],
      rank: 0,
      changes: 0,
      global: options.onGlobal && new GlobalRecorder(32, options.onGlobal),
      findings,
      uncounted: new Map(),
      siteOf,
    };
    this.#code = new Code(module, reached, this.#environment, layout);
  }

  execute(): Execution {
    const { shared, findings } = this.#environment;
    const workgroups = executeWorkgroups(this.#shape, this.#options, (number, ids) =>
      this.#block(number, ids),
    );
    for (const { number, message } of findings.problems) this.#report(message, number);
    if (shared.touched > 0) this.#diagnostics.push(diagnose(messages.ptx.beforePtxas()));
    const { name } = this.#kernel;
    const ldsBytes = shared.bytes;
    return {
      ...executionOf(
        { name, frontend: 'ptx', ldsBytes, ldsInstructions: this.#coverage() },
        this.#shape,
        workgroups,
        this.#hazards(),
        this.#diagnostics,
      ),
      ldsObjects: this.#layout.sharedObjects,
      exceedsLds: shared.touched > ldsBytes,
    };
  }

  /** Instructions that touched shared memory, and those of them that have no counts. */
  #coverage(): LdsCoverage {
    const { recorder, uncounted } = this.#environment;
    const all = new Set([...recorder.instructions, ...uncounted.keys()]);
    return ldsCoverage(
      all.size,
      [...uncounted.values()].map((name) => `of ${name}`),
    );
  }

  /** The accesses of a block; of one that does not end there are none. */
  #block(number: number, ids: Extent): AccessTrace | undefined {
    const { recorder, shared, global } = this.#environment;
    const count = wavesPerWorkgroup(this.#shape);
    const threads = volume(this.#shape.block);
    const entry = this.#module.functions.indexOf(this.#kernel);
    const start = this.#code.entryOf(entry);
    const warps = Array.from({ length: count }, (_, index) => {
      const lanes = Math.min(32, threads - 32 * index);
      const mask = lanes === 32 ? -1 : (1 << lanes) - 1;
      const warp = new Warp(number * count + index, index, this.#code.file.words, mask, start);
      warp.reserve(this.#code.frameBytes(entry));
      fillSpecials(warp, this.#code.file.specials, {
        grid: this.#shape.grid,
        block: this.#shape.block,
        ids,
        warps: count,
        dynamicBytes: this.#shape.dynamicLdsBytes,
        totalBytes: shared.bytes,
      });
      return warp;
    });
    recorder.begin();
    shared.reset(warps, ids);
    const run = new BlockRun(
      warps,
      this.#code,
      this.#environment,
      this.#options.maxSteps ?? MAX_STEPS,
      this.#options.isOutOfTime,
    );
    const failure = run.execute();
    shared.finish();
    global?.flush();
    if (failure === undefined) {
      return withBufferNames(recorder.finish(), this.#layout.sharedObjects);
    }
    this.#report(failure.message, failure.number);
    this.#failed = true;
    return undefined;
  }

  #site(number: number): Site {
    const instruction = this.#code.instructions[number];
    if (instruction === undefined) return { id: `instruction ${number}` };
    const { source } = instruction;
    const site = this.#places.site(instruction.span);
    return { ...site, ...(source === undefined ? {} : { source }) };
  }

  #hazards(): Hazard[] {
    // Of a launch that failed nobody knows which accesses were still to come.
    if (this.#failed) return [];
    // What barriers in shared memory keep in order is not known to the shadow.
    if (this.#environment.changes > 0) return [];
    const { shared } = this.#environment;
    return shared.races.all.map((race) =>
      reportedHazard(
        race,
        (site) => shared.directionOf(site),
        raceMessage,
        this.#layout.sharedObjects,
        (site) => locationOf(this.#site(site)),
      ),
    );
  }

  #report(message: Message, number: number): void {
    this.#diagnostics.push(diagnose(message, this.#code.instructions[number]?.span));
  }
}
