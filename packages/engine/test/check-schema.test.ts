/** The JSON Schema of ldscope.yaml and its reader: what one takes, the other takes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { checkConfigSchema, parseCheckConfig } from '@ldscope/engine';
import { forAll } from '../../../test/for-all.ts';
import { hasAjv, validatorOf } from '../../../test/json-schema.ts';
import { leastCases } from '../../../test/cases.ts';

const root = join(import.meta.dirname, '../../..');

/** A value of a key: some that are right there, and some that are not. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom('gfx942', 'a', 'all', 'conflicts', '', '2027-03-31', 0, 1, 2.5, -1, true),
  fc.array(fc.constantFrom('conflicts', 'hazards', 'gfx942', 7), { maxLength: 3 }),
);
const entry = fc.dictionary(
  fc.constantFrom('file', 'kernel', 'buffer', 'launch', 'reason', 'expires', 'maxWays', 'other'),
  fc.oneof(fc.constantFrom('a', '2027-03-31', 3, 0), value),
  { maxKeys: 4 },
);
const config = fc.dictionary(
  fc.constantFrom('machines', 'files', 'failOn', 'maxWays', 'workgroups', 'flags', 'baseline', 'x'),
  value,
  { maxKeys: 3 },
);
const configWithEntries = fc
  .tuple(
    config,
    fc.constantFrom('launches', 'budgets', 'suppressions'),
    fc.array(entry, { maxLength: 2 }),
  )
  .map(([own, key, entries]) => ({ ...own, [key]: entries }));

describe.skipIf(!hasAjv())('the schema', () => {
  const isValid = validatorOf(checkConfigSchema());

  test('is that of the package', async () => {
    const text = `${JSON.stringify(checkConfigSchema(), undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(root, 'packages/cli/schema/check.schema.json'));
  });

  test('takes the configurations of the documentation and the examples', () => {
    const docs = readFileSync(join(root, 'docs/check.md'), 'utf8');
    const blocks = [...docs.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
    const texts = blocks.filter((text) => text.includes('machines:') && !text.includes('runs-on'));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of [...texts, readFileSync(join(root, 'examples/ldscope.yaml'), 'utf8')]) {
      expect(isValid(parse(text))).toBe(true);
      expect(parseCheckConfig(text).diagnostics).toEqual([]);
    }
  });

  test('takes what the reader takes', () => {
    let good = 0;
    forAll([fc.oneof(config, configWithEntries)], 1000, (one) => {
      const read = parseCheckConfig(stringify(one));
      // Chips and days are more than a form.
      const isForm = read.diagnostics.every(({ code }) => /\/(?:machine|date)$/.test(code));
      expect(isValid(one), `${JSON.stringify(one)} ${read.diagnostics[0]?.message}`).toBe(isForm);
      if (read.ok) good++;
    });
    expect(good).toBeGreaterThan(leastCases(100));
  });

  test('does not fail on any text', () => {
    forAll([fc.string({ maxLength: 60 })], (text) => {
      const read = parseCheckConfig(text);
      if (!read.ok) expect(read.diagnostics.length).toBeGreaterThan(0);
    });
  });
});
