/**
 * Which shared-memory instructions a back end emits for an access, by its bytes and its alignment.
 *
 * AMD (LLVM SITargetLowering): 16 bytes at 16-byte alignment are one b128, at 8 one read2_b64, at 4 two
 * read2_b32; longer vectors are split into 16-byte pieces. NVIDIA: vectors of 16 or 8 bytes where the
 * alignment allows, single words otherwise.
 */
import { lowestBit } from '../base/numbers.ts';
import type { Direction, Isa } from './opcode.ts';
import { plainOpcode } from './opcodes.ts';

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
    const aligned = lowestBit(alignmentBytes | at, 16);
    const { widthBytes, isPair } =
      isa === 'ptx' ? ptxPiece(bytes - at, aligned) : dsPiece(bytes - at, aligned);
    const op = plainOpcode(isa, direction, widthBytes, isPair ? 'double' : 'single');
    if (op === undefined) throw new Error(`${isa} has no ${direction} of ${widthBytes} bytes`);
    const offsets = isPair ? [at, at + widthBytes] : [at];
    list.push({ op, offsets });
    at += widthBytes * offsets.length;
  }
  return list;
}

/** Bytes at each address of one instruction, and whether it has a second address right behind the first. */
interface Piece {
  readonly widthBytes: number;
  readonly isPair: boolean;
}

const one = (widthBytes: number): Piece => ({ widthBytes, isPair: false });
const pair = (widthBytes: number): Piece => ({ widthBytes, isPair: true });

function dsPiece(left: number, aligned: number): Piece {
  if (left >= 16 && aligned >= 16) return one(16);
  if (left >= 16 && aligned >= 8) return pair(8);
  if (left >= 12 && left < 16 && aligned >= 16) return one(12);
  if (left >= 8 && aligned >= 8) return one(8);
  if (left >= 8 && aligned >= 4) return pair(4);
  if (left >= 4 && aligned >= 4) return one(4);
  return one(left >= 2 && aligned >= 2 ? 2 : 1);
}

function ptxPiece(left: number, aligned: number): Piece {
  return one([16, 8, 4, 2].find((size) => left >= size && aligned >= size) ?? 1);
}
