/** What `ldscope mcp` takes. */
import { mcpOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineMcp: Define = (program, answer) => {
  const command = program
    .command('mcp')
    .summary('tools for coding agents (Model Context Protocol)')
    .description(
      'Serves analyze, explain, suggest, fix, compare, machine and convert as tools, over the standard input and output, or over HTTP on this machine. Each call runs in a process of its own, with bounds, and reads only the folders that are named.',
    );
  addOptions(command, mcpOptions)
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
