/** Opens files of the reader's disk. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { openRead } from './actions.ts';
import { readFiles } from './dropped.ts';

export function OpenButton({ class: name }: { readonly class: string }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={name} onClick={() => input.current?.click()}>
        Open file
      </button>
      <input
        ref={input}
        type="file"
        multiple
        class="visually-hidden"
        tabIndex={-1}
        aria-label="A kernel's files"
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          if (chosen.length > 0) void openRead(readFiles(chosen));
          currentTarget.value = '';
        }}
      />
    </>
  );
}
