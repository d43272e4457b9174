/**
 * Which shared-memory instructions a back end emits for an access of so many bytes at such an alignment.
 *
 * AMD (LLVM SITargetLowering): 16 bytes at 16-byte alignment are one b128, at 8 one read2_b64, at 4 two
 * read2_b32; longer vectors are split into 16-byte pieces. NVIDIA: vectors of 16 or 8 bytes where the
 * alignment allows, single words otherwise.
 */
import type { Direction, Isa } from './opcode.ts';
import { opcodeNumber } from './opcodes.ts';
import { ldsNames } from './lds-names.ts';

/** One instruction, with the byte offsets of its one or two addresses. */
export interface EmittedInstruction {
  readonly op: number;
  readonly offsets: readonly number[];
}

/** The instructions of one access; empty for a direction that is not a plain read or write. */
export function emittedInstructions(
  isa: Isa,
  direction: Direction,
  bytes: number,
  alignmentBytes: number,
): EmittedInstruction[] {
  if (direction !== 'read' && direction !== 'write') return [];
  const list: EmittedInstruction[] = [];
  let at = 0;
  while (at < bytes) {
    const aligned = lowestBit(alignmentBytes | at);
    const piece =
      isa === 'ptx'
        ? ptxPiece(direction, bytes - at, aligned)
        : dsPiece(isa, direction, bytes - at, aligned);
    const op = opcodeNumber(piece.name);
    if (op === undefined) throw new Error(`no opcode is named ${piece.name}`);
    const start = at;
    list.push({ op, offsets: piece.offsets.map((offset) => start + offset) });
    at += piece.bytes;
  }
  return list;
}

interface Piece {
  readonly name: string;
  readonly bytes: number;
  readonly offsets: readonly number[];
}

function lowestBit(value: number): number {
  return value === 0 ? 16 : Math.min(16, value & -value);
}

function dsPiece(isa: Isa, direction: 'read' | 'write', left: number, aligned: number): Piece {
  const { [direction]: verb, two } = ldsNames[isa];
  const one = (form: string, bytes: number): Piece => ({
    name: `${verb}_${form}`,
    bytes,
    offsets: [0],
  });
  const pair = (form: string, bytes: number): Piece => ({
    name: `${verb}${two}_${form}`,
    bytes: 2 * bytes,
    offsets: [0, bytes],
  });
  if (left >= 16 && aligned >= 16) return one('b128', 16);
  if (left >= 16 && aligned >= 8) return pair('b64', 8);
  if (left >= 12 && left < 16 && aligned >= 16) return one('b96', 12);
  if (left >= 8 && aligned >= 8) return one('b64', 8);
  if (left >= 8 && aligned >= 4) return pair('b32', 4);
  if (left >= 4 && aligned >= 4) return one('b32', 4);
  if (left >= 2 && aligned >= 2) return one(direction === 'read' ? 'u16' : 'b16', 2);
  return one(direction === 'read' ? 'u8' : 'b8', 1);
}

function ptxPiece(direction: 'read' | 'write', left: number, aligned: number): Piece {
  const verb = direction === 'read' ? 'ld.shared' : 'st.shared';
  const types = [
    [16, 'v4.b32'],
    [8, 'v2.b32'],
    [4, 'b32'],
    [2, 'b16'],
    [1, 'b8'],
  ] as const;
  const [bytes, type] = types.find(([size]) => left >= size && aligned >= size) ?? [1, 'b8'];
  return { name: `${verb}.${type}`, bytes, offsets: [0] };
}
