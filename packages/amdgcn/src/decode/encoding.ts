/**
 * The words of the instruction that is being decoded.
 *
 * Encodings have one word or two; a literal is behind them, and read when the first operand asks for it.
 */
export class Encoding {
  /** The first word and the second, 0 behind the end. */
  low = 0;
  high = 0;
  /** Bytes of the instruction, literals included. */
  size = 4;
  #view: DataView = new DataView(new ArrayBuffer(0));
  /** Bytes that an instruction of this chip can have. */
  readonly #longest: number;
  #at = 0;
  #literal = false;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Takes the code that instructions are read from. */
  open({ buffer, byteOffset, byteLength }: Uint8Array): void {
    this.#view = new DataView(buffer, byteOffset, byteLength);
  }

  moveTo(at: number): void {
    this.#at = at;
    this.goBack();
  }

  /** Goes on to the words behind the first two, of four. */
  goOn(): void {
    this.low = this.word(8);
    this.high = this.word(12);
  }

  /** Returns to the first two words. */
  goBack(): void {
    this.low = this.word(0);
    this.high = this.word(4);
  }

  /** Starts over with an encoding of a given number of bytes; false when the code ends before. */
  begin(size: number): boolean {
    this.size = size;
    this.#literal = false;
    return this.#at + size <= this.#view.byteLength;
  }

  /** The word at an offset from the instruction; 0 behind the end. */
  word(offset: number): number {
    const at = this.#at + offset;
    return at + 4 <= this.#view.byteLength ? this.#view.getUint32(at, true) : 0;
  }

  /** The literal; `undefined` where the instruction has no room for one. */
  literal(): number | undefined {
    if (!this.#literal) {
      const size = this.size + 4;
      if (size > this.#longest || this.#at + size > this.#view.byteLength) return undefined;
      this.size = size;
      this.#literal = true;
    }
    return this.word(this.size - 4);
  }
}
