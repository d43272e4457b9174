/** Finds commands by typed words, in any order; commands that begin with the first word come first. */
export interface Command {
  /** `View: Timeline`. */
  readonly title: string;
  /** Keys that do the same. */
  readonly keys?: string | undefined;
  readonly run: () => void;
}

export function findCommands(all: readonly Command[], typed: string): readonly Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return all;
  const ranked = all.flatMap((command) => {
    const title = command.title.toLowerCase();
    if (!words.every((word) => title.includes(word))) return [];
    const name = title.slice(title.indexOf(': ') + 2);
    const rank = name.startsWith(first) ? 0 : title.startsWith(first) ? 1 : 2;
    return [{ command, rank }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ command }) => command);
}
