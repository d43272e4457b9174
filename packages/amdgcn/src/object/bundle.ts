/**
 * Clang offload bundles: several code objects in one file, alone or inside a host program.
 *
 *     __CLANG_OFFLOAD_BUNDLE__  count  (offset  size  length  "hipv4-amdgcn-amd-amdhsa--gfx942")...
 *
 * Offsets count from the magic. Source: LLVM, "Clang Offload Bundler", Bundled Binary File Layout.
 */
import { targetName } from '../text/metadata.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { Bytes } from './bytes.ts';
import { isElf } from './elf.ts';

export interface BundleEntry {
  readonly id: string;
  /** `gfx942`. */
  readonly target: string;
  readonly bytes: Uint8Array;
}

const MAGIC = '__CLANG_OFFLOAD_BUNDLE__';
const COMPRESSED = 'CCOB';
/** Entries of one bundle; a build for all chips has fewer than 100. */
const entryLimit = 4096;
/** Bundles of one program: one for each of its translation units. */
const bundleLimit = 4096;

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean => {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
};

/** True for a bundle that was compressed. */
export function isCompressedBundle(bytes: Uint8Array): boolean {
  return startsWith(bytes, COMPRESSED);
}

/** True for a bundle on its own. */
export function isBundle(bytes: Uint8Array): boolean {
  return startsWith(bytes, MAGIC);
}

/** All code objects for AMD chips in all bundles of a file, in the file's order. */
export function readBundles(bytes: Uint8Array): BundleEntry[] {
  const entries: BundleEntry[] = [];
  const first = MAGIC.charCodeAt(0);
  let bundles = 0;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (!startsWith(bytes, MAGIC, at)) continue;
    readBundle(bytes.subarray(at), entries);
    if (++bundles >= bundleLimit || entries.length >= entryLimit) break;
  }
  return entries;
}

function readBundle(bytes: Uint8Array, entries: BundleEntry[]): void {
  const file = new Bytes(bytes);
  const count = Math.min(file.u64(MAGIC.length) ?? 0, entryLimit);
  let at = MAGIC.length + 8;
  for (let i = 0; i < count; i++) {
    const offset = file.u64(at);
    const size = file.u64(at + 8);
    const length = file.u64(at + 16);
    if (offset === undefined || size === undefined || length === undefined) return;
    const id = file.slice(at + 24, length);
    const contents = file.slice(offset, size);
    if (id === undefined) return;
    at += 24 + length;
    const text = decodeUtf8(id);
    const target = targetName(text);
    if (target !== undefined && contents !== undefined && isElf(contents))
      entries.push({ id: text, target, bytes: contents });
  }
}
