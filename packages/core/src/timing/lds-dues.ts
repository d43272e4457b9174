/**
 * By which barrier each LDS operation has to be complete, so that the workgroup finds what it left.
 *
 *     epoch 0   wave 0 copies tile 1 to bytes 0-4095        due at barrier 2: that is when anybody reads them
 *     epoch 1   all read tile 0, bytes 4096-8191
 *     epoch 2   all read tile 1, bytes 0-4095               their reads are due at the barrier before the next copy
 *
 * An epoch is between two barriers; the k-th barrier of a wave is the k-th of all. An operation is due at the first
 * barrier behind which a wave does the opposite to bytes of it. LIMITATION: an operation counts as touching all bytes
 * between its lowest and its highest.
 */
import type { TimedInstruction, WaveStream } from './program.ts';

/** By position in the stream: the position of the barrier of its wave; absent: nobody comes back to the bytes. */
export type Dues = ReadonlyMap<number, number>;

export type LdsKind = 'read' | 'write';

/** What an instruction does to LDS; `undefined` when it does not touch it. */
export function ldsKindOf({ unit, memory }: TimedInstruction): LdsKind | undefined {
  if (memory === 'to-lds') return 'write';
  if (unit !== 'lds') return undefined;
  return memory === 'load' ? 'read' : 'write';
}

/** The dues of the waves of one workgroup, in their order. */
export function ldsDues(
  instructions: readonly TimedInstruction[],
  streams: readonly WaveStream[],
): readonly Dues[] {
  const epochs: Record<LdsKind, Ranges>[] = [];
  const operations = streams.map((stream) => collect(instructions, stream, epochs));
  return operations.map(({ own, barriers }) => {
    const dues = new Map<number, number>();
    for (const { position, epoch, kind, from, to } of own) {
      const opposite = kind === 'read' ? 'write' : 'read';
      for (let later = epoch + 1; later < epochs.length; later++) {
        if (epochs[later]?.[opposite].overlaps(from, to) !== true) continue;
        dues.set(position, barriers[later - 1] ?? Infinity);
        break;
      }
    }
    return dues;
  });
}

interface LdsOperation {
  readonly position: number;
  readonly epoch: number;
  readonly kind: LdsKind;
  readonly from: number;
  readonly to: number;
}

function collect(
  instructions: readonly TimedInstruction[],
  { instruction, ldsFrom, ldsTo }: WaveStream,
  epochs: Record<LdsKind, Ranges>[],
): { readonly own: readonly LdsOperation[]; readonly barriers: readonly number[] } {
  const own: LdsOperation[] = [];
  const barriers: number[] = [];
  for (let position = 0; position < instruction.length; position++) {
    const timed = instructions[instruction[position] ?? 0];
    if (timed === undefined) continue;
    if (timed.unit === 'barrier') barriers.push(position);
    const epoch = barriers.length;
    const kind = ldsKindOf(timed);
    const [from = 0, to = 0] = [ldsFrom[position], ldsTo[position]];
    if (kind === undefined || from >= to) continue;
    for (let i = epochs.length; i <= epoch; i++) {
      epochs.push({ read: new Ranges(), write: new Ranges() });
    }
    epochs[epoch]?.[kind].add(from, to);
    own.push({ position, epoch, kind, from, to });
  }
  return { own, barriers };
}

/** A set of bytes as ranges that do not touch, in order. */
class Ranges {
  readonly #ends: [from: number, to: number][] = [];

  add(from: number, to: number): void {
    let at = 0;
    while (at < this.#ends.length && (this.#ends[at]?.[1] ?? 0) < from) at++;
    let [low, high] = [from, to];
    let count = 0;
    for (let i = at; i < this.#ends.length; i++) {
      const [start, end] = this.#ends[i] ?? [Infinity, 0];
      if (start > high) break;
      [low, high] = [Math.min(low, start), Math.max(high, end)];
      count++;
    }
    this.#ends.splice(at, count, [low, high]);
  }

  overlaps(from: number, to: number): boolean {
    return this.#ends.some(([start, end]) => start < to && from < end);
  }
}
