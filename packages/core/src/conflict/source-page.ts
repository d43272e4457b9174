/**
 * The source page of Nsight Compute, `ncu --import FILE --page source --csv`: what it says of each instruction of SASS.
 *
 *     "Kernel Name","tr_plain",
 *     "Address","Source",...,"Instructions Executed",...,"L1 Wavefronts Shared","L1 Wavefronts Shared Ideal",...
 *     "0x7fac177ac490","LDS R9, [R8]",...,"128",...,"4096","128",...
 *
 * Instructions are told by their distance from the first one of their kernel. A page that is printed twice, as some versions do, is one. Views of the source in
 * CUDA or PTX have no addresses and are refused.
 */
import { diagnose } from '../base/diagnostic.ts';
import { messages } from '../base/messages.ts';
import { failure, type Result, success } from '../base/result.ts';
import { csvRows, numberOf } from './csv.ts';

/** The counts of an instruction, measured or predicted. */
export interface InstructionCounts {
  /** Executions by warps. */
  readonly executions: number;
  /** Lanes of all executions whose predicate was true. */
  readonly lanes: number;
  readonly wavefronts: number;
  /** Wavefronts without conflicts. */
  readonly ideal: number;
}

interface PageInstruction extends InstructionCounts {
  /** Bytes from the first instruction. */
  readonly offset: number;
  readonly text: string;
}

/** A launch of a kernel. */
export interface SourcePage {
  readonly kernel: string;
  readonly instructions: readonly PageInstruction[];
}

const COLUMNS = {
  address: 'Address',
  text: 'Source',
  executions: 'Instructions Executed',
  lanes: 'Predicated-On Thread Instructions Executed',
  wavefronts: 'L1 Wavefronts Shared',
  ideal: 'L1 Wavefronts Shared Ideal',
} as const;

/** Whether a text is a source page, which begins with the name of a kernel in a row of its own. */
export const isSourcePage = (text: string): boolean =>
  /^[^\S\n]*"?Kernel Name"?,[^\n]*\n\s*"?(?:Address\b|Line\b|#)/m.test(text);

/** The pages of a file in its order; an error where a column is missing. */
export function readSourcePages(text: string): Result<readonly SourcePage[]> {
  const pages: { kernel: string; instructions: PageInstruction[] }[] = [];
  let columns: Readonly<Record<keyof typeof COLUMNS, number>> | undefined;
  let base: number | undefined;
  for (const row of csvRows(text)) {
    if (row[0] === 'Kernel Name') {
      pages.push({ kernel: row[1] ?? '', instructions: [] });
      columns = undefined;
      base = undefined;
      continue;
    }
    if (columns === undefined) {
      const missing = Object.values(COLUMNS).filter((name) => !row.includes(name));
      if (missing.length > 0) return failure(diagnose(messages.usage.notSourcePage(missing)));
      // Where several columns have one name, the first has the counts.
      const at = (key: keyof typeof COLUMNS): number => row.indexOf(COLUMNS[key]);
      columns = {
        address: at('address'),
        text: at('text'),
        executions: at('executions'),
        lanes: at('lanes'),
        wavefronts: at('wavefronts'),
        ideal: at('ideal'),
      };
      continue;
    }
    const address = Number(row[columns.address] ?? NaN);
    if (!Number.isFinite(address)) continue;
    base ??= address;
    const count = (at: number): number => numberOf(row[at]) ?? 0;
    pages.at(-1)?.instructions.push({
      offset: address - base,
      text: (row[columns.text] ?? '').trim().replaceAll(/\s+/g, ' '),
      executions: count(columns.executions),
      lanes: count(columns.lanes),
      wavefronts: count(columns.wavefronts),
      ideal: count(columns.ideal),
    });
  }
  if (pages.length === 0) return failure(diagnose(messages.usage.notSourcePage(['Kernel Name'])));
  return success(pages.filter((page, i) => !isRepeated(page, pages[i - 1], i)));
}

/** The second of two equal pages: every page is printed twice where the first one is. */
function isRepeated(page: SourcePage, before: SourcePage | undefined, index: number): boolean {
  return index % 2 === 1 && JSON.stringify(page) === JSON.stringify(before);
}

/** The counts of one instruction, measured and predicted; each is absent where it was not executed. */
export interface ComparedInstruction {
  readonly offset: number;
  readonly text: string;
  readonly measured?: InstructionCounts | undefined;
  readonly predicted?: InstructionCounts | undefined;
  /** Keys of the counts that differ. */
  readonly differs: readonly (keyof InstructionCounts)[];
}

const NOTHING: InstructionCounts = { executions: 0, lanes: 0, wavefronts: 0, ideal: 0 };
const KEYS = ['executions', 'lanes', 'wavefronts', 'ideal'] as const;

/** Instructions that access shared memory, by their names: also those that are executed without a wavefront. */
const OF_SHARED = /^(?:@!?U?P\w+ )?(?:LDS|STS|LDSM|STSM|ATOMS|LDGSTS|REDS)\b/;

/** The instructions of a page that access shared memory with their predictions, by their offsets. */
export function compareSourcePage(
  { instructions }: SourcePage,
  predicted: ReadonlyMap<number, InstructionCounts & { readonly text: string }>,
): readonly ComparedInstruction[] {
  const measured = new Map(
    instructions
      .filter(
        ({ text, wavefronts, executions }) =>
          executions > 0 && (wavefronts > 0 || OF_SHARED.test(text)),
      )
      .map((one) => [one.offset, one]),
  );
  const texts = new Map(instructions.map(({ offset, text }) => [offset, text]));
  const all = [...new Set([...measured.keys(), ...predicted.keys()])].sort((a, b) => a - b);
  return all.map((offset) => {
    const theirs = measured.get(offset) ?? instructions.find((one) => one.offset === offset);
    const [found, own] = [theirs && countsOf(theirs), predicted.get(offset)];
    const ours = own && countsOf(own);
    return {
      offset,
      text: texts.get(offset) ?? own?.text ?? '',
      measured: found,
      predicted: ours,
      differs: KEYS.filter((key) => (found ?? NOTHING)[key] !== (ours ?? NOTHING)[key]),
    };
  });
}

const countsOf = ({
  executions,
  lanes,
  wavefronts,
  ideal,
}: InstructionCounts): InstructionCounts => ({
  executions,
  lanes,
  wavefronts,
  ideal,
});
