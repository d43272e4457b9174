/**
 * Which registers of a wave have no known value: a bit for each lane of a vector register and for each bit of a scalar, and
 * for each register the sources that it depends on.
 *
 *     v2 in lanes 32-63        low 0, high 0xffffffff, labels { memory behind x }
 *     vcc after v_cmp          the bits of those lanes: exec made of it is unknown in them only
 *     s4, an argument          all 32 bits
 *
 * An unknown bit of exec means that the lane is taken to be active.
 */
import { hasLane } from '@ldscope/core';
import type { WaveSize } from '../../state/target.ts';
import { SCALAR_ID } from '../../state/waits.ts';
import { EXEC, SCC_NUMBER, type Wave } from '../../state/wave.ts';

const SCC_ID = SCALAR_ID + SCC_NUMBER;

/** A sum of unknowns: coefficients by name, none of them 0. */
export type Terms = ReadonlyMap<string, number>;

/** The meaning of scc after a comparison: a relation holds when scc is `truth`. */
export interface Condition {
  /** Empty where the comparison does not involve unknown values. */
  readonly asks: string;
  readonly truth: 0 | 1;
}

/** Registers by their ids in `waits.ts`. */
const IDS = SCALAR_ID + 256;

const NO_TERMS: Terms = new Map();

/** The unknown registers of one wave. Rows and scalars are ids; lanes are two words of bits. */
export class UnknownRegisters {
  /** Lanes 0-31 of a vector register, or the bits of a scalar. */
  readonly low = new Uint32Array(IDS);
  /** Lanes 32-63 of a vector register. */
  readonly high = new Uint32Array(IDS);
  readonly labels = new Uint32Array(IDS);
  /** Registers as sums of unknowns (`sums.ts`), where they are followed. */
  readonly #terms = Array.from({ length: IDS }, (): Terms | undefined => undefined);
  /** Addresses of lanes that an unknown mask leaves inside LDS (`guards.ts`). */
  readonly #guards = new Map<number, Uint32Array>();
  /** Values of unknowns of scalars in this execution. */
  readonly #values = new Map<string, number>();
  /** By register and instruction: the number of unknowns named after them. */
  readonly #names = new Map<string, number>();
  /** The condition that scc stands for, while it is unknown. */
  condition: Condition | undefined;
  /** Gathered by `begin` and the `read` functions. */
  gatheredLow = 0;
  gatheredHigh = 0;
  gatheredLabels = 0;

  begin(): void {
    this.gatheredLow = 0;
    this.gatheredHigh = 0;
    this.gatheredLabels = 0;
  }

  gather(low: number, high: number, labels: number): void {
    this.gatheredLow |= low;
    this.gatheredHigh |= high;
    this.gatheredLabels |= labels;
  }

  gatherLane(lane: number, labels: number): void {
    if (lane < 32) this.gatheredLow |= 1 << lane;
    else this.gatheredHigh |= 1 << (lane - 32);
    this.gatheredLabels |= labels;
  }

  /** All lanes depend on the sources of any of them. */
  spreadGathered(): void {
    if (this.gatheredLabels !== 0) this.gather(-1, -1, this.gatheredLabels);
  }

  isGathered(lane: number): boolean {
    return hasLane(this.gatheredLow, this.gatheredHigh, lane);
  }

  /** True when no lane and no bit of some registers is unknown. */
  areKnown(ids: ArrayLike<number>): boolean {
    const { low, high } = this;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? 0;
      if (((low[id] ?? 0) | (high[id] ?? 0)) !== 0) return false;
    }
    return true;
  }

  /** Each lane depends on the same lane of a vector register. */
  readRow(row: number): void {
    const low = this.low[row] ?? 0;
    const high = this.high[row] ?? 0;
    if ((low | high) !== 0) this.gather(low, high, this.labels[row] ?? 0);
  }

  /** All lanes depend on a register: a scalar, or lanes that are moved. */
  readWhole(id: number): void {
    if (((this.low[id] ?? 0) | (this.high[id] ?? 0)) !== 0)
      this.gather(-1, -1, this.labels[id] ?? 0);
  }

  /** Each lane depends on its bit of a mask: of a pair of scalars, or of one in waves of 32. */
  readMask(id: number, waveSize: WaveSize): void {
    const low = this.low[id] ?? 0;
    const high = waveSize === 64 ? (this.low[id + 1] ?? 0) : 0;
    if ((low | high) === 0) return;
    const above = waveSize === 64 ? (this.labels[id + 1] ?? 0) : 0;
    this.gather(low, high, (this.labels[id] ?? 0) | above);
  }

  /** Gives the active lanes of a row the gathered sources; the others keep theirs. */
  writeRow(row: number, wave: Wave): void {
    const low = wave.s[EXEC] ?? 0;
    const high = wave.s[EXEC + 1] ?? 0;
    const unknownLow = this.gatheredLow & low;
    const unknownHigh = this.gatheredHigh & high;
    const keptLow = (this.low[row] ?? 0) & ~low;
    const keptHigh = (this.high[row] ?? 0) & ~high;
    const kept = (keptLow | keptHigh) === 0 ? 0 : (this.labels[row] ?? 0);
    const now = (unknownLow | unknownHigh) === 0 ? 0 : this.gatheredLabels;
    this.low[row] = keptLow | unknownLow;
    this.high[row] = keptHigh | unknownHigh;
    this.labels[row] = kept | now;
    this.forget(row);
  }

  /** Gives all lanes of a row the gathered sources, active or not. */
  writeAll(row: number): void {
    this.low[row] = this.gatheredLow;
    this.high[row] = this.gatheredHigh;
    this.labels[row] = this.gatheredLabels;
    this.forget(row);
  }

  writeScalar(id: number, bits: number, labels: number): void {
    this.low[id] = bits;
    this.high[id] = 0;
    this.labels[id] = bits === 0 ? 0 : labels;
    this.forget(id);
    if (id === SCC_ID) this.condition = undefined;
  }

  /** Makes a register an argument: the same unknown wherever it is loaded. `value`: its value in this execution. */
  nameArgument(id: number, word: number, value: number): void {
    const name = `argument ${word}`;
    this.#values.set(name, value);
    this.setTerms(id, new Map([[name, 1]]));
  }

  /**
   * The unknowns of a register that instruction `number` reads: none where it is known. One without a sum is an unknown of its
   * own from here on, with `value` in this execution.
   */
  termsOf(id: number, number: number, value: number): Terms {
    if (((this.low[id] ?? 0) | (this.high[id] ?? 0)) === 0) return NO_TERMS;
    const known = this.#terms[id];
    if (known !== undefined) return known;
    const place = `${id} at ${number}`;
    const count = this.#names.get(place) ?? 0;
    this.#names.set(place, count + 1);
    const name = `${place} #${count}`;
    this.#values.set(name, value);
    const terms: Terms = new Map([[name, 1]]);
    this.#terms[id] = terms;
    return terms;
  }

  /** Sets the sum that an unknown register is; an empty sum makes it known. */
  setTerms(id: number, terms: Terms): void {
    if (((this.low[id] ?? 0) | (this.high[id] ?? 0)) === 0) return;
    if (terms.size > 0) {
      this.#terms[id] = terms;
      return;
    }
    this.low[id] = 0;
    this.high[id] = 0;
    this.labels[id] = 0;
  }

  /** A register is written: its sum and guard are dropped. */
  forget(id: number): void {
    this.#terms[id] = undefined;
    this.#guards.delete(id);
  }

  guard(row: number, addresses: Uint32Array): void {
    this.#guards.set(row, addresses);
  }

  guardOf(row: number): Uint32Array | undefined {
    return this.#guards.get(row);
  }

  /** The value of the unknowns of a scalar in this execution. */
  offsetOf(terms: Terms): number {
    let sum = 0;
    for (const [name, by] of terms) sum = (sum + Math.imul(by, this.#values.get(name) ?? 0)) | 0;
    return sum;
  }

  /** The sources that a few registers depend on, in any lane or bit; 0 when all of them are known. */
  labelsOf(ids: readonly number[]): number {
    let labels = 0;
    for (const id of ids) labels |= this.labels[id] ?? 0;
    return labels >>> 0;
  }

  /** The sources that the active lanes of rows and the scalars among some ids depend on; 0 when those are known. */
  labelsOfActive(ids: readonly number[], wave: Wave): number {
    let labels = 0;
    for (const id of ids) {
      const low = (this.low[id] ?? 0) & (id < SCALAR_ID ? (wave.s[EXEC] ?? 0) : -1);
      const high = (this.high[id] ?? 0) & (wave.s[EXEC + 1] ?? 0);
      if ((low | high) !== 0) labels |= this.labels[id] ?? 0;
    }
    return labels >>> 0;
  }

  /** Gives registers the same labels: the active lanes of rows, all bits of scalars. */
  mark(ids: readonly number[], labels: number, wave: Wave): void {
    this.begin();
    if (labels !== 0) this.gather(-1, -1, labels);
    for (const id of ids) {
      if (id < SCALAR_ID) this.writeRow(id, wave);
      else this.writeScalar(id, labels === 0 ? 0 : -1, labels);
    }
  }

  /** True when a lane of any of the rows is unknown. */
  isUnknownLane(rows: readonly number[], lane: number): boolean {
    const words = lane < 32 ? this.low : this.high;
    for (const row of rows) if ((((words[row] ?? 0) >>> (lane & 31)) & 1) === 1) return true;
    return false;
  }
}
