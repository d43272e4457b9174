/** Applies a layout: the kernel is rewritten and proven, and the new text goes into the editor, where it can be undone. */
import type { TileLayout } from '@ldscope/core';
import { batch } from '@preact/signals';
import { runFix } from './runs.ts';
import { triedWords, text } from './state.ts';

export async function applyLayout(
  buffer: string | undefined,
  layout: 'plain' | TileLayout | undefined,
): Promise<void> {
  const before = text.value;
  const fixed = await runFix(buffer, layout);
  // Text that the reader has typed meanwhile is not overwritten.
  if (fixed === undefined || text.value !== before) return;
  batch(() => {
    triedWords.value = undefined;
    text.value = fixed;
  });
}
