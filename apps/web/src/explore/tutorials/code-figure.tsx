/** What each side of a tutorial is in CK Tile: its view of LDS, and its distribution. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Figure } from '../explorer-page.tsx';
import { codeOf } from './code.ts';
import type { TutorialModel } from './model.ts';

const sides = [
  { side: 'write', title: 'Stored: view of LDS and distribution' },
  { side: 'read', title: 'Loaded: view of LDS and distribution' },
] as const;

export function CodeFigure({ model }: { readonly model: TutorialModel }): JSX.Element {
  const { tutorial, banks } = model;
  const code = useMemo(() => codeOf(model), [tutorial, banks]);
  return (
    <Figure title={`Tutorial ${tutorial.name} in CK Tile`}>
      <p class="tt-note">
        Two views of one memory and two distributions of one tile: from these four the instructions
        and addresses above follow.
      </p>
      <div class="tt-code">
        {sides.map(({ side, title }) => (
          <div class="tt-view" key={side}>
            <h3>{title}</h3>
            <div class="tt-listing" tabIndex={0} role="region" aria-label={title}>
              <pre>{code[side]}</pre>
            </div>
          </div>
        ))}
      </div>
    </Figure>
  );
}
