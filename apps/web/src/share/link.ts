/**
 * State in the part of an address behind `#`, which no server sees: `#1.` and the state as JSON, deflated, in base64url.
 * The number is the version: readers of all versions stay.
 */
import { MOST_TEXT, readState, type SharedState } from './state.ts';

const VERSION = '1';

/** What cannot be a link of ours is not unpacked at all. */
const MOST_CHARACTERS = 2_000_000;
/** A small link could unpack to anything: this is where it stops. */
const MOST_BYTES = 2 * MOST_TEXT;

/** The fragment of a state, with its `#`. */
export async function encodeState(state: SharedState): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await bytesOf(through(bytes, new CompressionStream('deflate-raw')), Infinity);
  return `#${VERSION}.${toBase64Url(packed ?? bytes)}`;
}

export type Decoded =
  | { readonly kind: 'none' }
  | { readonly kind: 'state'; readonly state: SharedState }
  | { readonly kind: 'refused'; readonly reason: string };

/** The state of a fragment; never throws. */
export async function decodeState(fragment: string): Promise<Decoded> {
  if (fragment === '' || fragment === '#') return { kind: 'none' };
  const refused = (reason: string): Decoded => ({ kind: 'refused', reason });
  if (fragment.length > MOST_CHARACTERS) return refused('it is too long');
  const found = /^#(\d{1,4})\.([\w-]*)$/.exec(fragment);
  if (found === null) return refused('it is not one that ldscope makes');
  const [, version = '', data = ''] = found;
  if (version !== VERSION) {
    return refused(`it is of version ${version}, and this page reads version ${VERSION}`);
  }
  try {
    const packed = through(fromBase64Url(data), new DecompressionStream('deflate-raw'));
    const bytes = await bytesOf(packed, MOST_BYTES);
    if (bytes === undefined) return refused('what it unpacks to is too large');
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const state = readState(json);
    return state === undefined
      ? refused('what it carries is not a state of the playground')
      : { kind: 'state', state };
  } catch {
    return refused('it is damaged');
  }
}

function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(transform);
}

/** All bytes of a stream; `undefined` when there are more than `most`. */
async function bytesOf(
  stream: ReadableStream<Uint8Array>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

const CHUNK = 0x8000;

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
