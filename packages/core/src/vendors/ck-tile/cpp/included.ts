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
export async function includedTexts(
  text: string,
  read: (path: string) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const texts: string[] = [];
  const seen = new Set<string>();
  /** Headers that are open: what is left of their includes, and their own text, which follows. */
  const open: { readonly paths: string[]; readonly text: string | undefined }[] = [];
  const push = (of: string, own: string | undefined): void => {
    const paths = [...of.matchAll(INCLUDE)].map(([, path = '']) => path);
    open.push({ paths: paths.filter((path) => !isCore(path)).reverse(), text: own });
  };
  push(text, undefined);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const path = top.paths.pop();
    if (path === undefined) {
      open.pop();
      if (top.text !== undefined) texts.push(top.text);
    } else if (!seen.has(path)) {
      seen.add(path);
      const found = await read(path);
      if (found !== undefined) push(found, found);
    }
  }
  return texts;
}
