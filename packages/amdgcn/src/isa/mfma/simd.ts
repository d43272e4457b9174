/**
 * Dense products in WebAssembly, where the engine has it: three to four times as fast as `multiply.ts`, bit for bit
 * the same.
 *
 *     registers of A and B -> planes -> products are added to the registers of D
 *
 * The planes of all waves are in one place, as a step is done with them before the next begins. Registers that are not in
 * the memory (`register-memory.ts`), broadcasts between blocks and lanes, elements narrower than a byte, scales, sparse A
 * and f64 stay in TypeScript.
 */
import {
  elementsPerLane,
  laneGroups,
  type MatrixInstruction,
  operandPosition,
  resultPosition,
} from '@ldscope/core';
import { encodeModule, instantiate } from '@ldscope/core/wasm';
import { LANES, type Step } from '../../state/wave.ts';
import { MATRIX_BYTES, registerMemory } from '../../state/register-memory.ts';
import { matrixRoundingOf, type Target } from '../../state/target.ts';
import { elementFormat, type ElementType } from './formats.ts';
import type { DensePlaces } from './operands.ts';
import { type IntegerProducts, integerProducts } from './integers.ts';
import { groupSize, pairsOf } from './plan.ts';
import { matrixFunctions, PRODUCT, productFunction } from './simd-code.ts';

const REGISTER = 4 * LANES;

/** Places in the memory, in bytes: room for the planes of the largest operands, then tables as they are needed. */
const LEFT = 0;
const RIGHT = LEFT + 32 * 8 * LANES;
/** The input of `integers.ts`. */
const REPORT = RIGHT + 32 * 8 * LANES;
const TABLES = REPORT + 16;

/** The smallest normal numbers, as `decodeF16` and `decodeBf16` want them: gfx90a reads smaller ones as zero. */
const SMALLEST_F16 = 0x0400 << 13;
const SMALLEST_F32 = 0x00800000;

/** Where the tables of an instruction are: see `multiply` in `simd-code.ts`. */
interface Places {
  readonly tiles: number;
  readonly tilesEnd: number;
  readonly ks: number;
  readonly ksEnd: number;
}

/** Decodes the registers from one byte address up to another into planes. */
type Decode = (from: number, end: number, to: number) => void;

class MatrixUnit {
  readonly words: Uint32Array;
  readonly call: (name: string) => (...parameters: number[]) => void;
  readonly #doubles: Float64Array;
  readonly #places = new Map<string, Places | undefined>();
  readonly #tables = new Map<Float32Array, number | undefined>();
  readonly #multipliers = new Map<string, ((...parameters: number[]) => void) | undefined>();
  #next = TABLES;

  constructor(memory: ArrayBuffer, call: (name: string) => (...parameters: number[]) => void) {
    this.words = new Uint32Array(memory);
    this.#doubles = new Float64Array(memory);
    this.call = call;
  }

  /** The tables of an instruction; `undefined` when the memory is full. */
  places(row: MatrixInstruction): Places | undefined {
    const { name } = row;
    if (!this.#places.has(name)) this.#places.set(name, this.#placeTables(row));
    return this.#places.get(name);
  }

  /** The function that multiplies; one for each instruction whose k are summed in groups. */
  multiplier(
    row: MatrixInstruction,
    group: number,
    pairs: 2 | 4 | undefined,
  ): ((...parameters: number[]) => void) | undefined {
    if (pairs !== undefined) return this.call(`multiplyPairs${pairs}`);
    const key = `${row.name} ${group}`;
    if (!this.#multipliers.has(key)) {
      const type = row.d === 'i32' ? 'i32' : 'f32';
      const bytes = encodeModule('imported', [productFunction(type, placesOfK(row), group)]);
      this.#multipliers.set(key, instantiate(bytes, registerMemory.memory)?.call(PRODUCT));
    }
    return this.#multipliers.get(key);
  }

  /** Products of numbers that are small multiples of one. */
  integers(
    row: MatrixInstruction,
    target: Target,
    { tiles, tilesEnd }: Places,
  ): IntegerProducts | undefined {
    const places = { left: LEFT, right: RIGHT, report: REPORT, tiles, tilesEnd };
    return integerProducts(row, target, this.words, places);
  }

  /** How elements of a type are decoded; `undefined` when they cannot be, here. */
  decoder(type: ElementType, target: Target): Decode | undefined {
    const flushes = matrixRoundingOf(target).flushesSubnormals.value;
    switch (type) {
      case 'f16':
        return this.#decodeWith('decodeF16', flushes ? SMALLEST_F16 : 0);
      case 'bf16':
        return this.#decodeWith('decodeBf16', flushes ? SMALLEST_F32 : 0);
      case 'f32':
        return this.#decodeWith('decodeF32', 0xffffffff);
      case 'xf32':
        return this.#decodeWith('decodeF32', 0xffffe000);
      case 'i8':
      case 'fp8':
      case 'bf8': {
        const format = elementFormat(type, target);
        if (format.kind !== 'table') return undefined;
        const table = this.#table(format.table);
        return table === undefined ? undefined : this.#decodeWith('decodeBytes', table);
      }
      default:
        return undefined;
    }
  }

  #decodeWith(name: string, extra: number): Decode {
    const decode = this.call(name);
    return (from, end, to) => decode(from, end, to, extra);
  }

  #table(values: Float32Array): number | undefined {
    if (!this.#tables.has(values)) {
      const at = this.#allocate(8 * values.length);
      if (at !== undefined) this.#doubles.set(values, at / 8);
      this.#tables.set(values, at);
    }
    return this.#tables.get(values);
  }

  #placeTables(row: MatrixInstruction): Places | undefined {
    const { m, k, blocks } = row;
    const count = (m * m * blocks) / 16;
    const tiles = this.#allocate(12 * count);
    const ks = this.#allocate(4 * k);
    if (tiles === undefined || ks === undefined) return undefined;
    for (let tile = 0; tile < count; tile++) {
      const lane = 4 * (tile % 16);
      const register = 4 * Math.floor(tile / 16);
      const at = resultPosition(row, lane, register);
      const entry = [
        8 * (at.block * m + at.row),
        8 * (at.block * m + at.column),
        REGISTER * register + 4 * lane,
      ];
      this.words.set(entry, (tiles + 12 * tile) / 4);
    }
    this.words.set(placesOfK(row), ks / 4);
    return { tiles, tilesEnd: tiles + 12 * count, ks, ksEnd: ks + 4 * k };
  }

  #allocate(bytes: number): number | undefined {
    const at = this.#next;
    if (at + bytes > MATRIX_BYTES) return undefined;
    this.#next = (at + bytes + 7) & ~7;
    return at;
  }
}

/** Where the elements of each k begin in the planes, in bytes. */
function placesOfK(row: MatrixInstruction): number[] {
  const { m, k, blocks } = row;
  const places = Array.from({ length: k }, () => 0);
  const { operand } = elementsPerLane(row);
  for (let group = 0; group < laneGroups(row); group++) {
    for (let element = 0; element < operand; element++) {
      const lane = group * m * blocks;
      const at = operandPosition(row, lane, element);
      places[at.k] = 8 * (LANES * element + lane);
    }
  }
  return places;
}

let unit: MatrixUnit | undefined;
let tried = false;

/** The unit, made when it is first asked for; `undefined` where there is no WebAssembly with SIMD. */
function matrixUnit(): MatrixUnit | undefined {
  if (!tried) {
    tried = true;
    const { memory } = registerMemory;
    const bytes = encodeModule('imported', matrixFunctions());
    const instance = memory && instantiate(bytes, memory);
    if (instance !== undefined) unit = new MatrixUnit(instance.memory, instance.call);
  }
  return unit;
}

/** Its products as integer products; `undefined` where these are not made. */
export function integersOf(row: MatrixInstruction, target: Target): IntegerProducts | undefined {
  const made = matrixUnit();
  const places = made?.places(row);
  return places && made?.integers(row, target, places);
}

/**
 * A step for an instruction without broadcasts, where `plain` does the same to registers that the memory does not have;
 * `undefined` when TypeScript has to do it all.
 */
export function simdStep(
  row: MatrixInstruction,
  target: Target,
  { a, b, d, setC }: DensePlaces,
  plain: Step,
): Step | undefined {
  const made = matrixUnit();
  const decodeA = made?.decoder(row.a as ElementType, target);
  const decodeB = made?.decoder(row.b as ElementType, target);
  if (made === undefined || decodeA === undefined || decodeB === undefined) return undefined;
  const places = made.places(row);
  if (places === undefined) return undefined;
  const { tiles, tilesEnd, ks, ksEnd } = places;
  const { operand } = elementsPerLane(row);
  const bits = elementFormat(row.a as ElementType, target).bits;
  const source = (LANES * operand * bits) / 32;
  const multiply = made.multiplier(row, groupSize(row, target), pairsOf(row, target));
  if (multiply === undefined) return undefined;
  const integers = integersOf(row, target);
  return (wave) => {
    const { base } = wave;
    if (base < 0) {
      plain(wave);
      return;
    }
    if (integers?.convert(base + 4 * a, base + 4 * b) === true) {
      setC(wave);
      integers.addTo(base + 4 * d);
      return;
    }
    decodeA(base + 4 * a, base + 4 * (a + source), LEFT);
    decodeB(base + 4 * b, base + 4 * (b + source), RIGHT);
    setC(wave);
    multiply(LEFT, RIGHT, base + 4 * d, tiles, tilesEnd, ks, ksEnd);
  };
}
