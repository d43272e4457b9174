/** One notation's text as another's, as `ldscope convert` does it: read, then printed. */
import { failure, parseLayout, printLayout, type Result, success, type Tile } from '@ldscope/core';

export function convertLayout(
  text: string,
  from: string,
  to: string,
  context: { readonly tile: Tile },
): Result<string> {
  const layout = parseLayout(text, from, context);
  if (!layout.ok) return layout;
  const printed = printLayout(layout.value, to);
  const diagnostics = [...layout.diagnostics, ...printed.diagnostics];
  return printed.ok ? success(printed.value, diagnostics) : failure(...diagnostics);
}
