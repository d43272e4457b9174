/** The score of a model as JSON. */
import {
  type ConflictModel,
  type Machine,
  type MeasuredScore,
  type ProfileReport,
  type SourcePageReport,
  type ReportDiagnostic,
} from '@ldscope/core';
import { diagnosticObject, json } from './parts.ts';

/** A score, schema `ldscope-validate/1`, with every mismatch. */
export function scoreJson(
  score: MeasuredScore,
  machine: Machine,
  model: ConflictModel,
  diagnostics: readonly ReportDiagnostic[],
): string {
  return json({
    schema: 'ldscope-validate/1',
    machine: machine.name,
    model: model.name,
    records: score.records,
    exact: score.exact,
    mismatches: score.mismatches.map(({ line, op, measured, predicted }) => ({
      line,
      op,
      measured,
      predicted,
    })),
    diagnostics: diagnostics.map(diagnosticObject),
  });
}

/** Counters of dispatches with their predictions, schema `ldscope-profile/1`. */
export function profileJson(
  report: ProfileReport | SourcePageReport,
  diagnostics: readonly ReportDiagnostic[],
): string {
  return json({ ...report, diagnostics: diagnostics.map(diagnosticObject) });
}
