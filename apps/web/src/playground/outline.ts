/**
 * Loops and source lines of the text in the editor, read in a worker of its own once something shows them: the source beside the
 * assembly, or groups by loop.
 */
import { computed, effect, signal, untracked } from '@preact/signals';
import { Lane } from '../worker/client.ts';
import type { ResultOf, OutlineTask } from '../worker/tasks.ts';
import { file, loading, openedText, text } from './state.ts';

type Outline = ResultOf<OutlineTask>;

const lane = new Lane();
const read = signal<{ readonly of: string; readonly outline: Outline } | undefined>(undefined);

/** The outline of the present text; `undefined` until it is read. */
export const outline = computed<Outline | undefined>(() =>
  read.value?.of === text.value ? read.value.outline : undefined,
);

/** The loop around a line of the text, by its place in the outline's list. */
export const loopOfLine = computed<ReadonlyMap<number, number>>(
  () =>
    new Map(
      outline.value?.lines.flatMap(({ line, loop }) =>
        loop === undefined ? [] : [[line, loop] as const],
      ),
    ),
);

/** Reads the outline of the text while `isWanted` holds; returns what ends it. */
export function followOutline(isWanted: () => boolean): () => void {
  const end = effect(() => {
    const of = text.value;
    if (!isWanted() || of.trim() === '') return;
    untracked(() => {
      if (read.value?.of !== of) void readOutline(of);
    });
  });
  return () => {
    end();
    lane.cancel();
  };
}

async function readOutline(of: string): Promise<void> {
  const task = {
    kind: 'outline',
    text: of,
    file: file.value,
    code: openedText.value?.code,
  } as const;
  loading.value = loading.peek() + 1;
  try {
    read.value = { of, outline: await lane.run(task) };
  } catch {
    // The text was replaced, or cannot be read: the outline is not shown.
  } finally {
    loading.value = loading.peek() - 1;
  }
}
