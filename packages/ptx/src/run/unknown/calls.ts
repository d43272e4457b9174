/**
 * The sources of values that calls pass: labels of arguments go to the function, labels of results come back.
 *
 *     call (%r1), f, (%r2);     .func (.reg .u32 out) f(.reg .u32 a)
 *
 *     r2 depends on argument n: a does, in the same lanes; out depends on what it was computed from: r1 does
 *
 * LIMITATIONS. The labels of the first word of a value stand for all of it.
 */
import { messages, type Sources } from '@ldscope/core';
import type { Source } from '../../isa/generate.ts';
import { eachLane, type Followed, type Frame, laneOf, SOURCES, type Warp } from '@ldscope/simt';
import type { Code } from '../code.ts';
import type { Own } from '../controls.ts';
import type { Passed } from '../passing.ts';
import type { PtxProgram } from './program.ts';

export class CallLabels {
  readonly #code: Code;
  readonly #program: PtxProgram;
  readonly #sources: Sources;

  constructor(code: Code, program: PtxProgram, sources: Sources) {
    this.#code = code;
    this.#program = program;
    this.#sources = sources;
  }

  /** Lanes call a function: its parameters get the sources of the arguments. */
  call(
    warp: Warp,
    followed: Followed,
    number: number,
    { callee: named, passed }: Own & { readonly kind: 'call' },
    lanes: number,
  ): void {
    const callee = typeof named === 'number' ? named : this.#calleeOf(warp, followed, named, lanes);
    if (callee === undefined) return;
    const base = warp.frameBase;
    const parameters = this.#code.placesOf(callee, 'parameters');
    const inner = base + this.#code.frameBytes(this.#code.ownerOf(number));
    const values = this.#take(followed, lanes, passed, base);
    this.#give(followed, lanes, values, parameters, inner);
  }

  /** Lanes return from a call: the destinations get the sources of the results. */
  return(followed: Followed, frame: Frame, lanes: number): void {
    const call = this.#code.controls[frame.call];
    const results = this.#code.placesOf(frame.callee, 'results');
    const values = this.#take(followed, lanes, results, frame.base);
    if (frame.saved !== undefined) this.#forget(followed, lanes, frame.callee);
    if (call?.kind === 'own' && call.own.kind === 'call')
      this.#give(followed, lanes, values, call.own.results, frame.outer?.base ?? 0);
    followed.regions.leave(frame, lanes);
  }

  /** The function that lanes call; `undefined` for one whose address is unknown: nothing of it can be executed. */
  #calleeOf(warp: Warp, followed: Followed, named: Source, lanes: number): number | undefined {
    if (named.kind !== 'register') return undefined;
    const labels = followed.registers.labelsOf(this.#program.numberOf(named.offset), lanes);
    if (labels !== 0) {
      warp.fail(messages.ptx.unknownCall(this.#sources.describe(labels)));
      return undefined;
    }
    return this.#code.calleeAt(warp.i[named.offset + 2 * laneOf(lanes)] ?? 0);
  }

  /** The sources of the values that a call passes, by lane. */
  #take(
    { registers, local }: Followed,
    lanes: number,
    places: readonly Passed[],
    base: number,
  ): readonly Uint32Array[] {
    return places.map((place) => {
      const labels = new Uint32Array(32);
      if (place.kind === 'value' && place.source.kind === 'constant') return labels;
      eachLane(lanes, (lane) => {
        if (place.kind === 'frame') labels[lane] = local.at(lane, base + place.at, place.bytes);
        else if (place.source.kind === 'register') {
          const register = this.#program.numberOf(place.source.offset);
          const origin = (registers.labels[register] ?? 0) & ~SOURCES;
          labels[lane] = origin | registers.labelsOf(register, 1 << lane);
        }
      });
      return labels;
    });
  }

  /** Writes labels that were taken, by lane, to the places that get the values. */
  #give(
    { registers, local }: Followed,
    lanes: number,
    values: readonly Uint32Array[],
    places: readonly Passed[],
    base: number,
  ): void {
    for (const [index, place] of places.entries()) {
      eachLane(lanes, (lane) => {
        const labels = values[index]?.[lane] ?? 0;
        const unknown = (labels & SOURCES) === 0 ? 0 : 1 << lane;
        if (place.kind === 'frame') local.put(lane, base + place.at, place.bytes, labels);
        else if (place.source.kind === 'register') {
          const register = this.#program.numberOf(place.source.offset);
          registers.write(register, 1 << lane, unknown, labels);
          registers.fresh(register);
        }
      });
    }
  }

  /** Registers of a function that has called itself: their earlier labels are not restored. */
  #forget({ registers }: Followed, lanes: number, functionNumber: number): void {
    const labels = this.#sources.bit('what is left of a recursive call');
    this.#code.forEachRegister(functionNumber, (offset) => {
      const register = this.#program.numberOf(offset);
      registers.write(register, lanes, lanes, labels);
      registers.fresh(register);
    });
  }
}
