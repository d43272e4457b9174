/**
 * The memory instructions of one wave that access a tile, as a compiler emits them: where their lanes begin.
 *
 *     unrolled   8 instances                       8 instructions
 *     in a loop  8 rounds, rows (16 i + l / 4)     1 instruction: rows (l / 4), and 0, 16, 32, ... for all lanes alike
 *
 * What differs from round to round by the same number for all lanes is a scalar, which the wave computes once. Limits: the
 * wave with the most instances stands for all; an index that differs otherwise is a value that the kernel has computed.
 */
import { leastOf } from '../base/numbers.ts';
import type { LaneIndex, LaneIndices } from './lane-index.ts';
import { type ProblemAccess } from './problem.ts';
import { isActive } from '../access/wave-rows.ts';

export interface AccessInstruction {
  readonly rows: LaneIndex;
  readonly columns: LaneIndex;
}

/** The instructions of an access; `wave` executes it. */
export function instructionsOf(
  access: ProblemAccess,
  wave: number,
  waveSize: number,
): AccessInstruction[] {
  const own: number[] = [];
  for (let instance = 0; instance < access.instances; instance++) {
    if (access.wave[instance] === wave) own.push(instance);
  }
  const indicesOf = (values: Uint32Array, instance: number): LaneIndices =>
    Array.from({ length: waveSize }, (_, lane) =>
      isActive(access, instance, lane) ? values[instance * waveSize + lane] : undefined,
    );
  return inRounds(access, own).map((instances) => ({
    rows: overRounds(instances.map((one) => indicesOf(access.rows, one))),
    columns: overRounds(instances.map((one) => indicesOf(access.columns, one))),
  }));
}

/** By instruction: its instances, one per round. */
function inRounds({ round }: ProblemAccess, instances: readonly number[]): number[][] {
  if (round === undefined) return instances.map((instance) => [instance]);
  const pieces = new Map<number, number>();
  const lists: number[][] = [];
  for (const instance of instances) {
    const own = round[instance] ?? 0;
    const piece = pieces.get(own) ?? 0;
    pieces.set(own, piece + 1);
    const list = lists[piece] ?? [];
    list.push(instance);
    lists[piece] = list;
  }
  return lists;
}

function overRounds(list: readonly LaneIndices[]): LaneIndex {
  const [start = []] = list;
  const moves = list.map((indices) => moveBetween(start, indices));
  const known = moves.filter((move) => move !== undefined);
  if (known.length < moves.length) return { first: start, rounds: undefined };
  const least = leastOf(known);
  const first = list[known.indexOf(least)] ?? start;
  return { first, rounds: known.map((move) => move - least) };
}

/** The distance by which all lanes move; `undefined` where they move differently. */
function moveBetween(from: LaneIndices, to: LaneIndices): number | undefined {
  let move: number | undefined;
  for (const [lane, index] of from.entries()) {
    const other = to[lane];
    if ((index === undefined) !== (other === undefined)) return undefined;
    if (index === undefined || other === undefined) continue;
    move ??= other - index;
    if (other - index !== move) return undefined;
  }
  return move ?? 0;
}

/** The wave that executes the most instances, the first of them. */
export function busiestWave(accesses: readonly Pick<ProblemAccess, 'wave'>[]): number {
  const counts = new Map<number, number>();
  for (const access of accesses) {
    for (const wave of access.wave) counts.set(wave, (counts.get(wave) ?? 0) + 1);
  }
  let [busiest, most] = [0, 0];
  for (const [wave, count] of counts) {
    if (count > most) [busiest, most] = [wave, count];
  }
  return busiest;
}
