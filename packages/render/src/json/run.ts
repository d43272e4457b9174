/** The launches that `run` executed, as JSON. */
import type { ReportDiagnostic } from '@ldscope/core';
import type { RunReport } from '../say/run.ts';
import { diagnosticObject, json } from './parts.ts';
import { hazardObject } from './report.ts';

/** The launches that `run` executed, schema `ldscope-run/1`. */
export function runJson(
  { kernels, machine, written }: RunReport,
  diagnostics: readonly ReportDiagnostic[],
): string {
  const executed = kernels.map(({ kernel, workgroups }) => ({
    kernel: kernel.name,
    workgroups,
    waves: kernel.waves,
    block: kernel.block?.shape,
  }));
  const [first] = executed;
  return json({
    schema: 'ldscope-run/1',
    kernel: first?.kernel,
    machine,
    workgroups: first?.workgroups,
    waves: first?.waves,
    block: first?.block,
    ...(executed.length > 1 && { kernels: executed }),
    written: written.map(({ buffer, file }) => ({ buffer, file })),
    hazards: kernels.flatMap(({ hazards }) => hazards.map(hazardObject)),
    diagnostics: diagnostics.map(diagnosticObject),
  });
}
