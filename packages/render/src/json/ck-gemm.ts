/** An executed GEMM of CK Tile, as JSON. */
import type { ReportDiagnostic, TileCost } from '@ldscope/core';
import type { GemmReport } from '../say/ck-gemm.ts';
import { diagnosticObject, json } from './parts.ts';

/** Schema `ldscope-ck-gemm/1`. */
export function gemmJson(report: GemmReport, diagnostics: readonly ReportDiagnostic[]): string {
  const { name, machine, size, element, sum, instruction, layouts, workgroups, steps } = report;
  const cost = ({ executions, idxActive, bankConflict, instructions }: TileCost) => ({
    instructions: executions,
    idxActive,
    bankConflict,
    sites: instructions,
  });
  return json({
    schema: 'ldscope-ck-gemm/1',
    kernel: name,
    machine,
    size,
    element,
    sum,
    instruction,
    layouts: { a: layouts[0], b: layouts[1] },
    workgroups,
    steps,
    elements: size.m * size.n,
    right: report.right,
    write: cost(report.write),
    read: cost(report.read),
    global: report.global,
    written: report.written,
    diagnostics: diagnostics.map(diagnosticObject),
  });
}
