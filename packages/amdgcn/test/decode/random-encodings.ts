/**
 * Random machine code that is spread over formats and opcodes: of uniform words most would be no instruction, and few
 * opcodes would be met twice.
 */
import { randomNumbers } from '../text/random.ts';

interface Format {
  /** The bits that name the format, and those of the opcode. */
  readonly first: number;
  readonly shift: number;
  readonly bits: number;
  /** Where sources with 9 bits are in the second word. */
  readonly sources?: readonly number[];
}

const formats: readonly Format[] = [
  { first: 0x80000000, shift: 23, bits: 7 },
  { first: 0xb0000000, shift: 23, bits: 5 },
  { first: 0xbe800000, shift: 8, bits: 8 },
  { first: 0xbf000000, shift: 16, bits: 7 },
  { first: 0xbf800000, shift: 16, bits: 7 },
  { first: 0xc0000000, shift: 18, bits: 8 },
  { first: 0x00000000, shift: 25, bits: 6 },
  { first: 0x7e000000, shift: 9, bits: 8 },
  { first: 0x7c000000, shift: 17, bits: 8 },
  { first: 0xd0000000, shift: 16, bits: 10, sources: [0, 9, 18] },
  { first: 0xd0000000, shift: 16, bits: 10, sources: [0, 9, 18] },
  { first: 0xd1c00000, shift: 16, bits: 8, sources: [0, 9, 18] },
  { first: 0xd3800000, shift: 16, bits: 7, sources: [0, 9, 18] },
  { first: 0xd4000000, shift: 16, bits: 2 },
  { first: 0xd8000000, shift: 17, bits: 8 },
  { first: 0xdc000000, shift: 18, bits: 7 },
  { first: 0xe0000000, shift: 18, bits: 7 },
  { first: 0xe8000000, shift: 15, bits: 4 },
  { first: 0xf0000000, shift: 18, bits: 7 },
  { first: 0xc4000000, shift: 0, bits: 26 },
];

const VOP1 = 0x7e000000;
const SDWA = 249;
const DPP = 250;
const LITERAL = 255;

/**
 * Words of code of about so many instructions.
 *
 * LLVM 22 has no answer, and crashes or does not end, for literals that gfx90a and gfx942 do not have in two words, and
 * for selections of bytes that SDWA does not have: those are left out.
 */
export function randomCode(target: string, instructions: number, seed: number): Uint32Array {
  const random = randomNumbers(seed);
  const word = (): number => random(2 ** 32);
  /** All bits at random, or few of them set. */
  const sparse = (): number =>
    [word(), word() & word(), word() & word() & word(), 0][random(4)] ?? 0;
  const words: number[] = [];
  for (let i = 0; i < instructions; i++) {
    const format = formats[random(formats.length)];
    if (format === undefined) continue;
    const { first, shift, bits, sources } = format;
    let low = first | (random(2 ** bits) << shift);
    const below = shift === 0 ? 0 : 2 ** shift - 1;
    const above = ~(2 ** (shift + bits) - 1) & 0x03ffffff;
    const vector = first >>> 31 === 0;
    low |= (vector ? word() : sparse()) & (below | (first >>> 26 >= 0x30 ? above : 0));
    if (vector) low = vectorSource(low, first, random, word);
    let high = sparse();
    for (const at of sources ?? []) if (random(3) > 0) high |= 256 << at;
    words.push(low >>> 0, high >>> 0);
    if (random(8) === 0) words.push(word());
  }
  for (let i = 0; i < 8; i++) words.push(0xbf800000);
  return answered(Uint32Array.from(words), target);
}

/** Gives a vector instruction SDWA or DPP now and then, and the fields that VOP2 and VOPC have. */
function vectorSource(
  low: number,
  first: number,
  random: (below: number) => number,
  word: () => number,
): number {
  const fields = first === VOP1 ? 0x01fe01ff : first === 0 ? 0x01ffffff : 0x0001ffff;
  const filled = low | (word() & fields);
  const source = [SDWA, DPP, LITERAL, undefined, undefined, undefined][random(6)];
  return source === undefined ? filled : (filled & ~511) | source;
}

/** Changes what LLVM has no answer for. */
function answered(words: Uint32Array, target: string): Uint32Array {
  for (let i = 0; i + 1 < words.length; i++) {
    let low = words[i] ?? 0;
    let high = words[i + 1] ?? 0;
    if (low >>> 31 === 0 && (low & 511) === SDWA) {
      for (const at of [8, 16, 24]) if (((high >>> at) & 7) === 7) high &= ~(1 << at);
      if (((high >>> 11) & 3) === 3) high &= ~(1 << 11);
    }
    if (low >>> 26 === 0x34 && target !== 'gfx950') {
      if ((low & 255) === LITERAL) low ^= 1;
      for (const at of [0, 9, 18]) if (((high >>> at) & 511) === LITERAL) high ^= 1 << at;
    }
    // Constants of multiply-add that LLVM 22 takes for inline constants, and so prints wrong.
    const constant = (low >>> 25) & 63;
    const multiplies = low >>> 31 === 0 && [0x17, 0x18, 0x24, 0x25].includes(constant);
    if (multiplies && high >= 128 && high <= 248) high |= 256;
    // Formats of f8f6f4 say how many VGPRs there are; of what is none LLVM has no range.
    if (low >>> 16 === 0xd3ad || low >>> 16 === 0xd3ae) high |= 256 | (256 << 9);
    const scale = low >>> 16 === 0xd3ac;
    const buffer = low >>> 26 === 0x38 || low >>> 26 === 0x3a;
    if (buffer && target !== 'gfx950' && high >>> 24 === LITERAL) high ^= 1 << 24;
    if (scale) {
      for (const place of [i + 1, i + 3]) {
        for (const at of [0, 9, 18])
          if ((((words[place] ?? 0) >>> at) & 511) === LITERAL)
            words[place] = (words[place] ?? 0) ^ (1 << at);
      }
      high = words[i + 1] ?? 0;
    }
    words[i] = low;
    words[i + 1] = high;
  }
  return words;
}
