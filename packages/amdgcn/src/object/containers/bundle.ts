/**
 * Clang offload bundles: code objects of several chips in one file, plain or compressed.
 *
 *     __CLANG_OFFLOAD_BUNDLE__  count  (offset  size  length  "hipv4-amdgcn-amd-amdhsa--gfx942")...
 *     CCOB  version  method  sizes  hash  (the above, packed by zlib or Zstandard)
 *
 * Offsets count from the magic. Source: LLVM, "Clang Offload Bundler", Bundled Binary File Layout and Compressed. The hash
 * is the first half of the MD5 of the unpacked bytes (`OffloadBundler.cpp`): it detects damage that still unpacks.
 */
import { inflateZlib } from '../../compress/inflate.ts';
import { md5Words } from '../../compress/md5.ts';
import { decompressZstd } from '../../compress/zstd/decompress.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { Bytes } from '../bytes.ts';
import { BUNDLE_MAGIC, COMPRESSED_MAGIC } from '../recognize.ts';

export interface BundleEntry {
  /** `hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-`. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Entries of one bundle; a build for all chips has fewer than 100. */
const entryLimit = 4096;

/** The entries of a bundle, and its size; `cutOff` counts those of AMD chips that are outside the bytes. */
export function readBundle(bytes: Uint8Array): {
  readonly entries: readonly BundleEntry[];
  readonly size: number;
  readonly cutOff: number;
} {
  const file = new Bytes(bytes);
  const entries: BundleEntry[] = [];
  const count = Math.min(file.u64(BUNDLE_MAGIC.length) ?? 0, entryLimit);
  let at = BUNDLE_MAGIC.length + 8;
  let size = at;
  let cutOff = 0;
  for (let i = 0; i < count; i++) {
    const offset = file.u64(at);
    const length = file.u64(at + 8);
    const idLength = file.u64(at + 16);
    if (offset === undefined || length === undefined || idLength === undefined) break;
    const id = file.slice(at + 24, idLength);
    if (id === undefined) break;
    at += 24 + idLength;
    size = Math.max(size, at, Math.min(bytes.length, offset + length));
    const contents = file.slice(offset, length);
    const name = decodeUtf8(id);
    if (contents !== undefined) entries.push({ id: name, bytes: contents });
    else if (name.includes('amdgcn')) cutOff++;
  }
  return { entries, size, cutOff };
}

/** The header of a compressed bundle. */
export interface CompressedHeader {
  readonly method: 'zlib' | 'Zstandard';
  /** Of the header. */
  readonly headerBytes: number;
  /** Of header and packed bytes; those to the end in version 1, which does not specify it. */
  readonly fileBytes: number;
  readonly unpackedBytes: number;
  /** Of the unpacked bytes: the first two words of their MD5. */
  readonly hash: readonly [low: number | undefined, high: number | undefined];
}

const methods: Readonly<Record<number, CompressedHeader['method']>> = { 0: 'zlib', 1: 'Zstandard' };

/** The header of a compressed bundle; `undefined` where there is none of a version that is known. */
export function compressedHeader(bytes: Uint8Array): CompressedHeader | undefined {
  const file = new Bytes(bytes);
  const version = file.u16(COMPRESSED_MAGIC.length);
  const method = methods[file.u16(6) ?? -1];
  const [headerBytes, fileBytes, unpackedBytes] =
    version === 1
      ? [20, bytes.length, file.u32(8)]
      : version === 2
        ? [24, file.u32(8), file.u32(12)]
        : version === 3
          ? [32, file.u64(8), file.u64(16)]
          : [];
  if (method === undefined || headerBytes === undefined) return undefined;
  if (fileBytes === undefined || fileBytes <= headerBytes || unpackedBytes === undefined)
    return undefined;
  const hash = [file.u32(headerBytes - 8), file.u32(headerBytes - 4)] as const;
  return { method, headerBytes, fileBytes, unpackedBytes, hash };
}

/** The bundle that was packed; `undefined` where it is damaged, or does not have the size and hash that its header states. */
export function unpackBundle(bytes: Uint8Array, header: CompressedHeader): Uint8Array | undefined {
  const { method, headerBytes, fileBytes, unpackedBytes } = header;
  const packed = bytes.subarray(headerBytes, fileBytes);
  const unpack = method === 'zlib' ? inflateZlib : decompressZstd;
  const unpacked = unpack(packed, unpackedBytes);
  if (unpacked?.length !== unpackedBytes) return undefined;
  const [low, high] = md5Words(unpacked);
  return low === header.hash[0] && high === header.hash[1] ? unpacked : undefined;
}
