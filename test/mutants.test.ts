/** The faults that `npm run mutants` puts into sources, and the tests that it runs for each. */
import { describe, expect, it } from 'vitest';
import { chooseSites } from '../tools/mutants/choose.ts';
import { distancesOf, nearestTests } from '../tools/mutants/imports.ts';
import { killedPercent, reportLines } from '../tools/mutants/report.ts';
import { marked, mutated, type Site, sitesOf } from '../tools/mutants/sites.ts';

const inFunction = (code: string): string => `function f() {\n${code}\n}`;
const diffs = (code: string): string[] =>
  sitesOf('a.ts', inFunction(code)).map(({ kind, diff }) => `${kind} ${diff}`);

describe('sites', () => {
  it.each([
    ['a < b;', ['boundary a [-<-]{+<=+} b;']],
    ['a >= b;', ['boundary a [->=-]{+>+} b;']],
    ['a + b;', ['operator a [-+-]{+-+} b;']],
    ['a >>> b;', ['operator a [->>>-]{+>>+} b;']],
    ['a |= b;', ['operator a [-|=-]{+&=+} b;']],
    ['a(2);', ['constant a([-2-]{+3+});', 'constant a([-2-]{+1+});']],
    ['a(-0n);', ['constant a(-[-0n-]{+1n+});', 'constant a(-[-0n-]{+ -1n+});']],
    ['a && b;', ['operator a [-&&-]{+||+} b;', 'condition a[- && b-];']],
    ['if (a) return b;', ['condition [-if (a) return b;-]{+;+}']],
    ['if (a) b(); else if (c) d();', ['condition if (a) b(); else [-if (c) d();-]{+;+}']],
    ['!a;', ['negation [-!a-]{+a+};']],
    ['Math.min(a, b);', ['min-max Math.[-min-]{+max+}(a, b);']],
    ['a ? b : c;', ['branch a ? [-b : c-]{+c : b+};']],
  ])('%s', (code, expected) => {
    expect(diffs(code)).toEqual(expected);
  });

  it.each([
    ["'a' + b;", 'texts'],
    ['`${a + 1}`;', 'templates'],
    ['messages.a.b(c + 1, d);', 'arguments of messages'],
    ["throw new Error(a > 1 ? 'b' : 'c');", 'what is thrown'],
    ['if (a) throw b;', 'conditions of what is thrown'],
    ["a ? 'b' : 'c';", 'the choice of a text'],
    ['a[0]; a[1];', 'places of a pair'],
    ['a ?? 0;', 'fallbacks'],
    ['({ 1: a });', 'keys'],
    ['let a: 1 | 2;', 'types'],
    ['if (a === undefined) return;', 'tests that the types require'],
    ['a === undefined || a.b;', 'tests that the types require'],
  ])('none in %s: %s', (code) => {
    expect(diffs(code).filter((diff) => !diff.startsWith('condition a['))).toEqual([]);
  });

  it('has none in files of data and of texts', () => {
    expect(sitesOf('a.ts', 'export const a = [1, 2 + 3];')).toEqual([]);
    expect(sitesOf('base/messages/a.ts', inFunction('a + b;'))).toEqual([]);
  });

  it('names the place and changes nothing else', () => {
    const source = inFunction('  return a <\n    b;');
    const [site] = sitesOf('a.ts', source);
    expect(site?.id).toBe('a.ts:2:12:boundary');
    expect(site && mutated(source, site)).toBe(inFunction('  return a <=\n    b;'));
  });
});

describe('marks', () => {
  /** The result of a function with all its sites marked, and the marks that it reached. */
  function run(body: string, ...args: number[]): { result: unknown; reached: number[] } {
    const source = `(function f(a, b) { ${body} })`;
    const marks = sitesOf('a.ts', source).map(({ place }, number) => ({ place, number }));
    const reached: number[] = [];
    const scope = { reached: (number: number) => reached.push(number) };
    const evaluate = new Function('globalThis', `return ${marked(source, marks)}`);
    return { result: evaluate(scope)(...args), reached };
  }

  it.each([
    ['return a < b;', 'return true;', [0]],
    ['return a + b * 2;', 'return 5;', [0, 1, 2, 3]],
    ['if (a > 5) return 9; else if (b === 2) return 7;', 'return 7;', [0, 1, 2, 5, 6, 7, 8, 9]],
    ['return Math.max(a, b) - (a > 4 ? -9 : 1);', 'return 1;', [0, 1, 2, 3, 4, 5, 8, 9]],
    ['return a > 4 && b < 3;', 'return false;', [0, 1, 2, 3, 4]],
    ['a <<= 2; return !b ? 4 : a;', 'return 4;', [0, 1, 2, 3, 4]],
  ])('%s', (code, same, reached) => {
    const own = run(code, 1, 2);
    expect(own.result).toBe(run(same).result);
    expect(own.reached.toSorted((x, y) => x - y)).toEqual(reached);
  });
});

describe('choice', () => {
  const sources = ['a', 'b', 'c', 'd'].map(
    (name) => [`${name}.ts`, inFunction('a < b + 2 && !c;'.repeat(9))] as const,
  );
  const sites = sources.flatMap(([path, source]) => sitesOf(path, source));
  const lines = new Map(sources.map(([path]) => [path, 10]));
  const ids = (count: number, seed: number): string[] =>
    chooseSites(sites, lines, count, seed).map(({ id }) => id);

  it('depends on the seed alone', () => {
    expect(ids(5, 1)).toEqual(ids(5, 1));
    expect(ids(5, 1)).not.toEqual(ids(5, 2));
  });

  it('takes as many of each kind, at most two of a file', () => {
    const chosen = chooseSites(sites, lines, 100, 1);
    expect(chosen.map(({ path }) => path)).toEqual(
      ['a', 'b', 'c', 'd'].flatMap((name) => [`${name}.ts`, `${name}.ts`]),
    );
    expect(new Set(chosen.map(({ kind }) => kind)).size).toBe(5);
  });
});

describe('tests of a file', () => {
  const [self, choose] = ['test/mutants.test.ts', 'tools/mutants/choose.ts'];
  const random = 'packages/core/src/base/random.ts';
  const distances = distancesOf([self, 'test/rooms.test.ts']);

  it('counts imports, through the list of a package to what declares the name', () => {
    expect(distances.get(self)?.get(choose)).toBe(1);
    expect(distances.get(self)?.get(random)).toBe(2);
    expect(distances.get(self)?.get('packages/core/src/base/lanes.ts')).toBeUndefined();
  });

  it('prefers a test of the same name', () => {
    const path = 'packages/ptx/src/isa/exchange.ts';
    const tests = ['packages/ptx/test/add.test.ts', 'packages/ptx/test/exchange.test.ts'];
    const own = new Map(tests.map((test) => [test, new Map([[path, 4]])] as const));
    expect(nearestTests(path, tests, own, new Map(), 60)).toEqual(tests.toReversed());
  });

  it('takes the nearest first, while their seconds fit', () => {
    const far = ['far', new Map([['x', 3]])] as const;
    const near = ['near', new Map([['x', 1]])] as const;
    const quick = ['quick', new Map([['x', 3]])] as const;
    const own = new Map([far, near, quick]);
    const tests = ['unknown', 'far', 'near', 'quick'];
    const seconds = new Map([
      ['far', 30],
      ['near', 20],
      ['quick', 10],
    ]);
    expect(nearestTests('x', tests, own, seconds, 60)).toEqual(['near', 'quick', 'far', 'unknown']);
    expect(nearestTests('x', tests, own, seconds, 40)).toEqual(['near', 'quick', 'unknown']);
    expect(nearestTests('x', ['far', 'near'], own, seconds, 1)).toEqual(['near']);
  });
});

describe('report', () => {
  const site = (kind: Site['kind'], line: number): Site => ({
    id: `a.ts:${line}:1:${kind}`,
    path: 'a.ts',
    kind,
    diff: `diff ${line}`,
    next: '',
    start: 0,
    end: 0,
    text: '',
    place: { start: 0, end: 0, isStatement: false },
  });
  const judged = [
    { site: site('boundary', 1), verdict: { kind: 'killed', by: 'a.test.ts > b' } },
    { site: site('boundary', 2), verdict: { kind: 'survived', tests: ['a/b.test.ts'] } },
    { site: site('branch', 3), verdict: { kind: 'survived', tests: ['a/b.test.ts', 'c.test.ts'] } },
    { site: site('branch', 4), verdict: { kind: 'not reached' } },
    { site: site('branch', 5), verdict: { kind: 'killed', by: 'b', endless: true } },
    { site: site('branch', 6), verdict: { kind: 'refused' } },
  ] as const;
  const accepted = [{ path: 'a.ts', diff: 'diff 3', reason: 'It is the same.' }];

  it('counts what was killed, without what was accepted', () => {
    expect(killedPercent(judged, [])).toBe(40);
    expect(killedPercent(judged, accepted)).toBe(50);
  });

  it('lists each that was not killed', () => {
    expect(reportLines(judged, accepted)).toEqual([
      '                 killed     survived  not reached    timed out      refused     accepted',
      'boundary              1            1            0            0            0            0   50 %',
      'branch                1            0            1            0            1            1   50 %',
      'all                   2            1            1            0            1            1   50 %',
      '',
      'survived:',
      '  a.ts:2:1:boundary  diff 2  (not seen by b.test.ts)',
      '',
      'no test reaches:',
      '  a.ts:4:1:branch  diff 4',
      '',
      'refused by the types:',
      '  a.ts:6:1:branch  diff 6',
      '',
      'killed inside a test that did not end:',
      '  a.ts:5:1:branch  diff 5  (b)',
      '',
      'accepted:',
      '  a.ts:3:1:branch  diff 3  (not seen by b.test.ts, c.test.ts)\n    It is the same.',
    ]);
  });
});
