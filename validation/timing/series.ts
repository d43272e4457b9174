/**
 * The published microbenchmarks: `validation/data/timing.json`, and those of the list of published counters that are
 * times of a queue of LDS instructions.
 *
 * A series is what one source measured in one way; numbers of two series are never compared. Where its clock is not that
 * of the model one ratio is fitted, on the step between two rows (or on one), and these rows say so.
 */
import { readFileSync } from 'node:fs';
import { dataFile } from '../base/paths.ts';
import {
  asObject,
  type JsonObject,
  numberAt,
  numbersAt,
  objectAt,
  objectsAt,
  textAt,
} from '../base/json.ts';
import type { SummingLoop } from './micro-kernels.ts';

export type Measure =
  | { readonly kind: 'latency'; readonly op: string; readonly strideBytes: number }
  | {
      readonly kind: 'rate' | 'block';
      readonly op: string;
      readonly strideBytes: number;
      readonly count: number;
    }
  | {
      readonly kind: 'issue';
      readonly op: string;
      readonly strideBytes: number;
      readonly waves: number;
    }
  | {
      readonly kind: 'stream';
      readonly op: string;
      readonly strideBytes: number;
      readonly waves: number;
      /** Reads of a wave, in a loop that takes as many at a time. */
      readonly count: number;
      readonly loop: SummingLoop;
    }
  /** `beside`: another wave of the same SIMD does this meanwhile. */
  | {
      readonly kind: 'group';
      readonly group: readonly string[];
      readonly beside: readonly string[];
    }
  /** Of one more conflict cycle: between two other rows. */
  | { readonly kind: 'slope'; readonly from: string; readonly to: string };

export interface PublishedRow {
  readonly id: string;
  /** A number, or the ends of a range; absent for a slope, which follows from its rows. */
  readonly measured: readonly number[];
  readonly measure: Measure;
  /** Why a prediction of this row proves nothing: a constant or a ratio comes from it. */
  readonly circular?: string;
  /** Why the model misses it. */
  readonly reason?: string;
}

export interface Series {
  readonly id: string;
  readonly title: string;
  readonly chip: string;
  readonly gpu: string;
  readonly unit: string;
  /** `owner/name:path @commit`. */
  readonly source: string;
  /** What of the microbenchmark is not in the source. */
  readonly note?: string;
  /** Rows that give the ratio of the source's clock to the model's. */
  readonly fit?: {
    readonly from: string | undefined;
    readonly to: string;
    readonly meaning: string;
  };
  /** LDS of a workgroup of one wave: how many compete for a compute unit. */
  readonly ldsBytes?: number;
  readonly rows: readonly PublishedRow[];
}

const data = (name: string): JsonObject =>
  asObject(JSON.parse(readFileSync(dataFile(name), 'utf8'))) ?? {};

/** Every series, in the order of the file. */
export function publishedSeries(): readonly Series[] {
  return [...objectsAt(data('timing.json'), 'series').map(seriesOf), queueSeries()];
}

/** One series of the file. */
export function findSeries(id: string): Series | undefined {
  return publishedSeries().find((series) => series.id === id);
}

function seriesOf(object: JsonObject): Series {
  const fit = objectAt(object, 'fit');
  const ldsBytes = numberAt(object, 'ldsBytes');
  const note = textAt(object, 'note');
  return {
    id: text(object, 'id'),
    title: text(object, 'title'),
    chip: text(object, 'chip'),
    gpu: text(object, 'gpu'),
    unit: text(object, 'unit'),
    source: sourceOf(object),
    ...(note === undefined ? {} : { note }),
    ...(fit === undefined
      ? {}
      : {
          fit: {
            from: textAt(fit, 'from'),
            to: text(fit, 'to'),
            meaning: text(object, 'fitMeaning'),
          },
        }),
    ...(ldsBytes === undefined ? {} : { ldsBytes }),
    rows: objectsAt(object, 'rows').map(rowOf),
  };
}

function sourceOf(object: JsonObject): string {
  const source = objectAt(object, 'source');
  const commit = text(source, 'commit').slice(0, 8);
  return `${text(source, 'repo')}:${text(source, 'path')}${commit === '-' ? '' : ` @${commit}`}`;
}

function rowOf(object: JsonObject): PublishedRow {
  const circular = textAt(object, 'circular');
  const reason = textAt(object, 'reason');
  return {
    id: text(object, 'id'),
    measured: numbersAt(object, 'measured') ?? [],
    measure: measureOf(object),
    ...(circular === undefined ? {} : { circular }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function measureOf(object: JsonObject): Measure {
  const kind = text(object, 'measure');
  const strideBytes = numberAt(object, 'stride') ?? 0;
  const count = numberAt(object, 'count') ?? 1;
  const waves = numberAt(object, 'waves') ?? 1;
  const words = (key: string): readonly string[] => {
    const list = object[key];
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
  };
  switch (kind) {
    case 'latency':
      return { kind, op: text(object, 'op'), strideBytes };
    case 'rate':
    case 'block':
      return { kind, op: text(object, 'op'), strideBytes, count };
    case 'issue':
      return { kind, op: text(object, 'op'), strideBytes, waves };
    case 'stream': {
      const loop = objectAt(object, 'loop');
      const of = (key: string): number => numberAt(loop, key) ?? 0;
      return {
        kind,
        op: text(object, 'op'),
        strideBytes,
        waves,
        count,
        loop: { reads: of('reads'), before: of('before'), after: of('after') },
      };
    }
    case 'group':
      return { kind, group: words('group'), beside: words('beside') };
    case 'slope': {
      const [from = '', to = ''] = words('of');
      return { kind, from, to };
    }
    default:
      throw new Error(`timing.json: '${kind}' is not a measure`);
  }
}

/** Of published counters: cycles that a wave waits per instruction of a queue of 16 of one kind. */
function queueSeries(): Series {
  const entries = objectsAt(data('published.json'), 'entries').filter((entry) =>
    (textAt(objectAt(entry, 'measured'), 'counter') ?? '').startsWith('median s_waitcnt'),
  );
  return {
    id: 'rocroller-queue',
    title: 'A queue of 16 LDS instructions of one wave',
    chip: 'gfx950',
    gpu: 'gfx950',
    unit: 'cycles per instruction (thread trace)',
    source: sourceOf(entries[0] ?? {}),
    rows: entries.map((entry) => {
      const [, stride = ''] = /^lane\*(\d+)$/.exec(text(entry, 'byte_address')) ?? [];
      const op = text(entry, 'instruction');
      const measured = numbersAt(objectAt(entry, 'measured'), 'per_instruction') ?? [];
      const bits = Number(/^ds_write_b(\d+)$/.exec(op)?.[1]);
      return {
        id: `${op}, stride ${stride} B`,
        measured,
        measure: { kind: 'rate', op, strideBytes: Number(stride), count: 16 },
        // 4 cycles and 4 for each dword: bound by the issue of a write.
        ...(measured[0] === 4 + bits / 8
          ? { circular: 'the issue of writes is from the same authors' }
          : {}),
      };
    }),
  };
}

function text(object: JsonObject | undefined, key: string): string {
  const value = textAt(object, key);
  if (value === undefined) throw new Error(`timing.json: '${key}' is missing`);
  return value;
}
