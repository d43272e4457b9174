/** Code with a button that copies it. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Scrolled } from '../../picture/data-table.tsx';

interface CodeBlockProps {
  /** What the code is, to a screen reader. */
  readonly label: string;
  readonly text: string;
}

const SHOWN_MILLISECONDS = 2500;

export function CodeBlock({ label, text }: CodeBlockProps): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MILLISECONDS);
  };
  return (
    <div class="code-block">
      <button
        type="button"
        class="button small"
        aria-label={`Copy: ${label}`}
        onClick={() => void copy()}
      >
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      </button>
      <Scrolled label={label}>
        <pre>{text}</pre>
      </Scrolled>
    </div>
  );
}
