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

export function Folded({ title, summary, children }: FoldedProps): JSX.Element {
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

/** What concerns readers of one document alone: the document is named and described first. */
export function BesideDocument({
  title,
  document: name,
  children,
}: Readonly<{ title?: string; document: DocumentName; children: ComponentChildren }>): JSX.Element {
  const { title: own, what, short } = documents[name];
  return (
    <Folded
      title={title ?? `For readers of ${short}`}
      summary={
        <>
          Compares this page with <cite>{own}</cite>, {what}.
        </>
      }
    >
      <Origin of={name} />
      {children}
    </Folded>
  );
}

function Origin({ of }: { readonly of: DocumentName }): JSX.Element {
  const { title, url } = documents[of];
  return (
    <p class="folded-origin">
      {url === undefined ? (
        <>
          <cite>{title}</cite> has no public address; what is quoted here can be read without it.
        </>
      ) : (
        <a href={url}>{title}</a>
      )}
    </p>
  );
}
