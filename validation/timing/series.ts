/**
 * The published microbenchmarks: `validation/data/timing.json`, and those of the list of published counters that are
 * times of a queue of LDS instructions.
 *
 * A series is what one source measured in one way; numbers of two series are never compared. Where its clock is not that
 * of the model one ratio is fitted, on the step between two rows (or on one), and these rows say so.
 */
import { inputText } from '../base/inputs.ts';
import type { SummingLoop } from './micro-kernels.ts';

/** What is measured; a kind uses some of the numbers. */
export interface Measure {
  readonly kind: 'latency' | 'rate' | 'block' | 'issue' | 'stream' | 'group' | 'slope';
  readonly op: string;
  readonly strideBytes: number;
  /** Accesses; of a stream, reads of a wave, in a loop that takes as many at a time. */
  readonly count: number;
  readonly waves: number;
  readonly loop: SummingLoop;
  /** `beside`: another wave of the same SIMD does this meanwhile. */
  readonly group: readonly string[];
  readonly beside: readonly string[];
  /** Of one more conflict cycle: the two other rows. */
  readonly of: readonly string[];
}

export interface PublishedRow {
  readonly id: string;
  /** A number, or the ends of a range; empty for a slope, which follows from its rows. */
  readonly measured: readonly number[];
  readonly measure: Measure;
  /** Why a prediction of this row proves nothing: a constant or a ratio comes from it. */
  readonly circular?: string | undefined;
  /** Why the model misses it. */
  readonly reason?: string | undefined;
}

interface SeriesFacts {
  readonly id: string;
  readonly title: string;
  readonly chip: string;
  readonly gpu: string;
  readonly unit: string;
  /** What of the microbenchmark is not in the source. */
  readonly note?: string;
  /** Rows that give the ratio of the source's clock to the model's, and what it stands for. */
  readonly fit?: { readonly from?: string; readonly to: string };
  readonly fitMeaning?: string;
  /** LDS of a workgroup of one wave: how many compete for a compute unit. */
  readonly ldsBytes?: number;
}

export interface Series extends SeriesFacts {
  /** `owner/name:path @commit`. */
  readonly source: string;
  readonly rows: readonly PublishedRow[];
}

/** As files have them. */
interface Source {
  readonly repo: string;
  readonly path: string;
  readonly commit: string;
}
interface FileRow extends Partial<Omit<Measure, 'kind' | 'strideBytes'>> {
  readonly id: string;
  readonly measure: Measure['kind'];
  readonly measured?: number | readonly number[];
  readonly stride?: number;
  readonly circular?: string;
  readonly reason?: string;
}
interface FileSeries extends SeriesFacts {
  readonly source: Source;
  readonly rows: readonly FileRow[];
}
interface Counter {
  readonly instruction: string;
  readonly byte_address: string;
  readonly measured: { readonly counter?: string; readonly per_instruction: number };
  readonly source: Source;
}

/** Every series, in the order of the file. */
export function publishedSeries(): readonly Series[] {
  const { series } = JSON.parse(inputText('data/timing.json')) as { series: FileSeries[] };
  return [...series.map(seriesOf), seriesOf(queueSeries())];
}

/** One series of the file. */
export function findSeries(id: string): Series | undefined {
  return publishedSeries().find((series) => series.id === id);
}

const NO_LOOP = { reads: 0, before: 0, after: 0 };

const seriesOf = ({ source: { repo, path, commit }, rows, ...facts }: FileSeries): Series => ({
  ...facts,
  source: `${repo}:${path}${commit === '-' ? '' : ` @${commit.slice(0, 8)}`}`,
  rows: rows.map(({ id, measure: kind, measured = [], stride: strideBytes = 0, ...rest }) => {
    const { circular, reason, op = '', count = 1, waves = 1, loop = NO_LOOP, ...groups } = rest;
    const { group = [], beside = [], of = [] } = groups;
    const measure = { kind, op, strideBytes, count, waves, loop, group, beside, of };
    return { id, measured: [measured].flat(), measure, circular, reason };
  }),
});

/** Of published counters: cycles that a wave waits per instruction of a queue of 16 of one kind. */
function queueSeries(): FileSeries {
  const published = JSON.parse(inputText('data/published.json')) as { entries: Counter[] };
  const entries = published.entries.filter(({ measured }) =>
    measured.counter?.startsWith('median s_waitcnt'),
  );
  const [first] = entries;
  if (first === undefined) throw new Error('published.json has no queue of LDS instructions');
  return {
    id: 'rocroller-queue',
    title: 'A queue of 16 LDS instructions of one wave',
    chip: 'gfx950',
    gpu: 'gfx950',
    unit: 'cycles per instruction (thread trace)',
    source: first.source,
    rows: entries.map(({ byte_address, instruction: op, measured }): FileRow => {
      const stride = Number(/^lane\*(\d+)$/.exec(byte_address)?.[1]);
      const bits = Number(/^ds_write_b(\d+)$/.exec(op)?.[1]);
      const row = { measure: 'rate', measured: measured.per_instruction, op, stride } as const;
      // 4 cycles and 4 for each dword: bound by the issue of a write.
      const isIssue = measured.per_instruction === 4 + bits / 8;
      return {
        ...row,
        id: `${op}, stride ${stride} B`,
        count: 16,
        ...(isIssue ? { circular: 'the issue of writes is from the same authors' } : {}),
      };
    }),
  };
}
