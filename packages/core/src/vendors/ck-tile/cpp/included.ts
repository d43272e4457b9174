/**
 * The headers that a C++ text includes, each once and before what needs it.
 *
 *     a.hpp includes b.hpp and c.hpp, c.hpp includes b.hpp      b.hpp, c.hpp
 *
 * CK Tile's core is left out: what it defines, ldscope knows. So is what nothing finds, such as headers of the library.
 */

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm;

/** Headers whose names ldscope knows without reading them. */
const isCore = (path: string): boolean => /(?:^|\/)ck_tile\/core(?:\.hpp$|\/)/.test(path);

/** The texts of all headers, by `read`, which gives `undefined` for what there is not. */
export function includedTexts(
  text: string,
  read: (path: string) => string | undefined,
): readonly string[] {
  const texts: string[] = [];
  const seen = new Set<string>();
  // A header's own includes are before it: it is taken when it is met the second time.
  const open: { readonly path: string; readonly text: string; isRead: boolean }[] = [];
  const push = (of: string): void => {
    const paths = [...of.matchAll(INCLUDE)].map(([, path = '']) => path);
    for (const path of paths.reverse()) {
      if (isCore(path)) continue;
      const found = read(path);
      if (found !== undefined) open.push({ path, text: found, isRead: false });
    }
  };
  push(text);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.isRead || seen.has(top.path)) {
      open.pop();
      if (top.isRead) texts.push(top.text);
      continue;
    }
    seen.add(top.path);
    top.isRead = true;
    push(top.text);
  }
  return texts;
}
