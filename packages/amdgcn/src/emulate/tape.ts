/**
 * The instructions of a workgroup that depend on its id and decide its accesses to LDS: recorded while it is executed, and
 * replayed for other workgroups. A workgroup whose ids lead to the same lane masks, addresses and branches makes the same
 * accesses.
 *
 *     s_lshl_b32 s16, s2, 7        on the tape: s2 is the id
 *     v_mul_lo_u32 v1, v0, s10     not on the tape: the same in every workgroup
 *     v_add_u32 v2, s16, v0        on the tape, with v0 as it was
 *     v_cmp_gt_i32 vcc, s4, v2     on the tape, with s4
 *     s_and_saveexec_b64 s[0:1], vcc
 *     ds_read_b32 v3, v1           a guard: exec has to be as it was. From here on it is the same in every workgroup
 *
 * Only instructions of the slice for LDS are looked at. Values are followed by registers: a register is marked when the
 * instruction that writes it reads a marked one. Instructions that need marked registers for an access become guards of the
 * values of these; branches become guards of their direction. Replaying executes the recorded instructions with the ids of
 * another workgroup, the unmarked registers that they read put in place before. It proves, it does not guess: every mask,
 * address and branch of the other workgroup either is computed from unmarked values alone, or was compared.
 *
 * A tape does not follow marked values through memory: a workgroup that stores them has no sound tape (`isSound`).
 * LIMITATION. Workgroups of a class are taken to store into the regions that the executed one stores into.
 */
import type { DataFlow } from '@ldscope/core';
import { isBranch } from '../text/addresses.ts';
import type { Instruction } from '../text/program.ts';
import { SCALAR_ID } from '../state/waits.ts';
import { EXEC, LANES, SCC_NUMBER, type Step, type Wave } from '../state/wave.ts';
import { LDS_PLACE, MEMORY_PLACE, registersAt, replacedRegisters } from './slice.ts';

const SCC_ID = SCALAR_ID + SCC_NUMBER;
const IDS = SCALAR_ID + 256;
const EXEC_IDS = [SCALAR_ID + EXEC, SCALAR_ID + EXEC + 1];

/** Entries of a workgroup at most: more of them are not worth replaying. */
const MOST_ENTRIES = 2 ** 16;
/** Instructions that are replayed for one class at most. */
const MOST_REPLAYED = 2 ** 24;

/** An instruction of the slice, prepared for recording. */
interface Part {
  readonly isWanted: boolean;
  readonly kind: 'branch' | 'compute' | 'store' | 'unknown';
  // Registers by their ids of `waits.ts`.
  readonly needs: readonly number[];
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  readonly replaces: readonly number[];
  /** Registers that are written, and may keep a part of their old value. */
  readonly kept: readonly number[];
}

/** The value of a register. */
type Value = number | Uint32Array;

interface Entry {
  readonly kind: 'step' | 'branch' | 'guard';
  readonly number: number;
  /** Registers to put in place before. */
  readonly places: readonly number[];
  readonly values: readonly Value[];
  readonly mode: number;
  /** Registers that have to hold what they did. */
  readonly guards: { readonly id: number; readonly value: Value }[];
  /** The direction of a branch. */
  pc: number;
}

/** The tape of one wave. */
class Reel {
  readonly entries: Entry[] = [];
  readonly isMarked = new Uint8Array(IDS);
  /** How often each register was written since the workgroup began, and the version that a replay has. */
  readonly #version = new Int32Array(IDS);
  readonly #has = new Int32Array(IDS).fill(-1);

  constructor(marked: readonly number[]) {
    for (const place of marked) this.isMarked[place] = 1;
  }

  marksAny(places: readonly number[]): boolean {
    for (let i = 0; i < places.length; i++) if (this.isMarked[places[i] ?? 0] === 1) return true;
    return false;
  }

  /** A result that is the same in every workgroup. */
  write(places: readonly number[], replaces: readonly number[]): void {
    for (let i = 0; i < places.length; i++) {
      const place = places[i] ?? 0;
      this.#version[place] = (this.#version[place] ?? 0) + 1;
    }
    for (let i = 0; i < replaces.length; i++) this.isMarked[replaces[i] ?? 0] = 0;
  }

  mark(places: readonly number[]): void {
    for (const place of places) this.isMarked[place] = 1;
  }

  /** Adds an entry, with the unmarked registers among some places that a replay does not have yet. */
  add(kind: Entry['kind'], number: number, wave: Wave, inputs: readonly number[]): Entry {
    const places = [...new Set(inputs)].filter(
      (place) => this.isMarked[place] === 0 && this.#has[place] !== this.#version[place],
    );
    for (const place of places) this.#has[place] = this.#version[place] ?? 0;
    const values = places.map((place) => valueOf(wave, place));
    const entry: Entry = { kind, number, places, values, mode: wave.mode, guards: [], pc: 0 };
    this.entries.push(entry);
    return entry;
  }

  /**
   * Guards marked registers: they have to hold their present values, vector registers in the active lanes. A register that
   * was compared as a whole is the same in every workgroup from here on.
   */
  guard(number: number, wave: Wave, needs: readonly number[]): void {
    const marked = needs.filter((id) => this.isMarked[id] === 1);
    const entry = this.add('guard', number, wave, EXEC_IDS);
    // Scalars first: the mask is among them.
    for (const id of marked.toSorted((a, b) => b - a)) {
      entry.guards.push({ id, value: valueOf(wave, id) });
      if (id < SCALAR_ID) continue;
      this.isMarked[id] = 0;
      this.#has[id] = this.#version[id] ?? 0;
    }
  }
}

function valueOf(wave: Wave, place: number): Value {
  if (place === SCC_ID) return wave.scc;
  if (place >= SCALAR_ID) return wave.s[place - SCALAR_ID] ?? 0;
  return wave.u.slice(place * LANES, (place + 1) * LANES);
}

function put(wave: Wave, place: number, value: Value): void {
  if (typeof value !== 'number') wave.u.set(value, place * LANES);
  else if (place === SCC_ID) wave.scc = value;
  else wave.s[place - SCALAR_ID] = value;
}

function holds(wave: Wave, place: number, value: Value): boolean {
  if (typeof value === 'number')
    return (place === SCC_ID ? wave.scc : wave.s[place - SCALAR_ID]) === value;
  for (let lane = 0; lane < LANES; lane++)
    if (wave.isActive(lane) && wave.u[place * LANES + lane] !== value[lane]) return false;
  return true;
}

export interface TapeCode {
  readonly instruction: (number: number) => Instruction | undefined;
  readonly flow: (number: number) => DataFlow;
  readonly wants: (number: number) => boolean;
  /** Makes the step of an instruction for replays, which change nothing but the wave and what they read. */
  readonly replayStep: (number: number) => Step | undefined;
  /** A wave for replays, of the waves with an index. */
  readonly replayWave: (index: number) => Wave;
  /** The kernel has private memory, which a replay does not have. */
  readonly hasPrivate: boolean;
  /** The scalars that hold parts of the workgroup's id at the beginning. */
  readonly idScalars: readonly number[];
}

export class Tape {
  readonly #code: TapeCode;
  readonly #waves: Wave[] = [];
  #reels: Reel[] = [];
  #isRecording = false;
  /** The tape has everything that a comparison needs. */
  isSound = true;

  constructor(code: TapeCode) {
    this.#code = code;
  }

  /** Records from here on, of as many waves. */
  begin(waves: number): void {
    const marked = this.#code.idScalars.map((scalar) => SCALAR_ID + scalar);
    this.#reels = Array.from({ length: waves }, () => new Reel(marked));
    this.#isRecording = true;
    this.isSound = true;
  }

  end(): void {
    this.#isRecording = false;
  }

  /** The step of an instruction, watched where the accesses depend on it. */
  wrap(number: number, step: Step): Step {
    const part = this.#partOf(number);
    if (part === undefined) return step;
    return (wave) => {
      const reel = this.#isRecording ? this.#reels[wave.index] : undefined;
      if (reel === undefined || !this.isSound) step(wave);
      else this.#record(reel, part, number, wave, step);
    };
  }

  #partOf(number: number): Part | undefined {
    const instruction = this.#code.instruction(number);
    if (instruction === undefined) return undefined;
    const flow = this.#code.flow(number);
    const isWanted = this.#code.wants(number);
    if (flow.needs.length === 0 && !isWanted) return undefined;
    const writes = registersAt(flow.writes);
    const replaces = replacedRegisters(flow.replaces);
    return {
      isWanted,
      kind: kindOf(instruction, flow, this.#code.hasPrivate),
      needs: registersAt(flow.needs),
      reads: registersAt(flow.reads),
      writes,
      replaces,
      kept: writes.filter((id) => !replaces.includes(id)),
    };
  }

  #record(reel: Reel, part: Part, number: number, wave: Wave, step: Step): void {
    const { isWanted, kind, needs, reads, writes, replaces, kept } = part;
    if (kind === 'branch') {
      const entry = reel.marksAny(needs) ? reel.add('branch', number, wave, needs) : undefined;
      step(wave);
      if (entry !== undefined) entry.pc = wave.pc;
      return;
    }
    if (reel.marksAny(needs)) reel.guard(number, wave, needs);
    if (!isWanted || !(reel.marksAny(reads) || reel.marksAny(kept))) {
      step(wave);
      if (isWanted) reel.write(writes, replaces);
      return;
    }
    // Stores of other workgroups to global memory are tracked by region (`LeftOut.changes`).
    const isElsewhere = kind === 'store';
    if (kind === 'unknown' || reel.entries.length >= MOST_ENTRIES) this.isSound = false;
    else if (!isElsewhere) reel.add('step', number, wave, [...needs, ...reads, ...kept]);
    step(wave);
    if (isElsewhere) return;
    reel.write(writes, []);
    reel.mark(writes);
  }

  /** Workgroups of which replays can be made for the tape that was recorded last. */
  get capacity(): number {
    const entries = this.#reels.reduce((sum, reel) => sum + reel.entries.length, 0);
    return this.isSound ? MOST_REPLAYED / entries : 0;
  }

  /** True when nothing depends on the id. */
  get isEmpty(): boolean {
    return this.isSound && this.#reels.every(({ entries }) => entries.length === 0);
  }

  /** True when a workgroup makes the accesses of the recorded one; `ids` are the values of `idScalars`. */
  replays(ids: readonly number[]): boolean {
    return this.#reels.every(({ entries }, index) => this.#replaysWave(entries, index, ids));
  }

  #replaysWave(entries: readonly Entry[], index: number, ids: readonly number[]): boolean {
    if (entries.length === 0) return true;
    const { idScalars, replayStep, replayWave } = this.#code;
    const wave = (this.#waves[index] ??= replayWave(index));
    for (const [at, scalar] of idScalars.entries()) wave.s[scalar] = ids[at] ?? 0;
    const isSame = entries.every((entry) => {
      const { kind, number, places, values, guards } = entry;
      for (let at = 0; at < places.length; at++) put(wave, places[at] ?? 0, values[at] ?? 0);
      if (kind === 'guard') return guards.every(({ id, value }) => holds(wave, id, value));
      wave.mode = entry.mode;
      wave.pc = number + 1;
      const step = replayStep(number);
      if (step === undefined) return false;
      step(wave);
      return kind === 'step' || wave.pc === entry.pc;
    });
    wave.waits.waitAll();
    return isSame && wave.status === 'running';
  }
}

/**
 * Loads of global memory are replayed; the contents of LDS and private memory, and the results of atomics, are not known to
 * a replay.
 */
function kindOf(
  { mnemonic }: Instruction,
  { reads, writes }: DataFlow,
  hasPrivate: boolean,
): Part['kind'] {
  if (isBranch(mnemonic)) return 'branch';
  if (reads.includes(LDS_PLACE) || writes.includes(LDS_PLACE)) return 'unknown';
  const isStore = writes.includes(MEMORY_PLACE);
  if (!isStore && !reads.includes(MEMORY_PLACE)) return 'compute';
  if (hasPrivate && !/^(global_|s_)/.test(mnemonic)) return 'unknown';
  if (!isStore) return 'compute';
  return writes.length > 1 || reads.includes(MEMORY_PLACE) ? 'unknown' : 'store';
}
