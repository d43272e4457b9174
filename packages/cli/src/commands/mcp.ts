/** `ldscope mcp`: the tools of ldscope for coding agents. */
import { resolve } from 'node:path';
import process from 'node:process';
import { messages } from '@ldscope/core';
import { exitCode, printDiagnostics, printUnwritable } from '../answer/failure.ts';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';
import { commandsOf, defaultLimits } from '../mcp/run-command.ts';
import { queued, usualWidth } from '../mcp/queue.ts';
import { serveOnHttp, serveOnStdio } from '../mcp/serve.ts';
import type { McpCommandOptions } from '../options/commands.ts';

/** Most calls that wait for others. */
const USUAL_WAITING = 100;

/** The exit code after an error of the output, which is said unless the client has gone; `undefined` is none. */
function lostAnswer(io: Io, error: unknown): number {
  const hasGone = error instanceof Error && 'code' in error && error.code === 'EPIPE';
  if (error === undefined || hasGone) return exitCode.done;
  printUnwritable(io, 'the standard output', fileProblem(error) ?? String(error));
  return exitCode.wrong;
}

/** Serves until the client goes or the user interrupts. */
export async function mcpCommand(io: Io, options: McpCommandOptions): Promise<number> {
  const { root: roots, http = false, port = 0, compile = false } = options;
  for (const folder of roots) {
    if ((await io.readFolder(folder)) !== undefined) continue;
    printDiagnostics(io, [messages.usage.unreadable(folder, 'it is not a folder')]);
    return exitCode.wrong;
  }
  const limits = {
    ...defaultLimits,
    seconds: options.seconds ?? defaultLimits.seconds,
    memoryMegabytes: options.memory ?? defaultLimits.memoryMegabytes,
  };
  const [, program = ''] = process.argv;
  const server = {
    // One queue for all clients: the limit is what the machine bears.
    run: queued(commandsOf(program, limits, compile), {
      width: options.workers ?? usualWidth(limits.memoryMegabytes),
      waiting: options.waiting ?? USUAL_WAITING,
    }),
    roots: roots.map((folder) => resolve(folder)),
  };
  if (!http) {
    const gone = new Promise<undefined>((settle) =>
      process.stdin.once('end', () => settle(undefined)),
    );
    const broken = new Promise<unknown>((settle) => process.stdout.on('error', settle));
    const ended = Promise.race([gone, io.interrupted(), broken]);
    await serveOnStdio(server, ended);
    return lostAnswer(io, await ended);
  }
  try {
    const { address, close } = await serveOnHttp(server, port);
    io.stdout.write(`${address}\n`);
    await io.interrupted();
    await close();
    return exitCode.done;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    printDiagnostics(io, [messages.usage.noPort(port, reason)]);
    return exitCode.wrong;
  }
}
