/** `ldscope mcp`: the tools of ldscope for coding agents. */
import { resolve } from 'node:path';
import process from 'node:process';
import { messages } from '@ldscope/core';
import { exitCode, printDiagnostics } from '../failure.ts';
import type { Io } from '../io.ts';
import { commandsOf, defaultLimits } from '../mcp/run-command.ts';
import { queued, usualWidth } from '../mcp/queue.ts';
import { serveOnHttp, serveOnStdio } from '../mcp/serve.ts';

interface McpCommandOptions {
  readonly root: readonly string[];
  readonly http?: boolean;
  readonly port?: number;
  readonly seconds?: number;
  readonly memory?: number;
  readonly compile?: boolean;
  /** Calls at once. */
  readonly workers?: number;
  readonly waiting?: number;
}

/** Most calls that wait for others. */
const USUAL_WAITING = 100;

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
    // One queue for all clients: it is the machine that bears so many.
    run: queued(commandsOf(program, limits, compile), {
      width: options.workers ?? usualWidth(limits.memoryMegabytes),
      waiting: options.waiting ?? USUAL_WAITING,
    }),
    roots: roots.map((folder) => resolve(folder)),
  };
  if (!http) {
    const gone = new Promise<void>((settle) => process.stdin.once('end', settle));
    await serveOnStdio(server, Promise.race([gone, io.interrupted()]));
    return exitCode.done;
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
