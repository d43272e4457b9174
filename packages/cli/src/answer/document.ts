/** Reports in the forms that every command gives: text for a terminal, a page, a comment. */
import type { ReportDiagnostic } from '@ldscope/core';
import {
  type Document,
  failureJson,
  type SourceOptions,
  type TextOptions,
  withDiagnostics,
  writeText,
} from '@ldscope/render';
import { deliver, exitCode, printDiagnostics } from './failure.ts';
import type { Io } from '../io/io.ts';
import type { ReportFormat } from '../options/options.ts';
import { pageOf } from './terminal.ts';

/** The document as text in a format; pages and comments are loaded on demand. */
export async function documentText(
  document: Document,
  format: ReportFormat,
  options: TextOptions = {},
): Promise<string> {
  if (format === 'text') return writeText(document, options);
  const { writeHtml, writeMarkdown } = await import('./pages.ts');
  return format === 'html' ? writeHtml(document) : writeMarkdown(document);
}

/** The diagnostics that go to the standard error next to a document, which has the rest. */
export const errorsOf = (diagnostics: readonly ReportDiagnostic[]): ReportDiagnostic[] =>
  diagnostics.filter(({ severity }) => severity === 'error');

/** The diagnostics, options and exit code that go with an answer. */
interface AnswerContext {
  readonly diagnostics?: readonly ReportDiagnostic[];
  readonly origin?: SourceOptions;
  readonly code?: number;
}

/** The requested output. */
interface AnswerOptions {
  readonly format: ReportFormat | 'json';
  readonly output?: string | undefined;
}

/**
 * Prints or writes an answer in the requested format. Diagnostics of a text go to the standard error, those of a
 * document into it, errors to both; JSON has them already.
 */
export async function answer(
  io: Io,
  { json, document }: { readonly json: () => string; readonly document: () => Document },
  { format, output }: AnswerOptions,
  { diagnostics = [], origin = {}, code = exitCode.done }: AnswerContext = {},
): Promise<number> {
  if (format === 'json') return await deliver(io, json(), output, code);
  printDiagnostics(io, format === 'text' ? diagnostics : errorsOf(diagnostics), origin);
  const page = output === undefined ? pageOf(io) : {};
  const whole = format === 'text' ? document() : withDiagnostics(document(), diagnostics, origin);
  return await deliver(io, await documentText(whole, format, page), output, code);
}

/** Says why there is no answer; returns the exit code. */
export async function refuse(
  io: Io,
  schema: string,
  diagnostics: readonly ReportDiagnostic[],
  { format, output }: AnswerOptions,
  origin: SourceOptions = {},
): Promise<number> {
  if (format === 'json') {
    return await deliver(io, failureJson(schema, diagnostics), output, exitCode.wrong);
  }
  printDiagnostics(io, diagnostics, origin);
  return exitCode.wrong;
}
