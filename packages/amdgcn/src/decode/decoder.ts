/**
 * Decodes machine code of CDNA and RDNA, into the text that LLVM's disassembler prints.
 *
 *     const decoder = Decoder.of('gfx942');
 *     decoder.open(code);                     82 00 02 24
 *     decoder.textAt(0)  decoder.size         v_lshlrev_b32_e32 v1, 2, v0     4
 *
 * The first bits of the first word name the format, the opcode the rows of a table, which are made into functions when code has
 * them. A word that does not begin an instruction with a row is `.long 0x...`, and four bytes long: what no row writes as LLVM does is
 * not decoded. Registers above v255 of gfx1250 have the names that are in the encoding, without what `s_set_vgpr_msb` adds.
 */
import { codeChip } from '@ldscope/core';
import { type Decode, Encoding } from './encoding.ts';
import type { Format } from './formats.ts';
import { rowDecoder } from './row.ts';
import { readTable, type Table } from './table.ts';
import { gfx11 } from './tables/gfx11.ts';
import { gfx12 } from './tables/gfx12.ts';
import { gfx9 } from './tables/gfx9.ts';

interface Chip {
  readonly table: string;
  readonly generation: number;
  /** Bytes that an instruction can have. */
  readonly longest: number;
}

const chips: ReadonlyMap<string, Chip> = new Map([
  ['gfx90a', { table: gfx9, generation: 9, longest: 8 }],
  ['gfx942', { table: gfx9, generation: 9.4, longest: 8 }],
  ['gfx950', { table: gfx9, generation: 9.4, longest: 16 }],
  ['gfx1100', { table: gfx11, generation: 11, longest: 20 }],
  ['gfx1151', { table: gfx11, generation: 11, longest: 20 }],
  ['gfx1201', { table: gfx12, generation: 12, longest: 20 }],
  ['gfx1250', { table: gfx12, generation: 12.5, longest: 20 }],
]);

/** The upper bits of the first word by which formats are found. */
const HEAD_BITS = 9;
/** Second halves of dual instructions: found by the first ones, whose names they have with a `y`. */
const isSecond = (name: string): boolean => /^vopd.*y$/.test(name);

/** Decodes the code of a chip. */
export class Decoder {
  readonly #encoding: Encoding;
  readonly #table: Table;
  /** Numbers of formats by the upper bits of the first word. */
  readonly #formats: readonly (readonly number[])[];
  /** By format and opcode. */
  readonly #decoders: (Decode | undefined)[][];

  private constructor(name: string, { table, generation, longest }: Chip) {
    this.#encoding = new Encoding(longest);
    this.#table = readTable(table, name, generation);
    const { formats } = this.#table;
    this.#decoders = formats.map(() => []);
    this.#formats = Array.from({ length: 1 << HEAD_BITS }, (_, head) =>
      [...formats.keys()]
        .filter((index) => {
          const { mask = 0, value = 0, name: of = '' } = formats[index] ?? {};
          const shift = 32 - HEAD_BITS;
          return !isSecond(of) && ((head ^ (value >>> shift)) & (mask >>> shift)) === 0;
        })
        // Those that more bits name are before others.
        .sort(
          (one, other) => ((formats[other]?.mask ?? 0) >>> 0) - ((formats[one]?.mask ?? 0) >>> 0),
        ),
    );
  }

  /** The decoder of a target; `undefined` for chips that are not decoded here. */
  static of(target: string): Decoder | undefined {
    const name = codeChip(target);
    const chip = chips.get(name);
    return chip === undefined ? undefined : new Decoder(name, chip);
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
    const word = encoding.word(0);
    for (const index of this.#formats[word >>> (32 - HEAD_BITS)] ?? []) {
      const format = this.#table.formats[index];
      if (format === undefined || !isOf(format, encoding)) continue;
      const text = this.#decoder(index, format)(encoding);
      if (text !== undefined) return text;
    }
    encoding.begin(4);
    return `.long 0x${(word >>> 0).toString(16).padStart(8, '0')}`;
  }

  /** What decodes the opcode of an encoding in a format. */
  #decoder(index: number, format: Format): Decode {
    const [at, width] = format.opcode;
    const opcode = this.#encoding.bits(at, width);
    const known = this.#decoders[index]?.[opcode];
    if (known !== undefined) return known;
    const { isa, rows } = this.#table;
    const made = (rows[index]?.[opcode] ?? []).map(({ mnemonic, shape }) =>
      rowDecoder(mnemonic, shape, format, isa),
    );
    const one = (encoding: Encoding): string | undefined => {
      for (const decode of made) {
        const text = decode(encoding);
        if (text !== undefined) return text;
      }
      return undefined;
    };
    const secondIndex = this.#table.formats.findIndex(({ name }) => name === `${format.name}y`);
    const second = this.#table.formats[secondIndex];
    const decoder: Decode =
      second === undefined
        ? one
        : (encoding) => {
            const first = one(encoding);
            const { size } = encoding;
            const other = this.#decoder(secondIndex, second)(encoding);
            // The literal may be one half's alone.
            encoding.size = Math.max(encoding.size, size);
            return first === undefined || other === undefined ? undefined : `${first} :: ${other}`;
          };
    const list = this.#decoders[index];
    if (list !== undefined) list[opcode] = decoder;
    return decoder;
  }
}

/** Whether an encoding is of a format: by its first bits, and by the value of the first source of some. */
function isOf({ mask, value, when, not, sourceAt }: Format, encoding: Encoding): boolean {
  if ((encoding.word(0) & mask) !== value) return false;
  const source = encoding.bits(sourceAt, 9);
  return when?.includes(source) !== false && not?.includes(source) !== true;
}
