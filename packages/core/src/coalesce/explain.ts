/**
 * Explains one global access: which lanes share which line, and why it takes more lines than it must. A plain
 * implementation that people read; tests compare the counts of `coalesce` with it.
 */
import type { GlobalInstruction, GlobalTrace } from '../access/global-trace.ts';
import type { CoalescingModel } from '../machine/coalescing.ts';
import { movedOf } from './coalesce.ts';
import { globalReasons } from './reasons.ts';
import { laneAddresses } from '../access/wave-rows.ts';

/** One line or sector, and the lanes that use a part of it. */
export interface BlockRequest {
  readonly addressBytes: number;
  readonly lanes: readonly number[];
  /** Different bytes of the block that lanes request. */
  readonly wantedBytes: number;
}

/** One executed access to global memory decomposed into the lines or sectors that it moves. */
export interface GlobalExplanation {
  readonly instruction: GlobalInstruction;
  readonly model: CoalescingModel;
  /** Ascending by address; their number is that of the transactions. */
  readonly blocks: readonly BlockRequest[];
  readonly idealTransactions: number;
  readonly requestedBytes: number;
  readonly usefulBytes: number;
  readonly fetchedBytes: number;
  /** The number of transactions where it is not one per block: for copies, whose other side decides too. */
  readonly moved?: number | undefined;
  /** Byte address of each lane; `undefined` for a lane that takes no part. */
  readonly addressBytes: readonly (number | undefined)[];
  /** The row pitch that addresses assume where the input does not give it. */
  readonly assumedPitchBytes?: number | undefined;
  /** Sentences, the most telling first; at least one. */
  readonly reasons: readonly string[];
}

/** Explains row `row` of a trace. */
export function explainGlobalAccess(
  trace: GlobalTrace,
  row: number,
  model: CoalescingModel,
): GlobalExplanation {
  const instruction = trace.instructions[trace.instruction[row] ?? 0];
  if (instruction === undefined || row >= trace.count) {
    throw new RangeError(`there is no row ${row}`);
  }
  const { widthBytes } = instruction;
  const size = model.transactionBytes.value;
  const addressBytes = laneAddresses(trace, row);
  const lanes = addressBytes.filter((address) => address !== undefined).length;
  const wanted = new Map<number, { readonly lanes: Set<number>; readonly bytes: Set<number> }>();
  for (const [lane, address] of addressBytes.entries()) {
    if (address === undefined) continue;
    for (let byte = address; byte < address + widthBytes; byte++) {
      const number = Math.floor(byte / size);
      const block = wanted.get(number) ?? { lanes: new Set(), bytes: new Set() };
      wanted.set(number, block);
      block.lanes.add(lane);
      block.bytes.add(byte);
    }
  }
  const blocks = [...wanted]
    .sort(([a], [b]) => a - b)
    .map(([number, block]) => ({
      addressBytes: number * size,
      lanes: [...block.lanes],
      wantedBytes: block.bytes.size,
    }));
  const distinct = blocks.reduce((sum, { wantedBytes }) => sum + wantedBytes, 0);
  const idealTransactions = Math.ceil(distinct / size);
  const requestedBytes = lanes * widthBytes;
  const moved = movedOf(trace, row, model);
  const assumedPitchBytes = trace.sites[trace.site[row] ?? 0]?.assumedPitchBytes;
  return {
    instruction,
    model,
    blocks,
    idealTransactions,
    requestedBytes,
    usefulBytes: model.usefulBytes === 'every-lane' ? requestedBytes : distinct,
    fetchedBytes: (moved ?? blocks.length) * size,
    moved,
    addressBytes,
    assumedPitchBytes,
    reasons: [
      ...(moved === undefined || moved === blocks.length
        ? []
        : [movedReason(instruction, moved, blocks.length)]),
      ...globalReasons({
        addressBytes,
        widthBytes,
        distinctBytes: distinct,
        transactions: blocks.length,
        idealTransactions,
        size,
        unit: model.unit,
        assumedPitchBytes,
      }),
    ],
  };
}

function movedReason({ byCopyUnit }: GlobalInstruction, moved: number, sectors: number): string {
  const rule =
    byCopyUnit === true
      ? 'the copy unit moves each row of a box on its own, and 128 bytes of it at a time'
      : 'a copy that passes L1 by moves a sector for each 32 bytes of shared memory and line of 128 bytes that it comes from';
  return `${sectors} different sectors, and ${moved} are moved: ${rule}`;
}
