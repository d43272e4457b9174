/** A dialog over the page: the browser keeps the focus in it, and gives it back when it closes. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Commands } from './commands.tsx';
import type { DialogName } from './dialog-name.ts';
import { Keys } from './keys.tsx';
import './dialog.css';

interface PaletteDialogProps {
  readonly name: DialogName;
  readonly onClose: () => void;
}

export function PaletteDialog({ name, onClose }: PaletteDialogProps): JSX.Element {
  switch (name) {
    case 'keys':
      return (
        <Modal title="Keys" onClose={onClose}>
          {() => <Keys />}
        </Modal>
      );
    case 'commands':
      return (
        <Modal title="Commands" onClose={onClose}>
          {(close) => <Commands close={close} />}
        </Modal>
      );
  }
}

interface ModalProps {
  readonly title: string;
  readonly onClose: () => void;
  /** `close` gives the focus back before anything else happens. */
  readonly children: (close: () => void) => ComponentChildren;
}

function Modal({ title, onClose, children }: ModalProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-label={title}
      onClose={onClose}
      onClick={({ target }) => {
        // A press on the backdrop.
        if (target === dialog.current) close();
      }}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2>{title}</h2>
          <button type="button" class="button small" onClick={close}>
            Close
          </button>
        </div>
        {children(close)}
      </div>
    </dialog>
  );
}
