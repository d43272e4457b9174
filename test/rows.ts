/**
 * Tables of tests as text: a line per row, its cells between ` | `, so that adding a case is adding a line.
 *
 *     test.each(rows`
 *       xor_shuffle<64, 0> | 0 is not a number of elements
 *       ${deep}            | too deep
 *     `)('%s: %s', (text, message) => ...)
 *
 * `\n` in a cell is a new line, and so is one with a blank on each side; blanks around cells are not part of them. What is
 * inserted is taken as it is. Lines that begin with `//` are comments.
 */
export function rows(
  { raw }: TemplateStringsArray,
  ...values: readonly (string | number | bigint)[]
): string[][] {
  const lines = raw.reduce((text, part, i) => `${text}\uE000${i - 1}\uE000${part}`).split('\n');
  return lines
    .filter((line) => /^\s*(?!\/\/)\S/.test(line))
    .map((line) =>
      line.split(/(?:^|\s)\|(?=\s|$)/).map((cell) =>
        cell
          .trim()
          .replaceAll(/ \\n |\\n/g, '\n')
          .replaceAll(/\uE000(\d+)\uE000/g, (_, i) => String(values[Number(i)])),
      ),
    );
}

/** The numbers of a cell: `8, 64`. */
export const numbersIn = (cell: string): number[] => cell.split(/[\s,]+/).map(Number);
