/** The inputs of the tools of agents: their JSON Schemas and their checks take the same ones. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasAjv, validatorOf } from '../../../test/json-schema.ts';
import { valuesOf } from '../../../test/shape-values.ts';
import { leastCases } from '../../../test/cases.ts';
import { standardSchema } from '../src/mcp/standard-schema.ts';
import { tools } from '../src/mcp/tools.ts';

describe.skipIf(!hasAjv())('the inputs of a tool', () => {
  test.each(tools)('$name', async ({ input }) => {
    const { validate, jsonSchema } = standardSchema(input)['~standard'];
    const isValid = validatorOf(jsonSchema.input({ target: 'draft-2020-12' }));
    let good = 0;
    await fc.assert(
      fc.asyncProperty(valuesOf(input), async (value) => {
        const { issues = [] } = await validate(value);
        expect(isValid(value), JSON.stringify(value)).toBe(issues.length === 0);
        if (issues.length === 0) good++;
      }),
      { numRuns: 200 },
    );
    expect(good).toBeGreaterThan(leastCases(20));
  });
});

test('words of a tool are options of its command', () => {
  const [analyze] = tools;
  const command = analyze?.command({ path: 'k.mlir', machine: '--help', workgroups: 'all' });
  expect(command).toMatchObject({
    argv: ['analyze', '--format', 'json', '--machine=--help', '--workgroups=all'],
    path: 'k.mlir',
  });
});
