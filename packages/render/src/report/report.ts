/** Reports of `analyze` as texts, for users of ldscope as a library. */
import type { Analysis } from '@ldscope/core';
import type { AnalyzedFile } from '../document/analyzed-file.ts';
import { writeText } from '../document/write-text.ts';
import { writeHtml } from '../html/document.ts';
import { writeMarkdown } from '../markdown/document.ts';
import { sayReport } from '../say/report.ts';
import type { SourceOptions } from '../text/diagnostics.ts';
import type { TextOptions } from '../text/style.ts';

export interface ReportTextOptions extends TextOptions, SourceOptions {
  /** Draws the banks of the most expensive sites. */
  readonly heatmap?: boolean;
  /** Shows every site instead of the first ten. */
  readonly all?: boolean;
}

/** The report of a kernel as text, ended by a newline. No line is wider than the page. */
export function renderReport(analysis: Analysis, options: ReportTextOptions = {}): string {
  const { file, source } = options;
  const kernels = [{ analysis, diagnostics: analysis.report.diagnostics }];
  const origin = {
    ...(file === undefined ? {} : { file }),
    ...(source === undefined ? {} : { source }),
  };
  return writeText(sayReport({ ...origin, kernels }, options), options);
}

/** The report of a file as one HTML page, with pictures, and with layouts and time where the kernels have them. */
export const htmlReport = (analyzed: AnalyzedFile): string =>
  writeHtml(sayReport(analyzed, { form: 'page' }));

/** The report of a file as Markdown, short enough for a comment on a pull request. */
export const markdownReport = (analyzed: AnalyzedFile): string =>
  writeMarkdown(sayReport(analyzed, { form: 'comment' }));
