/**
 * From a store, load or copy of a tile to the rows of a trace: every wave, every instruction, once.
 */
import {
  greatestOf,
  conversionKind,
  convertThroughMemory,
  convertThroughPadding,
  distributedToLinear,
  echelon,
  isDistributedEncoding,
  type LinearLayout,
  type Machine,
  type OffsetColumns,
  offsetColumns,
  type PaddedConversion,
  opcodeNumber,
  plainOpcode,
  reductionConversions,
  reductionThroughMemory,
  staysInWarp,
  swizzledMemoryOf,
  type ScratchRow,
  type SharedTransfer,
  type TraceBuilder,
  transferAddresses,
  transferOf,
  type WorkgroupOrigin,
} from '@ldscope/core';
import type { TileType } from './types.ts';
import type { Conversions, Reductions } from './version.ts';
import type { Reduced, TileAccess, View } from './views.ts';

/** The instructions of every wave for an operation. */
export interface Lowered {
  readonly access: TileAccess;
  /** A transfer begins `offsetBytes` into the buffer and is done `times` over. */
  readonly transfers: readonly {
    readonly transfer: SharedTransfer;
    readonly offsetBytes: number;
    readonly times: number;
  }[];
  /** Single instructions behind them, of a reduction. */
  readonly rows?: readonly LoweredRow[] | undefined;
  /** Of a scratch buffer. */
  readonly scratchBytes: number;
}

interface LoweredRow {
  readonly op: number;
  readonly elementBytes: number;
  /** Of the operand, in the scratch memory. */
  readonly offsetBytes: number;
  readonly row: ScratchRow;
}

export interface Waves {
  readonly machine: Machine;
  readonly waveSize: 32 | 64;
  readonly warps: number;
  /** The attribute with the number of warps. */
  readonly from: WorkgroupOrigin;
  /** How the Triton that wrote the text converts layouts. */
  readonly conversions: Conversions;
  /** How it reduces among waves. */
  readonly reductions: Reductions;
}

/** Registers of one lane, in bits: more than any lane has. */
const MOST_REGISTER_BITS = 14;

/** The instructions of an operation; or why they are not known. */
export function lowerAccess(access: TileAccess, waves: Waves): Lowered | string {
  const { moved, registers, view } = access;
  const register = registerLayout(registers, waves);
  if (typeof register === 'string') return register;
  if (moved === 'conversion') return lowerConversion(access, register, waves);
  if (moved === 'reduction') return lowerReduction(access, register, waves);
  if (view === undefined) return 'its buffer is not known';
  const columns = offsetColumns(register, view.placement, view.origin);
  const { elementBytes } = view.type;
  const { paddings } = view.placement;
  const transfer =
    moved === 'copy'
      ? copyOf(access.operation, view, columns, waves)
      : transferOf(
          columns,
          {
            isa: waves.machine.isa,
            direction: moved === 'load' ? 'read' : 'write',
            elementBytes,
            isPlain: readsPlainly(registers, waves),
          },
          { origin: columns.origin, paddings },
        );
  if (typeof transfer === 'string') return transfer;
  const transfers = [{ transfer, offsetBytes: view.offsetBytes, times: 1 }];
  return { access, transfers, scratchBytes: 0 };
}

/** Triton before 3.5 transposes on the way only to what a product takes. */
const readsPlainly = ({ encoding }: TileType, { conversions, machine }: Waves): boolean =>
  machine.vendor === 'AMD' &&
  conversions !== 'swizzled' &&
  !(encoding.ok && encoding.value.kind === 'dot_op');

function registerLayout(
  { encoding, shape }: TileType,
  { waveSize, warps }: Waves,
): LinearLayout | string {
  if (!encoding.ok) return encoding.diagnostics[0]?.message ?? 'its layout is not known';
  if (!isDistributedEncoding(encoding.value)) return 'its tensor has a layout of shared memory';
  const layout = distributedToLinear(encoding.value, shape);
  if (!layout.ok) return layout.diagnostics[0]?.message ?? '';
  const [register, lane, warp] = layout.value.inputs;
  if (2 ** (lane?.bits ?? 0) !== waveSize)
    return `its layout is for waves of ${2 ** (lane?.bits ?? 0)}, the machine runs ${waveSize}`;
  if (2 ** (warp?.bits ?? 0) > warps)
    return `its layout is for ${2 ** (warp?.bits ?? 0)} waves, the module has ${warps}`;
  if ((register?.bits ?? 0) > MOST_REGISTER_BITS) return 'a lane would hold too many elements';
  return layout.value;
}

function lowerConversion(access: TileAccess, source: LinearLayout, waves: Waves): Lowered | string {
  const { registers, buffer } = access;
  const target = buffer.type && registerLayout(buffer.type, waves);
  if (target === undefined || typeof target === 'string') return target ?? 'it has no result';
  const nothing: Lowered = { access, transfers: [], scratchBytes: 0 };
  const { isa, vendor } = waves.machine;
  const { elementBytes } = registers;
  const { conversions } = waves;
  const kind = conversionKind(source, target);
  if (kind === 'nothing' || kind === 'registers') return nothing;
  const isWithinWarp = staysInWarp(source, target);
  if (isWithinWarp && conversions === 'padded, or shuffled in a warp')
    return 'Triton 3.3 and 3.4 may exchange values in a warp or through memory';
  if (kind === 'lanes' && conversions === 'swizzled') return nothing;
  if (vendor === 'NVIDIA' && elementBytes === 2 && conversions !== 'swizzled')
    return 'Triton before 3.5 may store matrices with stmatrix, which is not modelled';
  const moves: PaddedConversion | string | undefined =
    conversions === 'swizzled'
      ? swizzled(source, target, elementBytes, waves)
      : padded(conversions, registers, source, buffer.type, target);
  if (moves === undefined) return 'its layouts do not hold the whole tensor';
  if (typeof moves === 'string') return moves;
  const { paddings } = moves;
  const isPlain = conversions !== 'swizzled';
  const moved = (direction: 'read' | 'write', columns: OffsetColumns) => ({
    transfer: transferOf(columns, { isa, direction, elementBytes, isPlain }, { paddings }),
    offsetBytes: 0,
    times: moves.repetitions,
  });
  return {
    access,
    transfers: [moved('write', moves.store), moved('read', moves.load)],
    scratchBytes: moves.scratchElements * elementBytes,
  };
}

function swizzled(
  source: LinearLayout,
  target: LinearLayout,
  elementBytes: number,
  { machine, reductions }: Waves,
): PaddedConversion | undefined {
  // Both came with one version.
  const memory = reductions === 'converted' ? swizzledMemoryOf(machine.name) : undefined;
  const moves = convertThroughMemory(source, target, elementBytes, memory);
  return moves && { ...moves, paddings: [] };
}

function padded(
  conversions: Conversions,
  from: TileType,
  source: LinearLayout,
  to: TileType | undefined,
  target: LinearLayout,
): PaddedConversion | string {
  if (!from.encoding.ok || to?.encoding.ok !== true) return 'its layouts are not known';
  const [own, other] = [from.encoding.value, to.encoding.value];
  if (!isDistributedEncoding(own) || !isDistributedEncoding(other))
    return 'its layouts are of shared memory';
  // Seen in machine code: products of 32x32 are stored four elements at a time, of 16x16 one by one.
  if (conversions === 'padded' && own.kind === 'amd_mfma' && own.instrShape[0] !== 32)
    return 'how Triton before 3.3 stores products of this shape is not modelled';
  return convertThroughPadding(
    { encoding: own, layout: source },
    { encoding: other, layout: target },
    from.shape,
  );
}

function lowerReduction(access: TileAccess, source: LinearLayout, waves: Waves): Lowered | string {
  const { buffer, reduced } = access;
  const result = buffer.type && registerLayout(buffer.type, waves);
  if (typeof result === 'string') return result;
  if (reduced === undefined) return 'its axis is not known';
  return waves.reductions === 'converted'
    ? convertedReduction(access, reduced, source, result, waves)
    : foldedReduction(access, reduced, source, result, waves);
}

/** Since Triton 3.7: each operand goes from layout to layout, and all through the same memory again. */
function convertedReduction(
  access: TileAccess,
  { axis, operands }: Reduced,
  source: LinearLayout,
  result: LinearLayout | undefined,
  { machine }: Waves,
): Lowered | string {
  const { isa } = machine;
  const steps = reductionConversions(source, result, axis);
  if (typeof steps === 'string') return steps;
  const transfers: Lowered['transfers'][number][] = [];
  let scratchBytes = 0;
  for (const [i, step] of steps.entries()) {
    const isLast =
      i === steps.length - 1 &&
      result !== undefined &&
      step.target.outputs.length < source.outputs.length;
    let offsetBytes = 0;
    for (const { elementBytes, isUsed } of operands.toSorted(
      (a, b) => b.elementBytes - a.elementBytes,
    )) {
      const { source: from, target: to } = step;
      const moves = convertThroughMemory(from, to, elementBytes, swizzledMemoryOf(machine.name));
      if (moves === undefined) return 'its layouts do not hold the whole tensor';
      for (const direction of ['write', 'read'] as const) {
        if (isLast && direction === 'read' && !isUsed) continue;
        const columns = direction === 'write' ? moves.store : moves.load;
        const form = { isa, direction, elementBytes, isPlain: true };
        const transfer = transferOf(columns, form, { paddings: [] });
        transfers.push({ transfer, offsetBytes, times: moves.repetitions });
      }
      offsetBytes += moves.scratchElements * elementBytes;
    }
    scratchBytes = Math.max(scratchBytes, offsetBytes);
  }
  return { access, transfers, scratchBytes };
}

/** Before Triton 3.7. Operands of wider elements come first in the scratch memory. */
function foldedReduction(
  access: TileAccess,
  reduced: Reduced,
  source: LinearLayout,
  result: LinearLayout | undefined,
  waves: Waves,
): Lowered | string {
  const { machine, warps, waveSize } = waves;
  const threads = { waves: warps, lanes: waveSize };
  const moves = reductionThroughMemory(source, result, reduced.axis, threads);
  if (typeof moves === 'string') return moves;
  if (moves === undefined) return { access, transfers: [], scratchBytes: 0 };
  const operands = reduced.operands.toSorted((a, b) => b.elementBytes - a.elementBytes);
  let offsetBytes = 0;
  const starts = operands.map((operand) => {
    const start = offsetBytes;
    offsetBytes += moves.scratchElements * operand.elementBytes;
    return { start, ...operand };
  });
  const rows: LoweredRow[] = [];
  for (const row of moves.rows) {
    for (const { start, elementBytes, isUsed } of starts) {
      if (row.phase === 'load' && !isUsed) continue;
      const op = plainOpcode(machine.isa, row.direction, elementBytes);
      if (op === undefined) return `no access of ${machine.name} moves ${elementBytes} bytes`;
      rows.push({ op, elementBytes, offsetBytes: start, row });
    }
  }
  return { access, transfers: [], rows, scratchBytes: offsetBytes };
}

/** Widths of direct-to-LDS copies, the widest first. */
const COPIES: Readonly<Record<string, readonly number[]>> = { cdna4: [16, 4], cdna3: [4] };
const COPY_FORMS: Readonly<Record<number, string>> = { 4: 'dword', 16: 'dwordx4' };

/**
 * Lanes of a direct-to-LDS copy write one after the other whatever the encoding says: where it swizzles, the compiler
 * gives each lane the source of what belongs at its place.
 */
function copyOf(
  operation: string,
  view: View,
  columns: ReturnType<typeof offsetColumns>,
  { machine, waveSize }: Waves,
): SharedTransfer | string {
  const { elementBytes } = view.type;
  const held = columns.register.filter((column) => column !== 0);
  for (const bytes of COPIES[machine.isa] ?? []) {
    const vector = bytes / elementBytes;
    const steps = Array.from({ length: Math.max(0, Math.log2(vector)) }, (_, bit) => 2 ** bit);
    if (vector < 1 || !steps.every((step) => held.includes(step))) continue;
    const lanes = columns.lane.map((_, bit) => vector * 2 ** bit);
    // The lanes fill one stretch, in whatever order.
    if (echelon(columns.lane).join() !== echelon(lanes).join()) continue;
    const form = COPY_FORMS[bytes] ?? '';
    const buffered = operation.includes('buffer');
    const op = opcodeNumber(buffered ? `buffer_load_${form} lds` : `global_load_lds_${form}`);
    if (op === undefined) continue;
    const low = vector * waveSize - 1;
    const rest = held.filter((column) => !steps.includes(column));
    let starts = [columns.origin & ~low];
    for (const column of rest)
      starts = [...starts, ...starts.map((start) => start ^ (column & ~low))];
    const warp = columns.warp.map((column) => column & ~low);
    return { op, elementBytes, starts, lane: lanes, warp, paddings: view.placement.paddings };
  }
  return `no copy of ${machine.name} writes what its lanes hold`;
}

/** Rows that an operation adds to a trace. */
export function rowsOf({ transfers, rows = [] }: Lowered, { warps }: Waves): number {
  const starts = transfers.reduce(
    (sum, { transfer, times }) => sum + transfer.starts.length * times,
    0,
  );
  return starts * warps + rows.length;
}

/** Adds an operation to a trace; returns the next position. */
export function record(
  { access, transfers, rows = [] }: Lowered,
  { warps, waveSize }: Waves,
  builder: TraceBuilder,
  position: number,
): number {
  const site = builder.addSite(access.site);
  const addresses = new Uint32Array(waveSize);
  let order = position;
  const rounds = Math.max(0, greatestOf(transfers.map(({ times }) => times)));
  for (let round = 0; round < rounds; round++) {
    for (const { transfer, offsetBytes } of transfers) {
      const base = access.buffer.baseBytes + offsetBytes;
      for (const start of transfer.starts) {
        for (let warp = 0; warp < warps; warp++) {
          transferAddresses(transfer, start, warp, addresses);
          for (let lane = 0; lane < waveSize; lane++)
            addresses[lane] = (addresses[lane] ?? 0) + base;
          builder.add(transfer.op, site, warp, order, addresses);
        }
        order++;
      }
    }
  }
  for (const { op, elementBytes, offsetBytes, row } of rows) {
    const base = access.buffer.baseBytes + offsetBytes;
    let [low, high] = [0, 0];
    for (const [lane, element] of row.elements.entries()) {
      addresses[lane] = base + Math.max(element, 0) * elementBytes;
      if (element < 0) continue;
      if (lane < 32) low |= 1 << lane;
      else high |= 1 << (lane - 32);
    }
    builder.add(op, site, row.wave, order++, addresses, low, high);
  }
  return order;
}
