/** A button that copies a text, and says so for a moment. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

interface CopyButtonProps {
  /** Asked when the button is pressed. */
  readonly text: () => string;
  /** What is copied, for screen readers. */
  readonly label: string;
}

const TOLD_MILLISECONDS = 2500;

export function CopyButton({ text, label }: CopyButtonProps): JSX.Element {
  const [said, setSaid] = useState('Copy');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      setSaid('Copied');
    } catch {
      setSaid('Select the text and copy it');
    }
    setTimeout(() => setSaid('Copy'), TOLD_MILLISECONDS);
  };
  return (
    <button type="button" class="button small" aria-label={label} onClick={() => void copy()}>
      <span aria-live="polite">{said}</span>
    </button>
  );
}
