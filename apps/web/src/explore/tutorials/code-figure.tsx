/** What each side of a tutorial is in CK Tile: its view of LDS, and its distribution. */
import { descriptorToCpp, encodingToCpp } from '@ldscope/core';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { CodeBlock } from '../parts/code-block.tsx';
import * as show from '../parts/show.tsx';
import type { TutorialModel } from './model.ts';

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

/**
 * Both sides of a tutorial as C++ of CK Tile.
 *
 *     03, stored    make_naive_tensor_descriptor(make_tuple(64, 32), make_tuple(34, 1))
 *     03, loaded    make_naive_tensor_descriptor(make_tuple(32, 64), make_tuple(1, 34))
 */

/** The C++ of both sides. */
export function codeOf({ spec }: TutorialModel): Readonly<Record<'write' | 'read', string>> {
  const text = (side: 'write' | 'read'): string => {
    const { descriptor, encoding } = spec[side];
    return `${descriptorToCpp(descriptor, `${side}_desc`)}\n\nusing ${side}_distribution = ${encodingToCpp(encoding)};`;
  };
  return { write: text('write'), read: text('read') };
}
