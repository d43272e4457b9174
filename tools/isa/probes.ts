/**
 * Random encodings of an opcode of a format: operands of all kinds, modifiers set and not, bits outside of fields mostly 0.
 *
 * A literal is behind each, often one that is written in a way of its own.
 */
import type { Format, Place } from '../../packages/amdgcn/src/decode/formats.ts';
import { type Probe, UNKNOWN } from './objdump.ts';

/** Whole numbers below a bound, the same ones for a seed. */
export type Random = (below: number) => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Values of scalar operands that have names or limits of their own. */
const special = [
  0, 1, 2, 4, 8, 100, 101, 102, 103, 104, 105, 106, 107, 108, 110, 112, 122, 123, 124, 125, 126,
  127, 128, 129, 192, 193, 208, 209, 230, 231, 235, 236, 237, 238, 239, 240, 241, 242, 247, 248,
  251, 252, 253, 254, 255, 255, 255,
];
const literals = [
  0, 1, 64, 65, 0xfffffff0, 0xffffffef, 0xffffffff, 0x3f000000, 0x3f800000, 0xc0800000, 0x3e22f983,
  0x3800, 0x3c00, 0xc400, 0x3118, 0xfff0, 0x3fe00000, 0x3ff00000, 0x40100000, 0x3f80, 0x4000,
  0x3e22, 0x12340000, 0x10000,
];
/** The value of an operand that is not there: null, in CDNA exec_hi. */
const NO_BASE = 0x7c;
const CDNA_NO_BASE = 0x7f;
/** Values of the first source that name another format. */
const others = new Set([249, 250, 233, 234]);

export const setField = (words: number[], at: number, width: number, value: number): void => {
  for (let i = 0; i < width; i++) {
    const [word, bit] = [(at + i) >> 5, (at + i) & 31];
    const old = words[word] ?? 0;
    words[word] = ((value >>> i) & 1) === 1 ? old | (1 << bit) : old & ~(1 << bit);
  }
};

function placeValue({ width, base }: Place, random: Random): number {
  if (base === 256) return random(2) === 0 ? random(64) * 4 : random(256);
  if (width >= 9)
    return random(100) < 50
      ? 256 + (random(2) === 0 ? random(64) * 4 : random(256))
      : sourceValue(random);
  if (width >= 7)
    return random(3) === 0 ? sourceValue(random) & ((1 << width) - 1) : random(26) * 4;
  return random(2 ** width);
}

/** A way of DPP to read another lane. */
function laneControl(random: Random): number {
  const first = [
    0, 0, 0x101, 0x111, 0x121, 0x130, 0x134, 0x138, 0x13c, 0x140, 0x141, 0x142, 0x143, 0x150, 0x150,
    0x160,
  ];
  const base = first[random(first.length)] ?? 0;
  const few = (base & 0xf0) <= 0x20 ? 15 : 16;
  return base === 0
    ? random(256)
    : (base & 15) === 1 || ((base & 0xf) === 0 && base >= 0x150)
      ? base + random(few)
      : base;
}

const sourceValue = (random: Random): number =>
  random(3) === 0 ? random(256) : (special[random(special.length)] ?? 0);

/** What else encodings have: the other half of half an instruction is v_dual_mov_b32. */
const fixedFields: Readonly<
  Record<string, readonly (readonly [at: number, width: number, value: number])[]>
> = {
  vopd: [[17, 5, 8]],
  vopdy: [[22, 4, 8]],
  vopd3: [[12, 6, 8]],
  vopd3y: [[18, 6, 8]],
  vimage: [
    [0, 14, 1],
    [22, 4, 1],
    [56, 8, NO_BASE],
  ],
  scaled: [
    [75, 4, 1],
    [87, 9, 0x1a7],
  ],
};

/** Makes a random encoding of an opcode of a format. */
export function makeProbe(format: Format, opcode: number, random: Random): Probe {
  const style = random(10);
  const words: number[] = [];
  for (let i = 0; i < format.words; i++)
    words.push(
      style < 2
        ? random(2 ** 32)
        : style < 4
          ? random(2 ** 32) & random(2 ** 32) & random(2 ** 32)
          : 0,
    );
  if (style >= 4 && style < 9) {
    for (const [at, width] of format.fields.values()) {
      if (random(4) > 0) continue;
      if (width === 9) setField(words, at, width, laneControl(random));
      else if (width <= 16) setField(words, at, width, random(2 ** width));
      else setField(words, at, width, random(2) === 0 ? random(2 ** width) : random(64));
    }
    for (const place of format.places.values())
      for (const at of [
        place.negative,
        place.absolute,
        place.extended,
        place.half,
        place.accumulator,
        place.scalar,
      ])
        if (at !== undefined && random(4) === 0) setField(words, at, 1, 1);
  }
  const first = format.places.get('0');
  for (const [name, place] of format.places) {
    // What an instruction has no operand in has to be 0, or null.
    if (random(place.width === 16 ? 2 : 4) === 0) continue;
    if (
      /[abDCmg]/.test(name) &&
      first !== undefined &&
      place.at !== first.at &&
      overlaps(format, name, place)
    )
      continue;
    let value = placeValue(place, random);
    if (name === 'r' && random(3) === 0) value = format.fields.has('sc0') ? CDNA_NO_BASE : NO_BASE;
    if (place.width === 16)
      value =
        [random(65536), random(16), random(256), 1 << random(16), 0xffff ^ (1 << random(16))][
          random(5)
        ] ?? 0;
    if (
      place.at === first?.at &&
      format.when === undefined &&
      place.width === 9 &&
      others.has(value)
    )
      value = 300;
    setField(words, place.at, place.width, value);
  }
  for (let bit = 0; bit < 32; bit++)
    if (((format.mask >>> bit) & 1) === 1) setField(words, bit, 1, (format.value >>> bit) & 1);
  setField(words, format.opcode[0], format.opcode[1], opcode);
  const { when } = format;
  const firstSource = format.name.startsWith('vop3') ? 32 : 0;
  // LLVM 22 takes such selections of lanes for inline constants, and so prints them wrong.
  const lanes = format.fields.get('dpp8')?.[0];
  if (lanes !== undefined && isMistaken(words, format))
    setField(words, lanes + 8, 8, 1 + random(255));
  const control = format.fields.get('dpp')?.[0];
  if (control !== undefined && isMistaken(words, format)) setField(words, control + 7, 1, 0);
  if (when !== undefined) setField(words, firstSource, 9, when[random(when.length)] ?? 0);
  else if (/^vop[123c]/.test(format.name)) {
    const bits = ((words[firstSource >> 5] ?? 0) >>> 0) & 511;
    if (others.has(bits)) setField(words, firstSource, 9, 300);
  }
  if (crashes(format, words)) {
    if (format.name === 'sop1') setField(words, 0, 8, 0xc1);
    for (const at of vectorBits(format, words)) setField(words, at, 1, 1);
    for (const at of noLiterals(format)) if (isLiteral(words, at)) setField(words, at, 8, 0x80);
    for (const [at, width] of selectionsOf(format))
      setField(words, at, width, random(width === 3 ? 7 : 3));
  }
  for (const field of fixedFields[format.name] ?? []) setField(words, ...field);
  // Both or none of the last operands of copies of tensors are there.
  const isLong = random(2) === 0;
  if (format.name === 'vimage' && (!isLong || hasOneNull(words)))
    for (const at of [80, 88]) setField(words, at, 8, isLong ? 4 : NO_BASE);
  const literal = random(2) === 0 ? random(2 ** 32) : (literals[random(literals.length)] ?? 0);
  words.push(literal | 0, random(4) === 0 ? 0 : random(2 ** 32));
  return { words, text: UNKNOWN, bytes: 4 };
}

/** Whether a place has the bits of one that another letter names: two letters for two ways to read them. */
function overlaps(format: Format, name: string, { at, width }: Place): boolean {
  for (const [other, place] of format.places)
    if (
      other !== name &&
      /[012d]/.test(other) &&
      place.at < at + width &&
      at < place.at + place.width
    )
      return true;
  return false;
}

/** Values of the places of a format that tell kinds of operands apart, with the literal behind where one is. */
export function placesOf(
  format: Format,
): (readonly [at: number, width: number, value: number, literal?: number])[] {
  return [...format.places.values()].flatMap((place) =>
    valuesOf(place, format).map(
      ([value, ...literal]) => [place.at, place.width, value, ...literal] as const,
    ),
  );
}

function valuesOf(
  { width, base }: Place,
  { when }: Format,
): (readonly [value: number, literal?: number])[] {
  const few = base === 256 || width < 6 ? [0, 1, 127, 128, 254, 255] : undefined;
  const immediates = width === 16 ? [0, 1, 10, 64, 65, 0x7fff, 0x8000, 0xffff] : undefined;
  const values = few ??
    immediates ?? [...new Set([...special, 243, 244, 245, 246, 256, 257, 510, 511])];
  const isSource = few === undefined && immediates === undefined;
  return values
    .filter(
      (value) => value < 2 ** width && (!isSource || when !== undefined || !others.has(value)),
    )
    .flatMap((value): (readonly [number, number?])[] =>
      isSource && value === 255 ? literals.map((literal) => [value, literal]) : [[value]],
    );
}

/** Whether words are of a format, by its first bits and the first source. */
export function belongs(format: Format, words: readonly number[]): boolean {
  const { mask, value, when, name } = format;
  if (isMistaken(words, format) || crashes(format, words)) return false;
  if (name === 'vimage' && hasOneNull(words)) return false;
  if (((words[0] ?? 0) & mask) !== (value | 0)) return false;
  if (!/^vop[123c]/.test(name)) return true;
  const source = (words[name.startsWith('vop3') ? 1 : 0] ?? 0) & 511;
  return when === undefined ? !others.has(source) : when.includes(source);
}

function isMistaken(words: readonly number[], { name, fields }: Format): boolean {
  const lanes = fields.get('dpp8')?.[0];
  const control = fields.get('dpp')?.[0];
  const selected = lanes === undefined ? 0 : (words[lanes >> 5] ?? 0) >>> 8;
  const taken = control === undefined || name !== 'vop3p' ? 0 : ((words[2] ?? 0) >>> 8) & 511;
  return [selected, taken].some((value) => value >= 128 && value < 256);
}

const selectionsOf = ({ fields }: Format): (readonly [number, number])[] =>
  [...fields]
    .filter(([name]) => /_sel$|^dst_unused$/.test(name) && name !== 'op_sel')
    .map(([, field]) => field);

/** Whether one of the last two operands of a copy of a tensor is null. */
const hasOneNull = ([, , word = 0]: readonly number[]): boolean =>
  (((word >>> 16) & 255) === NO_BASE) !== (word >>> 24 === NO_BASE);

/** Places of sources that cannot be literals: on those of CDNA and of buffers LLVM 22 crashes. */
function noLiterals({ name, value }: Format): readonly number[] {
  if (name === 'mubuf' || name === 'mtbuf') return [56];
  if (name === 'scaled') return [32, 41, 64, 96, 105, 114];
  return name.startsWith('vop3') && value >>> 26 === 0x34 ? [0, 32, 41, 50] : [];
}

const isLiteral = (words: readonly number[], at: number): boolean =>
  (((words[at >> 5] ?? 0) >>> (at & 31)) & ([0, 56, 64].includes(at) ? 255 : 511)) === 255;

/** The upper bits of sources that have to be VGPRs: of matrices whose size depends on the format of their elements. */
function vectorBits({ name, value }: Format, words: readonly number[]): readonly number[] {
  if (name === 'scaled') return [104, 113];
  const opcode = ((words[0] ?? 0) >>> 16) & 127;
  const isMatrix = name === 'vop3p' && value >>> 26 === 0x34 && opcode >= 0x2d && opcode <= 0x2e;
  return isMatrix ? [40, 49] : [];
}

/** LLVM 22 crashes on literals of the barrier instructions of RDNA 4, and does not end on selections of SDWA that are none. */
function crashes(format: Format, words: readonly number[]): boolean {
  const [word = 0] = words;
  const opcode = (word >>> 8) & 255;
  if (format.name === 'sop1' && opcode >= 0x4e && opcode <= 0x57 && (word & 254) === 254)
    return true;
  if (vectorBits(format, words).some((at) => (((words[at >> 5] ?? 0) >>> (at & 31)) & 1) === 0))
    return true;
  if (noLiterals(format).some((at) => isLiteral(words, at))) return true;
  return selectionsOf(format).some(([at, width]) => {
    const value = ((words[at >> 5] ?? 0) >>> (at & 31)) & ((1 << width) - 1);
    return value === (1 << width) - 1;
  });
}
