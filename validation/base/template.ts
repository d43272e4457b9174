/** The text of a page or a kernel with the values that a program gives it: `{{pairs}} kernel-chip pairs of {{sources}} sources`. */

/**
 * Lines of which nothing is left go. Throws where a name of the text has no value, or a value no name in the text: both are
 * mistakes of ours.
 */
export function filled(
  template: string,
  values: Readonly<Record<string, string | number>>,
): string {
  const unused = new Set(Object.keys(values));
  const lines = template.split('\n').flatMap((line) => {
    const own = line.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      unused.delete(name);
      const value = values[name];
      if (value === undefined) throw new Error(`the text has no value '${name}'`);
      return String(value);
    });
    return own !== line && own.trim() === '' ? [] : [own];
  });
  if (unused.size > 0) throw new Error(`the text does not show ${[...unused].join(', ')}`);
  return lines.join('\n');
}
