/**
 * Constants in operands: inline ones, which the operand's value names, and literals, the word behind the encoding.
 *
 *     v_add_f32_e32 v1, 0.5, v2        value 240        v_add_f32_e32 v1, 0x12345678, v2     value 255
 *     v_add_f32_e32 v1, lit(0x1), v2   a literal that an inline constant could express: marked, so that it is encoded the same way again
 *
 * How a value is written depends on the type of the operand: an inline 0.5 is 0x3800 to an instruction on 16-bit integers.
 * Values: AMD, "Instinct MI300 Instruction Set Architecture", table of scalar operands.
 */

/** How an operand reads a constant, `h` as two halves; `hs` and `hn` write literals otherwise, `n` is a constant that is none of an operand. */
export type ConstantType =
  | 'b32'
  | 'i16'
  | 'f16'
  | 'h16'
  | 'hs16'
  | 'hn16'
  | 'bf16'
  | 'hb16'
  | 'b64'
  | 'f64'
  | 'n32';

const FIRST_INTEGER = 128;
const LAST_POSITIVE = 192;
const LAST_INTEGER = 208;
const FIRST_FLOAT = 240;
/** 1 / (2 pi), the last of the inline floats. */
const LAST_FLOAT = 248;
/** The values of an operand that stand for a literal. */
export const LITERAL = 255;
export const WIDE_LITERAL = 254;

const floats = ['0.5', '-0.5', '1.0', '-1.0', '2.0', '-2.0', '4.0', '-4.0', '0.15915494'];
const halves = [0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118];
const singles = [
  0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000, 0x40800000, 0xc0800000,
  0x3e22f983,
];
const brains = new Set(singles.map((word) => word >>> 16));
/** The upper words of doubles whose lower words are 0. */
const doubles = [
  0x3fe00000, 0xbfe00000, 0x3ff00000, 0xbff00000, 0x40000000, 0xc0000000, 0x40100000, 0xc0100000,
];

export const hexadecimal = (value: number): string => `0x${(value >>> 0).toString(16)}`;

/** The text of an inline constant; `undefined` where the value is none. */
export function inlineConstant(value: number, type: ConstantType): string | undefined {
  if (value >= FIRST_INTEGER && value <= LAST_INTEGER)
    return String(value <= LAST_POSITIVE ? value - FIRST_INTEGER : LAST_POSITIVE - value);
  if (value < FIRST_FLOAT || value > LAST_FLOAT) return undefined;
  const index = value - FIRST_FLOAT;
  if (type === 'i16') return hexadecimal(halves[index] ?? 0);
  const wide = type === 'b64' || type === 'f64';
  return wide && value === LAST_FLOAT ? '0.15915494309189532' : floats[index];
}

const isSmall = (value: number): boolean => value >= -16 && value <= 64;

/** The text of a literal. */
export function literalConstant(word: number, type: ConstantType): string {
  const signed = word | 0;
  const low = word & 0xffff;
  const marked = `lit(${hexadecimal(word)})`;
  switch (type) {
    case 'n32':
      return isSmall(signed)
        ? String(signed)
        : (floats[singles.indexOf(word)] ?? hexadecimal(word));
    case 'b32':
      return isSmall(signed) || singles.includes(word) ? marked : hexadecimal(word);
    case 'i16':
      return isSmall(signed) || singles.includes(word) ? marked : hexadecimal(low);
    case 'f16':
      return isSmall((low << 16) >> 16) || halves.includes(low) ? marked : hexadecimal(low);
    case 'bf16':
      return isSmall((low << 16) >> 16) || brains.has(low) ? marked : hexadecimal(word);
    case 'hb16':
      return isSmall(signed) || brains.has(word) ? marked : hexadecimal(word);
    case 'h16':
      return isSmall(signed) || halves.includes(word) ? marked : hexadecimal(word);
    case 'hs16':
      return isSmall(signed) || halves.includes(word) || singles.slice(0, -1).includes(word)
        ? marked
        : hexadecimal(word);
    case 'hn16':
      return isSmall(signed) ? marked : hexadecimal(word);
    case 'b64':
      return word <= 64 ? marked : hexadecimal(word);
    case 'f64':
      // The literal is the upper word of a double.
      return word === 0 ? '0' : (floats[doubles.indexOf(word)] ?? hexadecimal(word));
  }
}
