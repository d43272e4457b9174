/**
 * Edits made just before another page was opened: an address takes a moment to be written, and a page that is left does not
 * wait. They are stored for the addresses that lead back to the page, and restored for these alone.
 */
import { isRecord } from '@ldscope/core';
import { readState, type SharedState } from './state.ts';

const KEY = 'ldscope-unsaved';

/** Stores a state for the fragments that lead back to the page: that of the address, and those of links on other pages. */
export function keepUnsaved(fragments: readonly string[], state: SharedState): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ fragments, state }));
  } catch {
    // Without storage, or without room in it, the last address has to do.
  }
}

/** The state stored for a fragment; it is read once. */
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
