/**
 * Names and types of parameters as the author wrote them, which compilers leave out of PTX; the command writes them behind it as
 * comments when it compiles a source.
 *
 *     // ldscope.parameters _Z9transposePfPKfj [{"name":"out","type":"float*"},{"name":"in","type":"const float*"},...]
 */

/** A parameter of a kernel in its source. */
export interface AuthoredParameter {
  readonly name: string;
  /** As written, without its name: `const float*`. */
  readonly type: string;
}

/** The comment for a kernel; a line of its own. */
export function parameterNote(symbol: string, parameters: readonly AuthoredParameter[]): string {
  return `// ldscope.parameters ${symbol} ${JSON.stringify(parameters)}\n`;
}

/** Parameters by symbols, of the notes of a text. Other lines are left out. */
export function parameterNotes(text: string): ReadonlyMap<string, readonly AuthoredParameter[]> {
  const notes = new Map<string, readonly AuthoredParameter[]>();
  for (const [, symbol = '', list = ''] of text.matchAll(
    /^\/\/ ldscope\.parameters ([\w$.]+) (\[.*\])$/gm,
  )) {
    const parameters = readList(list);
    if (parameters !== undefined) notes.set(symbol, parameters);
  }
  return notes;
}

function readList(text: string): readonly AuthoredParameter[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(isParameter) ? list : undefined;
  } catch {
    return undefined;
  }
}

const isParameter = (value: unknown): value is AuthoredParameter =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'type' in value &&
  typeof value.type === 'string';
