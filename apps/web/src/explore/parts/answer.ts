/** A state that has no model says why, in sentences. */
import { type Diagnostic, hintText } from '@ldscope/core';

/** What there is for a state, or why there is nothing. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string };

/** A state has no model, for a reason. */
export const refused = (why: string) => ({ ok: false, why }) as const;

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const sentenceOf = (text: string): string => `${capitalized(text)}.`;

/** The diagnostics of a refusal as sentences. */
export function refusal(diagnostics: readonly Diagnostic[]) {
  return refused(
    diagnostics
      .flatMap(({ message, hint }) => [message, ...(hint === undefined ? [] : [hintText(hint)])])
      .map(sentenceOf)
      .join(' '),
  );
}
