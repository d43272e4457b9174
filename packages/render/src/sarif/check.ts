/** A check as SARIF: a result per site or hazard that fails, is known, or is suppressed. */
import {
  authoredLine,
  baseName,
  type CheckedCase,
  type CheckedSite,
  type CheckFinding,
  type CheckReport,
  findMachine,
  hintText,
} from '@ldscope/core';
import { findingText, siteWords } from '../say/check.ts';
import { changesOf, changeText } from '../say/file-fixes.ts';
import { termsFor } from '../text/terminology.ts';
import type { Finding } from './finding.ts';
import { fingerprintOf } from './results.ts';
import { rules } from './rules.ts';
import { diagnosticFinding, type FiledFinding, sarifLog, type SarifOptions } from './sarif.ts';

/** A check as a SARIF 2.1.0 log, ended by a newline. */
export function sarifCheck(report: CheckReport, options: SarifOptions): string {
  const { cases, diagnostics, verdict } = report;
  const all = diagnostics.flatMap((one) =>
    one.diagnostics.map((own) => ({ ...own, of: one.file })),
  );
  const isPlaced = ({ line }: { readonly line?: number | undefined }): boolean =>
    line !== undefined;
  return sarifLog(
    {
      findings: [
        ...all
          .filter(isPlaced)
          .map(({ of, ...own }) => ({ finding: diagnosticFinding(own), file: of })),
        ...cases.flatMap((one) => casesFindings(one, report)),
      ],
      placeless: all.filter((one) => !isPlaced(one)),
      isFailed: verdict === 'wrong',
    },
    options,
  );
}

function casesFindings(one: CheckedCase, report: CheckReport): FiledFinding[] {
  // The line of a source is a place where the file that was checked is that source.
  const own = baseName(one.file);
  return one.findings
    .flatMap((finding) => findingsOf(finding, one, report))
    .map((finding) => {
      const authored = authoredLine(finding.location.source ?? []);
      const isChecked = authored !== undefined && baseName(authored.file) === own;
      return isChecked
        ? { finding: { ...finding, location: { line: authored.line } }, file: one.file }
        : { finding, file: one.file };
    });
}

const levels = { failed: 'error', known: 'warning', suppressed: 'note' } as const;
const baselineStates = { failed: 'new', known: 'unchanged', suppressed: 'unchanged' } as const;

function findingsOf(finding: CheckFinding, one: CheckedCase, report: CheckReport): Finding[] {
  const { what, status, reason, location } = finding;
  const all = findingText(finding, one);
  const common = {
    level: levels[status],
    location,
    suppression: reason,
    ...(one.before !== undefined && { baselineState: baselineStates[status] }),
  };
  const changes = changesOf(report, one.file);
  const tried = changes.map((fix) => ` Tried: ${changeText(fix)}.`).join('');
  const ofSite = (site: CheckedSite): Finding => ({
    ...common,
    fixes: changes.map((fix) => ({ text: changeText(fix), diff: fix.diff ?? '' })),
    ruleId: rules.conflict,
    message: `${siteWords(site, termsFor(findMachine(one.machine)))} on ${one.machine}; the kernel has ${all}.${tried}`,
    location: site.location,
    fingerprint: `${one.kernel}:${fingerprintOf(site)}`,
    properties: {
      machine: one.machine,
      model: one.model,
      site: site.id,
      instruction: site.op,
      ways: site.worstWays,
      conflictCycles: site.conflictCycles,
    },
  });
  switch (what.kind) {
    case 'cycles':
      return what.sites.map(ofSite);
    case 'worse':
      return what.sites.map(({ site }) => ofSite(site));
    case 'site':
      return [ofSite(what.site)];
    case 'hazard':
      return [
        {
          ...common,
          ruleId: what.hazard.code,
          message: `${all}. Hint: ${hintText(what.hazard.hint)}`,
          ...(what.hazard.other === undefined
            ? {}
            : {
                related: {
                  message: `the ${what.hazard.other.access} that meets it`,
                  location: what.hazard.other.location,
                },
              }),
        },
      ];
    case 'sampled':
    case 'disputed':
      return [{ ...common, ruleId: `check/${what.kind}`, message: `${one.title}: ${all}.` }];
  }
}
