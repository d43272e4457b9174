/** The lines of the source that a kernel was compiled from, with what their instructions cost. */
import type { ReportSite } from '@ldscope/core';
import { sitesByLine } from '@ldscope/render';
import { computed } from '@preact/signals';
import { openedText, report } from './state.ts';
import { count, ways } from './words.ts';

/** What a line became: its reads, or its writes. */
export interface SourceNote {
  readonly text: string;
  readonly isConflict: boolean;
  /** Its instructions, the most expensive first. */
  readonly sites: readonly ReportSite[];
}

interface SourceRow {
  readonly line: number;
  /** Absent where the text of the file is not known. */
  readonly text?: string;
  readonly notes: readonly SourceNote[];
}

export interface ShownSource {
  readonly file: string;
  /** False where only the places are known. */
  readonly hasText: boolean;
  /** In the order of the file; lines between them are left out. */
  readonly rows: readonly SourceRow[];
}

/** Files up to this length are shown whole, of others the lines around those with costs. */
const WHOLE_LINES = 400;
const AROUND = 4;

/** The file with most of the cycles; `undefined` where no line is known. */
export const shownSource = computed<ShownSource | undefined>(() => {
  const groups = sitesByLine(report.value?.sites ?? []);
  const file = groups.find(({ place }) => place !== undefined)?.place?.file;
  if (file === undefined) return undefined;
  const notes = new Map<number, SourceNote[]>();
  for (const { place, sites, worstWays, bankConflict, idxActive } of groups) {
    if (place?.file !== file) continue;
    const isConflict = bankConflict > 0;
    const which = `${sites[0]?.direction ?? ''}: `;
    const text = isConflict
      ? `${which}${ways(worstWays)} · ${count(bankConflict)} of ${count(idxActive)} cycles`
      : `${which}no conflict · ${count(idxActive)} cycles`;
    notes.set(place.line, [...(notes.get(place.line) ?? []), { text, isConflict, sites }]);
  }
  const text = openedText.value?.sources.get(/[^/\\]*$/.exec(file)?.[0] ?? '');
  const lines = text?.split(/\r\n|\r|\n/);
  const rows = shownLines(lines?.length, notes).map((line) => ({
    line,
    ...(lines === undefined ? {} : { text: lines[line - 1] ?? '' }),
    notes: notes.get(line) ?? [],
  }));
  return { file, hasText: lines !== undefined, rows };
});

function shownLines(
  length: number | undefined,
  notes: ReadonlyMap<number, unknown>,
): readonly number[] {
  if (length !== undefined && length <= WHOLE_LINES)
    return Array.from({ length }, (_, index) => index + 1);
  const around = length === undefined ? 0 : AROUND;
  const shown = new Set<number>();
  for (const line of notes.keys())
    for (let near = line - around; near <= line + around; near++)
      if (near >= 1 && near <= (length ?? near)) shown.add(near);
  return [...shown].sort((a, b) => a - b);
}
