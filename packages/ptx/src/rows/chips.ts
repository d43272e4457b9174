/**
 * Which chips have a form of an instruction, by the column `chips` of its row: the oldest chip of all forms, and rules of
 * words.
 *
 *     '70; bf16 bf16x2: 90; f32+4args: 100'     bf16 asks for sm_90, f32 with four operands for sm_100
 *     '80; f32: 100f'                            f32: of sm_100 and others of its family (10x)
 *     '90a/100f/120a'                            of sm_90, of the family of sm_100, or of sm_120: no other chip has it
 *
 * Alternatives of words are apart by a space, words that belong together by `+`; `!word` is one that is absent, `%cluster` a
 * special register of clusters, and `3args` a number of operands. Of the rules that fit all hold. A chip runs code for its
 * own number with `a`. Source: PTX ISA 9.0, "Target ISA Notes" of each instruction; ptxas 13 answers
 * `test/chips/ptxas-13.txt`.
 */
import type { Form } from './facts.ts';
import { instructionRows } from './instructions.ts';

/** The required chips: `sm_90` and later, the family of `100f`, or exactly `90a`. */
interface Need {
  readonly version: number;
  readonly reach: 'later' | 'family' | 'exact';
}

interface Rule {
  /** Alternatives of words that belong together; none for a rule of every form. */
  readonly words: readonly (readonly string[])[];
  /** One of these is enough. */
  readonly needs: readonly Need[];
}

/** A form with its operands, as far as chips differ in them. */
export interface FormOfChip extends Form {
  readonly operands: readonly { readonly kind: string; readonly name?: string }[];
}

const REACHES = { '': 'later', 'f': 'family', 'a': 'exact' } as const;

function needOf(text: string): Need {
  const [, digits = '', suffix = ''] = /^(\d+)([af]?)$/.exec(text) ?? [];
  const reach = suffix === 'a' || suffix === 'f' ? REACHES[suffix] : REACHES[''];
  return { version: Number(digits), reach };
}

const needsOf = (text: string): readonly Need[] => text.trim().split('/').map(needOf);

function ruleOf(text: string): Rule {
  const [, words, needs = text] = /^(.*): ([^:]*)$/.exec(text.trim()) ?? [];
  return {
    words: words === undefined ? [] : words.split(' ').map((word) => word.split('+')),
    needs: needsOf(needs),
  };
}

const rules = new Map<string, readonly Rule[]>();

function rulesOf(opcode: string): readonly Rule[] {
  const known = rules.get(opcode);
  if (known !== undefined) return known;
  const made = instructionRows.get(opcode)?.chips.split(';').map(ruleOf) ?? [];
  rules.set(opcode, made);
  return made;
}

function isMet({ version, reach }: Need, chip: number): boolean {
  if (reach === 'exact') return chip === version;
  const isLater = chip >= version;
  return reach === 'later' ? isLater : isLater && family(chip) === family(version);
}

const family = (version: number): number => Math.floor(version / 10);

const isOpen = ({ reach }: Need): boolean => reach === 'later';

const nameOf = ({ version, reach }: Need): string =>
  `sm_${version}${reach === 'exact' ? 'a' : reach === 'family' ? 'f' : ''}`;

const CLUSTER = /^(?:n?cluster|aggr_smem_size$|is_explicit_cluster$)/;

function wordsOf({ modifiers, operands }: FormOfChip): ReadonlySet<string> {
  const ofCluster = operands.some(
    ({ kind, name = '' }) => kind === 'special' && CLUSTER.test(name),
  );
  return new Set([...modifiers, `${operands.length}args`, ...(ofCluster ? ['%cluster'] : [])]);
}

/** The chips that have a form which the chip of a version (90 of `sm_90`) lacks: `sm_90a`; `undefined` where it has it. */
export function chipsOfLacking(form: FormOfChip, chip: number): string | undefined {
  const words = wordsOf(form);
  const holds = (word: string): boolean =>
    word.startsWith('!') ? !words.has(word.slice(1)) : words.has(word);
  const unmet = rulesOf(form.opcode).filter(
    ({ words: any, needs }) =>
      (any.length === 0 || any.some((all) => all.every(holds))) &&
      !needs.some((need) => isMet(need, chip)),
  );
  const needs = unmet.at(-1)?.needs;
  return needs && `${needs.map(nameOf).join(', ')}${needs.every(isOpen) ? ' and later' : ''}`;
}

/** The chips of a `.target` that code for it does not run on the chip of a version; `undefined` where it may. */
export function isOtherTarget(target: string, chip: number): 'other' | 'newer' | undefined {
  const [, text] = /^sm_(\d+[af]?)$/.exec(target) ?? [];
  if (text === undefined) return undefined;
  const need = needOf(text);
  if (isMet(need, chip)) return undefined;
  return need.reach === 'later' ? 'newer' : 'other';
}
