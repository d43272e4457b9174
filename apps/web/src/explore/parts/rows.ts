/**
 * A table as text: a line per row, its cells between `|`, so that another row is another line.
 *
 *     rowsOf`
 *     LDS | registers | ds_read_b128
 *     `                                  [['LDS', 'registers', 'ds_read_b128']]
 */
export const rowsOf = (
  strings: TemplateStringsArray,
  ...values: readonly (string | number)[]
): string[][] =>
  String.raw(strings, ...values)
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
