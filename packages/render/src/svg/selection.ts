/**
 * The selection: the lane, bank, element or line that a reader points at in any view; all views show it.
 *
 *     { lane: 5 }   everything of lane 5 stands out, marks of other lanes are dimmed
 */
export interface Selection {
  readonly lane?: number | undefined;
  readonly bank?: number | undefined;
  /** An element of the tile: `row * columns + column`. */
  readonly element?: number | undefined;
  /** A line of the source, from 1. */
  readonly line?: number;
}

/** The subject of a mark; a selection of anything else does not dim it. */
export interface MarkSubject {
  readonly lanes?: readonly number[];
  readonly banks?: readonly number[];
  readonly elements?: readonly number[];
  readonly lines?: readonly number[];
}

/**
 * `selected` for a mark that agrees with the selection in all that it names, `dimmed` for one that does not, nothing where
 * the selection is empty or about other things.
 */
export function emphasis(
  selection: Selection | undefined,
  subject: MarkSubject,
): 'selected' | 'dimmed' | undefined {
  if (selection === undefined) return undefined;
  const { lane, bank, element, line } = selection;
  const pairs = [
    [lane, subject.lanes],
    [bank, subject.banks],
    [element, subject.elements],
    [line, subject.lines],
  ] as const;
  const known = pairs.filter(([wanted, own]) => wanted !== undefined && own !== undefined);
  if (known.length === 0) return undefined;
  return known.every(([wanted, own]) => wanted !== undefined && own?.includes(wanted) === true)
    ? 'selected'
    : 'dimmed';
}

/** Class names in one attribute; `undefined` and `false` are left out. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== undefined && name !== false && name !== '').join(' ');
}
