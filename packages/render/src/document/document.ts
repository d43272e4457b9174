/**
 * The content of a report, separate from its format: sections of facts, sentences, tables, code and drawings.
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

/** An answer as sections and blocks, before it is written as text, HTML or Markdown. */
export interface Document {
  readonly title: string;
  /** Above all reports of a page or a comment: the file that they are of. A terminal has none. */
  readonly heading?: string;
  readonly sections: readonly Section[];
  /** Shown at the foot of a page for figures that do not come from executing a kernel. */
  readonly note?: string;
}

/** One without blocks is left out, unless it is the first of its document. */
export interface Section {
  /** 1 begins a report, 2 a part of it (a buffer, a loop), 3 a part of that, 4 of that. */
  readonly level: 1 | 2 | 3 | 4;
  /** Where links of a page lead; parts of level 2 that have one are the page's contents. */
  readonly id?: string;
  readonly heading?: string;
  /** Of the heading; `strong` by default. */
  readonly style?: Style;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'facts'; readonly facts: readonly Fact[]; readonly isLarge?: boolean }
  | Paragraph
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly Column[];
      readonly rows: readonly Row[];
      /** Titles of columns by whose values a page filters its rows; without it a page has no filters. */
      readonly filters?: readonly string[];
    }
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  | { readonly kind: 'notes'; readonly notes: readonly Note[]; readonly style?: Style }
  | { readonly kind: 'codes'; readonly codes: readonly Code[] }
  | Drawing
  | Choice
  | Group
  | { readonly kind: 'listing'; readonly rows: readonly ListingRow[] }
  | Messages;

/** A block that a page of its own shows, and the web app in views of its own. */
export type PageBlock = Extract<Block, { readonly kind: 'choice' | 'listing' | 'messages' }>;

/** A label, and a text beside it. A fact without a label goes on with the one before. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  readonly style?: Style;
  /** A word of the text that is set off. */
  readonly marked?: Marked;
}

export interface Marked {
  readonly word: string;
  readonly style: Style;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: string;
  readonly style?: Style;
  /** Columns before it in a terminal; 2 by default. */
  readonly indent?: number;
  /** A line of a kernel: shown as code, cut rather than wrapped. */
  readonly isCode?: boolean;
  /** The result that most readers look for; it stands out. */
  readonly isVerdict?: boolean;
  /** The line of the source that it is about, where the app leads. */
  readonly line?: number | undefined;
}

export interface Item {
  /** The label before the text: `period`, `-`. */
  readonly label?: string;
  readonly text: string;
  readonly style?: Style;
  /** A word of the text that is set off. */
  readonly marked?: Marked;
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
  /** Of a fence in Markdown: `diff`. */
  readonly language?: string;
  readonly reason?: string;
  /** Under the text. */
  readonly note?: string;
}

/** Made of characters for a terminal; a picture on a page, and a table elsewhere, where there are. */
export interface Drawing {
  readonly kind: 'drawing';
  /** None where it is for pages alone. */
  readonly lines?: (page: Page) => readonly string[];
  readonly picture?: () => Picture;
  /** The same as the picture. */
  readonly table?: () => DataTable;
  readonly caption?: string;
  /** Marks have no words of their own: for large pictures, of which the table has them. */
  readonly isWordless?: boolean;
}

/** Drawings of which a page shows one, chosen by name: the phases of an access. */
interface Choice {
  readonly kind: 'choice';
  readonly id: string;
  readonly legend: string;
  readonly choices: readonly { readonly name: string; readonly drawing: Drawing }[];
}

/** Blocks that belong together: folded away under a title, or side by side without one. */
interface Group {
  readonly kind: 'group';
  readonly title?: string;
  readonly blocks: readonly Block[];
}

/** A line of the source with its notes, or lines that are left out. */
export type ListingRow =
  | { readonly omitted: number }
  | {
      readonly line: number;
      readonly text: string;
      readonly tone?: ListingTone;
      /** With the section that has details. */
      readonly notes: readonly { readonly text: string; readonly link?: string }[];
    };

/** The most telling first. */
export const listingTones = ['error', 'conflict', 'warn', 'global', 'unknown', 'good'] as const;

export type ListingTone = (typeof listingTones)[number];

/** Diagnostics with their places, and hazards. */
interface Messages {
  readonly kind: 'messages';
  readonly hazards: readonly Hazard[];
  readonly diagnostics: readonly ReportDiagnostic[];
  readonly origin: SourceOptions;
  /** All places of a hazard. */
  readonly all?: boolean;
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

/** A line of the kernel as blocks: none where it is not known. */
export const lineOf = ({ line, text }: Hazard['location']): Block[] =>
  text === undefined ? [] : [{ ...paragraph(`${line ?? ''} | ${text.trim()}`), isCode: true }];

/** The list as blocks: none where it is empty. */
export const listOf = (items: readonly Item[]): Block[] =>
  items.length === 0 ? [] : [{ kind: 'list', items }];

const below = { 1: 2, 2: 3, 3: 4, 4: 4 } as const;

/** Sections as parts of another one. */
export const nested = (sections: readonly Section[]): Section[] =>
  sections.map((section) => ({ ...section, level: below[section.level] }));

/** All blocks of sections, those in groups too. */
export function allBlocks(sections: readonly { readonly blocks: readonly Block[] }[]): Block[] {
  return sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'group' ? allBlocks([block]) : [block])),
  );
}

/** Several reports as one. */
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
