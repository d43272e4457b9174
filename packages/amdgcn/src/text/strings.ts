/**
 * Strings of the assembler: characters are UTF-8, escapes are bytes.
 *
 *     "a\n\"\303\244"      61 0a 22 c3 a4
 */
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

const escapes: Readonly<Record<string, number>> = { b: 8, f: 12, n: 10, r: 13, t: 9 };

/** The bytes of a string word, without its quotes; with a zero at the end where it is `terminated`. */
export function stringBytes(word: string, terminated = false): Uint8Array {
  const bytes: number[] = [];
  const pattern = /\\([0-7]{1,3}|[xX][0-9a-fA-F]+|[^])|[^\\]+/g;
  for (const [piece, escape] of word.slice(1, -1).matchAll(pattern)) {
    if (escape === undefined) for (const byte of encodeUtf8(piece)) bytes.push(byte);
    else if (/^[0-7]/.test(escape)) bytes.push(Number.parseInt(escape, 8) & 255);
    else if (escape.length > 1) bytes.push(Number.parseInt(escape.slice(-2), 16) & 255);
    else bytes.push(escapes[escape] ?? escape.charCodeAt(0) & 255);
  }
  if (terminated) bytes.push(0);
  return Uint8Array.from(bytes);
}

/** The text of a string word. */
export function stringValue(word: string): string {
  return word.includes('\\') ? decodeUtf8(stringBytes(word)) : word.slice(1, -1);
}
