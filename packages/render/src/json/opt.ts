/** The decisions of passes, as JSON, and the list of passes. */
import { type OptReport } from '@ldscope/core';
import type { PassList } from '../say/opt.ts';
import { diagnosticObject, json } from './parts.ts';

/** The decisions of passes, schema `ldscope-opt/1`. */
export function optJson(report: OptReport): string {
  const { schema, file, passes, like, machine, verdict, allocations, states, mlir } = report;
  return json({
    schema,
    file,
    passes,
    like,
    machine,
    verdict,
    allocations: allocations.map((one) => ({
      allocation: one.allocation,
      function: one.function,
      line: one.place?.line,
      column: one.place?.column,
      decisions: one.decisions.map(({ pass, verdict: own, reason, figures }) => ({
        pass,
        verdict: own,
        reason,
        figures,
      })),
    })),
    states: states?.map(({ pass, functions }) => ({
      pass,
      functions: functions.map(({ name, totals, reason, difference }) => ({
        name,
        instructions: totals?.instructions,
        cycles: totals?.idxActive,
        conflictCycles: totals?.bankConflict,
        reason,
        difference,
      })),
    })),
    diagnostics: report.diagnostics.map(diagnosticObject),
    mlir,
  });
}

/** The passes and pipelines, schema `ldscope-passes/1`. */
export function passListJson({ passes, pipelines }: PassList): string {
  return json({ schema: 'ldscope-passes/1', passes, pipelines });
}
