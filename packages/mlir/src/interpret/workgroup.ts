/**
 * A workgroup while it executes: its LDS, its waves, its barrier, and what it shows to be a matter of luck.
 *
 * LDS has a shadow, one entry per dword: who wrote it last. A dword that an asynchronous copy wrote is safe
 * to read once the copying wave has waited for the copy and, for other waves, a barrier has followed. A
 * barrier is counted per wave; the k-th barrier of one wave is the k-th of every other.
 */
import { type AccessTrace, type Isa, type Message, messages } from '@ldscope/core';
import type { GlobalAccesses } from './global-accesses.ts';
import { flatMemory, type Memory } from './memory.ts';
import type { AsyncCompletion } from './options.ts';
import { MOST_ACCESSES, Recorder, type RecordedSite } from './recorder.ts';
import { isActive, type LaneMask } from './registers.ts';
import type { Wave } from './wave.ts';

/** A copy from global memory to LDS that the hardware performs. */
export interface AsyncCopy {
  readonly wave: Wave;
  /** Barriers that its wave had passed when it waited for the copy; `undefined` while in flight. */
  settledAfter: number | undefined;
  /** Writes the data; absent when it has been written. */
  deliver: (() => void) | undefined;
}

const NEVER_WRITTEN = 0;
const PLAIN_WRITE = -1;

/** A site that read something it could not rely on. */
export interface SeenHazard {
  readonly site: number;
  readonly message: Message;
  count: number;
}

export class Workgroup {
  readonly number: number;
  readonly waveCount: number;
  readonly ids: readonly [number, number, number];
  readonly lds: Memory;
  readonly asyncCompletion: AsyncCompletion;
  /** Absent where nobody asks for global accesses. */
  readonly global: GlobalAccesses | undefined;
  readonly #recorder: Recorder;
  /** By dword: an index into `#copies` plus one, PLAIN_WRITE or NEVER_WRITTEN. */
  readonly #shadow: Int32Array;
  readonly #copies: AsyncCopy[] = [];
  readonly #hazards = new Map<string, SeenHazard>();

  constructor(
    number: number,
    waveCount: number,
    ids: readonly [number, number, number],
    ldsBytes: number,
    waveSize: 32 | 64,
    isa: Isa,
    sites: readonly RecordedSite[],
    asyncCompletion: AsyncCompletion,
    global: GlobalAccesses | undefined,
  ) {
    this.global = global;
    this.asyncCompletion = asyncCompletion;
    this.number = number;
    this.waveCount = waveCount;
    this.ids = ids;
    this.lds = flatMemory('lds', 'LDS', new Uint8Array(ldsBytes));
    this.#shadow = new Int32Array((ldsBytes + 3) >> 2);
    this.#recorder = new Recorder(waveSize, isa, sites);
  }

  get hazards(): readonly SeenHazard[] {
    return [...this.#hazards.values()];
  }

  trace(): AccessTrace {
    return this.#recorder.finish();
  }

  /** Records one LDS instruction of a wave. */
  record(site: number, wave: Wave, addresses: Float64Array, mask: LaneMask, buffer: string): void {
    this.#recorder.add(site, wave.number, wave.order++, addresses, mask, buffer);
    if (this.#recorder.count > MOST_ACCESSES) {
      wave.fail(messages.execute.tooManyAccesses(MOST_ACCESSES));
    }
  }

  /** Checks a read of `bytes` per lane against the shadow. */
  checkRead(
    site: number,
    wave: Wave,
    addresses: Float64Array,
    bytes: number,
    mask: LaneMask,
  ): void {
    let unfinished = 0;
    let unwritten = 0;
    for (let lane = 0; lane < wave.lanes; lane++) {
      if (!isActive(mask, lane)) continue;
      const first = (addresses[lane] ?? 0) >> 2;
      const last = ((addresses[lane] ?? 0) + bytes - 1) >> 2;
      for (let dword = first; dword <= last; dword++) {
        const writer = this.#shadow[dword] ?? 0;
        if (writer === NEVER_WRITTEN) unwritten += 4;
        else if (writer > 0 && !isVisible(this.#copies[writer - 1], wave)) unfinished += 4;
      }
    }
    if (unfinished > 0) this.#hazard(site, messages.hazard.unfinishedCopy(unfinished));
    if (unwritten > 0) this.#hazard(site, messages.hazard.uninitialized(unwritten));
  }

  markWritten(address: number, bytes: number): void {
    this.#shadow.fill(PLAIN_WRITE, address >> 2, ((address + bytes - 1) >> 2) + 1);
  }

  /** Registers a copy; `touch` then marks what it writes. */
  addCopy(copy: AsyncCopy): (address: number, bytes: number) => void {
    const id = this.#copies.push(copy);
    return (address, bytes) => {
      this.#shadow.fill(id, address >> 2, ((address + bytes - 1) >> 2) + 1);
    };
  }

  #hazard(site: number, message: Message): void {
    const key = `${site} ${message.code}`;
    const seen = this.#hazards.get(key);
    if (seen === undefined) this.#hazards.set(key, { site, message, count: 1 });
    else seen.count++;
  }
}

function isVisible(copy: AsyncCopy | undefined, reader: Wave): boolean {
  if (copy?.settledAfter === undefined) return false;
  return copy.wave === reader || reader.barriers > copy.settledAfter;
}

/** The oldest loads of a wave complete until at most `left` are in flight. */
export function settleLoads(wave: Wave, left: number): void {
  while (wave.loads.length > Math.max(0, left)) {
    const copy = wave.loads.shift();
    if (copy === undefined) continue;
    copy.deliver?.();
    copy.deliver = undefined;
    copy.settledAfter = wave.barriers;
  }
}
