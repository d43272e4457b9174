/**
 * Results behind their lines and in the margin. They follow their lines while the text changes, greyed, until the next
 * analysis places them anew.
 */
import {
  type EditorState,
  type Extension,
  Facet,
  type Line,
  RangeSet,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  gutter,
  type GutterMarker,
} from '@codemirror/view';
import { InlineResults, MarginResult } from './draw.ts';
import { type LineResult, moveResults, type PlacedResult } from './line-mark.ts';

/** The results of an analysis; those of the one before are gone. */
export const setMarks = StateEffect.define<readonly PlacedResult[]>();

/** The diagnostics of an analysis. */
export const setProblems = StateEffect.define<readonly PlacedResult[]>();

/** Says that the marks are of an older text, whatever was changed here. */
export const setStale = StateEffect.define<boolean>();

/** Who is told of a chosen mark. */
export const markChosen = Facet.define<(siteId: string) => void>();

interface Results {
  readonly marks: readonly PlacedResult[];
  readonly problems: readonly PlacedResult[];
  readonly inline: DecorationSet;
  readonly margin: RangeSet<GutterMarker>;
}

const results = StateField.define<Results>({
  create: (state) => drawn(state.doc, [], []),
  update(value, { changes, docChanged, effects, newDoc }) {
    let { marks, problems } = value;
    if (docChanged) {
      if (marks.length > 0) marks = moveResults(marks, changes);
      if (problems.length > 0) problems = moveResults(problems, changes);
    }
    for (const effect of effects) {
      if (effect.is(setMarks)) marks = effect.value;
      if (effect.is(setProblems)) problems = effect.value;
    }
    return marks === value.marks && problems === value.problems
      ? value
      : drawn(newDoc, marks, problems);
  },
  provide: (field) => EditorView.decorations.from(field, ({ inline }) => inline),
});

/** The results of the marks, by their places. */
export const marksIn = (state: EditorState): readonly PlacedResult[] => state.field(results).marks;

function drawn(
  doc: Text,
  marks: readonly PlacedResult[],
  problems: readonly PlacedResult[],
): Results {
  const byLine = new Map<number, { readonly line: Line; readonly results: LineResult[] }>();
  for (const { from, result } of [...marks, ...problems]) {
    const line = doc.lineAt(from);
    const known = byLine.get(line.from);
    if (known === undefined) byLine.set(line.from, { line, results: [result] });
    else known.results.push(result);
  }
  const lines = [...byLine].toSorted(([a], [b]) => a - b);
  const inline = lines.map(([, { line, results: all }]) =>
    Decoration.widget({ widget: new InlineResults(all, line.length), side: 1 }).range(line.to),
  );
  const margin = lines.map(([start, { results: all }]) => new MarginResult(all).range(start));
  return { marks, problems, inline: Decoration.set(inline), margin: RangeSet.of(margin) };
}

/** What is of an older text: the text was changed since, or the page says so. */
interface Ages {
  readonly told: boolean;
  readonly marks: boolean;
  readonly problems: boolean;
}

const ages = StateField.define<Ages>({
  create: () => ({ told: false, marks: false, problems: false }),
  update(value, { docChanged, effects }) {
    let next = docChanged ? { ...value, marks: true, problems: true } : value;
    for (const effect of effects) {
      if (effect.is(setStale)) next = { ...next, told: effect.value };
      if (effect.is(setMarks)) next = { ...next, marks: false };
      if (effect.is(setProblems)) next = { ...next, problems: false };
    }
    return next;
  },
  provide: (field) =>
    EditorView.editorAttributes.from(field, ({ told, marks, problems }) => ({
      class: [told || marks ? 'old-marks' : '', problems ? 'old-problems' : ''].join(' ').trim(),
    })),
});

function siteAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const mark = target.closest('[data-site]');
  return mark instanceof HTMLElement ? mark.dataset['site'] : undefined;
}

const events = {
  /** A mark is not a place for the cursor. */
  mousedown: (event: Event): boolean => siteAt(event.target) !== undefined,
  click: (event: Event, view: EditorView): boolean => {
    const site = siteAt(event.target);
    if (site === undefined) return false;
    for (const tell of view.state.facet(markChosen)) tell(site);
    return true;
  },
};

/** Names the measure that brings the cursor out from under results. */
const uncover = {};

/** How far the results of the cursor's line lie over the cursor, from their left. */
function coveredPixels(view: EditorView, cursor: number): number {
  const shown = view.contentDOM.querySelector('.cm-activeLine .line-results');
  const at = view.coordsAtPos(cursor);
  if (shown === null || at === null) return 0;
  const { left, top, bottom } = shown.getBoundingClientRect();
  return at.bottom > top && at.top < bottom ? Math.max(0, at.right - left) : 0;
}

/** Results, in the margin and behind their lines. */
export const lineResults: Extension = [
  results,
  ages,
  gutter({
    class: 'margin-results',
    markers: (view) => view.state.field(results).margin,
    domEventHandlers: {
      mousedown: (_view, _line, event) => events.mousedown(event),
      click: (view, _line, event) => events.click(event, view),
    },
  }),
  EditorView.domEventHandlers(events),
  EditorView.scrollHandler.of((view, { head }) => {
    view.requestMeasure({
      key: uncover,
      read: () => coveredPixels(view, head),
      write: (covered) => {
        view.scrollDOM.scrollLeft += covered;
      },
    });
    return false;
  }),
];
