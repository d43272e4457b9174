/**
 * A shape as a JSON Schema, for editors that complete and check YAML.
 *
 *     whole(1, 1024)     { "type": "integer", "minimum": 1, "maximum": 1024 }
 *
 * It takes a file exactly when `checkShape` finds nothing. Numbers that a double does not hold are rounded in it, as
 * the validators of editors round them.
 */
import { FLOAT_TEXT, INTEGER_TEXT, integerRange, MOST_NUMBER_TEXT } from '../scalar.ts';
import { type Definitions, MOST_ENTRIES, type Shape } from './shape.ts';

/** Plain data that is written as JSON. */
export interface JsonSchema {
  readonly [key: string]: unknown;
}

/** The schema of a whole file. */
export function jsonSchemaOf(shape: Shape, definitions: Definitions, head: JsonSchema): JsonSchema {
  const named = Object.entries(definitions).map(([name, one]) => [name, schemaOf(one)] as const);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...head,
    ...schemaOf(shape),
    $defs: Object.fromEntries(named),
  };
}

function schemaOf(shape: Shape): JsonSchema {
  switch (shape.kind) {
    case 'any':
      return {};
    case 'whole':
      return { type: 'integer', minimum: shape.least, maximum: shape.most };
    case 'integer': {
      const [minimum, maximum] = integerRange(shape.bits).map(Number);
      return {
        anyOf: [
          { type: 'integer', minimum, maximum },
          { type: 'boolean' },
          numberText(INTEGER_TEXT),
        ],
      };
    }
    case 'float':
      return { anyOf: [{ type: 'number' }, numberText(FLOAT_TEXT)] };
    case 'boolean':
      return { type: 'boolean' };
    case 'text':
      return {
        type: 'string',
        ...(shape.pattern !== undefined && { pattern: shape.pattern.source }),
      };
    case 'choice':
      return { type: 'string', enum: shape.names };
    case 'list': {
      const { of, least, most } = shape;
      return { type: 'array', items: schemaOf(of), minItems: least, maxItems: most };
    }
    case 'mapping': {
      const { keys, oneOf } = shape;
      const entries = Object.entries(keys);
      const needed = entries.filter(([, { isRequired }]) => isRequired).map(([key]) => key);
      const alternatives = oneOf?.keys.map((key) => ({ required: [key] }));
      return {
        type: 'object',
        properties: Object.fromEntries(
          entries.map(([key, { shape: inner, about }]) => [
            key,
            { description: about, ...schemaOf(inner) },
          ]),
        ),
        additionalProperties: false,
        ...(needed.length > 0 && { required: needed }),
        ...(oneOf !== undefined && { [oneOf.isExact ? 'oneOf' : 'anyOf']: alternatives }),
      };
    }
    case 'names':
      return {
        type: 'object',
        additionalProperties: schemaOf(shape.of),
        maxProperties: MOST_ENTRIES,
      };
    case 'either':
      return { anyOf: [...new Set(shape.of.map((one) => one.shape))].map(schemaOf) };
    case 'named':
      return { $ref: `#/$defs/${shape.name}` };
  }
}

const numberText = ({ source }: RegExp): JsonSchema => ({
  type: 'string',
  pattern: source,
  maxLength: MOST_NUMBER_TEXT,
});
