/**
 * The words of the instruction that is being decoded.
 *
 *     d5030201 200206fa ff012302     bits 64 to 71 are 2: VGPR 2, the first byte of the third word
 *
 * Bits are numbered from the first word on, 32 in each. Encodings have one to four words; a literal is behind them, and read when
 * the first operand asks for it.
 */
export class Encoding {
  /** Bytes of the instruction, literals included. */
  size = 4;
  #view: DataView = new DataView(new ArrayBuffer(0));
  #at = 0;
  /** Bytes before the literal; 0 until an operand has one. */
  #literalAt = 0;
  /** Bytes that an instruction of this chip can have. */
  readonly #longest: number;
  readonly #words = new Int32Array(4);

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Takes the code that instructions are read from. */
  open({ buffer, byteOffset, byteLength }: Uint8Array): void {
    this.#view = new DataView(buffer, byteOffset, byteLength);
  }

  /** Goes to the instruction at an offset; words behind the end are 0. */
  moveTo(at: number): void {
    this.#at = at;
    const words = this.#words;
    for (let i = 0; i < words.length; i++) words[i] = this.#wordAt(4 * i);
  }

  /** Starts over with an encoding of a given number of bytes; false when the code ends before. */
  begin(size: number): boolean {
    this.size = size;
    this.#literalAt = 0;
    return this.#at + size <= this.#view.byteLength;
  }

  /** A word of the first four. */
  word(index: number): number {
    return this.#words[index] ?? 0;
  }

  /** A field of at most 31 bits inside of a word. */
  bits(at: number, width: number): number {
    return ((this.#words[at >> 5] ?? 0) >>> (at & 31)) & ((1 << width) - 1);
  }

  bit(at: number): number {
    return ((this.#words[at >> 5] ?? 0) >>> (at & 31)) & 1;
  }

  /** The word of the literal; `undefined` where the instruction has no room for one. */
  literal(): number | undefined {
    return this.#hasLiteral(4) ? this.#wordAt(this.#literalAt) >>> 0 : undefined;
  }

  /** The literal of 64 bits that gfx1250 has. */
  wideLiteral(): bigint | undefined {
    if (!this.#hasLiteral(8)) return undefined;
    const low = BigInt(this.#wordAt(this.#literalAt) >>> 0);
    return low | (BigInt(this.#wordAt(this.#literalAt + 4) >>> 0) << 32n);
  }

  /** All operands with a literal have the same. */
  #hasLiteral(bytes: number): boolean {
    if (this.#literalAt !== 0) return this.size === this.#literalAt + bytes;
    const size = this.size + bytes;
    if (size > this.#longest || this.#at + size > this.#view.byteLength) return false;
    this.#literalAt = this.size;
    this.size = size;
    return true;
  }

  #wordAt(offset: number): number {
    const at = this.#at + offset;
    return at + 4 <= this.#view.byteLength ? this.#view.getInt32(at, true) : 0;
  }
}

/** The text of an encoding; empty where the instruction has no such operand, `undefined` where it is invalid. */
export type Decode = (encoding: Encoding) => string | undefined;
