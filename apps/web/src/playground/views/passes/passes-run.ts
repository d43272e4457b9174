/**
 * Passes over the text in the editor: which of them would change it, and the result of the chosen ones. They run in a worker
 * of their own.
 */
import type { OptimizedText, PassFor } from '@ldscope/engine';
import { computed, signal } from '@preact/signals';
import { Cancelled, Lane } from '../../../worker/client.ts';
import type { Likeness } from '../../../worker/tasks.ts';
import { analyzed, file, loading, text } from '../../state.ts';

const lane = new Lane();

/** The list, as the command takes it: `canonicalize,cse`. */
export const passList = signal('');
export const like = signal<Likeness>('corrected');
/** The compiler whose resolver has to lower hints. */
export const resolver = signal<'ldscope' | 'iree'>('ldscope');

/** The key of the inputs: another text or chip runs the passes again. */
const input = computed(() => ({
  text: text.value,
  file: file.value,
  machine: analyzed.value?.machine?.name,
  like: like.value,
  resolvableBy: resolver.value === 'iree' ? resolver.value : undefined,
}));

type Input = (typeof input)['value'];

interface Made<T> {
  readonly of: Input;
  readonly list: string;
  readonly result: T;
}

const tried = signal<Made<readonly PassFor[]> | undefined>(undefined);
const made = signal<Made<OptimizedText> | undefined>(undefined);
const failed = signal<{ readonly of: Input; readonly message: string } | undefined>(undefined);

/** The effect of each pass alone; `undefined` until it is known. */
export const passesHere = computed(() =>
  tried.value?.of === input.value ? tried.value.result : undefined,
);

/** The result of the chosen passes; `undefined` while none was run on this text. */
export const optimized = computed(() =>
  made.value?.of === input.value ? made.value.result : undefined,
);

/** A fault of ldscope itself. */
export const fault = computed(() =>
  failed.value?.of === input.value ? failed.value.message : undefined,
);

/** Tries every pass alone, once per text. */
export async function tryPasses(): Promise<void> {
  const of = input.value;
  if (passesHere.peek() !== undefined || lane.busy) return;
  await guarded(of, async () => {
    tried.value = { of, list: '', result: await lane.run({ kind: 'passes', ...of }) };
  });
}

/** Runs a list of passes on the text. */
export async function runPasses(list: string): Promise<void> {
  const of = input.value;
  passList.value = list;
  await guarded(of, async () => {
    made.value = { of, list, result: await lane.run({ kind: 'opt', passes: list, ...of }) };
  });
}

async function guarded(of: Input, work: () => Promise<void>): Promise<void> {
  loading.value = loading.peek() + 1;
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Cancelled))
      failed.value = { of, message: error instanceof Error ? error.message : String(error) };
  } finally {
    loading.value = loading.peek() - 1;
  }
}
