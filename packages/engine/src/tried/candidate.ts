/** A layout as a change of the author's text, with what came of it. */
import type { Part } from './effort.ts';
import type { Measured } from './measured.ts';

/** Why a change is out. */
export type Reason =
  | 'does not compile'
  | 'stops'
  | 'other results'
  | 'not proven'
  | 'misaligned'
  | 'uncounted'
  | 'slower'
  | 'not fewer conflicts'
  | 'wins on some data only';

export interface Candidate<Edit extends Part = Part> {
  /** The buffer that it is for; those before it have their best change in it too. */
  readonly buffer: string;
  readonly edits: readonly Edit[];
  /** By run, in their order; absent where it was not executed. */
  readonly after?: readonly Measured[] | undefined;
  /** Absent for what may be recommended. */
  readonly out?: { readonly reason: Reason; readonly detail: string } | undefined;
}

/** What was tried of a text. */
export interface Tried<Edit extends Part = Part> {
  /** By run: the text as it is. */
  readonly before: readonly Measured[];
  /** What is recommended: absent where nothing is better, or nothing conflicts. */
  readonly best?: (Candidate<Edit> & { readonly after: readonly Measured[] }) | undefined;
  /** All that was tried, in the order of merit, those that are out last. */
  readonly candidates: readonly Candidate<Edit>[];
}
