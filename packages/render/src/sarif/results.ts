/** The findings of an analysis, as results of SARIF. */
import {
  type Analysis,
  explainAccess,
  hintText,
  type Location,
  type Report,
  type ReportSite,
} from '@ldscope/core';
import type { AnalyzedKernel } from '../document/analyzed-file.ts';
import { termsFor } from '../text/terminology.ts';
import { counted, grouped, percent } from '../text/numbers.ts';
import { sampledPart } from '../text/sample.ts';
import { isMisaligned } from '../text/verdict.ts';
import { rules } from './rules.ts';
import type { Finding } from './finding.ts';

/** An instruction that conflicts: how much it costs, and the first reason why. */
export function conflictResults(
  { sites, report }: Analysis,
  { machine, model }: AnalyzedKernel,
): Finding[] {
  const terms = termsFor(machine);
  const { cycles } = terms;
  const part = sampledPart(report.kernel, terms);
  return sites
    .filter(({ bankConflict }) => bankConflict > 0)
    .map((site) => {
      const { op, worstWays, bankConflict, idxActive, executions, location } = site;
      const explanation =
        machine === undefined ? undefined : explainAccess(site.worst, 0, machine, model);
      const why = explanation?.reasons[0];
      return {
        ruleId: rules.conflict,
        level: 'warning',
        message:
          `${op}${bufferText(site)}: ${counted(worstWays, 'way')} of bank conflict on ${report.machine}, ` +
          `${grouped(bankConflict)} of ${grouped(idxActive)} ${cycles} ` +
          `(${percent(bankConflict, idxActive)})${part === undefined ? '' : ` in ${part}`}${why === undefined ? '' : `; ${why}`}.`,
        location,
        fingerprint: fingerprintOf(site),
        properties: {
          machine: report.machine,
          model: report.model,
          site: site.id,
          instruction: op,
          ways: worstWays,
          executions,
          cycles: idxActive,
          conflictCycles: bankConflict,
        },
      };
    });
}

export function misalignedResults({ sites, report }: Analysis): Finding[] {
  return sites.filter(isMisaligned).map((site) => ({
    ruleId: rules.misaligned,
    level: 'warning',
    message:
      `${site.op}${bufferText(site)}: addresses are not aligned to what ${report.machine} serves in phases; ` +
      `it takes ${grouped(site.idxActive)} cycles, one for each lane.`,
    location: site.location,
    fingerprint: fingerprintOf(site),
  }));
}

/** Global memory accesses that take more transactions than their bytes need. */
export function globalResults({ global, machine }: Report): Finding[] {
  if (global === undefined) return [];
  return global.sites
    .filter(({ transactions, idealTransactions }) => transactions > idealTransactions)
    .map((site) => ({
      ruleId: rules.global,
      level: 'note',
      message:
        `${site.op}${bufferText(site)}: ${grouped(site.transactions)} ${global.unit}s on ${machine}, ideal ` +
        `${grouped(site.idealTransactions)}; ${percent(site.usefulBytes, site.fetchedBytes)} of the bytes are useful; ${site.reason}.`,
      location: site.location,
      fingerprint: fingerprintOf(site),
    }));
}

export function hazardResults({ hazards }: Report): Finding[] {
  return hazards.map(({ code, severity, message, hint, location, count, other }) => ({
    ruleId: code,
    level: severity,
    message: `${message}, ${counted(count, 'time')}. Hint: ${hintText(hint)}`,
    location,
    ...(other === undefined
      ? {}
      : { related: { message: `the ${other.access} that meets it`, location: other.location } }),
  }));
}

const bufferText = ({ buffer }: { readonly buffer: string }): string =>
  buffer === '' ? '' : ` of ${buffer}`;

/** The parts that do not change when lines above are added: the instruction, its buffer, and its line without spaces. */
export function fingerprintOf({
  op,
  buffer,
  location,
}: Pick<ReportSite, 'buffer'> & { readonly op: string; readonly location: Location }): string {
  return [op, buffer, (location.text ?? '').replaceAll(/\s+/g, '')].join(':');
}
