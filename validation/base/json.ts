/** Reading untrusted JSON: each look-up says what it found or `undefined`, nothing is cast. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** The value when it is an object and no list. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** The list under a key; empty when there is none. */
export function listAt(object: JsonObject | undefined, key: string): readonly unknown[] {
  const value = object?.[key];
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The objects of the list under a key. */
export function objectsAt(object: JsonObject | undefined, key: string): readonly JsonObject[] {
  return listAt(object, key)
    .map((value) => asObject(value))
    .filter((value) => value !== undefined);
}

export function objectAt(object: JsonObject | undefined, key: string): JsonObject | undefined {
  return asObject(object?.[key]);
}

export function textAt(object: JsonObject | undefined, key: string): string | undefined {
  const value = object?.[key];
  return typeof value === 'string' ? value : undefined;
}

export function numberAt(object: JsonObject | undefined, key: string): number | undefined {
  const value = object?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The numbers under a key: a list of them, or one. `undefined` when something else is there. */
export function numbersAt(
  object: JsonObject | undefined,
  key: string,
): readonly number[] | undefined {
  const value = object?.[key];
  if (typeof value === 'number') return [value];
  if (!Array.isArray(value)) return undefined;
  const numbers = value.filter((item) => typeof item === 'number');
  return numbers.length === value.length ? numbers : undefined;
}

/** The first of several keys that holds a number. */
export function firstNumber(
  object: JsonObject | undefined,
  keys: readonly string[],
): number | undefined {
  for (const key of keys) {
    const value = numberAt(object, key);
    if (value !== undefined) return value;
  }
  return undefined;
}
