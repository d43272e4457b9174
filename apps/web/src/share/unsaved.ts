/**
 * What was edited just before another page was opened: an address takes a moment to be written, and a page that is left does not
 * wait. It is kept with the addresses that lead back to it, and is for these alone.
 */
import { isRecord } from '@ldscope/core';
import { readState, type SharedState } from './state.ts';

const KEY = 'ldscope-unsaved';

/** Keeps a state for the fragments that lead back to the page: of the address, and of links on other pages. */
export function keepUnsaved(fragments: readonly string[], state: SharedState): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ fragments, state }));
  } catch {
    // Without storage, or without room in it, the last address has to do.
  }
}

/** What was kept for a fragment, once. */
export function takeUnsaved(fragment: string): SharedState | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    if (!isRecord(kept)) return undefined;
    const { fragments, state } = kept;
    return Array.isArray(fragments) && fragments.includes(fragment) ? readState(state) : undefined;
  } catch {
    return undefined;
  }
}
