import type { Site } from '../access/trace.ts';

/** A place in the kernel; lines and columns count from 1. */
export interface Location {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The source line, trimmed. */
  readonly text?: string;
}

export function locationOf({ file, line, column, text }: Site): Location {
  return {
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(text === undefined ? {} : { text }),
  };
}
