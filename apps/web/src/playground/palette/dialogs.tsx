/**
 * Ctrl+K opens the commands, `?` the list of keys. This file has the keys and the buttons; a dialog is loaded when it is
 * first opened.
 */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { DialogName } from './dialog-name.ts';

type Shown = (props: { readonly name: DialogName; readonly onClose: () => void }) => JSX.Element;

const asked = signal<DialogName | undefined>(undefined);
const shown = signal<{ readonly Dialog: Shown } | undefined>(undefined);

function openDialog(name: DialogName): void {
  asked.value = name;
  if (shown.value !== undefined) return;
  import('./dialog.tsx').then(
    ({ PaletteDialog }) => {
      shown.value = { Dialog: PaletteDialog };
    },
    () => {
      asked.value = undefined;
    },
  );
}

/** Elements in which letters are text. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=range], [type=checkbox]), textarea, select'));

const isMac = /^Mac|^iP/.test(navigator.platform);

function onKeyDown(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey, target } = event;
  if (altKey) return;
  // On a Mac, Ctrl+K cuts the rest of a line in the editor.
  if (key.toLowerCase() === 'k' && (isMac ? metaKey : ctrlKey)) openDialog('commands');
  else if (key === '?' && !ctrlKey && !metaKey && !isTyping(target)) openDialog('keys');
  else return;
  event.preventDefault();
}

/** The dialog that is open, if any; listens for their keys. */
export function Dialogs(): JSX.Element | null {
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  const name = asked.value;
  const { Dialog } = shown.value ?? {};
  if (name === undefined || Dialog === undefined) return null;
  return (
    <Dialog
      key={name}
      name={name}
      onClose={() => {
        asked.value = undefined;
      }}
    />
  );
}

/** For those who do not know the keys. */
export function DialogButtons(): JSX.Element {
  return (
    <span class="dialog-buttons">
      <button type="button" class="button" onClick={() => openDialog('commands')}>
        Commands <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <button type="button" class="button" onClick={() => openDialog('keys')}>
        Keys <kbd>?</kbd>
      </button>
    </span>
  );
}
