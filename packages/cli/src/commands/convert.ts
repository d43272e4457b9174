/** `ldscope convert LAYOUT --tile 64x64xf16`: a layout in every notation that can express it, or why not. */
import { placeDiagnostics } from '@ldscope/core';
import { ckContext, convertLayoutText, layoutWords } from '@ldscope/engine';
import { convertedJson, sayConverted } from '@ldscope/render';
import { answer, refuse } from '../answer/document.ts';
import { ckHeaders, readCkCpp } from '../input/ck-cpp.ts';
import { exitCode } from '../answer/failure.ts';
import type { Io } from '../io/io.ts';
import type { ConvertCommandOptions } from '../options/commands.ts';

/** Prints the layout in each notation; the exit code is 1 when a requested one cannot express it. */
export async function convertCommand(
  io: Io,
  given: string,
  options: ConvertCommandOptions,
): Promise<number> {
  const { tile, to, format } = options;
  const file = await readCkCpp(io, given);
  const text = file ?? given;
  const path = file === undefined ? '' : given;
  const before = await ckHeaders(io, text, path, options);
  const context = ckContext({ ...options, before });
  if ('code' in context) {
    return await refuse(io, 'ldscope-convert/1', placeDiagnostics([context], ''), { format });
  }
  const read = convertLayoutText(text, tile, to, context);
  const diagnostics = placeDiagnostics(read.diagnostics, text);
  if (!read.ok) return await refuse(io, 'ldscope-convert/1', diagnostics, { format });
  const { layout, texts } = read.value;
  const converted = { tile: layout.tile, layout: layoutWords(layout), texts };
  const missing = to.length > 0 && texts.some(({ reason }) => reason !== undefined);
  const code = missing ? exitCode.unmet : exitCode.done;
  return await answer(
    io,
    {
      json: () => convertedJson(converted, diagnostics),
      document: () => sayConverted(converted),
    },
    { format },
    { diagnostics, code },
  );
}
