/** The name of a document, which leads to it where it is public. */
import type { JSX } from 'preact';
import { type DocumentName, documents } from './documents.ts';

export function DocumentLink({ of }: { readonly of: DocumentName }): JSX.Element {
  const { title, what, url } = documents[of];
  return url === undefined ? (
    <span>
      <cite>{title}</cite> ({what}; not public)
    </span>
  ) : (
    <a href={url} title={what}>
      <cite>{title}</cite>
    </a>
  );
}
