/**
 * Shapes of `__shared__` arrays as the author wrote them, where PTX has bytes alone; the command writes them behind it as comments
 * when it compiles a source.
 *
 *     .shared .align 4 .b8 _ZZ5plainPfE4tile[4224];
 *     // ldscope.shared _ZZ5plainPfE4tile {"shape":[32,33],"elementBytes":4,"declared":{"file":"k.cu","line":5,"column":20}}
 *
 * A note that is not well formed says nothing, nor does one whose shape has another size than its variable.
 */
import { isRecord, type LdsObject } from '@ldscope/core';

/** The declaration of an array in the source; see `LdsObject`. */
export interface AuthoredArray extends Pick<LdsObject, 'declared' | 'type'> {
  /** Lengths, outermost first. */
  readonly shape: readonly number[];
  readonly elementBytes: number;
}

/** The comment for a variable; a line of its own. */
export function sharedNote(symbol: string, array: AuthoredArray): string {
  return `// ldscope.shared ${symbol} ${JSON.stringify(array)}\n`;
}

/** Arrays by symbols, of the notes of a text. */
export function sharedNotes(text: string): ReadonlyMap<string, AuthoredArray> {
  const notes = new Map<string, AuthoredArray>();
  for (const [, symbol = '', note = ''] of text.matchAll(
    /^\/\/ ldscope\.shared ([\w$.]+) (\{.*\})$/gm,
  )) {
    const array = parsed(note);
    if (array !== undefined) notes.set(symbol, array);
  }
  return notes;
}

/** Bytes of an array. */
export const bytesOfArray = ({ shape, elementBytes }: AuthoredArray): number =>
  shape.reduce((product, length) => product * length, elementBytes);

function parsed(note: string): AuthoredArray | undefined {
  let read: unknown;
  try {
    read = JSON.parse(note);
  } catch {
    return undefined;
  }
  if (!isRecord(read)) return undefined;
  const { shape, elementBytes, type, declared } = read;
  if (!isShape(shape) || !isLength(elementBytes)) return undefined;
  const place = placeOf(declared);
  return {
    shape,
    elementBytes,
    ...(typeof type === 'string' && type !== '' && { type }),
    ...(place && { declared: place }),
  };
}

function placeOf(declared: unknown): LdsObject['declared'] {
  if (!isRecord(declared)) return undefined;
  const { file, line, column } = declared;
  return typeof file === 'string' && isLength(line) && (isLength(column) || column === 0)
    ? { file, line, column }
    : undefined;
}

const isLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

const isShape = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length > 0 && value.length <= 16 && value.every(isLength);
