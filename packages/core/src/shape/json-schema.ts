/**
 * A shape as a JSON Schema, for editors that complete and check YAML, and for agents.
 *
 *     whole(1, 1024)     { "type": "integer", "minimum": 1, "maximum": 1024 }
 *
 * It takes a value exactly when `readShape` does. Numbers that a double does not hold are rounded in it, as the validators
 * of editors round them.
 */
import { MOST_ENTRIES } from './read.ts';
import { FLOAT_TEXT, INTEGER_TEXT, integerRange, MOST_NUMBER_TEXT } from './scalars.ts';
import type { Mapping, Shape } from './shape.ts';

/** Plain data that is written as JSON. */
export interface JsonSchema {
  readonly [key: string]: unknown;
}

/** The schema of a whole file. */
export function jsonSchemaOf(shape: Shape, head: JsonSchema): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  const own = schemaOf(shape, definitions);
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  return { $schema, ...head, ...own, $defs: Object.fromEntries(definitions) };
}

/** The schema of a value; shapes with a name go to the definitions. */
export function schemaOf(shape: Shape, definitions = new Map<string, JsonSchema>()): JsonSchema {
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
    case 'number':
      return { type: 'number', exclusiveMinimum: shape.above, maximum: shape.most };
    case 'boolean':
      return { type: 'boolean' };
    case 'text': {
      const { pattern, most: maxLength, examples } = shape;
      return {
        type: 'string',
        ...(pattern !== undefined && { pattern: pattern.source }),
        ...(maxLength !== undefined && { maxLength }),
        ...(examples !== undefined && { examples }),
      };
    }
    case 'choice': {
      const types = [...new Set(shape.names.map((name) => typeof name))];
      return { ...(types.length === 1 && { type: types[0] }), enum: shape.names };
    }
    case 'list': {
      const { of, least, most } = shape;
      const items = schemaOf(of, definitions);
      return { type: 'array', items, minItems: least, maxItems: most };
    }
    case 'mapping':
      return mappingSchema(shape, definitions);
    case 'names':
      return {
        type: 'object',
        additionalProperties: schemaOf(shape.of, definitions),
        maxProperties: MOST_ENTRIES,
      };
    case 'either': {
      const shapes = [...new Set(shape.of.map((one) => one.shape))];
      return { anyOf: shapes.map((one) => schemaOf(one, definitions)) };
    }
    case 'made':
      return schemaOf(shape.from, definitions);
    case 'named': {
      const { name, of } = shape;
      if (!definitions.has(name)) {
        definitions.set(name, {});
        definitions.set(name, schemaOf(of(), definitions));
      }
      return { $ref: `#/$defs/${name}` };
    }
  }
}

function mappingSchema(
  { keys, oneOf, isOpen = false }: Mapping,
  definitions: Map<string, JsonSchema>,
): JsonSchema {
  const entries = Object.entries(keys);
  const needed = entries.filter(([, { isRequired }]) => isRequired).map(([key]) => key);
  const alternatives = oneOf?.keys.map((key) => ({ required: [key] }));
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([key, { shape, about }]) => [
        key,
        { description: about, ...schemaOf(shape, definitions) },
      ]),
    ),
    ...(!isOpen && { additionalProperties: false }),
    ...(needed.length > 0 && { required: needed }),
    ...(oneOf !== undefined && { [oneOf.isExact ? 'oneOf' : 'anyOf']: alternatives }),
  };
}

const numberText = ({ source }: RegExp): JsonSchema => ({
  type: 'string',
  pattern: source,
  maxLength: MOST_NUMBER_TEXT,
});
