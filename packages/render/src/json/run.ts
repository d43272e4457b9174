/** What `run` executed, as JSON. */
import type { ReportDiagnostic } from '@ldscope/core';
import type { RunReport } from '../say/run.ts';
import { diagnosticObject, json } from './parts.ts';
import { hazardObject } from './report.ts';

/** What `run` executed, schema `ldscope-run/1`. */
export function runJson(
  { kernel, machine, workgroups, hazards, written }: RunReport,
  diagnostics: readonly ReportDiagnostic[],
): string {
  return json({
    schema: 'ldscope-run/1',
    kernel: kernel.name,
    machine,
    workgroups,
    waves: kernel.waves,
    block: kernel.block?.shape,
    written: written.map(({ buffer, file }) => ({ buffer, file })),
    hazards: hazards.map(hazardObject),
    diagnostics: diagnostics.map(diagnosticObject),
  });
}
