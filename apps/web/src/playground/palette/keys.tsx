/** The keys of the page, all of them. */
import type { JSX } from 'preact';
import { tabs } from '../views/tabs.tsx';

/** Keys apart by spaces; words between keys are in parentheses. */
type Shortcut = readonly [keys: string, does: string];

const groups = (): readonly (readonly [title: string, rows: readonly Shortcut[]])[] => [
  [
    'Everywhere',
    [
      ['Ctrl K', 'commands: views, examples, machines, instructions'],
      ['?', 'this list'],
      [`Alt 1 (to) ${tabs.value.length}`, 'a view'],
      ['Tab', 'the next field; tables and pictures are one stop each'],
    ],
  ],
  [
    'Kernel',
    [
      ['F8 (, with) Shift (back)', 'the next problem'],
      ['F9 (, with) Shift (back)', 'the next result of a line'],
      ['Alt Enter', 'show the results of the current line'],
      ['Ctrl F', 'searches'],
      ['Ctrl Z', 'undo, including a rewrite of the kernel'],
      ['Escape (, then) Tab', 'leave the editor'],
    ],
  ],
  [
    'Instructions and source',
    [
      ['↑ ↓', 'previous or next row; up from the first row to the column headers'],
      ['Home End PageUp PageDown', 'first or last row, page up or down'],
      ['← →', 'in the headers: next column; on a group: fold or unfold'],
      ['Enter', 'on a header: sort by it; in the source: show the instructions of the line'],
    ],
  ],
  [
    'Pictures',
    [
      ['← →', 'previous or next phase'],
      ['↑ ↓', 'previous or next lane; in a tile, all four arrows move'],
      ['Space', 'on a stepper: play the steps'],
      ['← →', 'on a splitter: move it'],
    ],
  ],
  [
    'Timeline',
    [
      ['W S (or) + -', 'zoom'],
      ['A D (or) ← →', 'move'],
      ['Ctrl (and the wheel)', 'zoom around the pointer'],
      ['Shift (and the wheel)', 'move, as dragging does'],
      ['0', 'show all'],
      ['F', 'zoom to the selection or measurement'],
      ['Shift (and dragging)', 'measure between two points'],
      ['M', 'measure the selection'],
      ['Escape', 'lets go'],
    ],
  ],
];

export function Keys(): JSX.Element {
  return (
    <div class="key-groups" tabIndex={0} role="region" aria-label="List of keys">
      {groups().map(([title, rows]) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {rows.map(([keys, does]) => (
              <div key={keys + does}>
                <dt>
                  <KeyText keys={keys} />
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function KeyText({ keys }: { readonly keys: string }): JSX.Element {
  return (
    <>
      {(keys.match(/\([^)]*\)|\S+/g) ?? []).map((part, index) =>
        part.startsWith('(') ? (
          <span key={index}> {part.slice(1, -1)} </span>
        ) : (
          <kbd key={index}>{part}</kbd>
        ),
      )}
    </>
  );
}
