/** Tables of profilers as CSV. */

/** More rows than a profile of kernels has. */
const MOST_ROWS = 1_000_000;

/** `1,024` and `16384.000000` too; `undefined` for what is not a number. */
export function numberOf(cell: string | undefined): number | undefined {
  const plain = cell?.trim().replaceAll(',', '') ?? '';
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** Rows of a CSV (RFC 4180): cells in double quotes may have commas, line ends, and quotes that are doubled. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /[ \t]*"((?:[^"]|"")*)"[^,\r\n]*|([^,\r\n]*)/y;
  let at = 0;
  while (at <= text.length && rows.length < MOST_ROWS) {
    cell.lastIndex = at;
    const match = cell.exec(text);
    if (match === null) break;
    row.push(match[1]?.replaceAll('""', '"') ?? match[2]?.trim() ?? '');
    at = cell.lastIndex;
    if (text[at] === ',') {
      at++;
      continue;
    }
    // What profilers print before the names, such as `==PROF== ...`, has one cell.
    if (row.length > 1) rows.push(row);
    row = [];
    const end = /\r?\n|\r/y;
    end.lastIndex = at;
    if (end.exec(text) === null) break;
    at = end.lastIndex;
  }
  return rows;
}
