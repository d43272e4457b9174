/** From offsets in a text to the lines and columns that a reader counts by. */
import type { Diagnostic } from '../base/diagnostic.ts';
import { LineMap } from '../base/span.ts';
import type { ReportDiagnostic } from './report.ts';

/** Gives diagnostics of the engine the line and column that a reader counts by. */
export function placeDiagnostics(
  diagnostics: readonly Diagnostic[],
  source: string,
): ReportDiagnostic[] {
  const map = new LineMap(source);
  return diagnostics.map(({ code, severity, message, hint, span }) => ({
    code,
    severity,
    message,
    ...(span === undefined ? {} : map.place(span.start)),
    hint,
  }));
}
