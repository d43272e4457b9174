/** A view that has nothing to show says why, and what would give it something. */
import type { ComponentChildren, JSX } from 'preact';

export function Empty({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <p class="empty-view">{children}</p>;
}
