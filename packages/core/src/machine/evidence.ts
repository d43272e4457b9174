/** How facts of hardware are known: a value is kept with its evidence and its source. */
/**
 * How a fact is known. `measured`: silicon, published or by us. `documented`: a vendor's document or
 * model. `inferred`: from a neighbouring chip or width. `disputed`: sources disagree; the note says how.
 */
export type Evidence = 'measured' | 'documented' | 'inferred' | 'disputed';

/** A value with what it rests on. */
export interface Fact<T> {
  readonly value: T;
  readonly evidence: Evidence;
  readonly source: string;
  readonly note?: string;
}

export const measured = <T>(value: T, source: string, note?: string): Fact<T> =>
  fact(value, 'measured', source, note);
export const documented = <T>(value: T, source: string, note?: string): Fact<T> =>
  fact(value, 'documented', source, note);
export const inferred = <T>(value: T, source: string, note?: string): Fact<T> =>
  fact(value, 'inferred', source, note);

function fact<T>(value: T, evidence: Evidence, source: string, note?: string): Fact<T> {
  return note === undefined ? { value, evidence, source } : { value, evidence, source, note };
}
