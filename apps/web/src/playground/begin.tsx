/**
 * The purpose of the page, and three ways to begin: paste a kernel, open files, or look at an example in one's own language.
 * It is there until a reader has a kernel of their own.
 */
import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import { exampleLanguages, examples } from '../share/examples.ts';
import { openExample, replaceText } from './actions.ts';
import { editKernel } from './editor-pane.tsx';
import { loadedExample, openedExample } from './loaded-example.ts';
import { OpenButton } from './open-button.tsx';
import { opening, text } from './state.ts';

/** A link shows its kernel at once. */
const isLink = (): boolean => location.hash !== '' || location.search !== '';

export const isBeginning = computed(
  () =>
    openedExample.value !== undefined || (text.value.trim() === '' && !(opening.value && isLink())),
);

export function Begin(): JSX.Element {
  return <div>{isBeginning.value ? <Beginning /> : undefined}</div>;
}

function Beginning(): JSX.Element {
  return (
    <section class="begin" aria-label="Begin">
      <div>
        <h1>Find and fix shared-memory bank conflicts, without a GPU</h1>
        <p>
          ldscope executes your compiled kernel, shows which instructions conflict, why, and for how
          many cycles, and finds a layout that is proven to be free of conflicts.{' '}
          <a href="./docs/index.html">Quick starts</a>, <a href="./docs/glossary.html">glossary</a>.
        </p>
      </div>
      <div class="ways" role="group" aria-label="Three ways to begin">
        <button type="button" class="button primary" onClick={() => void pasteKernel()}>
          Paste a kernel
        </button>
        <OpenButton class="button" />
        <span class="examples" role="group" aria-label="Languages">
          <span class="soft">or an example:</span>
          {exampleLanguages.map((language) => {
            const first = examples.find((one) => one.language === language);
            return first === undefined ? undefined : (
              <button
                key={language}
                type="button"
                class="button small"
                title={first.title}
                aria-pressed={loadedExample.value?.language === language}
                onClick={() => void openExample(first)}
              >
                {language}
              </button>
            );
          })}
        </span>
      </div>
    </section>
  );
}

/** Pastes the clipboard, where the browser allows it; else empties the editor for the reader to paste. */
async function pasteKernel(): Promise<void> {
  let copied = '';
  try {
    copied = await navigator.clipboard.readText();
  } catch {
    // The reader pastes it by a key.
  }
  replaceText(copied);
  editKernel();
}
