/**
 * A layout in C as the author declares the array: its type, its name and its outer lengths, which `notation.ts` does not know.
 *
 *     __shared__ half tile[128][80];          type `bf16_t`, sA[2][64][64]:    __shared__ bf16_t sA[2][64][80];
 */
import { elementBitsByName } from '../../layout/tile/element-names.ts';

/** A C array, as far as its source or its debug info describes it. */
export interface CArray {
  /** The type of an element; `element_t` where nothing says it. */
  readonly type: string;
  readonly name?: string | undefined;
  /** Its lengths, outermost first; those of a tile by default. */
  readonly lengths?: readonly number[] | undefined;
  /** Bytes of the widest access that the layout keeps, where it tears wider ones. */
  readonly mostBytes?: number | undefined;
  /** Bytes of an array that compilers accept with its size, where the array needs more. */
  readonly staticBytes?: number | undefined;
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ...['f64', 'fp64'].map((name) => [name, 'double'] as const),
  // Formats of matrix instructions with the bytes of a float.
  ...['f32', 'fp32', 'xf32', 'tf32'].map((name) => [name, 'float'] as const),
  ...['f16', 'fp16'].map((name) => [name, 'half'] as const),
  ['bf16', '__hip_bfloat16'],
  ['index', 'int64_t'],
  ...['8', '16', '32', '64'].flatMap((bits) => [
    ...['i', 'si', 's'].map((sign) => [`${sign}${bits}`, `int${bits}_t`] as const),
    ...['u', 'ui'].map((sign) => [`${sign}${bits}`, `uint${bits}_t`] as const),
  ]),
]);

/** The C type of an element by its name in tiles and in MLIR; formats without a type of C are their bytes. */
export function cTypeOf(element: string, isNvidia = false): string {
  if (element === 'bf16' && isNvidia) return '__nv_bfloat16';
  const isByte = (elementBitsByName.get(element) ?? Infinity) <= 8;
  return TYPES.get(element) ?? (isByte ? 'uint8_t' : 'element_t');
}

const HEAD = /^__shared__ \w+ tile\[(\d+)\](?:\[(\d+)\])?;/;

/** A text of the notation with the array as its author has it. */
export function asDeclared(text: string, array: CArray): string {
  const { type, name = 'tile', lengths = [], mostBytes, staticBytes } = array;
  const head = HEAD.exec(text);
  if (head === null) return text;
  const [all, first = '', pitch] = head;
  const outer = lengths.length > 2 ? lengths.slice(0, -1).map(String) : [first];
  const sizes = pitch === undefined ? [first] : [...outer, pitch];
  const declaration = `__shared__ ${type} ${name}${sizes.map((size) => `[${size}]`).join('')};`;
  const limit =
    mostBytes === undefined
      ? ''
      : `// accesses of at most ${mostBytes} B: this layout parts wider vectors\n`;
  const size =
    staticBytes === undefined
      ? ''
      : `// more than ${staticBytes} B, which CUDA refuses: declare extern __shared__, and give the bytes in the launch\n`;
  return limit + size + declaration + text.slice(all.length);
}
