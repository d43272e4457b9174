/** Parts of a page that are for some readers only: folded until they open them, and computed no earlier. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { placeOf } from './contents.tsx';
import { type DocumentName, documents } from './documents.tsx';

interface FoldedProps {
  readonly title: string;
  /** What is inside, in a sentence. */
  readonly summary: ComponentChildren;
  readonly children: ComponentChildren;
}

function Folded({ title, summary, children }: FoldedProps): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details
      class="folded"
      {...placeOf(title)}
      onToggle={({ currentTarget, target }) => {
        if (target === currentTarget && currentTarget.open) setOpen(true);
      }}
    >
      <summary>
        <h2>{title}</h2>
        <p>{summary}</p>
      </summary>
      {open ? <div class="folded-body">{children}</div> : undefined}
    </details>
  );
}

export const folded = (
  title: string,
  summary: ComponentChildren,
  parts: ComponentChildren,
): JSX.Element => <Folded {...{ title, summary }}>{parts}</Folded>;

/** What concerns readers of one document alone: the document is named and described first. */
export function beside(document: DocumentName, parts: readonly ComponentChildren[]): JSX.Element {
  const { title, short, what, url } = documents[document];
  const name = <cite>{title}</cite>;
  return folded(
    `For readers of ${short}`,
    <>
      Compares this page with {name}, {what}.
    </>,
    [
      <p class="folded-origin">
        {url === undefined ? (
          <>{name} has no public address; what is quoted here can be read without it.</>
        ) : (
          <a href={url}>{title}</a>
        )}
      </p>,
      ...parts,
    ],
  );
}
