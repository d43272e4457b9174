/** `ldscope convert LAYOUT --tile 64x64xf16`: a layout in every notation that can express it, or why not. */
import { placeDiagnostics } from '@ldscope/core';
import { convertLayoutText, layoutWords } from '@ldscope/engine';
import { convertedJson, failureJson, sayConverted } from '@ldscope/render';
import { deliverDocument } from '../document.ts';
import { exitCode, printDiagnostics } from '../failure.ts';
import type { Io } from '../io.ts';
import type { ReportFormat } from '../options.ts';

export interface ConvertCommandOptions {
  readonly tile: string;
  /** Names of notations; all when empty. */
  readonly to: readonly string[];
  readonly format: ReportFormat | 'json';
}

/** Prints the layout in each notation; the exit code is 1 when one that was asked for cannot express it. */
export async function convertCommand(
  io: Io,
  text: string,
  { tile, to, format }: ConvertCommandOptions,
): Promise<number> {
  const read = convertLayoutText(text, tile, to);
  const diagnostics = placeDiagnostics(read.diagnostics, text);
  if (!read.ok) {
    if (format === 'json') io.stdout.write(failureJson('ldscope-convert/1', diagnostics));
    else printDiagnostics(io, diagnostics);
    return exitCode.wrong;
  }
  const { layout, texts } = read.value;
  const converted = { tile: layout.tile, layout: layoutWords(layout), texts };
  const missing = to.length > 0 && texts.some(({ reason }) => reason !== undefined);
  const code = missing ? exitCode.unmet : exitCode.done;
  if (format !== 'json') {
    const context = { diagnostics, origin: {}, code };
    return await deliverDocument(io, sayConverted(converted), { format }, context);
  }
  io.stdout.write(convertedJson(converted, diagnostics));
  return code;
}
