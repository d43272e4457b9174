/** The data that `ldscope web FILE` serves with the page: a state, and the parts of the file that a link cannot carry. */
import { isRecord } from '@ldscope/core';
import { readState, type SharedState } from './state.ts';

export interface Served {
  readonly state: SharedState;
  /** The code object that the text is the listing of. */
  readonly code?: Uint8Array;
  /** Shared memory in bytes that a launch adds, according to the files next to the kernel's. */
  readonly dynamicLdsBytes?: number;
  /** Texts that the kernel was compiled from, by the names of their files. */
  readonly sources: ReadonlyMap<string, string>;
}

/** The served data, from parsed JSON; `undefined` when it does not hold a state. */
export function readServed(value: unknown): Served | undefined {
  const state = readState(value);
  if (state === undefined || !isRecord(value)) return undefined;
  const { code, dynamicLdsBytes, sources } = value;
  const texts = Object.entries(isRecord(sources) ? sources : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    state,
    ...(typeof code === 'string' && { code: bytesOf(code) }),
    ...(typeof dynamicLdsBytes === 'number' && { dynamicLdsBytes }),
    sources: new Map(texts),
  };
}

/** Bytes written in base64; throws where they are not. */
const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
