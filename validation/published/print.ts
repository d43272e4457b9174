/** The scoreboard as text: one line per measurement, reasons under it, no line over 100 columns. */
import type { ScoredFile } from './files.ts';
import { measurements, type Score, tally, type Tally, timesInOrder } from './score.ts';

const COLUMNS = 100;

const WORDS: Readonly<Record<Score['verdict'], string>> = {
  exact: 'exact',
  differs: 'differs',
  near: 'within 15 %',
  far: 'beyond 15 %',
  open: 'not predicted',
  unmeasured: 'no measurement',
};

export function printFile(file: ScoredFile): string[] {
  const lines = [`${file.name}: ${file.format}`, ''];
  const name = widest(
    file.scores.map(({ id }) => id),
    8,
    48,
  );
  const number = widest(
    file.scores.flatMap(({ measured, predicted }) => [measured, predicted ?? '']),
    9,
    17,
  );
  lines.push(row('', 'measured', 'predicted', '', name, number));
  for (const score of file.scores) {
    const { measured, predicted, verdict } = score;
    const long = measured.length > number || (predicted ?? '').length > number;
    const [first, second] = long ? ['', ''] : [measured, predicted ?? ''];
    lines.push(row(score.id, first, second, WORDS[verdict], name, number));
    const notes = [
      ...(long ? [`measured ${measured}`] : []),
      ...(long && predicted !== undefined ? [`predicted ${predicted}`] : []),
      ...remarks(score),
    ];
    for (const note of notes) lines.push(...wrap(note, 6));
  }
  return [...lines, ''];
}

function remarks(score: Score): string[] {
  return [
    ...(score.reason === undefined
      ? []
      : [score.reason + (score.detail === undefined ? '' : ` (${score.detail})`)]),
    ...(score.other === undefined ? [] : [`disputed rule: ${score.other}`]),
    ...(score.circular === true
      ? ['a check of consistency: the rule was found with this datum']
      : []),
  ];
}

function row(
  id: string,
  measured: string,
  predicted: string,
  verdict: string,
  name: number,
  number: number,
): string {
  const cells = [id.padEnd(name), measured.padStart(number), predicted.padStart(number), verdict];
  return cells.join('  ').trimEnd();
}

const widest = (texts: readonly string[], least: number, most: number): number =>
  Math.min(
    most,
    texts.reduce((width, text) => Math.max(width, text.length), least),
  );

/** Breaks at spaces; a word that is too long for a line is cut. */
function wrap(text: string, indent: number): string[] {
  const room = COLUMNS - indent;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((word) => chunks(word, room))) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((part) => ' '.repeat(indent) + part);
}

function chunks(word: string, size: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < word.length || at === 0; at += size) parts.push(word.slice(at, at + size));
  return parts;
}

const cell = (value: number | string): string => String(value).padStart(9);

/** True where a prediction was compared with a measurement. */
const isScored = ({ exact, differs, near, far }: Tally): boolean =>
  exact + differs + near + far > 0;

/** What is exact, what is not, and why the rest is out of reach; counted, and by chip. */
export function printSummary(scores: readonly Score[]): string[] {
  const chips = [...new Set(scores.map(({ chip }) => chip))];
  const byChip = chips.map(
    (chip) => [chip, tally(scores.filter((score) => score.chip === chip))] as const,
  );
  const line = (name: string, { exact, differs, near, far, open }: Tally): string =>
    `${name.padEnd(14)}${cell(exact)}${cell(differs)}${cell(near)}${cell(far)}${cell(open)}`;
  const all = tally(scores);
  const lines = [
    `${'chip'.padEnd(14)}${cell('exact')}${cell('differs')}${cell('near')}${cell('far')}${cell('open')}`,
    ...byChip.flatMap(([chip, own]) => (isScored(own) ? [line(chip, own)] : [])),
    line('all', all),
  ];
  const notes: string[] = [];
  const unscored = byChip.filter(([, own]) => !isScored(own) && own.open > 0);
  if (unscored.length > 0) {
    const text = unscored.map(([chip, { open }]) => `${chip} ${open}`).join(', ');
    notes.push(...wrap(`Chips with open entries only: ${text}.`, 0));
  }
  if (all.circular > 0) {
    notes.push(`${all.circular} of the exact ones check consistency: a rule was found with them.`);
  }
  const reasons = new Map<string, number>();
  for (const { verdict, reason } of scores) {
    if (verdict === 'open') reasons.set(reason ?? '', (reasons.get(reason ?? '') ?? 0) + 1);
  }
  if (all.near + all.far > 0) {
    const circular = scores.filter((score) => score.verdict === 'near' && score.circular).length;
    const text =
      `Times: ${all.near} of ${all.near + all.far} simulated within 15 % (near, far), ${circular} of them on rows that ` +
      `the ratio of their series was fitted on.`;
    notes.push(...wrap(text, 0));
  }
  if (all.open > 0) {
    notes.push(`${all.exact + all.differs} can be answered by a conflict model, ${all.open} not:`);
    for (const [reason, count] of reasons) notes.push(...wrap(`${count}  ${reason}`, 2));
  }
  if (all.unmeasured > 0) {
    notes.push(`Not counted: ${all.unmeasured} with a statement instead of a measurement.`);
  }
  const { pairs, ordered } = timesInOrder(scores);
  if (pairs > 0) {
    const text =
      `Times in order: of ${pairs} pairs in one series for which we predict different cycles, ` +
      `${ordered} took longer where we predict more.`;
    notes.push(...wrap(text, 0));
  }
  return [...lines, '', ...(notes.length > 0 ? [...notes, ''] : [])];
}

/** The last line of every run. */
export function verdictLine(scores: readonly Score[]): string {
  const all = tally(scores);
  return `${all.exact} of ${measurements(all)} exact`;
}
