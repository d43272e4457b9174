/** The chips whose machine code is read and executed, as messages list them: a test compares them with the machines. */
const names = 'gfx900 gfx906 gfx908 gfx90a gfx942 gfx950 gfx1100 gfx1151 gfx1201 gfx1250'.split(
  ' ',
);

/** Their names as a list in a sentence, with `and` or `or` before the last one. */
export function listCodeChips(word: 'and' | 'or'): string {
  return `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}
