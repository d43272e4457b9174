/** The JSON form of a check. */
import {
  type CaseName,
  type CheckedCase,
  type CheckedSite,
  type CheckFinding,
  type CheckReport,
  verdictOfCase,
} from '@ldscope/core';
import { fixObject } from './fix.ts';
import {
  accountObject,
  diagnosticObject,
  hintObject,
  json,
  locationObject,
  totalsObject,
} from './parts.ts';

/** A check as JSON, schema `ldscope-check/1`. */
export function checkJson(report: CheckReport): string {
  const { schema, verdict, cases, diagnostics, baseline, fixes } = report;
  return json({
    schema,
    verdict,
    cases: cases.map(caseObject),
    fixes: fixes?.map(({ file, report: fixed }) => ({ file, ...fixObject(fixed) })),
    baseline: baseline && {
      file: baseline.file,
      better: baseline.better,
      worse: baseline.worse,
      same: baseline.same,
      added: baseline.added,
      gone: baseline.gone.map(nameObject),
    },
    diagnostics: diagnostics.map(({ file, diagnostics: own }) => ({
      file,
      diagnostics: own.map(diagnosticObject),
    })),
  });
}

const nameObject = ({ file, kernel, machine, launch }: CaseName): object => ({
  file,
  kernel,
  machine,
  launch,
});

function caseObject(one: CheckedCase): object {
  const { title, model, cycles, conflictCycles, sites, worstWays, workgroups, isPart } = one;
  return {
    ...nameObject(one),
    title,
    model,
    cycles,
    conflictCycles,
    before: one.before,
    sites,
    worstWays,
    workgroups: workgroups && { executed: workgroups.executed, launched: workgroups.launched },
    complete: !isPart,
    verdict: verdictOfCase(one),
    account: accountObject(one.account),
    conflicts: one.conflicts.map(siteObject),
    findings: one.findings.map(findingObject),
    diagnostics: one.diagnostics.map(diagnosticObject),
  };
}

function siteObject(site: CheckedSite): object {
  const { id, op, direction, buffer, worstWays, conflictCycles, location } = site;
  return {
    id,
    op,
    direction,
    buffer,
    worstWays,
    conflictCycles,
    location: locationObject(location),
  };
}

function findingObject({ rule, status, reason, location, what }: CheckFinding): object {
  return { rule, status, reason, ...detailsOf(what), location: locationObject(location) };
}

function detailsOf(what: CheckFinding['what']): object {
  const { kind } = what;
  switch (kind) {
    case 'cycles': {
      const { cycles, most, sites } = what;
      return { kind, cycles, most, sites: sites.map(({ id }) => id) };
    }
    case 'site': {
      const { site, limit } = what;
      return { kind, site: site.id, limit: limit && { of: limit.of, most: limit.most } };
    }
    case 'worse': {
      const { cycles, before, sites } = what;
      return {
        kind,
        cycles,
        before,
        sites: sites.map(({ site, before: old }) => ({
          site: site.id,
          before: old && { worstWays: old.worstWays, conflictCycles: old.conflictCycles },
        })),
      };
    }
    case 'hazard': {
      const { code, severity, message, hint, count } = what.hazard;
      return { kind, code, severity, message, count, ...hintObject(hint) };
    }
    case 'sampled':
      return { kind };
    case 'disputed': {
      const { model, ops, totals } = what.alternative;
      return { kind, model, ops, totals: totalsObject(totals) };
    }
  }
}
