/** The report of `analyze` as JSON: docs/report-json.md. */
import {
  type Alternative,
  type Counter,
  type GlobalReport,
  type GlobalSite,
  type GlobalSums,
  type Hazard,
  type HazardWitness,
  type HintReport,
  type IterationCost,
  type LdsCoverage,
  type OccupancyReport,
  readableName,
  type Report,
  type ReportSite,
  type RuleEvidence,
  type SassSummary,
  type Statement,
} from '@ldscope/core';
import { isSample } from '../text/sample.ts';
import {
  accountObject,
  diagnosticObject,
  hintObject,
  json,
  locationObject,
  totalsObject,
} from './parts.ts';

/** The report of a kernel as JSON, schema `ldscope-report/1`. */
export function reportJson(report: Report): string {
  return json(reportObject(report));
}

/**
 * One report as it is; several of them as a list under `reports`, with a row for each under `kernels`. `files` has the file of each,
 * where there are several.
 */
export function reportsJson(reports: readonly Report[], files: readonly string[] = []): string {
  const [first, second] = reports;
  if (first !== undefined && second === undefined) return reportJson(first);
  return json({
    schema: 'ldscope-reports/1',
    kernels: reports.map((report, index) => kernelRow(report, files[index])),
    reports: reports.map(reportObject),
  });
}

/** A kernel at a glance; without figures where there are none. */
function kernelRow(
  { machine, kernel, account, sites, totals, hazards, diagnostics }: Report,
  file: string | undefined,
): object {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  const isRefused = error !== undefined && sites.length === 0 && kernel.frontend === '';
  return {
    name: kernel.name,
    readableName: readableName(kernel.name),
    file,
    machine,
    ...(isRefused
      ? { refused: error.code }
      : {
          ldsBytes: kernel.ldsBytes,
          sites: sites.length,
          covered: account.isCovered,
          idxActive: totals.idxActive,
          bankConflict: totals.bankConflict,
          hazards: hazards.length,
        }),
  };
}

function reportObject(report: Report): object {
  const { schema, machine, model, kernel, totals } = report;
  return {
    schema,
    machine,
    model,
    kernel: {
      name: kernel.name,
      frontend: kernel.frontend,
      waves: kernel.waves,
      ldsBytes: kernel.ldsBytes,
      workgroups: kernel.workgroups && {
        executed: kernel.workgroups.executed,
        launched: kernel.workgroups.launched,
        sampled: isSample(kernel),
        classes: kernel.workgroups.classes?.map(({ first, count }) => ({ first, count })),
        observed: kernel.workgroups.observed,
      },
      wavesPerWorkgroup: kernel.wavesPerWorkgroup,
      registers: kernel.registers && {
        vector: kernel.registers.vector,
        accumulators: kernel.registers.accumulators,
        scalar: kernel.registers.scalar,
      },
      block: kernel.block && { shape: kernel.block.shape, from: kernel.block.from },
      ldsInstructions: kernel.ldsInstructions && coverageObject(kernel.ldsInstructions),
      partsOfTile: kernel.partsOfTile?.map(({ side, part, tile }) => ({ side, part, tile })),
      sass: kernel.sass && sassObject(kernel.sass),
    },
    account: accountObject(report.account),
    occupancy: report.occupancy && occupancyObject(report.occupancy),
    sites: report.sites.map(siteObject),
    totals: totalsObject(totals),
    global: report.global && globalObject(report.global),
    counters: report.counters.map(counterObject),
    evidence: report.evidence.map(evidenceObject),
    alternatives: report.alternatives.map(alternativeObject),
    hints: report.hints && hintsObject(report.hints),
    hazards: report.hazards.map(hazardObject),
    diagnostics: report.diagnostics.map(diagnosticObject),
    advice: report.advice?.map(statementObject),
  };
}

function sassObject(sass: SassSummary): object {
  return {
    instructions: sass.instructions,
    executed: sass.executed,
    accesses: sass.accesses,
    merged: sass.merged,
    dropped: sass.dropped,
    warps: sass.warps,
    unmatchedWarps: sass.unmatchedWarps,
    evaluatedWarps: sass.evaluatedWarps,
    uncertainWarps: sass.uncertainWarps,
    contended: sass.contended,
    conflicts: sass.conflicts && { alone: sass.conflicts.alone, inTurns: sass.conflicts.inTurns },
    isComplete: sass.isComplete,
    evidence: sass.evidence && {
      accesses: sass.evidence.accesses,
      chip: sass.evidence.chip,
      kernels: sass.evidence.kernels,
      exact: sass.evidence.exact,
      mostMore: sass.evidence.mostMore,
      percentMore: sass.evidence.percentMore,
    },
    isExact: sass.isExact,
  };
}

function coverageObject({ instructions, counted, missing, units }: LdsCoverage): object {
  return {
    instructions,
    counted,
    missing: missing.map((one) => ({ reason: one.reason, instructions: one.instructions })),
    units: units?.map((one) => ({
      unit: one.unit,
      operations: one.operations,
      instructions: one.instructions,
    })),
  };
}

export function hintsObject({ allocations, resolutions }: HintReport): object {
  return {
    allocations,
    resolutions: resolutions.map(
      ({ resolver, like, machine, totals, reason, difference, decisions }) => ({
        resolver,
        like,
        machine,
        totals: totals && totalsObject(totals),
        reason,
        difference,
        decisions: decisions.map(({ allocation, verdict, reason: why }) => ({
          allocation,
          verdict,
          reason: why,
        })),
      }),
    ),
  };
}

function occupancyObject(report: OccupancyReport): object {
  const { workgroups, wavesPerSimd, allocatedRegisters, allocatedLdsBytes, counted } = report;
  return {
    workgroups,
    wavesPerSimd,
    allocatedRegisters: counted.includes('registers') ? allocatedRegisters : undefined,
    allocatedLdsBytes,
    counted,
    bounds: report.bounds.map(
      ({ limit, workgroups: allowed, available, needed, words, evidence, source }) => ({
        limit,
        workgroups: allowed,
        available,
        needed,
        words,
        evidence,
        source,
      }),
    ),
  };
}

function statementObject({ rule, title, says, verdict, finding, numbers }: Statement): object {
  return { rule, title, says, verdict, finding, numbers };
}

export function siteObject(site: ReportSite): object {
  const { id, op, direction, widthBytes, buffer, location } = site;
  const { executions, phases, idxActive, bankConflict, worstWays, iterations } = site;
  return {
    id,
    op,
    direction,
    widthBytes,
    buffer,
    location: locationObject(location),
    executions,
    phases,
    idxActive,
    bankConflict,
    worstWays,
    unserved: site.unserved,
    iterations: iterations?.map(iterationObject),
  };
}

function globalObject(global: GlobalReport): object {
  const { model, title, unit, transactionBytes, usefulBytes, evidence, source, note } = global;
  const { sites, totals } = global;
  return {
    model,
    title,
    unit,
    transactionBytes,
    usefulBytes,
    evidence,
    source,
    note,
    sites: sites.map(globalSiteObject),
    totals: { ...sumsObject(totals), efficiency: totals.efficiency },
  };
}

export function globalSiteObject(site: GlobalSite): object {
  const { id, op, direction, widthBytes, buffer, location, efficiency, reason } = site;
  const { assumedPitch, byCopyUnit, hasUnknownSectors } = site;
  return {
    id,
    op,
    direction,
    widthBytes,
    buffer,
    location: locationObject(location),
    ...sumsObject(site),
    efficiency,
    reason,
    ...(byCopyUnit === undefined ? {} : { byCopyUnit }),
    ...(hasUnknownSectors === undefined ? {} : { hasUnknownSectors }),
    ...(assumedPitch === undefined ? {} : { assumedPitch }),
  };
}

function sumsObject(sums: GlobalSums): object {
  const { executions, transactions, idealTransactions } = sums;
  const { requestedBytes, usefulBytes, fetchedBytes } = sums;
  return {
    executions,
    transactions,
    idealTransactions,
    requestedBytes,
    usefulBytes,
    fetchedBytes,
  };
}

function iterationObject(cost: IterationCost): object {
  const { first, last, executions, idxActive, bankConflict } = cost;
  return { first, last, executions, idxActive, bankConflict };
}

function counterObject({ name, value, unit, formula }: Counter): object {
  return { name, value, unit, formula };
}

function evidenceObject(rule: RuleEvidence): object {
  const { request, ops, phases, banks, evidence, source, note } = rule;
  return { request, ops, phases, banks, evidence, source, note };
}

function alternativeObject({ model, title, ops, totals }: Alternative): object {
  return { model, title, ops, totals: totalsObject(totals) };
}

export function hazardObject(hazard: Hazard): object {
  const { code, severity, message, hint, location, count, other, witness } = hazard;
  return {
    code,
    severity,
    message,
    ...hintObject(hint),
    location: locationObject(location),
    count,
    other: other && { access: other.access, location: locationObject(other.location) },
    witness: witness && witnessObject(witness),
  };
}

function witnessObject(witness: HazardWitness): object {
  const { workgroup, buffer, byte, bytes, wave, lane, otherWave, otherLane } = witness;
  return { workgroup, buffer, byte, bytes, wave, lane, otherWave, otherLane };
}
