/**
 * ldscope for coding agents, over the Model Context Protocol: tools that are its commands, the chips and the glossary as
 * resources, and a prompt that removes the bank conflicts of a kernel.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { McpServer, ResourceTemplate, type ServerContext } from '@modelcontextprotocol/server';
import { machines, shape, type ValueOf } from '@ldscope/core';
import { request } from '@ldscope/engine';
import { insideOf } from '../node/confined-io.ts';
import { ownVersion } from '../system/package-files.ts';
import { glossary } from './glossary.ts';
import type { RunQueued } from './queue.ts';
import type { CommandResult, RunCommand } from './run-command.ts';
import { standardSchema } from './standard-schema.ts';
import { type Tool, tools } from './tools.ts';

export interface ServerOptions {
  readonly run: RunQueued;
  /** Folders that may be read, in addition to those that the client names. */
  readonly roots: readonly string[];
}

const { anything, mapping, optional, required, text, whole } = shape;

const answerShape = mapping(
  {
    exitCode: required(
      whole(0, 255),
      '0: done; 1: not met, as conflicts that stay; 2: the input is wrong.',
    ),
    result: required(
      anything,
      'The JSON form of the command: docs/report-json.md. Several kernels are a list.',
    ),
    kernel: optional(text('a kernel'), 'Of fix: the kernel, where its proof holds.'),
  },
  { isOpen: true },
);
type Answer = ValueOf<typeof answerShape>;

const instructions =
  'ldscope counts the bank conflicts of GPU kernels in shared memory (LDS) without a GPU. Begin with analyze; suggest finds ' +
  'layouts, fix rewrites MLIR with a proof. Figures hold for the chip and model that a report names; a report says what was ' +
  'not counted. Never state more than it does.';

/** A server for one client. */
export function createServer({ run, roots }: ServerOptions): McpServer {
  const server = new McpServer({ name: 'ldscope', version: ownVersion() }, { instructions });
  for (const tool of tools) {
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: standardSchema(tool.input),
        outputSchema: standardSchema(answerShape),
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      async (input, context) => {
        const folders = [...roots, ...(await clientRoots(server))];
        const { signal } = context.mcpReq;
        const onWait = waitReport(context);
        const answer = await answerOf(
          tool,
          input,
          (one) => run({ ...one, signal, onWait }),
          folders,
        );
        return typeof answer === 'string'
          ? { isError: true, content: [{ type: 'text', text: answer }] }
          : {
              // Exit code 1 is an answer: conflicts that stay, a kernel that is not proven.
              isError: answer.exitCode === 2,
              structuredContent: answer,
              content: [{ type: 'text', text: JSON.stringify(answer) }],
            };
      },
    );
  }
  addResources(server, run);
  addPrompt(server);
  return server;
}

/** Tells a client that requests progress how many calls are before its own. */
function waitReport({ mcpReq }: ServerContext): ((before: number) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  // Progress may only grow.
  let progress = 0;
  return (before) => {
    progress += 1;
    const message = before === 0 ? 'waiting: next' : `waiting: ${before} before this call`;
    const params = { progressToken, progress, message };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

/** What a tool answers; a text says why there is no answer. */
async function answerOf(
  tool: Tool,
  input: Parameters<Tool['command']>[0],
  run: RunCommand,
  roots: readonly string[],
): Promise<Answer | string> {
  const command = tool.command(input);
  if (typeof command === 'string') return command;
  const files: string[] = command.text === undefined ? [] : ['-'];
  for (const path of [command.path, command.other]) {
    const found = path === undefined ? undefined : await insideRoots(path, roots);
    if (typeof found === 'object') return found.problem;
    if (found !== undefined) files.push(found);
  }
  const [name = '', ...options] = command.argv;
  const argv = [name, ...files, ...options];
  const { text, output } = command;
  return answerFrom(await run({ argv, input: text, roots, output }));
}

/** A path of the client as the command line names it: where links lead to, in a folder that may be read. */
async function insideRoots(
  path: string,
  roots: readonly string[],
): Promise<string | { readonly problem: string }> {
  const [first = '.'] = roots;
  const found = await insideOf(resolve(first, path), roots);
  if (found !== undefined) return found;
  return {
    problem:
      roots.length === 0
        ? 'no folder may be read: give the kernel as text, or start the server with --root FOLDER'
        : `there is no file ${path} in ${roots.join(', ')}`,
  };
}

function answerFrom({ code, stdout, stderr, output, problem }: CommandResult): Answer | string {
  if (problem !== undefined) return `the command was ended: ${problem}`;
  const result = parsed(stdout);
  if (result === undefined) return stderr.trim() || `the command ended with exit code ${code}`;
  return { exitCode: code, result, ...(output !== undefined && { kernel: output }) };
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The folders that the client names, where it can be asked. */
async function clientRoots(server: McpServer): Promise<readonly string[]> {
  if (server.server.getClientCapabilities()?.roots === undefined) return [];
  try {
    const { roots } = await server.server.listRoots();
    return roots.flatMap(({ uri }) => (uri.startsWith('file://') ? [fileURLToPath(uri)] : []));
  } catch {
    // A client of a newer protocol is not asked: its folders are given with --root.
    return [];
  }
}

function addResources(server: McpServer, run: RunQueued): void {
  server.registerResource(
    'glossary',
    'ldscope://glossary',
    {
      title: 'Glossary',
      description: 'The words of ldscope: bank, phase, way, swizzle, ...',
      mimeType: 'text/markdown',
    },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/markdown', text: glossary() }] }),
  );
  server.registerResource(
    'machine',
    new ResourceTemplate('ldscope://machine/{name}', {
      list: () => ({
        resources: machines.map(({ name, products }) => ({
          uri: `ldscope://machine/${name}`,
          name,
          title: `${name} (${products})`,
          mimeType: 'application/json',
        })),
      }),
    }),
    {
      title: 'A chip',
      description: 'Facts and service rules of a chip with their sources',
      mimeType: 'application/json',
    },
    async (uri, { name }) => {
      const asked = String(name);
      const isKnown = machines.some((machine) => machine.name === asked);
      if (!isKnown) throw new Error(`there is no machine ${asked}`);
      const { stdout } = await run({ argv: ['machine', asked, '--format', 'json'], roots: [] });
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text: stdout }] };
    },
  );
}

function addPrompt(server: McpServer): void {
  server.registerPrompt(
    'remove-bank-conflicts',
    {
      title: 'Remove the bank conflicts of this kernel',
      description:
        'Analyse a kernel, choose a layout, apply it, and check that the conflicts are gone',
      argsSchema: standardSchema(
        mapping({
          path: required(request.path.shape, 'The file of the kernel'),
          machine: optional(request.machine.shape, 'The chip: gfx950, H100'),
        }),
      ),
    },
    ({ path, machine }) => {
      const on = machine === undefined ? '' : ` on ${machine}`;
      const text =
        `Remove the shared-memory bank conflicts of ${path}${on}, with the tools of ldscope.\n` +
        '1. analyze: note totals.bankConflict, the sites and their buffers. Stop where nothing conflicts and ' +
        'account.covered is true; where it is false, name account.missing and account.limits. Name hazards first: a ' +
        'kernel that races is corrected before it is made faster.\n' +
        '2. explain the most expensive site, so that the reason is known.\n' +
        '3. suggest: take the recommended layout, or of a source the first of `candidates` that is not out, and weigh its bytes ' +
        'and its time.\n' +
        '4. MLIR: fix, and write the text of `kernel` to the file. HIP, CUDA and OpenCL: fix with a launch file that has every ' +
        'argument, and apply `result.diff`. Other languages: write the padding or swizzle into the source, at the declaration and ' +
        'at every access.\n' +
        '5. analyze again: totals.bankConflict must be lower, and no hazard new. Report both figures with the chip, the model ' +
        'and its evidence, and the accesses that the report lists as not counted.';
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    },
  );
}
