/**
 * Which layouts of a buffer are worth having: all legal layouts with their costs, and among them the best trade-offs,
 * the recommended one first.
 *
 *     128 x 64 f16                   conflicts on gfx942, gfx950   LDS       address instructions
 *     plain                          384, 192                      16384 B   0
 *     pitch of 160 B                 0, 0                          20480 B   5
 *     xor, 8 phases, units of 16 B   0, 0                          16384 B   14
 *
 * An answer is on the Pareto front when no other is at least as good in conflict cycles on every target, shared memory,
 * address instructions and executed memory instructions, and better in one. The list has the front and the best of each
 * simple family (pitch, padding after intervals, XOR), though something may beat it; `rank.ts` orders it. Layouts for which
 * vectors have to be cut are looked at only where somebody would cut them and keeping them leaves conflicts; they stay only
 * with fewer conflicts, behind those that keep vectors. The result depends on nothing but the problem.
 */
import { greatestOf } from '../base/numbers.ts';
import { diagnose, type Diagnostic } from '../base/diagnostic.ts';
import { messages } from '../base/messages.ts';
import { failure, type Result, success } from '../base/result.ts';
import { opcodeAt } from '../access/opcodes.ts';
import { plainLayout, type TileLayout } from '../layout/tile/tile-layout.ts';
import type { Answer, SearchOptions, SearchResult } from './candidate.ts';
import { listOf, type Offer } from './front.ts';
import { legalityFaults } from './legality.ts';
import { narrowed } from './narrow.ts';
import { findObstacles } from './obstacles.ts';
import { placeElements } from './placement.ts';
import { constraintsOf, type Problem, ruleOf } from './problem.ts';
import { totalConflicts } from './rank.ts';
import { Round } from './round.ts';

/** The front of a problem; errors are about the problem itself. */
export function searchLayouts(problem: Problem, options: SearchOptions = {}): Result<SearchResult> {
  const faults = problemFaults(problem);
  if (faults.length > 0) return failure(...faults.map((fault) => diagnose(fault)));
  const current = options.now ?? plainLayout(problem.tile);
  const { refuse, nowProblem } = options;
  const illegal = legalityFaults(nowProblem ?? problem, current);
  const widest = widestOf(problem);
  const whole = new Round(problem, widest, options);
  const present =
    nowProblem === undefined ? whole : new Round(nowProblem, widestOf(nowProblem), options);
  const now =
    illegal.length === 0
      ? present.offer(options.now === undefined ? 'plain' : 'given', current)
      : undefined;
  if (now === undefined) return failure(...illegal);
  whole.run(totalConflicts(now.cost));
  const rounds = present === whole ? [whole] : [whole, present];
  // A layout that cuts vectors is worth it only with fewer conflicts than every layout that keeps them.
  let least = whole.leastConflicts();
  for (const width of [8, 4] as const) {
    const cut =
      problem.cutsVectors === true && width < widest && least > 0
        ? narrowed(problem, width)
        : undefined;
    if (cut === undefined) continue;
    const round = new Round(cut, width, {
      ...options,
      refuse: (candidate, narrow) =>
        refuse?.(candidate, narrow) ?? keptVector(problem, width, candidate.layout),
    });
    round.run(least);
    round.keepBelow(least);
    least = Math.min(least, round.leastConflicts());
    rounds.push(round);
  }
  const families = rounds.flatMap((round) => round.families);
  const { front, others } = listOf(rounds, whole, now, options);
  const answer = ({ round, entry }: Offer<Round>): Answer =>
    round.certified(entry, families, totalConflicts(entry.cost) === round.leastConflicts());
  const before = totalConflicts(now.cost);
  const kept = whole.leastConflicts();
  const fewest = kept < before ? kept : least;
  return success({
    verdict: before === 0 ? 'free' : fewest === 0 ? 'solved' : fewest < before ? 'better' : 'stuck',
    now: answer({ round: present, entry: now }),
    front: front.map(answer),
    others: others.map(answer),
    families,
    obstacles: kept === 0 ? [] : findObstacles(problem),
  });
}

function widestOf(problem: Problem): number {
  return greatestOf(constraintsOf(problem).map(({ op }) => opcodeAt(op).widthBytes));
}

/** Why a layout is not one that cuts vectors: an access stays whole under it, and is not emitted in pieces. */
function keptVector(
  problem: Problem,
  widthBytes: number,
  layout: TileLayout,
): Diagnostic | undefined {
  const offsets = placeElements(layout);
  const kept = problem.accesses.find(
    (access) =>
      opcodeAt(access.op).widthBytes > widthBytes &&
      legalityFaults({ ...problem, accesses: [access] }, layout, offsets).length === 0,
  );
  return kept && messages.mitigate.staysWhole(kept.name, opcodeAt(kept.op).name);
}

/** More elements than the largest shared memory has bytes. */
const MOST_ELEMENTS = 2 ** 18;

/** What makes a problem one that cannot be searched. */
function problemFaults(problem: Problem): Diagnostic[] {
  const { tile, accesses, held = [], targets, waveSize } = problem;
  const sizes = [tile.rows, tile.columns, tile.elementBytes];
  if (!sizes.every((size) => Number.isInteger(size) && size > 0))
    return [messages.mitigate.emptyTile()];
  if (tile.rows * tile.columns > MOST_ELEMENTS) {
    return [messages.mitigate.tooLarge(tile.rows * tile.columns, MOST_ELEMENTS)];
  }
  if (accesses.length + held.length === 0) return [messages.mitigate.noAccess()];
  if (targets.length === 0) return [messages.mitigate.noTarget()];
  return targets.flatMap((target) =>
    accesses.flatMap(({ op }) => {
      const opcode = opcodeAt(op);
      return ruleOf(target, opcode, waveSize) === undefined
        ? [messages.mitigate.noRule(target.machine.name, target.model.name, opcode.name)]
        : [];
    }),
  );
}
