/** Statements of a document, each with the verdict of the engine and the numbers that decide it. */
import './claims.css';
import type { Statement } from '@ldscope/core';
import type { ComponentChildren, JSX } from 'preact';

const tones: Readonly<Record<Statement['verdict'], string>> = {
  'holds': 'tag good',
  'violated': 'tag warn',
  'refuted': 'tag conflict',
  'does not apply': 'tag',
};

/** A violated rule does not hold in this case; a refuted one is wrong itself. */
const words: Readonly<Record<Statement['verdict'], string>> = {
  'holds': 'holds',
  'violated': 'not here',
  'refuted': 'wrong',
  'does not apply': 'does not apply',
};

export function Claims({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <dl class="claims">{children}</dl>;
}

interface ClaimProps extends Pick<Statement, 'title' | 'says' | 'verdict' | 'finding'> {
  /** Who says it: `The page`. */
  readonly source: string;
}

export function Claim({ source, title, says, verdict, finding }: ClaimProps): JSX.Element {
  return (
    <div>
      <dt>
        {title} <span class={tones[verdict]}>{words[verdict]}</span>
      </dt>
      <dd>
        <p>
          {source}: {says}.
        </p>
        <p class="claim-finding">{finding}.</p>
      </dd>
    </div>
  );
}
