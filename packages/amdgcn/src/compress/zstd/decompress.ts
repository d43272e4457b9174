/**
 * Unpacks Zstandard.
 *
 *     28 b5 2f fd  header  blocks (stored, one byte repeated, compressed)  checksum
 *
 * Frames may follow each other, and skippable ones are skipped. Source: RFC 8878.
 *
 * LIMITATIONS. Frames that need a dictionary are refused; the checksum is not verified.
 */
import { GrowingBytes } from '../growing-bytes.ts';
import type { HuffmanTable } from './huffman.ts';
import { readLiterals } from './literals.ts';
import { executeSequences, type SequenceState } from './sequences.ts';

const MAGIC = 0xfd2fb528;
/** Of sixteen magics the last four bits are free. */
const SKIPPABLE = 0x184d2a5;
const MOST_BLOCK = 131_072;

/** The contents; `undefined` where they are damaged or longer than `limit` bytes. */
export function decompressZstd(bytes: Uint8Array, limit: number): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const output = new GrowingBytes(limit);
  for (let at = 0; at < bytes.length;) {
    if (at + 8 > bytes.length) return undefined;
    const magic = view.getUint32(at, true);
    if (magic >>> 4 === SKIPPABLE) at += 8 + view.getUint32(at + 4, true);
    else {
      const end = magic === MAGIC ? readFrame(bytes, at + 4, output) : undefined;
      if (end === undefined) return undefined;
      at = end;
    }
    if (at > bytes.length) return undefined;
  }
  return output.written;
}

/** The offset where the frame ends. */
function readFrame(bytes: Uint8Array, start: number, output: GrowingBytes): number | undefined {
  const flags = bytes[start] ?? 0;
  const isSingle = (flags & 32) !== 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3] ?? 0;
  if ((flags & 8) !== 0) return undefined;
  const dictionary = start + (isSingle ? 1 : 2);
  if (bytes.subarray(dictionary, dictionary + dictionaryBytes).some((byte) => byte !== 0))
    return undefined;
  const begin = output.length;
  const state: SequenceState = { recent: [1, 4, 8] };
  let table: HuffmanTable | undefined;
  let at = dictionary + dictionaryBytes + sizeBytes;
  for (let isLast = false; !isLast;) {
    if (at + 3 > bytes.length) return undefined;
    const head = (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256 + (bytes[at + 2] ?? 0) * 65_536;
    isLast = (head & 1) !== 0;
    const size = head >> 3;
    const kind = (head >> 1) & 3;
    const body = bytes.subarray(at + 3, at + 3 + (kind === 1 ? 1 : size));
    if (kind === 3 || body.length < (kind === 1 ? 1 : size) || size > MOST_BLOCK) return undefined;
    at += 3 + body.length;
    if (kind === 0 && !output.append(body)) return undefined;
    if (kind === 1 && !output.appendRun(body[0] ?? 0, size)) return undefined;
    if (kind !== 2) continue;
    const literals = readLiterals(body, table, MOST_BLOCK);
    if (literals === undefined) return undefined;
    ({ table } = literals);
    const sequences = body.subarray(literals.used);
    if (!executeSequences(sequences, literals.bytes, state, output, begin)) return undefined;
  }
  return at + ((flags & 4) === 0 ? 0 : 4);
}
