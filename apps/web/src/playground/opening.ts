/** Reads files in a worker of their own: the list of their kernels, and one of these. */
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
