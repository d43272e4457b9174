/** Unknown words of LDS and of memory. */
import { WordLabels } from '@ldscope/simt';
import type { DsPlaces } from '../../isa/ds/ds.ts';
import { VectorAccess } from '../../isa/memory/access.ts';
import { type AddressOperands, addressing } from '../../isa/memory/address.ts';
import type { Instruction } from '../../text/program.ts';
import type { Environment } from '../../state/environment.ts';
import type { UnknownRegisters } from './registers.ts';
import { type DsByM0, LANE_STEP_BYTES, ldsBase } from '../../state/lds-by-m0.ts';
import type { Target } from '../../state/target.ts';
import type { Wave } from '../../state/wave.ts';

/** Labels of the words of LDS. */
export class LdsUnknowns {
  readonly #bytes: number;
  readonly #words = new WordLabels();
  readonly #bases: Readonly<Record<DsByM0, (wave: Wave) => number>>;

  constructor(bytes: number, target: Target) {
    this.#bytes = bytes;
    this.#bases = { threadId: ldsBase(target, 'threadId'), counter: ldsBase(target, 'counter') };
  }

  reset(): void {
    this.#words.clear();
  }

  /** False where the workgroup has none. */
  get isThere(): boolean {
    return this.#bytes > 0;
  }

  /** No word depends on anything unknown, apart from stores that may have gone anywhere. */
  get isKnown(): boolean {
    return this.#words.isEmpty;
  }

  /** The labels of the word at an address. */
  labelsAt(address: number): number {
    return this.#words.at(address - (address % 4), 4);
  }

  /** A store to an unknown address. */
  spread(labels: number): void {
    this.#words.spread(labels);
  }

  /** Gathers what each lane of a read depends on; `row` is the address register, if there is one. */
  read(wave: Wave, row: number, places: DsPlaces, registers: UnknownRegisters): void {
    this.#each(wave, row, places, (address, lane) => {
      const labels = this.#words.at(address, places.bytes);
      if (labels !== 0) registers.gatherLane(lane, labels);
    });
  }

  /** Marks the words that lanes write with the gathered sources. */
  write(wave: Wave, row: number, places: DsPlaces, registers: UnknownRegisters): void {
    const labels = registers.gatheredLabels;
    if (labels === 0 && this.isKnown) return;
    this.#each(wave, row, places, (address, lane) => {
      this.#words.put(address, places.bytes, registers.isGathered(lane) ? labels : 0);
    });
  }

  markRange(base: number, bytes: number, labels: number): void {
    this.#words.put(base, bytes, labels);
  }

  #each(
    wave: Wave,
    row: number,
    { offsets, byM0 }: DsPlaces,
    visit: (address: number, lane: number) => void,
  ): void {
    const first = byM0 === undefined ? 0 : this.#bases[byM0](wave);
    const step = byM0 === undefined ? 0 : LANE_STEP_BYTES[byM0];
    for (let lane = 0; lane < 64; lane++) {
      if (!wave.isActive(lane)) continue;
      const base = byM0 === undefined ? (wave.u[row * 64 + lane] ?? 0) : first + step * lane;
      for (const offset of offsets) visit(base + offset, lane);
    }
  }
}

/** Calls with the place of the first word of each active lane, and how far its words are apart. */
export type LaneAddresses = (
  wave: Wave,
  visit: (address: number, lane: number, stepBytes: number) => void,
) => void;

/** The addresses of a vector-memory instruction; it has none when they are not understood. */
export function laneAddresses(
  environment: Environment,
  number: number,
  instruction: Instruction,
  operands: AddressOperands,
): LaneAddresses {
  const address = addressing(operands, instruction, {
    target: environment.target,
    waveSize: environment.waveSize,
    number,
    label: () => undefined,
    addressOf: () => 0,
    numberAt: () => undefined,
    literalAddress: () => 0,
    symbol: () => undefined,
    report: () => {},
  });
  if (address === undefined) return () => {};
  const access = new VectorAccess(environment, number, instruction.mnemonic);
  return (wave, visit) => {
    access.begin(wave);
    address(wave, access);
    const { privateBase, privateStep, wordStep } = access;
    for (let lane = 0; lane < 64; lane++) {
      if (!access.isActive(lane)) continue;
      const word = Math.floor((access.addresses[lane] ?? 0) / 4);
      // Words of private memory: those of the lanes follow each other.
      if (privateBase < 0) visit(4 * word, lane, wordStep);
      else visit(privateBase + privateStep * word + 4 * lane, lane, privateStep);
    }
  };
}
