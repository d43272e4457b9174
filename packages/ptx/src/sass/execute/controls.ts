/**
 * What an instruction of SASS does to the lanes that pass its predicate, as data: the control flow of all instruction sets, and the meetings
 * that SASS has beside it.
 *
 *     @P0 BRA P1, `(.L_1)            lanes where P1 holds go to the label
 *     BSSY B0   BREAK B0   BSYNC B0  lanes that will meet, that will not come, that are there
 *
 * LIMITATIONS. Branches through registers other than returns, and barriers of convergence that are moved, are not followed.
 */
import type { Control, Reduction } from '@ldscope/simt';
import type { Facts } from '../facts.ts';
import {
  isZero,
  REDUCED_PLACE,
  sassOperand,
  type SassOperand,
  type SassPredicate,
} from '../operands.ts';
import type { SassInstruction } from '../program.ts';
import type { SassWarp } from './warp.ts';

/** The control flow that SASS has beside that of all instruction sets. */
export type Own =
  /** `isAny`: all lanes go where one does. */
  | {
      readonly kind: 'branch';
      readonly to: number;
      readonly when: readonly SassPredicate[];
      readonly isAny: boolean;
    }
  /** Where the lanes that a word names are together, or where they are not. */
  | {
      readonly kind: 'together';
      readonly to: number;
      readonly members: SassOperand;
      readonly isTogether: boolean;
    }
  | { readonly kind: 'return'; readonly register: number }
  | { readonly kind: 'exit'; readonly when: readonly SassPredicate[] }
  | { readonly kind: 'begin' | 'meet'; readonly barrier: number }
  | { readonly kind: 'leave'; readonly barrier: number; readonly when: readonly SassPredicate[] }
  /** `undefined`: all lanes of the warp. */
  | { readonly kind: 'warp'; readonly members: SassOperand | undefined }
  | {
      readonly kind: 'barrier';
      readonly number: SassOperand;
      readonly threads: SassOperand | undefined;
      readonly arrives: boolean;
      readonly reduction: Reduction<SassWarp> | undefined;
    }
  | { readonly kind: 'yield' | 'clear' };

/** The control flow of an instruction; `undefined` for a form that is not followed. `indices`: instructions by their addresses. */
export function controlOf(
  { modifiers, target }: SassInstruction,
  { row, operands }: Facts,
  indices: ReadonlyMap<number, number>,
): Control<Own, SassWarp> | undefined {
  const own = (found: Own | undefined): Control<Own, SassWarp> | undefined =>
    found && { kind: 'own', own: found };
  const control = row?.control;
  const [first] = operands;
  const to = target === undefined ? undefined : indices.get(target);
  const barrier = operands.find((operand) => operand.kind === 'barrier');
  switch (control) {
    case 'call':
      return to === undefined ? undefined : { kind: 'branch', target: to };
    case 'branch':
      return to === undefined ? undefined : own(jumpOf(modifiers, operands, to));
    case 'return':
      return first?.kind === 'register' && first.change === 'none'
        ? own({ kind: 'return', register: first.number })
        : undefined;
    case 'exit': {
      const when = predicatesIn(operands);
      return own(when && { kind: 'exit', when });
    }
    case 'begin':
    case 'meet':
      return own(barrier && { kind: control, barrier: barrier.number });
    case 'leave': {
      const when = predicatesIn(operands.slice(0, -1));
      return own(when && barrier && { kind: control, barrier: barrier.number, when });
    }
    case 'warp':
      if (modifiers[0] === 'ALL') return own({ kind: control, members: undefined });
      if (modifiers.some((name) => name !== 'EXCLUSIVE')) return undefined;
      return own(first && { kind: control, members: first });
    case 'yield':
      return own({ kind: control });
    case 'clear':
      // `BMOV.32.CLEAR RZ, B0`: what the barrier held is not kept.
      return first?.kind === 'register' && isZero(first.number)
        ? own({ kind: control })
        : undefined;
    case 'barrier':
      return own(barrierOf(modifiers, operands));
    default:
      return undefined;
  }
}

/** Operands that are all predicates. */
function predicatesIn(operands: readonly SassOperand[]): readonly SassPredicate[] | undefined {
  const predicates = operands.filter((operand) => operand.kind === 'predicate');
  return predicates.length === operands.length ? predicates : undefined;
}

function jumpOf(
  modifiers: readonly string[],
  operands: readonly SassOperand[],
  to: number,
): Own | undefined {
  const [how = ''] = modifiers;
  const [members] = operands;
  if (how === 'DIV' || how === 'CONV')
    return members && { kind: 'together', to, members, isTogether: how === 'CONV' };
  if (modifiers.some((name) => name !== 'U' && name !== 'ANY')) return undefined;
  const when = predicatesIn(operands.slice(0, -1));
  return when && { kind: 'branch', to, when, isAny: modifiers.includes('ANY') };
}

/** `BAR.SYNC 0x1, 0x40`, `BAR.RED.POPC.DEFER_BLOCKING 0x0, P0`. */
function barrierOf(
  modifiers: readonly string[],
  operands: readonly SassOperand[],
): Own | undefined {
  const [what = '', how = ''] = modifiers;
  if (!['SYNC', 'ARV', 'RED', 'SYNCALL'].includes(what)) return undefined;
  const [number = sassOperand('0x0'), threads] = operands.filter(
    ({ kind }) => kind !== 'predicate',
  );
  const reduction = what === 'RED' ? reductionOf(how, operands.at(-1)) : undefined;
  if (what === 'RED' && reduction === undefined) return undefined;
  return { kind: 'barrier', number, threads, arrives: what === 'ARV', reduction };
}

function reductionOf(
  how: string,
  predicate: SassOperand | undefined,
): Reduction<SassWarp> | undefined {
  const kind = (['popc', 'and', 'or'] as const).find((name) => name.toUpperCase() === how);
  if (kind === undefined || predicate?.kind !== 'predicate') return undefined;
  return {
    kind,
    votes: (warp, mask) => warp.lanesOf(predicate, mask),
    take: (warp, _, result) => {
      warp.reduced = result;
    },
    target: REDUCED_PLACE,
  };
}
