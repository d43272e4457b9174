/**
 * Executes the workgroups of a launch by classes of equal LDS accesses, where these can be proven (`replay-slice.ts`): one
 * of each class. Of the others only accesses to global memory are recorded, if wanted.
 */
import {
  greatestOf,
  type AccessTrace,
  asksForClasses,
  type ClassExecutor,
  coordinatesIn,
  executeAlike,
  executeClasses,
  executeWorkgroups,
  type Extent,
  type LeftRegions,
  type PairFindings,
  type SeenHazard,
  volume,
  wavesPerWorkgroup,
  type WorkgroupCounts,
  type WorkgroupState,
} from '@ldscope/core';
import type { WaveSource } from '../begin-waves.ts';
import type { Operation } from '../../ir/ir.ts';
import type { GlobalAccesses, LeftSources } from '../global-accesses.ts';
import type { GlobalLog } from '../global-log.ts';
import type { LaunchShape } from '../kernel.ts';
import type { LoweredKernel } from '../lowered-kernel.ts';
import type { ExecuteOptions } from '../options.ts';
import { Replays } from './replays.ts';
import type { KernelSlice } from './kernel-slice.ts';
import type { Shift } from './shifts.ts';
import { Sliced } from './sliced.ts';

/** Operations after which no further workgroup is executed for figures that are not of classes. */
const CHEAP_STEPS = 100_000;

/** What the workgroups of a range leave for another thread; plain data. */
export interface LeftRun {
  readonly races: readonly SeenHazard[];
  readonly sources: LeftSources;
  readonly regions: LeftRegions;
  readonly isLate: boolean;
}

/** Parts of a kernel that are executed again. */
export interface ReplayedParts {
  /** The part for LDS, or for global memory; `undefined` where nothing can be shown. */
  readonly sliceFor: (of: 'lds' | 'global') => KernelSlice | undefined;
  readonly lower: (slice: KernelSlice) => LoweredKernel;
  /** How accesses to global memory move from workgroup to workgroup, where that is all that changes. */
  readonly shifts: () => ReadonlyMap<Operation, Shift> | undefined;
}

/** The execution of workgroups of a launch, one at a time. */
export interface WorkgroupRunner {
  readonly source: WaveSource;
  readonly global: GlobalAccesses | undefined;
  readonly sliced: Sliced | undefined;
  readonly findings: PairFindings;
  /** Operations so far. */
  readonly steps: number;
  readonly execute: (number: number, ids: Extent) => AccessTrace | undefined;
  /** The state for other threads; absent where they cannot help. */
  readonly state: () => WorkgroupState<LeftRun> | undefined;
  /** A part of a workgroup could not be executed. */
  readonly fail: () => void;
}

export function executeLaunch(
  shape: LaunchShape,
  options: ExecuteOptions,
  maxSteps: number,
  runner: WorkgroupRunner,
  parts: ReplayedParts | undefined,
): WorkgroupCounts {
  const coordinates = (number: number): Extent => coordinatesIn(shape.grid, number);
  const run = (number: number): AccessTrace | undefined =>
    runner.execute(number, coordinates(number));
  const executor =
    options.classes === true && volume(shape.grid) > 1
      ? executorOf(options, maxSteps, runner, parts, run, coordinates)
      : undefined;
  // Copies that arrive late do so in parts that are executed again as well.
  if (executor !== undefined && asksForClasses(shape, { ...options, asyncCompletion: undefined }))
    return executeClasses(shape, options, executor);
  const isWhole = volume(shape.grid) <= (options.workgroups ?? Infinity);
  const { observe } = executor ?? {};
  if (executor !== undefined && observe !== undefined && isWhole)
    return executeAlike(shape, options, { ...executor, observe });
  return executeWorkgroups(shape, options, run, runner.state());
}

function executorOf(
  { machine }: ExecuteOptions,
  maxSteps: number,
  runner: WorkgroupRunner,
  parts: ReplayedParts | undefined,
  run: (number: number) => AccessTrace | undefined,
  coordinates: (number: number) => Extent,
): ClassExecutor | undefined {
  const ofLds = parts?.sliceFor('lds');
  if (parts === undefined || ofLds === undefined) return undefined;
  const { source, global, sliced, findings } = runner;
  const blocks = new Set([...source.memories.values()].map(({ block }) => block));
  if (ofLds.readsBuffers === true && blocks.size < source.memories.size) return undefined;
  const replays =
    ofLds.comparesNothing === true
      ? undefined
      : new Replays(
          { ...source, lowered: parts.lower(ofLds) },
          { isa: machine.isa, maxSteps, sliced: new Sliced(ofLds) },
        );
  let [last, counts] = [0, findings.counts()];
  let log: GlobalLog | undefined;
  const ofGlobal = global && parts.sliceFor('global');
  // Data left out by the replay is noted with that of the execution; both have to keep private memory.
  const isKept = ofGlobal?.wantsMemory('private') !== true || sliced?.keepsPrivate === true;
  const isObserved = isKept && ofGlobal !== undefined;
  let observer: Replays | undefined;
  /** Executes what another workgroup does to global memory. */
  const executes = (number: number): boolean => {
    if (!isObserved) return false;
    observer ??= new Replays(
      { ...source, lowered: parts.lower(ofGlobal) },
      { isa: machine.isa, maxSteps, global, sliced },
    );
    return observer.run(number, coordinates(number));
  };
  const shifts = isObserved ? parts.shifts() : undefined;
  /** How far another workgroup is from the last one in each source, in bytes. */
  const shiftTo = (number: number) => {
    const [from, to] = [coordinates(last), coordinates(number)];
    return (access: number): number => {
      const operation = source.lowered.globalSources[access]?.operation;
      const [x, y, z] = (operation && shifts?.get(operation)) ?? [Infinity, Infinity, Infinity];
      return x * (to[0] - from[0]) + y * (to[1] - from[1]) + z * (to[2] - from[2]);
    };
  };
  const block = greatestOf(
    machine.coalescing.map(({ transactionBytes }) => transactionBytes.value),
  );
  /**
   * Adds the accesses of other workgroups as those of the last one, moved; by whole blocks they cost the same, and are counted
   * as often. The workgroups whose accesses are not known by that.
   */
  const repeat = (numbers: readonly number[]): readonly number[] => {
    if (global === undefined || shifts === undefined || log === undefined) return numbers;
    const rest: number[] = [];
    let alike = 0;
    for (const number of numbers) {
      const shiftOf = shiftTo(number);
      if (!log.staysInside(shiftOf)) rest.push(number);
      else if (log.keepsPlaces(block, shiftOf)) alike++;
      else global.repeat(log, (number - last) * wavesPerWorkgroup(source.shape), shiftOf);
    }
    if (alike > 0) global.repeatAlike(log, alike);
    return rest;
  };
  return {
    run: (number) => {
      [last, counts] = [number, findings.counts()];
      if (shifts !== undefined) global?.beginLog();
      const trace = run(number);
      log = global?.endLog();
      return trace;
    },
    alike: (numbers) => {
      const same = replays?.alike(coordinates(last), numbers, coordinates) ?? numbers;
      findings.repeat(counts, same.length);
      return same;
    },
    isCheap: () => runner.steps < CHEAP_STEPS,
    observe:
      global === undefined
        ? () => true
        : !isObserved
          ? undefined
          : (numbers) => {
              const isWhole = repeat(numbers).every(executes);
              global.flush();
              if (!isWhole) runner.fail();
              return isWhole;
            },
  };
}
