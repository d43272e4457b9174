/**
 * `npm run validate -- fix [hip|cuda] [NAME ...]`: has `ldscope fix` change each source of `sources`, applies the diff with
 * git, and compares: the patched file is compiled and executed apart from the loop, by `ldscope run`, and each of its buffers has to be
 * what the source as it is leaves. A table by form; the last line is `N of M`. `fix public`: those of `public`, beside the fix that was
 * merged; `fix random`: random kernels; `fix write FOLDER` and `fix sm_90`: on a GPU.
 */
import type { Output } from '../base/output.ts';
import { fix, inFolder, wrongIn } from './ldscope.ts';
import { printMeasured, writeFixed } from './nvidia.ts';
import { comparePublic } from './public.ts';
import { fixRandom } from './random.ts';
import { languages, readCases, type SourceCase, textIn } from './read.ts';

type Language = keyof typeof languages;

/** What came of a case. */
interface Outcome {
  readonly verdict: string;
  readonly says: string;
  readonly conflicts: readonly [before: number, after: number];
  /** Why it is not as expected. */
  readonly problem?: string | undefined;
}

/** Runs the command; returns its exit code: 0 where all is as expected. */
export function main(args: readonly string[], output: Output): number {
  const { print, complain } = output;
  const words = args.filter((arg) => !arg.startsWith('-'));
  if (words[0] === 'public') return comparePublic(words.slice(1), output);
  if (words[0] === 'random') return fixRandom(words.slice(1), output);
  if (words[0] === 'write') return writeFixed(words.slice(1), output);
  if (words[0] === 'sm_90') return printMeasured(output);
  const asked = (Object.keys(languages) as Language[]).filter((name) => words.includes(name));
  const chosen = asked.length === 0 ? (Object.keys(languages) as Language[]) : asked;
  const names = words.filter((word) => !(word in languages));
  const cases = readCases().filter(({ name }) => names.length === 0 || names.includes(name));
  if (cases.length === 0) {
    complain(`no source has the name ${names.join(', ')}`);
    return 2;
  }
  let [right, all] = [0, 0];
  for (const language of chosen)
    for (const one of cases) {
      const { verdict, says, conflicts, problem } = outcomeOf(one, language);
      all++;
      if (problem === undefined) right++;
      print(
        [
          language.padEnd(4),
          one.name.padEnd(24),
          verdict.padEnd(8),
          conflicts.join(' -> ').padEnd(16),
          says,
          problem === undefined ? '' : `!! ${problem}`,
        ].join('  '),
      );
    }
  print(`${right} of ${all}`);
  return right === all ? 0 : 1;
}

function outcomeOf(one: SourceCase, language: Language): Outcome {
  const file = `${one.name}.${language === 'hip' ? 'hip' : 'cu'}`;
  const files = { [file]: textIn(one.text, language), 'launch.yaml': one.launch };
  return inFolder(files, (folder) => {
    const written = { folder, file, chip: languages[language] };
    const { verdict = 'failed', diff, candidates = [], diagnostics = [] } = fix(written);
    const [best] = diff === undefined ? [] : candidates;
    const total = (side: 'before' | 'after'): number =>
      (best ?? candidates[0])?.runs.reduce((sum, run) => sum + run[side].conflicts, 0) ?? 0;
    const conflicts = [
      total('before'),
      best === undefined ? total('before') : total('after'),
    ] as const;
    const said = diagnostics.map(({ message }) => message).join('; ');
    const outcome = { verdict, says: best?.says ?? said, conflicts };
    const wrong = wrongIn(written, diff);
    if (wrong !== undefined) return { ...outcome, problem: wrong };
    const isAsExpected =
      one.expected === 'any' ||
      (one.expected === 'fixed' ? best !== undefined : verdict === 'nothing');
    return { ...outcome, problem: isAsExpected ? undefined : `${one.expected} is expected` };
  });
}
