/** The log compared with what SARIF 2.1.0 demands of the objects that it uses (sections 3.13 to 3.58). */
import type { Analysis } from '@ldscope/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { raise } from '../../../../test/raise.ts';
import { hasAjv, validatorOf } from '../../../../test/json-schema.ts';
import { sarifSchema } from '../../../../test/sarif-schema.ts';
import { sarifReport } from '../../src/sarif/sarif.ts';
import { analysisOf } from '../analyses.ts';
import { analyses, fileOf } from './documents.ts';

interface Message {
  readonly text: string;
}

interface PhysicalLocation {
  readonly artifactLocation: { readonly uri?: string };
  readonly region?: { readonly startLine: number; readonly startColumn?: number };
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: Message;
  readonly locations: readonly { readonly physicalLocation: PhysicalLocation }[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Log {
  readonly $schema: string;
  readonly version: string;
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly name: string;
        readonly version: string;
        readonly rules: readonly {
          readonly id: string;
          readonly shortDescription: Message;
          readonly help: Message;
        }[];
      };
    };
    readonly invocations: readonly {
      readonly executionSuccessful: boolean;
      readonly toolExecutionNotifications: readonly {
        readonly level: string;
        readonly message: Message;
        readonly descriptor: { readonly id: string };
      }[];
    }[];
    readonly columnKind: string;
    readonly results: readonly Result[];
  }[];
}

function logOf(...kernels: readonly Analysis[]): Log['runs'][number] {
  return check(sarifReport(fileOf(...kernels), { version: '1.2.3' }));
}

const isValid = hasAjv() ? validatorOf(sarifSchema) : () => true;

/** Parses the log and checks what holds of every log. */
function check(text: string): Log['runs'][number] {
  const log = JSON.parse(text) as Log;
  expect(isValid(log), text).toBe(true);
  expect(log.version).toBe('2.1.0');
  expect(log.$schema).toMatch(/^https:.*sarif-schema-2\.1\.0\.json$/);
  expect(log.runs).toHaveLength(1);
  const [run = raise('no run')] = log.runs;
  const { driver } = run.tool;
  expect(driver.name).toBe('ldscope');
  const ids = driver.rules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { shortDescription, help } of driver.rules) {
    expect(shortDescription.text).not.toBe('');
    expect(help.text).not.toBe('');
  }
  expect(['utf16CodeUnits', 'unicodeCodePoints']).toContain(run.columnKind);
  const levels = ['none', 'note', 'warning', 'error'];
  for (const { ruleId, ruleIndex, level, message, locations } of run.results) {
    expect(ids[ruleIndex]).toBe(ruleId);
    expect(levels).toContain(level);
    expect(message.text).not.toBe('');
    expect(locations).toHaveLength(1);
    for (const { physicalLocation } of locations) {
      const { artifactLocation, region } = physicalLocation;
      if (artifactLocation.uri !== undefined) expect(artifactLocation.uri).toMatch(/^[!-~]*$/);
      if (region === undefined) continue;
      expect(region.startLine).toBeGreaterThanOrEqual(1);
      expect(region.startColumn ?? 1).toBeGreaterThanOrEqual(1);
    }
  }
  for (const { executionSuccessful, toolExecutionNotifications } of run.invocations) {
    expect(typeof executionSuccessful).toBe('boolean');
    for (const { level, message } of toolExecutionNotifications) {
      expect(levels).toContain(level);
      expect(message.text).not.toBe('');
    }
  }
  return run;
}

test.skipIf(!hasAjv())('the schema refuses what SARIF does not have', () => {
  const log = JSON.parse(sarifReport(fileOf(analyses.transpose()), { version: '1.2.3' })) as {
    version: string;
    runs: [{ results: [Record<string, unknown>] }];
  };
  const [result] = log.runs[0].results;
  expect(isValid({ ...log, version: '2.0.0' })).toBe(false);
  for (const wrong of [
    { level: 'fatal' },
    { severity: 'error' },
    { message: 'text' },
    { locations: [{ physicalLocation: { artifactLocation: { uri: 'a b' } } }] },
    { locations: [{ physicalLocation: { region: { startLine: 0 } } }] },
  ])
    expect(
      isValid({ ...log, runs: [{ ...log.runs[0], results: [{ ...result, ...wrong }] }] }),
      JSON.stringify(wrong),
    ).toBe(false);
});

test('a conflict is a result at its line with its cost', () => {
  const { results } = logOf(analyses.transpose());
  expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ['ldscope/bank-conflict', 'warning'],
  ]);
  const [result] = results;
  expect(result?.locations[0]?.physicalLocation).toEqual({
    artifactLocation: { uri: 'kernel.mlir' },
    region: { startLine: 19, startColumn: 10 },
  });
  const { sites } = analyses.transpose().report;
  expect(result?.properties?.['conflictCycles']).toBe(sites[0]?.bankConflict);
  expect(result?.message.text).toContain(`${sites[0]?.worstWays} ways`);
});

test('hazards, diagnostics and wasteful accesses are results too', () => {
  const ids = logOf(analyses.troubled()).results.map(({ ruleId }) => ruleId);
  const { hazards, diagnostics } = analyses.troubled().report;
  for (const { code } of hazards) expect(ids).toContain(code);
  for (const { code, line } of diagnostics) if (line !== undefined) expect(ids).toContain(code);
  const global = logOf(analyses.global()).results.map(({ ruleId }) => ruleId);
  expect(global).toContain('ldscope/uncoalesced-access');
});

test('a failed analysis says so', () => {
  const diagnostics = [
    { code: 'usage/unreadable', severity: 'error', message: 'no', hint: '' } as const,
  ];
  const run = check(
    sarifReport({ file: '<stdin>', kernels: [{ diagnostics }] }, { version: '1.2.3' }),
  );
  expect(run.invocations[0]?.executionSuccessful).toBe(false);
  expect(run.invocations[0]?.toolExecutionNotifications[0]?.descriptor.id).toBe('usage/unreadable');
});

test.each([
  ['dir with space/k.mlir', 'dir%20with%20space/k.mlir'],
  ['/abs/k.mlir', 'file:///abs/k.mlir'],
  [String.raw`C:\work\k.mlir`, 'file:///C:/work/k.mlir'],
  ['../a#b?.s', '../a%23b%3F.s'],
])('the address of %s', (file, uri) => {
  const analysis = analysisOf([{ op: 'ds_read_b32', address: (lane) => 128 * lane, line: 1 }]);
  const [kernel] = fileOf(analysis).kernels;
  const wrong = { code: 'a/b', severity: 'error', message: 'no', hint: '', line: 1 } as const;
  const diagnostics = [wrong];
  const text = sarifReport({ file, kernels: [{ ...kernel, diagnostics }] }, { version: '1.0.0' });
  const [first] = check(text).results;
  expect(first?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(uri);
});

test('any text gives a log', () => {
  const any = fc.string({ unit: 'binary', maxLength: 30 });
  forAll([any, any, any], 50, (file, buffer, text) => {
    const analysis = analysisOf([
      { op: 'ds_read_b32', address: (lane) => 128 * lane, line: 3, buffer, text },
    ]);
    check(sarifReport({ ...fileOf(analysis), file }, { version: '1.2.3' }));
  });
});
