import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../src/text/yaml.ts';
import type { Document } from '../../src/text/document.ts';

/** Maps as plain objects. */
function plain(document: Document): unknown {
  if (document instanceof Map)
    return Object.fromEntries([...document].map(([key, value]) => [key, plain(value)]));
  return Array.isArray(document) ? document.map((entry: Document) => plain(entry)) : document;
}

describe('YAML', () => {
  it.each<readonly [string, unknown]>([
    ['a: 1\nb: -0x10\nc: true', { a: 1, b: -16, c: true }],
    ['---\na: x y\n...\n', { a: 'x y' }],
    ['a:\n  - 1\n  - b: 2\n    c: 3\n  -\n    d: 4', { a: [1, { b: 2, c: 3 }, { d: 4 }] }],
    ['a:\n- 1\n- 2\nb: 3', { a: [1, 2], b: 3 }],
    ['- - 1\n  - 2\n- 3', [[1, 2], 3]],
    ['a: [1, [x, "y, z"], {b: 2}]', { a: [1, ['x', 'y, z'], { b: 2 }] }],
    ['a: { b: 1, c: [ ] }', { a: { b: 1, c: [] } }],
    ['"a b": \'it\'\'s\' # comment\n# more\nc: "\\"#\\n"', { 'a b': "it's", 'c': '"#\n' }],
    ['a: std::vector<int>*', { a: 'std::vector<int>*' }],
    ['a:\nb: ~', { a: undefined, b: undefined }],
    ['a: 12345678901234567890', { a: '12345678901234567890' }],
    ['a: 1\r\nb: 2\r\n', { a: 1, b: 2 }],
    ['', undefined],
  ])('%s', (text, expected) => {
    const { document, problem } = parseYaml(text);
    expect(problem).toBeUndefined();
    expect(plain(document)).toEqual(expected);
  });

  it.each([
    ['a list that is not closed', 'a: [1, 2', 8],
    ['a line that is indented too far', 'a: 1\n   b: 2', 3],
    ['a line without a key', 'a: 1\nb', 5],
    ['a text that is not closed', 'a: "b', 5],
  ])('%s is a problem', (_, text, start) => {
    expect(parseYaml(text).problem?.start).toBe(start);
  });

  it('answers nesting that is too deep', () => {
    for (const opener of ['[', '{a: ', '- ']) {
      const { problem } = parseYaml(`a:\n  ${opener.repeat(50_000)}`);
      expect(problem?.reason).toBeDefined();
    }
  });

  it('keeps what stands before a problem', () => {
    const { document, problem } = parseYaml('a: 1\nb: [2, 3');
    expect(problem).toBeDefined();
    expect(plain(document)).toEqual({ a: 1, b: [2, 3] });
  });

  it('does not follow aliases', () => {
    expect(plain(parseYaml('a: &x [1, 2]\nb: [*x, *x]').document)).toEqual({
      a: [1, 2],
      b: [undefined, undefined],
    });
  });
});
