/** The JSON Schema of launch files and their reader: what one takes, the other takes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { launchSchema, parseLaunchFile, writeNpy } from '@ldscope/engine';
import { forAll } from '../../../test/for-all.ts';
import { leastCases } from '../../../test/cases.ts';
import { hasAjv, validatorOf } from '../../../test/json-schema.ts';
import { readLaunch } from '../src/launch/launch-shape.ts';
import { randomLaunch } from './launch-random.ts';

const root = join(import.meta.dirname, '../../..');
const file = writeNpy({ descr: '<f4', shape: [4], data: new Uint8Array(16) });
const read = (text: string): ReturnType<typeof parseLaunchFile> =>
  parseLaunchFile(text, (path) => Promise.resolve(path === 'a.npy' ? file : undefined));

/** Launch files under examples, and in documentation every block of YAML with a grid. */
function launchFiles(): [name: string, text: string][] {
  const isLaunch = (text: string): boolean => /^(?:grid|kernels):/m.test(text);
  const examples = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .map((path): [string, string] => [path, readFileSync(join(root, 'examples', path), 'utf8')]);
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => {
      const text = readFileSync(join(root, 'docs', path), 'utf8');
      const blocks = [...text.matchAll(/^```yaml\n([\s\S]*?)^```/gm)];
      return blocks.map(([, block = ''], i): [string, string] => [`${path} ${i}`, block]);
    });
  return [...examples, ...docs].filter(([, text]) => isLaunch(text));
}

describe.skipIf(!hasAjv())('the schema', () => {
  const isValid = validatorOf(launchSchema());

  test('is that of the package', async () => {
    const text = `${JSON.stringify(launchSchema(), undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(root, 'packages/cli/schema/launch.schema.json'));
  });

  test.each(launchFiles())('describes %s', async (_name, text) => {
    expect(isValid(parse(text))).toBe(true);
    const result = await parseLaunchFile(text, () => Promise.resolve(undefined));
    const wrong = result.diagnostics.filter(({ code }) => code !== 'launch-file/unreadable');
    expect(wrong).toEqual([]);
  });

  test('finds wrong what the check of the reader finds wrong', () => {
    let good = 0;
    forAll([randomLaunch], 3000, (launch) => {
      const read = readLaunch(launch);
      const problem = read.ok ? '' : read.problems[0]?.diagnostic.message;
      expect(isValid(launch), `${JSON.stringify(launch)} ${problem}`).toBe(read.ok);
      if (read.ok) good++;
    });
    expect(good).toBeGreaterThan(leastCases(500));
  });

  test('takes what is read; what is refused beyond it says two things that do not agree', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(randomLaunch, async (launch) => {
        const result = await read(JSON.stringify(launch));
        if (result.ok) {
          taken++;
          expect(isValid(launch)).toBe(true);
        } else if (isValid(launch)) {
          for (const { code, span } of result.diagnostics) {
            expect(code).toMatch(/^(?:launch(?:-file)?|c-type|syntax)\//);
            expect(span).toBeDefined();
          }
        }
      }),
      { numRuns: 1300 },
    );
    expect(taken).toBeGreaterThan(leastCases(60));
  });
});
