/**
 * An access that the layout aligns less than its width, as a compiler emits it.
 *
 *     rows of 264 B: write: row-copy b128       lanes begin at multiples of 8 B: one ds_write2_b64
 *     rows of 260 B                             multiples of 4 B: two ds_write2_b32
 *
 * The worst alignment of all lanes and steps decides, as in a kernel (decision 0005). A width says what is moved, so it
 * is split; an instruction that is named stays, and is refused where it is misaligned. Copies by hardware, transposing
 * and matrix reads have no narrower form.
 */
import {
  type AccessTrace,
  emittedInstructions,
  type EmittedInstruction,
  isActive,
  type Machine,
  narrowedProblem,
  opcodeAt,
  type Problem,
  type ProblemAccess,
  TraceBuilder,
} from '@ldscope/core';

export interface SplitAccess {
  /** The alignment that all lanes share: 8 or 4. */
  readonly alignmentBytes: number;
  /** For one access of a lane. */
  readonly emitted: readonly EmittedInstruction[];
  /** The same in instructions of one address, which a search can split. */
  readonly narrow: ProblemAccess;
}

/**
 * How an access of `problem` is split where elements are at these `offsets`; `undefined` where it stays whole, or where
 * nothing helps.
 */
export function splitOf(
  problem: Problem,
  access: ProblemAccess,
  offsets: Int32Array,
  { isa }: Machine,
): SplitAccess | undefined {
  const { direction, widthBytes } = opcodeAt(access.op);
  const shared = sharedAlignment(problem, access, offsets);
  const alignmentBytes = shared & -shared;
  if (alignmentBytes >= widthBytes || (alignmentBytes !== 8 && alignmentBytes !== 4))
    return undefined;
  const [narrow] =
    narrowedProblem({ ...problem, accesses: [access] }, alignmentBytes)?.accesses ?? [];
  const emitted = emittedInstructions(isa, direction, widthBytes, alignmentBytes);
  return narrow && { alignmentBytes, emitted, narrow };
}

/** The bits of all addresses together: its lowest bit divides them all. 0 where all are 0. */
function sharedAlignment(
  { tile, waveSize }: Problem,
  access: ProblemAccess,
  offsets: Int32Array,
): number {
  let bits = 0;
  for (let i = 0; i < access.rows.length; i++) {
    if (!isActive(access, Math.floor(i / waveSize), i % waveSize)) continue;
    bits |= offsets[(access.rows[i] ?? 0) * tile.columns + (access.columns[i] ?? 0)] ?? 0;
  }
  return bits;
}

/** The trace with the instructions that are emitted for split accesses; `splits` by site. */
export function withSplits(
  trace: AccessTrace,
  splits: readonly (SplitAccess | undefined)[],
): AccessTrace {
  if (splits.every((split) => split === undefined)) return trace;
  const { waveSize, count, addressBytes, activeMask } = trace;
  const builder = new TraceBuilder(waveSize, trace.sites, 2 * count);
  let order = 0;
  for (let row = 0; row < count; row++) {
    const site = trace.site[row] ?? 0;
    const whole: EmittedInstruction = { op: trace.op[row] ?? 0, offsets: [0] };
    const addresses = addressBytes.subarray(row * waveSize, (row + 1) * waveSize);
    for (const { op, offsets } of splits[site]?.emitted ?? [whole]) {
      for (const offset of offsets) {
        builder.add(
          op,
          site,
          trace.wave[row] ?? 0,
          order,
          addresses.map((address) => address + offset),
          activeMask[2 * row],
          activeMask[2 * row + 1],
        );
      }
      order++;
    }
  }
  return builder.finish();
}
