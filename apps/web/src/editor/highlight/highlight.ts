/**
 * The colours of the visible text: each time the text, the language or the visible part changes, its tokens are read again
 * from a line start.
 *
 * Two languages have state that a line start does not show. For assembly the editor keeps which comments span lines; YAML is
 * read as a whole. Both only up to a size; a larger text is read as if it had no such state.
 */
import type { FrontendName } from '@ldscope/engine';
import {
  type EditorState,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { type EditorLanguage, editorLanguages } from './languages.ts';
import { type Emit, emitComment, type Style, styles } from './style.ts';

/** Characters and lines of assembly up to which long comments are looked for at each change. */
const LONGEST_ASSEMBLY = 500_000;
const MOST_LINES = 20_000;
const LONGEST_WHOLE = 20_000;
/** A line of constants is longer than anybody reads, and stays plain. */
const LONGEST_LINE = 2_000;

/** Sets the language of the text. */
export const setLanguage = StateEffect.define<FrontendName | undefined>();

export const language = StateField.define<FrontendName | undefined>({
  create: () => undefined,
  update: (value, { effects }) =>
    effects.reduce((last, effect) => (effect.is(setLanguage) ? effect.value : last), value),
});

const decorations: ReadonlyMap<Style, Decoration> = new Map(
  styles
    .filter((style) => style !== 'plain')
    .map((style) => [style, Decoration.mark({ class: `code-${style}` })]),
);

interface Highlighted {
  readonly doc: Text;
  readonly frontend: FrontendName;
  /** Ranges of comments that span lines, two offsets each. */
  readonly comments: readonly number[];
}

/** Emits the tokens of the lines that a range touches, with offsets of the document. */
export function highlightRange(
  { doc, frontend, comments }: Highlighted,
  from: number,
  to: number,
  emit: Emit,
): void {
  const { highlight, isWhole = false }: EditorLanguage = editorLanguages[frontend];
  if (isWhole && doc.length <= LONGEST_WHOLE) {
    highlight(doc.toString(), (start, end, style) => {
      if (end > from && start < to) emit(start, end, style);
    });
    return;
  }
  let start = doc.lineAt(from).from;
  for (let i = 1; i < comments.length; i += 2) {
    const [open = 0, close = 0] = [comments[i - 1], comments[i]];
    if (open >= start || close <= start) continue;
    const end = Math.min(close, doc.lineAt(to).to);
    const shifted: Emit = (a, b, style) => emit(start + a, start + b, style);
    emitComment(doc.sliceString(start, end), 0, end - start, shifted);
    start = close;
  }
  for (const [first, end] of readableLines(doc, start, to)) {
    highlight(doc.sliceString(first, end), (a, b, style) => emit(first + a, first + b, style));
  }
}

/** The lines from one offset to another, in runs between lines that are too long. */
function readableLines(
  doc: Text,
  from: number,
  to: number,
): (readonly [from: number, to: number])[] {
  const runs: (readonly [number, number])[] = [];
  let start = from;
  let end = from;
  while (end <= to) {
    const line = doc.lineAt(end);
    if (line.length > LONGEST_LINE) {
      if (start < line.from) runs.push([start, line.from]);
      start = line.to + 1;
    }
    end = line.to + 1;
  }
  if (start < end) runs.push([start, Math.min(end, doc.length)]);
  return runs;
}

/** The token of a text at an offset; `undefined` between tokens and in a text without a language. */
export function tokenAt(
  state: EditorState,
  offset: number,
): { readonly from: number; readonly to: number } | undefined {
  const frontend = state.field(language);
  const { from, text } = state.doc.lineAt(offset);
  if (frontend === undefined || text.length > LONGEST_LINE) return undefined;
  let found: { from: number; to: number } | undefined;
  editorLanguages[frontend].highlight(text, (start, end) => {
    if (from + start <= offset && offset < from + end)
      found = { from: from + start, to: from + end };
  });
  return found;
}

class Highlighter {
  decorations: DecorationSet;
  #doc: Text | undefined;
  #comments: readonly number[] = [];

  constructor(view: EditorView) {
    this.decorations = this.#build(view);
  }

  update(update: ViewUpdate): void {
    const changed = update.startState.field(language) !== update.state.field(language);
    if (update.docChanged || update.viewportChanged || changed)
      this.decorations = this.#build(update.view);
  }

  #build({ state, visibleRanges }: EditorView): DecorationSet {
    const { doc } = state;
    const frontend = state.field(language);
    if (frontend === undefined) return Decoration.none;
    const comments = this.#commentsOf(doc, editorLanguages[frontend]);
    const builder = new RangeSetBuilder<Decoration>();
    let done = 0;
    for (const { from, to } of visibleRanges) {
      highlightRange({ doc, frontend, comments }, from, to, (start, end, style) => {
        const decoration = decorations.get(style);
        if (decoration === undefined || start < done) return;
        builder.add(start, end, decoration);
        done = end;
      });
    }
    return builder.finish();
  }

  #commentsOf(doc: Text, { longComments }: EditorLanguage): readonly number[] {
    if (longComments === undefined) return [];
    if (doc !== this.#doc) {
      this.#doc = doc;
      const small = doc.length <= LONGEST_ASSEMBLY && doc.lines <= MOST_LINES;
      this.#comments = small && mayHaveComments(doc) ? longComments(doc.toString()) : [];
    }
    return this.#comments;
  }
}

/** Whether `/*` is anywhere; a document's pieces do not split a line. */
function mayHaveComments(doc: Text): boolean {
  for (const piece of doc) if (piece.includes('/*')) return true;
  return false;
}

/** Colours the language that `setLanguage` sets. */
export const highlighting = [
  language,
  ViewPlugin.fromClass(Highlighter, { decorations: ({ decorations: set }) => set }),
];
