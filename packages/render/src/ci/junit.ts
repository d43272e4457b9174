/**
 * A check as JUnit XML, which every CI server shows: a suite per file, a test case per kernel, chip and launch.
 *
 *     <testcase classname="kernels/t.mlir" name="t on gfx942"><failure message="7,936 conflict cycles, none allowed"/></testcase>
 */
import { type CheckedCase, type CheckReport, isFailed, verdictOfCase } from '@ldscope/core';
import { findingText, leftOut } from '../say/check.ts';
import { changesOf, changeText } from '../say/file-fixes.ts';

/** A check as JUnit XML: a suite per file, a test case per kernel, chip and launch. */
export function junitXml(report: CheckReport): string {
  const { cases, diagnostics } = report;
  const files = [...new Set([...cases, ...diagnostics].map(({ file }) => file))];
  const suites = files.map((file) => {
    const own = cases.filter((one) => one.file === file);
    const unread = diagnostics
      .filter((one) => one.file === file)
      .flatMap(({ diagnostics: all }) => all.filter(({ severity }) => severity === 'error'));
    const tests = [
      ...own.map((one) => testCase(one, report)),
      ...unread.map(
        ({ code, message }) =>
          `    <testcase classname="${attribute(file)}" name="${attribute(code)}"><error message="${attribute(message)}"/></testcase>`,
      ),
    ];
    const counts = `tests="${tests.length}" failures="${own.filter(isFailed).length}" errors="${unread.length + own.filter((one) => verdictOfCase(one) === 'unknown').length}"`;
    return `  <testsuite name="${attribute(file)}" ${counts}>\n${tests.join('\n')}\n  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="ldscope">\n${suites.join('')}</testsuites>\n`;
}

function testCase(one: CheckedCase, report: CheckReport): string {
  const { file, title, machine, launch, findings } = one;
  const name = `${title} on ${machine}${launch === '' ? '' : `, ${launch}`}`;
  const failures = findings
    .filter(({ status }) => status === 'failed')
    .map((finding) => {
      const { line } = finding.location;
      const place = line === undefined ? '' : `line ${line}`;
      const changes = finding.rule === 'conflicts' ? changesOf(report, file) : [];
      const tried = changes.map((fix) => escaped(`\n${changeText(fix)}\n${fix.diff ?? ''}`));
      return `<failure type="${finding.rule}" message="${attribute(findingText(finding, one))}">${place}${tried.join('')}</failure>`;
    });
  const open = `    <testcase classname="${attribute(file)}" name="${attribute(name)}"`;
  const verdict = verdictOfCase(one);
  const why = leftOut(one).join('; ');
  const unknown =
    verdict === 'unknown'
      ? [`<error type="unknown" message="${attribute(`not known: ${why}`)}"/>`]
      : [];
  const part =
    verdict === 'part' && why !== '' ? [`<system-out>${attribute(why)}</system-out>`] : [];
  const inside = [...failures, ...unknown, ...part].join('');
  return inside === '' ? `${open}/>` : `${open}>${inside}</testcase>`;
}

const attribute = (text: string): string => escaped(text).replaceAll(/[\t\n\r]/g, ' ');

/** Control characters are not part of XML 1.0, not even escaped. */
const escaped = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
