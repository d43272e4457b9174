/**
 * The state that a link carries: a kernel and its view. A link is untrusted data: each field is checked, unknown fields are
 * dropped, and one wrong field refuses the whole link.
 */
import { isRecord } from '@ldscope/core';

export const viewNames = [
  'banks',
  'tile',
  'mitigations',
  'machine',
  'global',
  'timeline',
  'advice',
  'passes',
  'compare',
] as const;

export type ViewName = (typeof viewNames)[number];

export type Workgroups = number | 'all';

/** A kernel with the inputs of its execution. */
export interface SharedKernel {
  /** The kernel, or specification, or schedule. */
  readonly text: string;
  /** Its name; the ending can decide which language it is. */
  readonly file?: string | undefined;
  readonly machine?: string | undefined;
  readonly model?: string | undefined;
  /** `grid=2x8,block=256`, or a launch file as text. */
  readonly launch?: string | undefined;
  readonly kernel?: string | undefined;
  /** The most workgroups that are executed. */
  readonly workgroups?: Workgroups | undefined;
  /** Of machine code: the tile that its buffer is, `64x64xf16`, and the byte of shared memory that it begins at. */
  readonly tile?: string | undefined;
  readonly at?: number | undefined;
}

/** The page's fields for C++ of CK Tile, as typed. */
export interface SharedCkFields {
  /** Constants that the text does not define: `Problem::kM=128 DataType=f16`. */
  readonly constants?: string;
  /** One of several layouts. */
  readonly layout?: string;
  readonly element?: string;
  readonly index?: string;
  readonly move?: string;
}

/** `SharedState.compare` of the kernel that is pinned. */
export const PINNED = 'pinned';

export interface SharedState extends SharedKernel {
  /** A second chip or model beside the first, or the pinned kernel. */
  readonly compare?: string | undefined;
  /** The pinned kernel. */
  readonly baseline?: SharedKernel | undefined;
  readonly view?: ViewName | undefined;
  /** The selected instruction, by its id in the report. */
  readonly site?: string | undefined;
  readonly phase?: number;
  /** The line of the text that the author had the cursor on, from 1. */
  readonly line?: number | undefined;
  readonly lane?: number | undefined;
  readonly bank?: number | undefined;
  readonly element?: number | undefined;
  /** The example that the text was opened as. */
  readonly example?: string | undefined;
  /** The tried layout: a suggested one in words, or any in the text of a notation. */
  readonly layout?: string | undefined;
  /** Of C++ of CK Tile. */
  readonly ck?: SharedCkFields | undefined;
}

const SHORT = 300;
/** A launch file or a descriptor may be longer than a name. */
const LONG = 20_000;
export const MOST_TEXT = 4_000_000;
const MOST_WORKGROUPS = 2 ** 31;

const kernelTexts: readonly [keyof SharedKernel, number][] = [
  ['file', SHORT],
  ['machine', SHORT],
  ['model', SHORT],
  ['launch', LONG],
  ['kernel', SHORT],
  ['tile', SHORT],
];

const kernelNumbers: readonly [keyof SharedKernel, number][] = [['at', 2 ** 24]];

const texts: readonly [keyof SharedState, number][] = [
  ...kernelTexts,
  ['compare', SHORT],
  ['site', SHORT],
  ['example', SHORT],
  ['layout', LONG],
];

export const ckFields = [
  'constants',
  'layout',
  'element',
  'index',
  'move',
] as const satisfies readonly (keyof SharedCkFields)[];

const numbers: readonly [keyof SharedState, number][] = [
  ...kernelNumbers,
  ['phase', 63],
  ['line', 2 ** 24],
  ['lane', 63],
  ['bank', 63],
  ['element', 2 ** 24],
];

/** The state in a parsed JSON value; `undefined` when it is none. */
export function readState(value: unknown): SharedState | undefined {
  if (!isRecord(value)) return undefined;
  const { view, baseline, ck } = value;
  const fields = readFields(value, texts, numbers);
  const found = viewNames.find((name) => name === view);
  if (fields === undefined || (view !== undefined && found === undefined)) return undefined;
  const typed = ck === undefined ? {} : readCk(ck);
  if (typed === undefined) return undefined;
  const state = { ...fields, ...(found && { view: found }), ...typed };
  if (baseline === undefined) return state;
  const kernel = isRecord(baseline) ? readFields(baseline, kernelTexts, kernelNumbers) : undefined;
  return kernel && { ...state, baseline: kernel };
}

function readCk(value: unknown): { readonly ck: SharedCkFields } | undefined {
  if (!isRecord(value)) return undefined;
  const ck: { -readonly [name in keyof SharedCkFields]: string } = {};
  for (const name of ckFields) {
    const field = value[name];
    if (field === undefined) continue;
    if (typeof field !== 'string' || field.length > LONG) return undefined;
    ck[name] = field;
  }
  return { ck };
}

/** The text and the fields that a list names; `undefined` where one of them is something else or too long. */
function readFields(
  value: Readonly<Record<string, unknown>>,
  named: readonly [string, number][],
  counted: readonly [string, number][],
): SharedKernel | undefined {
  const { text, workgroups } = value;
  if (typeof text !== 'string' || text.length > MOST_TEXT) return undefined;
  const isNumber =
    typeof workgroups === 'number' &&
    Number.isInteger(workgroups) &&
    workgroups > 0 &&
    workgroups <= MOST_WORKGROUPS;
  if (workgroups !== undefined && workgroups !== 'all' && !isNumber) return undefined;
  const fields: Record<string, string | number> = {};
  for (const [name, most] of named) {
    const field = value[name];
    if (field === undefined) continue;
    if (typeof field !== 'string' || field.length > most) return undefined;
    fields[name] = field;
  }
  for (const [name, most] of counted) {
    const field = value[name];
    if (field === undefined) continue;
    const fits =
      typeof field === 'number' && Number.isInteger(field) && field >= 0 && field <= most;
    if (!fits) return undefined;
    fields[name] = field;
  }
  return { text, ...fields, ...(workgroups === undefined ? {} : { workgroups }) };
}
