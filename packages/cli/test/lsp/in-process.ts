/** An editor with a server in this process, whose tasks run in it too, with files in memory. */
import { resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { serveStreams } from '../../src/lsp/serve.ts';
import { type RunTask, Stopped } from '../../src/lsp/work/pool.ts';
import type { Tasks } from '../../src/lsp/work/request.ts';
import { tasksIn } from '../../src/lsp/work/tasks.ts';
import { fakeIo, type Surroundings } from '../fake-io.ts';
import { Editor } from './client.ts';

/** Runs tasks at once; a cancelled one has no result. Rewritings take seconds: those who want them give them. */
const runIn =
  (tasks: Tasks): RunTask =>
  async (task, request, signal) => {
    await new Promise(setImmediate);
    if (signal.aborted) throw new Stopped('cancelled');
    if (task === 'fix') return { offered: [], refused: [] } as never;
    const result = await tasks[task](request as never);
    if (signal.aborted) throw new Stopped('cancelled');
    return result as never;
  };

export async function editorWith(
  surroundings: Surroundings = {},
  settings: object = {},
  change: (run: RunTask) => RunTask = (run) => run,
  page = '/nowhere/',
): Promise<Editor> {
  const { io } = fakeIo(surroundings);
  // Files in memory have absolute paths.
  const resolved = { ...io, readFile: (path: string) => io.readFile(resolve(path)) };
  const [toServer, toEditor] = [new PassThrough(), new PassThrough()];
  const served = serveStreams(toServer, toEditor, {
    run: change(runIn(tasksIn(resolved))),
    version: '0.0.0',
    page,
    seconds: 1,
    complain: (problem) => expect.unreachable(problem),
  });
  const editor = new Editor(toEditor, toServer);
  await editor.initialize(settings);
  onTestFinished(async () => {
    await editor.leave();
    await served;
  });
  return editor;
}
