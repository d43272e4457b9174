/**
 * Common parts of the JSON forms. They are contracts with scripts, each with its `schema`, documented in
 * docs/report-json.md.
 *
 * Keys are written out one by one, so that their order is stable and a new field of the engine does not become a promise by
 * accident. Absent values are left out; `null` is used only for an inactive lane.
 */
import {
  type Account,
  type Fact,
  type Hint,
  hintParts,
  isOption,
  hintText,
  type Location,
  type Report,
  type ReportDiagnostic,
} from '@ldscope/core';

/** Diagnostics in place of an explanation, or of any other answer of the given schema. */
export function failureJson(schema: string, diagnostics: readonly ReportDiagnostic[]): string {
  return json({ schema, diagnostics: diagnostics.map(diagnosticObject) });
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Keys without a value are left out by JSON itself. */
export function locationObject({ file, line, column, text, source }: Location): object {
  const frames = source?.map((frame) => ({
    file: frame.file,
    line: frame.line,
    column: frame.column,
  }));
  return { file, line, column, text, source: frames };
}

export function totalsObject({ instructions, idxActive, bankConflict }: Report['totals']): object {
  return { instructions, idxActive, bankConflict };
}

/** The coverage of the figures. */
export function accountObject(account: Account): object {
  const { isCovered, instructions, counted, missing, passing, units, limits } = account;
  return {
    covered: isCovered,
    instructions,
    counted,
    missing: missing.map((one) => ({ reason: one.reason, instructions: one.instructions })),
    passing: passing && { instructions: passing.instructions, ops: passing.ops },
    units: units?.map((one) => ({
      unit: one.unit,
      operations: one.operations,
      instructions: one.instructions,
    })),
    limits,
    unknownCounters: account.unknownCounters,
  };
}

export function diagnosticObject(diagnostic: ReportDiagnostic): object {
  const { code, severity, message, line, column, hint } = diagnostic;
  return { code, severity, message, line, column, ...hintObject(hint) };
}

/** The hint as the command words it, and its options as data. */
export function hintObject(hint: Hint): object {
  const options = hintParts(hint).filter(isOption);
  return { hint: hintText(hint), ...(options.length === 0 ? {} : { options }) };
}

export function factObject({ value, evidence, source, note }: Fact<unknown>): object {
  return { value, evidence, source, note };
}

export function factsObject(facts: object): object {
  return Object.fromEntries(
    Object.entries(facts as Readonly<Record<string, Fact<unknown>>>).map(([key, fact]) => [
      key,
      factObject(fact),
    ]),
  );
}
