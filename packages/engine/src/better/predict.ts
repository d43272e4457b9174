/**
 * What a change of a buffer's layout would cost with the instructions that are there: the accesses of one workgroup with their bytes
 * where the change puts them. It only decides which changes are tried first.
 *
 *     ds_read_b32 of bytes 0, 128, 256, ...     rows of 132 B: 0, 132, 264, ...     31 -> 0 conflict cycles
 */
import {
  type AccessTrace,
  isActive,
  type LdsObject,
  type Machine,
  opcodeAt,
  simulate,
  TraceBuilder,
} from '@ldscope/core';
import type { Edit } from '../cpp/edit.ts';
import { effortOf } from '../tried/effort.ts';

export interface Prediction {
  readonly conflicts: number;
  readonly cycles: number;
  /**
   * A vector that is one instruction now would be parted or misaligned: the compiler has to cut it, or the kernel fails. `words`: its
   * parts are whole words of a bank; `bytes`: they are not.
   */
  readonly tears: 'nothing' | 'words' | 'bytes';
}

const WORD_BYTES = 4;

/** The accesses that touch an object. */
export function accessesOf(trace: AccessTrace, { offset, bytes }: LdsObject): AccessTrace {
  const own = new TraceBuilder(trace.waveSize, trace.sites);
  const { waveSize } = trace;
  for (let row = 0; row < trace.count; row++) {
    if (opcodeAt(trace.op[row] ?? 0).addressing.kind === 'none') continue;
    const addresses = trace.addressBytes.subarray(row * waveSize, (row + 1) * waveSize);
    const touches = addresses.some(
      (byte, lane) => byte >= offset && byte < offset + bytes && isActive(trace, row, lane),
    );
    if (touches) own.addLike(trace, row, addresses);
  }
  return own.finish();
}

/** Bytes per lane of the widest access. */
export function widestOf({ op, count }: AccessTrace): number {
  let widest = 0;
  for (let row = 0; row < count; row++)
    widest = Math.max(widest, opcodeAt(op[row] ?? 0).widthBytes);
  return widest;
}

/** The cost of the accesses of an object, where each byte of it goes elsewhere. `trace`: those accesses alone. */
export function predict(
  trace: AccessTrace,
  { offset, bytes }: LdsObject,
  machine: Machine,
  moves: (offset: number) => number = (byte) => byte,
): Prediction {
  const moved = new TraceBuilder(trace.waveSize, trace.sites, trace.count);
  const { waveSize } = trace;
  const to = new Map<number, number>();
  const moveOf = (byte: number): number => {
    const known = to.get(byte);
    if (known !== undefined) return known;
    const found = moves(byte);
    to.set(byte, found);
    return found;
  };
  let tears: Prediction['tears'] = 'nothing';
  for (let row = 0; row < trace.count; row++) {
    const { widthBytes } = opcodeAt(trace.op[row] ?? 0);
    const addresses = trace.addressBytes.slice(row * waveSize, (row + 1) * waveSize);
    for (let lane = 0; lane < waveSize; lane++) {
      const byte = (addresses[lane] ?? 0) - offset;
      if (byte < 0 || byte >= bytes || !isActive(trace, row, lane)) continue;
      const first = moveOf(byte);
      addresses[lane] = offset + first;
      const isWhole = moveOf(byte + widthBytes - 1) === first + widthBytes - 1;
      if (isWhole && (byte % widthBytes !== 0 || first % widthBytes === 0)) continue;
      if (first % WORD_BYTES !== 0) tears = 'bytes';
      else if (tears === 'nothing') tears = 'words';
    }
    moved.addLike(trace, row, addresses);
  }
  const { bankConflict, idxActive } = simulate(moved.finish(), machine);
  const total = (list: Uint32Array): number => list.reduce((all, one) => all + one, 0);
  return { conflicts: total(bankConflict), cycles: total(idxActive), tears };
}

/** A change with what it is expected to cost in each run; absent where the text does not tell. */
export interface Proposal {
  readonly edit: Edit;
  readonly cost?: Prediction | undefined;
}

/** The proposals worth a trial: the fewest cycles first, some of each kind of change. */
export function worthTrying(
  proposals: readonly Proposal[],
  present: Prediction,
  most: number,
): readonly Proposal[] {
  const better = proposals
    .filter(({ cost }) => cost === undefined || cost.conflicts < present.conflicts)
    .toSorted(compare);
  const chosen: Proposal[] = [];
  // The first of each kind, then what follows: a kind that looks best may be one that the compiler undoes.
  for (const share of [1, 2, most]) {
    const counts = new Map<string, number>();
    for (const one of better) {
      const key = `${one.edit.kind} ${one.cost?.tears ?? 'open'}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count <= share && !chosen.includes(one) && chosen.length < most) chosen.push(one);
    }
  }
  return chosen;
}

const TEARS: readonly Prediction['tears'][] = ['nothing', 'words', 'bytes'];

function compare(a: Proposal, b: Proposal): number {
  if (a.cost === undefined || b.cost === undefined)
    return Number(a.cost === undefined) - Number(b.cost === undefined);
  return (
    TEARS.indexOf(a.cost.tears) - TEARS.indexOf(b.cost.tears) ||
    a.cost.conflicts - b.cost.conflicts ||
    a.cost.cycles - b.cost.cycles ||
    effortOf(a.edit) - effortOf(b.edit) ||
    (a.edit.paddingBytes ?? 0) - (b.edit.paddingBytes ?? 0)
  );
}
