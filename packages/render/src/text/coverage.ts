/**
 * The account of a report in words: the counted instructions, the others and why, and the scope of the figures.
 *
 *     7 LDS instructions, 2 of them behind an unknown jump  ->  5 of 7 LDS instructions counted, not counted: 2 not reached
 *     6 shuffles                                            ->  6 instructions pass by the banks (ds_bpermute_b32)
 *     a loop over an unknown argument                       ->  per iteration: both sides of unknown branches counted, loops once
 */
import type { Account, AccountLimit, KernelSummary, Report, Unserved } from '@ldscope/core';
import type { Terms } from './terminology.ts';
import { counted, grouped } from './numbers.ts';
import { sampledPart } from './sample.ts';

/** Reasons that a verdict names; JSON has them all. */
const MOST_REASONS = 3;

/** Part of a report that words on its account need. */
export type Accounted = Pick<Report, 'account' | 'kernel'>;

/** `5 of 7 LDS instructions counted, not counted: 2 not reached`; `undefined` where no access is missing. */
export const coverageClause = ({ account, kernel }: Accounted, terms: Terms): string | undefined =>
  missingClause(account, unitOf(kernel, terms));

/** The same where the unit of the count is known: `LDS instruction`. */
export function missingClause(account: Account, unit: string): string | undefined {
  const { instructions, counted: all, missing } = account;
  if (missing.length === 0) return undefined;
  const list = missing
    .slice(0, MOST_REASONS)
    .map((one) => `${grouped(one.instructions)} ${one.reason}`);
  const others = missing.slice(MOST_REASONS).reduce((sum, one) => sum + one.instructions, 0);
  if (others > 0) list.push(`${grouped(others)} for other reasons`);
  return `${grouped(all)} of ${counted(instructions, unit)} counted, not counted: ${list.join(', ')}`;
}

/** The clause for accesses of units of the hardware, which have no bank conflicts of lanes; `undefined` without any. */
export function unitClause({ units = [] }: Account): string | undefined {
  if (units.length === 0) return undefined;
  const list = units.map(
    ({ unit, operations, instructions }) =>
      `${grouped(instructions)} of ${unit} (${operations.join(', ')})`,
  );
  return `accesses without lanes are not counted: ${list.join(', ')}`;
}

/** `6 instructions pass by the banks (ds_bpermute_b32)`; `undefined` without any. */
export function passingClause({ passing }: Account): string | undefined {
  if (passing === undefined) return undefined;
  const { instructions, ops } = passing;
  const verb = instructions === 1 ? 'passes' : 'pass';
  return `${counted(instructions, 'instruction')} ${verb} by the banks (${ops.join(', ')})`;
}

/** Why figures are not those of the whole launch, a clause for each limit. */
export function limitClauses(
  { account, kernel }: Accounted,
  terms: Terms,
  isShown: (limit: AccountLimit) => boolean = () => true,
): readonly string[] {
  return account.limits.filter(isShown).flatMap((limit) => {
    switch (limit) {
      case 'errors':
        return ['the errors give the reason'];
      case 'sample':
        return [`sampled ${sampledPart(kernel, terms) ?? ''}`];
      case 'part-of-tile':
        return partClauses(kernel);
      default:
        return [limitWords[limit]];
    }
  });
}

const limitWords = {
  'iterations': 'per iteration: both sides of unknown branches counted, loops once',
  'once': 'per iteration: each operation counted once',
  'lanes': 'all lanes assumed active where arguments decide',
  'timing': 'loops that wait for other waves not counted',
  'contents': 'memory without given contents read as zero',
  'no-addresses': 'barriers and waits judged, no bank conflicts counted',
} as const;

/** The clauses of a specification whose distributions are smaller than its tile. */
function partClauses({ partsOfTile = [] }: KernelSummary): string[] {
  return partsOfTile.map(
    ({ side, part, tile }) =>
      `the ${side} covers only ${part.join(' x ')} of the ${tile.join(' x ')} tile`,
  );
}

/** All that an account leaves out, in a clause for each; empty where it covers the launch. */
export const leftOutClauses = (accounted: Accounted, terms: Terms): readonly string[] =>
  accounted.account.isCovered
    ? []
    : [
        coverageClause(accounted, terms),
        ...limitClauses(accounted, terms),
        unitClause(accounted.account),
      ].flatMap((one) => one ?? []);

/** Why a site has no cycles, in a sentence without its full stop. */
export const unservedWords: Readonly<Record<Unserved, string>> = {
  'no-banks': 'passes by the banks: no bank conflict is possible, cycles not known',
  'no-rule': 'no public service rule: not known',
  'no-instruction': 'the chip lacks this instruction: not known',
};

/** The cell of a site without cycles. */
export const unservedCell = (unserved: Unserved): string =>
  unserved === 'no-banks' ? 'none' : 'not known';

/** The unit of the count: Triton IR has operations. */
export function unitOf({ language }: KernelSummary, { sharedMemory }: Terms): string {
  return `${sharedMemory} ${language?.unit ?? 'instruction'}`;
}
