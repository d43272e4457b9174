/**
 * Random machine code that is spread over formats and opcodes: of uniform words most would be no instruction, and few
 * opcodes would be met twice.
 */
import { randomNumbers } from '../text/random.ts';

interface Format {
  /** The bits that name the format, and those of the opcode in the first word. */
  readonly first: number;
  readonly shift: number;
  readonly bits: number;
  readonly words: number;
  /** Where sources with 9 bits are. */
  readonly sources: readonly number[];
}

/** `d0000000 16+10 2 32 41 50`: first bits, place of the opcode, words, sources. */
const read = (text: string): Format[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [first = '', opcode = '', words = '', ...sources] = line.trim().split(/ +/);
      const [shift = 0, bits = 0] = opcode.split('+').map(Number);
      return {
        first: Number.parseInt(first, 16),
        shift,
        bits,
        words: Number(words),
        sources: sources.map(Number),
      };
    });

const common = `
  80000000 23+7 1
  b0000000 23+5 1
  be800000 8+8 1
  bf000000 16+7 1
  bf800000 16+7 1
  00000000 25+6 1
  7e000000 9+8 1
  7c000000 17+8 1
`;
const rdna = `
  cc000000 16+7 2 32 41 50
  d4000000 16+10 2 32 41 50
  d4000000 16+10 2 32 41 50
  d5000000 16+9 2 32 41 50
  d6000000 16+8 2 32 41 50
  d7000000 16+8 2 32 41 50
  d8000000 18+8 2
  c8000000 17+9 2 0 32
`;

const formatsOf: Readonly<Record<string, readonly Format[]>> = {
  gfx9: read(`${common}
    c0000000 18+8 2
    d0000000 16+10 2 32 41 50
    d0000000 16+10 2 32 41 50
    d1c00000 16+8 2 32 41 50
    d3800000 16+7 2 32 41 50
    d8000000 17+8 2
    dc000000 18+7 2
    dc008000 18+7 2
    e0000000 18+7 2
    e8000000 15+4 2`),
  gfx11: read(`${common}${rdna}
    f4000000 18+8 2
    dc000000 18+7 2
    dc010000 18+7 2
    dc020000 18+7 2
    e0000000 18+8 2
    e8000000 15+4 2`),
  gfx12: read(`${common}${rdna}
    f4000000 13+6 2
    ec000000 14+8 3
    ed000000 14+8 3
    ee000000 14+8 3
    c4000000 14+8 3
    d0000000 14+8 3`),
};

const familyOf = (target: string): string =>
  target.startsWith('gfx12') ? 'gfx12' : target.startsWith('gfx11') ? 'gfx11' : 'gfx9';

const [SDWA, DPP, DPP8, LITERAL, WIDE_LITERAL] = [249, 250, 233, 255, 254];
/** `s_nop 0` of all chips; some behind each instruction, so that none reaches into the next one. */
const NOP = 0xbf800000;
const NOPS = 3;

/** Words of code of a number of instructions, with a literal and `s_nop` behind each. */
export function randomCode(target: string, instructions: number, seed: number): Uint32Array {
  const formats = formatsOf[familyOf(target)] ?? [];
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
    const opcode = ((2 ** bits - 1) << shift) | topBits(first);
    const made = Array.from({ length: Math.max(2, format.words) }, sparse);
    made[0] = (((made[0] ?? 0) & ~opcode) | first | (random(2 ** bits) << shift)) >>> 0;
    for (const at of sources)
      if (random(3) > 0) made[at >> 5] = (made[at >> 5] ?? 0) | (256 << (at & 31));
    if (first >>> 31 === 0) made[0] = vectorSource(made[0] ?? 0, random);
    else if (sources.length === 3 && random(4) === 0 && target.startsWith('gfx1'))
      made[1] = ((made[1] ?? 0) & ~511) | ([DPP, DPP8, DPP8 + 1][random(3)] ?? 0);
    if (random(2) === 0) made.push(word());
    for (const each of answered(made, target)) words.push(each >>> 0);
    for (let n = 0; n < NOPS; n++) words.push(NOP);
  }
  return Uint32Array.from(words);
}

/** The bits that name a format: six where there are that many, all of those of vector and scalar formats. */
function topBits(first: number): number {
  if (first >>> 31 === 0) return first === 0 ? 0x80000000 : 0xfe000000;
  if (first >>> 30 === 2)
    return first === 0x80000000 ? 0xc0000000 : first === 0xb0000000 ? 0xf0000000 : 0xff800000;
  return first >>> 24 === 0xdc || first >>> 24 === 0xd8
    ? 0xfc000000 | (first & 0x3ffff)
    : 0xff000000;
}

/** Gives a vector instruction SDWA or DPP now and then. */
function vectorSource(low: number, random: (below: number) => number): number {
  const source = [SDWA, DPP, DPP8, LITERAL, undefined, undefined, undefined, undefined][random(8)];
  return source === undefined ? low : (low & ~511) | source;
}

/**
 * Changes what LLVM 22 has no answer for, and crashes, does not end or prints wrong: literals that gfx90a and gfx942 do not have in two
 * words, selections of bytes that SDWA does not have, literals of barriers, and numbers that it takes for inline constants where they are
 * constants of multiply-add or lanes of DPP.
 */
function answered(made: readonly number[], target: string): readonly number[] {
  const words = [...made];
  let [low = 0, high = 0] = words;
  const vector = low >>> 31 === 0;
  const source = low & 511;
  const gfx9 = familyOf(target) === 'gfx9';
  if (vector && source === SDWA) {
    for (const at of [8, 16, 24]) if (((high >>> at) & 7) === 7) high &= ~(1 << at);
    if (((high >>> 11) & 3) === 3) high &= ~(1 << 11);
  }
  const wide = low >>> 26 === 0x34 || low >>> 26 === 0x35 || low >>> 26 === 0x33;
  if (gfx9 && wide && target !== 'gfx950') {
    for (const at of [0, 9, 18]) if (((high >>> at) & 511) === LITERAL) high ^= 1 << at;
  }
  const buffer = low >>> 26 === 0x38 || low >>> 26 === 0x3a;
  if (gfx9 && buffer && target !== 'gfx950' && high >>> 24 === LITERAL) high ^= 1 << 24;
  const barrier =
    low >>> 23 === 0x17d && ((low >>> 8) & 255) >= 0x4e && ((low >>> 8) & 255) <= 0x57;
  if (barrier && (low & 255) >= WIDE_LITERAL) low ^= 64;
  if (vector && high >= 128 && high < 256) high |= 256;
  if (vector && (source === DPP8 || source === DPP8 + 1)) high |= 0x80000000;
  words[0] = low;
  words[1] = high;
  const third = words[2] ?? 0;
  const lanes = wide && [DPP, DPP8, DPP8 + 1].includes(high & 511);
  if (lanes && third >>> 8 < 0x10000) words[2] = third | 0x80000000;
  if (lanes && ((third >>> 8) & 511) >= 128 && ((third >>> 8) & 511) < 256)
    words[2] = (words[2] ?? 0) & ~0x8000;
  return words;
}
