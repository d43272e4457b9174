/**
 * Steps that access memory: loaded values are unknown where the words are, and stores of unknown values make words unknown.
 *
 *     ld.shared.f32 %f1, [%r4]     r4 known: f1 gets the sources of each lane's words
 *     st.shared.f32 [%r2], %f1     r2 unknown: not recorded, and any word of shared memory may be %f1 from now on
 *     ld.global.f32 %f1, [%rd1]    rd1 unknown: f1 is the memory behind it
 */
import type { Sources } from '@ldscope/core';
import type { Environment } from '../../state/environment.ts';
import type { Step, Warp } from '@ldscope/simt';
import { spacesOf } from '../../isa/async/bulk.ts';
import { withoutPolicy } from '../../isa/memory/async-copy.ts';
import { textOf } from '../../isa/memory/context.ts';
import { memoryOf } from '../../rows/facts.ts';
import type { Instruction } from '../../text/program.ts';
import type { Touched } from './access.ts';
import type { BlockMemory } from './block-memory.ts';
import type { DroppedAccesses } from './dropped.ts';
import type { Effects } from './effects.ts';
import type { Followed, FollowedWarps } from './followed.ts';
import { FROM_MODULE, FROM_SHARED, SOURCES } from './labels.ts';
import type { NumberedEffects } from './numbered.ts';
import type { Gathered, UnknownRegisters } from './registers.ts';
import { STORES, storesOf } from './stores.ts';

export interface MemoryStepsContext {
  readonly environment: Environment;
  readonly sources: Sources;
  readonly effects: NumberedEffects;
  readonly warps: FollowedWarps;
  readonly memory: BlockMemory;
  readonly dropped: DroppedAccesses;
}

export class MemorySteps {
  /** Instructions whose global accesses are left out: an earlier path has them. */
  skipped: ReadonlySet<number> = new Set();
  readonly #context: MemoryStepsContext;

  constructor(context: MemoryStepsContext) {
    this.#context = context;
  }

  /** The step of an instruction whose places in memory are known here. */
  wrap(
    number: number,
    instruction: Instruction,
    effects: Effects,
    touched: readonly Touched[],
    step: Step,
  ): Step {
    const { effects: numbered, memory, warps } = this.#context;
    const { modifiers } = instruction;
    const name = textOf(instruction);
    const exchanges = effects.lanes !== 'own';
    const isCopy = touched.length > 1;
    const data = effects.reads.filter((register) => !effects.addresses.includes(register));
    const isArgument =
      memoryOf(instruction) === 'load' &&
      modifiers.includes('param') &&
      data.length === 0 &&
      effects.addresses.length === 0;
    const { extent, far } = this.#sidesOf(number, instruction);
    // The cost of a copy through L1 depends on the distances between its sources.
    const throughL1 = isCopy && modifiers.includes('ca');
    const places = touched.map((place) => ({ place, base: numbered.baseOf(number, place) }));
    return (warp, mask) => {
      const followed = warps.of(warp);
      const { local, registers } = followed;
      const gathered: Gathered = { lanes: 0, labels: 0 };
      for (const register of data) registers.gather(gathered, register, mask);
      let open = 0;
      for (const { place, base } of places) {
        const labels = base === undefined ? 0 : registers.labelsOf(base, mask & place.lanes);
        if (base === undefined || labels === 0) continue;
        const origin = registers.labels[base] ?? 0;
        open |= labels;
        const inShared = isShared(place, origin);
        if (inShared) this.#context.dropped.add(number, name, labels);
        if (place.writes) this.#storeAnywhere(followed, place, origin, labels, gathered.labels);
        if (inShared || !isCopy) {
          const contents = place.reads ? this.#behind(labels) : 0;
          followed.write(effects, mask, { lanes: -1, labels: labels | contents });
          return;
        }
      }
      for (const { place } of places) {
        if (place.reads && open === 0) memory.read(warp, local, place, mask, gathered);
        if (exchanges && (gathered.labels & SOURCES) !== 0) gathered.lanes = -1;
      }
      if (open !== 0) {
        gathered.lanes = -1;
        gathered.labels |= open | this.#behind(open);
      }
      const stored = followed.guarded(gathered);
      for (const { place } of places)
        if (place.writes) memory.store(warp, local, place, mask, stored);
      const { environment } = this.#context;
      const sizeLabels = extent.reduce((all, one) => all | registers.labelsOf(one, mask), 0);
      const isScattered = throughL1 && open !== 0 && !isOnePointer(registers, far, open);
      if (sizeLabels !== 0) this.#context.dropped.add(number, name, sizeLabels, 'size');
      else if (isScattered) this.#context.dropped.add(number, name, open, 'source');
      environment.open = sizeLabels !== 0 || isScattered ? 'size' : 'nothing';
      environment.hasUnknownData = (stored.labels & SOURCES) !== 0;
      this.#execute(number, warp, mask, step, open !== 0);
      environment.open = 'nothing';
      environment.hasUnknownData = false;
      const version = isArgument ? registers.version(effects.text) : undefined;
      followed.write(effects, mask, gathered, version);
    };
  }

  /** The step of an instruction whose accesses are not known here: everything that it may have changed becomes unknown. */
  wrapOther(number: number, instruction: Instruction, effects: Effects, step: Step): Step {
    const { dropped, memory, sources, warps, environment } = this.#context;
    const name = textOf(instruction);
    const label = sources.bit(`what ${name} brings`);
    const { modifiers } = instruction;
    const namesShared = modifiers.some((one) => one.startsWith('shared'));
    const stores = storesOf(instruction);
    // Fields of tensor maps are not counted anywhere.
    const isCounted = memoryOf(instruction) !== 'map';
    const told = modifiers.includes('mbarrier::complete_tx::bytes');
    const { far, extent } = this.#sidesOf(number, instruction);
    const near = effects.addresses.filter((register) => !far.includes(register));
    return (warp, mask) => {
      const followed = warps.of(warp);
      const { registers } = followed;
      const labelsOf = (some: readonly number[]): number =>
        some.reduce((all, register) => all | registers.labelsOf(register, mask), 0);
      const gathered = followed.gather(effects, mask);
      const bases = labelsOf(near);
      const origins = near.reduce(
        (all, register) => all | (registers.labels[register] ?? 0),
        effects.origin,
      );
      const result = { lanes: -1, labels: gathered.labels | label };
      const inShared = namesShared || (origins & FROM_SHARED) !== 0;
      if (inShared && (stores & STORES.shared) !== 0) memory.shared.spread(result.labels);
      const [isFarOpen, isExtentOpen] = [labelsOf(far) !== 0, labelsOf(extent) !== 0];
      if (bases !== 0 && inShared) {
        if (isCounted) dropped.add(number, name, bases);
        if (told) environment.openArrivals ??= sources.describe(bases);
      } else {
        environment.open = isExtentOpen ? 'size' : isFarOpen ? 'place' : 'nothing';
        this.#execute(number, warp, mask, step, bases !== 0 || isFarOpen);
        environment.open = 'nothing';
      }
      followed.write(effects, mask, result);
    };
  }

  /** The registers with the global address of a copy, and those with its size and the blocks that receive it. */
  #sidesOf(
    number: number,
    instruction: Instruction,
  ): { readonly far: readonly number[]; readonly extent: readonly number[] } {
    const { effects } = this.#context;
    const { modifiers, operands } = instruction;
    if (memoryOf(instruction) !== 'copy') return { far: [], extent: [] };
    const at = spacesOf(modifiers).indexOf('global');
    // Boxes have the size of their map.
    const sizes = modifiers.includes('tensor')
      ? []
      : withoutPolicy(instruction)
          .slice(2)
          .filter(({ kind }) => kind === 'register');
    return {
      far: at < 0 ? [] : effects.registersIn(number, operands[at]),
      extent: sizes.flatMap((operand) => effects.registersIn(number, operand)),
    };
  }

  /** Executes a step, without reports and records where its address is unknown or an earlier path has them. */
  #execute(number: number, warp: Warp, mask: number, step: Step, isUnknown: boolean): void {
    const { findings, global } = this.#context.environment;
    findings.muted = isUnknown;
    if (global !== undefined) global.muted = isUnknown || this.skipped.has(number);
    step(warp, mask);
    findings.muted = false;
    if (global !== undefined) global.muted = false;
  }

  /** A store to an unknown address: any word of the memory that the address is derived from may have changed. */
  #storeAnywhere(
    { local }: Followed,
    place: Touched,
    origin: number,
    address: number,
    data: number,
  ): void {
    const { memory } = this.#context;
    if (isShared(place, origin)) memory.shared.spread(address | data);
    else if (place.space === 'local') local.spread(address);
    else if ((origin & FROM_MODULE) !== 0) memory.module.spread(address | data);
  }

  /** The source for the contents of memory at an unknown address. */
  #behind(labels: number): number {
    const { sources } = this.#context;
    return sources.bit(`the memory behind ${sources.describe(labels)}`);
  }
}

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
