/** A result of SARIF before it has its place in the log. */
import type { Location } from '@ldscope/core';

type SarifLevel = 'error' | 'warning' | 'note';

/** The content of a result, before it has its rule's number and its file. */
export interface Finding {
  readonly ruleId: string;
  readonly level: SarifLevel;
  readonly message: string;
  readonly location: Location;
  readonly related?: { readonly message: string; readonly location: Location };
  /** A name of the place by which a code host follows it when lines move. */
  readonly fingerprint?: string;
  /** A change that removes it: in words, and as a unified diff. */
  readonly fixes?: readonly { readonly text: string; readonly diff: string }[];
  /** Compared with a baseline. */
  readonly baselineState?: 'new' | 'unchanged' | 'updated';
  /** The reason, for an allowed finding. */
  readonly suppression?: string | undefined;
  readonly properties?: Readonly<Record<string, string | number>>;
}
