/**
 * The lanes that execute an instruction, as far as its predicate is known; and how much may still be executed.
 *
 *     @P0 IADD3 R2, R3, R4, RZ      R2 is unknown in the lanes where P0 is
 *     @P0 STS [R2], R4              P0 must be known: `NotKnown` ends the execution
 */
import type { Group, Visitor } from '@ldscope/simt';
import type { SassCode } from '../code.ts';
import type { Facts } from '../facts.ts';
import { LANE_REGISTERS, PREDICATES, PT } from '../operands.ts';
import { forget, NotKnown } from './known.ts';
import type { SassWarp } from './warp.ts';

export interface Budget {
  /** Instructions of warps that may still be executed. */
  steps: number;
  readonly isOutOfTime: (() => boolean) | undefined;
}

/** Lanes go elsewhere, or something is stored. */
const isStrict = ({ row, access, touchesShared }: Facts): boolean =>
  touchesShared ||
  (access !== undefined && access.does !== 'load') ||
  (row?.control !== 'none' && row?.control !== 'reduced');

export class Guards implements Visitor<SassWarp> {
  readonly #code: SassCode;
  readonly #budget: Budget;

  constructor(code: SassCode, budget: Budget) {
    this.#code = code;
    this.#budget = budget;
  }

  visit(warp: SassWarp, group: Group, number: number, active: number): number {
    const { facts, guards, accesses } = this.#code;
    const own = facts[number];
    if (own === undefined || this.#budget.steps-- <= 0) throw new NotKnown(number);
    const { memory } = own.row ?? {};
    // What a wait orders is not known, either.
    if (memory === 'arrives' || memory === 'mbarrier') warp.home.shared.isOpen = true;
    const guard = guards[number] ?? -1;
    const open = guard < 0 ? 0 : group.mask & ~(warp.i[guard + PREDICATES] ?? 0);
    // An access without lanes is one.
    if (active === 0 && open === 0) accesses[number]?.(warp, 0);
    if (open === 0) return active;
    if (isStrict(own)) throw new NotKnown(number);
    // A register of the warp is not known where one lane may have written it.
    const isOfWarp =
      own.words.some((word) => word >= LANE_REGISTERS) || own.bits.some((bit) => bit > PT);
    const lost = isOfWarp ? group.mask : open;
    forget(warp, own, lost);
    return active & ~lost;
  }
}
