/**
 * The sequences of a block: a number of literals, then a copy of earlier output.
 *
 *     literals 3, length 7, offset 20     three bytes of the literals, then seven from twenty bytes back
 *
 * Source: RFC 8878, 3.1.1.3.2.
 */
import type { GrowingBytes } from '../growing-bytes.ts';
import { type FseTable, fseTable, nextState, oneSymbolTable, readFseTable } from './fse-table.ts';
import { ReverseBits } from './reverse-bits.ts';

/** State that blocks of a frame inherit from earlier ones. */
export interface SequenceState {
  literals?: FseTable | undefined;
  offsets?: FseTable | undefined;
  lengths?: FseTable | undefined;
  /** The last three offsets, the latest first. */
  recent: [number, number, number];
}

interface Kind {
  readonly mostSymbol: number;
  readonly mostBits: number;
  readonly defaultBits: number;
  readonly defaultCounts: readonly number[];
}

const LITERALS: Kind = {
  mostSymbol: 35,
  mostBits: 9,
  defaultBits: 6,
  defaultCounts: [
    4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1,
    -1, -1, -1, -1,
  ],
};

const OFFSETS: Kind = {
  mostSymbol: 31,
  mostBits: 8,
  defaultBits: 5,
  defaultCounts: [
    1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1,
  ],
};

const LENGTHS: Kind = {
  mostSymbol: 52,
  mostBits: 9,
  defaultBits: 6,
  defaultCounts: [
    1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
  ],
};

/** Bits that are added to a code for literals: none to those below 16. */
const LITERAL_BITS = [1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
/** Bits that are added to a code for lengths: none to those below 32. */
const LENGTH_BITS = [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

/** The least value of each code: values follow each other without gaps. */
function basesOf(first: number, plain: number, bits: readonly number[]): number[] {
  const bases = Array.from({ length: plain }, (_, code) => first + code);
  let next = first + plain;
  for (const width of bits) {
    bases.push(next);
    next += 2 ** width;
  }
  return bases;
}

const LITERAL_BASES = basesOf(0, 16, LITERAL_BITS);
const LENGTH_BASES = basesOf(3, 32, LENGTH_BITS);

/** Reads the sequences and writes their output, the literals behind the last of them too. */
export function executeSequences(
  section: Uint8Array,
  literals: Uint8Array,
  state: SequenceState,
  output: GrowingBytes,
  /** The offset of the frame in the output: matches do not reach before it. */
  start: number,
): boolean {
  const [head = 0, second = 0, third = 0] = section;
  if (section.length === 0) return false;
  if (head === 0) return section.length === 1 && output.append(literals);
  const [count, headBytes] =
    head < 128
      ? [head, 1]
      : head < 255
        ? [(head - 128) * 256 + second, 2]
        : [second + third * 256 + 0x7f00, 3];
  const modes = section[headBytes] ?? 0;
  if ((modes & 3) !== 0) return false;
  let at = headBytes + 1;
  const tableOf = (kind: Kind, mode: number, before?: FseTable): FseTable | undefined => {
    const rest = section.subarray(at);
    switch (mode & 3) {
      case 0:
        return fseTable(kind.defaultCounts, kind.defaultBits);
      case 1: {
        const [symbol = 255] = rest;
        at += 1;
        return symbol > kind.mostSymbol ? undefined : oneSymbolTable(symbol);
      }
      case 2: {
        const read = readFseTable(rest, kind);
        at += read?.used ?? 0;
        return read?.table;
      }
      default:
        return before;
    }
  };
  const ofLiterals = tableOf(LITERALS, modes >> 6, state.literals);
  const ofOffsets = tableOf(OFFSETS, modes >> 4, state.offsets);
  const ofLengths = tableOf(LENGTHS, modes >> 2, state.lengths);
  const stream = ReverseBits.of(section.subarray(at));
  if (!ofLiterals || !ofOffsets || !ofLengths || !stream) return false;
  Object.assign(state, { literals: ofLiterals, offsets: ofOffsets, lengths: ofLengths });
  let literalState = stream.take(ofLiterals.stateBits);
  let offsetState = stream.take(ofOffsets.stateBits);
  let lengthState = stream.take(ofLengths.stateBits);
  let taken = 0;
  for (let i = 0; i < count; i++) {
    const offsetBits = ofOffsets.symbols[offsetState] ?? 0;
    const offsetValue = 2 ** offsetBits + stream.take(offsetBits);
    const lengthCode = ofLengths.symbols[lengthState] ?? 0;
    const length = (LENGTH_BASES[lengthCode] ?? 0) + stream.take(LENGTH_BITS[lengthCode - 32] ?? 0);
    const literalCode = ofLiterals.symbols[literalState] ?? 0;
    const fresh =
      (LITERAL_BASES[literalCode] ?? 0) + stream.take(LITERAL_BITS[literalCode - 16] ?? 0);
    if (i + 1 < count) {
      literalState = nextState(ofLiterals, literalState, stream);
      lengthState = nextState(ofLengths, lengthState, stream);
      offsetState = nextState(ofOffsets, offsetState, stream);
    }
    if (stream.left < 0 || taken + fresh > literals.length) return false;
    if (!output.append(literals.subarray(taken, taken + fresh))) return false;
    taken += fresh;
    const offset = offsetOf(offsetValue, fresh === 0, state.recent);
    if (offset > output.length - start || !output.repeat(offset, length)) return false;
  }
  return stream.left === 0 && output.append(literals.subarray(taken));
}

/** The offset of a value: 1 to 3 are recent ones, one further back where there are no literals. */
function offsetOf(value: number, isShifted: boolean, recent: [number, number, number]): number {
  const [first, second, third] = recent;
  if (value > 3) {
    recent.splice(0, 3, value - 3, first, second);
    return value - 3;
  }
  switch (value + (isShifted ? 1 : 0)) {
    case 1:
      return first;
    case 2:
      recent.splice(0, 3, second, first, third);
      return second;
    case 3:
      recent.splice(0, 3, third, first, second);
      return third;
    default:
      recent.splice(0, 3, first - 1, first, second);
      return first - 1;
  }
}
