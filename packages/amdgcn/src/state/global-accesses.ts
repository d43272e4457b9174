/**
 * Collects the global accesses of vector-memory instructions, where they are recorded.
 *
 * Direct-to-LDS loads are here with their source; scalar loads are not, since they are not accesses of lanes, and neither is
 * private memory, under scratch instructions or a descriptor that interleaves words. Lanes that their descriptor puts out of
 * range fetch nothing and take no part.
 */
import {
  type Findings,
  type GlobalDirection,
  type GlobalMemory,
  GlobalRecorder,
  type GlobalTrace,
  type Site,
} from '@ldscope/core';
import type { LaneAddresses } from './lane-addresses.ts';
import type { WaveSize } from './target.ts';
import type { Wave } from './wave.ts';

/** Records one execution; `access` has its lanes and addresses. */
export type RecordGlobal = (wave: Wave, access: LaneAddresses) => void;

/** Bytes of the words by which a descriptor checks its range. */
const WORD = 4;

export class GlobalAccesses {
  readonly #recorder: GlobalRecorder;
  readonly #memory: GlobalMemory;
  readonly #findings: Findings;
  readonly #siteOf: (number: number) => Site;
  #skipped: ReadonlySet<number> = new Set();
  /** Called for each execution whose addresses are not known. */
  readonly onUnknown: () => void;

  constructor(
    sink: (trace: GlobalTrace) => void,
    memory: GlobalMemory,
    findings: Findings,
    siteOf: (number: number) => Site,
    waveSize: WaveSize,
    onUnknown: () => void = () => {},
  ) {
    this.onUnknown = onUnknown;
    this.#recorder = new GlobalRecorder(waveSize, sink);
    this.#memory = memory;
    this.#findings = findings;
    this.#siteOf = siteOf;
  }

  /** Records the executions of one instruction; its site is registered with the first. */
  of(number: number, name: string, direction: GlobalDirection, widthBytes: number): RecordGlobal {
    const recorder = this.#recorder;
    const instruction = recorder.addInstruction({ name, direction, widthBytes });
    const findings = this.#findings;
    let site = -1;
    return (wave, access) => {
      // Muted: the addresses are not known, and what is executed is a copy of nothing.
      if (access.wordStep !== WORD || this.#skipped.has(number)) return;
      if (findings.muted) return this.onUnknown();
      const { addresses } = access;
      if (site < 0) site = this.#register(number, access);
      let { low, high } = access;
      if (access.bounded) {
        const { rooms } = access;
        const least = widthBytes < WORD ? widthBytes : WORD;
        for (let lane = 0; lane < 64; lane++) {
          if ((rooms[lane] ?? 0) >= least) continue;
          if (lane < 32) low &= ~(1 << lane);
          else high &= ~(1 << (lane - 32));
        }
      }
      recorder.add(instruction, site, wave.number, wave.order, addresses, low, high);
    };
  }

  /** Leaves out instructions that were seen on an earlier way through the kernel. */
  skip(numbers: ReadonlySet<number>): void {
    this.#skipped = numbers;
  }

  flush(): void {
    this.#recorder.flush();
  }

  /** The site, with the buffer that its first active lane is in. */
  #register(number: number, access: LaneAddresses): number {
    let lane = 0;
    while (lane < 63 && !access.isActive(lane)) lane++;
    const name = this.#memory.find(access.addresses[lane] ?? 0)?.name ?? '';
    return this.#recorder.addSite({
      ...this.#siteOf(number),
      buffer: name.replace(/^argument /, ''),
    });
  }
}
