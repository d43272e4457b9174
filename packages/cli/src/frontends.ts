/**
 * Tells by its content what language a kernel is in.
 *
 * Only the first words that are not comments count, and generously: a file that begins like MLIR and is
 * broken later is MLIR with a mistake, which the parser can name, and not an unknown format.
 */
export type Frontend = 'mlir';

/** How an MLIR file begins: an alias, a value, a quoted or plain operation name, or its resources. */
const MLIR_START =
  /^(?:#[\w.$-]+\s*=|![\w.$-]+\s*=|%[\w$.-]+(?::\d+)?\s*[,=]|"[\w.$-]+"\s*\(|module\b|[a-z_]\w*\.[\w.$]+(?=[\s({@%"]|$)|\{-#)/;

/**
 * The language of a text; `undefined` when it is none that can be read. The file's ending decides only where
 * the text does not: then the parser says what is wrong with it.
 */
export function detectFrontend(text: string, file = ''): Frontend | undefined {
  const start = skipComments(text);
  // Nothing, or bytes that are no text: the parser has the better message.
  if (start === '' || text.slice(0, 4096).includes('\0')) return 'mlir';
  return MLIR_START.test(start) || file.endsWith('.mlir') ? 'mlir' : undefined;
}

/** The text from its first character that is neither white space nor a `//` comment. */
function skipComments(text: string): string {
  let at = 0;
  for (;;) {
    while (at < text.length && /\s/.test(text.charAt(at))) at++;
    if (!text.startsWith('//', at)) break;
    const end = text.indexOf('\n', at);
    at = end < 0 ? text.length : end + 1;
  }
  return text.slice(at, at + 256);
}
