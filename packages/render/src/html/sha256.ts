/** SHA-256 of a text: a page names its own style and script by it, so that a browser runs nothing else. */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Node and browsers have it; the language's own library, which this package is compiled against, does not name it. */
declare function btoa(bytes: string): string;

/** The digest in base64, as a Content-Security-Policy has it. */
export function sha256Base64(text: string): string {
  return btoa(String.fromCodePoint(...sha256(utf8ToBytes(text))));
}
