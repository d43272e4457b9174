/**
 * Steps of PTX that touch memory in ways of their own, with the labels of what they bring.
 *
 *     mbarrier.try_wait ...           once the arrivals depend on a source, so do all waits
 *     cp.async.bulk ...               everything that it may have changed becomes unknown
 */
import {
  type DroppedAccesses,
  type Effects,
  FROM_SHARED,
  type BlockMemory,
  exchange,
  type FollowedWarps,
  type Guards,
  SOURCES,
  type Step,
  STORES,
  type Warp,
} from '@ldscope/simt';
import type { Sources } from '@ldscope/core';
import { spacesOf } from '../../isa/async/bulk.ts';
import { withoutPolicy } from '../../isa/memory/async-copy.ts';
import { textOf } from '../../isa/memory/context.ts';
import { memoryOf } from '../../rows/facts.ts';
import type { Environment } from '../../state/environment.ts';
import type { Instruction } from '../../text/program.ts';
import type { PtxProgram } from './program.ts';

export interface OtherStepsContext {
  readonly environment: Environment;
  readonly sources: Sources;
  readonly program: PtxProgram;
  readonly warps: FollowedWarps;
  readonly memory: BlockMemory;
  readonly dropped: DroppedAccesses;
  readonly guards: Guards;
}

export class OtherSteps {
  /** Instructions whose global accesses are left out: an earlier path has them. */
  #skipped: ReadonlySet<number> = new Set();
  readonly #context: OtherStepsContext;
  /** The labels of the arrivals that barriers in memory wait for. */
  #arrivals = 0;

  constructor(context: OtherStepsContext) {
    this.#context = context;
  }

  /** Begins a block. */
  begin(skipped: ReadonlySet<number>): void {
    this.#skipped = skipped;
    this.#arrivals = 0;
  }

  /** The step of an instruction on a barrier in memory. */
  barrier(number: number, instruction: Instruction, effects: Effects, step: Step): Step {
    const { dropped, environment, guards, sources, warps } = this.#context;
    return (warp, mask) => {
      const followed = warps.of(warp);
      const gathered = followed.gather(effects, mask);
      const unknownPlace = followed.addressLabels(effects, mask);
      if (unknownPlace !== 0) {
        dropped.add(number, textOf(instruction), unknownPlace);
        environment.openArrivals ??= sources.describe(unknownPlace);
        followed.write(effects, mask, { ...gathered, lanes: -1 });
        return;
      }
      // A phase ends when others have arrived as often as its count.
      if (gathered.lanes !== 0) this.#arrivals |= gathered.labels & SOURCES;
      gathered.lanes = this.#arrivals === 0 ? 0 : -1;
      gathered.labels |= this.#arrivals;
      exchange(effects, followed, mask, gathered);
      // On a chosen path a phase may have other arrivals than in any launch.
      const { findings } = environment;
      findings.muted = guards.hasDecided || followed.assumed !== 0;
      step(warp, mask);
      findings.muted = false;
      followed.write(effects, mask, gathered);
    };
  }

  /** The step of an instruction whose accesses are not known here: everything that it may have changed becomes unknown. */
  other(number: number, instruction: Instruction, effects: Effects, step: Step): Step {
    const { dropped, memory, program, sources, warps, environment } = this.#context;
    const name = textOf(instruction);
    const label = sources.bit(`what ${name} brings`);
    const { modifiers } = instruction;
    const namesShared = modifiers.some((one) => one.startsWith('shared'));
    const stores = program.storesOf(number);
    // Fields of tensor maps are not counted anywhere.
    const isCounted = memoryOf(instruction) !== 'map';
    const told = modifiers.includes('mbarrier::complete_tx::bytes');
    const { far, extent } = this.sidesOf(number, instruction);
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
        this.execute(number, warp, mask, step, bases !== 0 || isFarOpen);
        environment.open = 'nothing';
      }
      followed.write(effects, mask, result);
    };
  }

  /** The registers with the global address of a copy, and those with its size and the blocks that receive it. */
  sidesOf(
    number: number,
    instruction: Instruction,
  ): { readonly far: readonly number[]; readonly extent: readonly number[] } {
    const { program } = this.#context;
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
      far: at < 0 ? [] : program.registersIn(number, operands[at]),
      extent: sizes.flatMap((operand) => program.registersIn(number, operand)),
    };
  }

  /** Executes a step, without reports and records where its address is unknown or an earlier path has them. */
  execute(number: number, warp: Warp, mask: number, step: Step, isUnknown: boolean): void {
    const { findings, global } = this.#context.environment;
    findings.muted = isUnknown;
    if (global !== undefined) global.muted = isUnknown || this.#skipped.has(number);
    step(warp, mask);
    findings.muted = false;
    if (global !== undefined) global.muted = false;
  }
}
