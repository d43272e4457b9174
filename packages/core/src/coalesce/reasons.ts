/**
 * Says in sentences why an access takes the lines that it takes, from its addresses alone.
 *
 * The bytes of an access fall into runs without holes. A run costs the lines that it reaches into, so an access is bad
 * because it has many short runs (strided, scattered), or because a long run does not begin at a line (misaligned).
 */
import { greatestOf, leastOf } from '../base/numbers.ts';
export interface AccessFacts {
  /** By lane; `undefined` for a lane that takes no part. */
  readonly addressBytes: readonly (number | undefined)[];
  readonly widthBytes: number;
  readonly distinctBytes: number;
  readonly transactions: number;
  readonly idealTransactions: number;
  /** Bytes of a line or sector, and what it is called. */
  readonly size: number;
  readonly unit: string;
  /** A row pitch that stands in for one that is not known: it is not told as a number. */
  readonly assumedPitchBytes?: number | undefined;
}

/** Bytes `[start, stop)` that are all wanted, by some lanes. */
interface Run {
  readonly start: number;
  readonly stop: number;
}

/** At least one sentence, the most telling first. */
export function globalReasons(facts: AccessFacts): string[] {
  const { distinctBytes, transactions, idealTransactions, size, unit } = facts;
  if (transactions === 0) return ['no lane takes part'];
  const runs = runsOf(facts);
  const sharing = sharedReason(facts);
  const extra = transactions - idealTransactions;
  if (extra === 0) {
    const unused = transactions * size - distinctBytes;
    const rest =
      unused === 0 ? '' : `, ${unused} B of ${theUnits(transactions, unit)} are not wanted`;
    return [`${distinctBytes} B fit into no fewer ${unit}s${rest}`, ...sharing];
  }
  const stride = runs.length > 1 ? strideReason(facts) : undefined;
  return [
    ...(stride === undefined ? runReason(runs, facts) : [stride]),
    ...misalignedReason(runs, facts),
    ...sharing,
  ];
}

function theUnits(count: number, unit: string): string {
  return count === 1 ? `the ${unit}` : `the ${count} ${unit}s`;
}

/** The bytes of all lanes as runs, ascending. */
function runsOf({ addressBytes, widthBytes }: AccessFacts): Run[] {
  const starts = addressBytes.filter((address) => address !== undefined).sort((a, b) => a - b);
  const runs: { start: number; stop: number }[] = [];
  for (const start of starts) {
    const last = runs.at(-1);
    const stop = start + widthBytes;
    if (last === undefined || start > last.stop) runs.push({ start, stop });
    else last.stop = Math.max(last.stop, stop);
  }
  return runs;
}

/** Lane l at `l * stride`: the lanes per line, and the bytes of it that they use. */
function strideReason(facts: AccessFacts): string | undefined {
  const { addressBytes, widthBytes, size, unit, assumedPitchBytes } = facts;
  const active = [...addressBytes.entries()].filter(([, address]) => address !== undefined);
  const [[lane0, first = 0] = [0], [lane1, second = 0] = [0]] = active;
  const stride = (second - first) / Math.max(1, lane1 - lane0);
  if (stride === 0 || Math.abs(stride) <= widthBytes) return undefined;
  if (active.some(([lane, address]) => address !== first + (lane - lane0) * stride))
    return undefined;
  const apart = Math.abs(stride);
  const outcome =
    apart >= size
      ? `${withArticle(unit)} for every lane`
      : `${widthBytes} of every ${apart} B are used`;
  return `lanes take ${widthBytes} B each, ${distanceOf(apart, assumedPitchBytes)}: ${outcome}`;
}

/** Several runs that no stride explains: `8 separate runs of 64 B, 4,096 B apart`. */
function runReason(runs: readonly Run[], { size, unit, assumedPitchBytes }: AccessFacts): string[] {
  if (runs.length < 2) return [];
  const lengths = runs.map(({ start, stop }) => stop - start);
  const gaps = runs.slice(1).map(({ start }, index) => start - (runs[index]?.start ?? 0));
  const [gap = 0] = gaps;
  const isEven = gaps.every((other) => other === gap);
  const distance = isEven ? distanceOf(gap, assumedPitchBytes) : 'scattered';
  const short = lengths.filter((length) => length < size).length;
  const what =
    short === runs.length
      ? `none fills ${withArticle(unit)}`
      : `they do not fill the ${unit}s that they reach into`;
  return [`${runs.length} separate runs of ${span(lengths)} B, ${distance}: ${what}`];
}

/** `128 B apart`; in rows where the bytes of a row are assumed. */
function distanceOf(bytes: number, assumedPitchBytes: number | undefined): string {
  if (assumedPitchBytes === undefined || bytes < assumedPitchBytes / 2) return `${bytes} B apart`;
  const rows = bytes / assumedPitchBytes;
  if (!Number.isInteger(rows)) return 'in other rows of the matrix';
  return rows === 1 ? 'a row of the matrix apart' : `${rows} rows of the matrix apart`;
}

/** Runs that would take fewer lines if they began at one. */
function misalignedReason(runs: readonly Run[], { size, unit }: AccessFacts): string[] {
  const late = runs.filter(({ start, stop }) => {
    const blocks = Math.ceil(stop / size) - Math.floor(start / size);
    return blocks > Math.ceil((stop - start) / size);
  });
  const [first] = late;
  if (first === undefined) return [];
  const into = first.start - Math.floor(first.start / size) * size;
  const length = first.stop - first.start;
  if (late.length === 1 && runs.length === 1) {
    return [
      `${length} contiguous B start ${into} B into ${withArticle(unit)} and so reach into the next one`,
    ];
  }
  return [
    `${late.length} of ${runs.length} runs reach into one ${unit} more than their length needs: ` +
      `the first starts ${into} B into ${withArticle(unit)}`,
  ];
}

function sharedReason({ addressBytes, widthBytes, distinctBytes }: AccessFacts): string[] {
  const active = addressBytes.filter((address) => address !== undefined);
  const requested = active.length * widthBytes;
  if (requested === distinctBytes) return [];
  const places = new Set(active).size;
  if (places === 1) return [`all ${active.length} lanes access the same ${widthBytes} B`];
  return [`lanes share bytes: ${requested} B are requested, ${distinctBytes} of them distinct`];
}

/** `64`, or `16 to 64`. */
function span(values: readonly number[]): string {
  const [least, most] = [leastOf(values), greatestOf(values)];
  return least === most ? `${least}` : `${least} to ${most}`;
}

function withArticle(unit: string): string {
  return `a ${unit}`;
}
