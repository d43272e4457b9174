/** Files are read in a worker of their own: what they hold, and one part of it. */
import { Lane } from '../worker/client.ts';
import type { OpenedFiles, OpenTask } from '../worker/tasks.ts';
import { loading } from './state.ts';

const lane = new Lane();

/** Reads files; rejects with `Cancelled` when others take their place. */
export async function readFiles(task: OpenTask): Promise<OpenedFiles> {
  loading.value = loading.peek() + 1;
  try {
    return await lane.run(task);
  } finally {
    loading.value = loading.peek() - 1;
  }
}
