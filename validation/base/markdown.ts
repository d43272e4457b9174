/** A Markdown table as the formatter writes it: the first columns to the left, the others to the right. */
export function markdown(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  left = 1,
): string[] {
  const widths = head.map((cell, i) =>
    Math.max(3, cell.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (i < left ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, i) =>
    i < left ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)];
}

export const grouped = (value: number): string => value.toLocaleString('en-US');
