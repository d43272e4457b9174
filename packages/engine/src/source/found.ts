/** The subjects of a search: the buffers of a kernel or of a specification, each as one or more tiles. */
import type {
  Diagnostic,
  HintReport,
  Launch,
  LdsCoverage,
  LdsObject,
  Machine,
  Problem,
  RunOptions,
  SearchOptions,
  Tile,
  TileLayout,
  WorkgroupCounts,
  WorkgroupShape,
} from '@ldscope/core';

/** A tile as options describe it. */
export interface StatedTile {
  readonly tile: Tile;
  /** As the user writes the type of an element: `bf16`. */
  readonly element: string;
  /** Absent where only the tile is given. */
  readonly layout?: TileLayout;
}

/** A request for the buffers of a source. */
export interface BufferRequest extends RunOptions {
  readonly machines: readonly Machine[];
  readonly launch: Launch;
  /** Only this buffer, by the name of one of its allocations, with or without its sign. */
  readonly buffer?: string | undefined;
  /** How to see buffers; by default as their types say. */
  readonly tile?: StatedTile | undefined;
  /** The byte of shared memory where the tile begins, where only the user knows it; 0 by default. */
  readonly at?: number | undefined;
  readonly isOutOfTime?: (() => boolean) | undefined;
}

/** A buffer as one of the tiles that it can be seen as. */
export interface TileQuestion extends Pick<SearchOptions, 'refuse' | 'families' | 'obstacleTo'> {
  /** The accesses under the present layout. */
  readonly problem: Problem;
  /** The accesses without padding, where the present one makes them narrower. */
  readonly wide?: Problem | undefined;
  readonly now: TileLayout;
  /** The evidence that would rule out other present layouts. */
  readonly missing?: readonly string[];
  /** How much of the kernel has addresses; absent where all of it does. Accesses without one may be in this tile. */
  readonly coverage?: Pick<LdsCoverage, 'instructions' | 'counted' | 'missing'> | undefined;
  /** The type of an element in C; absent where nothing says it. */
  readonly element?: string | undefined;
  /** Why the present layout is not understood; then `now` is that of the addresses as they are. */
  readonly unknown?: string | undefined;
}

export interface FoundBuffer {
  readonly names: readonly string[];
  /** Ways to see it as a tile, at least one: several where it has one dimension. */
  readonly tiles: readonly TileQuestion[];
  /** The array that it is, where the source of compiled code declares it. */
  readonly declared?: LdsObject;
  /** A compiler has chosen the accesses, and may choose others for another layout. */
  readonly isCompiled?: boolean;
}

export interface FoundBuffers {
  readonly kernel: string;
  /** The notation in which layouts of such a kernel are written; absent where any formula will do. */
  readonly notation?: string | undefined;
  readonly buffers: readonly FoundBuffer[];
  /** Names of buffers that are accessed and have no tile; the diagnostics say why. */
  readonly leftOut?: readonly string[];
  /** The chips that they are of, where others cannot execute the kernel; absent where all can. */
  readonly machines?: readonly Machine[];
  /** The shape of a workgroup and where it comes from; absent where nothing is launched. */
  readonly block?: WorkgroupShape | undefined;
  /** Workgroups that the accesses are of; absent where nothing is launched. */
  readonly workgroups?: WorkgroupCounts | undefined;
  /** Swizzle hints that no pass has resolved yet. */
  readonly hints?: HintReport | undefined;
  /** Further diagnostics: why a buffer is left out, what the execution met. */
  readonly diagnostics: readonly Diagnostic[];
}
