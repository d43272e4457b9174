/**
 * The accesses of a launch as SASS makes them: each block is executed by its own rows, beside its PTX.
 *
 *     global memory at the beginning of a block -> SASS of its warps -> a row per execution of an access, sites of SASS
 *
 * A block whose accesses depend on what is not known (`NotKnown`), and one that touches bytes which its PTX does not touch, keep the
 * accesses of PTX, and are counted as such. What the block stores in global memory is forgotten: PTX stores it, for the blocks
 * behind it.
 */
import {
  type AccessTrace,
  copyTrace,
  diagnose,
  type Diagnostic,
  GlobalMemory,
  type Message,
  messages,
  type Region,
  type SassSummary,
} from '@ldscope/core';
import { SassCode } from './code.ts';
import { compared } from './compare.ts';
import { evidenceOf } from './evidence.ts';
import { runBlock } from './execute/block.ts';
import type { Budget } from './execute/guards.ts';
import { NotKnown } from './execute/known.ts';
import { placeOf, type SassLaunch, surroundingsOf } from './execute/launch.ts';
import { BlockState } from './execute/state.ts';
import { SassWarp } from './execute/warp.ts';
import type { SassFunction } from './program.ts';
import { areSame, Recording, type SassTrace } from './recording.ts';

/** Sums over blocks. */
type Figures = Record<
  | 'accesses'
  | 'merged'
  | 'dropped'
  | 'warps'
  | 'evaluatedWarps'
  | 'refutedWarps'
  | 'uncertainWarps',
  number
>;

const NONE: Figures = {
  accesses: 0,
  merged: 0,
  dropped: 0,
  warps: 0,
  evaluatedWarps: 0,
  refutedWarps: 0,
  uncertainWarps: 0,
};

/** What a block added to the figures, and its accesses, to be compared with those of others. */
interface Kept {
  readonly added: Figures;
  /** Absent where it has those of PTX. */
  readonly own: SassTrace | undefined;
  /** All blocks make its accesses, wherever they are in the grid; `undefined` before that was tried. */
  isFree: boolean | undefined;
}

export interface SassRequest {
  readonly sass: SassFunction;
  /** The name of the chip. */
  readonly machine: string;
  /** The name of the listing, for sites. */
  readonly file: string | undefined;
  /** Absent for chips whose launches are not known. */
  readonly launch: SassLaunch | undefined;
  readonly memory: GlobalMemory;
  /** Variables in shared memory: of several, ptxas chooses the order. */
  readonly variables: number;
  /** Warps take turns at compare-and-swap and exchanges. */
  readonly inTurns: boolean;
  readonly isOutOfTime: (() => boolean) | undefined;
  /** Everything is executed, and what SASS stores in global memory has to be what PTX stores. */
  readonly isChecked: boolean;
}

export class SassRun {
  readonly code: SassCode;
  /** Instructions that warps executed, by their indices; and those of them whose cost is not known, by their addresses. */
  readonly executed = new Set<number>();
  readonly uncounted = new Map<number, string>();
  /** Several warps of a block were at one word with atomics whose results matter: these depend on which comes first. */
  contended = false;
  /** Why the first of the blocks that keep their accesses of PTX was not executed. */
  problem: string | undefined;
  /** Hears of regions of global memory on which accesses depend. */
  onRead: (region: Region) => void = () => {};
  readonly figures: Figures = { ...NONE };
  readonly #request: SassRequest;
  readonly #budget: Budget;
  /** By the place among the blocks that are executed together. */
  readonly #blocks: Recording[] = [];
  /** Of a block that is compared. */
  readonly #other: Recording;
  /** Blocks are compared with those that were executed. */
  comparesBlocks = false;
  /** Blocks that were executed, by their first warps. */
  readonly #kept = new Map<number, Kept>();

  constructor(request: SassRequest) {
    this.#request = request;
    this.#budget = { steps: MOST_STEPS, isOutOfTime: request.isOutOfTime };
    const { sass, isChecked, inTurns } = request;
    this.code = new SassCode(sass, { keepsStores: isChecked, inTurns });
    this.#other = new Recording(this.code, request.file);
  }

  /** Executes the blocks of a cluster before PTX changes memory; `blocks`: the warps of each. */
  begin(blocks: readonly (readonly number[])[]): void {
    const own = this.#recordings(blocks.length);
    // A block does not see what others store in its shared memory.
    const isOpen = blocks.length > 1 && this.code.wantsShared && this.code.receives;
    if (isOpen) this.problem ??= 'data arrives from other blocks of the cluster';
    for (const [index, waves] of blocks.entries()) {
      const recording = own[index];
      if (recording === undefined) continue;
      recording.begin();
      if (isOpen) continue;
      const state = this.#execute(waves, recording, this.#request.memory, false);
      if (typeof state === 'string') this.problem ??= state;
      else Object.assign(recording, state, { isWhole: true });
    }
    if (own.some(({ isWhole }) => !isWhole)) for (const one of own) one.isWhole = false;
  }

  /** Blocks that wait for each other are not executed. */
  skip(count: number): void {
    this.problem ??= 'blocks of the grid wait for each other';
    for (const one of this.#recordings(count)) one.isWhole = false;
  }

  #recordings(count: number): readonly Recording[] {
    while (this.#blocks.length < count)
      this.#blocks.push(new Recording(this.code, this.#request.file));
    return this.#blocks.slice(0, count);
  }

  /** What a block leaves in global memory, and its warps where it depends on time which lanes are together; or why it was not executed. */
  #execute(
    waves: readonly number[],
    { listener }: Recording,
    memory: GlobalMemory,
    isAnywhere: boolean,
  ): Pick<Recording, 'stored' | 'uncertainWarps'> | string {
    const { launch } = this.#request;
    if (launch === undefined) return 'launches of this chip are not known';
    const { rank } = launch.placeOf(waves[0] ?? 0);
    const state = new BlockState(placeOf(launch, rank), memory, this.onRead, listener);
    const warps = waves.map(
      (wave, index) => new SassWarp(wave, index, surroundingsOf(launch, wave, isAnywhere), state),
    );
    try {
      runBlock(this.code, warps, this.#budget);
    } catch (error) {
      if (!(error instanceof NotKnown)) throw error;
      if (this.#budget.steps <= 0) return 'SASS has too many instructions to execute';
      return `${this.code.instructions[error.index]?.text ?? 'a warp'} depends on what is not known`;
    }
    return {
      stored: state.global,
      uncertainWarps: warps.filter(({ isUncertain }) => isUncertain).length,
    };
  }

  /** The accesses of a block that was executed, beside those of its PTX. */
  trace(index: number, waves: readonly number[], ptx: AccessTrace): AccessTrace {
    const added = { ...NONE, accesses: ptx.count, warps: waves.length };
    const own = this.#blocks[index];
    let trace = ptx;
    if (own?.isWhole === true) {
      const found = own.finish(ptx);
      const { variables, launch } = this.#request;
      const block = { waves, sharedBytes: launch?.sharedBytes ?? 0, isReordered: variables > 1 };
      const result = compared(found, ptx, block);
      if (result === undefined || !this.#stores(own)) added.refutedWarps = waves.length;
      else {
        Object.assign(added, result);
        added.evaluatedWarps = waves.length;
        added.uncertainWarps = own.uncertainWarps;
        for (const at of own.executed) this.executed.add(at);
        this.contended ||= own.contended;
        for (const [pc, text] of own.uncounted) this.uncounted.set(pc, text);
        trace = found;
      }
    }
    this.#add(added, 1);
    if (this.comparesBlocks) {
      const kept = trace === ptx ? undefined : copyTrace(trace);
      const of = kept && { trace: kept, indices: own?.indices ?? [] };
      this.#kept.set(waves[0] ?? 0, { added, own: of, isFree: undefined });
    }
    return trace;
  }

  /** True where global memory holds what a block stored, in case that is checked. */
  #stores({ stored }: Recording): boolean {
    const { isChecked, memory } = this.#request;
    return (
      !isChecked ||
      [...(stored?.bytes ?? [])].every(([address, byte]) => {
        const region = memory.find(address);
        return region !== undefined && region.load8(address - region.base) === byte;
      })
    );
  }

  #add(added: Figures, times: number): void {
    for (const name of Object.keys(added) as (keyof Figures)[])
      this.figures[name] += times * added[name];
  }

  /** Counts the accesses of a block that was executed some times more; `waves` are its warps. */
  repeat([first = 0]: readonly number[], times: number): void {
    const kept = this.#kept.get(first);
    if (kept !== undefined) this.#add(kept.added, times);
  }

  /** True where another block makes the accesses of one that was executed; in PTX it does. */
  goesAs(own: readonly number[], waves: readonly number[]): boolean {
    const kept = this.#kept.get(own[0] ?? 0);
    if (kept === undefined) return false;
    const { own: executed } = kept;
    // Both are counted as PTX has them.
    if (executed === undefined) return true;
    const isSame = (of: readonly number[], memory: GlobalMemory, isAnywhere: boolean): boolean => {
      const shift = (of[0] ?? 0) - (own[0] ?? 0);
      this.#other.begin();
      const state = this.#execute(of, this.#other, memory, isAnywhere);
      return typeof state !== 'string' && areSame(executed, this.#other, shift);
    };
    kept.isFree ??= isSame(own, NO_MEMORY, true);
    return kept.isFree || isSame(waves, this.#request.memory, false);
  }

  summary(): SassSummary {
    const { figures, contended } = this;
    const { warps, evaluatedWarps, uncertainWarps } = figures;
    const isComplete =
      evaluatedWarps === warps && uncertainWarps === 0 && !contended && this.uncounted.size === 0;
    const made = [...this.executed].flatMap((at) => this.code.facts[at]?.access?.does ?? []);
    const evidence = evidenceOf(this.#request.machine, made);
    return {
      ...figures,
      instructions: this.code.facts.filter(({ touchesShared }) => touchesShared).length,
      executed: this.executed.size,
      unmatchedWarps: warps - evaluatedWarps,
      contended,
      isComplete,
      evidence,
      isExact: isComplete && evidence !== undefined && evidence.exact === evidence.kernels,
    };
  }
}

/** What the report says of an execution of SASS on a chip. */
export function sassDiagnostics(run: SassRun, machine: string): readonly Diagnostic[] {
  const { figures, problem, uncounted } = run;
  const { evidence } = run.summary();
  const { warps, evaluatedWarps, refutedWarps, uncertainWarps } = figures;
  const found: Message[] = [];
  const open = warps - evaluatedWarps - refutedWarps;
  if (open > 0) found.push(messages.sass.notExecuted(open, warps, problem ?? ''));
  if (refutedWarps > 0) found.push(messages.sass.notMatched(refutedWarps, warps));
  if (uncertainWarps > 0) found.push(messages.sass.severalWays(uncertainWarps, warps));
  if (run.contended) found.push(messages.sass.contended());
  const names = [...new Set(uncounted.values())];
  if (names.length > 0) found.push(messages.sass.notCounted(names));
  if (evaluatedWarps > 0) {
    if (evidence === undefined) found.push(messages.sass.notMeasured(machine));
    else if (evidence.mostMore > 0) found.push(messages.sass.deviation(evidence));
  }
  return found.map((message) => diagnose(message));
}

/** Instructions of warps that are executed in a launch: some ten seconds. */
const MOST_STEPS = 2 ** 25;

const NO_MEMORY = new GlobalMemory();
