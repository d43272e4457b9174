/** The kernels of a text, each as a sweep takes it: without executing anything. */
import { hasErrors, type Result, success } from '@ldscope/core';
import { allParts, type ReadOptions } from '../read/parts.ts';

export interface SweepKernel {
  /** Of a text with several chunks: which, from 1. */
  readonly chunk?: number | undefined;
  /** Absent where the text does not name one: its frontend chooses. */
  readonly kernel?: string | undefined;
  /** It can be executed as it is; the block of others is inferred, or has to be given. */
  readonly statesBlock: boolean;
}

/** At least one; a text that cannot be read has one too, whose analysis gives the reason. */
export function kernelsOfText(text: string, options: ReadOptions): Result<readonly SweepKernel[]> {
  const parts = allParts(text, options);
  if (!parts.ok) return parts;
  return success(
    parts.value.flatMap(({ chunk, part }): SweepKernel[] => {
      const read = part.source();
      const source = read.ok ? read.value : undefined;
      const { kernels = [], readable, diagnostics = [] } = source ?? {};
      const isRead = readable ?? !hasErrors(diagnostics);
      const names = isRead ? [...new Set(kernels)] : [];
      if (names.length < 2)
        return [{ chunk, statesBlock: source?.statesBlock?.(names[0]) ?? true, kernel: names[0] }];
      return names.map((kernel) => ({
        chunk,
        kernel,
        statesBlock: source?.statesBlock?.(kernel) ?? true,
      }));
    }),
  );
}
