/** An empty view says why it is empty, and how to fill it. */
import type { ComponentChildren, JSX } from 'preact';

export function Empty({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <p class="empty-view">{children}</p>;
}
