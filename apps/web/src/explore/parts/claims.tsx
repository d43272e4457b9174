/** Statements of a document, each with the verdict of the engine and the numbers that decide it. */
import type { Statement } from '@ldscope/core';
import type { JSX } from 'preact';

/** A violated rule does not hold in this case; a refuted one is wrong itself. */
const looks = {
  'holds': ['good', 'holds'],
  'holds in part': ['warn', 'holds in part'],
  'violated': ['warn', 'not here'],
  'does not hold': ['conflict', 'does not hold'],
  'refuted': ['conflict', 'wrong'],
  'does not apply': ['', 'does not apply'],
} as const;

export interface Claim extends Pick<Statement, 'title' | 'finding'> {
  /** What the document says, where the title does not. */
  readonly says?: string;
  readonly verdict: keyof typeof looks;
}

/** Claims of a document that sentences name so: `The page`. */
export const claims = (source: string, all: readonly Claim[]): JSX.Element => (
  <dl class="claims">
    {all.map(({ title, says, verdict, finding }, index) => {
      const [tone, words] = looks[verdict];
      return (
        <div key={index}>
          <dt>
            {title} <span class={`tag ${tone}`}>{words}</span>
          </dt>
          <dd>
            {says === undefined ? undefined : (
              <p>
                {source}: {says}.
              </p>
            )}
            <p class="claim-finding">{finding}.</p>
          </dd>
        </div>
      );
    })}
  </dl>
);
