/**
 * The server as VS Code starts it: by its own client library, which adds arguments of its own, in Node with a stub of `vscode`. A
 * server that did not know one of them never started in any workspace, while tests with a client of their own passed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { buildCommand } from '../../../packages/cli/test/built-command.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

let command = '';
beforeAll(async () => {
  command = await buildCommand();
});

/** Starts a server and says its name, by a transport of the library. */
const startBy = (transport: string): string => `
  const { LanguageClient, TransportKind } = require('vscode-languageclient/node');
  const program = { module: ${JSON.stringify(command)}, args: ['lsp'], transport: TransportKind.${transport} };
  const client = new LanguageClient('ldscope', 'ldscope', program, {});
  const started = client.start().then(() => client.initializeResult.serverInfo.name);
  started.then(async (name) => { await client.stop(); console.log(name); process.exit(0); }, () => process.exit(1));
`;

const run = (script: string) =>
  spawnSync(process.execPath, ['-r', here('vscode-stub.cjs'), '-e', script], {
    cwd: here('..'),
    encoding: 'utf8',
    timeout: 30_000,
  });

test('the library of VS Code starts the server', () => {
  const { stdout, stderr, status } = run(startBy('stdio'));
  expect(stderr).not.toContain('unknown option');
  expect([status, stdout]).toEqual([0, 'ldscope\n']);
});

const exitOf = (server: ChildProcess): Promise<number | null> =>
  new Promise((settle) => server.once('exit', settle));

test('the server ends when the process of its client has gone', async () => {
  const client = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
  const server = spawn(process.execPath, [
    command,
    'lsp',
    '--stdio',
    `--clientProcessId=${client.pid}`,
  ]);
  const left = exitOf(server);
  // Its input stays open.
  await new Promise((settle) => setTimeout(settle, 1000));
  expect(server.exitCode).toBe(null);
  client.kill();
  expect(await left).toBe(1);
});

test.each(['--node-ipc', '--pipe=name', '--socket=1234'])('%s is refused in words', (option) => {
  const { status, stderr } = spawnSync(process.execPath, [command, 'lsp', option], {
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  expect(stderr).toContain(`${option.split('=')[0]} is not served: the server speaks over`);
});
