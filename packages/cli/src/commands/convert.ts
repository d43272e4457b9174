/** `ldscope convert LAYOUT --tile 64x64xf16`: a layout in every notation that can say it, or why not. */
import { placeDiagnostics } from '@ldscope/core';
import { convertLayoutText, layoutWords } from '@ldscope/engine';
import { convertedJson, failureJson, renderConverted } from '@ldscope/render';
import { exitCode, printDiagnostics } from '../failure.ts';
import type { Io } from '../io.ts';
import type { Format } from '../options.ts';
import { pageOf } from '../terminal.ts';

export interface ConvertCommandOptions {
  readonly tile: string;
  /** Names of notations; all when empty. */
  readonly to: readonly string[];
  readonly format: Format;
}

/** Prints the layout in each notation; the exit code is 1 when one that was asked for cannot express it. */
export function convertCommand(io: Io, text: string, options: ConvertCommandOptions): number {
  const read = convertLayoutText(text, options.tile, options.to);
  const diagnostics = placeDiagnostics(read.diagnostics, text);
  if (!read.ok) {
    if (options.format === 'json') io.stdout.write(failureJson('ldscope-convert/1', diagnostics));
    else printDiagnostics(io, diagnostics);
    return exitCode.wrong;
  }
  const { layout, texts } = read.value;
  const converted = { tile: layout.tile, layout: layoutWords(layout), texts };
  if (options.format === 'json') {
    io.stdout.write(convertedJson(converted, diagnostics));
  } else {
    io.stdout.write(renderConverted(converted, pageOf(io)));
    if (diagnostics.length > 0) printDiagnostics(io, diagnostics);
  }
  const missing = options.to.length > 0 && texts.some(({ reason }) => reason !== undefined);
  return missing ? exitCode.unmet : exitCode.done;
}
