/**
 * The calls around all accesses of a kernel: with templates, the kernel itself is a few lines that call everything
 * else.
 *
 *     pipeline.hpp:180 < gemm.hpp:149 < launch.hpp:20       launch.hpp:20 and gemm.hpp:149 are around both:
 *     pipeline.hpp:194 < gemm.hpp:149 < launch.hpp:20       the lines that tell them apart are 180 and 194
 */
import { authoredLine, type SourceLine } from './source-line.ts';

type Frames = readonly SourceLine[];

/**
 * Marks the frames that are around all of `accesses`, up to the file in which their lines differ. Accesses of one line stay as they
 * are: nothing tells whether its author wrote it or a function that it calls.
 */
export function commonCallerMarks(accesses: readonly Frames[]): (frames: Frames) => Frames {
  const callers = commonCallers(accesses);
  if (callers.length === 0) return (frames) => frames;
  return (frames) => {
    let inner = frames;
    for (const caller of callers) {
      const below = framesBelow(inner, caller);
      if (below === undefined || below.length === 0) break;
      inner = below;
    }
    return frames.map((frame, i) =>
      i < inner.length ? frame : { ...frame, isCommonCaller: true },
    );
  };
}

/** From the outermost; empty where the accesses have no line of their own, or all the same. */
function commonCallers(accesses: readonly Frames[]): SourceLine[] {
  const callers: SourceLine[] = [];
  let inner = accesses.filter((frames) => frames.length > 0);
  for (;;) {
    const [first = []] = inner;
    const caller = authoredLine(first);
    if (caller === undefined) return [];
    const below = inner.map((frames) => framesBelow(frames, caller));
    if (below.includes(undefined)) return callers;
    inner = below.filter((frames) => frames !== undefined);
    if (inner.some((frames) => frames.length === 0)) return [];
    callers.push(caller);
  }
}

/** The frames of the calls that a line makes; `undefined` where the author's line is another one. */
function framesBelow(frames: Frames, { file, line }: SourceLine): Frames | undefined {
  const own = authoredLine(frames);
  return own?.file === file && own.line === line ? frames.slice(0, frames.indexOf(own)) : undefined;
}
