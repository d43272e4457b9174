/** The text of a page with the figures that a program gives it: `{{pairs}} kernel-chip pairs of {{sources}} sources`. */

/** Throws where a name of the text has no value, or a value no name in the text: both are mistakes of ours. */
export function filled(
  template: string,
  values: Readonly<Record<string, string | number>>,
): string {
  const unused = new Set(Object.keys(values));
  const text = template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    unused.delete(name);
    const value = values[name];
    if (value === undefined) throw new Error(`the page has no figure '${name}'`);
    return String(value);
  });
  if (unused.size > 0) throw new Error(`the page does not show ${[...unused].join(', ')}`);
  return text;
}

/** A text with a value for each `{{name}}`, line by line; lines of which nothing is left go. */
export const filledText = (
  text: string,
  values: Readonly<Record<string, string | number>>,
): string =>
  text
    .split('\n')
    .map((line) => {
      const own = line.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `${values[name] ?? name}`);
      return own !== line && own.trim() === '' ? undefined : own;
    })
    .filter((line) => line !== undefined)
    .join('\n');
