/**
 * Ajv as an oracle of JSON Schemas: `validatorOf(schema)` says whether a value is one that the schema describes.
 *
 *     describe.skipIf(!hasAjv())(...)      skipped where it is not installed: npm ci installs it
 */
import { createRequire } from 'node:module';

type Validate = (value: unknown) => boolean;

interface Ajv {
  readonly compile: (schema: object) => Validate;
}

const require = createRequire(import.meta.url);

function loadAjv(): (new (options: object) => Ajv) | undefined {
  try {
    const { Ajv2020 } = require('ajv/dist/2020.js') as {
      readonly Ajv2020: new (options: object) => Ajv;
    };
    return Ajv2020;
  } catch {
    return undefined;
  }
}

/** False, with the reason on the console, where Ajv is not installed. */
export function hasAjv(): boolean {
  const isThere = loadAjv() !== undefined;
  if (!isThere) console.log('skipped: needs ajv; npm ci installs it');
  return isThere;
}

/** True for values that a schema describes. NaN and infinities are numbers, as they are in YAML. */
export function validatorOf(schema: object): Validate {
  const Ajv2020 = loadAjv();
  if (Ajv2020 === undefined) throw new Error('ajv is not installed');
  return new Ajv2020({ strict: true, strictRequired: false, strictNumbers: false }).compile(schema);
}
