/**
 * Types of structs and of constants as the author wrote them, which compilers leave out of PTX; the command writes them behind it as a
 * comment when it compiles a source.
 *
 *     // ldscope.types {"structs":"struct Params { int n; };","constants":{"params":"Params"}}
 */

export interface AuthoredTypes {
  /** Definitions of the structs that parameters and constants have, in C. */
  readonly structs: string;
  /** Types of constants by their names: `Params`, `float`. */
  readonly constants: Readonly<Record<string, string>>;
}

const NOTHING: AuthoredTypes = { structs: '', constants: {} };

/** The comment for a module; a line of its own. */
export const typeNote = (types: AuthoredTypes): string =>
  `// ldscope.types ${JSON.stringify(types)}\n`;

/** The types of a module by its note; nothing where there is none that can be read. */
export function typesOfNote(text: string): AuthoredTypes {
  const [, json = ''] = /^\/\/ ldscope\.types (\{.*\})$/m.exec(text) ?? [];
  if (json === '') return NOTHING;
  try {
    const types: unknown = JSON.parse(json);
    return isTypes(types) ? types : NOTHING;
  } catch {
    return NOTHING;
  }
}

const isTypes = (value: unknown): value is AuthoredTypes =>
  typeof value === 'object' &&
  value !== null &&
  'structs' in value &&
  typeof value.structs === 'string' &&
  'constants' in value &&
  typeof value.constants === 'object' &&
  value.constants !== null &&
  Object.values(value.constants).every((one) => typeof one === 'string');
