/**
 * The blocks of a launch that make the same accesses to shared memory as an executed one: a tape, and the state that its
 * replays run on.
 *
 * Blocks of a cluster are executed together, so clusters are compared. Replays read global memory and change nothing: their
 * registers and findings are their own.
 */
import { Findings, type LaunchShape, Lds, type Slice, volume } from '@ldscope/core';
import { type Part, Tape } from '@ldscope/simt';
import { type Environment, Recorder } from '../../state/environment.ts';
import { ordinaryRegisters } from '../../state/register-memory.ts';
import { type Group, Warp } from '@ldscope/simt';
import type { Module } from '../../text/program.ts';
import { clusterOf, type ClusterPlace } from '../cluster.ts';
import { Code } from '../code.ts';
import type { Layout } from '../layout.ts';
import { ONE } from '../shape.ts';
import { type BlockPlace, fillSpecials, lanesOf as threadsOf, specialOf } from '../specials.ts';
import { CARRY } from '../unknown/effects.ts';
import { partOf } from './parts.ts';

/** Words of a special register. */
const SPECIAL_WORDS = 64;

export interface AlikeRequest {
  readonly module: Module;
  readonly reached: ReadonlySet<number>;
  readonly layout: Layout;
  readonly environment: Environment;
  /** The slice for shared memory. */
  readonly slice: Slice;
  readonly shape: LaunchShape;
  /** A block by its number in the grid and its rank in its cluster. */
  readonly placeOf: (number: number, rank: number) => BlockPlace;
}

export class Alike {
  readonly #tape: Tape<Warp, Int32Array>;
  readonly #shape: LaunchShape;
  readonly #placeOf: AlikeRequest['placeOf'];
  readonly #findings = new Findings();
  readonly #marked: ReadonlyMap<string, number>;
  /** By the first block of an executed cluster: whether other clusters, by their first blocks, make the same accesses. */
  readonly #known = new Map<number, Map<number, boolean>>();

  constructor({ module, reached, layout, environment, slice, shape, placeOf }: AlikeRequest) {
    this.#shape = shape;
    this.#placeOf = placeOf;
    const quiet: Environment = {
      ...environment,
      findings: this.#findings,
      shared: new Lds(environment.shared.bytes, 4),
      recorder: new Recorder(() => ({ id: '' })),
      global: undefined,
    };
    const code = new Code(module, reached, quiet, layout);
    const widths = new Map<number, number>();
    for (const owner of reached)
      code.forEachRegister(owner, (offset, words) => void widths.set(offset, words));
    const { specials, words } = code.file;
    for (const place of specials.values()) widths.set(place, SPECIAL_WORDS);
    this.#marked = new Map(
      [...specials].filter(([name]) => {
        const [, axis = ''] = /^(?:ctaid|clusterid)\.([xyz])$/.exec(name) ?? [];
        return axis !== '' && (shape.grid['xyz'.indexOf(axis)] ?? 1) > 1;
      }),
    );
    const widthOf = (place: number): number => widths.get(place) ?? 1;
    this.#tape = new Tape({
      partOf: (number) => {
        const instruction = code.instructions[number];
        const names = code.namesOf(number);
        const of = module.functions[code.ownerOf(number)];
        return instruction && names && of
          ? partOf({ instruction, names, of, isWanted: slice.wants(number), widthOf })
          : undefined;
      },
      marked: [...this.#marked.values()],
      take: ({ i, carry }, place) =>
        place === CARRY ? Int32Array.of(carry) : i.slice(place, place + widthOf(place)),
      put: (warp, place, value) => {
        if (place === CARRY) warp.carry = value[0] ?? 0;
        else warp.i.set(value, place);
      },
      lanesOf,
      modeOf: () => 0,
      replay: (warp, number, active) => {
        if (code.steps[number] === undefined && code.compile(number) !== undefined) return false;
        const step = code.steps[number];
        if (active !== 0) step?.(warp, active);
        return step !== undefined && warp.failure === undefined;
      },
      unitOf: (block, index) => {
        const registers = ordinaryRegisters(words);
        const warp = new Warp(0, index, block, block, registers, threadsOf(shape, index), 0);
        fillSpecials(warp, specials, placeOf(0, block));
        return warp;
      },
    });
  }

  /** Records from here on, of the warps of blocks. */
  begin(blocks: readonly (readonly Warp[])[]): void {
    this.#tape.begin(blocks.map((warps) => warps.map(({ live }) => live)));
  }

  /** Called before each instruction with the lanes that pass its guard, which it returns. */
  visit(warp: Warp, group: Group, number: number, active: number): number {
    this.#tape.record(warp, warp.block, warp.index, number, group.mask, active);
    return active;
  }

  /** The blocks among some that make the accesses of an executed one. */
  of(executed: number, numbers: readonly number[]): readonly number[] {
    this.#tape.end();
    const own = this.#cluster(executed);
    const places = numbers.map((number) => ({ number, place: this.#cluster(number) }));
    const first = firstOf(own);
    let known = this.#known.get(first);
    if (known === undefined) {
      const others = new Map(places.map(({ place }) => [firstOf(place), place]));
      this.#known.set(first, (known = this.#compare([...others.values()])));
    }
    return places.flatMap(({ number, place }) =>
      place.rank === own.rank && known.get(firstOf(place)) === true ? [number] : [],
    );
  }

  /** Which clusters make the accesses of the one that was executed last, by their first blocks. */
  #compare(clusters: readonly ClusterPlace[]): Map<number, boolean> {
    const tape = this.#tape;
    if (tape.isEmpty) return new Map(clusters.map((one) => [firstOf(one), true]));
    if (tape.capacity < clusters.length) return new Map();
    return new Map(clusters.map((one) => [firstOf(one), this.#isAlike(one)]));
  }

  #isAlike({ numbers }: ClusterPlace): boolean {
    const before = this.#findings.problems.length;
    const places = numbers.map((number, rank) => this.#placeOf(number, rank));
    // Every lane has the same of them.
    const values = places.map((place) =>
      [...this.#marked].map(([name, at]) => [at, specialOf(name, 0, 0, place)] as const),
    );
    const isSame = this.#tape.replays((warp, block) => {
      for (const [at, value] of values[block] ?? []) warp.i.fill(value, at, at + 32);
    });
    // Errors are reported when the block itself is executed.
    return isSame && this.#findings.problems.length === before;
  }

  #cluster(number: number): ClusterPlace {
    const { grid, cluster = ONE } = this.#shape;
    return volume(cluster) === 1
      ? { rank: 0, numbers: [number] }
      : clusterOf(grid, cluster, number);
  }
}

const firstOf = ({ numbers: [first = 0] }: ClusterPlace): number => first;

/** The lanes of a mask that the guard of an instruction lets through. */
function lanesOf(warp: Warp, guard: Part<Warp>['guard'], mask: number): number {
  if (guard === undefined) return mask;
  const bits = warp.i[guard.place] ?? 0;
  return mask & (guard.isNegated ? ~bits : bits);
}
