/** `ldscope explain policy.hpp`: the descriptors and distributions that C++ of CK Tile means. */
import { placeDiagnostics } from '@ldscope/core';
import { describeCkLayouts } from '@ldscope/engine';
import { ckLayoutsJson, sayCkLayouts } from '@ldscope/render';
import { answer, refuse } from '../answer/document.ts';
import { ckHeaders } from '../input/ck-cpp.ts';
import type { Io } from '../io/io.ts';
import type { ExplainCommandOptions } from '../options/commands.ts';
import type { CkOptions, ReportFormat } from '../options/options.ts';

type CkLayoutOptions = CkOptions &
  Pick<ExplainCommandOptions, 'machine' | 'index' | 'move' | 'output'> & {
    readonly format: ReportFormat | 'json';
  };

const SCHEMA = 'ldscope-ck-layouts/1';

/** Prints all layouts of a text, one in full where it has one or `--use` names it. */
export async function explainCkLayouts(
  io: Io,
  path: string,
  text: string,
  options: CkLayoutOptions,
): Promise<number> {
  const before = await ckHeaders(io, text, path, options);
  const described = describeCkLayouts(text, { ...options, before });
  const diagnostics = placeDiagnostics(described.diagnostics, text);
  if (!described.ok) {
    return await refuse(io, SCHEMA, diagnostics, options, { file: path, source: text });
  }
  const said = { file: path, layouts: described.value };
  const json = (): string => ckLayoutsJson(said, diagnostics);
  return await answer(io, { json, document: () => sayCkLayouts(said) }, options, { diagnostics });
}
