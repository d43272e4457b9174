/**
 * The DS instructions that a compiler emits when a thread moves its elements to or from LDS.
 *
 *     01   8 halves, provably consecutive, 16-byte aligned      ds_write_b128
 *     03   8 halves, consecutive, 4-byte aligned (rows of 68)   ds_write2_b32, ds_write2_b32
 *     01   8 halves, 64 bytes apart                             8 x ds_read_u16
 *     05   a promised vector of 8 halves, wherever it lies      ds_write_b128: the promise is believed
 *     fp32 single dwords 64 bytes apart                         ds_read2_b32
 *
 * In steps, as CK and LLVM do it:
 *
 * 1. CK makes accesses: vectors where the descriptor promises them, single elements otherwise (`traits.ts`). A
 *    promised vector counts as aligned to its size.
 * 2. The vectoriser joins accesses that are provably consecutive. Provable is what follows from the formula of the
 *    address: two registers whose formulas differ by a constant share a base. An XOR hides the distance unless its
 *    operands are the same, even where the distance is constant: the counters of 04 in fp32 want 8 single reads
 *    (clang 22 pairs two of them when it knows the range of the wave's number; CK hides it by `readfirstlane`).
 * 3. Selection cuts what was joined: at 16 bytes of alignment b128 (b96, b64, b32), at 8 b64, at 4 b32. Below 4
 *    LLVM takes the widest instruction again, since the hardware splits it anyway.
 * 4. Two b64 or two b32 that are left over with one base become read2 or write2, in the order of their offsets.
 *
 * Steps 3 and 4 were observed with clang 22 for gfx906, gfx90a, gfx942 and gfx950 (the same), the counts of the
 * tutorials with LLVM 19 and SQ_INSTS_LDS. Sub-dword pieces stay single: `u16`, `b16`; the upper half of a
 * register is written by the `d16_hi` form. Loads have d16 forms only where registers are not protected by
 * SRAM-ECC (`d16Reads`); gfx90a, gfx942 and gfx950 protect them.
 */
import { leastOf, lowestBit } from '../../base/numbers.ts';
import type { Isa } from '../../access/opcode.ts';
import { opcodeAt, opcodeNumber, plainOpcode } from '../../access/opcodes.ts';
import { type Expression, knownAlignment } from '../../layout/index/expression.ts';

/** An access as CK hands it to the compiler: the registers that it moves. */
export interface RegisterAccess {
  /** The registers of the thread, in the order of memory. */
  readonly registers: readonly number[];
  /** Byte offset of the first one, as a formula in `warp` and `lane`; of types below a byte its offset in elements. */
  readonly address: Expression;
  /** Alignment in bytes that the type of the access promises. */
  readonly promisedAlignment: number;
}

/** One DS instruction of a wave. */
export interface DsInstruction {
  /** Number of the opcode. */
  readonly op: number;
  readonly name: string;
  /** The registers that it moves. */
  readonly registers: readonly number[];
  /** One or two addresses: the register whose element is there. */
  readonly addressRegisters: readonly number[];
  /** Bytes that lane 0 of wave 0 finds there: what assembly shows as offsets, up to the base. */
  readonly offsetsBytes: readonly number[];
  /** Alignment that the compiler could rely on. */
  readonly alignmentBytes: number;
}

export interface EmitOptions {
  readonly direction: 'read' | 'write';
  readonly elementBytes: number;
  readonly isa: Isa;
  /** True where loads into half a register exist and are used. */
  readonly d16Reads?: boolean | undefined;
}

/** Registers at consecutive addresses. */
interface Run {
  readonly registers: readonly number[];
  readonly base: string;
  readonly offset: number;
  readonly alignment: number;
  readonly order: number;
}

/** One instruction with one address. */
interface Piece {
  readonly registers: readonly number[];
  readonly bytes: number;
  readonly base: string;
  readonly offset: number;
  readonly alignment: number;
  readonly order: number;
}

/** The instructions of a list of accesses, in the order of their first accesses. */
export function emitInstructions(
  accesses: readonly RegisterAccess[],
  options: EmitOptions,
): DsInstruction[] {
  const pieces = joinConsecutive(accesses, options.elementBytes).flatMap((run) =>
    cut(run, options.elementBytes),
  );
  return [...pair(pieces)]
    .sort((a, b) => orderOf(a) - orderOf(b) || offsetOf(a) - offsetOf(b))
    .map((group) => instruction(group, options));
}

const orderOf = (group: readonly Piece[]): number => leastOf(group.map(({ order }) => order));
const offsetOf = (group: readonly Piece[]): number => group[0]?.offset ?? 0;

const WIDEST = 16;

/** Step 2. */
function joinConsecutive(accesses: readonly RegisterAccess[], elementBytes: number): Run[] {
  const single = accesses.map(({ registers, address, promisedAlignment }, order): Run => {
    const unit = Math.min(1, elementBytes);
    const known = knownAlignment(address, WIDEST / unit) * unit;
    const alignment = Math.max(1, promisedAlignment, known);
    const offset = address.constant * unit;
    return { registers, base: baseOf(address), offset, alignment, order };
  });
  const byPlace = single.toSorted((a, b) => compare(a.base, b.base) || a.offset - b.offset);
  const joined: Run[] = [];
  for (const run of byPlace) {
    const last = joined.at(-1);
    const follows =
      last !== undefined &&
      last.base === run.base &&
      last.offset + last.registers.length * elementBytes === run.offset;
    if (!follows) joined.push(run);
    else {
      const registers = [...last.registers, ...run.registers];
      joined.splice(-1, 1, { ...last, registers, order: Math.min(last.order, run.order) });
    }
  }
  return joined.sort((a, b) => a.order - b.order);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** All of an address but its constant. */
function baseOf({ key }: Expression): string {
  return key.slice(0, key.lastIndexOf('+') + 1);
}

/** Step 3. */
function cut(run: Run, elementBytes: number): Piece[] {
  const pieces: Piece[] = [];
  let first = 0;
  while (first < run.registers.length) {
    const at = first * elementBytes;
    const alignment = Math.min(run.alignment, lowestBit(at, WIDEST));
    const left = run.registers.length * elementBytes - at;
    const bytes = Math.max(elementBytes, pieceBytes(left, alignment));
    const count = bytes / elementBytes;
    pieces.push({
      registers: run.registers.slice(first, first + count),
      bytes,
      base: run.base,
      offset: run.offset + at,
      alignment,
      order: run.order,
    });
    first += count;
  }
  return pieces;
}

function pieceBytes(left: number, alignment: number): number {
  const wide = alignment >= 16 || (alignment < 4 && left >= 4);
  if (wide && left >= 16) return 16;
  if (wide && left >= 12) return 12;
  if ((wide || alignment >= 8) && left >= 8) return 8;
  if ((wide || alignment >= 4) && left >= 4) return 4;
  return left >= 2 && alignment >= 2 ? 2 : 1;
}

/** Step 4: neighbours by offset, two by two. Offsets of a pair are 8 bits in units of their width, or of 64. */
function* pair(pieces: readonly Piece[]): Iterable<readonly Piece[]> {
  const waiting = pieces.toSorted(
    (a, b) => compare(a.base, b.base) || a.bytes - b.bytes || a.offset - b.offset,
  );
  for (let i = 0; i < waiting.length; i++) {
    const [first, second] = [waiting[i], waiting[i + 1]];
    if (first === undefined) continue;
    if (second !== undefined && pairs(first, second)) {
      yield [first, second];
      i++;
    } else {
      yield [first];
    }
  }
}

function pairs(first: Piece, second: Piece): boolean {
  const { bytes } = first;
  if (bytes !== second.bytes || (bytes !== 4 && bytes !== 8)) return false;
  if (first.base !== second.base || first.alignment < 4 || second.alignment < 4) return false;
  const distance = second.offset - first.offset;
  if (distance % bytes !== 0) return false;
  return distance / bytes < 256 || (distance % (64 * bytes) === 0 && distance / bytes < 64 * 256);
}

function instruction(group: readonly Piece[], options: EmitOptions): DsInstruction {
  const [first, second] = group;
  if (first === undefined) throw new RangeError('an instruction without an access');
  const op = opcodeOf(first, second, options);
  const { name } = opcodeAt(op);
  return {
    op,
    name,
    registers: group.flatMap(({ registers }) => registers),
    addressRegisters: group.map(({ registers }) => registers[0] ?? 0),
    offsetsBytes: group.map(({ offset }) => offset),
    alignmentBytes: first.alignment,
  };
}

/** Two addresses far apart count in units of 64 widths; halves of a register have forms of their own. */
function opcodeOf(first: Piece, second: Piece | undefined, options: EmitOptions): number {
  const { direction, isa } = options;
  const { bytes } = first;
  const distance = second === undefined ? 0 : (second.offset - first.offset) / bytes;
  const addressing = second === undefined ? 'single' : distance < 256 ? 'double' : 'double64';
  const op = plainOpcode(isa, direction, bytes, addressing);
  const half = bytes < 4 && op !== undefined ? halfForm(opcodeAt(op).name, first, options) : op;
  if (half === undefined) throw new RangeError(`${isa} has no ${direction} of ${bytes} bytes`);
  return half;
}

/** `ds_write_b16_d16_hi` for the upper half of a register, and where loads of halves are used `ds_read_u16_d16`. */
function halfForm(plain: string, { registers }: Piece, options: EmitOptions): number | undefined {
  const { direction, elementBytes, d16Reads } = options;
  const isHigh = ((registers[0] ?? 0) * elementBytes) % 4 === 2;
  if (direction === 'read' && d16Reads !== true) return opcodeNumber(plain);
  if (isHigh) return opcodeNumber(`${plain}_d16_hi`);
  return opcodeNumber(direction === 'read' ? `${plain}_d16` : plain);
}
