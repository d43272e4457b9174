/**
 * Anchors of headings, as GitHub makes them, so that a link works there and on the site.
 *
 *     What a build leaves behind         what-a-build-leaves-behind
 *     `--like iree`, twice               --like-iree-twice, then --like-iree-twice-1
 */
export function anchorsOf(headings: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return headings.map((heading) => {
    const anchor = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const before = counts.get(anchor) ?? 0;
    counts.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}
