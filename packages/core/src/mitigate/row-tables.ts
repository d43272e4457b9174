/**
 * Row keys that no formula has: a key for each row by itself, counted and found by backtracking.
 *
 *     64 B rows, 16 B units, keys 0 to 3 for 16 rows: 4^16 tables
 *     ds_read_b128 of gfx942   phase 0 = rows 0-3 at unit 0 and rows 4-7 at unit 1
 *                              even rows share the lower half of the banks: k0, k2, k4 ^ 1, k6 ^ 1 all differ
 *     331,776 of the tables are conflict-free on gfx942, as many on gfx950, 9,216 on both
 *
 * What limits a row's key are the rows that it meets in a phase. Rows that never meet, directly or through others, are
 * chosen apart and their numbers multiply. A table is accepted when every phase has as many ways as the units in it
 * force upon any layout (`bounds.ts`).
 */
import { leastOf } from '../base/numbers.ts';
import { opcodeAt } from '../access/opcodes.ts';
import { phasesFor, placesOf } from './bounds.ts';
import { addressedLanes, isLaneLinear, type Problem, ruleOf } from './problem.ts';
import { isActive } from '../access/wave-rows.ts';

export interface RowTables {
  /** Tables that keep every phase at its least ways; all of them when `complete`, otherwise those that were found. */
  readonly count: number;
  /** The first in lexicographic order of each group of rows; absent when there is none. */
  readonly keys?: readonly number[];
  /** Tables in the family: keys to the power of rows. */
  readonly size: number;
  readonly complete: boolean;
}

export interface RowTableOptions {
  readonly unitBytes: number;
  /** Rows after which the keys repeat. */
  readonly period: number;
  /** Keys are below this; a power of two, and no more than the units of a row. */
  readonly keys: number;
  /** Stop at the first table instead of counting all. */
  readonly first?: boolean;
}

const MOST_NODES = 2_000_000;
/** A first table is found soon or hardly ever. */
const MOST_NODES_FOR_FIRST = 30_000;

/** One request: a unit of a row, where place 0 of the row is around the banks. */
interface Request {
  readonly row: number;
  readonly unit: number;
  readonly start: number;
}

/** Requests of one phase that compete for the same places. */
interface Crowd {
  readonly requests: readonly Request[];
  readonly places: number;
  /** Units that one place may have. */
  readonly ways: number;
}

/** Counts the tables that keep all accesses at their least on all targets; `undefined` when a rule is missing. */
export function findRowTables(problem: Problem, options: RowTableOptions): RowTables | undefined {
  const crowds = crowdsOf(problem, options);
  if (crowds === undefined) return undefined;
  const { period, keys, first = false } = options;
  const chosen = Array.from({ length: period }, () => 0);
  const budget = { nodes: first ? MOST_NODES_FOR_FIRST : MOST_NODES };
  let count = 1;
  for (const rows of groupsOf(crowds, period)) {
    const meeting = crowds.filter(({ requests }) => requests.some(({ row }) => rows.includes(row)));
    const group = new Group(rows, meeting, keys, first, budget);
    const found = group.search(chosen);
    if (found === 0) {
      return { count: 0, size: keys ** period, complete: budget.nodes > 0 };
    }
    count *= found;
  }
  const complete = budget.nodes > 0 && !first;
  return { count, keys: chosen, size: keys ** period, complete };
}

function crowdsOf(problem: Problem, options: RowTableOptions): Crowd[] | undefined {
  const { tile, waveSize, accesses, targets } = problem;
  const { unitBytes, period } = options;
  const unitsPerRow = (tile.columns * tile.elementBytes) / unitBytes;
  const crowds = new Map<string, Crowd>();
  for (const access of accesses) {
    if (isLaneLinear(access)) continue;
    const opcode = opcodeAt(access.op);
    for (const target of targets) {
      const rule = ruleOf(target, opcode, waveSize);
      if (rule === undefined) return undefined;
      const places = placesOf(rule.banks, unitBytes);
      for (let instance = 0; instance < access.instances; instance++) {
        const table = phasesFor(rule, access, instance, waveSize, tile.columns);
        for (let phase = 0; phase < table.count; phase++) {
          const byWord = new Map<number, Map<string, Request>>();
          for (let i = 0; i < table.lanesPerPhase; i++) {
            const lane = table.lanes[phase * table.lanesPerPhase + i] ?? 0;
            if (lane >= addressedLanes(opcode, waveSize) || !isActive(access, instance, lane))
              continue;
            const at = instance * waveSize + lane;
            const row = access.rows[at] ?? 0;
            const within = (access.columns[at] ?? 0) * tile.elementBytes;
            const unit = Math.floor(within / unitBytes);
            const word = Math.floor((within % unitBytes) / 4);
            const start = (row * unitsPerRow) % places;
            const requests = byWord.get(word) ?? new Map<string, Request>();
            byWord.set(word, requests);
            requests.set(`${row} ${unit}`, { row: row % period, unit, start });
          }
          for (const requests of byWord.values()) {
            const list = [...requests.values()].sort((a, b) => a.row - b.row || a.unit - b.unit);
            const key = `${places}: ${list.map(({ row, unit, start }) => `${row} ${unit} ${start}`).join(', ')}`;
            const ways = Math.ceil(list.length / places);
            crowds.set(key, { requests: list, places, ways });
          }
        }
      }
    }
  }
  return [...crowds.values()];
}

/** Rows that meet in some phase, directly or through others. */
function groupsOf(crowds: readonly Crowd[], period: number): number[][] {
  const group = Array.from({ length: period }, (_, row) => row);
  for (const { requests } of crowds) {
    const labels = new Set(requests.map(({ row }) => group[row] ?? row));
    const least = leastOf(labels);
    for (const [row, label] of group.entries()) if (labels.has(label)) group[row] = least;
  }
  return [...new Set(group)].map((label) =>
    [...group.keys()].filter((row) => group[row] === label),
  );
}

/** Backtracks over the keys of rows that meet. */
class Group {
  readonly #rows: readonly number[];
  readonly #keys: number;
  readonly #first: boolean;
  readonly #budget: { nodes: number };
  /** By position in `rows`: the crowds of a row, with its requests there. */
  readonly #uses: readonly (readonly { readonly crowd: number; readonly request: Request }[])[];
  readonly #crowds: readonly Crowd[];
  /** By crowd: units at each place. */
  readonly #taken: readonly Uint8Array[];

  constructor(
    rows: readonly number[],
    crowds: readonly Crowd[],
    keys: number,
    first: boolean,
    budget: { nodes: number },
  ) {
    this.#rows = rows;
    this.#crowds = crowds;
    this.#keys = keys;
    this.#first = first;
    this.#budget = budget;
    this.#taken = crowds.map(({ places }) => new Uint8Array(places));
    this.#uses = rows.map((row) =>
      crowds.flatMap(({ requests }, crowd) =>
        requests.filter((request) => request.row === row).map((request) => ({ crowd, request })),
      ),
    );
  }

  /** How many choices there are; the first is written into `chosen`. */
  search(chosen: number[]): number {
    const trial = [...chosen];
    let found = 0;
    const visit = (position: number): boolean => {
      if (this.#budget.nodes-- <= 0) return true;
      const row = this.#rows[position];
      if (row === undefined) {
        if (found++ === 0) for (const done of this.#rows) chosen[done] = trial[done] ?? 0;
        return this.#first;
      }
      for (let key = 0; key < this.#keys; key++) {
        trial[row] = key;
        const fits = this.#place(position, key, 1);
        const stop = fits && visit(position + 1);
        this.#place(position, key, -1);
        if (stop) return true;
      }
      return false;
    };
    visit(0);
    return found;
  }

  /** Adds or removes the requests of a row; false when a place has more than its ways. */
  #place(position: number, key: number, step: 1 | -1): boolean {
    let fits = true;
    for (const { crowd, request } of this.#uses[position] ?? []) {
      const { places, ways } = this.#crowds[crowd] ?? { places: 1, ways: 0 };
      const taken = this.#taken[crowd];
      if (taken === undefined) continue;
      const place = (request.start + (request.unit ^ key)) % places;
      const units = (taken[place] ?? 0) + step;
      taken[place] = units;
      if (units > ways) fits = false;
    }
    return fits;
  }
}
