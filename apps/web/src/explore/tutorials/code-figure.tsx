/** What each side of a tutorial is in CK Tile: its view of LDS, and its distribution. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { CodeBlock } from '../parts/code-block.tsx';
import * as show from '../parts/show.tsx';
import type { TutorialModel } from './model.ts';
import { codeOf } from './code.ts';

const sides = [
  { side: 'write', title: 'Write: view of LDS and distribution' },
  { side: 'read', title: 'Read: view of LDS and distribution' },
] as const;

export function CodeFigure({ model }: { readonly model: TutorialModel }): JSX.Element {
  const { tutorial } = model;
  const code = useMemo(() => codeOf(model), [model]);
  return show.figure('The tutorial in CK Tile', [
    <div class="tt-code">
      {sides.map(({ side, title }) =>
        show.panel('tt-view', title, [<CodeBlock label={title} text={code[side]} />]),
      )}
    </div>,
    <p class="tt-note">
      Tutorial {tutorial.name}: two views of one memory and two distributions of one tile. All
      instructions and addresses above follow from these four.
    </p>,
  ]);
}
