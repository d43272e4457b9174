import type { SourceLine } from '../access/source-line.ts';
import type { Site } from '../access/trace.ts';

/** A place in the kernel; lines and columns count from 1. */
export interface Location {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The source line, trimmed. */
  readonly text?: string;
  /** Of compiled code: what it was compiled from, the innermost function first. */
  readonly source?: readonly SourceLine[];
}

export function locationOf({ file, line, column, text, source }: Site): Location {
  return {
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(text === undefined ? {} : { text }),
    ...(source === undefined ? {} : { source }),
  };
}
