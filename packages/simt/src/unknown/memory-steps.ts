/**
 * Steps that access memory: loaded values are unknown where the words are, and stores of unknown values make words unknown.
 *
 *     ld.shared.f32 %f1, [%r4]     r4 known: f1 gets the sources of each lane's words
 *     st.shared.f32 [%r2], %f1     r2 unknown: not recorded, and any word of shared memory may be %f1 from now on
 *     ld.global.f32 %f1, [%rd1]    rd1 unknown: f1 is the memory behind it
 */
import type { Sources } from '@ldscope/core';
import type { Step, Warp } from '../lanes/warp.ts';
import type { BlockMemory } from './block-memory.ts';
import type { DroppedAccesses } from './dropped.ts';
import type { Followed, FollowedWarps } from './followed.ts';
import { FROM_MODULE, FROM_SHARED, SOURCES } from './labels.ts';
import type { Effects, Touched } from './program.ts';
import type { Gathered, UnknownRegisters } from './registers.ts';

/** What is unknown of an access that is executed all the same. */
interface Open {
  /** An address in global memory. */
  readonly place: boolean;
  /** The size of a copy, or the distances of its sources: what it costs. */
  readonly size: boolean;
  readonly data: boolean;
}

export interface MemoryStepsContext {
  readonly sources: Sources;
  readonly warps: FollowedWarps;
  readonly memory: BlockMemory;
  readonly dropped: DroppedAccesses;
  /** Executes the step of an instruction; nothing is reported or recorded where its address is unknown. */
  readonly execute: (number: number, warp: Warp, mask: number, step: Step, open: Open) => void;
}

/** An instruction that touches memory at places that are known; a copy has two. */
export interface MemoryInstruction {
  readonly number: number;
  readonly name: string;
  readonly effects: Effects;
  readonly places: readonly Touched[];
  /** It loads an argument, which is the same value wherever it is loaded. */
  readonly isArgument: boolean;
  /** Registers with the size of a copy, and with its global address. */
  readonly extent: readonly number[];
  readonly far: readonly number[];
  /** The cost of a copy through L1 also depends on the distances between its sources. */
  readonly throughL1: boolean;
}

export function memoryStep(
  context: MemoryStepsContext,
  { number, name, effects, places, isArgument, extent, far, throughL1 }: MemoryInstruction,
  step: Step,
): Step {
  const { dropped, execute, memory, sources, warps } = context;
  const data = effects.reads.filter((register) => !effects.addresses.includes(register));
  const isCopy = places.length > 1;
  return (warp, mask) => {
    const followed = warps.of(warp);
    const { local, registers } = followed;
    const gathered: Gathered = { lanes: 0, labels: 0 };
    for (const register of data) registers.gather(gathered, register, mask);
    let open = 0;
    for (const place of places) {
      const { base } = place;
      const labels = base === undefined ? 0 : registers.labelsOf(base, mask & place.lanes);
      if (base === undefined || labels === 0) continue;
      const origin = registers.labels[base] ?? 0;
      open |= labels;
      const inShared = isShared(place, origin);
      if (inShared) dropped.add(number, name, labels);
      if (place.writes) storeAnywhere(memory, followed, place, origin, labels, gathered.labels);
      if (inShared || !isCopy) {
        const contents = place.reads ? behind(sources, labels) : 0;
        followed.write(effects, mask, { lanes: -1, labels: labels | contents });
        return;
      }
    }
    for (const place of places) {
      if (place.reads && open === 0) memory.read(warp, local, place, mask, gathered);
      if (effects.lanes !== 'own' && (gathered.labels & SOURCES) !== 0) gathered.lanes = -1;
    }
    if (open !== 0) {
      gathered.lanes = -1;
      gathered.labels |= open | behind(sources, open);
    }
    const stored = followed.guarded(gathered);
    for (const place of places) if (place.writes) memory.store(warp, local, place, mask, stored);
    const sizeLabels = extent.reduce((all, one) => all | registers.labelsOf(one, mask), 0);
    const isScattered = throughL1 && open !== 0 && !isOnePointer(registers, far, open);
    if (sizeLabels !== 0) dropped.add(number, name, sizeLabels, 'size');
    else if (isScattered) dropped.add(number, name, open, 'source');
    execute(number, warp, mask, step, {
      place: open !== 0,
      size: sizeLabels !== 0 || isScattered,
      data: (stored.labels & SOURCES) !== 0,
    });
    const version = isArgument ? registers.version(effects.text) : undefined;
    followed.write(effects, mask, gathered, version);
  };
}

/** A store to an unknown address: any word of the memory that the address is derived from may have changed. */
function storeAnywhere(
  memory: BlockMemory,
  { local }: Followed,
  place: Touched,
  origin: number,
  address: number,
  data: number,
): void {
  if (isShared(place, origin)) memory.shared.spread(address | data);
  else if (place.space === 'local') local.spread(address);
  else if ((origin & FROM_MODULE) !== 0) memory.module.spread(address | data);
}

/** The source for the contents of memory at an unknown address. */
const behind = (sources: Sources, labels: number): number =>
  sources.bit(`the memory behind ${sources.describe(labels)}`);

/** Addresses depend on one argument alone, a pointer: the distances between them are known, and buffers begin at lines of L1. */
function isOnePointer(
  { labels }: UnknownRegisters,
  bases: readonly number[],
  sources: number,
): boolean {
  const isSingle = (sources & (sources - 1)) === 0;
  return isSingle && bases.every((base) => ((labels[base] ?? 0) & FROM_MODULE) === 0);
}

/** A place is in shared memory, by the instruction or by the origin of its address. */
const isShared = ({ space }: Touched, origin: number): boolean =>
  space === 'shared' || (space === 'generic' && (origin & FROM_SHARED) !== 0);
