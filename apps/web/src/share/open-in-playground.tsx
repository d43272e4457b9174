/** A link that opens the playground with a kernel in it. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { encodeState } from './link.ts';
import type { SharedState } from './state.ts';

interface OpenProps {
  readonly state: SharedState;
  /** The way to the folder of `index.html`. */
  readonly root?: string;
  readonly children?: ComponentChildren;
}

export function OpenInPlayground({ state, root = '../', children }: OpenProps): JSX.Element {
  const [fragment, setFragment] = useState('');
  const key = JSON.stringify(state);
  useEffect(() => {
    let current = true;
    void encodeState(state).then((encoded) => {
      if (current) setFragment(encoded);
    });
    return () => {
      current = false;
    };
  }, [key]);
  return (
    <a class="button" href={`${root}index.html${fragment}`}>
      {children ?? 'Open in the playground'}
    </a>
  );
}
