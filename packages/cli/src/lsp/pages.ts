/** Pages of documents: a server on this machine for each, which has the last state that was requested. */
import { messages } from '@ldscope/core';
import { startWebServer, type WebServer } from '../web/server.ts';
import { type RunTask, Stopped } from './work/pool.ts';
import type { PageRequest } from './work/request.ts';

export interface Pages {
  /** The address of the page with a document, or why there is none. */
  readonly open: (
    uri: string,
    request: PageRequest,
  ) => Promise<{ readonly address: string } | { readonly problem: string }>;
  readonly close: () => Promise<void>;
}

/** `root`: the folder of the built page. */
export function openPages(run: RunTask, root: string): Pages {
  const states = new Map<string, string>();
  const servers = new Map<string, WebServer>();
  const closing = new AbortController();
  let count = 0;
  return {
    open: async (uri, request) => {
      try {
        const state = await run('page', request, closing.signal);
        if ('problem' in state) return state;
        states.set(uri, state.json);
        const opened = (): string => states.get(uri) ?? '{}';
        const server = servers.get(uri) ?? (await startWebServer({ root, port: 0, opened }));
        if (server === undefined) return { problem: messages.usage.noWebApp().message };
        servers.set(uri, server);
        // Another address each time: a browser that is there already loads it again.
        count++;
        return { address: `${server.origin}/index.html?opened&${count}` };
      } catch (error) {
        if (error instanceof Stopped)
          return { problem: `the page was not opened: ${error.reason}` };
        throw error;
      }
    },
    close: async () => {
      closing.abort();
      await Promise.all([...servers.values()].map((server) => server.close()));
    },
  };
}
