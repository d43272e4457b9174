/**
 * The memory of the functions that compare and count rows, and their calls. One unit serves all traces, as each is done with
 * it before the next begins.
 */
import type { PhaseTable } from '../../machine/phases.ts';
import { encodeModule, instantiate } from '../../wasm/module.ts';
import type { WholeWaves } from '../server.ts';
import { compareRows, ENTRY_WORDS, repeatRows } from './compare-code.ts';
import { countFunctions, ROWS_AT_ONCE } from './count-code.ts';

/** Rows that are in the memory at once. */
export const CHUNK = 4096;
const MOST_LANES = 64;

/** Places in the memory, in bytes. */
const PASSED = 0;
const VECTORS = PASSED + 32 * MOST_LANES;
const LANES = VECTORS + 16 * MOST_LANES;
const LIST = LANES + 4 * MOST_LANES;
const OUT = LIST + 4 * ROWS_AT_ONCE;
const REPEAT = OUT + 32;
const ENTRIES = REPEAT + 4 * ENTRY_WORDS;
const ROWS = ENTRIES + 4 * ENTRY_WORDS * CHUNK;
const PAGES = Math.ceil((ROWS + 4 * MOST_LANES * CHUNK) / 65536);

type Call = (...parameters: number[]) => void;

export class WaveUnit {
  /** An entry of `ENTRY_WORDS` for each row in the memory: see `compareRows`. */
  readonly entries: Uint32Array;
  /** Of the rows that were counted last: their cycles, then the ways of their worst phases. */
  readonly counted: Uint16Array;
  /** Log2 of the bytes of a row. */
  rowShift = 0;
  readonly #words: Uint32Array;
  readonly #compare: Call;
  readonly #repeat: Call;
  readonly #spread: Call;
  readonly #countWords: Call;
  readonly #countLanes: Call;
  /** By phase table: the places of the lanes' vectors, phase after phase. */
  readonly #lanes = new WeakMap<PhaseTable, Uint32Array>();
  #table: PhaseTable | undefined;

  constructor(memory: ArrayBuffer, call: (name: string) => Call) {
    this.#words = new Uint32Array(memory);
    this.entries = new Uint32Array(memory, ENTRIES, ENTRY_WORDS * CHUNK);
    this.counted = new Uint16Array(memory, OUT, 2 * ROWS_AT_ONCE);
    this.#compare = call('compareRows');
    this.#repeat = call('repeatRows');
    this.#spread = call('spreadRows');
    this.#countWords = call('countWords');
    this.#countLanes = call('countLanes');
  }

  /** Begins with rows of a wave size. */
  begin(waveSize: 32 | 64): void {
    this.rowShift = waveSize === 32 ? 7 : 8;
  }

  /** Copies rows in: at most `CHUNK`. */
  load(addresses: Uint32Array): void {
    this.#words.set(addresses, ROWS / 4);
  }

  /** Where a row of the chunk is; never 0. */
  placeOf(index: number): number {
    return ROWS + (index << this.rowShift);
  }

  /** Compares each of these rows with those that its entry names. */
  compare(from: number, to: number): void {
    const entry = ENTRIES + 4 * ENTRY_WORDS * from;
    this.#compare(this.placeOf(from), this.placeOf(to), 1 << this.rowShift, entry);
  }

  /**
   * How many rows from one on, up to another, have the addresses of those `distance` rows before them, each row moved by a distance that
   * the mask allows, none beyond the last address.
   */
  repeated(from: number, to: number, distance: number, mask: number, lastAddress: number): number {
    const words = this.#words;
    words[REPEAT / 4] = distance << this.rowShift;
    words[REPEAT / 4 + 2] = mask;
    words[REPEAT / 4 + 3] = lastAddress;
    this.#repeat(this.placeOf(from), this.placeOf(to), 1 << this.rowShift, REPEAT);
    return ((words[REPEAT / 4 + 1] ?? 0) - this.placeOf(from)) >> this.rowShift;
  }

  /** Counts up to eight rows: `indices`, of which the first `filled` are meant. */
  count(table: PhaseTable, waves: WholeWaves, indices: Uint32Array, filled: number): void {
    for (let i = 0; i < ROWS_AT_ONCE; i++) {
      this.#words[LIST / 4 + i] = this.placeOf(indices[i < filled ? i : 0] ?? 0);
    }
    if (this.#table !== table) this.#words.set(this.#lanesOf(table), LANES / 4);
    this.#table = table;
    this.#spread(LIST, 1 << this.rowShift, VECTORS);
    const count = waves.distinct ? this.#countWords : this.#countLanes;
    const end = LANES + 4 * table.lanes.length;
    count(LANES, end, 4 * table.lanesPerPhase, waves.banks - 1, waves.ports - 1, OUT, PASSED);
  }

  #lanesOf(table: PhaseTable): Uint32Array {
    const known = this.#lanes.get(table);
    if (known !== undefined) return known;
    const lanes = Uint32Array.from(table.lanes, (lane) => VECTORS + 16 * lane);
    this.#lanes.set(table, lanes);
    return lanes;
  }
}

let unit: WaveUnit | undefined;
let tried = false;

/** The unit, made when it is first asked for; `undefined` where there is no WebAssembly with SIMD. */
export function waveUnit(): WaveUnit | undefined {
  if (!tried) {
    tried = true;
    const instance = instantiate(encodeModule(PAGES, [compareRows, repeatRows, ...countFunctions]));
    if (instance !== undefined) unit = new WaveUnit(instance.memory, instance.call);
  }
  return unit;
}
