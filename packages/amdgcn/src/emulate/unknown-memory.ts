/** Unknown values in LDS, by word, and the addresses under which memory is followed. */
import type { DsPlaces } from '../isa/ds/ds.ts';
import { addressing, type Space } from '../isa/memory/address.ts';
import { VectorAccess } from '../isa/memory/access.ts';
import type { Instruction } from '../text/program.ts';
import type { Environment } from './environment.ts';
import { EXEC, M0, type Wave } from './wave.ts';

export class LdsUnknowns {
  readonly #words: Uint32Array;
  /** Bits of a store that may have gone anywhere. */
  #everywhere = 0;
  /** Nothing is unknown so far. */
  #clean = true;

  constructor(bytes: number) {
    this.#words = new Uint32Array((bytes + 3) >> 2);
  }

  reset(): void {
    this.#words.fill(0);
    this.#everywhere = 0;
    this.#clean = true;
  }

  /** A store to an unknown address. */
  spread(bits: number): void {
    this.#everywhere |= bits;
  }

  /** What a read of a wave depends on; `row` is the address register, -1 for M0. */
  bitsAt(wave: Wave, row: number, places: DsPlaces): number {
    if (this.#clean) return this.#everywhere >>> 0;
    let bits = this.#everywhere;
    this.#each(wave, row, places, (word) => {
      bits |= this.#words[word] ?? 0;
    });
    return bits >>> 0;
  }

  mark(wave: Wave, row: number, places: DsPlaces, bits: number): void {
    if (bits === 0 && this.#clean) return;
    this.#clean = false;
    this.#each(wave, row, places, (word) => {
      this.#words[word] = bits;
    });
  }

  markRange(base: number, bytes: number, bits: number): void {
    if (bits === 0 && this.#clean) return;
    this.#clean = false;
    this.#words.fill(bits, base >> 2, (base + bytes + 3) >> 2);
  }

  #each(
    wave: Wave,
    row: number,
    { offsets, bytes }: DsPlaces,
    visit: (word: number) => void,
  ): void {
    for (let lane = 0; lane < 64; lane++) {
      if ((((wave.s[EXEC + (lane >> 5)] ?? 0) >>> (lane & 31)) & 1) === 0) continue;
      const base =
        row < 0 ? ((wave.s[M0] ?? 0) & 0x3ffff) + 4 * lane : (wave.u[row * 64 + lane] ?? 0);
      for (const offset of offsets) {
        const first = (base + offset) >>> 2;
        const last = (base + offset + bytes - 1) >>> 2;
        for (let word = first; word <= last && word < this.#words.length; word++) visit(word);
      }
    }
  }
}

/** The address of the first active lane of an instruction, as memory is followed by; 0 when there is none. */
export function firstAddress(
  environment: Environment,
  number: number,
  instruction: Instruction,
  operands: readonly number[],
): (wave: Wave) => number {
  const space = instruction.mnemonic.split('_')[0];
  const [vector = 0, scalar = -1] = operands;
  if (!isSpace(space)) return () => 0;
  const address = addressing(space, instruction, vector, scalar, {
    target: environment.target,
    number,
    label: () => undefined,
    symbol: () => undefined,
    report: () => {},
  });
  if (address === undefined) return () => 0;
  const access = new VectorAccess(environment, number, instruction.mnemonic);
  return (wave) => {
    access.begin(wave);
    address(wave, access);
    for (let lane = 0; lane < 64; lane++) {
      if (!access.isActive(lane)) continue;
      const own = access.addresses[lane] ?? 0;
      // Private memory of different waves is kept apart.
      return access.privateBase < 0 ? own : access.privateBase + own;
    }
    return 0;
  };
}

function isSpace(text: string | undefined): text is Space {
  return text === 'flat' || text === 'global' || text === 'scratch' || text === 'buffer';
}
