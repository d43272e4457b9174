/** A unified diff as replacements of lines: made again, they give the changed text. */
import { createTwoFilesPatch } from 'diff';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { replacementsIn } from '../../render/src/sarif/diff.ts';

const texts = fc
  .array(fc.constantFrom('a', 'b', '-- a/x', '++ b/x', '@@ -1 +1 @@', ''), { maxLength: 12 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

const diffOf = (name: string, before: string, after: string): string =>
  `diff --git a/${name} b/${name}\n${createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after).replace(/^=+\n/, '')}`;

it('gives the changed text of each file', () => {
  fc.assert(
    fc.property(texts, texts, texts, (before, after, other) => {
      const diff = diffOf('k.hip', before, after) + diffOf('l.yaml', other, `${other}more\n`);
      const found = replacementsIn(diff);
      expect([...found.keys()]).toEqual(['k.hip', 'l.yaml']);
      const lines = before
        .split('\n')
        .slice(0, -1)
        .map((line) => `${line}\n`);
      for (const { line, deleted, inserted } of found.get('k.hip')?.toReversed() ?? [])
        lines.splice(line - 1, deleted, inserted);
      expect(lines.join('')).toBe(after);
      expect(found.get('l.yaml')).toHaveLength(1);
    }),
  );
});
