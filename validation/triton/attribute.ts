/**
 * Says for each access of a matmul which buffer it touches.
 *
 *     2x128x64xf16, then 2x64x128xf16: A is at 0 .. 32767, B at 32768 .. 65535
 *
 * Buffers are one after the other, in the order that agrees with `.loc`: line and column of an instruction are those of
 * the stores and loads of one buffer. (Not of all: the compiler moves instructions, and lets one instruction store
 * 8 bytes of A and 8 of B.) Where the kernel asks for no more memory than the largest buffer, one is dead before the
 * next is written, all are at 0, and `.loc` decides.
 */
import { type AccessTrace, LineMap, opcodeAt, isActive } from '@ldscope/core';
import { parseAssembly } from '@ldscope/amdgcn';
import { numberAt } from '../base/json.ts';
import type { Matmul } from './kernels.ts';
import type { SharedBuffer } from './ttgir.ts';

/** A buffer and where it is. */
export interface Placed {
  readonly buffer: SharedBuffer;
  readonly baseBytes: number;
  readonly bytes: number;
}

export const tileBytes = ({ shape, elementBytes }: SharedBuffer): number =>
  shape[0] * shape[1] * elementBytes;

/** Buffers with their addresses, and which of them each row of the trace touches. */
export interface Attribution {
  readonly placed: readonly Placed[];
  /** Index into `placed` of each row. */
  readonly owner: Uint8Array;
  /** Rows whose `.loc` names the other buffer. */
  readonly contradicted: number;
}

/** Attributes every access by the order of the buffers that contradicts `.loc` least; throws when two are the same. */
export function attribute(trace: AccessTrace, matmul: Matmul): Attribution {
  const named = locations(matmul.assembly);
  const fitting = arrangements(matmul)
    .flatMap((placed) => owners(trace, named, placed) ?? [])
    .sort((a, b) => a.contradicted - b.contradicted);
  const [found, other] = fitting;
  if (found === undefined || found.contradicted === other?.contradicted)
    throw new Error(`${matmul.name}: no one order of the buffers explains all accesses`);
  return found;
}

/** The ways that the buffers can be in the memory that the kernel asks for. */
function arrangements({ name, buffers, options }: Matmul): Placed[][] {
  const shared = numberAt(options, 'shared') ?? 0;
  const sizes = buffers.map((buffer) => buffer.stages * tileBytes(buffer));
  const sum = sizes.reduce((total, size) => total + size, 0);
  const all = buffers.map((buffer, index) => ({ buffer, baseBytes: 0, bytes: sizes[index] ?? 0 }));
  if (shared === Math.max(...sizes)) return [all];
  if (shared !== sum || all.length !== 2)
    throw new Error(`${name}: buffers of ${sizes.join(' and ')} bytes in ${shared}`);
  return [0, 1].map((first) =>
    all.map((placed, index) => ({
      ...placed,
      baseBytes: index === first ? 0 : (sizes[first] ?? 0),
    })),
  );
}

/** The buffer of each row: by address, and where that does not decide by `.loc`; `undefined` when neither does. */
function owners(
  trace: AccessTrace,
  named: ReadonlyMap<number, string>,
  placed: readonly Placed[],
): Attribution | undefined {
  const owner = new Uint8Array(trace.count);
  let contradicted = 0;
  for (let row = 0; row < trace.count; row++) {
    const [first, last] = range(trace, row);
    const place = named.get(trace.sites[trace.site[row] ?? 0]?.line ?? 0) ?? '';
    const inside = placed.flatMap(({ baseBytes, bytes }, index) =>
      first >= baseBytes && last < baseBytes + bytes ? [index] : [],
    );
    const meant = placed.findIndex(({ buffer }) => buffer.places.has(place));
    const found = inside.length === 1 ? inside[0] : inside.find((index) => index === meant);
    if (found === undefined) return undefined;
    if (meant >= 0 && meant !== found) contradicted++;
    owner[row] = found;
  }
  return { placed, owner, contradicted };
}

/** `.loc` of the LDS instructions, by line of the assembly; empty for an instruction without one. */
export function locations(assembly: string): ReadonlyMap<number, string> {
  const lines = new LineMap(assembly);
  const found = new Map<number, string>();
  for (const { mnemonic, source, span } of parseAssembly(assembly).program.instructions) {
    if (!mnemonic.startsWith('ds_')) continue;
    const [innermost] = source ?? [];
    const place = innermost === undefined ? '' : `${innermost.line}:${innermost.column}`;
    found.set(lines.place(span.start).line, place);
  }
  return found;
}

/** First and last byte of a row. */
function range(trace: AccessTrace, row: number): [number, number] {
  const width = opcodeAt(trace.op[row] ?? 0).widthBytes;
  let [first, last] = [Infinity, -1];
  for (let lane = 0; lane < trace.waveSize; lane++) {
    if (!isActive(trace, row, lane)) continue;
    const address = trace.addressBytes[row * trace.waveSize + lane] ?? 0;
    first = Math.min(first, address);
    last = Math.max(last, address + width - 1);
  }
  return [first, last];
}
