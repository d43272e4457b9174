/**
 * Products of f16 and bf16 that are small multiples of one number in A, and of one in B, as products of integers.
 *
 *     A = a 2^i, B = b 2^j with |a|, |b| < 2^14      A B = (a b) 2^(i + j)
 *
 * Whole numbers, as in tests, and numbers of similar magnitude are such. One instruction does eight products then
 * (`integer-code.ts`), where one of f64 does two. The sum of up to eight fits into 32 bits and is exact, as it is in f64, so
 * that the results are the same bits. Each execution looks at the registers; after one whose floats did not fit, the next
 * few do not.
 */
import {
  elementsPerLane,
  laneGroups,
  type MatrixInstruction,
  operandPosition,
} from '@ldscope/core';
import { encodeModule, instantiate } from '@ldscope/core/wasm';
import { registerMemory } from '../../state/register-memory.ts';
import { matrixRoundingOf, type Target } from '../../state/target.ts';
import { LANES } from '../../state/wave.ts';
import { type Finish, integerFunctions, integerProduct } from './integer-code.ts';
import { groupSize, pairsOf } from './plan.ts';

/** Bits of integers, without the sign: the sum of eight products is below 2^31. */
const BITS = 14;
const MOST_IN_GROUP = 8;
/** Executions that skip the check, after several in which it failed. */
const LONGEST_PAUSE = 255;
/** The integers that an f32 represents exactly. */
const MOST_EXACT = 2 ** 24;

/** How a 16-bit float is laid out. */
interface Layout {
  readonly mantissa: number;
  readonly bias: number;
  readonly convert: string;
  /** The largest exponent of numbers whose anchor (`convert` in `integer-code.ts`) is finite. */
  readonly most: number;
}

const LAYOUTS: Readonly<Partial<Record<MatrixInstruction['a'], Layout>>> = {
  f16: { mantissa: 10, bias: 15, convert: 'wholeF16', most: 30 },
  bf16: { mantissa: 7, bias: 127, convert: 'wholeBf16', most: 244 },
};

/** Where integers and reports go, and the tables of an instruction: bytes in the memory of registers. */
export interface IntegerPlaces {
  readonly left: number;
  readonly right: number;
  /** Four words. */
  readonly report: number;
  readonly tiles: number;
  readonly tilesEnd: number;
}

type Call = (...parameters: number[]) => void;

/** Where the pairs of k begin in a register file, in bytes; `undefined` where neighbours are not in one word. */
function placesOfPairs(row: MatrixInstruction): number[] | undefined {
  const { m, k, blocks } = row;
  const places = Array.from({ length: k / 2 }, () => 0);
  const { operand } = elementsPerLane(row);
  for (let group = 0; group < laneGroups(row); group++) {
    for (let element = 0; element < operand; element += 2) {
      const lane = group * m * blocks;
      const at = operandPosition(row, lane, element).k;
      if (at % 2 !== 0 || operandPosition(row, lane, element + 1).k !== at + 1) return undefined;
      places[at / 2] = 4 * ((LANES * element) / 2 + lane);
    }
  }
  return places;
}

/** The data that all instructions share. */
let shared: ((name: string) => Call) | undefined;
const products = new Map<string, Call | undefined>();

function productOf(row: MatrixInstruction, group: number, finish: Finish): Call | undefined {
  const key = `${row.name} ${group} ${finish}`;
  if (!products.has(key)) {
    const pairs = placesOfPairs(row);
    // Matrices of four rows are one tile each.
    const width = row.m > 4 ? 2 : 1;
    const bytes = pairs && encodeModule('imported', [integerProduct(finish, pairs, group, width)]);
    products.set(key, bytes && instantiate(bytes, registerMemory.memory)?.call(finish));
  }
  return products.get(key);
}

/** The products of one instruction; `undefined` where they are not known to equal those of f64. */
export function integerProducts(
  row: MatrixInstruction,
  target: Target,
  words: Uint32Array,
  places: IntegerPlaces,
): IntegerProducts | undefined {
  const layout = LAYOUTS[row.a];
  const group = groupSize(row, target);
  if (layout === undefined || row.b !== row.a || row.d !== 'f32') return undefined;
  if (group > MOST_IN_GROUP || group % 2 !== 0 || pairsOf(row, target) !== undefined)
    return undefined;
  if (matrixRoundingOf(target).flushesSubnormals.value) return undefined;
  shared ??= instantiate(encodeModule('imported', integerFunctions()), registerMemory.memory)?.call;
  const single = productOf(row, group, 'single');
  const double = productOf(row, group, 'double');
  if (shared === undefined || single === undefined || double === undefined) return undefined;
  const bytes = 2 * LANES * elementsPerLane(row).operand;
  return new IntegerProducts(words, places, layout, bytes, group, {
    largest: shared('largest'),
    convert: shared(layout.convert),
    single,
    double,
  });
}

export class IntegerProducts {
  readonly #words: Uint32Array;
  readonly #places: IntegerPlaces;
  readonly #layout: Layout;
  readonly #bytes: number;
  readonly #group: number;
  readonly #calls: Readonly<Record<'largest' | 'convert' | Finish, Call>>;
  /** The number of executions that skip the check, and how many of them are left. */
  #pause = 0;
  #resting = 0;
  #scale = 0;
  #finish: Finish = 'double';

  constructor(
    words: Uint32Array,
    places: IntegerPlaces,
    layout: Layout,
    bytes: number,
    group: number,
    calls: Readonly<Record<'largest' | 'convert' | Finish, Call>>,
  ) {
    this.#words = words;
    this.#places = places;
    this.#layout = layout;
    this.#bytes = bytes;
    this.#group = group;
    this.#calls = calls;
  }

  /** Makes integers of the registers at two addresses; false where they do not fit. */
  convert(a: number, b: number): boolean {
    if (this.#resting > 0) {
      this.#resting--;
      return false;
    }
    const fits = this.#convert(a, b);
    this.#pause = fits ? 0 : Math.min(2 * this.#pause + 1, LONGEST_PAUSE);
    this.#resting = this.#pause;
    return fits;
  }

  #convert(a: number, b: number): boolean {
    const { mantissa, bias, most } = this.#layout;
    const { left, right, report } = this.#places;
    const words = this.#words;
    const at = report >> 2;
    this.#calls.largest(a, b, this.#bytes, report);
    const [largestA, largestB] = [words[at] ?? 0, words[at + 1] ?? 0];
    // Zeros fit any unit.
    const exponentA = largestA === 0 ? bias : Math.max(largestA >> mantissa, 1);
    const exponentB = largestB === 0 ? bias : Math.max(largestB >> mantissa, 1);
    if (exponentA > most || exponentB > most) return false;
    const exponent = exponentA + exponentB - 2 * (bias + BITS - 1);
    // Every sum is then a normal number of f32.
    if (exponent < -126 || exponent > 96) return false;
    this.#calls.convert(a, this.#bytes, left, anchorOf(exponentA), report);
    this.#calls.convert(b, this.#bytes, right, anchorOf(exponentB), report + 8);
    if (((words[at] ?? 0) | (words[at + 2] ?? 0)) !== 0) return false;
    const mostA = inUnits(largestA, mantissa, words[at + 1] ?? 0);
    const mostB = inUnits(largestB, mantissa, words[at + 3] ?? 0);
    const single = mostA * mostB * this.#group <= MOST_EXACT;
    this.#finish = single ? 'single' : 'double';
    this.#scale = single ? (exponent + 127) << 23 : (exponent + 1023) << 20;
    return true;
  }

  /** Adds the products of the integers that `convert` made to the registers at an address. */
  addTo(d: number): void {
    const { left, right, tiles, tilesEnd } = this.#places;
    this.#calls[this.#finish](left, right, d, tiles, tilesEnd, this.#scale);
  }
}

/** 1.5 * 2^23 units, where the largest number is up to 2^14 of them. Of f16, floats are 2^-112 of the numbers. */
const anchorOf = (exponent: number): number => ((exponent + 23 - BITS + 1) << 23) | 0x400000;

/** The largest integer, in units of the lowest bit that is used. */
function inUnits(largest: number, mantissa: number, used: number): number {
  const hidden = largest >> mantissa === 0 ? 0 : 1 << mantissa;
  const integer =
    ((largest & (hidden === 0 ? largest : hidden - 1)) | hidden) << (BITS - 1 - mantissa);
  const bits = (used | (used >>> 16)) & 0xffff;
  return bits === 0 ? 0 : integer / (bits & -bits);
}
