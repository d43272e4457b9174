/** The comparison of two files, as JSON: docs/report-json.md. */
import {
  type BufferChange,
  type Caveat,
  type Cause,
  COMPARE_SCHEMA,
  type ComparedSide,
  type ComparedSite,
  type Comparison,
  readableName,
  type ReportDiagnostic,
  type Sides,
  type SiteChange,
} from '@ldscope/core';
import { accountObject, diagnosticObject, json, locationObject, totalsObject } from './parts.ts';

export interface ComparisonsOf {
  readonly comparisons: readonly Comparison[];
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
  readonly names: Sides<string>;
}

/** The comparisons of the kernels of two files, schema `ldscope-compare/1`. */
export function comparisonsJson(
  { comparisons, onlyBefore, onlyAfter, names }: ComparisonsOf,
  diagnostics: readonly ReportDiagnostic[],
): string {
  return json({
    schema: COMPARE_SCHEMA,
    before: names.before,
    after: names.after,
    comparisons: comparisons.map(comparisonObject),
    onlyBefore,
    onlyAfter,
    diagnostics: diagnostics.map(diagnosticObject),
  });
}

const bothOf = <T>({ before, after }: Sides<T>, of: (one: T) => unknown): object => ({
  before: of(before),
  after: of(after),
});

function comparisonObject({
  sides,
  verdict,
  totals,
  sites,
  buffers,
  caveats,
  outputs,
}: Comparison): object {
  return {
    ...bothOf(sides, sideObject),
    verdict,
    totals: bothOf(totals, totalsObject),
    sites: sites.map(siteObject),
    buffers: buffers.map(bufferObject),
    caveats: caveats.map(caveatObject),
    outputs,
  };
}

function caveatObject(caveat: Caveat): object {
  switch (caveat.kind) {
    case 'waves':
      return { kind: caveat.kind, before: caveat.before, after: caveat.after };
    case 'alone':
    case 'no-rule':
      return { kind: caveat.kind, side: caveat.side, sites: caveat.sites };
    default:
      return { kind: caveat.kind, side: caveat.side };
  }
}

function sideObject(side: ComparedSide): object {
  return {
    kernel: side.kernel,
    readableName: readableName(side.kernel),
    machine: side.machine,
    model: side.model,
    ldsBytes: side.ldsBytes,
    waves: side.waves,
    workgroups: side.workgroups && {
      executed: side.workgroups.executed,
      launched: side.workgroups.launched,
    },
    hazards: side.hazards,
    account: accountObject(side.account),
  };
}

function siteObject({ before, after, causes, isCompared }: SiteChange): object {
  return {
    before: before && comparedSite(before),
    after: after && comparedSite(after),
    causes: causes.map(causeObject),
    compared: isCompared,
  };
}

function comparedSite(site: ComparedSite): object {
  return {
    id: site.id,
    op: site.op,
    direction: site.direction,
    buffer: site.buffer,
    widthBytes: site.widthBytes,
    executions: site.executions,
    idxActive: site.idxActive,
    bankConflict: site.bankConflict,
    worstWays: site.worstWays,
    unserved: site.unserved,
    location: locationObject(site.location),
  };
}

function causeObject(cause: Cause): object {
  const { kind } = cause;
  switch (cause.kind) {
    case 'pitch':
      return {
        kind,
        steps: cause.steps.map(({ bit, before, after }) => ({ bit, before, after })),
      };
    case 'machine':
      return {
        kind,
        before: cause.before,
        after: cause.after,
        cost: cause.cost && bothOf(cause.cost, ({ cycles, conflicts }) => ({ cycles, conflicts })),
      };
    case 'order':
    case 'addresses':
    case 'other-executions':
      return { kind };
    default:
      return { kind, before: cause.before, after: cause.after };
  }
}

function bufferObject({ names, idxActive, bankConflict, layouts, causes }: BufferChange): object {
  return {
    names: { before: names.before, after: names.after },
    idxActive: { before: idxActive.before, after: idxActive.after },
    bankConflict: { before: bankConflict.before, after: bankConflict.after },
    layouts: layouts && { before: layouts.before, after: layouts.after },
    causes,
  };
}
