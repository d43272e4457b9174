/** A result of SARIF before it has its place in the log. */
import type { Location } from '@ldscope/core';

type SarifLevel = 'error' | 'warning' | 'note';

/** What a result says, before it has its rule's number and its file. */
export interface Finding {
  readonly ruleId: string;
  readonly level: SarifLevel;
  readonly message: string;
  readonly location: Location;
  readonly related?: { readonly message: string; readonly location: Location };
  /** What the place is called, for the list of a code host to follow it when lines move. */
  readonly fingerprint?: string;
  /** Compared with a baseline. */
  readonly baselineState?: 'new' | 'unchanged' | 'updated';
  /** Of what is allowed, the reason. */
  readonly suppression?: string | undefined;
  readonly properties?: Readonly<Record<string, string | number>>;
}
