/** Kernels judged by a configuration and a baseline: a line per rule of each, with all that is found. */
import type { CheckFinding, CheckReport, Report } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { exampleText } from '../../../test/example.ts';
import { rows } from '../../../test/rows.ts';
import {
  analyzeKernel,
  baselineText,
  checkCases,
  parseBaseline,
  parseCheckConfig,
} from '../src/index.ts';
import type { CheckOptions } from '../src/index.ts';

const analyzed = analyzeKernel(exampleText('transpose-plain/kernel.mlir'), { machine: 'gfx942' });
const counted = analyzed.analysis?.report ?? expect.unreachable();

/** Of both accesses to %tile: the read at 22:5 takes 32 ways and 7,936 conflict cycles, the write at 18:5 as told. */
function transposed(writeCycles = 100, writeWays = 4): Report {
  const sites = counted.sites.map((site) =>
    site.op === 'ds_write_b32'
      ? { ...site, bankConflict: writeCycles, worstWays: writeWays }
      : site,
  );
  return { ...counted, sites, totals: { ...counted.totals, bankConflict: 7936 + writeCycles } };
}
const hazard = {
  code: 'hazard/lds-race',
  severity: 'error',
  message: 'm',
  hint: 'h',
  count: 1,
  location: { text: 'x' },
};
const hazards = [hazard] as unknown as Report['hazards'];

const configOf = (text: string): NonNullable<CheckOptions['config']> => {
  const read = parseCheckConfig(text);
  return read.ok ? read.value : expect.unreachable(JSON.stringify(read.diagnostics));
};

const name = { file: 'k/t.mlir', kernel: 'transpose', launch: '', title: 't', machine: 'gfx942' };
const checked = (
  config: string,
  report = transposed(),
  more: Partial<CheckOptions> = {},
): CheckReport =>
  checkCases([{ ...name, report }], { today: '2026-06-30', config: configOf(config), ...more });

/** A finding as a text: `cycles 8036 > 0`, `22:5 32 > 31 ways`, with its reason where it is suppressed. */
function textOf({ what, status, reason, location }: CheckFinding): string {
  const site = `${location.line}:${location.column}`;
  const texts = {
    site: () =>
      what.kind !== 'site' || what.limit === undefined
        ? site
        : `${site} ${what.limit.of === 'ways' ? what.site.worstWays : what.site.conflictCycles} > ${what.limit.most} ${what.limit.of}`,
    cycles: () => (what.kind === 'cycles' ? `cycles ${what.cycles} > ${what.most}` : ''),
    worse: () =>
      what.kind === 'worse'
        ? `worse ${what.before} ${what.cycles} at ${what.sites.map((one) => one.site.op).join()}`
        : '',
    hazard: () => 'hazard',
    sampled: () => 'sampled',
    disputed: () => 'disputed',
  };
  return `${texts[what.kind]()}${status === 'failed' ? '' : ` ${status}`}${reason === undefined ? '' : ` (${reason})`}`;
}
const found = ({ verdict, cases }: CheckReport): string =>
  [verdict, ...(cases[0]?.findings.map(textOf) ?? [])].join('; ');

it.each(rows`
                                                                        | failed; cycles 8036 > 0
  maxConflictCycles: 8036                                               | passed
  maxConflictCycles: 8035                                               | failed; cycles 8036 > 8035
  maxWays: 32                                                           | passed
  maxWays: 31                                                           | failed; 22:5 32 > 31 ways
  maxWays: 4                                                            | failed; 22:5 32 > 4 ways
  maxWays: 3                                                            | failed; 18:5 4 > 3 ways; 22:5 32 > 3 ways
  { maxConflictCycles: 8035, maxWays: 32 }                              | failed; cycles 8036 > 8035
  failOn: [hazards]                                                     | passed
  failOn: [sampled, disputed]                                           | passed
  budgets: [{ kernel: transpose, maxConflictCycles: 8036 }]             | passed
  budgets: [{ kernel: "trans*", maxWays: 32 }]                          | passed
  budgets: [{ kernel: " trans * ", maxWays: 32 }]                       | passed
  budgets: [{ kernel: other, maxWays: 32 }]                             | failed; cycles 8036 > 0
  budgets: [{ file: k/, maxWays: 32, machine: mi300x }]                 | passed
  budgets: [{ file: k/t.mlir, maxWays: 32 }]                            | passed
  budgets: [{ file: k/t, maxWays: 32 }]                                 | failed; cycles 8036 > 0
  budgets: [{ machine: gfx950, maxWays: 32 }]                           | failed; cycles 8036 > 0
  budgets: [{ maxWays: 32 }, { maxWays: 31 }]                           | failed; 22:5 32 > 31 ways
  budgets: [{ maxWays: 31 }, { maxConflictCycles: 8036 }]               | failed; 22:5 32 > 31 ways
  budgets: [{ buffer: tile, maxConflictCycles: 7936 }]                  | passed
  budgets: [{ buffer: "%tile", maxConflictCycles: 7935 }]               | failed; 22:5 7936 > 7935 cycles
  budgets: [{ buffer: other, maxConflictCycles: 7936 }]                 | failed; cycles 8036 > 0
  budgets: [{ instruction: ds_write_b32, maxConflictCycles: 100 }]      | failed; cycles 7936 > 0
  budgets: [{ instruction: ds_write_b32, maxConflictCycles: 99 }, { maxConflictCycles: 7936 }] | failed; 18:5 100 > 99 cycles
  budgets: [{ instruction: ds_*, maxConflictCycles: 7936 }]             | passed
  { maxWays: 99, budgets: [{ instruction: ds_write_b32, maxWays: 3 }] } | failed; 18:5 4 > 3 ways
`)('%s: %s', (config = '', wanted = '') => {
  expect(found(checked(config))).toBe(wanted);
});

it('has the ways of its worst site, and one where nothing conflicts', () => {
  const waysOf = (report: Report): (number | undefined)[] =>
    checked('', report).cases.map(({ worstWays }) => worstWays);
  expect(waysOf(transposed())).toEqual([32]);
  expect(waysOf(transposed(100, 64))).toEqual([64]);
  expect(waysOf({ ...transposed(), sites: [] })).toEqual([1]);
});

describe('a suppression', () => {
  const entry = (selector: string, expires = '2026-06-30'): string =>
    `suppressions: [{ ${selector}, reason: why, expires: ${expires} }]`;
  it.each([
    ['kernel: transpose', 'passed; cycles 8036 > 0 suppressed (why)'],
    ['rule: conflicts', 'passed; cycles 8036 > 0 suppressed (why)'],
    ['file: k/', 'passed; cycles 8036 > 0 suppressed (why)'],
    ['buffer: tile', 'passed; 18:5 suppressed (why); 22:5 suppressed (why)'],
    ['instruction: ds_read*', 'failed; 22:5 suppressed (why); cycles 100 > 0'],
    ['rule: hazards', 'failed; cycles 8036 > 0'],
    ['kernel: copy', 'failed; cycles 8036 > 0'],
    ['machine: gfx950', 'failed; cycles 8036 > 0'],
  ])('of %s: %s', (selector, wanted) => {
    expect(found(checked(entry(selector)))).toBe(wanted);
    const told = checked(entry(selector)).diagnostics.flatMap((one) =>
      one.diagnostics.map(({ code }) => code),
    );
    expect(told).toEqual(
      /kernel: copy|hazards|gfx950/.test(selector) ? ['check/unused-suppression'] : [],
    );
  });

  it('holds up to its last day, and is said to have expired on the next', () => {
    const { verdict, diagnostics } = checked(entry('kernel: transpose', '2026-06-29'));
    expect([verdict, diagnostics[0]?.file, diagnostics[0]?.diagnostics[0]?.message]).toEqual([
      'failed',
      'ldscope.yaml',
      expect.stringContaining('the suppression of transpose expired on 2026-06-29'),
    ]);
  });

  it('of a kernel holds for the ways of its sites, and for a hazard by its code', () => {
    expect(found(checked(`maxWays: 31\n${entry('kernel: transpose')}`))).toBe(
      'passed; 22:5 32 > 31 ways suppressed (why)',
    );
    const racy = { ...transposed(), hazards };
    expect(found(checked(`failOn: [hazards]\n${entry('rule: hazard/lds-race')}`, racy))).toBe(
      'passed; hazard suppressed (why)',
    );
    expect(found(checked(`failOn: [hazards]\n${entry('rule: hazard/other')}`, racy))).toBe(
      'failed; hazard',
    );
  });
});

const ofSeverity = (severity: 'warning' | 'note') => hazards.map((one) => ({ ...one, severity }));
const changes: Readonly<Record<string, object>> = {
  'a hazard': { hazards },
  'a warning': { hazards: ofSeverity('warning') },
  'a note': { hazards: ofSeverity('note') },
  'a hazard and no sites': { hazards, sites: [] },
  'other rules with the same sum': { alternatives: [{ totals: transposed().totals }] },
  'other rules with another sum': { alternatives: [{ totals: transposed(0).totals }] },
};
it.each(rows`
  hazards   | a hazard                      | failed; hazard
  hazards   | a warning                     | failed; hazard
  hazards   | a note                        | passed
  conflicts | a hazard and no sites         | passed
  disputed  | other rules with the same sum | passed
  disputed  | other rules with another sum  | failed; disputed
`)('failOn: [%s] with %s: %s', (rule, change = '', wanted = '') => {
  const changed = changes[change] ?? {};
  const report = checked(`failOn: [${rule}]`, { ...transposed(), ...changed } as Report);
  expect(found(report)).toBe(wanted);
  expect(report.cases[0]?.hazards).toEqual('hazards' in changed ? changed.hazards : []);
});

it('takes one configuration in its two spellings, and reads all keys', () => {
  expect(configOf('# nothing')).toEqual(configOf('{}'));
  expect(configOf('{ machines: gfx942, files: k, flags: [-O3], failOn: [sampled] }')).toEqual(
    configOf('{ machines: [gfx942], files: [k], flags: [-O3], failOn: [sampled] }'),
  );
  expect(
    configOf(
      '{ workgroups: all, baseline: b.json, launches: [{ launch: grid=2, machine: mi300x }] }',
    ),
  ).toMatchObject({
    workgroups: 'all',
    baseline: 'b.json',
    launches: [{ launch: 'grid=2', name: 'grid=2', machine: 'gfx942' }],
    failOn: ['conflicts', 'hazards'],
  });
  expect(configOf('{ workgroups: 3, launches: [{ launch: grid=2, name: two }] }')).toMatchObject({
    workgroups: 3,
    launches: [{ name: 'two' }],
  });
});

it.each([
  ['maxway: 3', "'maxway' is not a key of the configuration", 0],
  ['maxWays: 0', 'maxWays must be a whole number, at least 1', 0],
  ['failOn: [luck]', "failOn[0] cannot be 'luck'", 9],
  ['budgets: [{ machine: gfx1 }]', "there is no machine 'gfx1'", 12],
  ['suppressions: [{ kernel: a, expires: 2027-01-01 }]', 'a mapping with reason', 15],
  ['suppressions: [{ reason: a, expires: 2027-02-30 }]', "'2027-02-30' is not a date", 28],
  ['machines: [', 'not YAML', undefined],
])('%s is refused at its place', (config, said, start) => {
  const read = parseCheckConfig(config);
  expect(read.ok ? '' : read.diagnostics[0]?.message).toContain(said);
  if (start !== undefined) expect(read.diagnostics[0]?.span?.start).toBe(start);
});

describe('a baseline', () => {
  const textOfBaseline = (report = transposed()): string =>
    baselineText(checked('', report).cases, (path) => `b/${path}`);
  const compared = (before: Report, now: Report, config = ''): CheckReport => {
    const baseline = parseBaseline(textOfBaseline(before));
    if (typeof baseline === 'string') throw new Error(baseline);
    return checked(config, now, {
      baseline: { ...baseline, file: 'b.json' },
      pathInBaseline: (path) => `b/${path}`,
    });
  };
  const reports: Readonly<Record<string, Report>> = {
    'as it was': transposed(),
    'fewer cycles': transposed(99),
    'more cycles': transposed(101),
    'more ways': transposed(100, 5),
    'one site': transposed(0, 1),
    'a hazard': { ...transposed(), hazards },
    'model a': { ...transposed(), model: 'a' },
    'model b': { ...transposed(), model: 'b' },
  };
  it.each(rows`
    as it was | as it was    | same   | passed; cycles 8036 > 0 known
    as it was | fewer cycles | better | passed; cycles 8035 > 0 known
    as it was | more cycles  | worse  | failed; worse 8036 8037 at ds_write_b32
    as it was | more ways    | worse  | failed; worse 8036 8036 at ds_write_b32
    one site  | as it was    | worse  | failed; worse 7936 8036 at ds_write_b32
    a hazard  | a hazard     | same   | passed; cycles 8036 > 0 known; hazard known
    as it was | a hazard     | same   | failed; cycles 8036 > 0 known; hazard
    model a   | model b      | same   | passed; cycles 8036 > 0 known
  `)('of %s, then %s: %s', (before = '', now = '', kind = '', wanted = '') => {
    const report = compared(reports[before] ?? counted, reports[now] ?? counted);
    expect(found(report)).toBe(wanted);
    const none = { better: 0, worse: 0, same: 0, added: 0, gone: [] };
    expect(report.baseline).toEqual({ file: 'b.json', ...none, [kind]: 1 });
    expect(report.cases[0]?.diagnostics.some(({ code }) => code === 'check/other-model')).toBe(
      now === 'model b',
    );
  });

  it('does not compare other samples, counts new kernels, and names those that are gone', () => {
    const kernel = {
      ...counted.kernel,
      workgroups: { executed: 1, launched: 9, sampled: true },
    } as Report['kernel'];
    const sampled = compared(transposed(), { ...transposed(), kernel });
    expect([found(sampled), sampled.baseline?.added]).toEqual(['failed; cycles 8036 > 0', 1]);
    const baseline = parseBaseline(textOfBaseline().replace('"transpose"', '"old"'));
    if (typeof baseline === 'string') throw new Error(baseline);
    const { baseline: summary } = checked('', transposed(), {
      baseline: { ...baseline, file: 'b.json' },
      pathInBaseline: (path) => `b/${path}`,
    });
    expect(summary).toMatchObject({
      added: 1,
      same: 0,
      gone: [{ file: 'b/k/t.mlir', kernel: 'old' }],
    });
  });

  const whole = JSON.parse(textOfBaseline({ ...transposed(), hazards })) as {
    cases: [Record<string, unknown> & { sites: [Record<string, unknown>] }];
  };
  const keys = Object.keys(whole.cases[0]);
  const siteKeys = Object.keys(whole.cases[0].sites[0]);
  it.each([
    ...keys.map((key) => ['', key] as const),
    ...siteKeys.map((key) => ['site', key] as const),
  ])('with another value for its %s %s is damaged', (of, key) => {
    for (const value of [undefined, null, -1, 0.5, {}]) {
      const copy = structuredClone(whole);
      const target = of === 'site' ? copy.cases[0].sites[0] : copy.cases[0];
      target[key] = value;
      expect(parseBaseline(JSON.stringify(copy)), String(value)).toBe('case 1 is damaged');
    }
  });

  it.each([
    ['{', /JSON/],
    ['[]', /^its schema is not ldscope-baseline\/1$/],
    ['{"schema": "ldscope-baseline/0", "cases": []}', /^its schema is not/],
    ['{"schema": "ldscope-baseline/1"}', /^it has no cases$/],
    ['{"schema": "ldscope-baseline/1", "cases": [7]}', /^case 1 is damaged$/],
  ])('%s is none', (text, reason) => {
    expect(parseBaseline(text)).toMatch(reason);
  });
});
