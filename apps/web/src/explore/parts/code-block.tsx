/** Code with a button that copies it. */
import type { JSX } from 'preact';
import { CopyButton } from '../../controls/copy-button.tsx';
import { Scrolled } from '../../picture/data-table.tsx';

/** The label says to a screen reader what the code is. */
export const CodeBlock = ({
  label,
  text,
}: Readonly<{ label: string; text: string }>): JSX.Element => (
  <div class="code-block">
    <CopyButton text={() => text} label={`Copy: ${label}`} />
    <Scrolled label={label}>
      <pre>{text}</pre>
    </Scrolled>
  </div>
);
