/**
 * UTF-8, both ways, by the platform's coders.
 *
 * Node and browsers have them, and the language's own library, which this package is compiled against, does not name them.
 */
declare class TextDecoder {
  constructor(label: 'utf-8', options: { readonly ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

/** Text of UTF-8 bytes; malformed bytes become U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Bytes of a text. */
export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
