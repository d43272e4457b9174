/**
 * Collects what the waves of a launch do to global memory, as the instructions that a back end emits for it.
 *
 * AMD takes accesses of any alignment whole: pieces of 16, 12, 8, 4, 2 and 1 bytes, the widest first (LLVM with
 * unaligned access, the default on amdhsa). NVIDIA's vectors must be aligned: pieces of 16 bytes and less, as the
 * executions of a site so far allow.
 *
 * LIMITATION. An access that is the same for all lanes may become a scalar load, which is not an access of lanes; it is
 * counted as a vector load here.
 */
import {
  type GlobalDirection,
  GlobalRecorder,
  type GlobalSink,
  type Isa,
  ldsNames,
  lowestBit,
  opcodeAt,
  type Site,
} from '@ldscope/core';
import type { Operation } from '../ir/ir.ts';
import type { AccessingWave } from './hazards/accessing-wave.ts';
import { GlobalLog, type LoggedRow } from './global-log.ts';
import { isActive, type LaneMask, type MemRefRegister, lanesWhere } from './registers.ts';

/** An operation that accesses global memory. */
export interface GlobalSource {
  readonly site: Site;
  readonly operation: Operation;
  readonly direction: GlobalDirection;
  /** Bytes that one lane moves. */
  readonly bytes: number;
  /** The opcode, where the operation names one (asynchronous copies). */
  readonly op?: number;
}

/** One instruction of an access. */
interface Piece {
  readonly instruction: number;
  readonly offset: number;
}

/** The facts about a source while the launch executes. */
interface Recorded {
  readonly site: number;
  /** By alignment and kind of address. */
  readonly pieces: Map<number, readonly Piece[]>;
  readonly bits: AddressBits;
}

/** OR of the addresses of a source: of its first execution, and of all. */
interface AddressBits {
  first: number | undefined;
  all: number;
}

/** The bits of the addresses of each source in some workgroups; plain data. */
export type LeftSources = readonly (readonly [source: number, bits: Readonly<AddressBits>])[];

const WIDEST = 16;

export class GlobalAccesses {
  readonly #sources: readonly GlobalSource[];
  readonly #isa: Isa;
  readonly #recorder: GlobalRecorder;
  readonly #recorded = new Map<number, Recorded>();
  readonly #bits = new Map<number, AddressBits>();
  readonly #moved: Float64Array;
  /** The accesses of one workgroup, to be repeated for others. */
  #log: GlobalLog | undefined;

  constructor(waveSize: 32 | 64, isa: Isa, sources: readonly GlobalSource[], sink: GlobalSink) {
    this.#sources = sources;
    this.#isa = isa;
    this.#recorder = new GlobalRecorder(waveSize, sink);
    this.#moved = new Float64Array(waveSize);
  }

  /** One execution by a wave; lanes that a buffer descriptor puts out of range take no part. */
  add(
    number: number,
    wave: AccessingWave,
    addresses: Float64Array,
    active: LaneMask,
    memref: MemRefRegister,
  ): void {
    const source = this.#sources[number];
    if (source === undefined) return;
    const recorded = this.#recordedOf(number, source, memref);
    const mask = inRange(active, addresses, memref);
    this.#log?.visit(number, source.bytes, addresses, active, mask, memref);
    for (const { instruction, offset } of this.#piecesOf(
      recorded,
      source,
      addresses,
      mask,
      memref,
    )) {
      let places = addresses;
      if (offset > 0) {
        places = this.#moved;
        for (let lane = 0; lane < places.length; lane++) {
          places[lane] = (addresses[lane] ?? 0) + offset;
        }
      }
      const row = { source: number, instruction, site: recorded.site, mask };
      this.#addRow(row, wave.number, wave.order++, places);
    }
  }

  #addRow(row: LoggedRow, wave: number, order: number, places: Float64Array): void {
    const { instruction, site, mask } = row;
    this.#recorder.add(instruction, site, wave, order, places, mask.low, mask.high);
    this.#log?.add(row, wave, order, places);
  }

  /** Keeps what is added from here on; NVIDIA's pieces follow from the alignment of all addresses, so theirs are not kept. */
  beginLog(): void {
    this.#log = this.#isa === 'ptx' ? undefined : new GlobalLog();
  }

  /** Ends the log and returns the accesses added since. */
  endLog(): GlobalLog | undefined {
    const log = this.#log;
    this.#log = undefined;
    return log;
  }

  /** Adds what one workgroup did for another, `waves` further on in the launch, with the addresses of each source moved. */
  repeat(log: GlobalLog, waves: number, shiftOf: (source: number) => number): void {
    for (const { row, wave, order, places } of log.rows) {
      const shift = shiftOf(row.source);
      for (let lane = 0; lane < places.length; lane++) {
        this.#moved[lane] = (places[lane] ?? 0) + shift;
      }
      this.#addRow(row, wave + waves, order, this.#moved);
    }
  }

  /** Adds what one workgroup did once more for each of `times` others. */
  repeatAlike(log: GlobalLog, times: number): void {
    this.#recorder.repeated(times, () => {
      for (const { row, wave, order, places } of log.rows) this.#addRow(row, wave, order, places);
    });
  }

  #bitsOf(source: number): AddressBits {
    const bits = this.#bits.get(source) ?? { first: undefined, all: 0 };
    this.#bits.set(source, bits);
    return bits;
  }

  /** The alignment of sources in some workgroups. */
  leave(): LeftSources {
    return [...this.#bits];
  }

  /** Adds that in later workgroups; false, and nothing is added, where all together would have cut other pieces. */
  take(sources: LeftSources): boolean {
    const alignmentOf = (bits: number): number => lowestBit(bits, WIDEST);
    const isSame = sources.every(
      ([source, { first = 0 }]) =>
        alignmentOf(this.#bitsOf(source).all | first) === alignmentOf(first),
    );
    if (!isSame) return false;
    for (const [source, { first, all }] of sources) {
      const bits = this.#bitsOf(source);
      bits.first ??= first;
      bits.all |= all;
    }
    return true;
  }

  flush(): void {
    this.#recorder.flush();
  }

  /** The site, with the buffer that its first execution touches. */
  #recordedOf(number: number, { site }: GlobalSource, { memory }: MemRefRegister): Recorded {
    let recorded = this.#recorded.get(number);
    if (recorded === undefined) {
      const buffer = memory.name.replace(/^argument /, 'arg');
      const index = this.#recorder.addSite({ ...site, buffer });
      recorded = { site: index, pieces: new Map(), bits: this.#bitsOf(number) };
      this.#recorded.set(number, recorded);
    }
    return recorded;
  }

  #piecesOf(
    recorded: Recorded,
    source: GlobalSource,
    addresses: Float64Array,
    mask: LaneMask,
    memref: MemRefRegister,
  ): readonly Piece[] {
    const buffer = memref.baseBytes !== undefined;
    let alignment = WIDEST;
    const { bits } = recorded;
    if (this.#isa === 'ptx') {
      for (let lane = 0; lane < addresses.length; lane++) {
        if (isActive(mask, lane)) bits.all |= addresses[lane] ?? 0;
      }
      bits.first ??= bits.all;
      alignment = lowestBit(bits.all, WIDEST);
    }
    const key = 2 * alignment + Number(buffer);
    let pieces = recorded.pieces.get(key);
    if (pieces === undefined) {
      pieces = this.#cut(source, alignment, buffer);
      recorded.pieces.set(key, pieces);
    }
    return pieces;
  }

  #cut({ bytes, direction, op }: GlobalSource, alignment: number, buffer: boolean): Piece[] {
    const piece = (name: string, widthBytes: number, offset: number): Piece => ({
      instruction: this.#recorder.addInstruction({ name, direction, widthBytes }),
      offset,
    });
    if (op !== undefined) return [piece(opcodeAt(op).name, bytes, 0)];
    const widths = this.#isa === 'ptx' ? [16, 8, 4, 2, 1] : [16, 12, 8, 4, 2, 1];
    const pieces: Piece[] = [];
    let at = 0;
    while (at < bytes) {
      const aligned = lowestBit(alignment | at, WIDEST);
      const left = bytes - at;
      const fits = (width: number): boolean =>
        width <= left && (this.#isa !== 'ptx' || width <= aligned);
      const width = widths.find(fits) ?? 1;
      pieces.push(piece(nameOf(this.#isa, direction, width, buffer), width, at));
      at += width;
    }
    return pieces;
  }
}

/** The lanes whose first byte the descriptor of the memref lets through. */
function inRange(mask: LaneMask, addresses: Float64Array, memref: MemRefRegister): LaneMask {
  const { validBytes, baseBytes } = memref;
  if (validBytes === undefined) return mask;
  return lanesWhere(mask, addresses.length, (lane) => {
    const offset = (addresses[lane] ?? 0) - (baseBytes?.[lane] ?? 0);
    return offset >= 0 && offset < validBytes;
  });
}

const DWORDS: Readonly<Record<number, string>> = {
  4: 'dword',
  8: 'dwordx2',
  12: 'dwordx3',
  16: 'dwordx4',
};

/** The name that the assembler of a family has for a load or store of one lane's bytes. */
function nameOf(isa: Isa, direction: GlobalDirection, width: number, buffer: boolean): string {
  const verb = direction === 'load' ? 'load' : 'store';
  if (isa === 'ptx') {
    const words = width / 4;
    const type = width < 4 ? `b${8 * width}` : words === 1 ? 'b32' : `v${words}.b32`;
    return `${verb === 'load' ? 'ld' : 'st'}.global.${type}`;
  }
  const space = buffer ? 'buffer' : 'global';
  if (ldsNames[isa].globalByBits) {
    const unsigned = verb === 'load' && width < 4 ? 'u' : 'b';
    return `${space}_${verb}_${unsigned}${8 * width}`;
  }
  const narrow = { 1: 'byte', 2: 'short' }[width] ?? '';
  return `${space}_${verb}_${DWORDS[width] ?? (verb === 'load' ? `u${narrow}` : narrow)}`;
}
