/**
 * A rule of CK Tile's two documents as a statement on one triple of write distribution, LDS descriptor and read
 * distribution: what the rule says, whether it holds here, and the numbers that decide it.
 *
 *     slides/thumb-4  violated  MLdsLayer 2 is for 32 banks, gfx950 has 64: 4 conflict cycles per wave, 0 with MLdsLayer 4
 *     slides/r3       refuted   in four steps the b128 accesses would have 48 conflict cycles, and 0 are counted
 *
 * `refuted`: a claim about hardware or compilers that measurement contradicts, with what it would give here.
 */
import type { Facts } from './facts.ts';

export type Verdict = 'holds' | 'violated' | 'refuted' | 'does not apply';

/** A rule of the documents of CK Tile, and whether a layout follows it, with the numbers. */
export interface Statement {
  /** Stable: `slides/...` is "LDS Bank Conflicts on CDNA", `page/...` CK's page on index swapping. */
  readonly rule: string;
  readonly title: string;
  /** What the document says. */
  readonly says: string;
  readonly verdict: Verdict;
  /** What was found, with its numbers. Cycles are conflict cycles of one wave and tile. */
  readonly finding: string;
  readonly numbers: Readonly<Record<string, number>>;
}

/** What a check comes to. */
export type Finding = Pick<Statement, 'verdict' | 'finding' | 'numbers'>;

export interface Rule extends Pick<Statement, 'rule' | 'title' | 'says'> {
  readonly check: (facts: Facts) => Finding;
}

type Numbers = Statement['numbers'];

export const holds = (finding: string, numbers: Numbers = {}): Finding => ({
  verdict: 'holds',
  finding,
  numbers,
});
export const violated = (finding: string, numbers: Numbers = {}): Finding => ({
  verdict: 'violated',
  finding,
  numbers,
});
export const refuted = (finding: string, numbers: Numbers = {}): Finding => ({
  verdict: 'refuted',
  finding,
  numbers,
});
export const doesNotApply = (finding: string): Finding => ({
  verdict: 'does not apply',
  finding,
  numbers: {},
});

/** `holds` or `violated`. */
export const settled = (sound: boolean, finding: string, numbers: Numbers = {}): Finding =>
  sound ? holds(finding, numbers) : violated(finding, numbers);

/** `1 row`, `2 rows`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
