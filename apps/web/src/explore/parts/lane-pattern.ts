/**
 * Addresses of a wave as a reader sets them: lanes go down `rows` rows, then start over a step to the right.
 *
 *     address = base + (lane mod rows) * pitch + floor(lane / rows) * step
 *
 *     rows = all lanes, pitch = S    one stride
 *     rows = 8, pitch = 512, step = 2    eight rows down a column of 2-byte elements, then the next column
 */
import type { Machine, RequestClass } from '@ldscope/core';
import { instructionOf, lanes, waveOf } from './one-access.ts';

export interface LanePattern {
  readonly baseBytes: number;
  readonly rows: number;
  readonly pitchBytes: number;
  readonly stepBytes: number;
  /** The first so many lanes take part. */
  readonly active: number;
}

/** One stride for all lanes. */
export function strided(pitchBytes: number, active = 64): LanePattern {
  return { baseBytes: 0, rows: 64, pitchBytes, stepBytes: 0, active };
}

export function patternAddresses(pattern: LanePattern, waveSize: number): number[] {
  const { baseBytes, rows, pitchBytes, stepBytes } = pattern;
  return lanes(
    waveSize,
    (lane) => baseBytes + (lane % rows) * pitchBytes + Math.floor(lane / rows) * stepBytes,
  );
}

/** `lane * 128`, `(lane mod 8) * 512 + floor(lane / 8) * 2`. */
export function patternText(
  { baseBytes, rows, pitchBytes, stepBytes }: LanePattern,
  waveSize: number,
): string {
  const base = baseBytes === 0 ? '' : `${baseBytes} + `;
  if (rows >= waveSize) return `${base}lane * ${pitchBytes}`;
  if (rows === 1) return `${base}lane * ${stepBytes}`;
  return `${base}(lane mod ${rows}) * ${pitchBytes} + floor(lane / ${rows}) * ${stepBytes}`;
}

/** The same as a formula of a tile specification. */
function columnFormula(
  { baseBytes, rows, pitchBytes, stepBytes }: LanePattern,
  waveSize: number,
): string {
  const base = baseBytes === 0 ? '' : `${baseBytes} + `;
  if (rows >= waveSize) return `${base}lane * ${pitchBytes}`;
  if (rows === 1) return `${base}lane * ${stepBytes}`;
  return `${base}(lane % ${rows}) * ${pitchBytes} + (lane / ${rows}) * ${stepBytes}`;
}

const bits = (request: RequestClass): number => Number(request.slice(request.indexOf('b') + 1));

/** Bytes that a lane moves; only for the plain reads and writes. */
export const widthOf = (request: RequestClass): number => bits(request) / 8;

/** An access of a pattern, with the name of its site. */
export interface NamedPattern {
  readonly name: string;
  readonly request: RequestClass;
  readonly pattern: LanePattern;
}

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
    const column = columnFormula(pattern, waveSize);
    const where = pattern.active < waveSize ? `, where: lane < ${pattern.active}` : '';
    const direction = request.startsWith('write') ? 'write' : 'read';
    lines.push(
      `  - { name: ${name}, ${direction}: b${bits(request)}, row: 0, column: ${column}${where} }`,
    );
  }
  const columns = Math.ceil(bytes / 16) * 16;
  if (columns > machine.sharedMemory.bytesPerWorkgroup.value) return undefined;
  return [`name: ${title}`, 'element: u8', `tile: 1x${columns}`, 'accesses:', ...lines, ''].join(
    '\n',
  );
}
