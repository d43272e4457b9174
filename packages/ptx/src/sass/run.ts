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
  messages,
  opcodeAt,
  opcodeNumber,
  type Region,
  type SassSummary,
  type Site,
  TraceBuilder,
} from '@ldscope/core';
import { eachLane } from '@ldscope/simt';
import { hasPlainCost } from '../isa/memory/copy-cost.ts';
import type { SassAccess } from './accesses.ts';
import { SassCode } from './code.ts';
import {
  type Budget,
  type CopySources,
  isTimed,
  type Listener,
  NotKnown,
  SassBlock,
} from './execute/block.ts';
import { placeOf, type SassLaunch, surroundingsOf } from './execute/launch.ts';
import type { SparseBytes } from './execute/memory.ts';
import { SassWarp } from './execute/warp.ts';
import { buffersOf, compared } from './compare.ts';
import { isZero } from './operands.ts';
import type { SassFunction } from './program.ts';

/** Sums over blocks. */
interface Figures {
  /** Accesses of warps in PTX; those that are part of a wider one of SASS, and those that it does not have. */
  accesses: number;
  merged: number;
  dropped: number;
  warps: number;
  /** Warps that were executed as SASS; and those of the others that touched what PTX does not touch. */
  executedWarps: number;
  refutedWarps: number;
  /** Executed ones where it depends on time which lanes are together. */
  uncertainWarps: number;
}

const NONE: Figures = {
  accesses: 0,
  merged: 0,
  dropped: 0,
  warps: 0,
  executedWarps: 0,
  refutedWarps: 0,
  uncertainWarps: 0,
};

/** What a block added to the figures, and its accesses, to be compared with those of others. */
interface Kept {
  readonly added: Figures;
  /** Absent where it has those of PTX. */
  readonly trace: AccessTrace | undefined;
  /** Instructions by sites of the trace. */
  readonly indices: readonly number[];
  /** All blocks make its accesses, wherever they are in the grid; `undefined` before that was tried. */
  isFree: boolean | undefined;
}

export interface SassRequest {
  readonly sass: SassFunction;
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
  /** Instructions that warps executed, by their addresses; and those of them whose cost is not known. */
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
  /** Blocks are compared with those that were executed. */
  comparesBlocks = false;
  /** Blocks that were executed, by their first warps. */
  readonly #kept = new Map<number, Kept>();

  constructor(request: SassRequest) {
    this.#request = request;
    this.#budget = { steps: MOST_STEPS, isOutOfTime: request.isOutOfTime };
    this.code = new SassCode(request.sass, request.isChecked);
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
      recording.isWhole = !isOpen && this.#execute(waves, recording, this.#request.memory, false);
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

  #execute(
    waves: readonly number[],
    listener: Listener,
    memory: GlobalMemory,
    isAnywhere: boolean,
  ): boolean {
    const { launch, inTurns } = this.#request;
    if (launch === undefined) {
      this.problem ??= 'launches of this chip are not known';
      return false;
    }
    const { rank } = launch.placeOf(waves[0] ?? 0);
    const warps = waves.map((wave) => new SassWarp(wave, surroundingsOf(launch, wave, isAnywhere)));
    const place = placeOf(launch, rank);
    const [budget, onRead] = [this.#budget, this.onRead];
    try {
      const options = { place, memory, onRead, inTurns, budget, listener };
      const block = new SassBlock(this.code, warps, options);
      block.run();
      if (listener instanceof Recording) {
        listener.stored = block.global;
        listener.uncertainWarps = block.uncertainWarps;
      }
      return true;
    } catch (error) {
      if (!(error instanceof NotKnown)) throw error;
      if (listener instanceof Recording)
        this.problem ??=
          budget.steps > 0
            ? `${this.code.instructions[error.index]?.text ?? 'a warp'} depends on what is not known`
            : 'SASS has too many instructions to execute';
      return false;
    }
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
        added.executedWarps = waves.length;
        added.uncertainWarps = own.uncertainWarps;
        for (const at of own.executed) this.executed.add(this.code.instructions[at]?.pc ?? 0);
        this.contended ||= own.contended;
        for (const [pc, text] of own.uncounted) this.uncounted.set(pc, text);
        trace = found;
      }
    }
    this.#add(added, 1);
    if (this.comparesBlocks) {
      const kept = trace === ptx ? undefined : copyTrace(trace);
      const indices = own?.indices ?? [];
      this.#kept.set(waves[0] ?? 0, { added, trace: kept, indices, isFree: undefined });
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
    const { trace, indices } = kept;
    // Both are counted as PTX has them.
    if (trace === undefined) return true;
    const isSame = (of: readonly number[], memory: GlobalMemory, isAnywhere: boolean): boolean => {
      const comparison = new Comparison(trace, indices, (of[0] ?? 0) - (own[0] ?? 0));
      return this.#execute(of, comparison, memory, isAnywhere) && comparison.isSame;
    };
    kept.isFree ??= isSame(own, NO_MEMORY, true);
    return kept.isFree || isSame(waves, this.#request.memory, false);
  }

  summary(): SassSummary {
    const { accesses, merged, dropped, warps, executedWarps } = this.figures;
    const { refutedWarps, uncertainWarps } = this.figures;
    const { contended } = this;
    return {
      instructions: this.code.accesses,
      executed: this.executed.size,
      accesses,
      merged,
      dropped,
      warps,
      unmatchedWarps: warps - executedWarps,
      evaluatedWarps: executedWarps,
      refutedWarps,
      uncertainWarps,
      contended,
      isExact:
        executedWarps === warps && uncertainWarps === 0 && !contended && this.uncounted.size === 0,
    };
  }
}

/** What the report says of an execution of SASS. */
export function sassDiagnostics({
  figures,
  problem,
  uncounted,
  contended,
}: SassRun): readonly Diagnostic[] {
  const { warps, executedWarps, refutedWarps, uncertainWarps } = figures;
  const found: Diagnostic[] = [];
  const open = warps - executedWarps - refutedWarps;
  if (open > 0) found.push(diagnose(messages.sass.notExecuted(open, warps, problem ?? '')));
  if (refutedWarps > 0) found.push(diagnose(messages.sass.notMatched(refutedWarps, warps)));
  if (uncertainWarps > 0) found.push(diagnose(messages.sass.severalWays(uncertainWarps, warps)));
  if (contended) found.push(diagnose(messages.sass.contended()));
  const names = [...new Set(uncounted.values())];
  if (names.length > 0) found.push(diagnose(messages.sass.notCounted(names)));
  return found;
}

/** Instructions of warps that are executed in a launch: some ten seconds. */
const MOST_STEPS = 2 ** 25;

const NO_MEMORY = new GlobalMemory();

/** Hardware counts nothing for it. */
const FREE = 'cp.async.b128';
const ZEROS = opcodeNumber('cp.async.zeros.b128');

/** The rows of one execution of an access: its costs, and the lanes of each. */
function rowsOf(
  { op, bytes }: SassAccess,
  mask: number,
  copies: CopySources | undefined,
): readonly (readonly [op: number | undefined, mask: number])[] {
  if (copies === undefined || op === undefined) return [[op, mask]];
  const zeros = mask & ~copies.lanes;
  if (opcodeAt(op).name === FREE)
    return zeros === 0
      ? [[op, mask]]
      : [
          [op, mask],
          [ZEROS, zeros],
        ];
  const isPlain = zeros === 0 && hasPlainCost(copies.addresses, mask, bytes);
  return [[isPlain ? op : opcodeNumber(`cp.async.scattered.b${8 * bytes}`), mask]];
}

/** Collects the accesses of a block. */
class Recording implements Listener {
  isWhole = false;
  /** Global memory, as the block left it. */
  stored: SparseBytes | undefined;
  /** By index of an instruction. */
  readonly executed = new Set<number>();
  readonly uncounted = new Map<number, string>();
  contended = false;
  uncertainWarps = 0;
  /** The warps that were first at words with atomics whose results matter. */
  readonly #owners = new Map<number, SassWarp>();
  readonly #code: SassCode;
  readonly #file: string | undefined;
  readonly #builder = new TraceBuilder(32);
  readonly #sites = new Map<number, number>();
  /** Instructions by their sites. */
  readonly indices: number[] = [];

  constructor(code: SassCode, file: string | undefined) {
    this.#code = code;
    this.#file = file;
  }

  begin(): void {
    this.#builder.clear();
    this.executed.clear();
    this.uncounted.clear();
    this.contended = false;
    this.#owners.clear();
  }

  access(
    warp: SassWarp,
    index: number,
    access: SassAccess,
    mask: number,
    addresses: Uint32Array,
    copies?: CopySources,
  ): void {
    const { pc = 0, text = '' } = this.#code.instructions[index] ?? {};
    this.executed.add(index);
    if (this.#isTimed(index, access))
      eachLane(mask, (lane) => {
        const word = (addresses[lane] ?? 0) >>> 2;
        const owner = this.#owners.get(word) ?? warp;
        this.#owners.set(word, owner);
        this.contended ||= owner !== warp;
      });
    for (const [op, lanes] of rowsOf(access, mask, copies)) {
      const isKnown =
        op !== undefined && (opcodeAt(op).request !== undefined || opcodeAt(op).name === FREE);
      if (!isKnown && mask !== 0) this.uncounted.set(pc, text);
      if (op !== undefined)
        this.#builder.add(
          op,
          this.#site(index),
          warp.number,
          warp.order,
          addresses,
          lanes >>> 0,
          0,
        );
    }
  }

  #isTimed(index: number, { does, update, to }: SassAccess): boolean {
    if (does !== 'atomic') return false;
    return isTimed(update) || (this.#code.wanted[index] === 1 && to !== undefined && !isZero(to));
  }

  #site(index: number): number {
    const known = this.#sites.get(index);
    if (known !== undefined) return known;
    const site = this.#builder.addSite(siteOf(this.#code, index, this.#file));
    this.#sites.set(index, site);
    this.indices[site] = index;
    return site;
  }

  /** The trace, with names of buffers as the accesses of PTX have them. */
  finish(ptx: AccessTrace): AccessTrace {
    const trace = this.#builder.finish();
    const names = buffersOf(trace, ptx);
    return {
      ...trace,
      sites: trace.sites.map((site, number) => ({ ...site, buffer: names[number] })),
    };
  }
}

/** The site of an instruction: its address in the function, in hexadecimal as disassemblers print it. */
function siteOf({ instructions }: SassCode, index: number, file: string | undefined): Site {
  const instruction = instructions[index];
  if (instruction === undefined) return { id: '' };
  const { pc, text, line, source } = instruction;
  const id = pc.toString(16).padStart(4, '0');
  const place = file === undefined ? {} : { file, line };
  return { id, ...place, text, ...(source.length === 0 ? {} : { source }) };
}

/** Compares the accesses of a block with those of another, one by one. */
class Comparison implements Listener {
  readonly #trace: AccessTrace;
  readonly #indices: readonly number[];
  /** Between the numbers of waves. */
  readonly #shift: number;
  #row = 0;
  #differs = false;

  constructor(trace: AccessTrace, indices: readonly number[], shift: number) {
    this.#trace = trace;
    this.#indices = indices;
    this.#shift = shift;
  }

  get isSame(): boolean {
    return !this.#differs && this.#row === this.#trace.count;
  }

  access(
    warp: SassWarp,
    index: number,
    access: SassAccess,
    mask: number,
    addresses: Uint32Array,
    copies?: CopySources,
  ): void {
    const { count, op, site, wave, activeMask, addressBytes } = this.#trace;
    for (const [own, lanes] of rowsOf(access, mask, copies)) {
      if (own === undefined) continue;
      const row = this.#row++;
      this.#differs ||=
        row >= count ||
        op[row] !== own ||
        this.#indices[site[row] ?? 0] !== index ||
        (wave[row] ?? 0) + this.#shift !== warp.number ||
        activeMask[2 * row] !== lanes >>> 0;
      for (let lane = 0; lane < 32 && !this.#differs; lane++)
        this.#differs =
          ((lanes >>> lane) & 1) === 1 && addressBytes[32 * row + lane] !== addresses[lane];
    }
    if (this.#differs) throw new NotKnown(index);
  }
}
