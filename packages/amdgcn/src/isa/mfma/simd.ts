/**
 * Dense products in WebAssembly, where the engine has it: three to four times as fast as `multiply.ts`, bit for bit
 * the same.
 *
 *     registers of A, B and D are copied in -> A and B become planes -> products are added -> D is copied back
 *
 * One small memory serves all waves, as a step is done with it before the next begins. Broadcasts between blocks and
 * lanes, elements narrower than a byte, scales, sparse A and f64 stay in TypeScript.
 */
import {
  elementsPerLane,
  encodeModule,
  instantiate,
  laneGroups,
  type MatrixInstruction,
  operandPosition,
  resultPosition,
} from '@ldscope/core';
import { LANES, type Step, type Wave } from '../../state/wave.ts';
import { matrixRoundingOf, type Target } from '../../state/target.ts';
import { elementFormat, type ElementType } from './formats.ts';
import type { DensePlaces } from './operands.ts';
import { groupSize, pairsOf } from './plan.ts';
import { matrixFunctions } from './simd-code.ts';

const PAGES = 4;
const PAGE = 65536;
const REGISTER = 4 * LANES;

/** Places in the memory, in bytes: room for the largest operands, then tables as they are needed. */
const A = 0;
const B = A + 8 * REGISTER;
const D = B + 8 * REGISTER;
const LEFT = D + 32 * REGISTER;
const RIGHT = LEFT + 32 * 8 * LANES;
const TABLES = RIGHT + 32 * 8 * LANES;

/** The smallest normal numbers, as `decodeF16` and `decodeBf16` want them: gfx90a reads what is below as zero. */
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
    const { operand } = elementsPerLane(row);
    for (let group = 0; group < laneGroups(row); group++) {
      for (let element = 0; element < operand; element++) {
        const lane = group * m * blocks;
        const at = operandPosition(row, lane, element);
        this.words[ks / 4 + at.k] = 8 * (LANES * element + lane);
      }
    }
    return { tiles, tilesEnd: tiles + 12 * count, ks, ksEnd: ks + 4 * k };
  }

  #allocate(bytes: number): number | undefined {
    const at = this.#next;
    if (at + bytes > PAGES * PAGE) return undefined;
    this.#next = (at + bytes + 7) & ~7;
    return at;
  }
}

let unit: MatrixUnit | undefined;
let tried = false;

/** The unit, made when it is first asked for; `undefined` where there is no WebAssembly with SIMD. */
function matrixUnit(): MatrixUnit | undefined {
  if (!tried) {
    tried = true;
    const instance = instantiate(encodeModule(PAGES, matrixFunctions));
    if (instance !== undefined) unit = new MatrixUnit(instance.memory, instance.call);
  }
  return unit;
}

/** The function that multiplies; i8 is summed over all k, of which there are 4 at least. */
function multiplier({ d }: MatrixInstruction, group: number, pairs: 2 | 4 | undefined): string {
  if (pairs !== undefined) return `multiplyPairs${pairs}`;
  if (d === 'i32') return 'multiplyI32';
  return group % 4 === 0 ? 'multiplyF32By4' : 'multiplyF32';
}

/** The operands of an instruction in the registers of one wave. */
interface OperandViews {
  readonly u: Uint32Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly d: Uint32Array;
}

/** Views by wave, kept: making one costs as much as copying what it shows. */
function operandViews(make: (u: Uint32Array) => OperandViews): (wave: Wave) => OperandViews {
  const byWave: (OperandViews | undefined)[] = [];
  return ({ index, u }) => {
    const known = byWave[index];
    return known?.u === u ? known : (byWave[index] = make(u));
  };
}

/** A step for an instruction without broadcasts; `undefined` when TypeScript has to do it. */
export function simdStep(
  row: MatrixInstruction,
  target: Target,
  { a, b, d, setC }: DensePlaces,
): Step | undefined {
  const made = matrixUnit();
  const decodeA = made?.decoder(row.a as ElementType, target);
  const decodeB = made?.decoder(row.b as ElementType, target);
  if (made === undefined || decodeA === undefined || decodeB === undefined) return undefined;
  const places = made.places(row);
  if (places === undefined) return undefined;
  const { tiles, tilesEnd, ks, ksEnd } = places;
  const { words } = made;
  const { operand, result } = elementsPerLane(row);
  const bits = elementFormat(row.a as ElementType, target).bits;
  const source = (LANES * operand * bits) / 32;
  const results = LANES * result;
  const group = groupSize(row, target);
  const multiply = made.call(multiplier(row, group, pairsOf(row, target)));
  const out = words.subarray(D / 4, D / 4 + results);
  const operands = operandViews((u) => ({
    u,
    a: u.subarray(a, a + source),
    b: u.subarray(b, b + source),
    d: u.subarray(d, d + results),
  }));
  return (wave) => {
    const { u } = wave;
    const views = operands(wave);
    words.set(views.a, A / 4);
    words.set(views.b, B / 4);
    setC(wave);
    words.set(views.d, D / 4);
    decodeA(A, A + 4 * source, LEFT);
    decodeB(B, B + 4 * source, RIGHT);
    multiply(LEFT, RIGHT, D, tiles, tilesEnd, ks, ksEnd, 4 * group);
    u.set(out, d);
  };
}
