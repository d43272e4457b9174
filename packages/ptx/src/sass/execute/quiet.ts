/**
 * Branches that do not matter: whichever way lanes go, they come to one place without an access or a barrier on the way.
 *
 *     @P0 BRA L    MOV R4, 0x1f0    CALL slow path of a reciprocal    L:      continues at L; registers that may be written between are unknown
 *
 * The place is the immediate post-dominator of the branch. A function that is called is a part of the block that calls it.
 */
import { Regions } from '@ldscope/simt';
import type { Facts } from '../facts.ts';
import type { Flow } from '../flow.ts';
import type { SassInstruction } from '../program.ts';

export interface QuietRegion {
  /** The instruction at which all ways meet. */
  readonly to: number;
  readonly instructions: ReadonlySet<number>;
}

/** Lanes do not come back from there, or wait for others; or data comes and goes. */
const isLoud = ({ row, touchesShared, words }: Facts): boolean =>
  row === undefined ||
  touchesShared ||
  row.memory === 'arrives' ||
  row.memory === 'mbarrier' ||
  words.length > MOST_WORDS ||
  !['none', 'branch', 'call', 'return', 'begin', 'meet', 'yield'].includes(row.control);
const MOST_WORDS = 16;

/** The branches that do not matter, with their regions, by index. */
export function quietRegions(
  instructions: readonly SassInstruction[],
  facts: readonly Facts[],
  { within, calleeOf }: Flow,
): Map<number, QuietRegion> {
  const regions = new Regions(instructions.length, within);
  const isControl = (at: number, control: string): boolean => facts[at]?.row?.control === control;
  const barrierAt = (at: number): string => instructions[at]?.operands[0] ?? '';
  const quiet = new Map<number, QuietRegion>();
  for (const branch of instructions.keys()) {
    if (!isControl(branch, 'branch')) continue;
    const { join, inside } = regions.of(branch);
    if (join === undefined) continue;
    const all = withCallees(inside, within, calleeOf);
    const list = [...all];
    const begun = new Set(list.filter((at) => isControl(at, 'begin')).map(barrierAt));
    const meetsOthers = list.some((at) => isControl(at, 'meet') && !begun.has(barrierAt(at)));
    const isQuiet = list.every((at) => {
      const own = facts[at];
      // Nothing is known about a function that is elsewhere.
      const isKnown = !isControl(at, 'call') || calleeOf(at).length > 0;
      return at !== branch && own !== undefined && isKnown && !isLoud(own);
    });
    if (isQuiet && !meetsOthers) quiet.set(branch, { to: join, instructions: all });
  }
  return quiet;
}

/** Instructions, with those of the functions that they call. */
function withCallees(
  inside: readonly number[],
  within: Flow['within'],
  calleeOf: Flow['calleeOf'],
): ReadonlySet<number> {
  const all = new Set(inside);
  const open = inside.flatMap(calleeOf);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (all.has(at)) continue;
    all.add(at);
    open.push(...within(at), ...calleeOf(at));
  }
  return all;
}
