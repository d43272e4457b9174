/** Why a document is not rewritten, in a line. */
import { hintText, type ReportDiagnostic } from '@ldscope/core';

/** The first that explains it: errors before the rest. */
export function reasonOf(diagnostics: readonly ReportDiagnostic[]): string {
  const said = diagnostics.filter(({ severity }) => severity !== 'note');
  const [first] = [...said.filter(({ severity }) => severity === 'error'), ...said];
  if (first === undefined) return 'no layout that fix can write has fewer conflicts';
  const hint = hintText(first.hint);
  return hint === '' ? first.message : `${first.message}; ${hint}`;
}
