/** Results and diagnostics by keyboard; the target of a jump is announced to screen readers. */
import { forEachDiagnostic, nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { type Command, EditorView, type KeyBinding } from '@codemirror/view';
import { wordsOf } from './line-mark.ts';
import { markChosen, marksIn } from './results.ts';

/** Chooses the first mark of the cursor's line. */
const chooseHere: Command = ({ state }) => {
  const line = state.doc.lineAt(state.selection.main.head);
  const found = marksIn(state).find(
    ({ from, result }) => result.siteId !== undefined && from >= line.from && from <= line.to,
  );
  if (found?.result.siteId === undefined) return false;
  for (const tell of state.facet(markChosen)) tell(found.result.siteId);
  return true;
};

/** Moves the cursor to the next line with a mark, or the one before; around the ends of the text. */
const toMark =
  (direction: 1 | -1): Command =>
  (view) => {
    const { doc, selection } = view.state;
    const here = doc.lineAt(selection.main.head);
    const marks = marksIn(view.state);
    const next =
      direction > 0
        ? (marks.find(({ from }) => from > here.to) ?? marks[0])
        : (marks.findLast(({ from }) => from < here.from) ?? marks.at(-1));
    if (next === undefined) return false;
    const line = doc.lineAt(next.from);
    const words = marks
      .filter(({ from }) => from >= line.from && from <= line.to)
      .map(({ result }) => wordsOf(result));
    view.dispatch({
      selection: { anchor: next.from },
      effects: [
        EditorView.scrollIntoView(next.from, { y: 'nearest', yMargin: 60 }),
        EditorView.announce.of(`Line ${line.number}: ${words.join(', ')}`),
      ],
      userEvent: 'select',
    });
    return true;
  };

const toDiagnostic =
  (move: Command): Command =>
  (view) => {
    if (!move(view)) return false;
    const { state } = view;
    const { main } = state.selection;
    const words: string[] = [];
    forEachDiagnostic(state, ({ message }, from, to) => {
      if (from === main.from && to === main.to) words.push(message);
    });
    const line = state.doc.lineAt(main.from);
    view.dispatch({ effects: EditorView.announce.of(`Line ${line.number}: ${words.join(', ')}`) });
    return true;
  };

export const resultKeys: readonly KeyBinding[] = [
  { key: 'Alt-Enter', run: chooseHere },
  {
    key: 'F8',
    run: toDiagnostic(nextDiagnostic),
    shift: toDiagnostic(previousDiagnostic),
    preventDefault: true,
  },
  { key: 'F9', run: toMark(1), shift: toMark(-1), preventDefault: true },
];
