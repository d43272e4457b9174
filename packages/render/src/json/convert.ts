/** A layout in several notations, as JSON. */
import { elementView, type ReportDiagnostic } from '@ldscope/core';
import type { Converted } from '../say/convert.ts';
import { diagnosticObject, json } from './parts.ts';

/** A layout in several notations, schema `ldscope-convert/1`. */
export function convertedJson(
  { tile, layout, texts }: Converted,
  diagnostics: readonly ReportDiagnostic[],
): string {
  return json({
    schema: 'ldscope-convert/1',
    tile: elementView(tile),
    layout,
    notations: texts.map(({ notation, text, reason }) => ({ name: notation, text, reason })),
    diagnostics: diagnostics.map(diagnosticObject),
  });
}
