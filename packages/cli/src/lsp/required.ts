/**
 * Requests whose parameters lack what the protocol requires: they are refused by its own error, with the name of what is missing.
 *
 *     textDocument/hover { textDocument: { uri } }   ->   -32602 Invalid params: position is missing
 */
import { ErrorCodes, Position, Range, ResponseError } from 'vscode-languageserver';

/** Parameters that handlers read without looking. */
const checks = {
  capabilities: isObject,
  command: (value: unknown): boolean => typeof value === 'string',
  textDocument: (value: unknown): boolean =>
    isObject(value) && 'uri' in value && typeof value.uri === 'string',
  position: (value: unknown): boolean => Position.is(value),
  range: (value: unknown): boolean => Range.is(value),
  context: (value: unknown): boolean =>
    isObject(value) && 'diagnostics' in value && Array.isArray(value.diagnostics),
} as const;

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A handler that is called with these parameters alone. */
export function takes<P extends object, Rest extends unknown[], R>(
  names: readonly (keyof typeof checks & keyof P)[],
  handler: (params: P, ...rest: Rest) => R,
): (params: P, ...rest: Rest) => R {
  return (params, ...rest) => {
    const given = new Map<string, unknown>(isObject(params) ? Object.entries(params) : []);
    for (const name of names) {
      if (checks[name](given.get(name))) continue;
      const what = given.has(name) ? 'is not what the protocol has' : 'is missing';
      throw new ResponseError(ErrorCodes.InvalidParams, `Invalid params: ${name} ${what}`);
    }
    return handler(params, ...rest);
  };
}
