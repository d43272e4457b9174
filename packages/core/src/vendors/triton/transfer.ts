/**
 * The instructions that move a distributed tensor to or from shared memory.
 *
 *     register r, lane l, warp w -> element -> offset      all linear: columns of offset bits, per bit of r, l and w
 *
 *     registers 1 2 4 | 512      lanes 8 16 32 64 ..      of f16: the first three registers are 16 bytes in a row,
 *                                                         and no other bit moves within them: ds_read_b128
 *
 * The vector is the largest, up to 16 bytes, that some order of the registers gives and every lane keeps aligned. gfx950
 * reads the other way around where 16 lanes can exchange 64 bits each (`ds_read_b64_tr`), NVIDIA reads and writes 8x8
 * matrices (`ldmatrix`, `stmatrix`). Source: `largestVectorisation` (triton-lang/triton:lib/Tools/LayoutUtils.cpp),
 * `lowerLdSt` (lib/Conversion/TritonGPUToLLVM/Utility.cpp), TransLocalLoadOpConversion
 * (third_party/amd/lib/TritonAMDGPUToLLVM/MemoryOpToLLVM.cpp), `lowerLdStMatrix` (third_party/nvidia/.../Utility.cpp).
 * LIMITATION: LLVM may join or split these instructions afterwards.
 */
import type { Isa } from '../../access/opcode.ts';
import { opcodeNumber, plainOpcode } from '../../access/opcodes.ts';
import { applyLayout, type LinearLayout } from '../../layout/linear/linear-layout.ts';
import { columnsOf, type Holder } from './bases.ts';
import { padded, type SharedPlacement } from './shared.ts';

/** Offsets in elements that each bit of register, lane and warp adds; XOR. */
export interface OffsetColumns {
  readonly register: readonly number[];
  readonly lane: readonly number[];
  readonly warp: readonly number[];
}

/** The instructions of one transfer; all have one opcode. */
export interface SharedTransfer {
  /** Number of the opcode. */
  readonly op: number;
  readonly elementBytes: number;
  /** Offset in elements of lane 0 of warp 0, one per instruction. */
  readonly starts: readonly number[];
  readonly lane: readonly number[];
  readonly warp: readonly number[];
  readonly paddings: SharedPlacement['paddings'];
}

export interface TransferTarget {
  /** Only loads and stores of what each lane holds itself. */
  readonly isPlain?: boolean | undefined;
  readonly isa: Isa;
  readonly direction: 'read' | 'write';
  readonly elementBytes: number;
}

/** Where a tensor's registers are in memory; `origin` is the first element of a part of the placement's tensor. */
export function offsetColumns(
  register: LinearLayout,
  placement: SharedPlacement,
  origin: readonly number[] = [],
): OffsetColumns & { readonly origin: number } {
  const sizes = placement.shape;
  const offset = (coordinates: readonly number[]): number =>
    applyLayout(
      placement.layout,
      sizes.map((size, d) => (coordinates[d] ?? 0) & (size - 1)),
    )[0] ?? 0;
  const columns = (holder: Holder): number[] => {
    const bits = columnsOf(register, holder);
    return bits.map((packed) => offset(unpack(register, packed)));
  };
  return {
    register: columns('register'),
    lane: columns('lane'),
    warp: columns('warp'),
    origin: offset(origin),
  };
}

function unpack({ outputs }: LinearLayout, packed: number): number[] {
  let rest = packed;
  return outputs.map(({ bits }) => {
    const value = rest & (2 ** bits - 1);
    rest >>>= bits;
    return value;
  });
}

/** The instructions for a transfer by its columns. */
export function transferOf(
  { register, lane, warp }: OffsetColumns,
  target: TransferTarget,
  placed: {
    readonly origin?: number;
    readonly paddings?: SharedPlacement['paddings'];
  } = {},
): SharedTransfer {
  const { origin = 0, paddings = [] } = placed;
  const held = register.filter((column) => column !== 0);
  const interval = paddings.reduce((least, pad) => Math.min(least, pad.interval), Infinity);
  const columns: OffsetColumns = { register: held, lane, warp };
  const exchanging =
    target.isPlain === true
      ? undefined
      : (transposingShape(columns, target, interval) ?? matrixShape(columns, target, interval));
  const shape = exchanging ?? plainShape(columns, target, interval);
  return {
    op: shape.op,
    elementBytes: target.elementBytes,
    starts: combinations(shape.rest).map((start) => start ^ origin),
    lane: shape.lane,
    warp,
    paddings,
  };
}

/** The opcode of one instruction, the columns of its lanes, and the registers that further instructions move. */
interface Shape {
  readonly op: number;
  readonly lane: readonly number[];
  readonly rest: readonly number[];
}

/** Loads and stores of 1 to 16 bytes. */
function plainShape(columns: OffsetColumns, target: TransferTarget, interval: number): Shape {
  const { elementBytes, isa, direction } = target;
  const most = Math.max(1, Math.min(16 / elementBytes, interval));
  let vector = 1;
  for (let size = most; size > 1 && vector === 1; size /= 2) {
    const steps = powers(size);
    const inOrder = steps.every((step, i) => columns.register[i] === step);
    // Paddings are added to registers in their order.
    const found = interval < Infinity ? inOrder : steps.every((s) => columns.register.includes(s));
    const others = [
      ...columns.register.filter((column) => !steps.includes(column)),
      ...columns.lane,
      ...columns.warp,
    ];
    if (found && others.every((column) => column % size === 0)) vector = size;
  }
  const steps = powers(vector);
  const rest = columns.register.filter((column) => !steps.includes(column));
  // Elements of 32 bytes and more do not exist; those of 16 are moved whole.
  const bytes = Math.min(16, vector * elementBytes);
  const op = plainOpcode(isa, direction, bytes);
  if (op === undefined) throw new Error(`${isa} has no ${direction} of ${bytes} bytes`);
  return { op, lane: columns.lane, rest };
}

/**
 * gfx950: 16 lanes exchange 64 bits each, so the low bits of the lane number and the registers of 64 bits change places.
 *
 *     lanes c d e f, registers a b   ->   registers c d, lanes e f a b        16-bit elements
 */
function transposingShape(
  { register, lane, warp }: OffsetColumns,
  { isa, direction, elementBytes }: TransferTarget,
  interval: number,
): Shape | undefined {
  if (isa !== 'cdna4' || direction !== 'read' || (elementBytes !== 1 && elementBytes !== 2))
    return undefined;
  const moved = elementBytes === 2 ? 2 : 3;
  const vector = 2 ** moved;
  if (register.length < moved || interval < vector) return undefined;
  // The lanes of a group are along the row of memory, the registers across rows.
  if (powers(vector).some((step, i) => lane[i] !== step)) return undefined;
  if (lane.slice(moved, 4).some((column, i) => column % 2 ** (moved + i) !== 0 || column === 0))
    return undefined;
  const unit = [...lane.slice(0, 4), ...register.slice(0, moved)];
  const lanes = [...unit.slice(moved), ...lane.slice(4)];
  const rest = register.slice(moved);
  if ([...rest, ...lanes, ...warp].some((column) => column % vector !== 0)) return undefined;
  return { op: numberOf(`ds_read_b64_tr_b${8 * elementBytes}`), lane: lanes, rest };
}

/** NVIDIA: rows of 16 bytes, of one, two or four 8x8 matrices of 16 bits. */
function matrixShape(
  { register, lane, warp }: OffsetColumns,
  { isa, direction, elementBytes }: TransferTarget,
  interval: number,
): Shape | undefined {
  if (isa !== 'ptx' || elementBytes > 4) return undefined;
  const row = 16 / elementBytes;
  if (interval < row) return undefined;
  const name = direction === 'read' ? 'ldmatrix' : 'stmatrix';
  const own = powers(4 / elementBytes);
  const build = (
    rows: readonly number[],
    registers: readonly number[],
    form: string,
  ): Shape | undefined => {
    if ([...rows, ...registers, ...warp].some((column) => column % row !== 0)) return undefined;
    const more = registers.slice(0, 2);
    const op = numberOf(`${name}.x${2 ** more.length}${form}`);
    return {
      op,
      lane: [...rows, ...more, ...Array.from({ length: 2 - more.length }, () => 0)],
      rest: registers.slice(more.length),
    };
  };
  const direct =
    own.every((step) => register.includes(step)) &&
    lane[0] === 4 / elementBytes &&
    lane[1] === 8 / elementBytes;
  if (direct) {
    const rest = register.filter((column) => !own.includes(column));
    return build(lane.slice(2), rest, '');
  }
  const transposed = elementBytes === 2 && [1, 2, 4].every((step, i) => lane[2 + i] === step);
  const [first] = register;
  if (!transposed || first === undefined) return undefined;
  return build([first, ...lane.slice(0, 2)], register.slice(1), '.trans');
}

/** Byte offsets of the lanes of a warp for one instruction, from the start of the placement; fills `into`. */
export function transferAddresses(
  { elementBytes, lane, warp, paddings }: SharedTransfer,
  start: number,
  warpIndex: number,
  into: Uint32Array,
): void {
  let base = start;
  for (const [bit, column] of warp.entries()) if (((warpIndex >>> bit) & 1) === 1) base ^= column;
  for (let index = 0; index < into.length; index++) {
    let offset = base;
    for (const [bit, column] of lane.entries()) if (((index >>> bit) & 1) === 1) offset ^= column;
    into[index] = elementBytes * padded(offset, paddings);
  }
}

/** XORs of all subsets, the first column changing fastest. */
function combinations(columns: readonly number[]): number[] {
  let all = [0];
  for (const column of columns) all = [...all, ...all.map((offset) => offset ^ column)];
  return all;
}

const powers = (size: number): number[] => {
  const list: number[] = [];
  for (let step = 1; step < size; step *= 2) list.push(step);
  return list;
};

function numberOf(name: string): number {
  const number = opcodeNumber(name);
  if (number === undefined) throw new Error(`no opcode is named ${name}`);
  return number;
}
