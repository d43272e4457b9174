/** `ldscope lsp`: the language server. */
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { exitCode } from '../answer/failure.ts';
import type { Io } from '../io/io.ts';
import { serveStreams } from '../lsp/serve.ts';
import { WorkerPool } from '../lsp/work/pool.ts';
import { ownVersion } from '../system/package-files.ts';
import type { LspCommandOptions } from '../options/commands.ts';

/** Next to the built command. */
const WORKER = new URL('lsp-worker.js', import.meta.url);
const PAGE = new URL('web/', import.meta.url);

const codes = {
  shutdown: exitCode.done,
  gone: exitCode.unmet,
  unwritable: exitCode.wrong,
} as const;

/** Serves until the client goes. */
export async function lspCommand(
  io: Io,
  { seconds = 30, memory = 2048, clientProcessId }: LspCommandOptions,
): Promise<number> {
  const pool = new WorkerPool(WORKER, { seconds, memoryMegabytes: memory });
  const ending = await serveStreams(process.stdin, process.stdout, {
    run: pool.run,
    version: ownVersion(),
    page: fileURLToPath(PAGE),
    seconds,
    clientProcessId,
    complain: (problem) => io.stderr.write(`error: ${problem}\n`),
  });
  await pool.close();
  // A client that has said good-bye may keep its end open.
  process.stdin.destroy();
  const code = codes[ending];
  // The library has a timer of its own for the process that the option names, and never stops it.
  if (clientProcessId !== undefined) process.stdout.write('', () => process.exit(code));
  return code;
}
