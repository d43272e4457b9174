/**
 * The instructions by which the accesses of a workgroup to shared memory depend on its place in the grid: recorded while the
 * workgroup is executed, and replayed with the place of another to see whether that makes the same accesses.
 *
 *     s_lshl_b32 s16, s2, 7        recorded: s2 is the place; s16 is marked
 *     v_mul_lo_u32 v1, v0, s10     not recorded: the same in every workgroup
 *     v_add_u32 v2, s16, v0        recorded, with the value of v0, which is not marked; v2 is marked
 *     v_cmp_gt_i32 vcc, s4, v2     recorded, with s4
 *     s_and_saveexec_b64 s[0:1], vcc
 *     ds_read_b32 v3, v1           exec is marked: recorded with its value, which has to be the same
 *
 * Only instructions of the slice for shared memory are looked at. A replay executes the recorded instructions, the registers
 * that are not marked put in place before, and compares *signs*: lanes that take part, addresses in shared memory, directions
 * of branches, the operands of barriers and copies. It proves, it does not guess: all of them in the other workgroup either
 * are computed from values that are not marked, or were compared.
 *
 * Values are not followed through memory of the workgroup: one that stores a marked value there has no sound tape
 * (`isSound`). LIMITATION. Workgroups of a class are taken to store into the regions that the executed one stores into.
 */
import { type Entry, Reel } from './reel.ts';

/** Entries of a workgroup at most: more of them are not worth replaying. */
const MOST_ENTRIES = 2 ** 16;
/** Instructions that are replayed for one class at most. */
const MOST_REPLAYED = 2 ** 24;

/** An instruction on which accesses to shared memory depend. Registers are by their places in the file of a unit. */
export interface Part<Unit> {
  /** Its results are required. */
  readonly isWanted: boolean;
  /** Its role in a replay where it reads marked registers: executed, left out (it changes global memory alone), or unknown. */
  readonly replay: 'executed' | 'left out' | 'unknown';
  /** Registers that decide its access or its direction. */
  readonly needs: readonly number[];
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Registers of which nothing is left where all lanes execute it. */
  readonly replaces: readonly number[];
  /** The predicate that guards it; in `needs` as well. */
  readonly guard: { readonly place: number; readonly isNegated: boolean } | undefined;
  /** The signature of one execution by the lanes of a mask: numbers to compare. */
  readonly sign: (unit: Unit, active: number) => readonly number[];
  /** `needs` are equal where signs are, in the lanes that take part. */
  readonly comparesNeeds: boolean;
  /** Those among them that are equal in all lanes, where all lanes take part. */
  readonly comparesWhole: readonly number[];
}

/** The machine that a tape records, and the state that its replays run on. */
export interface TapeMachine<Unit, Value> {
  /** `undefined` for an instruction on which no access to shared memory depends. */
  readonly partOf: (number: number) => Part<Unit> | undefined;
  /** Places of registers that depend on the place of the workgroup from the beginning. */
  readonly marked: readonly number[];
  readonly take: (unit: Unit, place: number) => Value;
  readonly put: (unit: Unit, place: number, value: Value) => void;
  /** The lanes of a mask that a guard lets through. */
  readonly lanesOf: (unit: Unit, guard: Part<Unit>['guard'], mask: number) => number;
  /** Numeric modes, which no register holds. */
  readonly modeOf: (unit: Unit) => number;
  /**
   * Executes an instruction for a replay, which changes nothing but the unit and what it reads; false where it has no step, or
   * fails.
   */
  readonly replay: (unit: Unit, number: number, active: number, mode: number) => boolean;
  /** A unit for replays: of a workgroup by its place among those that are executed together, and its number there. */
  readonly unitOf: (workgroup: number, index: number) => Unit;
}

/** A part with its registers by number. */
interface Numbered<Unit> extends Part<Unit> {
  /** Registers that keep an old value, where all lanes execute it. */
  readonly kept: readonly number[];
  /** That of its guard. */
  readonly guardRegister: readonly number[];
}

const NOTHING: readonly number[] = [];

export class Tape<Unit, Value> {
  readonly #machine: TapeMachine<Unit, Value>;
  /** Places of registers by their numbers, and the other way round. */
  readonly #places: number[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #parts: (Numbered<Unit> | 'nothing' | undefined)[] = [];
  /** By workgroup, then by unit. */
  #reels: Reel<Value>[][] = [];
  readonly #units: Unit[][] = [];
  #isRecording = false;
  #entries = 0;
  /** The tape has everything that a comparison needs. */
  isSound = true;

  constructor(machine: TapeMachine<Unit, Value>) {
    this.#machine = machine;
  }

  /** Records from here on; `lanes`: those that units begin with, by workgroup. */
  begin(lanes: readonly (readonly number[])[]): void {
    const marked = this.#numbered(this.#machine.marked);
    const { length } = this.#places;
    this.#reels = lanes.map((units) => units.map((own) => new Reel<Value>(own, marked, length)));
    this.#isRecording = true;
    this.#entries = 0;
    this.isSound = true;
  }

  end(): void {
    this.#isRecording = false;
  }

  /** True for an instruction on which accesses to shared memory depend. */
  watches(number: number): boolean {
    return this.#partOf(number) !== undefined;
  }

  /** Looks at an instruction before it is executed: `mask` are the lanes at it, `active` those that its guard lets through. */
  record(
    unit: Unit,
    workgroup: number,
    index: number,
    number: number,
    mask: number,
    active: number,
  ): void {
    if (!this.#isRecording || !this.isSound) return;
    const part = this.#partOf(number);
    const reel = this.#reels[workgroup]?.[index];
    if (part === undefined || reel === undefined) return;
    const { isWanted, needs, reads, writes, replaces, comparesNeeds } = part;
    const isCompared = reel.marksAny(needs);
    if (isCompared) {
      const sign = part.sign(unit, active);
      this.#add(reel, { kind: 'sign', number, mask, sign }, unit, needs);
      const { comparesWhole, guardRegister } = part;
      if (active === reel.lanes && comparesWhole.length > 0) reel.unmark(comparesWhole);
      else if (mask === reel.lanes) reel.unmark(guardRegister);
    }
    if (!isWanted) return;
    const isWhole = active === reel.lanes && !reel.marksAny(part.guardRegister);
    const kept = isWhole ? part.kept : writes;
    // Compared registers are the same in the lanes that take part.
    const open = isCompared && comparesNeeds ? reads.filter((one) => !needs.includes(one)) : reads;
    const isMarked = reel.marksAny(open) || reel.marksAny(kept);
    if (isMarked) {
      if (part.replay === 'unknown') this.isSound = false;
      // Stores of other workgroups to global memory are tracked by region (`LeftOut.changes`).
      if (part.replay === 'left out') return;
      this.#add(reel, { kind: 'step', number, mask, sign: NOTHING }, unit, [...reads, ...kept]);
    }
    reel.write(writes, isMarked, isWhole ? replaces : NOTHING);
  }

  #add(
    reel: Reel<Value>,
    entry: Pick<Entry<Value>, 'kind' | 'number' | 'mask' | 'sign'>,
    unit: Unit,
    registers: readonly number[],
  ): void {
    if (++this.#entries > MOST_ENTRIES) this.isSound = false;
    if (!this.isSound) return;
    const { modeOf, take } = this.#machine;
    const inputs = reel.inputsOf(registers);
    const values = inputs.map((input) => take(unit, this.#places[input] ?? 0));
    reel.entries.push({ ...entry, mode: modeOf(unit), inputs, values });
  }

  /** Workgroups, or clusters of them, that can be replayed against the last recording. */
  get capacity(): number {
    return this.isSound ? Math.floor(MOST_REPLAYED / Math.max(1, this.#entries)) : 0;
  }

  /** True when nothing depends on the place of the workgroup. */
  get isEmpty(): boolean {
    return this.isSound && this.#entries === 0;
  }

  /**
   * True when other workgroups make the accesses of the recorded ones; `fill` fills the registers of a unit that depend on the
   * place, of the workgroup at an index.
   */
  replays(fill: (unit: Unit, workgroup: number) => void): boolean {
    return this.#reels.every((reels, workgroup) =>
      reels.every(({ entries }, index) => {
        if (entries.length === 0) return true;
        const units = (this.#units[workgroup] ??= []);
        const unit = (units[index] ??= this.#machine.unitOf(workgroup, index));
        fill(unit, workgroup);
        return entries.every((entry) => this.#replays(unit, entry));
      }),
    );
  }

  #replays(unit: Unit, { kind, number, mask, mode, inputs, values, sign }: Entry<Value>): boolean {
    const { put, lanesOf, replay } = this.#machine;
    for (const [at, value] of values.entries())
      put(unit, this.#places[inputs[at] ?? 0] ?? 0, value);
    const part = this.#partOf(number);
    const active = lanesOf(unit, part?.guard, mask);
    if (kind === 'step') return replay(unit, number, active, mode);
    const own = part?.sign(unit, active) ?? NOTHING;
    return own.length === sign.length && own.every((value, at) => value === sign[at]);
  }

  #partOf(number: number): Numbered<Unit> | undefined {
    const known = this.#parts[number];
    if (known !== undefined) return known === 'nothing' ? undefined : known;
    const part = this.#machine.partOf(number);
    const numbered = part && this.#number(part);
    this.#parts[number] = numbered ?? 'nothing';
    return numbered;
  }

  #number(part: Part<Unit>): Numbered<Unit> {
    const writes = this.#numbered(part.writes);
    const replaces = this.#numbered(part.replaces);
    const guard = part.guard === undefined ? NOTHING : [part.guard.place];
    const numbered = {
      ...part,
      needs: this.#numbered(part.needs),
      reads: this.#numbered(part.reads),
      writes,
      replaces,
      kept: writes.filter((register) => !replaces.includes(register)),
      comparesWhole: this.#numbered(part.comparesWhole),
      guardRegister: this.#numbered(guard),
    };
    for (const reels of this.#reels) for (const reel of reels) reel.reserve(this.#places.length);
    return numbered;
  }

  /** The numbers of registers, each once. */
  #numbered(places: readonly number[]): readonly number[] {
    const numbers = places.map((place) => {
      const known = this.#numbers.get(place);
      if (known !== undefined) return known;
      this.#numbers.set(place, this.#places.length);
      return this.#places.push(place) - 1;
    });
    return [...new Set(numbers)];
  }
}
