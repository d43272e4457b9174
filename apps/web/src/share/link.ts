/**
 * State in the part of an address behind `#`, which no server sees, in base64url: `#1.` is the deflated JSON of the state,
 * quick enough to follow each change; `#2.` is the same JSON packed by a model of kernels, about half as long, for links
 * that are shared. The number is the version: old versions stay readable.
 */
import { MOST_TEXT, readState, type SharedState } from './state.ts';

const DEFLATED = '1';
const COMPACT = '2';

/** Longer fragments are not unpacked at all. */
const MOST_CHARACTERS = 2_000_000;
/** The most bytes that a link unpacks to. */
const MOST_BYTES = 2 * MOST_TEXT;

/** The fragment of a state, with its `#`. */
export async function encodeState(state: SharedState): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await bytesOf(through(bytes, new CompressionStream('deflate-raw')), Infinity);
  return `#${DEFLATED}.${toBase64Url(packed ?? bytes)}`;
}

/** The shortest fragment of a state; texts that are too long to be packed so are deflated. */
export async function encodeCompact(state: SharedState): Promise<string> {
  const { pack } = await import('./compact/code.ts');
  const packed = await pack(new TextEncoder().encode(JSON.stringify(state)));
  return packed === undefined ? await encodeState(state) : `#${COMPACT}.${toBase64Url(packed)}`;
}

const DAMAGED = 'it is damaged, or a part of it is missing';

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
  if (found === null) return refused('it is not an ldscope link');
  const [, version = '', data = ''] = found;
  if (version !== DEFLATED && version !== COMPACT) {
    return refused(`it has version ${version}, and this page reads versions 1 and 2`);
  }
  try {
    const packed = fromBase64Url(data);
    const bytes = await (version === COMPACT ? compactBytes(packed) : deflatedBytes(packed));
    if (bytes === undefined)
      return refused(version === COMPACT ? DAMAGED : 'its content is too large');
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const state = readState(json);
    return state === undefined
      ? refused('its content is not a playground state')
      : { kind: 'state', state };
  } catch {
    return refused(DAMAGED);
  }
}

const deflatedBytes = (packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> =>
  bytesOf(through(packed, new DecompressionStream('deflate-raw')), MOST_BYTES);

const compactBytes = async (packed: Uint8Array): Promise<Uint8Array | undefined> =>
  await (await import('./compact/code.ts')).unpack(packed);

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
