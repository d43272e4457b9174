/** The options of a suggestion, as the user writes them. */
import type { RunOptions } from '@ldscope/core';
import type { LaunchOptions } from '../launch/launch-options.ts';
import type { ReadOptions } from '../read/parts.ts';
import type { TimeOptions } from '../input/time-budget.ts';

export interface ChoiceOptions {
  /** The compiler whose choice for the same accesses is told too; by default that of the kernel, where it has one. */
  readonly like?: 'wave' | undefined;
}

/** The chips, the launch and the buffers that layouts are searched for. */
export interface SuggestOptions
  extends RunOptions, ReadOptions, LaunchOptions, TimeOptions, ChoiceOptions {
  /** Chips, products or architectures; by default what the kernel names, else gfx950. */
  readonly machines?: readonly string[] | undefined;
  /** Only this buffer, by the name of one of its allocations, with or without its sign. */
  readonly buffer?: string | undefined;
  /** `64x64xf16`: the tile, where the text does not specify it; how to see a buffer, where it does. */
  readonly tile?: string | undefined;
  /** Of machine code: the byte of LDS where the tile begins; 0 by default. */
  readonly at?: number | undefined;
  /** The layout that the tile has now, in any notation; plain by default. */
  readonly layout?: string | undefined;
}

/** A tile and its accesses in words: what is searched for without any text. */
export interface TileOptions extends ChoiceOptions {
  /** Chips, products or architectures; gfx950 by default. */
  readonly machines?: readonly string[] | undefined;
  /** `128x64xf16`. */
  readonly tile: string;
  /** The layout that it has now, in any notation; plain by default. */
  readonly layout?: string | undefined;
  /** Waves of the workgroup. */
  readonly waves?: number | undefined;
  /** Accesses as a specification has them: `row-copy b128`. */
  readonly write: readonly string[];
  readonly read: readonly string[];
}
