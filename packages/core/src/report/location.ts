import type { SourceLine } from '../access/source-line.ts';
import type { Site } from '../access/wave-rows.ts';

/** A place in the kernel; lines and columns count from 1. */
export interface Location {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The source line, trimmed. */
  readonly text?: string | undefined;
  /** Of compiled code: what it was compiled from, the innermost function first. */
  readonly source?: readonly SourceLine[] | undefined;
}

export function locationOf({ file, line, column, text, source }: Site): Location {
  return { file, line, column, text, source };
}
