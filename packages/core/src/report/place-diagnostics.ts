/** From offsets in a text to the lines and columns that a reader counts by. */
import type { Diagnostic } from '../base/diagnostic.ts';
import { LineMap } from '../base/span.ts';
import type { ReportDiagnostic } from './diagnostic.ts';

/** Gives diagnostics of the engine the line and column that a reader counts by; the lines of a text may be shared. */
export function placeDiagnostics(
  diagnostics: readonly Diagnostic[],
  source: string | LineMap,
): ReportDiagnostic[] {
  const map = typeof source === 'string' ? new LineMap(source) : source;
  return diagnostics.map(({ code, severity, message, hint, about, span }) => ({
    code,
    severity,
    message,
    ...(span && map.place(span.start)),
    hint,
    about,
  }));
}
