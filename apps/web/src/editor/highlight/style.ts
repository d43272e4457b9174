/**
 * The styles of tokens; each but `plain` has a class `code-<style>` in `editor.css`.
 *
 * A highlighter walks over the tokens of a language's own lexer and gives each a style; text between two tokens that is not
 * blank is a comment. There is no second tokenizer.
 */
export const styles = [
  'plain',
  'comment',
  'string',
  'number',
  /** The mnemonic of an instruction or operation. */
  'operation',
  /** A mnemonic that touches shared memory. */
  'lds',
  /** A mnemonic that touches global memory. */
  'memory',
  'matrix',
  /** A mnemonic that waits for other waves or accesses. */
  'wait',
  'type',
  /** A name that is defined here or elsewhere: functions, labels. */
  'symbol',
  'attribute',
  'key',
] as const;

export type Style = (typeof styles)[number];

/** Takes the tokens of a text in order, offsets from its beginning. */
export type Emit = (start: number, end: number, style: Style) => void;

/** Emits the comments in a gap between two tokens, line by line. */
export function emitComment(text: string, start: number, end: number, emit: Emit): void {
  let first = -1;
  let last = -1;
  for (let at = start; at <= end; at++) {
    const code = at < end ? text.charCodeAt(at) : 0x0a;
    if (code > 0x20) {
      if (first < 0) first = at;
      last = at;
    } else if (code === 0x0a && first >= 0) {
      emit(first, last + 1, 'comment');
      first = -1;
    }
  }
}

/** Whether a part of a text contains a line end. */
export function hasLineEnd(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === 0x0a) return true;
  return false;
}
