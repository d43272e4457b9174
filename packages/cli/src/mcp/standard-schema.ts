/**
 * A shape as the server of the protocol takes it: a Standard Schema (standardschema.dev), which checks a value and prints itself
 * as a JSON Schema.
 */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import {
  type DataPath,
  messages,
  readShape,
  schemaOf,
  type Shape,
  type ShapeMessages,
} from '@ldscope/core';

export const standardSchema = <T>(shape: Shape<T>): StandardSchemaWithJSON<T, T> => ({
  '~standard': {
    version: 1,
    vendor: 'ldscope',
    validate: (value) => {
      const read = readShape(value, shape, say);
      if (read.ok) return { value: read.value };
      return {
        issues: read.problems.map(({ path, diagnostic: { message } }) => ({ message, path })),
      };
    },
    jsonSchema: { input: () => schemaOf(shape), output: () => schemaOf(shape) },
  },
});

const place = (path: DataPath): string => path.join('.') || 'the input';

const say: ShapeMessages = {
  shape: (path, wanted) => messages.usage.toolInput(place(path), wanted),
  unknownKey: (key, _, known) => messages.usage.unknownInput(key, known),
  choice: (path, _, names) => messages.usage.toolInput(place(path), `one of ${names.join(', ')}`),
};
