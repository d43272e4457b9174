/** How elements of a type are in memory and in registers; the types are in `elements.ts`. */
export interface ElementType {
  readonly name: string;
  /** Bytes of one element by itself. */
  readonly bytes: number;
  /** From an element of a memref to its neighbour: a fraction below a byte, where they are packed (`packed.ts`). */
  readonly pitchBytes: number;
  readonly float: boolean;
  /** Bits of a value; `index` has 64. */
  readonly width: number;
  readonly load: (view: DataView, byte: number) => number;
  readonly store: (view: DataView, byte: number, value: number) => void;
  /** The value as the type holds it. */
  readonly round: (value: number) => number;
}
