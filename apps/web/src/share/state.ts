/**
 * What a link carries: a kernel and how it is looked at. A foreign state is data and nothing else: each field is checked
 * for what it is, unknown fields are dropped, and what is wrong makes the whole link be refused.
 */
export const viewNames = [
  'banks',
  'tile',
  'mitigations',
  'machine',
  'global',
  'timeline',
  'advice',
] as const;

export type ViewName = (typeof viewNames)[number];

export interface SharedState {
  /** The kernel, or specification, or schedule. */
  readonly text: string;
  /** Its name; the ending can decide which language it is. */
  readonly file?: string | undefined;
  readonly machine?: string | undefined;
  readonly model?: string | undefined;
  /** A second chip beside the first. */
  readonly compare?: string | undefined;
  /** `grid=2x8,block=256`, or a launch file as text. */
  readonly launch?: string | undefined;
  readonly kernel?: string | undefined;
  readonly view?: ViewName | undefined;
  /** The instruction that is looked at, by its id in the report. */
  readonly site?: string | undefined;
  readonly phase?: number;
  readonly lane?: number | undefined;
  readonly bank?: number | undefined;
  readonly element?: number | undefined;
  /** Of machine code: the tile that its buffer is, `64x64xf16`, and the byte of shared memory that it begins at. */
  readonly tile?: string;
  readonly at?: number;
  /** The suggested layout that is tried on, in words. */
  readonly layout?: string | undefined;
}

const SHORT = 300;
/** A launch file may be longer than a name. */
const LAUNCH = 20_000;
export const MOST_TEXT = 4_000_000;

const texts: readonly [keyof SharedState, number][] = [
  ['file', SHORT],
  ['machine', SHORT],
  ['model', SHORT],
  ['compare', SHORT],
  ['launch', LAUNCH],
  ['kernel', SHORT],
  ['site', SHORT],
  ['tile', SHORT],
  ['layout', SHORT],
];

const numbers: readonly [keyof SharedState, number][] = [
  ['phase', 63],
  ['lane', 63],
  ['bank', 63],
  ['element', 2 ** 24],
  ['at', 2 ** 24],
];

/** The state in a parsed JSON value; `undefined` when it is none. */
export function readState(value: unknown): SharedState | undefined {
  if (!isRecord(value)) return undefined;
  const { text, view } = value;
  if (typeof text !== 'string' || text.length > MOST_TEXT) return undefined;
  const fields: Record<string, string | number> = {};
  for (const [name, most] of texts) {
    const field = value[name];
    if (field === undefined) continue;
    if (typeof field !== 'string' || field.length > most) return undefined;
    fields[name] = field;
  }
  for (const [name, most] of numbers) {
    const field = value[name];
    if (field === undefined) continue;
    const fits =
      typeof field === 'number' && Number.isInteger(field) && field >= 0 && field <= most;
    if (!fits) return undefined;
    fields[name] = field;
  }
  const found = viewNames.find((name) => name === view);
  if (view !== undefined && found === undefined) return undefined;
  return { text, ...fields, ...(found && { view: found }) };
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
