/** A link that opens the playground with a kernel in it; nothing where there is no kernel. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { encodeState } from './link.ts';
import type { SharedState } from './state.ts';

export interface OpenProps {
  readonly text: string | undefined;
  /** What else the playground shows it with. */
  readonly at: Omit<SharedState, 'text'>;
  readonly children?: ComponentChildren;
}

export function OpenInPlayground({ children, text, at }: OpenProps): JSX.Element | undefined {
  const [fragment, setFragment] = useState('');
  const key = JSON.stringify({ text, ...at });
  useEffect(() => {
    if (text === undefined) return undefined;
    let current = true;
    void encodeState({ text, ...at }).then((encoded) => {
      if (current) setFragment(encoded);
    });
    return () => {
      current = false;
    };
  }, [key]);
  return text === undefined ? undefined : (
    <a class="button" href={`../index.html${fragment}`}>
      {children ?? 'Open in the playground'}
    </a>
  );
}
