/**
 * A shadow of the LDS of a workgroup: who has touched each part of it, and what of that depends on timing.
 *
 * Each access leaves stamps on the blocks that it touches: which wave has read and written them since the last
 * barrier, and which copy wrote them last. That tells blocks that one wave alone has to do with from *hot* ones,
 * where an exact look pays off; it is taken at the barrier, when all accesses between are known, so what is found does
 * not depend on the order in which waves were executed.
 *
 *     store by wave 0, load by wave 0        stamps 0, 0    nothing to do
 *     store by wave 0, load by wave 1        stamps 0, 1    hot: see findUnordered
 *
 * Stamps are on blocks of 16 bytes: a block that several waves share may be hot without need, never cold against it.
 * The exact look is at granules, which begin with 16 bytes and become smaller when an access is.
 *
 * LIMITATIONS. Lanes of a warp of NVIDIA are taken to go together. Flags in memory are not a barrier here. Of two stores by
 * which one was in flight at a barrier, LDS is taken to execute them in the order of the barrier.
 */
import {
  type LaneMeeting,
  type AccessTrace,
  type Direction,
  findUnordered,
  type InFlight,
  type LeftOut,
  type MaskedElements,
  type PairFindings,
  Touched,
  TraceBuilder,
} from '@ldscope/core';
import type { RecordedSite } from '../recorder.ts';
import type { LaneMask } from '../registers.ts';
import type { AccessingWave } from './accessing-wave.ts';
import type { AsyncCopy } from './copies.ts';
import type { LateAccess } from './lds-flight.ts';
import { StoredValues } from './stored-values.ts';

/** A block, and the largest granule: what the widest instruction moves. */
const BLOCK_SHIFT = 4;

/** Accesses in flight at a barrier before those that stand for others are looked for. */
const MANY_IN_FLIGHT = 64;

/** Copies of several waves were in flight together: the granule is looked at from then on. */
const SEVERAL_COPIES = -1;

const NOTHING = new Uint8Array(0);
const noRows = (): AccessTrace => new TraceBuilder(64).finish();

export class LdsShadow {
  readonly #bytes: number;
  readonly #sites: readonly RecordedSite[];
  readonly #waveCount: number;
  #workgroup: readonly [number, number, number] = [0, 0, 0];
  #firstWave = 0;
  readonly #findings: PairFindings;
  /** The accesses so far. */
  #rows: () => AccessTrace = noRows;
  #shift = BLOCK_SHIFT;
  /** Barriers passed. */
  #epoch = 0;
  /** The first row of this epoch. */
  #from = 0;
  #positions = new Float64Array(256);
  /** By row: its number among the accesses of its wave, where they may be late. */
  #numbers = new Float64Array(256);
  readonly #waves: AccessingWave[] = [];
  readonly #masked = new Map<number, MaskedElements>();

  // By block. A stamp is `epoch * (waves + 2) + 1 + wave`, or one more than that of the last wave for several.
  readonly #readers: Int32Array;
  readonly #writers: Int32Array;
  /** 1 + the number of the last copy, or SEVERAL_COPIES; 0: none. */
  readonly #copyOf: Int32Array;
  /** 1 + position in `#hot`. */
  readonly #hotIndex: Int32Array;

  // By granule: 1 + the row of the first and of the last write; 0: none.
  #firstWrite: Int32Array;
  #lastWrite: Int32Array;

  #hot: number[] = [];
  #copies: AsyncCopy[] = [];
  #inFlight: AsyncCopy[] = [];
  /** Operations of earlier epochs that are still in flight. */
  #late: LateAccess[] = [];
  /** Rows that read something that was not written at the time. */
  #unwritten: number[] = [];
  readonly #values: StoredValues;
  readonly #leftOut: LeftOut<object> | undefined;
  /** Blocks and granules of the last access. */
  readonly #blocks = new Touched();
  readonly #touched = new Touched();
  /** All granules below have been written. */
  #written = 0;
  /** Whether lanes of the last write overlap. */
  overlapping = false;

  /** `leftOut`: stored data is not computed, and reads of it are reported there. */
  constructor(
    bytes: number,
    waveCount: number,
    sites: readonly RecordedSite[],
    findings: PairFindings,
    leftOut?: LeftOut<object>,
  ) {
    this.#leftOut = leftOut;
    this.#bytes = bytes;
    this.#waveCount = waveCount;
    this.#sites = sites;
    this.#findings = findings;
    this.#values = new StoredValues(bytes);
    const blocks = (bytes >> BLOCK_SHIFT) + 1;
    this.#readers = new Int32Array(blocks);
    this.#writers = new Int32Array(blocks);
    this.#copyOf = new Int32Array(blocks);
    this.#hotIndex = new Int32Array(blocks);
    this.#firstWrite = new Int32Array(blocks);
    this.#lastWrite = new Int32Array(blocks);
  }

  /** Begins a workgroup; `firstWave`: the number of its first wave, `rows`: its accesses so far. */
  begin(
    workgroup: readonly [number, number, number],
    firstWave: number,
    rows: () => AccessTrace,
  ): void {
    this.#workgroup = workgroup;
    this.#firstWave = firstWave;
    this.#rows = rows;
    this.#epoch = 0;
    this.#from = 0;
    this.#written = 0;
    this.#copies = [];
    this.#inFlight = [];
    this.#late = [];
    this.#waves.length = 0;
    for (const array of [this.#readers, this.#writers, this.#firstWrite, this.#lastWrite]) {
      array.fill(0);
    }
    this.#copyOf.fill(0);
    this.#values.clear();
  }

  /** Stamps an access that is row number `row` of the trace. Its addresses are inside of LDS; `addressBits` is their OR. */
  note(
    row: number,
    direction: Direction,
    wave: AccessingWave,
    addresses: Uint32Array,
    addressBits: number,
    mask: LaneMask,
    bytes: number,
    elements: MaskedElements | undefined,
  ): void {
    const bits = addressBits | (elements?.bytes ?? bytes);
    while ((bits & ((1 << this.#shift) - 1)) !== 0) this.#halve();
    if (row >= this.#positions.length) {
      this.#positions = longer(this.#positions);
      this.#numbers = longer(this.#numbers);
    }
    this.#positions[row] = wave.position;
    if (wave.flight !== undefined) {
      this.#numbers[row] = wave.flight.issued;
      this.#waves[wave.index] = wave;
    }
    if (elements !== undefined) this.#masked.set(row, elements);
    const { lanes } = wave;
    this.#blocks.set(addresses, 0, mask, bytes, BLOCK_SHIFT, elements, lanes);
    const reads = direction === 'read' || direction === 'atomic';
    this.#stamp(wave, direction !== 'read');
    const written = reads && this.#isWritten();
    if (direction === 'read' && written) return;
    this.#touched.set(addresses, 0, mask, bytes, this.#shift, elements, lanes);
    if (reads && !written && this.#hasUnwritten()) this.#unwritten.push(row);
    if (direction !== 'read') this.#markWritten(row);
  }

  /** After the data of a store is in LDS: what it has written. */
  stored(lds: Uint8Array): void {
    const known = this.#leftOut === undefined ? lds : undefined;
    this.#values.store(known, this.#touched, this.#shift, this.#epoch);
  }

  /** Registers the copy that the last access has begun. */
  addCopy(copy: AsyncCopy): void {
    const number = this.#copies.push(copy);
    this.#inFlight.push(copy);
    const { granules: blocks, count } = this.#blocks;
    for (let i = 0; i < count; i++) {
      const block = blocks[i] ?? 0;
      const other = this.#copyOf[block] ?? 0;
      const alone =
        this.#copies[other - 1]?.wave === copy.wave || !this.#mayArrive(other, copy.wave);
      this.#copyOf[block] = alone ? number : SEVERAL_COPIES;
    }
  }

  /** Lanes of one store have written different values to a byte. */
  collide(site: number, { index }: AccessingWave, meeting: LaneMeeting): void {
    this.#findings.collide(site, { workgroup: this.#workgroup, wave: index }, meeting);
  }

  /** All waves have come to a barrier, or to their end: what they did since the last one is looked at. */
  endEpoch(): void {
    const rows = this.#rows();
    if (this.#hot.length > 0) this.#findUnordered(rows);
    if (this.#unwritten.length > 0) {
      const writers = this.#writersOfEpoch(rows, true);
      const plainWriters = this.#writersOfEpoch(rows, false);
      for (const row of this.#unwritten) {
        const atomic = this.#sites[rows.site[row] ?? 0]?.direction === 'atomic';
        this.#reportUnwritten(row, rows, atomic ? plainWriters : writers);
      }
    }
    for (const block of this.#hot) this.#hotIndex[block] = 0;
    this.#hot = [];
    this.#unwritten = [];
    this.#keepLate(rows);
    this.#from = rows.count;
    this.#epoch++;
    this.#late = this.#stillInFlight(this.#late, rows);
    const late = new Set(this.#late.map(({ row }) => row));
    for (const row of this.#masked.keys()) if (!late.has(row)) this.#masked.delete(row);
    for (const row of late) this.#heatAll(row, rows);
    const copies = this.#inFlight;
    this.#inFlight = this.#stillInFlight(copies, rows);
    if (this.#inFlight.length === copies.length) return;
    const kept = new Set(this.#inFlight);
    for (const copy of copies) if (!kept.has(copy)) copy.data = NOTHING;
  }

  #findUnordered(rows: AccessTrace): void {
    const epoch = {
      rows,
      from: this.#from,
      positions: this.#positions,
      masked: this.#masked,
      sites: this.#sites,
      firstWave: this.#firstWave,
      workgroup: this.#workgroup,
      shift: this.#shift,
      hotBlocks: this.#hot.length,
      blockShift: BLOCK_SHIFT,
      hotIndex: this.#hotIndex,
      copies: [...this.#late, ...this.#inFlight],
      copiesFollow: true,
      differs: (granule: number) => {
        const differs = this.#values.differs(granule, this.#shift, this.#epoch);
        if (differs) this.#leftOut?.ask();
        return differs;
      },
    };
    findUnordered(epoch, this.#findings);
  }

  /** Takes up the accesses of this epoch that their waves had not waited for when they came to the barrier. */
  #keepLate(rows: AccessTrace): void {
    for (let row = this.#from; row < rows.count; row++) {
      const flight = this.#waves[(rows.wave[row] ?? 0) - this.#firstWave]?.flight;
      const number = this.#numbers[row] ?? 0;
      if (flight === undefined || number <= flight.doneBefore) continue;
      if (this.#sites[rows.site[row] ?? 0]?.direction === 'async') continue;
      const settledAfter = number <= flight.done ? this.#epoch + 1 : undefined;
      const access = { row, number, settledAfter, settledAt: Infinity, data: NOTHING };
      this.#late.push(access);
      flight.keep(access);
    }
  }

  /** The copies that may still write in this epoch. */
  #stillInFlight<T extends InFlight>(all: readonly T[], rows: AccessTrace): T[] {
    const left = all.filter(
      ({ settledAfter }) => settledAfter === undefined || settledAfter >= this.#epoch,
    );
    return left.length > MANY_IN_FLIGHT ? withoutRepeated(left, rows) : left;
  }

  /** Makes the blocks of a row hot. */
  #heatAll(row: number, rows: AccessTrace): void {
    this.#touch(row, rows, BLOCK_SHIFT);
    const { granules: blocks, count } = this.#touched;
    for (let i = 0; i < count; i++) this.#heat(blocks[i] ?? 0);
  }

  /** True when the blocks of an access have been written, as far as that is known at once. */
  #isWritten(): boolean {
    while ((this.#firstWrite[this.#written] ?? 0) !== 0) this.#written++;
    return this.#blocks.top < this.#written >> (BLOCK_SHIFT - this.#shift);
  }

  #hasUnwritten(): boolean {
    const { granules, count } = this.#touched;
    for (let i = 0; i < count; i++) if (this.#firstWrite[granules[i] ?? 0] === 0) return true;
    return false;
  }

  #markWritten(row: number): void {
    const { granules, count } = this.#touched;
    const [firstWrite, lastWrite] = [this.#firstWrite, this.#lastWrite];
    this.overlapping = false;
    for (let i = 0; i < count; i++) {
      const granule = granules[i] ?? 0;
      if (firstWrite[granule] === 0) firstWrite[granule] = row + 1;
      if (lastWrite[granule] === row + 1) this.overlapping = true;
      lastWrite[granule] = row + 1;
    }
  }

  /** Stamps the blocks of an access: those that another wave or a copy has to do with are hot. */
  #stamp(wave: AccessingWave, writes: boolean): void {
    const { granules: blocks, count } = this.#blocks;
    const [readers, writers, copyOf] = [this.#readers, this.#writers, this.#copyOf];
    const stamps = writes ? writers : readers;
    const none = this.#epoch * (this.#waveCount + 2);
    const mine = none + 1 + wave.index;
    const several = none + 1 + this.#waveCount;
    // Neighbours were mostly copied together: the verdict on one copy is kept.
    let [checked, arriving] = [0, false];
    for (let i = 0; i < count; i++) {
      const block = blocks[i] ?? 0;
      const writer = writers[block] ?? 0;
      const reader = readers[block] ?? 0;
      const copy = copyOf[block] ?? 0;
      if (copy !== checked) {
        checked = copy;
        arriving = this.#mayArrive(copy, wave);
      }
      const written = writer > none && writer !== mine;
      const shared = written || (writes && reader > none && reader !== mine);
      if (shared || arriving) this.#heat(block);
      const stamp = writes ? writer : reader;
      if (stamp !== mine) stamps[block] = stamp > none ? several : mine;
    }
  }

  /** Whether a copy may still arrive, as far as a wave can know. */
  #mayArrive(number: number, wave: AccessingWave): boolean {
    const copy = this.#copies[number - 1];
    if (copy === undefined) return number === SEVERAL_COPIES;
    if (copy.settledAfter === undefined) return true;
    return copy.wave !== wave && copy.settledAfter >= this.#epoch;
  }

  #heat(block: number): void {
    if (this.#hotIndex[block] === 0) this.#hotIndex[block] = this.#hot.push(block);
  }

  /** The granules of a row of this epoch, into `#touched`. */
  #touch(row: number, rows: AccessTrace, shift = this.#shift): void {
    const { waveSize, addressBytes, activeMask, site } = rows;
    const mask = { low: activeMask[2 * row] ?? 0, high: activeMask[2 * row + 1] ?? 0 };
    const bytes = this.#sites[site[row] ?? 0]?.bytes ?? 0;
    const elements = this.#masked.get(row);
    const at = row * waveSize;
    this.#touched.set(addressBytes, at, mask, bytes, shift, elements, waveSize);
  }

  /** By granule that is written in this epoch, by atomics as well or not: the wave; -1 for several. */
  #writersOfEpoch(rows: AccessTrace, atomics: boolean): Map<number, number> {
    const writers = new Map<number, number>();
    for (let row = this.#from; row < rows.count; row++) {
      const direction = this.#sites[rows.site[row] ?? 0]?.direction;
      if (direction === 'read' || (direction === 'atomic' && !atomics)) continue;
      this.#touch(row, rows);
      const wave = rows.wave[row] ?? 0;
      const { granules, count } = this.#touched;
      for (let i = 0; i < count; i++) {
        const granule = granules[i] ?? 0;
        writers.set(granule, (writers.get(granule) ?? wave) === wave ? wave : -1);
      }
    }
    return writers;
  }

  /** Bytes of a row that nothing had written; a granule that other waves write meanwhile is a race instead. */
  #reportUnwritten(row: number, rows: AccessTrace, writers: ReadonlyMap<number, number>): void {
    this.#touch(row, rows);
    const touched = this.#touched;
    const shift = this.#shift;
    const [site, wave] = [rows.site[row] ?? 0, rows.wave[row] ?? 0];
    const seen = new Set<number>();
    let [first, lane] = [-1, 0];
    for (let i = 0; i < touched.count; i++) {
      const granule = touched.granules[i] ?? 0;
      const written = this.#firstWrite[granule] ?? 0;
      const raced = (writers.get(granule) ?? wave) !== wave;
      if ((written !== 0 && written <= row) || raced) continue;
      if (first < 0) [first, lane] = [granule, touched.lanes[i] ?? 0];
      seen.add(granule);
    }
    if (first < 0) return;
    this.#findings.readUnwritten(site, {
      workgroup: this.#workgroup,
      byte: first << shift,
      bytes: seen.size << shift,
      wave: wave - this.#firstWave,
      lane,
    });
  }

  /** Makes granules half as large: what holds of a granule holds of both halves. */
  #halve(): void {
    this.#shift--;
    this.#written *= 2;
    const granules = (this.#bytes >> this.#shift) + 1;
    this.#firstWrite = doubled(this.#firstWrite, granules);
    this.#lastWrite = doubled(this.#lastWrite, granules);
  }
}

/** A copy of an array with each entry twice. */
function doubled(array: Int32Array, length: number): Int32Array {
  const result = new Int32Array(length);
  for (let i = 0; i < length; i++) result[i] = array[i >> 1] ?? 0;
  return result;
}

function longer(array: Float64Array): Float64Array<ArrayBuffer> {
  const result = new Float64Array(2 * array.length);
  result.set(array);
  return result;
}

/**
 * An operation in flight that the wave repeats at the same site and address completes no later than the repetition: waits
 * complete the oldest first. So the later one stands for both.
 */
function withoutRepeated<T extends InFlight>(all: readonly T[], rows: AccessTrace): T[] {
  const { waveSize, addressBytes, activeMask, site, wave } = rows;
  const latest = new Map<string, T>();
  for (const one of all) {
    const { row } = one;
    const places = addressBytes.subarray(row * waveSize, (row + 1) * waveSize);
    const lanes = `${activeMask[2 * row]} ${activeMask[2 * row + 1]}`;
    latest.set(`${site[row]} ${wave[row]} ${lanes} ${places.join()}`, one);
  }
  return [...latest.values()];
}
