/** The parts that pages share: links in texts, places in addresses, the search of the gallery. */
import { describe, expect, it } from 'vitest';
import { explorers, levelOf, levels } from '../../src/explore/explorers.ts';
import { matches } from '../../src/explore/gallery/matches.ts';
import { placeOf, withPlace } from '../../src/explore/parts/contents.tsx';
import { linkedParts } from '../../src/explore/parts/linked.tsx';

const found = (text: string): string[] =>
  explorers.filter((one) => matches(one, text)).map(({ slug }) => slug);

describe('a text with references', () => {
  const urls = (text: string) => linkedParts(text).flatMap(({ url }) => url ?? []);

  it('links repositories, files, commits, pull requests and papers', () => {
    expect(urls('MI300X: nod-ai/amd-shark-ai, docs/empirical-lds/cdna3info.md, counters')).toEqual([
      'https://github.com/nod-ai/amd-shark-ai/blob/HEAD/docs/empirical-lds/cdna3info.md',
    ]);
    expect(urls('iree-org/iree @b48a5955: passes. iree-org/iree pull request 23778.')).toEqual([
      'https://github.com/iree-org/iree/tree/b48a5955',
      'https://github.com/iree-org/iree/pull/23778',
    ]);
    expect(urls('ROCm/composable_kernel, tutorial 14; arXiv 2511.08083')).toEqual([
      'https://github.com/ROCm/composable_kernel',
      'https://arxiv.org/abs/2511.08083',
    ]);
  });

  it('keeps every character, and what is not a reference', () => {
    for (const text of ['', 'read/write of 4 B', 'see ROCm/x, and b/c/d.md', 'a. iree-org/wave.']) {
      expect(
        linkedParts(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }
    expect(urls('read/write, validation/data')).toEqual([]);
  });
});

describe('a place in a page', () => {
  it('has a name for addresses, and stands beside the state of figures', () => {
    expect(placeOf('Two more steps: phases and cycles')).toEqual({
      'id': 'two-more-steps-phases-and-cycles',
      'data-part': 'Two more steps: phases and cycles',
    });
    expect(withPlace('', 'waits')).toBe('at=waits');
    expect(withPlace('#ld=132&at=x', 'waits')).toBe('ld=132&at=waits');
    expect(withPlace('#main', 'waits')).toBe('at=waits');
  });
});

describe('the course', () => {
  it('has every explorer in one level', () => {
    expect(new Set(explorers.map(({ slug }) => slug)).size).toBe(explorers.length);
    for (const { slug } of explorers) expect(levelOf(slug)).toBeDefined();
    expect(levels.map((level) => level.explorers.length)).toEqual([7, 3, 2, 2]);
  });

  it('is searched by the words of cards, all of which must be there', () => {
    expect(found('')).toHaveLength(explorers.length);
    expect(found('GCD')).toEqual(['gcd']);
    expect(found('ds_read_b128')).toEqual(['phases']);
    expect(found('swizz pad')).toContain('padding-xor');
    expect(found('no such thing')).toEqual([]);
  });
});
