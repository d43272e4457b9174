/**
 * Triton's encodings as plain data, under the names that TTGIR prints.
 *
 *     #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
 *     #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>
 *
 * A _distributed_ encoding says which register of which lane and warp holds an element of a tensor, a _shared_ one
 * where memory keeps it. A field that is absent was not printed, and has upstream's default. Source: triton-lang/triton,
 * include/triton/Dialect/TritonGPU/IR/TritonGPUAttrDefs.td and lib/Dialect/TritonGPU/IR/Dialect.cpp.
 */

/** Linear bases: what each bit of an index adds to the coordinates of an element. */
export type BasisList = readonly (readonly number[])[];

/** How the blocks of a cluster share a tensor: Triton 3.6 prints `CGALayout`, older ones the three lists. */
export interface Cluster {
  /** What each bit of the block number adds to the coordinates, counted in parts of the tensor. */
  readonly CGALayout?: BasisList;
  readonly CTAsPerCGA?: readonly number[];
  readonly CTASplitNum?: readonly number[];
  readonly CTAOrder?: readonly number[];
}

/** Registers, lanes and warps tile the tensor one after the other, each along `order[0]` first. */
interface BlockedEncoding extends Cluster {
  readonly kind: 'blocked';
  readonly sizePerThread: readonly number[];
  readonly threadsPerWarp: readonly number[];
  readonly warpsPerCTA: readonly number[];
  readonly order: readonly number[];
}

interface LinearEncoding {
  readonly kind: 'linear';
  readonly register: BasisList;
  readonly lane: BasisList;
  readonly warp: BasisList;
  readonly block: BasisList;
}

/** The result of AMD's MFMA; as the parent of a `dot_op`, its operands. */
export interface AmdMfmaEncoding extends Cluster {
  readonly kind: 'amd_mfma';
  /** 1 to 4: gfx908, gfx90a, gfx942, gfx950. Older text has `versionMajor` and `versionMinor`. */
  readonly version?: number;
  readonly versionMajor?: number;
  readonly versionMinor?: number;
  readonly warpsPerCTA: readonly number[];
  /** M and N, newer text has K too. */
  readonly instrShape: readonly number[];
  readonly isTransposed: boolean;
  readonly tilesPerWarp?: readonly number[];
  /** 64 for products in f64; absent is 32. */
  readonly elementBitWidth?: number;
}

/** The result of AMD's WMMA: version 1 is RDNA3, 2 RDNA4, 3 gfx1250. */
export interface AmdWmmaEncoding extends Cluster {
  readonly kind: 'amd_wmma';
  readonly version: number;
  readonly isTranspose?: boolean;
  readonly warpsPerCTA?: readonly number[];
  /** Newest text, instead of `warpsPerCTA` and `tilesPerWarp`: bases in units of an instruction's tile. */
  readonly ctaLayout?: { readonly register?: BasisList; readonly warp?: BasisList };
  readonly tilesPerWarp?: readonly number[];
  /** Absent is 16x16x16. */
  readonly instrShape?: readonly number[];
}

/** The result of NVIDIA's `mma.sync` (major version 2) and `wgmma` (3). */
export interface NvidiaMmaEncoding extends Cluster {
  readonly kind: 'nvidia_mma';
  readonly versionMajor: number;
  readonly versionMinor?: number;
  readonly warpsPerCTA: readonly number[];
  readonly instrShape: readonly number[];
}

/** Operand A (`opIdx` 0) or B (1) of a product; `kWidth` consecutive k are in one lane. */
export interface DotOperandEncoding {
  readonly kind: 'dot_op';
  readonly opIdx: number;
  readonly parent: DistributedEncoding;
  readonly kWidth?: number;
}

/** The parent's tensor without its dimension `dim`. */
interface SliceEncoding {
  readonly kind: 'slice';
  readonly dim: number;
  readonly parent: DistributedEncoding;
}

export type DistributedEncoding =
  | BlockedEncoding
  | LinearEncoding
  | AmdMfmaEncoding
  | AmdWmmaEncoding
  | NvidiaMmaEncoding
  | DotOperandEncoding
  | SliceEncoding;

interface Phased extends Cluster {
  readonly vec: number;
  readonly perPhase: number;
  readonly maxPhase: number;
  /** `order[0]` is contiguous in memory. */
  readonly order: readonly number[];
}

/** Column c of row r is at `c ^ vec * ((r / perPhase) % maxPhase)`. */
export interface SwizzledSharedEncoding extends Phased {
  readonly kind: 'swizzled_shared';
  /** In Triton 3.1 and older: true for the encoding that has since become `nvmma_shared`. */
  readonly hasLeadingOffset?: boolean;
}

/** As swizzled, with the phase XORed with `(r / perPhase / maxPhase) % maxPhase`. */
export interface AmdRotatingSharedEncoding extends Phased {
  readonly kind: 'amd_rotating_shared';
}

/** After each `interval` elements of the linear layout, `padding` elements are left free. */
export interface PaddedSharedEncoding {
  readonly kind: 'padded_shared';
  readonly intervals: readonly { readonly interval: number; readonly padding: number }[];
  /** Row-major in `order`, when the text specifies it; else `offset` is there. */
  readonly order?: readonly number[];
  readonly shape?: readonly number[];
  readonly offset?: BasisList;
  readonly block?: BasisList;
}

/** What `wgmma` and TMA read: 8 rows of `swizzlingByteWidth` bytes, 16-byte units XORed. */
export interface NvmmaSharedEncoding extends Cluster {
  readonly kind: 'nvmma_shared';
  /** 0, 32, 64 or 128. */
  readonly swizzlingByteWidth: number;
  readonly transposed: boolean;
  readonly elementBitWidth: number;
  readonly fp4Padded?: boolean;
  readonly rank?: number;
}

interface SharedLinearEncoding {
  readonly kind: 'shared_linear';
  /** What each bit of the offset in elements adds to the coordinates. */
  readonly offset: BasisList;
  readonly block?: BasisList;
  /** Bytes. */
  readonly alignment: number;
}

export type SharedEncoding =
  | SwizzledSharedEncoding
  | AmdRotatingSharedEncoding
  | PaddedSharedEncoding
  | NvmmaSharedEncoding
  | SharedLinearEncoding;

export type TritonEncoding = DistributedEncoding | SharedEncoding;

const SHARED: ReadonlySet<string> = new Set<SharedEncoding['kind']>([
  'swizzled_shared',
  'amd_rotating_shared',
  'padded_shared',
  'nvmma_shared',
  'shared_linear',
]);

export function isSharedEncoding(encoding: TritonEncoding): encoding is SharedEncoding {
  return SHARED.has(encoding.kind);
}

export function isDistributedEncoding(encoding: TritonEncoding): encoding is DistributedEncoding {
  return !SHARED.has(encoding.kind);
}
