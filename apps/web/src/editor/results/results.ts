/**
 * Results behind their lines, or below lines that leave no room, and in the margin. They follow their lines while the text changes, greyed, until the next
 * analysis places them again.
 */
import {
  countColumn,
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
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { InlineResults, MarginResult } from './draw.ts';
import { type LineResult, moveResults, type PlacedResult, wordsOf } from './line-mark.ts';

/** Sets the results of an analysis, in place of the earlier ones. */
export const setMarks = StateEffect.define<readonly PlacedResult[]>();

/** The diagnostics of an analysis. */
export const setProblems = StateEffect.define<readonly PlacedResult[]>();

/** Marks the results as those of an older text, whether or not the text was changed here. */
export const setStale = StateEffect.define<boolean>();

/** How many characters of a line fit the view. */
const setColumns = StateEffect.define<number>();

/** Called with a chosen mark. */
export const markChosen = Facet.define<(siteId: string) => void>();

interface Results {
  readonly columns: number;
  readonly marks: readonly PlacedResult[];
  readonly problems: readonly PlacedResult[];
  readonly inline: DecorationSet;
  readonly margin: RangeSet<GutterMarker>;
}

const results = StateField.define<Results>({
  create: (state) => drawn(state.doc, { marks: [], problems: [], columns: 0 }),
  update(value, { changes, docChanged, effects, newDoc }) {
    let { marks, problems, columns } = value;
    if (docChanged) {
      if (marks.length > 0) marks = moveResults(marks, changes);
      if (problems.length > 0) problems = moveResults(problems, changes);
    }
    for (const effect of effects) {
      if (effect.is(setMarks)) marks = effect.value;
      if (effect.is(setProblems)) problems = effect.value;
      if (effect.is(setColumns)) columns = effect.value;
    }
    return marks === value.marks && problems === value.problems && columns === value.columns
      ? value
      : drawn(newDoc, { marks, problems, columns });
  },
  provide: (field) => EditorView.decorations.from(field, ({ inline }) => inline),
});

/** The results of the marks, by their places. */
export const marksIn = (state: EditorState): readonly PlacedResult[] => state.field(results).marks;

/** Results and diagnostics. */
export const placedIn = (state: EditorState): readonly PlacedResult[] => {
  const { marks, problems } = state.field(results);
  return [...marks, ...problems];
};

/** True when an update brings other results, or moves them. */
export const resultsChanged = ({ startState, state }: ViewUpdate): boolean =>
  startState.field(results) !== state.field(results);

function drawn(
  doc: Text,
  { marks, problems, columns }: Pick<Results, 'marks' | 'problems' | 'columns'>,
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
    Decoration.widget({
      widget: new InlineResults(all, isBelow(line, all, columns)),
      side: 1,
    }).range(line.to),
  );
  const margin = lines.map(([start, { results: all }]) => new MarginResult(all).range(start));
  return { marks, problems, columns, inline: Decoration.set(inline), margin: RangeSet.of(margin) };
}

/** The width of a result in characters of code: a constant, and the share of each character of its words. */
const RESULT_COLUMNS = 3;
const SMALL_COLUMN = 12 / 13;
const TAB_COLUMNS = 4;

/** Results are behind a line that leaves room for them, else below it, so that they stay visible and cover no code. */
function isBelow(line: Line, all: readonly LineResult[], columns: number): boolean {
  const words = all.map((one) => RESULT_COLUMNS + SMALL_COLUMN * wordsOf(one).length);
  const own = countColumn(line.text, TAB_COLUMNS);
  return words.reduce((sum, one) => sum + one, own + 1) > columns;
}

/** Characters that the probe is wide, as its style says. */
const PROBE_COLUMNS = 10;

/**
 * Reports how many characters of a line fit: the view's width without the gutters, over the width of a character. All three
 * are observed, so that a font that is loaded late counts too.
 */
const measureColumns = ViewPlugin.define((view): PluginValue => {
  const { scrollDOM, contentDOM } = view;
  const probe = document.createElement('span');
  probe.className = 'column-probe';
  probe.ariaHidden = 'true';
  scrollDOM.append(probe);
  const gutters = scrollDOM.querySelector('.cm-gutters');
  const observer = new ResizeObserver(() => {
    const column = probe.getBoundingClientRect().width / PROBE_COLUMNS;
    if (column === 0) return;
    const columns = Math.floor((scrollDOM.clientWidth - contentDOM.offsetLeft) / column);
    if (columns !== view.state.field(results).columns)
      view.dispatch({ effects: setColumns.of(columns) });
  });
  for (const one of [scrollDOM, gutters, probe]) if (one !== null) observer.observe(one);
  return {
    destroy: () => {
      observer.disconnect();
      probe.remove();
    },
  };
});

/** Results of an older text: the text was changed since, or the page says so. */
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
  measureColumns,
];
