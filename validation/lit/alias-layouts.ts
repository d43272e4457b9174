/**
 * Nested layouts as upstream prints them: each in one line, under an alias in front of the text, whoever made it.
 *
 *     %a = iree_vector_ext.to_layout %v to layout(#iree_vector_ext.nested_layout<...>)
 *
 *     #nested_layout0 = #iree_vector_ext.nested_layout<...>
 *     %a = iree_vector_ext.to_layout %v to layout(#nested_layout0)
 */
const LAYOUT = /(?:(#\w+) = )?(#iree_vector_ext\.nested_layout<[^>]*>)/g;

export function withLayoutAliases(text: string): string {
  const names = new Map<string, string>();
  for (const [, name, layout = ''] of text.matchAll(LAYOUT)) {
    if (name !== undefined) names.set(inOneLine(layout), name);
  }
  const made: string[] = [];
  const body = text.replaceAll(LAYOUT, (_, name: string | undefined, layout: string) => {
    const line = inOneLine(layout);
    if (name !== undefined) return `${name} = ${line}`;
    const known = names.get(line) ?? `#nested_layout${made.length}`;
    if (!names.has(line)) made.push(`${known} = ${line}\n`);
    names.set(line, known);
    return known;
  });
  return made.join('') + body;
}

function inOneLine(layout: string): string {
  return layout.replaceAll(/\s+/g, ' ').replaceAll(/< | >/g, (edge) => edge.trim());
}
