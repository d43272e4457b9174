/** Highlights the lines that one line of source was compiled to. Highlights follow their lines while the text changes. */
import {
  type Extension,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** Sets the highlighted lines, from 1, in place of the earlier ones. */
export const setLinked = StateEffect.define<readonly number[]>();

const mark = Decoration.line({ class: 'cm-linked' });

export const linkedLines: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects, newDoc }) {
    let shown = value.map(changes);
    for (const effect of effects) if (effect.is(setLinked)) shown = drawn(newDoc, effect.value);
    return shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function drawn(doc: Text, lines: readonly number[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const line of lines.toSorted((a, b) => a - b))
    if (line >= 1 && line <= doc.lines) {
      const { from } = doc.line(line);
      builder.add(from, from, mark);
    }
  return builder.finish();
}
