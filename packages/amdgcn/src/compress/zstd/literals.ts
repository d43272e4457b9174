/** The literals of a block: stored, one byte repeated, or in a Huffman code. Source: RFC 8878, 3.1.1.3.1. */
import { GrowingBytes } from '../growing-bytes.ts';
import { decodeHuffman, type HuffmanTable, readHuffmanTable } from './huffman.ts';

export interface Literals {
  readonly bytes: Uint8Array;
  /** Where the sequences begin. */
  readonly used: number;
  /** The code that later blocks may use again. */
  readonly table?: HuffmanTable | undefined;
}

/** Reads literals; `before` is the code of the block before. */
export function readLiterals(
  block: Uint8Array,
  before: HuffmanTable | undefined,
  mostBytes: number,
): Literals | undefined {
  const [head = 0] = block;
  const kind = head & 3;
  const format = (head >> 2) & 3;
  return kind < 2
    ? plainLiterals(block, kind === 1, format, before, mostBytes)
    : codedLiterals(block, kind === 3, format, before, mostBytes);
}

/** A number of up to five bytes, little-endian. */
const numberOf = (bytes: Uint8Array): number =>
  bytes.reduceRight((value, byte) => value * 256 + byte, 0);

function plainLiterals(
  block: Uint8Array,
  isRun: boolean,
  format: number,
  before: HuffmanTable | undefined,
  mostBytes: number,
): Literals | undefined {
  const headBytes = format === 1 ? 2 : format === 3 ? 3 : 1;
  const size = numberOf(block.subarray(0, headBytes)) >> (headBytes === 1 ? 3 : 4);
  if (size > mostBytes) return undefined;
  const stored = block.subarray(headBytes, headBytes + (isRun ? 1 : size));
  if (stored.length < (isRun ? 1 : size)) return undefined;
  const bytes = isRun ? new Uint8Array(size).fill(stored[0] ?? 0) : stored;
  return { bytes, used: headBytes + stored.length, table: before };
}

function codedLiterals(
  block: Uint8Array,
  isRepeated: boolean,
  format: number,
  before: HuffmanTable | undefined,
  mostBytes: number,
): Literals | undefined {
  const headBytes = Math.max(3, format + 2);
  const width = [10, 10, 14, 18][format] ?? 10;
  const head = Math.floor(numberOf(block.subarray(0, headBytes)) / 16);
  const size = head % 2 ** width;
  const packed = Math.floor(head / 2 ** width) % 2 ** width;
  const used = headBytes + packed;
  if (size > mostBytes || used > block.length) return undefined;
  let body = block.subarray(headBytes, used);
  let table = before;
  if (!isRepeated) {
    const read = readHuffmanTable(body);
    if (read === undefined) return undefined;
    ({ table } = read);
    body = body.subarray(read.used);
  }
  if (table === undefined) return undefined;
  const output = new GrowingBytes(size);
  const isDecoded =
    format === 0 ? decodeHuffman(table, body, size, output) : decodeFour(table, body, size, output);
  return isDecoded ? { bytes: output.written, used, table } : undefined;
}

/** Four streams; the sizes of three are before them. */
function decodeFour(
  table: HuffmanTable,
  body: Uint8Array,
  size: number,
  output: GrowingBytes,
): boolean {
  const share = Math.ceil(size / 4);
  let at = 6;
  for (let stream = 0; stream < 4; stream++) {
    const end = stream < 3 ? at + numberOf(body.subarray(2 * stream, 2 * stream + 2)) : body.length;
    const count = stream < 3 ? share : size - 3 * share;
    if (end > body.length || count < 0) return false;
    if (!decodeHuffman(table, body.subarray(at, end), count, output)) return false;
    at = end;
  }
  return true;
}
