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
 * LIMITATIONS. Races between executions that this order of waves keeps apart by other means (flags in memory,
 * `s_sleep`) are reported as well.
 */
import { messages } from '@ldscope/core';
import type { Findings } from './findings.ts';
import type { Wave } from './wave.ts';

export type WriteKind = 'plain' | 'atomic' | 'copy';

interface Write {
  readonly wave: number;
  readonly epoch: number;
  readonly kind: WriteKind;
  /** Barriers that its wave had passed when it waited; `Infinity` while it has not. */
  settled: number;
}

/** A reader entry: `epoch * 32 + wave + 1`, where the wave `SEVERAL` stands for more than one. */
const SEVERAL = 30;

export class Lds {
  readonly bytes: number;
  readonly data: Uint8Array;
  readonly words: Uint32Array;
  readonly #findings: Findings;
  readonly #shift: 0 | 1 | 2;
  /** By granule: a write's number plus one, 0 where nothing was written. */
  readonly #writers: Uint32Array;
  readonly #readers: Uint32Array;
  #writes: Write[] = [];
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
    this.#writes = [];
    this.#waves = waves;
  }

  /** Registers a write; its tag goes to `settle` when the wave has waited for it. */
  beginWrite(wave: Wave, kind: WriteKind): number {
    return this.#writes.push({
      wave: wave.index,
      epoch: wave.barriers,
      kind,
      settled: Infinity,
    });
  }

  settle(tag: number): void {
    const write = this.#writes[tag - 1];
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

  /** Marks a write of `bytes` per lane, and looks for accesses that it may collide with; addresses are inside. */
  write(
    wave: Wave,
    tag: number,
    addresses: Uint32Array,
    bytes: number,
    low: number,
    high: number,
  ): void {
    const shift = this.#shift;
    const readers = this.#readers;
    const writers = this.#writers;
    const me = wave.index + 1;
    const epoch = wave.barriers;
    let checked = 0;
    this.#rival = -1;
    for (let lane = 0; lane < 64; lane++) {
      if ((((lane < 32 ? low : high) >>> (lane & 31)) & 1) === 0) continue;
      const address = addresses[lane] ?? 0;
      const last = (address + bytes - 1) >> shift;
      for (let granule = address >> shift; granule <= last; granule++) {
        const reader = readers[granule] ?? 0;
        if (reader >>> 5 === epoch && reader !== 0 && (reader & 31) !== me) {
          this.#rival = (reader & 31) - 1;
          this.#rivalWhat = 'writes what was read';
        }
        const writer = writers[granule] ?? 0;
        if (writer !== checked && writer !== tag) {
          checked = writer;
          if (writer !== 0) this.#checkOverwrite(wave, tag, writer);
        }
        writers[granule] = tag;
      }
    }
  }

  /** Checks a read of `bytes` per lane; addresses are inside. */
  read(
    number: number,
    wave: Wave,
    addresses: Uint32Array,
    bytes: number,
    low: number,
    high: number,
  ): void {
    const shift = this.#shift;
    const readers = this.#readers;
    const writers = this.#writers;
    const stamp = wave.barriers * 32 + wave.index + 1;
    const several = wave.barriers * 32 + SEVERAL + 1;
    let unwritten = 0;
    // Neighbours were mostly written together: the verdict on one write is kept.
    let checked = 0;
    for (let lane = 0; lane < 64; lane++) {
      if ((((lane < 32 ? low : high) >>> (lane & 31)) & 1) === 0) continue;
      const address = addresses[lane] ?? 0;
      const last = (address + bytes - 1) >> shift;
      for (let granule = address >> shift; granule <= last; granule++) {
        const writer = writers[granule] ?? 0;
        if (writer !== checked) {
          checked = writer;
          if (writer !== 0) this.#checkVisible(number, wave, writer);
        }
        if (writer === 0) unwritten++;
        const reader = readers[granule] ?? 0;
        if (reader !== stamp) {
          readers[granule] = reader >>> 5 === wave.barriers && reader !== 0 ? several : stamp;
        }
      }
    }
    if (unwritten > 0) {
      this.#findings.hazard(number, messages.hazard.uninitialized(unwritten << shift));
    }
  }

  #checkVisible(number: number, wave: Wave, writer: number): void {
    const write = this.#writes[writer - 1];
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
    } else {
      this.#race(number, wave, 'reads what was written', write.wave);
    }
  }

  #checkOverwrite(wave: Wave, tag: number, writer: number): void {
    const old = this.#writes[writer - 1];
    const now = this.#writes[tag - 1];
    if (old === undefined || now === undefined) return;
    if (old.wave === wave.index || wave.barriers > old.epoch) return;
    if (old.kind === 'atomic' && now.kind === 'atomic') return;
    this.#rival = old.wave;
    this.#rivalWhat = 'writes what was written';
  }

  #race(number: number, wave: Wave, what: string, other: number): void {
    const first = other === SEVERAL ? (wave.index === 0 ? 1 : 0) : other;
    this.#findings.hazard(number, messages.hazard.ldsRace(what, first, wave.index));
  }
}
