/**
 * The buffers of a kernel at one shape, under every layout of a sweep: the function behind `ldscope shapes`.
 *
 *     text of a shape -> buffers as problems (suggest) -> each under none, pad, swizzle -> sums over buffers and files
 */
import { type ReportDiagnostic, type ShapeBuffer, type ShapeCell } from '@ldscope/core';
import type { TriedLayout } from '../layout/try-layout.ts';
import { openBuffers } from '../suggest/suggest-kernel.ts';
import type { SuggestOptions } from '../suggest/suggest-options.ts';
import { type LayoutChoice, layoutOf } from './layout-choice.ts';
import type { ShapeValues } from './parameters.ts';

/** A file of a shape: its text, how often its accesses are executed, and how it is opened. */
export interface ShapeFile {
  readonly file: string;
  readonly text: string;
  readonly times: number;
  readonly options: Omit<SuggestOptions, 'machines' | 'file'>;
}

export interface ShapeCells {
  readonly cells: readonly ShapeCell[];
  readonly diagnostics: readonly ReportDiagnostic[];
}

/** The name of a choice in reports. */
const nameOf = (choice: LayoutChoice): string =>
  choice.kind === 'written' ? choice.text : choice.kind;

/** All cells of a shape on a chip. */
export function cellsOfShape(
  files: readonly ShapeFile[],
  machine: string,
  choices: readonly LayoutChoice[],
  values: ShapeValues,
): ShapeCells {
  const opened = files.map(({ file, text, times, options }) => ({
    file,
    times,
    opened: openBuffers(text, { ...options, file, machines: [machine] }),
  }));
  const failed = opened.flatMap((one) => ('found' in one.opened ? [] : one.opened.diagnostics));
  if (failed.length > 0) return { cells: [], diagnostics: failed };
  const buffers = opened.flatMap(({ file, times, opened: of }) =>
    'found' in of ? of.found.buffers.map((buffer) => ({ file, times, ...buffer })) : [],
  );
  const cells = choices.map((choice): ShapeCell => {
    const name = nameOf(choice);
    const found: ShapeBuffer[] = [];
    for (const { file, times, names, tiles } of buffers) {
      const [tile] = tiles;
      if (tile === undefined) continue;
      const tried = layoutOf(tile, choice, values);
      if (typeof tried === 'string') {
        const reason = buffers.length > 1 ? `${names.join(', ')}: ${tried}` : tried;
        return { machine, layout: name, buffers: [], reason };
      }
      found.push({ file, names, ...costOf(tried, times) });
    }
    const sum = (of: (one: ShapeBuffer) => number): number =>
      found.reduce((total, one) => total + of(one), 0);
    return {
      machine,
      layout: name,
      conflictCycles: sum(({ conflictCycles }) => conflictCycles),
      cycles: sum(({ cycles }) => cycles),
      ldsBytes: sum(({ ldsBytes }) => ldsBytes),
      buffers: found,
    };
  });
  return { cells, diagnostics: [] };
}

function costOf({ words, cost }: TriedLayout, times: number): Omit<ShapeBuffer, 'file' | 'names'> {
  const counts = (cost?.accesses ?? []).flatMap((access) => access.counts);
  const total = (of: 'conflicts' | 'cycles'): number =>
    times * counts.reduce((sum, count) => sum + count[of], 0);
  return {
    layout: words,
    conflictCycles: total('conflicts'),
    cycles: total('cycles'),
    ldsBytes: cost?.ldsBytes ?? 0,
    isCut: cost?.isCut ?? false,
  };
}
