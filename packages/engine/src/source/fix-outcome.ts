/** The options of a fix, and its outcome: a report, and the kernel without its conflicts. */
import type { FixReport, Launch, Machine, RunOptions, TileLayout } from '@ldscope/core';

/** The side of a buffer that gets the layout of the other. */
export type CorrectedSide = 'readers' | 'writers';

export type SecondsOf = (
  text: string,
  machine: Machine,
) => readonly [least: number, most: number] | undefined;

export interface FixOptions extends RunOptions {
  /** At least one; the layout is chosen for all of them. */
  readonly machines: readonly Machine[];
  readonly launch: Launch;
  /** Only this buffer, by the name of one of its allocations. */
  readonly buffer?: string | undefined;
  /** This layout instead of a search. */
  readonly layout?: string | TileLayout | undefined;
  /** Only corrects this side of buffers that are written and read under different layouts. */
  readonly correct?: CorrectedSide | undefined;
  /** Most workgroups to execute. */
  readonly workgroups?: number | undefined;
  /** Predicted seconds of a text on a chip, at least and at most; `undefined` where there is no model of it. */
  readonly secondsOf?: SecondsOf | undefined;
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

export interface FixOutcome {
  readonly report: FixReport;
  /** The rewritten kernel; absent unless the verdict is `fixed`. */
  readonly text?: string;
}

/** Rewrites what conflicts, or what the options name. Never throws on an input. `parsed` is the text where it was read before. */
