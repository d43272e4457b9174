/**
 * Scores the measured cases of an IREE case list (`cases`, status `measured`): strided reads on MI300X, and
 * the operand reads of MFMA tiles through `xor_shuffle` on gfx950.
 *
 *     MFMA_F32_16x16x32_BF16, rows of 32 elements:   row = lane % 16, k = 8 * (lane / 16)
 *     element offset row*32 + k, through the swizzle, times two bytes = the address of a ds_read_b128
 *
 * "Conflicts per access" of rocprof-compute is CONFLICT / (IDX_ACTIVE - CONFLICT).
 */
import {
  findMachine,
  type Machine,
  opcodeAt,
  opcodeNumber,
  simulate,
  sum,
  TraceBuilder,
} from '@ldscope/core';
import { failed, type Parsed, parsed } from './expression.ts';
import { type JsonObject, numberAt, objectAt, textAt } from '../base/json.ts';
import type { Score } from './score.ts';

/** How these lists name a chip, in ids and sources. */
const CHIPS = [
  [/mi300x|cdna3|gfx942/i, 'gfx942'],
  [/gfx950|cdna4/i, 'gfx950'],
] as const;

/** The score of a measured case; `undefined` of others, which are expectations of compilers and are not ours to score. */
export function scoreIreeCase(item: JsonObject): Score | undefined {
  if (textAt(item, 'status') !== 'measured') return undefined;
  const id = textAt(item, 'id') ?? 'case without id';
  const input = objectAt(item, 'input');
  const expected = objectAt(item, 'expected');
  const words = [id, textAt(item, 'source'), textAt(input, 'phases')].join(' ');
  const name = CHIPS.find(([pattern]) => pattern.test(words))?.[1] ?? 'unknown chip';
  const machine = findMachine(name);
  const [counter, value] = Object.entries(expected ?? {})[0] ?? [];
  const score = { id, chip: name, measured: typeof value === 'number' ? String(value) : 'nothing' };
  if (typeof value !== 'number') {
    return { ...score, verdict: 'unmeasured', reason: 'the case holds no measured number' };
  }
  const predicted =
    machine === undefined ? failed('the chip is not named') : predict(machine, counter, item);
  if (!predicted.ok) return { ...score, verdict: 'open', reason: predicted.error };
  const exact = predicted.value === value;
  return {
    ...score,
    predicted: String(predicted.value),
    verdict: exact ? 'exact' : 'differs',
    ...(exact ? {} : { reason: 'model and counter disagree' }),
  };
}

function predict(machine: Machine, counter: string | undefined, item: JsonObject): Parsed<number> {
  const input = objectAt(item, 'input');
  if (counter === 'conflicts_per_64_reads') {
    const read = stridedRead(input);
    return read.ok ? parsed(64 * total(machine, read.value).conflicts) : read;
  }
  if (counter === 'conflicts_per_access') {
    const reads = operandReads(input, objectAt(item, 'attr'));
    if (!reads.ok) return reads;
    const { conflicts, phases } = total(machine, reads.value);
    return parsed(conflicts / phases);
  }
  return failed(`no rule for '${counter}'`);
}

/** Instructions of one wave: an opcode and the addresses of each. */
interface Reads {
  readonly op: number;
  readonly rows: readonly (readonly number[])[];
}

function total(machine: Machine, reads: Reads): { conflicts: number; phases: number } {
  const builder = new TraceBuilder(64, [{ id: 'iree' }]);
  for (const row of reads.rows) builder.add(reads.op, 0, 0, 0, row);
  const { bankConflict, phases } = simulate(builder.finish(), machine);
  return { conflicts: sum(bankConflict), phases: sum(phases) };
}

const lanes = (address: (lane: number) => number): number[] =>
  Array.from({ length: 64 }, (_, lane) => address(lane));

function stridedRead(input: JsonObject | undefined): Parsed<Reads> {
  const stride = numberAt(input, 'stride_bytes');
  const bytes = numberAt(input, 'access_bytes');
  const op = bytes === undefined ? undefined : opcodeNumber(`ds_read_b${8 * bytes}`);
  if (textAt(input, 'byte_address') !== 'lane*stride' || stride === undefined || op === undefined) {
    return failed('the access is not lane*stride of a known width');
  }
  return parsed({ op, rows: [lanes((lane) => lane * stride)] });
}

const ELEMENT_BYTES: Readonly<Record<string, number>> = { BF16: 2, F16: 2, F32: 4 };

/** The reads of one operand tile of an MFMA: every lane its row and its slice of k, per intrinsic along k. */
function operandReads(
  input: JsonObject | undefined,
  attribute: JsonObject | undefined,
): Parsed<Reads> {
  const intrinsic = textAt(input, 'intrinsic') ?? '';
  const [, m, , k, type] = /^MFMA_F32_(\d+)x(\d+)x(\d+)_([A-Z0-9]+)$/.exec(intrinsic) ?? [];
  const bytes = ELEMENT_BYTES[type ?? ''];
  const row = numberAt(input, 'lds_row_elems');
  const count = numberAt(input, 'tile_k_intrinsics') ?? 0;
  const op = opcodeNumber(textAt(input, 'read') ?? '');
  if (bytes === undefined || row === undefined || op === undefined) {
    return failed(`the operand reads of '${intrinsic}' are not known`);
  }
  const [rows, depth] = [Number(m), Number(k)];
  const perLane = depth / (64 / rows);
  if (perLane * bytes !== opcodeAt(op).widthBytes) {
    return failed(`a lane's ${perLane} elements are not one ${opcodeAt(op).name}`);
  }
  if (count < 1 || count > 64) return failed('the tile has no number of intrinsics along k');
  const swizzle = readSwizzle(attribute);
  if (!swizzle.ok) return swizzle;
  return parsed({
    op,
    rows: Array.from({ length: count }, (_, step) =>
      lanes((lane) => {
        const element = (lane % rows) * row + step * depth + perLane * Math.floor(lane / rows);
        return bytes * swizzle.value(element);
      }),
    ),
  });
}

/** `xor_shuffle<row_width, access_width, row_stride, per_phase>` on a flat element offset. */
function readSwizzle(attribute: JsonObject | undefined): Parsed<(offset: number) => number> {
  if (attribute === undefined) return parsed((offset) => offset);
  const kind = textAt(attribute, 'kind');
  const width = numberAt(attribute, 'row_width');
  const access = numberAt(attribute, 'access_width');
  if (kind !== 'xor_shuffle' || width === undefined || access === undefined) {
    return failed(`the swizzle '${kind}' is not known here`);
  }
  const stride = numberAt(attribute, 'row_stride') ?? width;
  const perPhase = numberAt(attribute, 'per_phase') ?? 1;
  const groups = width / access;
  return parsed((offset) => {
    const within = offset % access;
    const column = Math.floor((offset % width) / access);
    const row = Math.floor(Math.floor(offset / stride) / perPhase) % groups;
    return offset - (offset % width) + (row ^ column) * access + within;
  });
}
