/** The lines of the source that a kernel was compiled from, with what their instructions cost. */
import type { ReportSite } from '@ldscope/core';
import { sitesByLine } from '@ldscope/render';
import { computed, signal } from '@preact/signals';
import { grouped } from '../../controls/words.ts';
import { openedText, report, terms } from '../state.ts';
import { ways } from '../words.ts';
import { compiledLines, linkedSource } from './linked.ts';

/** The reads, or the writes, of a line. */
export interface SourceNote {
  readonly text: string;
  readonly isConflict: boolean;
  /** The cycles are known. */
  readonly isKnown: boolean;
  /** Its instructions, the most expensive first. */
  readonly sites: readonly ReportSite[];
}

/** The share of a line in all cycles of shared memory, from 0 to 1. */
export interface Heat {
  readonly share: number;
  /** The part of it that is conflicts. */
  readonly conflict: number;
}

export interface SourceRow {
  readonly line: number;
  /** Absent where the text of the file is not known. */
  readonly text?: string;
  readonly notes: readonly SourceNote[];
  /** Absent for lines that do not touch shared memory. */
  readonly heat?: Heat;
  /** The line was compiled to code. */
  readonly isCompiled: boolean;
}

export interface ShownSource {
  readonly file: string;
  /** All files with instructions, the most expensive first. */
  readonly files: readonly string[];
  /** False where only the places are known. */
  readonly hasText: boolean;
  /** In the order of the file; lines between them are left out. */
  readonly rows: readonly SourceRow[];
}

/** Files up to this length are shown whole, longer ones only around the lines with costs. */
const WHOLE_LINES = 400;
const AROUND = 4;

/** The file that the reader has chosen; otherwise the one with most of the cycles. */
export const chosenFile = signal<string | undefined>(undefined);

const groups = computed(() => sitesByLine(report.value?.sites ?? []));

const files = computed<readonly string[]>(() => [
  ...new Set(groups.value.flatMap(({ place }) => (place === undefined ? [] : [place.file]))),
]);

const shownFile = computed(
  () => files.value.find((file) => file === chosenFile.value) ?? files.value[0],
);

/** The lines of the file that is shown; absent where its text is not known. */
const shownText = computed(() => {
  const name = /[^/\\]*$/.exec(shownFile.value ?? '')?.[0] ?? '';
  return openedText.value?.sources.get(name)?.split(/\r\n|\r|\n/);
});

/** The text of the source is there, and so it can be linked with the assembly. */
export const hasSourceText = computed(() => shownText.value !== undefined);

/** `undefined` where no line is known. */
export const shownSource = computed<ShownSource | undefined>(() => {
  const file = shownFile.value;
  if (file === undefined) return undefined;
  const all = report.value?.totals.idxActive ?? 0;
  const notes = new Map<number, SourceNote[]>();
  const heat = new Map<number, Heat>();
  for (const { place, sites, worstWays, bankConflict, idxActive, unserved } of groups.value) {
    if (place?.file !== file) continue;
    const isConflict = bankConflict > 0;
    const which = `${sites[0]?.direction ?? ''}: `;
    const text =
      unserved !== undefined
        ? `${which}${unserved === 'no-banks' ? 'passes by the banks' : 'not known'}`
        : isConflict
          ? `${which}${ways(worstWays)} · ${grouped(bankConflict)} of ${grouped(idxActive)} ${terms.value.cycles}`
          : `${which}no conflict · ${grouped(idxActive)} ${terms.value.cycles}`;
    notes.set(place.line, [
      ...(notes.get(place.line) ?? []),
      { text, isConflict, isKnown: unserved === undefined, sites },
    ]);
    const before = heat.get(place.line) ?? { share: 0, conflict: 0 };
    if (all > 0)
      heat.set(place.line, {
        share: before.share + idxActive / all,
        conflict: before.conflict + bankConflict / all,
      });
  }
  const lines = shownText.value;
  const compiled = lines === undefined ? new Set<number>() : compiledLines(file);
  const linked = linkedSource.value?.file === file ? linkedSource.value.line : undefined;
  const rows = shownLines(lines?.length, notes, linked).map((line): SourceRow => {
    const own = heat.get(line);
    return {
      line,
      ...(lines === undefined ? {} : { text: lines[line - 1] ?? '' }),
      notes: notes.get(line) ?? [],
      ...(own === undefined ? {} : { heat: own }),
      isCompiled: compiled.has(line) || own !== undefined,
    };
  });
  return { file, files: files.value, hasText: lines !== undefined, rows };
});

function shownLines(
  length: number | undefined,
  notes: ReadonlyMap<number, unknown>,
  linked: number | undefined,
): readonly number[] {
  if (length !== undefined && length <= WHOLE_LINES)
    return Array.from({ length }, (_, index) => index + 1);
  const around = length === undefined ? 0 : AROUND;
  const shown = new Set<number>();
  const centres = length === undefined || linked === undefined ? [] : [linked];
  for (const line of [...notes.keys(), ...centres])
    for (let near = line - around; near <= line + around; near++)
      if (near >= 1 && near <= (length ?? near)) shown.add(near);
  return [...shown].sort((a, b) => a - b);
}
