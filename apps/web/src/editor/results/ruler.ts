/**
 * An overview of the whole text next to its scroll bar: a mark per line with results or problems, at the line's share of the
 * height. A press goes to the nearest marked line. By keyboard F8 and F9 do the same, so it is hidden from screen readers.
 *
 *     |    |
 *     |  ▬ |  line 18, no conflict
 *     |  ▬ |  line 22, 32 ways
 *     |    |
 *
 * Marks of one tone that fall into the same row of pixels are one mark; the worst tone is drawn last.
 */
import { type EditorState, type Extension } from '@codemirror/state';
import { EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { MarkTone } from './line-mark.ts';
import { placedIn, resultsChanged } from './results.ts';

/** Height of a mark in pixels. */
const MARK_HEIGHT = 3;

/** The worst last, so that it is in front. */
const tones: readonly MarkTone[] = ['plain', 'good', 'warn', 'conflict'];

class Ruler implements PluginValue {
  readonly view: EditorView;
  readonly strip = document.createElement('div');
  drawn = '';
  /** The frame in which the marks are placed again; 0 where none is to come. */
  frame = 0;

  constructor(view: EditorView) {
    this.view = view;
    this.strip.className = 'ruler';
    this.strip.ariaHidden = 'true';
    this.strip.addEventListener('mousedown', this.onPress);
    view.dom.append(this.strip);
    this.measure();
  }

  update(update: ViewUpdate): void {
    if (update.docChanged || update.geometryChanged || resultsChanged(update)) this.measureSoon();
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.strip.remove();
  }

  /** In the next frame: within a measurement of the editor it would be one more round of it, of which there are few. */
  private measureSoon(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.measure();
    });
  }

  private measure(): void {
    this.view.requestMeasure({
      key: this,
      read: ({ scrollDOM, contentHeight, state }) => {
        const height = scrollDOM.clientHeight;
        // A short text is all in sight, with its marks at its lines.
        const scale = height / Math.max(contentHeight, height, 1);
        return marksOf(state, (from) => Math.round(this.view.lineBlockAt(from).top * scale));
      },
      write: (marks) => this.draw(marks),
    });
  }

  private draw(marks: readonly RulerMark[]): void {
    const key = marks.map(({ top, tone }) => `${tone}${top}`).join();
    if (key === this.drawn) return;
    this.drawn = key;
    this.strip.replaceChildren(
      ...marks.map(({ top, tone }) => {
        const mark = document.createElement('div');
        mark.className = `ruler-mark ${tone}`;
        mark.style.top = `${top}px`;
        return mark;
      }),
    );
  }

  private readonly onPress = (event: MouseEvent): void => {
    event.preventDefault();
    const { view } = this;
    const { top, height } = this.strip.getBoundingClientRect();
    const y = event.clientY - top;
    const { contentHeight, scrollDOM, state } = view;
    const scale = scrollDOM.clientHeight / Math.max(contentHeight, scrollDOM.clientHeight, 1);
    const near = placedIn(state)
      .map(({ from }) => ({ from, distance: Math.abs(view.lineBlockAt(from).top * scale - y) }))
      .toSorted((a, b) => a.distance - b.distance)[0];
    const isNear = near !== undefined && near.distance < Math.max(2 * MARK_HEIGHT, height / 50);
    const at = isNear ? near.from : view.lineBlockAtHeight(y / scale).from;
    view.dispatch({
      ...(isNear ? { selection: { anchor: at }, userEvent: 'select' } : {}),
      effects: EditorView.scrollIntoView(at, { y: 'center' }),
    });
  };
}

interface RulerMark {
  readonly top: number;
  readonly tone: MarkTone;
}

function marksOf(state: EditorState, topOf: (from: number) => number): RulerMark[] {
  const rows = new Map<string, RulerMark>();
  for (const { from, result } of placedIn(state)) {
    const top = topOf(from);
    rows.set(`${result.tone} ${Math.floor(top / MARK_HEIGHT)}`, { top, tone: result.tone });
  }
  return [...rows.values()].toSorted((a, b) => tones.indexOf(a.tone) - tones.indexOf(b.tone));
}

export const ruler: Extension = ViewPlugin.fromClass(Ruler);
