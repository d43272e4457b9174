/**
 * Where arrays in shared memory are used, under whatever name.
 *
 *     t[r][c]      element, indices r and c          t[r]       row, index r            f(t)      whole
 *     p[r * LD]    element of flat memory            p + i      place, index i          sizeof t  size
 */
import type { Flow, Handle } from './flow.ts';
import { stepsAt } from './pointers.ts';
import { nextAt, placeOf, type Range, textOf, type Unit, wordAt } from './range.ts';
import { patternOf, type SharedArray, stepsInto } from './roots.ts';

export interface Use {
  readonly kind: 'element' | 'row' | 'place' | 'whole' | 'size';
  readonly handle: Handle;
  readonly unit: Unit;
  /** The token of its name, and the one behind it and its steps. */
  readonly at: number;
  readonly next: number;
  /** Indices of this use, those of an array around it too, the last one is that of the last dimension; one for memory without rows. */
  readonly indices: readonly Range[];
  /** True where the index goes over all dimensions. */
  readonly isFlat: boolean;
}

/** All of an array, except for names that only cut parts out of it. */
export function usesOf(flow: Flow, array: SharedArray): Use[] {
  const pattern = patternOf(array);
  const seen = new Map<Unit, Set<number>>();
  return flow.handles
    .filter(
      (handle) =>
        handle.root === array.root && stepsInto(pattern, handle.prefix) === handle.prefix.length,
    )
    .flatMap((handle) =>
      flow.program.occurrencesOf(handle.entity).flatMap(({ unit, at }) => {
        const known = seen.get(unit) ?? new Set<number>();
        seen.set(unit, known);
        const isDeclaration = at === handle.entity.at && unit === handle.entity.type.unit;
        if (known.has(at) || isDeclaration || flow.isCut(unit, at)) return [];
        const use = useAt(array, pattern, handle, unit, at);
        if (use !== undefined) known.add(at);
        return use ?? [];
      }),
    );
}

function useAt(
  { shape }: SharedArray,
  pattern: readonly string[],
  handle: Handle,
  unit: Unit,
  at: number,
): Use | undefined {
  const { steps, next } = stepsAt(unit, at, unit.tokens.length);
  const use = { handle, unit, at, next, indices: [], isFlat: false };
  if (/^sizeof$/.test(wordAt(unit, at - 1)) || /^(?:sizeof|decltype)$/.test(wordAt(unit, at - 2)))
    return { ...use, kind: 'size' };
  const all = [...handle.prefix, ...steps];
  const reached = stepsInto(pattern, all);
  if (reached === undefined) return undefined;
  // Steps beyond are into an element: `v[r][c][0]` of a vector.
  const into = handle.isFlat ? steps : steps.slice(0, pattern.length - handle.prefix.length);
  const own = into.flatMap((step) => (step.kind === 'index' ? [step.range] : []));
  const isOneDimension = pattern.filter((step) => step === 'index').length === 1;
  if (handle.isFlat || isOneDimension) {
    const flat = { ...use, isFlat: handle.isFlat };
    const [index] = own;
    const isReached = handle.isFlat ? index !== undefined : reached === pattern.length;
    if (isReached && index !== undefined) return { ...flat, kind: 'element', indices: [index] };
    const added =
      shape.record === undefined && steps.length === 0 ? addedTo(unit, next) : undefined;
    return added === undefined
      ? { ...flat, kind: 'whole' }
      : { ...flat, kind: 'place', indices: [added] };
  }
  if (reached < pattern.length) return { ...use, kind: own.length > 0 ? 'row' : 'whole' };
  const flat = flatIndex(unit, at, next);
  if (flat !== undefined) return { ...use, kind: 'element', indices: [flat], isFlat: true };
  return { ...use, kind: 'element', indices: own };
}

/** The sum that is added to a pointer: `r * LD + c` of `smem + r * LD + c`. */
function addedTo(unit: Unit, next: number): Range | undefined {
  if (wordAt(unit, next) !== '+') return undefined;
  let at = next + 1;
  while (
    at < unit.tokens.length &&
    !/^(?:[,;)\]}?:<>=&|^]|&&|\|\||[-+*/%&|^=!<>]=)$/.test(wordAt(unit, at))
  )
    at = nextAt(unit, at, unit.tokens.length);
  return { unit, from: next + 1, to: at };
}

/** The index of `(&t[0][0])[i]`. */
function flatIndex(unit: Unit, at: number, next: number): Range | undefined {
  const isAddress = wordAt(unit, at - 1) === '&' && wordAt(unit, at - 2) === '(';
  const close = unit.pair[next + 1] ?? -1;
  if (!isAddress || unit.pair[at - 2] !== next || wordAt(unit, next + 1) !== '[' || close < 0)
    return undefined;
  return { unit, from: next + 2, to: close };
}

/** As written, with its line: `t[r][c] at k.hip:12`. */
export function wordsOfUse({ unit, at, next }: Use): string {
  const { file, line } = placeOf(unit, at);
  return `${textOf({ unit, from: at, to: next })} at ${file}:${line}`;
}
