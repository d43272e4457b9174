/**
 * The LDS of a workgroup, with a shadow that says who wrote and read each part last.
 *
 * A *write* is one execution of a store, atomic or direct-to-LDS load: it belongs to a wave, happens between two
 * barriers of that wave (its epoch), and is settled once the wave has waited for it. Another wave may rely on it
 * when a barrier has followed that wait:
 *
 *     wave 0   ds_write   s_waitcnt lgkmcnt(0)   s_barrier                   epoch 0, settled in epoch 0
 *     wave 1                                     s_barrier   ds_read         epoch 1 > 0: safe
 *
 * The shadow has one entry per granule: the narrowest access of the kernel (1, 2 or 4 bytes), so that waves which
 * write neighbouring halves of a word do not race. Barriers are counted per wave; the k-th of one is that of all.
 *
 * A loop around a compare-and-swap begins with a plain read, which may be old: the comparison finds out. So a plain
 * read and a compare-and-swap are no race.
 *
 * LIMITATIONS. Races between executions that this order of waves keeps apart by other means (flags in memory,
 * `s_sleep`) are reported as well.
 */
import { messages } from '@ldscope/core';
import type { Findings } from './findings.ts';
import { Spans } from './spans.ts';
import type { Wave } from './wave.ts';

/** `compare`: an atomic that stores only where memory has the value that was read before. */
export type WriteKind = 'plain' | 'atomic' | 'compare' | 'copy';

interface Write {
  readonly wave: number;
  readonly epoch: number;
  readonly kind: WriteKind;
  /** Barriers that its wave had passed when it waited; `Infinity` while it has not. */
  settled: number;
}

const isAtomic = (kind: WriteKind): boolean => kind === 'atomic' || kind === 'compare';

/** A reader entry: `epoch * 32 + wave + 1`, where the wave `SEVERAL` stands for more than one. */
const SEVERAL = 30;

/** Words that a read is remembered by: 64 addresses, two of active lanes, bytes. */
const READ_WORDS = 67;
/** Reads that are remembered at most before they are entered in the shadow. */
const MOST_READS = 512;

/** One access: where its lanes are, which take part, and the lowest and highest address. */
export interface LaneAddresses {
  readonly addresses: Uint32Array;
  readonly low: number;
  readonly high: number;
  readonly bottom: number;
  readonly top: number;
}

export class Lds {
  readonly bytes: number;
  /** Bytes up to the last one that was touched, in any workgroup. */
  touched = 0;
  readonly data: Uint8Array;
  readonly words: Uint32Array;
  readonly #findings: Findings;
  readonly #shift: 0 | 1 | 2;
  /** By granule: a write's number plus one, 0 where nothing was written. */
  readonly #writers: Uint32Array;
  readonly #readers: Uint32Array;
  /** What was written, by tag. */
  #log: Write[] = [];
  /** Barriers passed: the same for all waves that run. */
  #epoch = 0;
  /** Writes that some wave may not rely on yet. */
  readonly #writes: Spans;
  /** Reads of this epoch that are not in `#readers` yet, and their lanes; whether there are others that are. */
  readonly #reads: Spans;
  #readLanes = new Uint32Array(64 * READ_WORDS);
  #stamped = false;
  /** All granules below have been written. */
  #written = 0;
  /** Another wave that the last write may collide with; -1 when there is none. */
  #rival = -1;
  #rivalWhat = '';
  #waves: readonly Wave[] = [];

  /** `granuleBytes`: the narrowest access of the kernel. */
  constructor(bytes: number, granuleBytes: 1 | 2 | 4, findings: Findings) {
    this.bytes = bytes;
    // Room behind the end: an access is checked once, by its first and last byte.
    const buffer = new ArrayBuffer((bytes + 3) & ~3);
    this.data = new Uint8Array(buffer);
    this.words = new Uint32Array(buffer);
    this.#findings = findings;
    this.#writes = new Spans(bytes);
    this.#reads = new Spans(bytes);
    this.#shift = granuleBytes === 4 ? 2 : granuleBytes === 2 ? 1 : 0;
    const granules = (this.data.length >> this.#shift) + 1;
    this.#writers = new Uint32Array(granules);
    this.#readers = new Uint32Array(granules);
  }

  /** Begins a workgroup: what LDS holds is undefined, here 0. */
  reset(waves: readonly Wave[]): void {
    this.data.fill(0);
    this.#writers.fill(0);
    this.#readers.fill(0);
    this.#log = [];
    this.#epoch = 0;
    this.#writes.clear();
    this.#reads.clear();
    this.#stamped = false;
    this.#written = 0;
    this.#waves = waves;
  }

  /** Registers a write; its tag goes to `settle` when the wave has waited for it. */
  beginWrite(wave: Wave, kind: WriteKind): number {
    return this.#log.push({
      wave: wave.index,
      epoch: wave.barriers,
      kind,
      settled: Infinity,
    });
  }

  settle(tag: number): void {
    const write = this.#log[tag - 1];
    if (write !== undefined) write.settled = this.#waves[write.wave]?.barriers ?? 0;
  }

  /**
   * Stores, and reports a collision with another wave that `write` has seen: none when the bytes stay what they
   * are, as when all waves of a workgroup write the same zeros.
   */
  storeChecked(number: number, wave: Wave, store: () => void): void {
    if (this.#rival < 0) {
      store();
      return;
    }
    const before = this.data.slice();
    store();
    if (before.some((byte, index) => byte !== this.data[index]))
      this.#race(number, wave, this.#rivalWhat, this.#rival);
  }

  /**
   * Marks a write of `bytes` per lane, and looks for accesses that it may collide with: what other waves read or
   * wrote since the last barrier. Addresses are inside.
   */
  write(wave: Wave, tag: number, lanes: LaneAddresses, bytes: number): void {
    this.#enter(wave.barriers);
    this.#rival = -1;
    const { bottom } = lanes;
    const top = lanes.top + bytes - 1;
    if (top >= this.touched) this.touched = top + 1;
    if (this.#reads.meetsOther(bottom, top, wave.index)) this.#stampReads();
    const clear = !this.#stamped && !this.#writes.meetsOther(bottom, top, wave.index);
    this.#writes.add(bottom, top, wave.index, tag);
    if (clear) this.#mark(tag, lanes, bytes - 1);
    else this.#checkAndMark(wave, tag, lanes, bytes - 1);
  }

  /** Enters a write granule by granule; `more`: bytes of a lane beyond the first. */
  #mark(tag: number, { addresses, low, high }: LaneAddresses, more: number): void {
    const shift = this.#shift;
    const writers = this.#writers;
    for (let half = 0; half < 64; half += 32) {
      let active = half === 0 ? low : high;
      for (let lane = half; active !== 0; lane++, active >>>= 1) {
        if ((active & 1) === 0) continue;
        const address = addresses[lane] ?? 0;
        const last = (address + more) >> shift;
        for (let granule = address >> shift; granule <= last; granule++) writers[granule] = tag;
      }
    }
  }

  /** The same, looking at who has read and written each granule before. */
  #checkAndMark(wave: Wave, tag: number, lanes: LaneAddresses, more: number): void {
    const { addresses, low, high } = lanes;
    const shift = this.#shift;
    const writers = this.#writers;
    const readers = this.#readers;
    const stamped = this.#stamped;
    const me = wave.index + 1;
    const compares = this.#log[tag - 1]?.kind === 'compare';
    // Neighbours were mostly written together: the verdict on one write is kept.
    let checked = tag;
    for (let half = 0; half < 64; half += 32) {
      let active = half === 0 ? low : high;
      for (let lane = half; active !== 0; lane++, active >>>= 1) {
        if ((active & 1) === 0) continue;
        const address = addresses[lane] ?? 0;
        const last = (address + more) >> shift;
        for (let granule = address >> shift; granule <= last; granule++) {
          const writer = writers[granule] ?? 0;
          if (writer !== checked && writer !== tag) {
            checked = writer;
            if (writer !== 0) this.#checkOverwrite(wave, tag, writer);
          }
          writers[granule] = tag;
          if (!stamped || compares) continue;
          const reader = readers[granule] ?? 0;
          if (reader !== 0 && reader >>> 5 === this.#epoch && (reader & 31) !== me) {
            this.#rival = (reader & 31) - 1;
            this.#rivalWhat = 'writes what was read';
          }
        }
      }
    }
  }

  /** Checks a read of `bytes` per lane; addresses are inside. */
  read(number: number, wave: Wave, lanes: LaneAddresses, bytes: number): void {
    this.#enter(wave.barriers);
    const { addresses, low, high, bottom } = lanes;
    const top = lanes.top + bytes - 1;
    if (top >= this.touched) this.touched = top + 1;
    if (top >> this.#shift >= this.#written || this.#writes.meets(bottom, top)) {
      this.#checkRead(number, wave, lanes, bytes);
    }
    const at = this.#reads.count * READ_WORDS;
    if (at + READ_WORDS > this.#readLanes.length) {
      const longer = new Uint32Array(2 * this.#readLanes.length);
      longer.set(this.#readLanes);
      this.#readLanes = longer;
    }
    const words = this.#readLanes;
    words.set(addresses, at);
    words[at + 64] = low;
    words[at + 65] = high;
    words[at + 66] = bytes;
    this.#reads.add(bottom, top, wave.index, wave.index);
    if (this.#reads.count >= MOST_READS) this.#stampReads();
  }

  /** A new epoch: what was read is of no more interest, nor is what was written and waited for before. */
  #enter(epoch: number): void {
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.#reads.clear();
    this.#stamped = false;
    this.#writes.filter((tag) => (this.#log[tag - 1]?.settled ?? 0) >= epoch);
  }

  /** Looks at each lane of a read: who wrote it, and whether anybody did. */
  #checkRead(number: number, wave: Wave, lanes: LaneAddresses, bytes: number): void {
    const shift = this.#shift;
    const writers = this.#writers;
    while ((writers[this.#written] ?? 0) !== 0) this.#written++;
    let unwritten = 0;
    // Neighbours were mostly written together: the verdict on one write is kept.
    let checked = 0;
    for (let half = 0; half < 64; half += 32) {
      let active = half === 0 ? lanes.low : lanes.high;
      for (let lane = half; active !== 0; lane++, active >>>= 1) {
        if ((active & 1) === 0) continue;
        const address = lanes.addresses[lane] ?? 0;
        const last = (address + bytes - 1) >> shift;
        for (let granule = address >> shift; granule <= last; granule++) {
          const writer = writers[granule] ?? 0;
          if (writer === 0) unwritten++;
          else if (writer !== checked) {
            checked = writer;
            this.#checkVisible(number, wave, writer);
          }
        }
      }
    }
    if (unwritten > 0) {
      this.#findings.hazard(number, messages.hazard.uninitialized(unwritten << shift));
    }
  }

  /** Enters the reads of this epoch granule by granule, as a write has come near. */
  #stampReads(): void {
    const shift = this.#shift;
    const readers = this.#readers;
    const several = this.#epoch * 32 + SEVERAL + 1;
    const words = this.#readLanes;
    for (let i = 0; i < this.#reads.count; i++) {
      const at = i * READ_WORDS;
      const stamp = this.#epoch * 32 + this.#reads.tag(i) + 1;
      const bytes = words[at + 66] ?? 0;
      for (let half = 0; half < 64; half += 32) {
        let active = words[at + 64 + (half >> 5)] ?? 0;
        for (let lane = half; active !== 0; lane++, active >>>= 1) {
          if ((active & 1) === 0) continue;
          const address = words[at + lane] ?? 0;
          const last = (address + bytes - 1) >> shift;
          for (let granule = address >> shift; granule <= last; granule++) {
            const reader = readers[granule] ?? 0;
            if (reader === stamp) continue;
            readers[granule] = reader >>> 5 === this.#epoch && reader !== 0 ? several : stamp;
          }
        }
      }
    }
    this.#reads.clear();
    this.#stamped = true;
  }

  #checkVisible(number: number, wave: Wave, writer: number): void {
    const write = this.#log[writer - 1];
    if (write === undefined) return;
    if (write.wave === wave.index) {
      if (write.kind === 'copy' && write.settled === Infinity) {
        this.#findings.hazard(number, messages.hazard.unfinishedCopy(4));
      }
      return;
    }
    if (wave.barriers > write.settled) return;
    if (write.kind === 'copy') {
      this.#findings.hazard(number, messages.hazard.unfinishedCopy(4));
    } else if (wave.barriers > write.epoch) {
      this.#findings.hazard(number, messages.hazard.unfinishedWrite(write.wave));
    } else if (write.kind !== 'compare') {
      this.#race(number, wave, 'reads what was written', write.wave);
    }
  }

  #checkOverwrite(wave: Wave, tag: number, writer: number): void {
    const old = this.#log[writer - 1];
    const now = this.#log[tag - 1];
    if (old === undefined || now === undefined) return;
    if (old.wave === wave.index || wave.barriers > old.epoch) return;
    if (isAtomic(old.kind) && isAtomic(now.kind)) return;
    this.#rival = old.wave;
    this.#rivalWhat = 'writes what was written';
  }

  #race(number: number, wave: Wave, what: string, other: number): void {
    const first = other === SEVERAL ? (wave.index === 0 ? 1 : 0) : other;
    this.#findings.hazard(number, messages.hazard.ldsRace(what, first, wave.index));
  }
}
