/** Whether this process is confined: what `confined-io.ts` then sees. */

/** The variable of the environment that confines a process. */
export const CONFINED = 'LDSCOPE_CONFINED';

export interface Confinement {
  /** Folders that may be read. */
  readonly roots: readonly string[];
  /** The folder that may be written, and read. */
  readonly out?: string | undefined;
  /** Sources in C++ may be compiled. */
  readonly compiles?: boolean | undefined;
}

/**
 * The confinement of this process; `undefined` where there is none. A value that is not understood confines the process
 * to no folder at all.
 */
export function confinementOf(
  env: Readonly<Record<string, string | undefined>>,
): Confinement | undefined {
  const text = env[CONFINED];
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('roots' in value)) return { roots: [] };
    const { roots, out, compiles } = value as { roots: unknown; out?: unknown; compiles?: unknown };
    return {
      roots: Array.isArray(roots) ? roots.map(String) : [],
      out: typeof out === 'string' ? out : undefined,
      compiles: compiles === true,
    };
  } catch {
    return { roots: [] };
  }
}
