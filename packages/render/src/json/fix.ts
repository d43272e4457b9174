/** The result of `fix`, as JSON. */
import { type FixedBuffer, type FixReport } from '@ldscope/core';
import { diagnosticObject, json } from './parts.ts';

/** The result of `fix`, schema `ldscope-fix/1`. */
export const fixJson = (report: FixReport): string => json(fixObject(report));

export function fixObject(report: FixReport): object {
  const { schema, kernel, machines, verdict, workgroups, buffers, proof, diagnostics } = report;
  return {
    schema,
    kernel,
    machines,
    verdict,
    ...(workgroups === undefined
      ? {}
      : { workgroups: { executed: workgroups.executed, launched: workgroups.launched } }),
    buffers: buffers.map(fixedObject),
    proof: proof.map(({ name, outcome, detail }) => ({ name, outcome, detail })),
    // Plain data, as the report has it.
    candidates: report.candidates,
    diff: report.diff,
    diagnostics: diagnostics.map(diagnosticObject),
  };
}

function fixedObject(buffer: FixedBuffer): object {
  const { names, rows, columns, elementBytes, before, after, bytesBefore, bytesAfter } = buffer;
  const { accesses, changed, conflicts, optimality } = buffer;
  return {
    names,
    tile: { rows, columns, elementBytes },
    before,
    after,
    bytesBefore,
    bytesAfter,
    accesses,
    changed,
    conflicts: conflicts.map(({ machine, readBefore, readAfter, writeBefore, writeAfter }) => ({
      machine,
      readBefore,
      readAfter,
      writeBefore,
      writeAfter,
    })),
    optimality,
  };
}
