/**
 * The same accesses with narrower instructions: what a layout costs that does not keep vectors whole.
 *
 *     ds_read_b128 at (3, 8), f16, cut to 8 bytes     ds_read_b64 at (3, 8), ds_read_b64 at (3, 12)
 *
 * A padding of 8 bytes misaligns rows for 16-byte accesses, and a swizzle of 8-byte units tears them; compilers then
 * emit narrower instructions, which have phases and banks of their own (decision 0005). Direct-to-LDS, transposing and
 * matrix instructions have no narrower form, so a problem with a wide one of these cannot be cut.
 */
import { opcodeAt, opcodeNumber } from '../access/opcodes.ts';
import { type ProblemAccess, type Problem } from './problem.ts';

const SUFFIXES: readonly (readonly [RegExp, Readonly<Record<number, string>>])[] = [
  [/^((?:ds_read|ds_write|ds_load|ds_store)_)b(?:64|96|128)$/, { 8: 'b64', 4: 'b32' }],
  [/^((?:ld|st)\.shared\.)v[24]\.b32$/, { 8: 'v2.b32', 4: 'b32' }],
];

/** The problem with no access wider than `mostBytes` (8 or 4); `undefined` where an instruction cannot be narrowed. */
export function narrowed(problem: Problem, mostBytes: 4 | 8): Problem | undefined {
  const accesses: ProblemAccess[] = [];
  // The narrower form of an access that is not counted is not known.
  if (problem.held?.some(({ op }) => opcodeAt(op).widthBytes > mostBytes)) return undefined;
  for (const access of problem.accesses) {
    const cut = narrowedAccess(access, mostBytes, problem);
    if (cut === undefined) return undefined;
    accesses.push(cut);
  }
  return { ...problem, accesses };
}

function narrowedAccess(
  access: ProblemAccess,
  mostBytes: 4 | 8,
  { tile, waveSize }: Problem,
): ProblemAccess | undefined {
  const { name, widthBytes } = opcodeAt(access.op);
  if (widthBytes <= mostBytes) return access;
  const op = narrowOpcode(name, mostBytes);
  const step = mostBytes / tile.elementBytes;
  if (op === undefined || widthBytes % mostBytes !== 0 || !Number.isInteger(step)) return undefined;
  const pieces = widthBytes / mostBytes;
  const { instances, rows, columns, activeMask, executions, wave, round } = access;
  const all = Array.from({ length: pieces }, (_, piece) => piece);
  const shifted = (piece: number): Uint32Array =>
    columns.map((column, i) => {
      const active =
        (activeMask[2 * Math.floor(i / waveSize) + ((i % waveSize) >> 5)] ?? 0) >>> (i & 31);
      return (active & 1) === 1 ? column + piece * step : 0;
    });
  return {
    name: access.name,
    op,
    instances: pieces * instances,
    rows: concat(all.map(() => rows)),
    columns: concat(all.map(shifted)),
    activeMask: concat(all.map(() => activeMask)),
    executions: Float64Array.from(all.flatMap(() => [...executions])),
    wave: concat(all.map(() => wave)),
    round: round && concat(all.map(() => round)),
  };
}

function narrowOpcode(name: string, bytes: number): number | undefined {
  for (const [pattern, suffixes] of SUFFIXES) {
    const stem = pattern.exec(name)?.[1];
    const suffix = suffixes[bytes];
    if (stem !== undefined && suffix !== undefined) return opcodeNumber(stem + suffix);
  }
  return undefined;
}

function concat(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
