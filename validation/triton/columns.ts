/** Rows of cells as lines: columns of one width, two spaces between them; `right` are aligned to the right. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  right: ReadonlySet<number>,
): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row
      .map((cell, i) =>
        right.has(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
