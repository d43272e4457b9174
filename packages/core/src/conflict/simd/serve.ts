/**
 * Costs of rows in which all lanes take part, in WebAssembly: what `Server` and `Repeats` find, several times as fast.
 *
 *     a chunk of rows is copied in -> loops are found, other rows compared with earlier ones -> eight that are new are counted at once
 *
 * Rows are compared within a chunk. What is not served here (some lanes, other rules,
 * addresses beyond LDS) is left for `Server`.
 */
import type { AccessTrace } from '../../access/trace.ts';
import type { PhaseTable } from '../../machine/phases.ts';
import type { Server, WholeWaves } from '../server.ts';
import { BEYOND, ENTRY_WORDS } from './compare-code.ts';
import { ROWS_AT_ONCE } from './count-code.ts';
import { Periods } from './periods.ts';
import { CHUNK, waveUnit, type WaveUnit } from './unit.ts';

/** Waves that are told apart, a power of two; more of them share places. */
const WAVES = 16;
const ALL = 0xffffffff;

/** Where costs go; see `Simulation`. */
export interface Costs {
  readonly phases: Uint32Array;
  readonly idxActive: Uint32Array;
  readonly bankConflict: Uint32Array;
  readonly worstWays: Uint32Array;
}

type ServerOf = (op: number) => Server | undefined;

/** Rows of one instruction that are served in the same phases, until there are eight. */
interface Batch {
  readonly server: Server;
  readonly waves: WholeWaves;
  readonly table: PhaseTable;
  /** Indices into the chunk. */
  readonly rows: Uint32Array;
  filled: number;
}

/** The facts about an instruction that each of its rows needs, so that most rows need no call. */
interface Instruction {
  readonly op: number;
  readonly server: Server | undefined;
  readonly waves: WholeWaves | undefined;
  readonly periodMask: number;
  readonly lastAddress: number;
  /** One for each table of phases. */
  readonly batches: Batch[];
}

/** Writes the costs of the rows that can be served here. Returns which, by row; `undefined` without WebAssembly. */
export function serveWholeWaves(
  trace: AccessTrace,
  costs: Costs,
  serverOf: ServerOf,
): Uint8Array | undefined {
  const unit = waveUnit();
  if (unit === undefined) return undefined;
  const rows = new WholeWaveRows(unit, trace, costs, serverOf);
  for (let begin = 0; begin < trace.count; begin += CHUNK) {
    rows.serveChunk(begin, Math.min(begin + CHUNK, trace.count));
  }
  return rows.served;
}

/** Rows that repeat others, in the order of a chunk: `rows` from `begin` on cost what those `distance` before them cost. */
interface Repeat {
  readonly begin: number;
  readonly rows: number;
  readonly distance: number;
}

class WholeWaveRows {
  /** By row: 1 if its costs are known. */
  readonly served: Uint8Array;
  readonly #unit: WaveUnit;
  readonly #trace: AccessTrace;
  readonly #costs: Costs;
  readonly #serverOf: ServerOf;
  readonly #byOp: (Instruction | undefined)[] = [];
  /** The batches of all instructions. */
  readonly #batches: Batch[] = [];
  readonly #periods: Periods;
  /** 1 + the last row, by site; 1 + the row where it last began, by site and wave. */
  readonly #ofSite: Int32Array;
  readonly #began: Int32Array;

  constructor(unit: WaveUnit, trace: AccessTrace, costs: Costs, serverOf: ServerOf) {
    this.#unit = unit;
    this.#trace = trace;
    this.#costs = costs;
    this.#serverOf = serverOf;
    this.served = new Uint8Array(trace.count);
    this.#periods = new Periods(trace, unit, (op) => {
      const instruction = this.#instruction(op);
      return instruction.waves === undefined ? undefined : instruction;
    });
    this.#ofSite = new Int32Array(trace.sites.length);
    this.#began = new Int32Array(trace.sites.length * WAVES);
    unit.begin(trace.waveSize);
  }

  serveChunk(begin: number, end: number): void {
    const { waveSize, addressBytes } = this.#trace;
    this.#unit.load(addressBytes.subarray(begin * waveSize, end * waveSize));
    const repeats = this.#repeatsIn(begin, end);
    let at = begin;
    for (const { begin: next, rows } of repeats) {
      if (at < next) this.#unit.compare(at - begin, next - begin);
      this.#collectNew(begin, at, next);
      at = next + rows;
    }
    for (const batch of this.#batches) if (batch.filled > 0) this.#count(batch, begin);
    at = begin;
    for (const { begin: next, rows, distance } of repeats) {
      this.#copyLike(begin, at, next);
      if (rows > 0) this.#copyPeriod(next, rows, distance);
      at = next + rows;
    }
  }

  /** The rows of a chunk that repeat a period, an empty repeat at the end; all others are chosen. */
  #repeatsIn(begin: number, end: number): readonly Repeat[] {
    const repeats: Repeat[] = [];
    for (let row = begin; ;) {
      const repeat = this.#choose(row, begin, end);
      repeats.push(repeat);
      if (repeat.rows === 0) return repeats;
      row = repeat.begin + repeat.rows;
      this.#enter(Math.max(repeat.begin, row - repeat.distance), row);
    }
  }

  /** Enters where instructions of rows begin, which others may repeat. */
  #enter(from: number, to: number): void {
    const { site, wave } = this.#trace;
    for (let row = from; row < to; row++) {
      const place = (site[row] ?? 0) * WAVES + ((wave[row] ?? 0) & (WAVES - 1));
      if (site[row] !== site[row - 1] || wave[row] !== wave[row - 1]) this.#began[place] = row + 1;
    }
  }

  /**
   * Marks the rows that can be served, and enters what each is compared with, until rows repeat a period; gives those. A row is
   * compared with the last of its site, and with the one where its wave began to execute the site last.
   */
  #choose(from: number, begin: number, end: number): Repeat {
    const { op, site, wave, activeMask, waveSize } = this.#trace;
    const { entries, rowShift } = this.#unit;
    const { served } = this;
    const ofSite = this.#ofSite;
    const began = this.#began;
    const zero = this.#unit.placeOf(0) - (begin << rowShift);
    let instruction: Instruction | undefined;
    let [before, waveBefore] = [-1, -1];
    for (
      let row = from, entry = ENTRY_WORDS * (from - begin);
      row < end;
      row++, entry += ENTRY_WORDS
    ) {
      const place = site[row] ?? 0;
      const ofWave = wave[row] ?? 0;
      const wavePlace = place * WAVES + (ofWave & (WAVES - 1));
      const second = (began[wavePlace] ?? 0) - 1;
      if (place !== before || ofWave !== waveBefore) {
        const distance = row - second;
        const rows = second < begin ? 0 : this.#periods.rowsFrom(row, distance, begin, end);
        if (rows > 0) return { begin: row, rows, distance };
        [before, waveBefore] = [place, ofWave];
        began[wavePlace] = row + 1;
      }
      const number = op[row] ?? 0;
      if (instruction?.op !== number) instruction = this.#instruction(number);
      const lanes =
        (activeMask[2 * row] ?? 0) & (waveSize === 32 ? -1 : (activeMask[2 * row + 1] ?? 0));
      entries[entry] = 0;
      entries[entry + 1] = 0;
      if (lanes !== -1 || instruction.waves === undefined) continue;
      served[row] = 1;
      const first = (ofSite[place] ?? 0) - 1;
      ofSite[place] = row + 1;
      if (first >= begin && op[first] === number) entries[entry] = zero + (first << rowShift);
      if (second >= begin && second !== first && op[second] === number)
        entries[entry + 1] = zero + (second << rowShift);
      entries[entry + 2] = instruction.periodMask;
      entries[entry + 3] = instruction.lastAddress;
    }
    return { begin: end, rows: 0, distance: 0 };
  }

  #instruction(op: number): Instruction {
    const known = this.#byOp[op];
    if (known !== undefined) return known;
    const server = this.#serverOf(op);
    const instruction: Instruction = {
      op,
      server,
      waves: server?.wholeWaves,
      periodMask: (server?.periodBytes ?? 1) - 1,
      lastAddress: server?.lastAddress ?? 0,
      batches: [],
    };
    this.#byOp[op] = instruction;
    return instruction;
  }

  /** Counts the rows that are like no other; those that do not fill a batch are left in it. */
  #collectNew(begin: number, from: number, to: number): void {
    const { op } = this.#trace;
    const { entries } = this.#unit;
    const { served } = this;
    for (
      let row = from, entry = ENTRY_WORDS * (from - begin);
      row < to;
      row++, entry += ENTRY_WORDS
    ) {
      if (entries[entry] === 0 && served[row] === 1)
        this.#collect(this.#instruction(op[row] ?? 0), begin, row);
    }
  }

  /** Adds a row to the batch of its phases, and counts that when it is full. */
  #collect({ server, waves, batches }: Instruction, begin: number, row: number): void {
    if (server === undefined || waves === undefined) return;
    const { addressBytes, waveSize } = this.#trace;
    const table = server.tableFor(addressBytes, row * waveSize, ALL);
    let batch = batches.find((one) => one.table === table);
    if (batch === undefined) {
      batch = { server, waves, table, rows: new Uint32Array(ROWS_AT_ONCE), filled: 0 };
      batches.push(batch);
      this.#batches.push(batch);
    }
    batch.rows[batch.filled++] = row - begin;
    if (batch.filled === ROWS_AT_ONCE) this.#count(batch, begin);
  }

  #count(batch: Batch, begin: number): void {
    const { counted, entries } = this.#unit;
    const { phases, idxActive, bankConflict, worstWays } = this.#costs;
    const { server, waves, table, rows, filled } = batch;
    this.#unit.count(table, waves, rows, filled);
    batch.filled = 0;
    for (let i = 0; i < filled; i++) {
      const index = rows[i] ?? 0;
      const bits = entries[ENTRY_WORDS * index + 1] ?? 0;
      server.serveCounted(table, counted[i] ?? 0, counted[ROWS_AT_ONCE + i] ?? 0, bits);
      phases[begin + index] = server.phases;
      idxActive[begin + index] = server.cycles;
      bankConflict[begin + index] = server.conflicts;
      worstWays[begin + index] = server.ways;
    }
  }

  /** Rows that are like others get their costs: of earlier rows, which have theirs. Addresses beyond LDS are not served here. */
  #copyLike(begin: number, from: number, to: number): void {
    const { entries, rowShift } = this.#unit;
    const { phases, idxActive, bankConflict, worstWays } = this.#costs;
    const { served } = this;
    const zero = this.#unit.placeOf(0) - (begin << rowShift);
    for (
      let row = from, entry = ENTRY_WORDS * (from - begin);
      row < to;
      row++, entry += ENTRY_WORDS
    ) {
      const like = (entries[entry] ?? 0) | 0;
      if (like === 0) continue;
      if (like === BEYOND) served[row] = 0;
      else {
        const other = (like - zero) >> rowShift;
        phases[row] = phases[other] ?? 0;
        idxActive[row] = idxActive[other] ?? 0;
        bankConflict[row] = bankConflict[other] ?? 0;
        worstWays[row] = worstWays[other] ?? 0;
        served[row] = served[other] ?? 0;
      }
    }
  }

  /** Gives rows the costs of those a period before them, and whether they have theirs: as many at once as are there already. */
  #copyPeriod(begin: number, rows: number, distance: number): void {
    const { phases, idxActive, bankConflict, worstWays } = this.#costs;
    for (const column of [phases, idxActive, bankConflict, worstWays, this.served]) {
      for (let done = 0; done < rows; done = 2 * done + distance) {
        const last = begin - distance + Math.min(distance + done, rows - done);
        column.copyWithin(begin + done, begin - distance, last);
      }
    }
  }
}
