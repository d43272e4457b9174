/**
 * What a report says, apart from how it is written: sections of facts, sentences, tables, code and drawings.
 *
 *     say/suggest.ts   answer  ->  Document  ->  document/write-text.ts, html/document.ts, markdown/document.ts
 *
 * A report is worded once, in `say`, and every writer writes every report.
 */
import type { Hazard, ReportDiagnostic } from '@ldscope/core';
import type { DataTable } from '../svg/data-table.ts';
import type { Picture } from '../svg/node.ts';
import type { SourceOptions } from '../text/diagnostics.ts';
import type { Note } from '../text/footnotes.ts';
import type { Page, Style } from '../text/style.ts';
import type { Column, Row } from '../text/table.ts';

export interface Document {
  readonly title: string;
  readonly sections: readonly Section[];
  /** At the foot of a page, of what does not come from executing a kernel. */
  readonly note?: string;
}

/** One without blocks is left out, unless it is the first of its document. */
export interface Section {
  /** 1 begins a report, 2 a part of it (a buffer, a loop), 3 a part of that. */
  readonly level: 1 | 2 | 3;
  readonly heading?: string;
  /** Of the heading; `strong` by default. */
  readonly style?: Style;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | Paragraph
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly Row[] }
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  | { readonly kind: 'notes'; readonly notes: readonly Note[]; readonly style?: Style }
  | { readonly kind: 'codes'; readonly codes: readonly Code[] }
  | Drawing
  | Messages;

/** A label, and a text beside it. A fact without a label goes on with the one before. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  readonly style?: Style;
  /** A word of the text that is told apart. */
  readonly marked?: { readonly word: string; readonly style: Style };
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: string;
  readonly style?: Style;
  /** Columns before it in a terminal; 2 by default. */
  readonly indent?: number;
  /** A line of a kernel: shown as code, cut rather than wrapped. */
  readonly isCode?: boolean;
}

export interface Item {
  /** What stands before the text: `period`, `-`. */
  readonly label?: string;
  readonly text: string;
  readonly style?: Style;
  readonly items?: readonly Item[];
}

/** One step of a proof, and how it ended. */
export interface Step {
  readonly name: string;
  readonly outcome: string;
  readonly style: Style;
  readonly text: string;
}

/** A text that is copied, under its name; without the text the reason why there is none. */
export interface Code {
  readonly name: string;
  readonly title: string;
  readonly text?: string;
  readonly reason?: string;
  /** Under the text. */
  readonly note?: string;
}

/** Made of characters for a terminal; a picture elsewhere, where there is one. */
interface Drawing {
  readonly kind: 'drawing';
  readonly lines: (page: Page) => readonly string[];
  readonly picture?: () => Picture;
  /** The same as the picture. */
  readonly table?: () => DataTable;
}

/** Diagnostics with their places, and hazards. */
interface Messages {
  readonly kind: 'messages';
  readonly hazards: readonly Hazard[];
  readonly diagnostics: readonly ReportDiagnostic[];
  readonly origin: SourceOptions;
}

/** A fact as a list of at most one: none where the text is not known. */
export function factOf(label: string, text: string | undefined, style?: Style): Fact[] {
  if (text === undefined || text === '') return [];
  return [style === undefined ? { label, text } : { label, text, style }];
}

export function paragraph(text: string, style?: Style, indent?: number): Paragraph {
  return {
    kind: 'paragraph',
    text,
    ...(style === undefined ? {} : { style }),
    ...(indent === undefined ? {} : { indent }),
  };
}

/** Reports behind each other, as one. */
export function joined(title: string, documents: readonly Document[]): Document {
  return { title, sections: documents.flatMap(({ sections }) => sections) };
}

/** The report with its diagnostics; a terminal has them in the standard error. */
export function withDiagnostics(
  document: Document,
  diagnostics: readonly ReportDiagnostic[],
  origin: SourceOptions,
): Document {
  if (diagnostics.length === 0) return document;
  const block: Messages = { kind: 'messages', hazards: [], diagnostics, origin };
  const section: Section = { level: 2, heading: 'Diagnostics', blocks: [block] };
  return { ...document, sections: [...document.sections, section] };
}
