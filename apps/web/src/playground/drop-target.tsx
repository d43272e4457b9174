/** The whole page takes files that are dropped on it, and says so while they are over it. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { openRead } from './actions.ts';
import { readDropped } from './dropped.ts';

const isOver = signal(false);

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') === true;

export function DropTarget(): JSX.Element | null {
  useEffect(() => {
    const over = (event: DragEvent): void => {
      // Text goes to the editor.
      if (!hasFiles(event)) return;
      event.preventDefault();
      isOver.value = true;
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) isOver.value = false;
    };
    const drop = (event: DragEvent): void => {
      isOver.value = false;
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      event.stopPropagation();
      void openRead(readDropped(event.dataTransfer));
    };
    // Before the editor, which would take the text of a file.
    const options = { capture: true };
    addEventListener('dragover', over, options);
    addEventListener('dragleave', leave, options);
    addEventListener('drop', drop, options);
    return () => {
      removeEventListener('dragover', over, options);
      removeEventListener('dragleave', leave, options);
      removeEventListener('drop', drop, options);
    };
  }, []);
  return isOver.value ? (
    <div class="drop-target" role="status">
      Drop a kernel, a code object, a bundle or library, or an entry of Triton's cache.
    </div>
  ) : null;
}
