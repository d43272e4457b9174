/**
 * A JSON Schema of the part of SARIF 2.1.0 (OASIS, sections 3.10 to 3.59) that our logs use. What it does not name is refused, so that a
 * property that the standard does not have, or has elsewhere, does not pass.
 */
const text = { type: 'string', minLength: 1 };
const count = { type: 'integer', minimum: 0 };
const position = { type: 'integer', minimum: 1 };

/** An object with these properties and no others. */
const object = (
  properties: Readonly<Record<string, object>>,
  required: readonly string[] = [],
): object => ({ type: 'object', properties, required, additionalProperties: false });
const list = (items: object, more: object = {}): object => ({ type: 'array', items, ...more });

/** 3.8: any values under any names. */
const propertyBag = { type: 'object' };
/** 3.11, 3.12 */
const message = object({ text, markdown: text }, ['text']);
const multiformat = object({ text, markdown: text }, ['text']);
/** 3.4: a URI reference in ASCII, with what is not of it escaped. */
const uri = { type: 'string', pattern: '^(?:[!#$&-;=?-Z_a-z~]|%[0-9A-Fa-f]{2})*$' };
const artifactLocation = object({ uri, description: message });
/** 3.30: lines and columns count from 1, and a column needs its line. */
const region = object({ startLine: position, startColumn: position }, ['startLine']);
const physicalLocation = object({ artifactLocation, region }, ['artifactLocation']);
/** 3.28 */
const location = object({ id: count, physicalLocation, message });
const level = { enum: ['none', 'note', 'warning', 'error'] };
/** 3.49 */
const rule = object(
  {
    id: text,
    name: text,
    shortDescription: multiformat,
    fullDescription: multiformat,
    help: multiformat,
    helpUri: uri,
  },
  ['id'],
);
/** 3.35 */
const suppression = object(
  {
    kind: { enum: ['inSource', 'external'] },
    status: { enum: ['accepted', 'underReview', 'rejected'] },
    justification: text,
  },
  ['kind'],
);
/** 3.57: the region goes, and the content comes in its place. */
const replacement = object(
  {
    deletedRegion: object(
      { startLine: position, startColumn: position, endLine: position, endColumn: position },
      ['startLine'],
    ),
    insertedContent: object({ text: { type: 'string' } }),
  },
  ['deletedRegion'],
);
/** 3.56 */
const artifactChange = object(
  { artifactLocation, replacements: list(replacement, { minItems: 1 }) },
  ['artifactLocation', 'replacements'],
);
/** 3.55 */
const fix = object(
  { description: message, artifactChanges: list(artifactChange, { minItems: 1 }) },
  ['artifactChanges'],
);
/** 3.27 */
const result = object(
  {
    ruleId: text,
    ruleIndex: count,
    level,
    message,
    locations: list(location),
    relatedLocations: list(location, { minItems: 1 }),
    baselineState: { enum: ['new', 'unchanged', 'updated', 'absent'] },
    suppressions: list(suppression),
    fixes: list(fix),
    partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
    properties: propertyBag,
  },
  ['message'],
);
/** 3.58 */
const notification = object({ descriptor: object({ id: text }), level, message }, ['message']);
/** 3.14 */
const run = object(
  {
    tool: object(
      {
        driver: object(
          {
            name: text,
            version: text,
            semanticVersion: { type: 'string', pattern: String.raw`^\d+\.\d+\.\d+` },
            shortDescription: multiformat,
            rules: list(rule),
          },
          ['name'],
        ),
      },
      ['driver'],
    ),
    invocations: list(
      object(
        {
          executionSuccessful: { type: 'boolean' },
          toolExecutionNotifications: list(notification),
        },
        ['executionSuccessful'],
      ),
    ),
    columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
    results: list(result),
    properties: propertyBag,
  },
  ['tool'],
);

/** 3.13 */
export const sarifSchema = object(
  { $schema: { type: 'string' }, version: { const: '2.1.0' }, runs: list(run) },
  ['version', 'runs'],
);
