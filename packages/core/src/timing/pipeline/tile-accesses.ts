/**
 * The accesses of a pipeline to its tile in LDS, and what they conflict under a layout.
 *
 *     rows 0..m-1        A, k elements each          a write: lane after lane along the rows
 *     rows m..m+n-1      B, k elements each          a read: lane l has row l mod 32, and the k of its group
 *
 * Both operands permute k in the same way, so a lane reads what is contiguous: for 32 x 32 x 8 f16 the 16 bytes of two instructions.
 */
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { opcodeNumber } from '../../access/opcodes.ts';
import { plainLayout, type TileLayout } from '../../layout/tile/tile-layout.ts';
import type { Machine } from '../../machine/machine.ts';
import { laneGroups } from '../../machine/matrix.ts';
import type { Candidate } from '../../mitigate/candidate.ts';
import { ldsBytesFor, legalityFaults } from '../../mitigate/legality.ts';
import { makeCounter } from '../../mitigate/count.ts';
import { placeElements } from '../../mitigate/placement.ts';
import { accessFromLanes, makeProblem, type Problem } from '../../mitigate/problem.ts';
import { totalConflicts } from '../../mitigate/rank.ts';
import { searchLayouts } from '../../mitigate/search.ts';
import { copyName } from '../copies.ts';
import type { PipelineLayout } from './choices.ts';
import type { PipelinePlan } from './plan.ts';

/** Conflict cycles of single instructions, for the wave that has most. */
export interface TileConflicts {
  readonly layout: TileLayout;
  /** Of the read of an operand: `A` or `B`, its row of instructions, the read along k, its part. */
  readonly read: (side: 'A' | 'B', row: number, along: number, part: number) => number;
  readonly write: (piece: number) => number;
  /** Over all waves and one K step. */
  readonly total: number;
  /** Of one tile, paddings included. */
  readonly ldsBytes: number;
}

const LANES = 64;

/** Chooses the layout, and counts. A kind of layout that the tile cannot have is refused. */
export function tileConflicts(plan: PipelinePlan, machine: Machine): Result<TileConflicts> {
  const { request } = plan;
  const count = request.waves[0] * request.waves[1];
  const problem = tileProblem(plan, machine, count);
  // Waves differ in their rows alone: a layout is searched for one, and counted for all.
  const chosen = layoutOf(tileProblem(plan, machine, 1), problem, request.layout);
  if (!chosen.ok) return chosen;
  const [counts = []] = makeCounter(problem).count(placeElements(chosen.value));
  const worst = new Map<string, number>();
  let total = 0;
  for (const [i, { conflicts }] of counts.entries()) {
    const name = problem.accesses[i]?.name ?? '';
    worst.set(name, Math.max(worst.get(name) ?? 0, conflicts));
    total += conflicts;
  }
  const of = (name: string): number => worst.get(name) ?? 0;
  return success({
    layout: chosen.value,
    read: (side, row, along, part) => of(`${side} ${row} ${along} ${part}`),
    write: (piece) => of(`write ${piece}`),
    total,
    ldsBytes: ldsBytesFor(problem, chosen.value),
  });
}

/** The accesses of the first waves to one tile, each named by its instruction: `A 0 1 0`, `write 3`. */
export function tileProblem(plan: PipelinePlan, machine: Machine, most: number): Problem {
  const { request, step, reads, pieces, products, budget } = plan;
  const { m, n, k, waves } = request;
  const rowBytes = k * step.elementBytes;
  const elementBytes = Number.isInteger(step.elementBytes) ? step.elementBytes : 1;
  const count = waves[0] * waves[1];
  const opOf = (name: string): number => opcodeNumber(name) ?? 0;
  const bits = (bytes: number): string => `b${8 * bytes}`;
  const writeOp = request.directToLds
    ? opOf(copyName(pieces.widthBytes / 4))
    : opOf(`ds_write_${bits(pieces.widthBytes)}`);
  const readOp = opOf(`ds_read_${bits(reads.widthBytes)}`);
  const accesses: Problem['accesses'][number][] = [];
  const add = (
    name: string,
    op: number,
    byteOf: (lane: number) => { readonly row: number; readonly byte: number } | undefined,
  ): void => {
    accesses.push(
      accessFromLanes({
        name,
        op,
        waveSize: LANES,
        place: (lane) => {
          const at = byteOf(lane);
          return at && { row: at.row, column: at.byte / elementBytes };
        },
      }),
    );
  };
  for (let wave = 0; wave < most; wave++) {
    for (let piece = 0; piece < pieces.count; piece++) {
      add(`write ${piece}`, writeOp, (lane) => {
        const at = ((piece * count + wave) * LANES + lane) * pieces.widthBytes;
        return at < budget.stepBytes
          ? { row: Math.floor(at / rowBytes), byte: at % rowBytes }
          : undefined;
      });
    }
    const { row, blocks, depth, operandBytes } = products;
    const groups = laneGroups(row);
    const chunk = Math.max(reads.widthBytes, operandBytes);
    const sides = [
      ['A', 0, Math.floor(wave / waves[1]) * (m / waves[0]), products.rows, blocks[0]],
      ['B', m, (wave % waves[1]) * (n / waves[1]), products.columns, blocks[1]],
    ] as const;
    for (const [side, base, first, operands, along] of sides) {
      for (let operand = 0; operand < operands; operand++) {
        for (let at = 0; at < depth / reads.perRead; at++) {
          for (let part = 0; part < reads.parts; part++) {
            add(`${side} ${operand} ${at} ${part}`, readOp, (lane) => {
              const block = Math.floor(lane / row.m) % row.blocks;
              const own = side === 'A' ? block % along : Math.floor(block / blocks[0]);
              const group = Math.floor(lane / (row.m * row.blocks));
              return {
                row: base + first + (operand * along + own) * row.m + (lane % row.m),
                byte: (at * groups + group) * chunk + part * reads.widthBytes,
              };
            });
          }
        }
      }
    }
  }
  const tile = { rows: m + n, columns: rowBytes / elementBytes, elementBytes };
  return makeProblem(tile, accesses, [machine], LANES);
}

const families: Readonly<Record<Exclude<PipelineLayout, 'none'>, readonly Candidate['family'][]>> =
  {
    padding: ['padding', 'intervals'],
    xor: ['xor', 'row-keys', 'row-table', 'line-xor'],
  };

/** The best layout of a kind; rows one after the other where that has no conflicts. */
function layoutOf(problem: Problem, all: Problem, kind: PipelineLayout): Result<TileLayout> {
  if (kind === 'none') return success(plainLayout(problem.tile));
  const found = searchLayouts(problem);
  if (!found.ok) return found;
  const { now, front, others } = found.value;
  const conflictsOf = ({ cost }: Candidate): number => totalConflicts(cost);
  const [best] = [...front, ...others]
    .filter(
      ({ family, widthBytes, layout }) =>
        widthBytes === now.widthBytes &&
        families[kind].includes(family) &&
        legalityFaults(all, layout).length === 0,
    )
    .sort((a, b) => conflictsOf(a) - conflictsOf(b));
  if (conflictsOf(now) === 0) return success(now.layout);
  return best !== undefined && conflictsOf(best) < conflictsOf(now)
    ? success(best.layout)
    : failure(diagnose(messages.timing.noLayout(kind)));
}
