/**
 * Unpacks zlib's format.
 *
 *     78 9c  (blocks of DEFLATE)  Adler-32 of the contents
 *
 * fflate reads the blocks; this file limits their size. LIMITATIONS. The checksum is not compared: a bundle has the MD5 of
 * its contents, and bytes behind the blocks may be padding. Source: RFC 1950, RFC 1951.
 */
import { Inflate } from 'fflate/browser';
import { GrowingBytes } from './growing-bytes.ts';

const HEADER_BYTES = 2;
const CHECKSUM_BYTES = 4;
/** Bytes that are read at once: DEFLATE makes at most 1032 of one, so that the limit is checked every 4 MiB or earlier. */
const CHUNK_BYTES = 4096;

/** The contents; `undefined` where their blocks are damaged, cut off or longer than `limit` bytes. */
export function inflateZlib(bytes: Uint8Array, limit: number): Uint8Array | undefined {
  const [method = 0, flags = 0] = bytes;
  // Method 8, no dictionary.
  if ((method & 15) !== 8 || (method * 256 + flags) % 31 !== 0 || (flags & 32) !== 0)
    return undefined;
  const end = bytes.length - CHECKSUM_BYTES;
  if (end <= HEADER_BYTES) return undefined;
  const output = new GrowingBytes(limit);
  const inflate = new Inflate((part) => {
    // Ends the loop below, as damage does.
    if (!output.append(part)) throw new RangeError('more than the limit');
  });
  try {
    for (let at = HEADER_BYTES; at < end; at += CHUNK_BYTES) {
      const next = Math.min(at + CHUNK_BYTES, end);
      inflate.push(bytes.subarray(at, next), next === end);
    }
  } catch {
    return undefined;
  }
  return output.written;
}
