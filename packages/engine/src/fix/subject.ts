/**
 * A kernel whose buffers can have other layouts, whatever language it is in: what `fix` needs of it.
 *
 *     attempts -> write -> execute: what it costs, and the proof that it is still the same kernel
 */
import type { Diagnostic, FixedBuffer, ProofStep, Result, TileLayout } from '@ldscope/core';
import type { FixOptions } from '../source/fix-outcome.ts';
import type { Candidate } from '../tried/candidate.ts';
import type { Part } from '../tried/effort.ts';
import type { Measured } from '../tried/measured.ts';

/** A layout that the search expects to be better. */
export interface Choice {
  readonly layout: TileLayout;
  /** Conflict cycles over all machines that the search expects. */
  readonly conflicts: number;
  readonly optimality: string;
}

/** A layout for a buffer that has `from`. */
export interface Attempt {
  readonly from: TileLayout;
  readonly choice: Choice;
}

export type Attempts =
  /** `problems`: why some ways to see the buffer have none. */
  | { readonly all: readonly Attempt[]; readonly problems: readonly Diagnostic[] }
  /** Why the buffer has to keep its layout; `isUnclear` where that one is not understood. */
  | { readonly refused: readonly Diagnostic[]; readonly isUnclear?: true };

/** The layout of one buffer as a part of the rewritten text. */
export interface LayoutPart extends Part {
  /** Of the buffer. */
  readonly index: number;
  readonly name: string;
  readonly from: TileLayout;
  readonly to: TileLayout;
  /** Operations that access the buffer, and those of them that changed. */
  readonly accesses: number;
  readonly changed: number;
  readonly optimality?: string | undefined;
}

export type LayoutCandidate = Candidate<LayoutPart>;

/** A text as it was executed; `Seen` is what a frontend keeps of that. */
export interface Executed<Seen> {
  readonly seen: Seen;
  /** By machine, without times. */
  readonly measured: readonly Measured[];
  /** That it is the kernel as it was, with the layouts of the parts. */
  readonly proof: readonly ProofStep[];
}

/** A step that keeps a proof from being one. */
export interface Doubt {
  readonly step: ProofStep;
  readonly verdict: 'unproven' | 'sampled';
}

export interface Subject<Seen> {
  readonly text: string;
  readonly options: FixOptions;
  readonly buffers: readonly { readonly names: readonly string[]; readonly conflicts: number }[];
  /** The text as it is, by machine. */
  readonly measured: readonly Measured[];
  /** Why conflicts are not known, or are those of other memory. */
  readonly unknown: readonly Diagnostic[];
  readonly attempts: (index: number) => Attempts;
  /** A text of the kernel with one more buffer in another layout. */
  readonly write: (
    text: string,
    index: number,
    layouts: { readonly from: TileLayout; readonly to: TileLayout },
  ) => Result<Written>;
  readonly execute: (text: string, parts: readonly LayoutPart[]) => Result<Executed<Seen>>;
  readonly summary: (part: LayoutPart, after: Seen) => FixedBuffer;
  /** A doubt in words; `names` are of the buffer that keeps its layout. */
  readonly doubtful: (doubt: Doubt, names: string) => Diagnostic;
}

/** A text with another layout; `kind` where it is not that of the layout. */
type Written = Pick<LayoutPart, 'accesses' | 'changed'> & {
  readonly text: string;
  readonly kind?: LayoutPart['kind'];
};

/** What keeps a proof from being one: a step fails, or where accesses are is only sampled. */
export function doubtOf(proof: readonly ProofStep[]): Doubt | undefined {
  const failed = proof.find(({ outcome }) => outcome === 'fails');
  if (failed !== undefined) return { step: failed, verdict: 'unproven' };
  const step = proof.find(({ name, outcome }) => name === 'placement' && outcome === 'sampled');
  return step && { step, verdict: 'sampled' };
}
