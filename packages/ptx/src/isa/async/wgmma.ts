/**
 * `wgmma`: products of matrices by the four warps of a warpgroup. Source: PTX ISA 9.0, 9.7.15.
 *
 *     wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {d0..d31}, a-desc, b-desc, p, 1, 1, 0, 0;
 *
 * D is 64 x N, 16 rows per warp, and A 64 x K in registers or shared memory, B K x N in shared memory. K is 32 bytes. Results are
 * there at once; `commit_group` and `wait_group` say when they may be used. Products are exact in doubles and sums are rounded
 * once, where hardware cuts them.
 *
 *     wgmma.mma_async.sp.sync.aligned.m64n64k32... {d}, a-desc, b-desc, meta, 0, p, ...;      A has half of its elements
 *
 * A sparse product has twice the K; the words of metadata are where `mma.sp` has them (measured on an H200).
 */
import { type Message, messages, opcodeNumber } from '@ldscope/core';
import type { Step, Warp } from '@ldscope/simt';
import { wordOf } from '../exchange.ts';
import type { Source } from '../generate.ts';
import type { Place } from '../matrix-layout.ts';
import { placesOfA } from '../matrix-layout.ts';
import { wordIn } from '../memory/lane-memory.ts';
import { whoOf } from '../memory/address.ts';
import { type MemoryContext, textOf } from '../memory/context.ts';
import {
  type Element,
  elementTypes,
  gather,
  lanes,
  readAccumulator,
  sourcesOf,
  targetsOf,
  writeAccumulator,
} from '../matrix-operands.ts';
import { expansion } from '../mma-sparse.ts';
import { sourceOf } from '../operands.ts';
import { CHUNK_BYTES, Chunks } from './chunks.ts';
import { reportOnce } from './bulk.ts';
import { flightsOf, startProduct } from './wgmma-registers.ts';
import { descriptorOf, kMajorChunks, rowMajorChunks } from './matrix-descriptor.ts';

/** Reads of operands: their chunks in the order of `matrix-descriptor.ts`, 8 to a wavefront. */
const OPCODE = opcodeNumber('wgmma.mma_async');

const ROWS = 64;
const ROWS_PER_WARP = 16;
/** Bytes of a row of A in memory or registers: those of half the K where A is sparse. */
const K_BYTES = 32;

/** Instructions that each warp executes on its own: fences, and waits for groups, whose products are complete already. */
export function compileWgmma({ instruction, names, environment }: MemoryContext): Step | Message {
  const [kind = ''] = instruction.modifiers;
  if (kind === 'fence') return (warp) => flightsOf(warp).dirty.clear();
  if (kind === 'commit_group')
    return (warp) => {
      environment.order?.commit('wgmma', warp);
      flightsOf(warp).commit();
    };
  if (kind !== 'wait_group') return messages.ptx.unsupported(textOf(instruction));
  const left = sourceOf(instruction.operands[0], names);
  if (left?.kind !== 'constant') return messages.ptx.operand(textOf(instruction), 1);
  return (warp) => {
    environment.order?.wait('wgmma', warp, left.low);
    flightsOf(warp).wait(left.low);
  };
}

interface Shape {
  readonly n: number;
  readonly k: number;
  readonly types: readonly [d: string, a: string, b: string];
  readonly a: Element;
  readonly b: Element;
}

function shapeOf(modifiers: readonly string[]): Shape | undefined {
  const at = modifiers.findIndex((name) => /^m64n\d+k\d+$/.test(name));
  const [, n = 0, k = 0] = (/^m64n(\d+)k(\d+)$/.exec(modifiers[at] ?? '') ?? []).map(Number);
  const [d = '', first = '', second = ''] = modifiers.slice(at + 1, at + 4);
  const [a, b] = [elementTypes[first], elementTypes[second]];
  if (a === undefined || b === undefined || a.bits !== b.bits) return undefined;
  const bytes = modifiers.includes('sp') ? 2 * K_BYTES : K_BYTES;
  const fits = n >= 8 && n <= 256 && n % 8 === 0 && k * a.bits === 8 * bytes;
  return fits ? { n, k, types: [d, first, second], a, b } : undefined;
}

/** Elements of a 16 x N accumulator in the order of a lane's registers. */
const accumulatorPlaces = (n: number): Place[][] =>
  lanes((lane) => {
    const [group, member] = [lane >> 2, lane & 3];
    return Array.from({ length: n / 2 }, (_, i) => {
      const column = 8 * (i >> 2) + 2 * member + (i & 1);
      return [group + 8 * ((i >> 1) & 1), column] as const;
    });
  });

/** An operand in shared memory: 32 bytes of K in each of its rows, or 64. */
class SharedMatrix {
  readonly #context: MemoryContext;
  readonly #descriptor: Source;
  readonly #rows: number;
  readonly #depth: number;
  readonly #element: Element;
  /** Chunks of a row. */
  readonly #across: number;
  /** A chunk has 8 rows at one k. */
  readonly #byRows: boolean;
  readonly #chunks = new Chunks();

  constructor(
    context: MemoryContext,
    descriptor: Source,
    rows: number,
    depth: number,
    element: Element,
    byRows: boolean,
  ) {
    this.#context = context;
    this.#descriptor = descriptor;
    this.#rows = rows;
    this.#depth = depth;
    this.#element = element;
    this.#across = (depth * element.bits) / (8 * CHUNK_BYTES);
    this.#byRows = byRows;
  }

  /**
   * Reads the matrix into rows of K; false where a chunk is outside. `split`: the chunks belong to the warps in turn; else
   * all warps read all of them. Two warps then stand for all: at least one of them did not write the chunk.
   */
  read(warps: readonly Warp[], split: boolean, into: Float64Array): boolean {
    const { environment, number, movesData } = this.#context;
    const [leader] = warps;
    if (leader === undefined) return false;
    const descriptor = this.#descriptorOf(leader);
    const chunks = this.#chunks;
    const add = (address: number): void => chunks.add(address);
    chunks.clear();
    if (this.#byRows) rowMajorChunks(descriptor, this.#rows, this.#depth, add);
    else kMajorChunks(descriptor, this.#rows, this.#across, add);
    if (!this.#check(leader)) return false;
    const part = chunks.count / warps.length;
    const stamp = environment.order?.inGroup('wgmma', leader);
    for (const [index, warp] of warps.entries()) {
      if (!split) continue;
      const [from, to] = [index * part, (index + 1) * part];
      chunks.noteRead(environment, number, [warp], stamp, from, to);
      chunks.record(environment, OPCODE, number, warp, from, to);
    }
    if (!split) {
      chunks.noteRead(environment, number, warps, stamp);
      chunks.record(environment, OPCODE, number, leader);
    }
    if (!movesData) return true;
    const { data } = environment.shared;
    const { bits, value } = this.#element;
    const each = (8 * CHUNK_BYTES) / bits;
    for (let chunk = 0; chunk < chunks.count; chunk++) {
      const at = chunks.addresses[chunk] ?? 0;
      for (let i = 0; i < each; i++) {
        const bit = bits * i;
        const word = wordIn(data, at + ((bit >> 5) << 2), 4) >>> (bit & 31);
        into[this.#indexOf(chunk, i, each)] = value(word);
      }
    }
    return true;
  }

  #indexOf(chunk: number, i: number, each: number): number {
    const eighth = chunk >> 3;
    if (!this.#byRows) {
      const row = 8 * Math.floor(eighth / this.#across) + (chunk & 7);
      return row * this.#depth + (eighth % this.#across) * each + i;
    }
    const groups = this.#rows / 8;
    const k = 8 * Math.floor(eighth / groups) + (chunk & 7);
    return (8 * (eighth % groups) + i) * this.#depth + k;
  }

  #descriptorOf({ i }: Warp): ReturnType<typeof descriptorOf> {
    const source = this.#descriptor;
    return source.kind === 'constant'
      ? descriptorOf(source.low, source.high)
      : descriptorOf(i[source.offset] ?? 0, i[source.offset + 1] ?? 0);
  }

  #check(warp: Warp): boolean {
    const { environment, number, instruction } = this.#context;
    const { shared, findings } = environment;
    const outside = this.#chunks.outside(shared.bytes);
    if (outside === undefined) return true;
    const name = textOf(instruction);
    const message = messages.ptx.outOfShared(name, outside, shared.bytes, whoOf(warp, 0));
    if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
    return false;
  }
}

/** An instruction that four warps execute together, in the order of their numbers. */
export type WarpgroupStep = (warps: readonly Warp[]) => void;

export function compileWarpgroupProduct(context: MemoryContext): WarpgroupStep | Message {
  const { instruction, names, movesData } = context;
  const { modifiers } = instruction;
  const isSparse = modifiers.includes('sp');
  const [metadata, selector] = isSparse
    ? [sourceOf(instruction.operands[3], names), sourceOf(instruction.operands[4], names)]
    : [];
  // Operands as a dense product has them.
  const operands = instruction.operands.filter((_, i) => !isSparse || (i !== 3 && i !== 4));
  const shape = shapeOf(modifiers);
  if (shape === undefined) return messages.ptx.unsupported(textOf(instruction));
  const { n, k, types, a, b } = shape;
  const [typeD] = types;
  const [first, second, third] = operands;
  const d = targetsOf(first, names);
  const c = sourcesOf(first, names);
  const [descriptorB, scale] = [sourceOf(third, names), sourceOf(operands[3], names)];
  if (d === undefined || c?.length !== (typeD === 'f16' ? n / 4 : n / 2))
    return messages.ptx.operand(textOf(instruction), 1);
  if (descriptorB === undefined) return messages.ptx.operand(textOf(instruction), 3);
  if (scale === undefined) return messages.ptx.operand(textOf(instruction), 4);
  const immediates = operands.slice(4).map(immediateOf);
  if (immediates.includes(undefined)) return messages.ptx.operand(textOf(instruction), 5);
  if (isSparse && (metadata === undefined || selector?.kind !== 'constant'))
    return messages.ptx.operand(textOf(instruction), 4);
  const inRegisters = second?.kind === 'vector';
  /** Elements of a row of A that are in memory or registers. */
  const kept = isSparse ? k / 2 : k;
  const [signA = 1, signB = 1, ...turns] = immediates;
  const [turnA, turnB] = inRegisters ? [0, turns[0] ?? 0] : [turns[0] ?? 0, turns[1] ?? 0];
  if ((turnA !== 0 || turnB !== 0) && a.bits !== 16)
    return messages.ptx.unsupported(textOf(instruction));
  const readA = inRegisters
    ? registersOf(context, kept, a)
    : sharedOf(context, sourceOf(second, names), kept, a, turnA !== 0);
  if (readA === undefined) return messages.ptx.operand(textOf(instruction), 2);
  const matrixB = new SharedMatrix(context, descriptorB, n, k, b, turnB !== 0);
  const places = accumulatorPlaces(n);
  const [rowsA, rowsB] = [new Float64Array(ROWS * kept), new Float64Array(n * k)];
  const expanded = new Float64Array(ROWS_PER_WARP * k);
  const expand =
    metadata === undefined || selector?.kind !== 'constant'
      ? undefined
      : expansion(types[1], a.bits, k, metadata, selector.low);
  const sums = new Float64Array(ROWS_PER_WARP * n);
  const combine = types[1] === 'b1' ? 1 : signA * signB;
  const saturates = modifiers.includes('satfinite');
  const held = inRegisters ? (targetsOf(second, names) ?? []) : [];
  const name = textOf(instruction);
  return (warps) => {
    for (const warp of warps) {
      warp.order++;
      const problem = startProduct(warp, d, held, name);
      if (problem !== undefined) reportOnce(context, problem);
    }
    // The rows that the leader reads come first and together: they are one execution.
    if (!matrixB.read(warps, false, rowsB) || !readA(warps, rowsA) || !movesData) return;
    for (const [index, warp] of warps.entries()) {
      if (wordOf(scale, warp, 0) === 0) sums.fill(0);
      else readAccumulator(warp, c, places, typeD, sums, n);
      const part = ROWS_PER_WARP * kept;
      const own = rowsA.subarray(index * part, (index + 1) * part);
      expand?.(warp, own, expanded);
      addProducts(expand === undefined ? own : expanded, rowsB, sums, n, k, combine);
      writeAccumulator(warp, d, places, typeD, sums, saturates, n);
    }
  };
}

/** An immediate of the instruction: a sign, or whether a matrix is transposed. */
const immediateOf = (
  operand: MemoryContext['instruction']['operands'][number],
): number | undefined => (operand.kind === 'integer' ? Number(operand.value) : undefined);

type ReadA = (warps: readonly Warp[], into: Float64Array) => boolean;

/** A in registers: each warp has the fragment of a 16 x K matrix. */
function registersOf(
  { instruction, names, movesData }: MemoryContext,
  k: number,
  element: Element,
): ReadA | undefined {
  const sources = sourcesOf(instruction.operands[1], names);
  if (sources?.length !== 4) return undefined;
  const places = lanes((lane) => placesOfA(lane, ROWS_PER_WARP, k, 32 / element.bits));
  if (!movesData) return () => true;
  return (warps, into) => {
    for (const [index, warp] of warps.entries()) {
      const from = index * ROWS_PER_WARP * k;
      gather(warp, sources, places, element, into.subarray(from, from + ROWS_PER_WARP * k), k);
    }
    return true;
  };
}

/** A in shared memory: each warp reads the 16 rows of its own, or their part of each chunk column. */
function sharedOf(
  context: MemoryContext,
  descriptor: Source | undefined,
  k: number,
  element: Element,
  byRows: boolean,
): ReadA | undefined {
  if (descriptor === undefined) return undefined;
  const matrix = new SharedMatrix(context, descriptor, ROWS, k, element, byRows);
  return (warps, into) => matrix.read(warps, !byRows, into);
}

/** sums += a * b: `a` has 16 rows of K, `b` a row of K per column. `sign` is that of the products. */
function addProducts(
  a: Float64Array,
  b: Float64Array,
  sums: Float64Array,
  n: number,
  k: number,
  sign: number,
): void {
  for (let row = 0; row < ROWS_PER_WARP; row++) {
    for (let column = 0; column < n; column++) {
      let sum = 0;
      for (let i = 0; i < k; i++) sum += (a[row * k + i] ?? 0) * (b[column * k + i] ?? 0);
      sums[row * n + column] = (sums[row * n + column] ?? 0) + sign * sum;
    }
  }
}
