/**
 * Says in a sentence why lanes meet on a bank.
 *
 * The bank period is `banks * 4` bytes: two addresses share a bank when they differ by a multiple of it.
 * So each reason is about differences: a constant stride and its gcd with the period, or the lane bits
 * whose steps are multiples of it.
 */
import { gcd } from '../base/numbers.ts';
import { laneRanges } from '../machine/phases.ts';
import type { ServiceRule } from '../machine/machine.ts';
import { affineLanes } from '../gf2/affine-lanes.ts';
import type { PhaseExplanation } from './explanation.ts';

type Addresses = readonly (number | undefined)[];

/** Sentences for the worst phase of an access; empty when no phase has a conflict. */
export function findReasons(
  phases: readonly PhaseExplanation[],
  addresses: Addresses,
  rule: ServiceRule,
): string[] {
  const worst = phases.reduce<PhaseExplanation | undefined>(
    (best, phase) => (phase.ways > (best?.ways ?? 1) ? phase : best),
    undefined,
  );
  if (worst === undefined) return [];
  const bank = worst.banks.find((candidate) => candidate.slots === worst.ways);
  if (bank === undefined) return [];
  const lanes = bank.words.flatMap((word) => word.lanes).sort((a, b) => a - b);
  const representatives = bank.words.map((word) => word.addressBytes);
  const reasons = [
    `phase ${worst.index + 1}: lanes ${list(lanes)} access ${
      bank.words.length === 1 ? 'one word' : `${bank.words.length} different words`
    } of bank ${bank.bank}, ${worst.ways} ways`,
  ];
  const stride = strideReason(addresses, rule.banks);
  if (stride !== undefined) reasons.push(stride);
  else if (bank.words.length > 1) reasons.push(differenceReason(representatives, rule.banks));
  const bits = laneBitReason(addresses, rule.banks);
  if (stride === undefined && bits !== undefined) reasons.push(bits);
  if (bank.words.length < worst.ways) reasons.push(sameWordReason(rule));
  return reasons;
}

/** `lane i is at i * S`: the stride, its gcd with the period, and how many banks are left. */
function strideReason(addresses: Addresses, banks: number): string | undefined {
  const first = addresses[0];
  const second = addresses[1];
  if (first === undefined || second === undefined) return undefined;
  const stride = second - first;
  if (stride === 0 || stride % 4 !== 0) return undefined;
  for (const [lane, address] of addresses.entries()) {
    if (address === undefined || address !== first + lane * stride) return undefined;
  }
  const words = Math.abs(stride) / 4;
  const divisor = gcd(words, banks);
  if (divisor === 1) return undefined;
  const reached = banks / divisor;
  return divisor === banks
    ? `lanes are ${stride} B apart, a multiple of the bank period of ${banks * 4} B: all start on one bank`
    : `lanes are ${stride} B = ${words} words apart and gcd(${words}, ${banks}) = ${divisor}: ` +
        `they start on only ${reached} of ${banks} banks`;
}

/** The words on the worst bank are multiples of the period apart; names the smallest distance. */
function differenceReason(words: readonly number[], banks: number): string {
  const period = banks * 4;
  let step = 0;
  for (const word of words) step = gcd(step, word - (words[0] ?? 0));
  return (
    `those words are multiples of ${step} B apart, ` +
    (step === period ? 'the' : `${step / period} times the`) +
    ` bank period (${banks} banks x 4 B = ${period} B)`
  );
}

/** For addresses that are XOR-linear in the lane: the lane bits that change the word but not the bank. */
function laneBitReason(addresses: Addresses, banks: number): string | undefined {
  if (addresses.includes(undefined)) return undefined;
  const linear = affineLanes(addresses.map((address) => address ?? 0));
  if (linear === undefined) return undefined;
  const period = banks * 4;
  const idle = linear.columns
    .map((column, bit) => ({ column, bit }))
    .filter(({ column }) => column >= period && column % period === 0);
  if (idle.length === 0) return undefined;
  return `lane bit${idle.length > 1 ? 's' : ''} ${idle
    .map(({ bit, column }) => `${bit} (+${column} B)`)
    .join(', ')} move${idle.length > 1 ? '' : 's'} the address by whole bank periods`;
}

function sameWordReason(rule: ServiceRule): string {
  return rule.slots === 'same-element'
    ? 'lanes access different halves of one word, which this model serializes'
    : 'several lanes name the same word, and this instruction does not combine them';
}

function list(lanes: readonly number[]): string {
  return lanes.length <= 6 ? lanes.join(', ') : laneRanges(lanes);
}
