/** The wordings that `npm run words` rules out, and the texts that it reads. */
import { describe, expect, it } from 'vitest';
import { findingsOf } from '../tools/words/find.ts';
import { wordings } from '../tools/words/patterns.ts';
import { lineOf, textsOf } from '../tools/words/texts.ts';

const named = (path: string, source: string): string[] =>
  findingsOf(path, source, []).map(({ line, wording }) => `${line} ${wording.name}`);

describe.each(wordings)('$name', (wording) => {
  it.each(wording.catches)('catches %s', (words) => {
    expect(named('a.md', words).map((finding) => finding.split(' ')[1])).toContain(wording.name);
  });

  it.each(wording.leaves)('leaves %s', (words) => {
    expect(named('a.md', words)).toEqual([]);
  });

  it('has sentences of both kinds', () => {
    expect(Math.min(wording.catches.length, wording.leaves.length)).toBeGreaterThan(0);
  });
});

describe('texts', () => {
  const wordsOf = (path: string, source: string): string[] =>
    textsOf(path, source).map(({ words }) => words);

  it('reads strings, templates and their sums, with values as one sign', () => {
    const source = "const a = 'a lane' + `, ${b === 'two words' ? 1 : 2} B of ` + name;";
    expect(wordsOf('a.ts', source)).toEqual(['a lane, … B of …', 'two words']);
  });

  it('reads no names: identifiers, imports, keys and strings without a blank', () => {
    const source = "import { mend } from './mend.ts';\nconst usual = { mend: 'mend' };";
    expect(wordsOf('a.ts', source)).toEqual([]);
  });

  it('reads comments over line ends, without code and formulas', () => {
    const source =
      '/**\n * This is\n * no `lane`:\n *\n *     a mended b\n */\n// One\n// more.\nx; // last';
    expect(wordsOf('a.ts', source)).toEqual(['This is no … :', 'One more.', 'last']);
  });

  it('takes what is in strings and regular expressions for no comment', () => {
    expect(wordsOf('a.ts', "const a = /\\/\\/ a b/; const b = 'http://x y';")).toEqual([
      'http://x y',
    ]);
  });

  it('reads texts between tags with the elements in their sentences', () => {
    const source =
      'const a = (<p title="two words">One <b>lane</b> of <code>x</code>{" "}here: {n}<br /><Note>there are</Note></p>);';
    expect(wordsOf('a.tsx', source)).toEqual(['One lane of … here: …', 'there are', 'two words']);
  });

  it('reads Markdown without code, targets of links and fences', () => {
    const source =
      '# One head\n\nA [link](to/mend.md) is\nbroken `mend`.\n\n    mend it\n\n| a b | c d |\n\n```text\nmend\n```\n- last item';
    expect(wordsOf('a.md', source)).toEqual([
      '# One head',
      'A link is broken … .',
      'a b',
      'c d',
      '- last item',
    ]);
  });

  it('reads texts and descriptions of HTML, without scripts', () => {
    const source =
      '<meta content="two words"><script>let mend;</script><p>some text</p><!-- no -->';
    expect(wordsOf('a.html', source)).toEqual(['two words', 'some text']);
  });

  it('names the line of a finding, also inside a text', () => {
    expect(named('a.ts', '/**\n * Nothing here,\n * and it must be mended.\n */')).toEqual([
      '3 mend',
    ]);
    expect(lineOf('a\nb\nc', 4)).toBe(3);
  });

  it('leaves out what an exception names, and only that', () => {
    const source = '// mend this\n\n// mend that';
    const exception = { path: 'a', name: 'mend', words: 'mend this', reason: 'a name' };
    expect(findingsOf('a.ts', source, [exception]).map(({ line }) => line)).toEqual([3]);
    expect(findingsOf('b.ts', source, [exception])).toHaveLength(2);
  });
});
