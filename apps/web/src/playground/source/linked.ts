/**
 * A line of source and the lines of assembly that it became, linked both ways: the cursor in the assembly, a picked instruction and a
 * picked line of the source all choose the pair.
 *
 *     k.hip:12   ->   .s 40, 41, 57      the same three stand out while one of them is looked at
 */
import { append, authoredLine, type SourceLine } from '@ldscope/core';
import { computed, effect, signal } from '@preact/signals';
import { outline } from '../outline.ts';
import { site } from '../state.ts';

/** The selected line of source. */
export const linkedSource = signal<Pick<SourceLine, 'file' | 'line'> | undefined>(undefined);

const keyOf = ({ file, line }: Pick<SourceLine, 'file' | 'line'>): string => `${line} ${file}`;

/** Lines of the text by the lines of source that they were compiled from, through inlining. */
const linesBySource = computed(() => {
  const found = new Map<string, number[]>();
  for (const { line, source = [] } of outline.value?.lines ?? [])
    for (const key of new Set(source.map(keyOf))) append(found, key, line);
  return found;
});

/** The lines of the text that a line of source was compiled to, ascending. */
export const linesOf = (place: Pick<SourceLine, 'file' | 'line'>): readonly number[] =>
  linesBySource.value.get(keyOf(place)) ?? [];

/** The lines of the text that belong to the selection. */
export const linkedLines = computed<readonly number[]>(() =>
  linkedSource.value === undefined ? [] : linesOf(linkedSource.value),
);

/** The lines of a source file that were compiled to code. */
export function compiledLines(file: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { source = [] } of outline.value?.lines ?? [])
    for (const frame of source) if (frame.file === file) lines.add(frame.line);
  return lines;
}

/** The cursor is on a line of the text: selects its line of source, in the file on show where there is a choice. */
export function linkFromText(line: number, file: string | undefined): void {
  const { source } = outline.value?.lines.find((one) => one.line === line) ?? {};
  if (source === undefined) return;
  const place = source.find((frame) => frame.file === file) ?? authoredLine(source);
  if (place !== undefined) linkedSource.value = { file: place.file, line: place.line };
}

/** Selects the source line of each picked instruction; returns a function that ends this. */
export const followPickedSite = (): (() => void) =>
  effect(() => {
    const place = authoredLine(site.value?.location.source ?? []);
    linkedSource.value = place && { file: place.file, line: place.line };
  });
