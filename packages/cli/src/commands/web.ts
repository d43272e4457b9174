/** `ldscope web [FILE]`: the web app, served to browsers on this machine until the command is interrupted. */
import { messages, placeDiagnostics } from '@ldscope/core';
import { fileURLToPath } from 'node:url';
import { exitCode, printDiagnostics } from '../answer/failure.ts';
import type { Io } from '../io/io.ts';
import { openedState } from '../web/opened.ts';
import { startWebServer, type WebServer } from '../web/server.ts';
import type { WebCommandOptions } from '../options/commands.ts';

/** Location of the built app relative to the built command. */
const BUILT_APP = new URL('web/', import.meta.url);

/** Serves the built app. */
export const webCommand = (
  io: Io,
  path: string | undefined,
  options: WebCommandOptions,
): Promise<number> => serveApp(io, path, options, fileURLToPath(BUILT_APP));

/** Serves the app in the folder `root`, and prints the address. */
export async function serveApp(
  io: Io,
  path: string | undefined,
  options: WebCommandOptions,
  root: string,
): Promise<number> {
  const state = path === undefined ? undefined : await openedState(io, path, options, options);
  if (state?.ok === false) {
    printDiagnostics(io, placeDiagnostics(state.diagnostics, ''));
    return exitCode.wrong;
  }
  const text = state && JSON.stringify(state.value);
  const opened = text === undefined ? undefined : () => text;
  const server = await serve(io, root, options.port ?? 0, opened);
  if (server === undefined) return exitCode.wrong;
  const address = state === undefined ? `${server.origin}/` : `${server.origin}/index.html?opened`;
  io.stdout.write(`${address}\n`);
  io.stderr.write('serving until interrupted (Ctrl+C)\n');
  if (options.open === true && !(await io.openBrowser(address))) {
    printDiagnostics(io, [messages.usage.noBrowser(address)]);
  }
  await io.interrupted();
  await server.close();
  return exitCode.done;
}

/** The server, or `undefined` when it has been said why there is none. */
async function serve(
  io: Io,
  root: string,
  port: number,
  opened: (() => string) | undefined,
): Promise<WebServer | undefined> {
  try {
    const server = await startWebServer({ root, port, opened });
    if (server === undefined) printDiagnostics(io, [messages.usage.noWebApp()]);
    return server;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const reason = code === 'EACCES' ? 'it is not allowed' : 'another program has it';
    printDiagnostics(io, [messages.usage.noPort(port, reason)]);
    return undefined;
  }
}
