/**
 * `npm run validate -- fix public [NAME ...]`: public kernels whose conflicts a merged change removed, rebuilt in `public` with the
 * same tiles, indices and elements: conflicts and predicted time as it is, with the merged change, and with that of `ldscope fix`.
 *
 * A case is right where the diff applies, nothing computes anything else, and the change costs no more than the merged one: by
 * predicted time where the chip has a model of it, else by conflicts.
 */
import type { Output } from '../base/output.ts';
import { fix, inFolder, ldscope, resultsOf, type Written, wrongIn } from './ldscope.ts';
import { type PublicCase, readPublicCases, textIn } from './read.ts';

/** What a text costs. */
interface Cost {
  readonly conflicts: number;
  /** Microseconds, in the middle of what is predicted; absent without a model. */
  readonly micros?: number | undefined;
}

interface Compared {
  readonly before: Cost;
  readonly merged: Cost;
  readonly own: Cost;
  readonly says: string;
  readonly problem?: string | undefined;
}

/** Times that differ by less are equal. */
const EQUAL = 0.02;

export function comparePublic(names: readonly string[], { print, complain }: Output): number {
  const cases = readPublicCases().filter(({ name }) => names.length === 0 || names.includes(name));
  if (cases.length === 0) {
    complain(`no public kernel has the name ${names.join(', ')}`);
    return 2;
  }
  let right = 0;
  for (const one of cases) {
    const { before, merged, own, says, problem } = compared(one);
    if (problem === undefined) right++;
    const costs = [before, merged, own];
    const times = costs.map(({ micros }) => micros?.toPrecision(3) ?? '-').join(' / ');
    print(
      [
        one.name.padEnd(22),
        one.chip.padEnd(8),
        costs
          .map(({ conflicts }) => conflicts)
          .join(' / ')
          .padEnd(22),
        `${times} us`.padEnd(24),
        `merged: ${one.merged}; ours: ${says}`,
        problem === undefined ? '' : `!! ${problem}`,
      ].join('  '),
    );
  }
  print('conflicts and predicted time as it is / with the merged change / with ours');
  print(`${right} of ${cases.length}`);
  return right === cases.length ? 0 : 1;
}

function compared(one: PublicCase): Compared {
  const { chip, text, mergedText, launch, mergedLaunch } = one;
  const language = chip.startsWith('gfx') ? 'hip' : 'cuda';
  const file = `kernel.${language === 'hip' ? 'hip' : 'cu'}`;
  const withFiles = <T>(source: string, how: string, use: (written: Written) => T): T =>
    inFolder({ [file]: textIn(source, language), 'launch.yaml': how }, (folder) =>
      use({ folder, file, chip }),
    );
  const [merged, mergedResults] = withFiles(mergedText, mergedLaunch, (written) => [
    costOf(written),
    resultsOf(written),
  ]);
  return withFiles(text, launch, (written) => {
    const before = costOf(written);
    const results = resultsOf(written);
    const { diff, candidates = [], diagnostics = [] } = fix(written);
    const said = diagnostics.map(({ message }) => message).join('; ');
    const wrong = wrongIn(written, diff);
    const own = diff === undefined ? before : costOf(written);
    const outcome = { before, merged, own };
    const says = diff === undefined ? `none: ${said}` : (candidates[0]?.says ?? '');
    if (mergedResults !== results)
      return { ...outcome, says, problem: 'the merged change computes something else' };
    return { ...outcome, says, problem: wrong ?? worse(own, merged) };
  });
}

/** How a cost is more than another one. */
function worse(own: Cost, merged: Cost): string | undefined {
  if (own.micros !== undefined && merged.micros !== undefined)
    return own.micros > merged.micros * (1 + EQUAL) ? 'slower than the merged change' : undefined;
  return own.conflicts > merged.conflicts ? 'more conflicts than the merged change' : undefined;
}

interface Timeline {
  readonly kernelTime?: { readonly seconds: number; readonly leastSeconds?: number };
}

function costOf({ folder, file, chip }: Written): Cost {
  const given = [file, '-l', 'launch.yaml', '-m', chip, '--format', 'json'];
  const { totals } = JSON.parse(ldscope(folder, ['analyze', ...given]).out) as {
    readonly totals: { readonly bankConflict: number };
  };
  const conflicts = totals.bankConflict;
  const { code, out } = chip.startsWith('gfx')
    ? ldscope(folder, ['timeline', ...given])
    : { code: 1, out: '' };
  if (code !== 0) return { conflicts };
  const { kernelTime } = JSON.parse(out) as Timeline;
  if (kernelTime === undefined) return { conflicts };
  const { seconds, leastSeconds = seconds } = kernelTime;
  return { conflicts, micros: ((seconds + leastSeconds) / 2) * 1e6 };
}
