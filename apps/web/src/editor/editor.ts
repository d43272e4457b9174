/**
 * The editor of a kernel: its text, coloured by the tokens of its own language, with the results of an analysis behind the
 * lines. It does not know how results are computed.
 *
 *     const { createEditor } = await import('../editor/editor.ts');
 *     const editor = createEditor(parent, { text, onChange, onLine, onMark });
 *     editor.setMarks([{ line: 22, kind: 'lds', tone: 'conflict', text: '4 ways · 49,152 cycles', siteId: '22:5' }]);
 *
 * Tab indents; Escape, then Tab leaves the editor. F8 goes to the next diagnostic, F9 to the next mark, Alt-Enter chooses
 * the mark of a line.
 */
import './editor.css';
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
} from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { linter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import {
  Annotation,
  EditorState,
  type StateEffect,
  type Text,
  Transaction,
} from '@codemirror/state';
import {
  closeHoverTooltips,
  EditorView,
  hasHoverTooltips,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  type ViewUpdate,
} from '@codemirror/view';
import type { FrontendName } from '@ldscope/engine';
import { findFrontend } from './highlight/find-frontend.ts';
import { highlighting, language, setLanguage } from './highlight/highlight.ts';
import { resultKeys } from './results/keys.ts';
import { underlined } from './results/diagnostics.ts';
import { linkedLines, setLinked } from './results/linked.ts';
import {
  type EditorDiagnostic,
  type LineMark,
  placeDiagnostics,
  placeMarks,
} from './results/line-mark.ts';
import { lineResults, markChosen, setMarks, setProblems, setStale } from './results/results.ts';
import { ruler } from './results/ruler.ts';
import { smallestChange } from './smallest-change.ts';

export type { EditorDiagnostic, LineMark, MarkTone } from './results/line-mark.ts';

export interface EditorOptions {
  readonly text: string;
  /** A file's name helps to find the language. */
  readonly file?: string | undefined;
  /** The placeholder of an empty editor. */
  readonly placeholder?: string | undefined;
  /**
   * The user changed the text; not called by `setText`. For texts of more than 500,000 characters it is called after a
   * pause.
   */
  readonly onChange: (text: string) => void;
  /** The user pasted or dropped a text in place of the whole one, instead of `onChange`. */
  readonly onReplace?: (text: string) => void;
  /** The user moved the cursor to another line, from 1; not called by `reveal` and `setText`. */
  readonly onLine: (line: number) => void;
  /** The user chose a mark that has a `siteId`. */
  readonly onMark?: (siteId: string) => void;
}

export interface Editor {
  /** Replaces the text in one step that can be undone; unchanged parts keep their marks and their position. */
  setText(text: string): void;
  /** The text with `\n` as line ends, whatever it came with. */
  text(): string;
  setMarks(marks: readonly LineMark[]): void;
  setDiagnostics(diagnostics: readonly EditorDiagnostic[]): void;
  /** Whether the marks are of an older text. After an edit they are grey anyway, until they are set again. */
  setStale(stale: boolean): void;
  /** Lines that stand out together, from 1, such as those of one line of source. */
  setLinked(lines: readonly number[]): void;
  /**
   * Moves the cursor to a line, from 1, and makes it visible, in the middle if asked; the focus stays where it is. The line
   * stays visible while the page around the editor is laid out, until the reader does something in the editor.
   */
  reveal(line: number, where?: 'nearest' | 'center'): void;
  /** The language of the text; `undefined` detects it. */
  setLanguage(frontend: FrontendName | undefined): void;
  focus(): void;
  destroy(): void;
}

/** Marks changes made by the program, which are not reported to it. */
const ownChange = Annotation.define<true>();

/** Milliseconds without a key until the language is detected again. */
const LANGUAGE_DELAY_MS = 300;

/** Characters up to which a change is reported at once: the string of a longer document is not built for each key. */
const LONGEST_AT_ONCE = 500_000;
/** Milliseconds without a key until a change of a longer document is reported. */
const TELL_DELAY_MS = 200;

/** Milliseconds after Escape in which Tab leaves the editor, unless another key comes first. */
const LEAVE_MS = 60_000;

const HELP =
  'Tab indents; Escape, then Tab leaves the editor. F8 goes to the next diagnostic, F9 to the next result, with Shift to ' +
  'the one before. Alt and Enter choose the result of a line.';

/** Makes an editor that fills its parent. */
export function createEditor(parent: HTMLElement, options: EditorOptions): Editor {
  const box = document.createElement('div');
  box.className = 'code-editor';
  parent.append(box);

  const texts = new WeakMap<Text, string>();
  const textOf = (doc: Text): string => {
    const known = texts.get(doc);
    if (known !== undefined) return known;
    const text = doc.toString();
    texts.set(doc, text);
    return text;
  };

  let asked: FrontendName | undefined;
  let looking: ReturnType<typeof setTimeout> | undefined;
  const findLanguage = (): void => {
    const found = asked ?? findFrontend(view.state.doc, options.file);
    if (found !== view.state.field(language)) view.dispatch({ effects: setLanguage.of(found) });
  };

  let telling: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    options.onChange(textOf(view.state.doc));
  };

  const changed = ({ docChanged, selectionSet, startState, state, transactions }: ViewUpdate) => {
    if (docChanged) {
      clearTimeout(looking);
      looking = setTimeout(findLanguage, LANGUAGE_DELAY_MS);
    }
    if (transactions.some((one) => one.annotation(ownChange) === true)) return;
    if (docChanged) {
      clearTimeout(telling);
      if (options.onReplace !== undefined && transactions.some(isReplacement)) {
        options.onReplace(textOf(state.doc));
        return;
      }
      if (state.doc.length <= LONGEST_AT_ONCE) tell();
      else telling = setTimeout(tell, TELL_DELAY_MS);
    }
    if (!docChanged && !selectionSet) return;
    const line = lineOf(state);
    if (line !== lineOf(startState)) options.onLine(line);
  };

  const view = new EditorView({
    parent: box,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        lineResults,
        linkedLines,
        ruler,
        highlighting,
        history(),
        bracketMatching(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        placeholder(options.placeholder ?? ''),
        highlightSelectionMatches({ minSelectionLength: 2 }),
        search({ top: true }),
        linter(null),
        keymap.of([
          ...resultKeys,
          ...searchKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.domEventHandlers({
          keyup: ({ key }, self) => {
            if (key !== 'Escape') return;
            self.setTabFocusMode(LEAVE_MS);
            if (hasHoverTooltips(self.state)) self.dispatch({ effects: closeHoverTooltips });
          },
        }),
        markChosen.of((siteId) => options.onMark?.(siteId)),
        EditorView.contentAttributes.of({
          'aria-label': 'Kernel',
          'aria-description': HELP,
          // Editable text takes the focus without it; some checkers look for the attribute.
          'tabindex': '0',
        }),
        EditorView.updateListener.of(changed),
      ],
    }),
  });
  findLanguage();

  /** Scrolls back to the line that was shown last. */
  let revealed: (() => void) | undefined;
  const resized = new ResizeObserver(() => revealed?.());
  resized.observe(view.scrollDOM);
  const leave = (): void => {
    revealed = undefined;
  };
  for (const event of ['pointerdown', 'wheel', 'keydown', 'touchstart'])
    box.addEventListener(event, leave, { capture: true, passive: true });

  return {
    setText(text) {
      const after = textOf(view.state.toText(text));
      const changes = smallestChange(textOf(view.state.doc), after);
      if (changes === undefined) return;
      leave();
      view.dispatch({
        changes,
        annotations: [
          ownChange.of(true),
          isolateHistory.of('full'),
          Transaction.userEvent.of('input.replace'),
        ],
      });
      clearTimeout(looking);
      clearTimeout(telling);
      findLanguage();
    },
    text: () => textOf(view.state.doc),
    setMarks: (marks) => view.dispatch({ effects: setMarks.of(placeMarks(view.state.doc, marks)) }),
    setDiagnostics: (diagnostics) =>
      view.dispatch(setDiagnostics(view.state, underlined(view.state, diagnostics)), {
        effects: setProblems.of(placeDiagnostics(view.state.doc, diagnostics)),
      }),
    setStale: (stale) => view.dispatch({ effects: setStale.of(stale) }),
    setLinked: (lines) => view.dispatch({ effects: setLinked.of(lines) }),
    reveal(line, where = 'nearest') {
      const { doc } = view.state;
      const { from } = doc.line(Math.min(Math.max(Math.trunc(line), 1), doc.lines));
      const scroll = (): StateEffect<unknown> =>
        EditorView.scrollIntoView(from, { y: where, yMargin: 80 });
      view.dispatch({
        selection: { anchor: from },
        effects: scroll(),
        annotations: ownChange.of(true),
      });
      revealed = () => view.dispatch({ effects: scroll(), annotations: ownChange.of(true) });
    },
    setLanguage(frontend) {
      asked = frontend;
      findLanguage();
    },
    focus: () => view.focus(),
    destroy() {
      clearTimeout(looking);
      clearTimeout(telling);
      resized.disconnect();
      view.destroy();
      box.remove();
    },
  };
}

/** A text is pasted or dropped over the whole document. */
function isReplacement(transaction: Transaction): boolean {
  if (!transaction.isUserEvent('input.paste') && !transaction.isUserEvent('input.drop'))
    return false;
  let isWhole = false;
  transaction.changes.iterChanges((from, to) => {
    isWhole = from === 0 && to === transaction.startState.doc.length;
  });
  return isWhole;
}

/** The line of the cursor, from 1. */
function lineOf({ doc, selection }: EditorState): number {
  return doc.lineAt(selection.main.head).number;
}
