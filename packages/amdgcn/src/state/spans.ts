/**
 * Accesses of the current epoch as spans of LDS: most of what the waves do is apart, and then no lane is looked at.
 *
 * Columns, one entry per access; it grows as needed, but beyond `MANY` entries nobody looks through them. LDS is in 32
 * blocks, and for each wave a word says which it has touched: most questions end there.
 */
const MANY = 192;
const BLOCKS = 32;
/** More waves than a workgroup has. */
const WAVES = 32;

export class Spans {
  /** First and last byte. */
  #first = new Uint32Array(MANY);
  #last = new Uint32Array(MANY);
  #wave = new Uint8Array(MANY);
  /** What its owner wants to find it by. */
  #tag = new Uint32Array(MANY);
  #count = 0;
  /** Blocks that each wave has touched, one bit each. */
  readonly #blocks = new Uint32Array(WAVES);
  readonly #blockShift: number;

  /** `bytes`: the size of the LDS. */
  constructor(bytes: number) {
    this.#blockShift = Math.max(0, Math.ceil(Math.log2(Math.max(1, bytes) / BLOCKS)));
  }

  get count(): number {
    return this.#count;
  }

  tag(index: number): number {
    return this.#tag[index] ?? 0;
  }

  clear(): void {
    this.#count = 0;
    this.#blocks.fill(0);
  }

  add(first: number, last: number, wave: number, tag: number): void {
    if (this.#count === this.#tag.length) this.#grow();
    const index = this.#count++;
    this.#first[index] = first;
    this.#last[index] = last;
    this.#wave[index] = wave;
    this.#tag[index] = tag;
    this.#blocks[wave] = (this.#blocks[wave] ?? 0) | this.#blocksOf(first, last);
  }

  /** Whether a wave other than `wave` may have touched a byte of a span. */
  meetsOther(first: number, last: number, wave: number): boolean {
    const count = this.#count;
    if (count === 0) return false;
    const blocks = this.#blocksOf(first, last);
    let near = false;
    for (let other = 0; other < WAVES && !near; other++) {
      near = other !== wave && ((this.#blocks[other] ?? 0) & blocks) !== 0;
    }
    if (!near) return false;
    if (count > MANY) return true;
    for (let i = 0; i < count; i++) {
      if (
        (this.#first[i] ?? 0) <= last &&
        (this.#last[i] ?? 0) >= first &&
        this.#wave[i] !== wave
      ) {
        return true;
      }
    }
    return false;
  }

  /** Whether anything may have touched a byte of a span. */
  meets(first: number, last: number): boolean {
    return this.meetsOther(first, last, -1);
  }

  /** Keeps what `keep` says of its tag. */
  filter(keep: (tag: number) => boolean): void {
    let kept = 0;
    this.#blocks.fill(0);
    for (let i = 0; i < this.#count; i++) {
      if (!keep(this.#tag[i] ?? 0)) continue;
      this.#first[kept] = this.#first[i] ?? 0;
      this.#last[kept] = this.#last[i] ?? 0;
      this.#wave[kept] = this.#wave[i] ?? 0;
      this.#tag[kept] = this.#tag[i] ?? 0;
      const wave = this.#wave[i] ?? 0;
      this.#blocks[wave] =
        (this.#blocks[wave] ?? 0) | this.#blocksOf(this.#first[i] ?? 0, this.#last[i] ?? 0);
      kept++;
    }
    this.#count = kept;
  }

  /**
   * The bits from the block of one byte to that of another; `2 << 31` is 0, and the difference right. What is beyond
   * the end counts as in the last block.
   */
  #blocksOf(first: number, last: number): number {
    const lowest = Math.min(first >>> this.#blockShift, BLOCKS - 1);
    const highest = Math.min(last >>> this.#blockShift, BLOCKS - 1);
    return (2 << highest) - (1 << lowest);
  }

  #grow(): void {
    const longer = <T extends Uint32Array | Uint8Array>(from: T, into: T): T => {
      into.set(from);
      return into;
    };
    const size = 2 * this.#tag.length;
    this.#first = longer(this.#first, new Uint32Array(size));
    this.#last = longer(this.#last, new Uint32Array(size));
    this.#wave = longer(this.#wave, new Uint8Array(size));
    this.#tag = longer(this.#tag, new Uint32Array(size));
  }
}
