/** A diagnostic of a report: its place is a line of the kernel's text. */
import type { Severity, Subject } from '../base/diagnostic.ts';
import type { Hint } from '../base/hint.ts';

/** A diagnostic as scripts read it: a stable code, a message, the place and what helps. */
export interface ReportDiagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly hint: Hint;
  readonly about?: Subject | undefined;
}
