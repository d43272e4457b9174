/**
 * Decodes machine code of gfx90a, gfx942 and gfx950, into the text that LLVM's disassembler prints.
 *
 *     const decoder = Decoder.of('gfx942');
 *     decoder.open(code);                     82 00 02 24
 *     decoder.textAt(0)  decoder.size         v_lshlrev_b32_e32 v1, 2, v0     4
 *
 * The first bits of the first word name the format, the opcode the row of a table, which was made into a function when the
 * decoder was. A word that does not begin a valid instruction is `.long 0x...`, and four bytes long.
 */
import { codeChip } from '@ldscope/core';
import { Encoding } from './encoding.ts';
import { memoryDecoders } from './memory.ts';
import { packedDecoders } from './packed.ts';
import { scalarDecoders } from './scalar.ts';
import type { Decode, Decoders } from './scalar.ts';
import type { Chip } from './table.ts';
import { vectorDecoders } from './vector.ts';

const chips: ReadonlyMap<string, Chip> = new Map([
  ['gfx90a', '90a'],
  ['gfx942', '942'],
  ['gfx950', '950'],
]);

/** An opcode in the first word, and its decoders. */
type Format = readonly [shift: number, bits: number, decoders: Decoders];

/** The formats by the six upper bits of the first word, except for those that have fewer or more. */
function formatsOf(chip: Chip) {
  const { sop1, sop2, sopc, sopk, sopp, smem } = scalarDecoders(chip);
  const { vop1, vop2, vopc, vop3 } = vectorDecoders(chip);
  const { ds, flat, mubuf, mtbuf, mimg } = memoryDecoders(chip);
  for (const [opcode, decode] of packedDecoders(chip).entries()) vop3[0x380 + opcode] = decode;
  const short: readonly Format[] = [
    [17, 8, vopc],
    [9, 8, vop1],
  ];
  const scalar: readonly Format[] = [
    [8, 8, sop1],
    [16, 7, sopc],
    [16, 7, sopp],
  ];
  const long: ReadonlyMap<number, Format> = new Map([
    [0x30, [18, 8, smem]],
    [0x34, [16, 10, vop3]],
    [0x36, [17, 8, ds]],
    [0x37, [18, 7, flat]],
    [0x38, [18, 7, mubuf]],
    [0x3a, [15, 4, mtbuf]],
    [0x3c, [18, 7, mimg]],
  ]);
  const vector2: Format = [25, 6, vop2];
  const scalar2: Format = [23, 7, sop2];
  const scalarK: Format = [23, 5, sopk];
  return (word: number): Format | undefined => {
    if (word >>> 31 === 0) return short[(word >>> 25) - 0x3e] ?? vector2;
    if (word >>> 30 === 2) {
      return scalar[(word >>> 23) - 0x17d] ?? (word >>> 28 === 0xb ? scalarK : scalar2);
    }
    return long.get(word >>> 26);
  };
}

/** Decodes the code of a chip. Making one takes as long as decoding some thousand instructions. */
export class Decoder {
  readonly #encoding: Encoding;
  readonly #formatOf: (word: number) => Format | undefined;

  private constructor(chip: Chip) {
    this.#encoding = new Encoding(chip === '950' ? 16 : 8);
    this.#formatOf = formatsOf(chip);
  }

  /** The decoder of a target; `undefined` for chips that are not decoded here. */
  static of(target: string): Decoder | undefined {
    const chip = chips.get(codeChip(target));
    return chip === undefined ? undefined : new Decoder(chip);
  }

  /** Takes the code that offsets are in. */
  open(code: Uint8Array): void {
    this.#encoding.open(code);
  }

  /** Bytes of the instruction that was decoded last. */
  get size(): number {
    return this.#encoding.size;
  }

  /** The text of the instruction at an offset. */
  textAt(offset: number): string {
    const encoding = this.#encoding;
    encoding.moveTo(offset);
    encoding.begin(4);
    const { low } = encoding;
    const format = this.#formatOf(low);
    const text = format === undefined ? undefined : decodeIn(format, low)?.(encoding);
    if (text !== undefined) return text;
    encoding.begin(4);
    return `.long 0x${low.toString(16).padStart(8, '0')}`;
  }
}

function decodeIn([shift, bits, decoders]: Format, word: number): Decode | undefined {
  return decoders[(word >>> shift) & ((1 << bits) - 1)];
}
