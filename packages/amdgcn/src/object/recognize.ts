/** What files are recognised by: those that may hold code for AMD chips, and bundles of texts. It is loaded for every input. */

export const BUNDLE_MAGIC = '__CLANG_OFFLOAD_BUNDLE__';
export const COMPRESSED_MAGIC = 'CCOB';
export const OFFLOAD_MAGIC = '\u{10}\u{ff}\u{10}\u{ad}';
export const ARCHIVE_MAGIC = '!<arch>\n';
/** Thin archives name files instead of holding them. */
export const THIN_MAGIC = '!<thin>\n';
export const BITCODE_MAGICS = ['BC\u{c0}\u{de}', '\u{de}\u{c0}\u{17}\u{b}'];
/** Of Windows: executables and libraries. */
const PE_MAGIC = 'MZ';
/** Before the id of a section in a bundle of texts. */
export const TEXT_START = '__CLANG_OFFLOAD_BUNDLE____START__ ';
/** Where the first section of a bundle of texts begins: a host's text has its comments before. */
const HEAD_LENGTH = 4096;

export function startsWith(bytes: Uint8Array, text: string, at = 0): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** True for the first bytes of an ELF file. */
export function isElf(bytes: Uint8Array): boolean {
  return bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c && bytes[3] === 0x46;
}

/** True for bytes that may hold code, or that are refused for a reason that is known; others are text. */
export function isCodeObject(bytes: Uint8Array): boolean {
  const magics = [BUNDLE_MAGIC, COMPRESSED_MAGIC, OFFLOAD_MAGIC, ARCHIVE_MAGIC, THIN_MAGIC];
  return (
    isElf(bytes) ||
    [...magics, ...BITCODE_MAGICS].some((magic) => startsWith(bytes, magic)) ||
    (startsWith(bytes, PE_MAGIC) && bytes.subarray(0, 256).includes(0))
  );
}

/** True for a text with sections; the first is near its beginning. */
export function isTextBundle(text: string): boolean {
  const at = text.indexOf(TEXT_START);
  return at >= 0 && at < HEAD_LENGTH && /^(?:#|;|\/\/) ?$/.test(lineBefore(text, at));
}

function lineBefore(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
}
