/**
 * Addresses of a wave as a reader sets them: lanes go down `rows` rows, then start over a step to the right.
 *
 *     address = (lane mod rows) * pitch + floor(lane / rows) * step
 *
 *     rows = all lanes, pitch = S    one stride
 *     rows = 8, pitch = 512, step = 2    eight rows down a column of 2-byte elements, then the next column
 */
import { type Machine, type RequestClass, roundUp } from '@ldscope/core';
import { select, whole } from '../../controls/schema.ts';
import { instructionOf, lanes, waveOf } from './one-access.ts';

export interface LanePattern {
  readonly rows: number;
  readonly pitchBytes: number;
  readonly stepBytes: number;
  /** The number of lanes that take part, from lane 0. */
  readonly active: number;
}

/** One stride for all lanes. */
export function strided(pitchBytes: number, active = 64): LanePattern {
  return { rows: 64, pitchBytes, stepBytes: 0, active };
}

/** The number of rows down a column before the next column. */
export const down = (rows: number, pitchBytes: number, stepBytes: number): LanePattern => ({
  rows,
  pitchBytes,
  stepBytes,
  active: 64,
});

const MOST_PITCH = 8192;
const ROWS = [1, 2, 4, 8, 16, 32, 64] as const;

/** The controls of a pattern, which is `start` at first. */
export const patternControls = ({ rows, pitchBytes, stepBytes, active }: LanePattern) => ({
  pitchBytes: whole('Stride, bytes', pitchBytes, { max: MOST_PITCH }),
  rows: select<number>('Lanes per column', ROWS, rows),
  stepBytes: whole('Step to the next column, bytes', stepBytes, { max: MOST_PITCH }),
  active: whole('Active lanes', active, { min: 1, max: 64 }),
});

/** What of them depends on the lanes of a wave. */
export const patternLimits = (waveSize: number) => ({
  rows: {
    values: ROWS.filter((one) => one <= waveSize),
    text: (rows: number): string => (rows === waveSize ? `${rows}: one column` : String(rows)),
  },
  active: { max: waveSize },
});

export function patternAddresses(
  { rows, pitchBytes, stepBytes }: LanePattern,
  waveSize: number,
): number[] {
  return lanes(
    waveSize,
    (lane) => (lane % rows) * pitchBytes + Math.floor(lane / rows) * stepBytes,
  );
}

/** `lane * 128`, or both terms, with the quotient and the remainder as a language writes them. */
function formulaOf(
  { rows, pitchBytes, stepBytes }: LanePattern,
  waveSize: number,
  [mod, quotient]: readonly [string, string],
): string {
  if (rows >= waveSize) return `lane * ${pitchBytes}`;
  if (rows === 1) return `lane * ${stepBytes}`;
  return `(lane ${mod} ${rows}) * ${pitchBytes} + ${quotient}(lane / ${rows}) * ${stepBytes}`;
}

/** `lane * 128`, `(lane mod 8) * 512 + floor(lane / 8) * 2`. */
export const patternText = (pattern: LanePattern, waveSize: number): string =>
  formulaOf(pattern, waveSize, ['mod', 'floor']);

const widths = ['b8', 'b16', 'b32', 'b64', 'b128'] as const;

/** Plain accesses, each kind by its width. */
export const requests = (['read', 'write'] as const).flatMap((kind) =>
  widths.map((width) => `${kind}.${width}` as const),
);
export type Request = (typeof requests)[number];

const bits = (request: RequestClass): number => Number(request.slice(request.indexOf('b') + 1));

/** Bytes that a lane moves; only for the plain reads and writes. */
export const widthOf = (request: RequestClass): number => bits(request) / 8;

/** An access of a pattern, with the name of its site. */
export type NamedPattern = Readonly<{ name: string; request: RequestClass; pattern: LanePattern }>;

/**
 * The accesses as a tile specification for the playground; `undefined` when one is misaligned, or they need more
 * memory than a workgroup has.
 */
export function patternSpecification(
  title: string,
  accesses: readonly NamedPattern[],
  machine: Machine,
): string | undefined {
  const waveSize = waveOf(machine);
  let bytes = 0;
  const lines: string[] = [];
  for (const { name, request, pattern } of accesses) {
    const width = widthOf(request);
    const addresses = patternAddresses(pattern, waveSize).slice(0, pattern.active);
    if (addresses.some((address) => address % width !== 0)) return undefined;
    if (instructionOf(machine, request) === undefined) return undefined;
    bytes = Math.max(bytes, ...addresses.map((address) => address + width));
    const column = formulaOf(pattern, waveSize, ['%', '']);
    const where = pattern.active < waveSize ? `, where: lane < ${pattern.active}` : '';
    const direction = request.startsWith('write') ? 'write' : 'read';
    lines.push(
      `  - { name: ${name}, ${direction}: b${bits(request)}, row: 0, column: ${column}${where} }`,
    );
  }
  const columns = roundUp(bytes, 16);
  if (columns > machine.sharedMemory.bytesPerWorkgroup.value) return undefined;
  return [`name: ${title}`, 'element: u8', `tile: 1x${columns}`, 'accesses:', ...lines, ''].join(
    '\n',
  );
}
