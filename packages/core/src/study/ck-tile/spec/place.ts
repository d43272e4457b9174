/**
 * Reads a specification, plain data that YAML or JSON gives: by its shape, then by a check that goes through the value with its
 * place and tells there what does not go together, `write.distribution.hs[1][0]`.
 */
import {
  type DataPath,
  diagnose,
  type Diagnostic,
  hasErrors,
  type Message,
  pathText,
  type PlacedDiagnostic,
} from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { readShape, type ShapeMessages } from '../../../shape/read.ts';
import type { Shape } from '../../../shape/shape.ts';

/** A place in a specification, where something is told. */
export interface Place {
  /** In words: `lds.stages[0]`. */
  readonly where: string;
  /** The place of a part. */
  readonly at: (...path: DataPath) => Place;
  readonly fail: (message: Message) => undefined;
  /** Takes over diagnostics of the value. */
  readonly tell: (diagnostics: readonly Diagnostic[]) => void;
}

const whereOf = (path: DataPath): string => pathText(path, 'the specification');

const placeIn = (path: DataPath, told: PlacedDiagnostic[]): Place => ({
  where: whereOf(path),
  at: (...inner) => placeIn([...path, ...inner], told),
  fail(message) {
    told.push({ path, diagnostic: diagnose(message) });
    return undefined;
  },
  tell(diagnostics) {
    told.push(...diagnostics.map((diagnostic) => ({ path, diagnostic })));
  },
});

/** True for a number within its bounds, and where there is none; else it is told. */
export function isWithin(
  place: Place,
  value: number | undefined,
  least: number,
  most: number,
): boolean {
  if (value === undefined || (value >= least && value <= most)) return true;
  place.fail(messages.spec.range(place.where, value, least, most));
  return false;
}

/** The words of specifications for values that do not have their shape. */
export const specMessages: ShapeMessages = {
  shape(path, wanted, why) {
    const where = whereOf(path);
    switch (why?.kind) {
      case 'missing':
        return messages.spec.missing(why.key, where);
      case 'one-of':
        return messages.spec.oneOf(where, why.keys);
      case 'range':
        return messages.spec.range(where, why.value, why.bounds.least, why.bounds.most);
      case undefined:
        return messages.spec.shape(where, wanted);
    }
  },
  unknownKey: (key, nearest, known, path) =>
    messages.spec.unknownKey(key, whereOf(path), nearest, known),
  both: (path, keys) => messages.spec.oneOf(whereOf(path), keys),
  choice: (path, shown, names) =>
    messages.spec.unknownName(whereOf(path), shown, names.map(String)),
};

/** A specification after its check, with diagnostics at their places in the data. */
export interface Checked<T> {
  /** Absent when there is an error among the diagnostics. */
  readonly value?: T;
  readonly diagnostics: readonly PlacedDiagnostic[];
}

/** What `check` makes of data of a shape; it gives `undefined` after it has told why. */
export function readSpec<S, T>(
  data: unknown,
  shape: Shape<S>,
  say: ShapeMessages,
  check: (spec: S, top: Place) => T | undefined,
): Checked<T> {
  const read = readShape(data, shape, say);
  if (!read.ok) return { diagnostics: read.problems };
  const diagnostics: PlacedDiagnostic[] = [];
  const value = check(read.value, placeIn([], diagnostics));
  const isSound = value !== undefined && !diagnostics.some((one) => hasErrors([one.diagnostic]));
  return isSound ? { value, diagnostics } : { diagnostics };
}
