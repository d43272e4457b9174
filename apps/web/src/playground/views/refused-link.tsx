/** A link that cannot be read: no other kernel is shown in its place, and the address stays as it is. */
import type { JSX } from 'preact';
import { examples } from '../../share/examples.ts';
import { openExample } from '../actions.ts';

export function RefusedLink({ reason }: { readonly reason: string }): JSX.Element {
  const [example] = examples;
  return (
    <div class="empty-view refused" role="alert">
      <p>
        <b>This share link can't be opened: {reason}.</b>
      </p>
      <p>
        The kernel of the link can't be read, so none is shown. Some mail and chat programs cut long
        links: copy the link again in full, or ask for the kernel's file. The address is unchanged.
      </p>
      {example === undefined ? undefined : (
        <p>
          <button type="button" class="button" onClick={() => void openExample(example)}>
            Open the example: {example.title}
          </button>
        </p>
      )}
    </div>
  );
}
