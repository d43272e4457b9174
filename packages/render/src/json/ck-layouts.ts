/** Descriptors and distributions of CK Tile, as JSON. */
import type { ReportDiagnostic } from '@ldscope/core';
import type { CkLayouts } from '../say/ck-layouts.ts';
import { diagnosticObject, json } from './parts.ts';

/** All layouts of a text, schema `ldscope-ck-layouts/1`. */
export function ckLayoutsJson(
  { layouts }: CkLayouts,
  diagnostics: readonly ReportDiagnostic[],
): string {
  return json({
    schema: 'ldscope-ck-layouts/1',
    layouts,
    diagnostics: diagnostics.map(diagnosticObject),
  });
}
