/** Reports in the forms that every command gives: text for a terminal, a page, a comment. */
import type { ReportDiagnostic } from '@ldscope/core';
import {
  type Document,
  type SourceOptions,
  type TextOptions,
  withDiagnostics,
  writeHtml,
  writeMarkdown,
  writeText,
} from '@ldscope/render';
import { deliver, printDiagnostics } from './failure.ts';
import type { Io } from './io.ts';
import type { ReportFormat } from './options.ts';
import { pageOf } from './terminal.ts';

const writers: Readonly<
  Record<ReportFormat, (document: Document, options: TextOptions) => string>
> = { text: writeText, html: writeHtml, markdown: writeMarkdown };

/** The document as text of a form. */
export function documentText(
  document: Document,
  format: ReportFormat,
  options: TextOptions = {},
): string {
  return writers[format](document, options);
}

/** What is said on the standard error beside a document, which has the rest. */
export const errorsOf = (diagnostics: readonly ReportDiagnostic[]): ReportDiagnostic[] =>
  diagnostics.filter(({ severity }) => severity === 'error');

/** What goes with a report. */
export interface ReportContext {
  readonly diagnostics: readonly ReportDiagnostic[];
  readonly origin: SourceOptions;
  readonly code: number;
}

/** Prints or writes a report; diagnostics of a text go to the standard error, those of a document into it, errors to both. */
export async function deliverDocument(
  io: Io,
  document: Document,
  { format, output }: { readonly format: ReportFormat; readonly output?: string | undefined },
  { diagnostics, origin, code }: ReportContext,
): Promise<number> {
  if (format === 'text') {
    printDiagnostics(io, diagnostics, origin);
    const text = writeText(document, output === undefined ? pageOf(io) : {});
    return await deliver(io, text, output, code);
  }
  printDiagnostics(io, errorsOf(diagnostics), origin);
  const whole = withDiagnostics(document, diagnostics, origin);
  return await deliver(io, documentText(whole, format), output, code);
}
