/**
 * LLVM's offload binaries: an image with its properties, as clang's new driver embeds them (`.llvm.offloading`).
 *
 *     10 ff 10 ad  version  size  entry -> kind, properties (arch = gfx942, triple = amdgcn-amd-amdhsa), image
 *
 * Several follow each other. Source: LLVM, "Clang Offload Packager", Binary Format.
 *
 * LIMITATIONS. Version 1, which LLVM 14 to 22 write.
 */
import { Bytes } from '../bytes.ts';

export interface OffloadImage {
  /** `gfx942`, with features behind colons; empty where it has none. */
  readonly arch: string;
  /** `amdgcn-amd-amdhsa`; empty where it has none. */
  readonly triple: string;
  readonly bytes: Uint8Array;
  /** Of the whole binary. */
  readonly size: number;
}

/** Properties of one image. */
const mostProperties = 64;

/** The image at the beginning of the bytes; `undefined` where it is cut off or of another version. */
export function readOffloadBinary(bytes: Uint8Array): OffloadImage | undefined {
  const file = new Bytes(bytes);
  const size = file.u64(8);
  const entry = file.u64(16);
  if (file.u32(4) !== 1 || size === undefined || entry === undefined) return undefined;
  const strings = file.u64(entry + 8);
  const count = file.u64(entry + 16);
  const offset = file.u64(entry + 24);
  const length = file.u64(entry + 32);
  if (strings === undefined || count === undefined || offset === undefined || length === undefined)
    return undefined;
  const image = file.slice(offset, length);
  if (image === undefined || size > bytes.length || size < offset + length) return undefined;
  const properties = new Map<string, string>();
  for (let i = 0; i < Math.min(count, mostProperties); i++) {
    const key = file.text(file.u64(strings + 16 * i) ?? -1);
    const value = file.text(file.u64(strings + 16 * i + 8) ?? -1);
    if (key !== undefined && value !== undefined) properties.set(key, value);
  }
  const arch = properties.get('arch') ?? '';
  return { arch, triple: properties.get('triple') ?? '', bytes: image, size };
}
