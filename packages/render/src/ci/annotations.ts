/**
 * A check as workflow commands of GitHub Actions: each becomes a mark at its line in the pull request.
 *
 *     ::error file=kernels/t.hip,line=22,title=Bank conflict%3A t on gfx942::ds_read_b32 of tile at t.hip%3A22 ...
 *
 * GitHub shows ten errors and ten warnings of a step, so those that fail and cost most come first.
 */
import {
  authoredLine,
  baseName,
  type CheckedCase,
  type CheckFinding,
  type CheckReport,
  findMachine,
  hintText,
  type Location,
  verdictOfCase,
} from '@ldscope/core';
import { changesOf, changeText } from '../say/file-fixes.ts';
import { checkVerdict, findingText, leftOut, siteWords } from '../say/check.ts';
import { termsFor } from '../text/terminology.ts';

/** A check as workflow commands of GitHub Actions, a line each; the last line is the verdict, as plain text. */
export function githubAnnotations(
  report: CheckReport,
  pathOf: (path: string) => string = (path) => path,
): string {
  const failed = report.cases.flatMap((one) =>
    one.findings
      .filter(({ status }) => status === 'failed')
      .flatMap((finding) => placesOf(finding, one, report, pathOf)),
  );
  const unread = report.diagnostics.flatMap(({ file, diagnostics }) =>
    diagnostics.map(({ severity, message, hint, line, column, code }) =>
      command(severity === 'note' ? 'notice' : severity, code, withHint(message, hintText(hint)), {
        file: pathOf(file),
        line,
        column,
      }),
    ),
  );
  const marks = [...failed].sort((a, b) => b.cost - a.cost).map(({ text }) => text);
  const unknown = report.cases
    .filter((one) => verdictOfCase(one) === 'unknown')
    .map((one) =>
      command('error', `Not known: ${one.title} on ${one.machine}`, leftOut(one).join('; '), {
        file: one.file,
      }),
    );
  return [...unread, ...unknown, ...marks, checkVerdict(report), ''].join('\n');
}

interface Mark {
  readonly text: string;
  readonly cost: number;
}

/** A mark per site of a finding. */
function placesOf(
  finding: CheckFinding,
  one: CheckedCase,
  checked: CheckReport,
  pathOf: (path: string) => string,
): Mark[] {
  const { what, rule } = finding;
  const terms = termsFor(findMachine(one.machine));
  const title = `${titles[rule]}: ${one.title} on ${one.machine}`;
  const changes = rule === 'conflicts' ? changesOf(checked, one.file) : [];
  // Once, at the most expensive site.
  let tried = changes.map((fix) => `\n${changeText(fix)}\n${fix.diff ?? ''}`).join('');
  const hosted = (place: Place): Place => ({ ...place, file: pathOf(place.file) });
  const mark = (message: string, location: Location, cost: number): Mark => {
    const text = command('error', title, message + tried, hosted(placeIn(location, one.file)));
    tried = '';
    return { text, cost };
  };
  const all = findingText(finding, one);
  if (what.kind === 'cycles')
    return what.sites.map((site) =>
      mark(`${siteWords(site, terms)}; the kernel has ${all}`, site.location, site.conflictCycles),
    );
  if (what.kind === 'worse')
    return what.sites.map(({ site }) =>
      mark(`${siteWords(site, terms)}; the kernel has ${all}`, site.location, site.conflictCycles),
    );
  const hint = what.kind === 'hazard' ? hintText(what.hazard.hint) : '';
  const cost = what.kind === 'site' ? what.site.conflictCycles : Infinity;
  return [mark(withHint(all, hint), finding.location, cost)];
}

const titles: Readonly<Record<CheckFinding['rule'], string>> = {
  conflicts: 'Bank conflict',
  hazards: 'Hazard',
  sampled: 'Counted in part',
  disputed: 'Disputed rule',
};

/** The line of the source where it is one of the file that was checked, else that of the kernel's text. */
function placeIn({ file: own, line, column, source = [] }: Location, file: string): Place {
  const authored = authoredLine(source);
  if (authored === undefined) return { file: own ?? file, line, column };
  const isChecked = baseName(authored.file) === baseName(file);
  return { file: isChecked ? file : authored.file, line: authored.line };
}

interface Place {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

function command(
  kind: 'error' | 'warning' | 'notice',
  title: string,
  message: string,
  { file, line, column }: Place,
): string {
  const properties = [
    `file=${property(file)}`,
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(column === undefined || column < 1 ? [] : [`col=${column}`]),
    `title=${property(title)}`,
  ];
  return `::${kind} ${properties.join(',')}::${data(message)}`;
}

const withHint = (message: string, hint: string): string =>
  hint === '' ? message : `${message}. ${hint}`;

/** As `@actions/core` escapes the text of a command. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
