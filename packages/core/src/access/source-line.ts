/**
 * The lines of source that a compiled instruction stands for, where the compiler reports it:
 *
 *     .loc 1 30 26      ; identity.h:30:26 @[ kernel.hip:9:11 ]
 *
 *     [ identity.h:30:26, kernel.hip:9:11 ]      the innermost function first, as debuggers print frames
 */
export interface SourceLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1; 0 where only the line is known. */
  readonly column: number;
  /** A call around all accesses of the kernel, as of a template that launches another. */
  readonly isCommonCaller?: boolean;
}

/**
 * The line that the author of the kernel wrote: the innermost one in the kernel's own file, which is that of the outermost function that
 * is not around all accesses. `undefined` where there is none.
 */
export function authoredLine(frames: readonly SourceLine[]): SourceLine | undefined {
  const callers = frames.findIndex(({ isCommonCaller = false }) => isCommonCaller);
  const own = (callers > 0 ? frames[callers - 1] : frames.at(-1))?.file;
  return frames.find(({ file }) => file === own);
}
