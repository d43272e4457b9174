/**
 * Each number of an operation in each encoding of gfx9, disassembled: all instructions that LLVM knows for a chip.
 *
 *     SOP2    10ooooooo ddddddd ssssssss ssssssss      every o, some operands
 */
import { assemble, disassemble } from './oracle.ts';
import { randomNumbers } from './random.ts';

/** First bits of an encoding, how many they are, where the number of the operation is, and bits that are one. */
interface Encoding {
  readonly first: number;
  readonly bits: number;
  readonly at: number;
  readonly width: number;
  readonly set: number;
}

const encoding = (first: number, bits: number, at: number, width: number, set = 0): Encoding => ({
  first,
  bits,
  at,
  width,
  set,
});

const encodings: readonly Encoding[] = [
  encoding(0b101111111, 9, 16, 7), // SOPP
  encoding(0b101111110, 9, 16, 7), // SOPC
  encoding(0b101111101, 9, 8, 8), // SOP1
  encoding(0b1011, 4, 23, 5), // SOPK
  encoding(0b10, 2, 23, 7), // SOP2
  encoding(0b0, 1, 25, 6), // VOP2
  encoding(0b0111111, 7, 9, 8), // VOP1
  encoding(0b0111110, 7, 17, 8), // VOPC
  encoding(0b110100, 6, 16, 10), // VOP3
  encoding(0b110100111, 9, 16, 7), // VOP3P
  encoding(0b110000, 6, 18, 8), // SMEM
  encoding(0b110110, 6, 17, 8), // DS
  encoding(0b110111, 6, 18, 7), // FLAT
  encoding(0b110111, 6, 18, 7, 0x4000), // SCRATCH
  encoding(0b110111, 6, 18, 7, 0x8000), // GLOBAL
  encoding(0b111000, 6, 18, 7), // MUBUF
  encoding(0b111010, 6, 15, 4), // MTBUF
  encoding(0b111100, 6, 18, 7), // MIMG
];

/** Operands that are tried with each operation. */
const TRIES = 16;
/** Behind each try, so that its operands cannot be taken for the next one: `s_nop 5`. */
const PAD = `${0xbf800005}, ${0xbf800005}`;
const CHUNK = 8192;

function* words(): Generator<string> {
  const random = randomNumbers(7);
  const any = (): number => random(2 ** 32);
  const few = (): number => any() & any();
  for (const { first, bits, at, width, set } of encodings) {
    for (let operation = 0; operation < 2 ** width; operation++) {
      const fixed = first * 2 ** (32 - bits) + operation * 2 ** at;
      const free = (2 ** (32 - bits) - 1) & ~((2 ** width - 1) << at);
      for (let number = 0; number < TRIES; number++) {
        // Even registers with low numbers, which most operands can be; each source a scalar or a vector.
        const vectors = (((number & 2) << 7) | ((number & 4) << 15) | ((number & 8) << 23)) >>> 0;
        const plain = [any() & 0x1e1e001e, (any() & 0x021c1e1e) | vectors] as const;
        const [head, tail] = number === 0 ? [0, 0] : number % 2 === 1 ? [few(), few()] : plain;
        yield `.long ${(fixed | (head & free) | set) >>> 0}, ${tail >>> 0}, ${PAD}`;
      }
    }
  }
}

/** What the disassembler prints; it stops at some words, which are left out. */
function texts(lines: readonly string[], target: string): string[] {
  const text = disassemble(assemble(lines.join('\n'), target));
  if (text !== undefined) return [text];
  if (lines.length === 1) return [];
  const half = lines.length >> 1;
  return [...texts(lines.slice(0, half), target), ...texts(lines.slice(half), target)];
}

/** Lines of assembly, each once. */
export function everyOpcode(target: string): string[] {
  const found = new Set<string>();
  const all = [...words()];
  for (let start = 0; start < all.length; start += CHUNK) {
    for (const text of texts(all.slice(start, start + CHUNK), target)) {
      for (const match of text.matchAll(/^\t([a-z].*?)\s*\/\/ [0-9A-F]{12}:/gm)) {
        const line = match[1] ?? '';
        if (!line.includes('/*')) found.add(line);
      }
    }
  }
  return [...found];
}

/** The name of the operation, without the encoding that assembly may ask for. */
export const operationOf = (line: string): string =>
  (line.split(' ')[0] ?? '').replace(/_(e64_dpp|e32|e64|dpp|sdwa)$/, '');
