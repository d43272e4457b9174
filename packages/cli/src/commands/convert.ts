/** `ldscope convert LAYOUT --tile 64x64xf16`: a layout in every notation that can say it, or why not. */
import {
  type Diagnostic,
  findNotation,
  hasErrors,
  type Notation,
  notations,
  printLayout,
} from '@ldscope/core';
import {
  type ConvertedText,
  convertedJson,
  failureJson,
  placeDiagnostics,
  renderConverted,
} from '@ldscope/render';
import { exitCode, printDiagnostics } from '../failure.ts';
import { layoutWords, readLayout } from '../fix/layout-words.ts';
import type { Io } from '../io.ts';
import type { Format } from '../options.ts';
import { pageOf } from '../terminal.ts';
import { parseTile } from '../tile-option.ts';

export interface ConvertCommandOptions {
  readonly tile: string;
  /** Names of notations; all when empty. */
  readonly to: readonly string[];
  readonly format: Format;
}

/** Prints the layout in each notation; the exit code is 1 when one that was asked for cannot say it. */
export function convertCommand(io: Io, text: string, options: ConvertCommandOptions): number {
  const fail = (diagnostics: readonly Diagnostic[]): number => {
    const placed = placeDiagnostics(diagnostics, text);
    if (options.format === 'json') io.stdout.write(failureJson('ldscope-convert/1', placed));
    else printDiagnostics(io, placed);
    return exitCode.wrong;
  };
  const tile = parseTile(options.tile);
  if (!tile.ok) return fail(tile.diagnostics);
  const wanted: Notation[] = options.to.length === 0 ? [...notations] : [];
  for (const name of options.to) {
    const notation = findNotation(name);
    if (!notation.ok) return fail(notation.diagnostics);
    wanted.push(notation.value);
  }
  const layout = readLayout(text, tile.value);
  if (!layout.ok || hasErrors(layout.diagnostics)) return fail(layout.diagnostics);
  const texts = wanted.map(({ name, title }): ConvertedText => {
    const printed = printLayout(layout.value, name);
    return printed.ok
      ? { notation: name, title, text: printed.value }
      : { notation: name, title, reason: printed.diagnostics[0]?.message ?? '' };
  });
  const converted = { tile: tile.value, layout: layoutWords(layout.value), texts };
  const { diagnostics } = layout;
  if (options.format === 'json') {
    io.stdout.write(convertedJson(converted, placeDiagnostics(diagnostics, text)));
  } else {
    io.stdout.write(renderConverted(converted, pageOf(io)));
    if (diagnostics.length > 0) printDiagnostics(io, placeDiagnostics(diagnostics, text));
  }
  const missing = options.to.length > 0 && texts.some(({ reason }) => reason !== undefined);
  return missing ? exitCode.unmet : exitCode.done;
}
