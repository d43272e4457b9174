/**
 * The pairs of accesses that no wait and no barrier keeps in order, among those of one epoch.
 *
 * An *epoch* is what the waves of a workgroup do between two barriers. Accesses of two waves in one epoch have no
 * order, those of different epochs have one, those of one wave always have. What is in flight takes part in every epoch from
 * the one that issues it to the one in which its wave waits for it. Copies go another way than what the wave does itself: the two
 * are unordered while the first is in flight.
 *
 *     granule 7    store 12:5 by wave 0, load 20:9 by waves 0 and 1     pair (12:5, 20:9): wave 0 and wave 1
 *
 * Reads do not race with reads, nor atomics with atomics. Stores of equal values do not, when all stores to the byte
 * in this epoch, or since one in flight, are of that value; nor do copies of equal data. Where waves hand data over by flags,
 * these order accesses too (`flag-order.ts`).
 *
 * Which of two is first is what the program says: the operation that comes first in the text, in the same round of
 * their loops. LIMITATION: where waves go round a loop a different number of times this may be wrong; that there is
 * a pair is not.
 */
import type { AccessTrace } from '../access/trace.ts';
import type { InFlight } from './in-flight.ts';
import { hazardOf, isCopy, kindOf, KINDS, type LdsSite, mayMeet } from './lds-kinds.ts';
import { type HazardKind, needs, type PairFindings, type Witness } from './pair-findings.ts';
import { type MaskedElements, Touched } from './touched.ts';

/** Rows of accesses, as in an `AccessTrace`. */
export type AccessRows = Pick<
  AccessTrace,
  'waveSize' | 'count' | 'addressBytes' | 'activeMask' | 'site' | 'wave'
>;

/** Which rows come before which, and which have all others on the same sides. */
interface RowOrder {
  comesBefore(first: number, second: number): boolean;
  isSame(first: number, second: number): boolean;
}

/** The accesses of an epoch, and the granules that are worth a look. */
export interface Epoch {
  readonly rows: AccessRows;
  /** The rows of this epoch: `from` to `rows.count - 1`. */
  readonly from: number;
  /** By row: the place in the program; grows with every operation of a wave. */
  readonly positions: Float64Array;
  readonly masked: ReadonlyMap<number, MaskedElements>;
  readonly sites: readonly (LdsSite | undefined)[];
  /** Number of the first wave of the workgroup. */
  readonly firstWave: number;
  readonly workgroup: readonly [number, number, number];
  /** Bits of a granule. */
  readonly shift: number;
  /** How many blocks more than one wave, or a copy in flight, has to do with. */
  readonly hotBlocks: number;
  /** Bits of a block. */
  readonly blockShift: number;
  /** By block: its number among the hot ones, from 1; 0 where it is not hot. */
  readonly hotIndex: Int32Array;
  /**
   * What is in flight at any time of the epoch, the oldest first: all copies, accesses of earlier epochs that their waves had
   * not waited for at the last barrier, and those of this one that a wave has not waited for when it makes a copy.
   */
  readonly copies: readonly InFlight[];
  /** A copy comes after what its own wave read and stored before: compilers leave no wait there (LLVM 22, `llc -mcpu=gfx950`). */
  readonly copiesFollow?: boolean;
  /** True when stores of this epoch to a granule differ. */
  readonly differs: (granule: number) => boolean;
  /** True when later stores to a granule differ from a row in flight; without it, those two are not compared. */
  readonly differsSince?: (granule: number, row: number) => boolean;
  /** Sites whose accesses are looked at; all where it is absent. */
  readonly only?: ReadonlySet<number>;
  /** Present where flags in LDS order accesses as well. */
  readonly order?: RowOrder | undefined;
}

/**
 * Who touches a granule: the accesses of a wave at one site from a row on, or one copy. Nodes are a tree: a granule is in
 * the class of the last one that has touched it, and its parents are the others.
 */
const NODE = { parent: 0, site: 1, wave: 2, row: 3, kind: 4, copy: 5 } as const;
const NODE_WORDS = 6;
/** Granules that nobody has touched: those whose stores agree, and those whose stores differ. */
const [AGREEING, DIFFERING] = [NODE_WORDS, 2 * NODE_WORDS];

/** Finds the pairs of an epoch. */
export function findUnordered(epoch: Epoch, findings: PairFindings): void {
  const { rows, from, copies, only } = epoch;
  const isLookedAt = (row: number): boolean => only?.has(rows.site[row] ?? 0) ?? true;
  const classes = new Classes(epoch);
  for (const { row } of copies) if (row < from && isLookedAt(row)) classes.enter(row);
  for (let row = from; row < rows.count; row++) if (isLookedAt(row)) classes.enter(row);
  const search = new Search(epoch, classes, findings);
  for (let row = from; row < rows.count; row++) if (isLookedAt(row)) search.look(row);
}

/** The granules that a row touches, into `touched`. */
function touch(epoch: Epoch, row: number, touched: Touched): void {
  const { rows, sites, shift } = epoch;
  const low = rows.activeMask[2 * row] ?? 0;
  const high = rows.activeMask[2 * row + 1] ?? 0;
  const bytes = sites[rows.site[row] ?? 0]?.bytes ?? 0;
  const { waveSize, addressBytes } = rows;
  const elements = epoch.masked.get(row);
  touched.set(addressBytes, row * waveSize, { low, high }, bytes, shift, elements, waveSize);
}

function hotGranules({ hotBlocks, blockShift, shift }: Epoch): number {
  return hotBlocks << (blockShift - shift);
}

/** The number of a granule among those of hot blocks; -1 where its block is not hot. */
function hotNumber({ hotIndex, blockShift, shift }: Epoch, granule: number): number {
  const bits = blockShift - shift;
  const block = (hotIndex[granule >> bits] ?? 0) - 1;
  return block < 0 ? -1 : (block << bits) | (granule & ((1 << bits) - 1));
}

/** The classes of hot granules: those in one class have been touched by the same accesses. */
class Classes {
  /** By hot granule: the node of its class. */
  readonly classOf: Int32Array;
  nodes: Int32Array = new Int32Array(1024 * NODE_WORDS);
  /** 1 + the position of each copy among those of the epoch, by its row. */
  readonly copyAt: ReadonlyMap<number, number>;
  readonly #epoch: Epoch;
  readonly #touched = new Touched();
  #end = 3 * NODE_WORDS;
  /** By node: 1 + the last row that met its class, and the class that came of it. */
  #metBy: Int32Array = new Int32Array(1024);
  #becomes: Int32Array = new Int32Array(1024);

  constructor(epoch: Epoch) {
    this.#epoch = epoch;
    this.classOf = new Int32Array(hotGranules(epoch));
    this.copyAt = new Map(epoch.copies.map(({ row }, i) => [row, i + 1]));
  }

  /** The number of nodes, and of those to come. */
  get count(): number {
    return this.#end / NODE_WORDS;
  }

  enter(row: number): void {
    const touched = this.#touched;
    touch(this.#epoch, row, touched);
    for (let i = 0; i < touched.count; i++) {
      const granule = touched.granules[i] ?? 0;
      const hot = hotNumber(this.#epoch, granule);
      if (hot < 0) continue;
      const old = this.classOf[hot] ?? 0;
      const before = old !== 0 ? old : this.#epoch.differs(granule) ? DIFFERING : AGREEING;
      const number = before / NODE_WORDS;
      if (this.#metBy[number] !== row + 1) {
        const after = this.#classWith(before, row);
        this.#metBy[number] = row + 1;
        this.#becomes[number] = after;
      }
      this.classOf[hot] = this.#becomes[number] ?? 0;
    }
  }

  /** The class of granules of a class that a row touches too. */
  #classWith(before: number, row: number): number {
    const { rows, sites, order } = this.#epoch;
    const [site = 0, wave = 0] = [rows.site[row], rows.wave[row]];
    const copy = this.copyAt.get(row) ?? 0;
    const { nodes } = this;
    for (let at = before; at > DIFFERING; at = nodes[at + NODE.parent] ?? 0) {
      const same = nodes[at + NODE.site] === site && nodes[at + NODE.wave] === wave;
      if (!same || nodes[at + NODE.copy] !== copy) continue;
      if (order === undefined || order.isSame(nodes[at + NODE.row] ?? 0, row)) return before;
    }
    const at = this.#push();
    this.nodes[at + NODE.parent] = before;
    this.nodes[at + NODE.site] = site;
    this.nodes[at + NODE.wave] = wave;
    this.nodes[at + NODE.row] = row;
    this.nodes[at + NODE.kind] = kindOf(sites[site]);
    this.nodes[at + NODE.copy] = copy;
    return at;
  }

  #push(): number {
    const at = this.#end;
    this.#end += NODE_WORDS;
    if (this.#end > this.nodes.length) {
      this.nodes = longer(this.nodes);
      this.#metBy = longer(this.#metBy);
      this.#becomes = longer(this.#becomes);
    }
    return at;
  }
}

function longer(array: Int32Array): Int32Array {
  const result = new Int32Array(2 * array.length);
  result.set(array);
  return result;
}

/** What one row has in common with accesses of another site: those of its epoch, or those in flight. */
interface Hit {
  /** The site of the others. */
  readonly site: number;
  readonly kind: HazardKind;
  /** The first granule, and the lane that touches it. */
  readonly granule: number;
  readonly lane: number;
  /** A row of the others. */
  readonly other: number;
  /** It is of the same wave. */
  readonly own: boolean;
  granules: number;
  /** The last class that was counted. */
  last: number;
  missing: number;
}

/** Where a row first meets others, and in how many granules. */
interface Spot {
  readonly i: number;
  readonly granules: number;
}

/** Takes each row as the second access of a pair. */
class Search {
  readonly #epoch: Epoch;
  readonly #classes: Classes;
  readonly #findings: PairFindings;
  readonly #touched = new Touched();
  readonly #others = new Touched();
  /** By hot granule: 1 + the last row that was looked at. */
  readonly #done: Int32Array;
  /** By node, of the last row: how many granules of the class it touches. */
  readonly #granules: Int32Array;

  constructor(epoch: Epoch, classes: Classes, findings: PairFindings) {
    this.#epoch = epoch;
    this.#classes = classes;
    this.#findings = findings;
    this.#done = new Int32Array(hotGranules(epoch));
    this.#granules = new Int32Array(classes.count);
  }

  look(row: number): void {
    const touched = this.#touched;
    touch(this.#epoch, row, touched);
    /** Where the row first touches each class. */
    const first = new Map<number, number>();
    for (let i = 0; i < touched.count; i++) {
      const hot = hotNumber(this.#epoch, touched.granules[i] ?? 0);
      if (hot < 0 || this.#done[hot] === row + 1) continue;
      this.#done[hot] = row + 1;
      const node = this.#classes.classOf[hot] ?? 0;
      const number = node / NODE_WORDS;
      if (this.#granules[number] === 0) first.set(node, i);
      this.#granules[number] = (this.#granules[number] ?? 0) + 1;
    }
    const hits = new Map<number, Hit>();
    for (const [node, i] of first) {
      this.#lookAt(row, node, i, hits);
      this.#granules[node / NODE_WORDS] = 0;
    }
    for (const hit of hits.values()) this.#report(row, hit);
  }

  /** Holds a row against all that have touched the granules of a class, the first at `i` of the row. */
  #lookAt(row: number, node: number, i: number, hits: Map<number, Hit>): void {
    const { nodes } = this.#classes;
    const { rows, sites, from } = this.#epoch;
    const wave = rows.wave[row] ?? 0;
    const kind = kindOf(sites[rows.site[row] ?? 0]);
    const differ = rootOf(nodes, node) === DIFFERING;
    for (let at = node; at > DIFFERING; at = nodes[at + NODE.parent] ?? 0) {
      const own = nodes[at + NODE.wave] === wave;
      const [before = 0, other = 0] = [nodes[at + NODE.kind], nodes[at + NODE.row]];
      if (own && !isCopy(before) && !isCopy(kind)) continue;
      const late = other < from && before !== KINDS.async;
      if (mayMeet(before, kind, late)) continue;
      if (!own && this.#isOrdered(other, row)) continue;
      const stores = before === kind && kind === KINDS.write;
      if (stores && !late && !differ) continue;
      const missing = own ? this.#missingInWave(at, row, kind) : this.#missing(at, row);
      if (missing === 0) continue;
      const copies = before === kind && kind === KINDS.async;
      const spot = copies
        ? this.#whereCopiesDiffer(at, row, node)
        : stores && late
          ? this.#where(node, (granule) => this.#epoch.differsSince?.(granule, other) === true)
          : { i, granules: this.#granules[node / NODE_WORDS] ?? 0 };
      if (spot === undefined) continue;
      const site = nodes[at + NODE.site] ?? 0;
      const key = 2 * site + ((late || own) && before !== KINDS.async ? 1 : 0);
      const granule = this.#touched.granules[spot.i] ?? 0;
      const hit = hits.get(key);
      // Two waves are worse than one.
      if (hit === undefined || (hit.own && !own)) {
        const lane = this.#touched.lanes[spot.i] ?? 0;
        const hazard = hazardOf(before, kind, late || own);
        const { granules } = spot;
        hits.set(key, {
          site,
          kind: hazard,
          granule,
          lane,
          other,
          own,
          granules,
          last: node,
          missing,
        });
        continue;
      }
      hit.missing |= missing;
      if (hit.last !== node) hit.granules += spot.granules;
      hit.last = node;
    }
  }

  /** Whether flags order two accesses of different waves. */
  #isOrdered(one: number, other: number): boolean {
    const { order } = this.#epoch;
    return order?.comesBefore(one, other) === true || order?.comesBefore(other, one) === true;
  }

  #report(
    row: number,
    { site: other, kind, granule, lane, other: first, granules, missing }: Hit,
  ): void {
    const { shift, rows, firstWave, workgroup } = this.#epoch;
    const witness = (): Witness => ({
      workgroup,
      byte: granule << shift,
      bytes: granules << shift,
      wave: (rows.wave[row] ?? 0) - firstWave,
      lane,
      otherWave: (rows.wave[first] ?? 0) - firstWave,
      otherLane: this.#laneAt(first, granule),
    });
    this.#findings.add({ kind, site: rows.site[row] ?? 0, other, missing, count: 1 }, witness);
  }

  /** The first lane of a row that touches a granule. */
  #laneAt(row: number, granule: number): number {
    const others = this.#others;
    touch(this.#epoch, row, others);
    return others.lanes[others.granules.subarray(0, others.count).indexOf(granule)] ?? 0;
  }

  /** What is missing between this row and another of the same wave, one of which is a copy; 0: nothing. */
  #missingInWave(at: number, row: number, kind: number): number {
    const copy = this.#copyOf(at);
    // Copies come in the order in which their wave makes them.
    if (copy === undefined) return 0;
    if (isCopy(kind) && (isCopy(this.#kindAt(at)) || this.#epoch.copiesFollow === true)) return 0;
    return copy.row < row && row < copy.settledAt ? needs.wait : 0;
  }

  /** What is missing between an access of another wave and this row, when it is the second; 0: nothing. */
  #missing(at: number, row: number): number {
    const first = this.#classes.nodes[at + NODE.row] ?? 0;
    if (first >= this.#epoch.from && !this.#isBefore(first, row)) return 0;
    const copy = this.#copyOf(at);
    if (copy === undefined || copy.settledAfter !== undefined) return needs.barrier;
    return needs.wait | needs.barrier;
  }

  #kindAt(node: number): number {
    return this.#classes.nodes[node + NODE.kind] ?? 0;
  }

  #copyOf(at: number): InFlight | undefined {
    return this.#epoch.copies[(this.#classes.nodes[at + NODE.copy] ?? 0) - 1];
  }

  #isBefore(a: number, b: number): boolean {
    const { positions, rows } = this.#epoch;
    const [first = 0, second = 0] = [positions[a], positions[b]];
    if (first !== second) return first < second;
    const [site = 0, other = 0] = [rows.site[a], rows.site[b]];
    return site === other ? a < b : site < other;
  }

  /** Where the data of two copies differs in granules of a class; `undefined` when it is the same. */
  #whereCopiesDiffer(at: number, row: number, node: number): Spot | undefined {
    const a = this.#copyOf(at);
    const b = this.#epoch.copies[(this.#classes.copyAt.get(row) ?? 0) - 1];
    if (a === undefined || b === undefined) return undefined;
    const others = this.#others;
    touch(this.#epoch, a.row, others);
    const laneOf = new Map<number, number>();
    for (let i = 0; i < others.count; i++)
      laneOf.set(others.granules[i] ?? 0, others.lanes[i] ?? 0);
    return this.#where(
      node,
      (granule, lane) => !this.#copiesSame(a, laneOf.get(granule) ?? 0, b, lane, granule),
    );
  }

  /** The granules of a class, touched by this row, of which something holds; `undefined` when of none. */
  #where(node: number, holds: (granule: number, lane: number) => boolean): Spot | undefined {
    const { granules, lanes, count } = this.#touched;
    const found = new Map<number, number>();
    for (let i = 0; i < count; i++) {
      const granule = granules[i] ?? 0;
      if (this.#classes.classOf[hotNumber(this.#epoch, granule)] !== node) continue;
      if (holds(granule, lanes[i] ?? 0) && !found.has(granule)) found.set(granule, i);
    }
    const [first] = found.values();
    return first === undefined ? undefined : { i: first, granules: found.size };
  }

  #copiesSame(a: InFlight, laneA: number, b: InFlight, laneB: number, granule: number): boolean {
    const { rows, shift } = this.#epoch;
    const offset = (copy: InFlight, lane: number): number => {
      const address = rows.addressBytes[copy.row * rows.waveSize + lane] ?? 0;
      return lane * (copy.data.length / rows.waveSize) + (granule << shift) - address;
    };
    const [atA, atB] = [offset(a, laneA), offset(b, laneB)];
    for (let i = 0; i < 1 << shift; i++) {
      if (a.data[atA + i] !== b.data[atB + i]) return false;
    }
    return true;
  }
}

function rootOf(nodes: Int32Array, node: number): number {
  let at = node;
  while (at > DIFFERING) at = nodes[at + NODE.parent] ?? 0;
  return at;
}
