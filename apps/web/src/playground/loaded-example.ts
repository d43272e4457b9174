/** Which example the text in the editor is; an edited one is a kernel of the reader's own. */
import { computed, signal } from '@preact/signals';
import { type Example, examples } from '../share/examples.ts';
import { text } from './state.ts';

interface Loaded {
  readonly example: Example;
  readonly text: string;
  /** The settings of the example, as long as the reader has chosen no others. */
  readonly machine: string | undefined;
  readonly launch: string | undefined;
}

/** The example that was opened last, whatever became of its text. */
export const openedExample = signal<Loaded | undefined>(undefined);

export const loadedExample = computed<Example | undefined>(() => {
  const loaded = openedExample.value;
  return loaded?.text === text.value ? loaded.example : undefined;
});

/** Finds the example that a link names, if the text is still that example's. */
export async function recognizeExample(name: string): Promise<void> {
  const example = examples.find((one) => one.name === name);
  if (example === undefined) return;
  const [content, launch] = await Promise.all([example.load(), example.loadLaunch?.()]);
  const { machine } = example;
  if (content === text.peek()) openedExample.value = { example, text: content, machine, launch };
}
