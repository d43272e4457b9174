/** What `ldscope mcp` takes. */
import { collect, portNumber, positive, wholeNumber } from '../options/options.ts';
import type { Define } from './define.ts';

export const defineMcp: Define = (program, answer) => {
  program
    .command('mcp')
    .summary('tools for coding agents (Model Context Protocol)')
    .description(
      'Serves analyze, explain, suggest, fix, compare, machine and convert as tools, over the standard input and output, or over HTTP on this machine. Each call runs in a process of its own, with bounds, and reads only the folders that are named.',
    )
    .option('--root <folder>', 'a folder whose files may be read; may be given again', collect, [])
    .option('--http', 'serve over HTTP on the loopback address instead')
    .option('-p, --port <n>', 'of HTTP (default: any that is free)', portNumber)
    .option('--seconds <n>', 'most time of a call (default: 60)', positive)
    .option('--memory <n>', 'most memory of a call, in MiB (default: 2048)', positive)
    .option(
      '-j, --workers <n>',
      'calls at once (default: one per processor core, fewer where their memory would not suffice)',
      positive,
    )
    .option('--waiting <n>', 'most calls that wait for others (default: 100)', wholeNumber)
    .option('--compile', 'compile sources in C++ too: they can include any file of this machine')
    .addHelpText(
      'after',
      `
Examples:
  { "mcpServers": { "ldscope": { "command": "npx", "args": ["-y", "ldscope", "mcp", "--root", "."] } } }
  ldscope mcp --http --port 8731 --root kernels

Exit codes: 0 the client has gone; 2 bad usage`,
    )
    .action(answer(async () => (await import('../commands/mcp.ts')).mcpCommand));
};
