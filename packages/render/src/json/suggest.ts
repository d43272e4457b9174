/** Suggested layouts as JSON. */
import {
  elementView,
  type ReportDiagnostic,
  SUGGEST_SCHEMA,
  type SuggestedBuffer,
  type SuggestedLayout,
  type SuggestReport,
  type WaveChoice,
  type WaveCount,
} from '@ldscope/core';
import { diagnosticObject, json } from './parts.ts';
import { hintsObject } from './report.ts';

/** The result of `suggest`, schema `ldscope-suggest/1`. */
export function suggestJson(report: SuggestReport): string {
  return json(suggestObject(report));
}

/** One report as it is; those for several chips as a list under `reports`, with the errors of those that have none. */
export function suggestionsJson(
  reports: readonly SuggestReport[],
  failed: readonly (readonly ReportDiagnostic[])[] = [],
): string {
  const [first, second] = reports;
  if (first !== undefined && second === undefined && failed.length === 0) return suggestJson(first);
  const failures = failed.map((diagnostics) => ({
    schema: SUGGEST_SCHEMA,
    diagnostics: diagnostics.map(diagnosticObject),
  }));
  const all = [...reports.map(suggestObject), ...failures];
  return json({ schema: 'ldscope-reports/1', reports: all });
}

function suggestObject(report: SuggestReport): object {
  const { schema, kernel, frontend, machines, block, buffers, leftOut, hints, next } = report;
  return {
    schema,
    kernel,
    frontend,
    machines,
    block: block && { shape: block.shape, from: block.from },
    // As `fix` has them.
    verdict: report.verdict,
    candidates: report.candidates,
    diff: report.diff,
    buffers: buffers.map(suggestedObject),
    leftOut,
    hints: hints && hintsObject(hints),
    next,
    diagnostics: report.diagnostics.map(diagnosticObject),
  };
}

function suggestedObject(buffer: SuggestedBuffer): object {
  const { names, tile, machines, verdict, now, accesses, why, front, proof } = buffer;
  const { recommendation, others, notations, obstacles } = buffer;
  return {
    names,
    tile: elementView(tile),
    machines,
    verdict,
    uncounted: buffer.uncounted && {
      accesses: buffer.uncounted.accesses,
      of: buffer.uncounted.of,
      what: buffer.uncounted.what,
      constrain: buffer.uncounted.constrain,
    },
    workgroups: buffer.workgroups && {
      executed: buffer.workgroups.executed,
      launched: buffer.workgroups.launched,
    },
    now: layoutObject(now, machines),
    accesses: accesses.map(({ name, op, executions }) => ({ name, op, executions })),
    why: why.map(({ target, access, conflicts, ways, example, causes }) => ({
      machine: target,
      access,
      conflicts,
      ways,
      example,
      causes: causes.map(({ kind, text }) => ({ kind, text })),
    })),
    front: front.map((layout) => layoutObject(layout, machines)),
    recommendation,
    untried: buffer.isUntried,
    others: others.map((layout) => layoutObject(layout, machines)),
    proof: {
      claims: proof.claims.map(({ machine, access, cycles, conflicts, ways, leastConflicts }) => ({
        machine,
        access,
        cycles,
        conflicts,
        ways,
        leastConflicts,
      })),
      argument: proof.argument,
      families: proof.families.map((family) => ({
        name: family.name,
        widthBytes: family.widthBytes,
        by: family.by,
        size: family.size,
        conflicts: family.conflicts,
        exhausted: family.exhausted,
        refused: family.refused,
      })),
    },
    notations: notations.map(({ notation, title, text, reason, instead }) => ({
      notation,
      title,
      text,
      reason,
      instead,
    })),
    obstacles: obstacles.map(({ kind, text }) => ({ kind, text })),
    wave: buffer.wave && waveObject(buffer.wave),
  };
}

function waveObject({ conditions, better, ...wave }: WaveChoice): object {
  const { readElements, gatherElements, chosen, leaves } = wave;
  const counts = (list: readonly WaveCount[]): object[] =>
    list.map(({ machine, cycles, conflicts, ways }) => ({ machine, cycles, conflicts, ways }));
  return {
    readElements,
    gatherElements,
    chosen: chosen && { swizzleUnit: chosen.swizzleUnit, maxPhase: chosen.maxPhase },
    conditions: conditions.map(({ name, fault }) => ({ name, fault: fault?.message })),
    leaves: leaves && counts(leaves),
    better: better && {
      swizzleUnit: better.key.swizzleUnit,
      maxPhase: better.key.maxPhase,
      rowsPerPhase: better.key.rowsPerPhase,
      leaves: counts(better.leaves),
    },
  };
}

function layoutObject(layout: SuggestedLayout, machines: readonly string[]): object {
  const { family, conflicts, ldsBytes, workgroups, addressInstructions, addressRange } = layout;
  const { accessInstructions, widthBytes, serves, unwritable } = layout;
  return {
    family,
    layout: layout.layout,
    recommended: layout.recommended,
    conflicts: conflicts.map((cycles, m) => ({ machine: machines[m], cycles })),
    ldsBytes,
    workgroups: workgroups.map((count, m) => ({ machine: machines[m], count })),
    addressInstructions,
    addressRange: addressRange && { least: addressRange[0], most: addressRange[1] },
    accessInstructions,
    widthBytes,
    serves,
    unwritable,
  };
}
