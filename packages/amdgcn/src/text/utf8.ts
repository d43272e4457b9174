/** UTF-8, both ways: the platform's coders belong to Node and the DOM. */

/** Text of UTF-8 bytes; what is malformed becomes U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    at++;
    const more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : -1;
    let code = more === 0 ? first : first & (0x3f >> more);
    let valid = more >= 0 && first < 0xf8;
    for (let i = 0; i < more && valid; i++) {
      const next = bytes[at] ?? 0;
      valid = (next & 0xc0) === 0x80;
      if (valid) {
        code = (code << 6) | (next & 0x3f);
        at++;
      }
    }
    text += valid && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return text;
}

/** Bytes of a text. */
export function encodeUtf8(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) {
      bytes.push(code);
      continue;
    }
    const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    bytes.push(((0xff << (7 - more)) & 0xff) | (code >> (6 * more)));
    for (let i = more - 1; i >= 0; i--) bytes.push(0x80 | ((code >> (6 * i)) & 0x3f));
  }
  return bytes;
}
