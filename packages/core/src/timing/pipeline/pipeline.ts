/**
 * The pipeline of a GEMM for any tile: prologue, hot loop and tail of a wave, as instructions in the order in which they issue.
 *
 *     nothing        load | write | read | MFMA            one after the other
 *     global         load . . . . . . . . | write          the next tile is fetched behind the matrix instructions of this one
 *                    read | MFMA MFMA MFMA
 *     all            load . . write . . . .                and slices are read ahead, pieces of the next tile are written
 *                    read . . . read . . .                 between matrix instructions
 *                    MFMA MFMA MFMA MFMA
 *
 * With one tile in LDS a wave writes once all have read it, between two barriers. With two or three it writes while it
 * reads, and one barrier separates steps. Registers and LDS buffers go around, so the loop has as many steps as it
 * takes until all are where they began. Waits are as weak as what they wait for allows (`counters.ts`): two in a slice,
 * for the operands of its first column and for the others. Every step is there once: in the loop or in the tail.
 */
import { gcd } from '../../base/numbers.ts';
import { type Result, success } from '../../base/result.ts';
import type { Machine } from '../../machine/machine.ts';
import type { TimingModel } from '../constants.ts';
import { InFlight } from './counters.ts';
import { loadName } from '../copies.ts';
import { MOST_BUFFERS, type PipelinePlan, type PipelineRequest, planPipeline } from './plan.ts';
import { type TileConflicts, tileConflicts } from './tile-accesses.ts';

/** `load`: from global memory, to registers or straight to LDS. */
export type PipelineOperationKind = 'load' | 'write' | 'read' | 'product' | 'wait' | 'barrier';

export interface PipelineOperation {
  readonly kind: PipelineOperationKind;
  /** In the language of schedules. */
  readonly text: string;
}

export interface Pipeline extends PipelinePlan {
  readonly machine: string;
  readonly conflicts: TileConflicts;
  readonly prologue: readonly PipelineOperation[];
  /** A body of the loop does `unroll` steps. */
  readonly loop: readonly PipelineOperation[];
  readonly unroll: number;
  /** How often the body runs; 0 where there are too few steps for a steady state. */
  readonly iterations: number;
  readonly tail: readonly PipelineOperation[];
}

/** Writes a pipeline down. Errors: tiles that the waves do not divide, limits, kinds of layout that do not serve. */
export function makePipeline(
  request: PipelineRequest,
  machine: Machine,
  timing: TimingModel,
): Result<Pipeline> {
  const plan = planPipeline(request, machine);
  if (!plan.ok) return plan;
  const conflicts = tileConflicts(plan.value, machine);
  if (!conflicts.ok) return conflicts;
  const writer = new Writer(plan.value, conflicts.value, timing);
  return success({
    ...plan.value,
    machine: machine.name,
    conflicts: conflicts.value,
    ...writer.write(),
  });
}

class Writer {
  readonly #plan: PipelinePlan;
  readonly #conflicts: TileConflicts;
  readonly #vector: InFlight;
  readonly #lds: InFlight;
  /** Matrix instructions that issue while LDS answers. */
  readonly #latency: number;
  /** Tiles that are in LDS, or on their way there, ahead of the one that is multiplied. */
  readonly #ahead: number;
  readonly #prefetch: number;
  #operations: PipelineOperation[] = [];

  constructor(plan: PipelinePlan, conflicts: TileConflicts, timing: TimingModel) {
    const { request, products, budget, reads } = plan;
    this.#plan = plan;
    this.#conflicts = conflicts;
    this.#vector = new InFlight(timing.counterMaximum.vmcnt.value);
    this.#lds = new InFlight(timing.counterMaximum.lgkmcnt.value);
    const { rows, columns, depth } = products;
    const cycles = budget.matrixCycles / (rows * columns * depth);
    const transfer = (64 * reads.widthBytes) / timing.lds.pairBytesPerCycle.value;
    this.#latency = Math.ceil((timing.lds.latency.value + transfer) / cycles);
    this.#ahead = { nothing: 0, global: 1, all: request.buffers === MOST_BUFFERS ? 2 : 1 }[
      request.overlap
    ];
    this.#prefetch = request.overlap === 'all' && !request.directToLds ? request.prefetch : 0;
  }

  write(): Pick<Pipeline, 'prologue' | 'loop' | 'unroll' | 'iterations' | 'tail'> {
    const { steps } = this.#plan.request;
    const unroll = this.#unroll();
    // The last steps fetch nothing: they are the tail.
    const full = Math.max(0, steps - this.#ahead - this.#prefetch);
    const iterations = Math.floor(full / unroll);
    const looped = iterations * unroll;
    // The body is that of the last iteration, so that what is in flight behind it is what the tail finds.
    const first = Math.max(0, looped - unroll);
    const prologue = this.#section(() => this.#prologue(first));
    const body = this.#section(() => this.#steps(first, looped));
    const tail = this.#section(() => this.#steps(looped, steps));
    return { prologue, loop: body, unroll, iterations, tail };
  }

  #section(write: () => void): readonly PipelineOperation[] {
    this.#operations = [];
    write();
    return this.#operations;
  }

  #steps(from: number, to: number): void {
    for (let step = from; step < to; step++) {
      if (this.#plan.request.overlap === 'all') this.#step(step);
      else this.#plainStep(step);
    }
  }

  /** Steps after which every tile of LDS and every set of registers is the one it was. */
  #unroll(): number {
    const { request, slices } = this.#plan;
    if (request.overlap !== 'all') return 1;
    return leastCommon(leastCommon(request.buffers, this.#prefetch || 1), slices % 2 === 0 ? 1 : 2);
  }

  /** The state that the loop finds when it begins with a step. */
  #prologue(step: number): void {
    const { overlap, steps, directToLds } = this.#plan.request;
    if (overlap === 'nothing') return;
    const ahead = Math.min(steps, step + this.#ahead);
    for (let tile = step; tile < ahead; tile++) {
      this.#pieces((piece) => this.#fetch(tile, piece));
      if (!directToLds) this.#pieces((piece) => this.#store(tile, piece));
    }
    for (let tile = ahead; tile < Math.min(steps, ahead + this.#prefetch); tile++) {
      this.#pieces((piece) => this.#fetch(tile, piece));
    }
    this.#arrived(step);
    this.#barrier();
    if (overlap === 'all') for (const read of this.#reads(step, 0)) read();
  }

  /** A step without reading ahead. */
  #plainStep(step: number): void {
    const { request, slices } = this.#plan;
    const next = request.overlap === 'global' ? step + 1 : step;
    const fetched = next < request.steps;
    const fill = (): void => {
      if (!request.directToLds) this.#pieces((piece) => this.#store(next, piece));
      this.#arrived(next);
      this.#barrier();
    };
    const isDirect = request.directToLds && request.overlap === 'global';
    // Straight into the only tile: not before all have read it.
    if (fetched && !isDirect) this.#pieces((piece) => this.#fetch(next, piece));
    if (request.overlap === 'nothing') fill();
    for (let slice = 0; slice < slices; slice++) {
      for (const read of this.#reads(step, slice)) read();
    }
    this.#waitLds(this.#allReads(step));
    this.#barrier();
    if (fetched && isDirect) this.#pieces((piece) => this.#fetch(next, piece));
    for (let slice = 0; slice < slices; slice++) {
      for (const product of this.#products(step, slice)) product();
    }
    if (request.overlap === 'global' && fetched) fill();
  }

  /** A step that reads a slice ahead, and has the tiles ahead written and fetched between its matrix instructions. */
  #step(step: number): void {
    const { request, slices, pieces, reads } = this.#plan;
    const products = Array.from({ length: slices }, (_, slice) =>
      this.#products(step, slice),
    ).flat();
    const perSlice = products.length / slices;
    /** What is done in front of each matrix instruction, and behind the last. */
    const before: (() => void)[][] = Array.from({ length: products.length + 1 }, () => []);
    const at = (position: number, act: () => void): void => {
      before[Math.min(products.length, Math.max(0, Math.floor(position)))]?.push(act);
    };
    const incoming = step + this.#ahead < request.steps;
    const following = step + 1 < request.steps;
    // The reads of the next slice, one behind each matrix instruction.
    const inStep = (slice: number): void => {
      const list = this.#reads(step, slice);
      const first = (slice - 1) * perSlice;
      for (const [i, read] of list.entries()) at(Math.min(first + 1 + i, slice * perSlice), read);
    };
    const lastSlice = (slices - 1) * perSlice;
    const hasRead =
      slices === 1
        ? Math.min(this.#latency, products.length)
        : Math.min((slices - 2) * perSlice + reads.count + this.#latency, lastSlice);
    const begin = request.buffers === 1 && incoming ? hasRead : 0;
    const nextReads = Math.max(begin, lastSlice, products.length - reads.count - this.#latency);
    for (let slice = 1; slice < slices; slice++) inStep(slice);
    if (incoming) {
      if (request.buffers === 1) {
        at(begin, () => {
          this.#waitLds(this.#allReads(step));
          this.#barrier();
        });
      }
      this.#pieces((piece) => {
        at(begin + ((piece + 0.5) * (nextReads - begin)) / pieces.count, () => {
          this.#bring(step + this.#ahead, piece);
        });
      });
    }
    if (following) {
      at(nextReads, () => {
        this.#waitLds(this.#allReads(step));
        this.#arrived(step + 1);
        this.#barrier();
      });
      for (const [i, read] of this.#reads(step + 1, 0).entries()) at(nextReads + i, read);
    }
    for (const [position, acts] of before.entries()) {
      for (const act of acts) act();
      products[position]?.();
    }
  }

  /** A piece of a tile into LDS, and what is fetched then. */
  #bring(tile: number, piece: number): void {
    if (this.#plan.request.directToLds) {
      this.#fetch(tile, piece);
      return;
    }
    this.#store(tile, piece);
    const next = tile + this.#prefetch;
    if (next < this.#plan.request.steps) this.#fetch(next, piece);
  }

  #pieces(act: (piece: number) => void): void {
    for (let piece = 0; piece < this.#plan.pieces.count; piece++) act(piece);
  }

  #fetch(tile: number, piece: number): void {
    const { request, pieces } = this.#plan;
    const load = loadName(pieces.widthBytes / 4);
    const cost = this.#bytes(piece);
    if (request.directToLds) this.#add('load', `${load} lds to ${this.#place(tile, piece)}${cost}`);
    else this.#add('load', `${load} ${this.#register(tile, piece)}${cost}`);
    this.#vector.add(`load ${tile} ${piece}`);
  }

  #store(tile: number, piece: number): void {
    this.#waitVector(`load ${tile} ${piece}`);
    const { pieces } = this.#plan;
    const target = `ds_write_b${8 * pieces.widthBytes} to ${this.#place(tile, piece)}`;
    const conflicts = withConflicts(this.#conflicts.write(piece));
    this.#add('write', `${target} from ${this.#register(tile, piece)}${conflicts}`);
    this.#lds.add(`write ${tile}`);
  }

  /** Waits until what this wave brings of a tile is in LDS. */
  #arrived(tile: number): void {
    const { request, pieces } = this.#plan;
    if (request.directToLds) this.#waitVector(`load ${tile} ${pieces.count - 1}`);
    else this.#waitLds([`write ${tile}`]);
  }

  /** Loads arrive in order. */
  #waitVector(load: string): void {
    const value = this.#vector.waitFor([load]);
    if (value !== undefined) this.#add('wait', `wait_cnt(vmcnt(${value}))`);
  }

  #waitLds(operations: readonly string[]): void {
    const value = this.#lds.waitFor(operations);
    if (value !== undefined) this.#add('wait', `wait_cnt(lgkmcnt(${value}))`);
  }

  #barrier(): void {
    this.#add('barrier', 'sbarrier');
  }

  /** A and B of the first row and column first: with them the first matrix instruction begins. */
  #reads(step: number, slice: number): (() => void)[] {
    const { products, reads, sliceDepth } = this.#plan;
    const along = sliceDepth / reads.perRead;
    const list: (() => void)[] = [];
    const side = (name: 'A' | 'B', row: number): void => {
      for (let at = 0; at < along; at++) {
        for (let part = 0; part < reads.parts; part++) {
          const first = at * reads.perRead;
          const depth = range(this.#depth(step, slice, first), reads.perRead);
          const element = reads.parts === 1 ? depth : `${depth},${part}`;
          const register = `${name}[${row},${element}]`;
          const conflicts = this.#conflicts.read(name, row, slice * along + at, part);
          list.push(() => {
            this.#add(
              'read',
              `ds_read_b${8 * reads.widthBytes} ${register} from ${this.#tile(step)}${withConflicts(conflicts)}`,
            );
            this.#lds.add(readOf(step, slice, name, row));
          });
        }
      }
    };
    side('A', 0);
    side('B', 0);
    for (let row = 1; row < products.rows; row++) side('A', row);
    for (let column = 1; column < products.columns; column++) side('B', column);
    return list;
  }

  /** The matrix instructions of a slice, the first of each k with the waits for its operands. */
  #products(step: number, slice: number): (() => void)[] {
    const { products, reads, sliceDepth } = this.#plan;
    const { rows, columns } = products;
    const part = reads.parts === 1 ? '' : `,0:${reads.parts - 1}`;
    const list: (() => void)[] = [];
    for (let k = 0; k < sliceDepth; k++) {
      for (let column = 0; column < columns; column++) {
        for (let row = 0; row < rows; row++) {
          const depth = this.#depth(step, slice, k);
          const operands = [`A[${row},${depth}${part}]`, `B[${column},${depth}${part}]`];
          list.push(() => {
            this.#waitOperands(step, slice, row, column);
            this.#add('product', `MFMA ${operands.join(', ')}, C[${row},${column}]`);
          });
        }
      }
    }
    return list;
  }

  /** Two waits of a slice: for all of A with the first column of B, and for the other columns. */
  #waitOperands(step: number, slice: number, row: number, column: number): void {
    if (row !== 0 || column > 1) return;
    const { rows, columns } = this.#plan.products;
    const waits =
      column === 0
        ? [...each(rows, (one) => readOf(step, slice, 'A', one)), readOf(step, slice, 'B', 0)]
        : each(columns - 1, (one) => readOf(step, slice, 'B', one + 1));
    this.#waitLds(waits);
  }

  #allReads(step: number): string[] {
    const { products, slices } = this.#plan;
    return each(slices, (slice) => [
      ...each(products.rows, (row) => readOf(step, slice, 'A', row)),
      ...each(products.columns, (column) => readOf(step, slice, 'B', column)),
    ]).flat();
  }

  /** Where along k an operand is in its registers: slices take turns with two sets, if they are read ahead. */
  #depth(step: number, slice: number, k: number): number {
    const { request, slices, sliceDepth } = this.#plan;
    const set = request.overlap === 'all' ? (step * slices + slice) % 2 : slice;
    return set * sliceDepth + k;
  }

  #register(tile: number, piece: number): string {
    return this.#prefetch > 1 ? `p[${tile % this.#prefetch},${piece}]` : `p[${piece}]`;
  }

  #place(tile: number, piece: number | string): string {
    const { buffers, overlap } = this.#plan.request;
    return buffers === 1 || overlap !== 'all'
      ? `tile[${piece}]`
      : `tile[${tile % buffers},${piece}]`;
  }

  #tile(step: number): string {
    return this.#place(step, range(0, this.#plan.pieces.count));
  }

  /** The last piece may be of fewer lanes than the others. */
  #bytes(piece: number): string {
    const { budget, pieces, request } = this.#plan;
    const own = budget.stepBytes / (request.waves[0] * request.waves[1]);
    const whole = 64 * pieces.widthBytes;
    const bytes = Math.min(whole, own - piece * whole);
    return bytes === whole ? '' : ` bytes ${Math.ceil(bytes)}`;
  }

  #add(kind: PipelineOperationKind, text: string): void {
    this.#operations.push({ kind, text });
  }
}

const readOf = (step: number, slice: number, side: 'A' | 'B', row: number): string =>
  `read ${step} ${slice} ${side}${row}`;

const withConflicts = (cycles: number): string => (cycles === 0 ? '' : ` conflicts ${cycles}`);

/** `3` or `2:5`. */
const range = (first: number, count: number): string =>
  count === 1 ? `${first}` : `${first}:${first + count - 1}`;

const each = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const leastCommon = (a: number, b: number): number => (a / gcd(a, b)) * b;
