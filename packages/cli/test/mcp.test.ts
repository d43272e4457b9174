/** The server for coding agents, with the client of the protocol's own SDK. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Client,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confinedIo } from '../src/node/confined-io.ts';
import { confinementOf } from '../src/system/confinement.ts';
import { run } from '../src/main.ts';
import type { Io } from '../src/io/io.ts';
import {
  type CommandRequest,
  type CommandResult,
  commandsOf,
  type RunCommand,
} from '../src/mcp/run-command.ts';
import { serveOnHttp } from '../src/mcp/serve.ts';
import { createServer } from '../src/mcp/server.ts';
import { nodeIo } from '../src/node/node-io.ts';
import { copy, transpose } from './kernels.ts';
import { toySource } from './toy-compiler.ts';

const folder = mkdtempSync(join(tmpdir(), 'ldscope-mcp-test-'));
const root = join(folder, 'root');
const put = (path: string, text: string): void => writeFileSync(join(folder, path), text);

beforeAll(() => {
  mkdirSync(root);
  put('root/t.mlir', transpose);
  put('secret.mlir', copy);
  symlinkSync(join(folder, 'secret.mlir'), join(root, 'link.mlir'));
  put('root/fill.yaml', 'grid: 1\nargs:\n  - { dtype: f32, shape: [64], fill: ../secret.mlir }\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const real = nodeIo();

/** The command in this process, confined as a process of its own is; a compiler stands for one that is allowed. */
const inProcess: RunCommand = async (asked) => await runInProcess(asked);

async function runInProcess(
  { argv, input = '', roots, output }: CommandRequest,
  compile?: Io['compile'],
): Promise<CommandResult> {
  const texts = { stdout: '', stderr: '' };
  let written: string | undefined;
  const sink = (name: keyof typeof texts) => ({
    isTTY: false,
    write: (text: string) => void (texts[name] += text),
  });
  const io = confinedIo(
    {
      ...real,
      ...(compile !== undefined && { compile }),
      stdout: sink('stdout'),
      stderr: sink('stderr'),
      readFile: async (path) => (path === '-' ? input : await real.readFile(path)),
      readBytes: async (path, most) =>
        path === '-' ? new TextEncoder().encode(input) : await real.readBytes(path, most),
      writeFile: (_, content) => {
        written = typeof content === 'string' ? content : undefined;
        return Promise.resolve();
      },
    },
    { roots, out: '/out', compiles: compile !== undefined },
  );
  const words = output === undefined ? argv : [...argv, output, '/out/kernel'];
  const code = await run(words, io);
  return { code, ...texts, output: written };
}

it('starts no program that a command names', async () => {
  const file = join(root, 't.mlir');
  const marker = join(root, 'started');
  const program = join(root, 'program.sh');
  writeFileSync(program, `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  const { code, stderr } = await inProcess({
    argv: ['opt', file, '-p', 'cse', '--through', program],
    roots: [root],
  });
  expect(existsSync(marker)).toBe(false);
  expect(stderr).toContain(program);
  expect(code).not.toBe(0);
});

interface Answer {
  readonly isError?: boolean;
  readonly structuredContent?: {
    readonly exitCode: number;
    readonly kernel?: string;
    readonly result: {
      readonly schema: string;
      readonly verdict?: string;
      readonly diff?: string;
      readonly candidates?: readonly object[];
      readonly totals?: { readonly bankConflict: number };
      readonly diagnostics?: readonly { readonly code: string }[];
    };
  };
  readonly content: readonly { readonly text?: string }[];
}

const call = async (
  client: Client,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Answer> => (await client.callTool({ name, arguments: input })) as Answer;

async function connected(runner: RunCommand = inProcess, roots: readonly string[] = [root]) {
  const [own, other] = InMemoryTransport.createLinkedPair();
  const server = createServer({ run: runner, roots });
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(other), client.connect(own)]);
  return client;
}

describe('an agent', () => {
  it('finds the tools with their inputs, and the rest', async () => {
    const client = await connected();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      'analyze explain suggest fix compare machine convert'.split(' '),
    );
    for (const { description = '', inputSchema, outputSchema } of tools) {
      expect(description.length).toBeGreaterThan(40);
      expect(inputSchema.type).toBe('object');
      expect(outputSchema).toBeDefined();
    }
    const { contents } = await client.readResource({ uri: 'ldscope://glossary' });
    expect(JSON.stringify(contents)).toContain('bank conflict');
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('ldscope://machine/gfx950');
    const chip = await client.readResource({ uri: 'ldscope://machine/gfx950' });
    expect(JSON.stringify(chip.contents)).toContain('ldscope-machine/1');
    const prompt = await client.getPrompt({
      name: 'remove-bank-conflicts',
      arguments: { path: 'k.mlir', machine: 'gfx950' },
    });
    expect(JSON.stringify(prompt.messages)).toContain('of k.mlir on gfx950');
  });

  it('removes the conflicts of a kernel: suggest, fix, analyze', async () => {
    const client = await connected();
    const input = { path: 't.mlir', machine: 'gfx942' };
    const before = await call(client, 'analyze', input);
    expect(before.structuredContent?.result.totals?.bankConflict).toBe(124);
    const suggested = await call(client, 'suggest', input);
    expect(suggested.structuredContent?.result.schema).toBe('ldscope-suggest/1');
    const fixed = await call(client, 'fix', input);
    expect(fixed.structuredContent).toMatchObject({ exitCode: 0, result: { verdict: 'fixed' } });
    const text = fixed.structuredContent?.kernel ?? '';
    const after = await call(client, 'analyze', { text, machine: 'gfx942' });
    expect(after.structuredContent?.result.totals?.bankConflict).toBe(0);
    expect(after.isError).toBe(false);
  });

  it('gets the changes of a source that were tried, where sources may be compiled', async () => {
    const { files, compile } = toySource({}, `${root}/`);
    for (const [name, text] of Object.entries(files)) writeFileSync(name, text);
    const allowed: RunCommand = async (asked) =>
      await runInProcess(asked, async (source) => await compile(source));
    const client = await connected(allowed);
    const input = { path: 'kernel.hip', launch: join(root, 'launch.yaml'), machine: 'gfx942' };
    const { structuredContent: suggested } = await call(client, 'suggest', input);
    const { structuredContent: fixed } = await call(client, 'fix', input);
    expect(fixed).toMatchObject({ exitCode: 0, result: { verdict: 'fixed' } });
    expect(fixed?.kernel).toBeUndefined();
    expect(fixed?.result.diff).toContain('+  __shared__ float t[64][33];');
    expect(suggested?.result.candidates).toEqual(fixed?.result.candidates);
  });

  const layout = 'wave: swizzle_unit = 8, max_phase = 8';
  it.each([
    ['explain', { path: 't.mlir', machine: 'gfx942' }, 'ldscope-explain/1'],
    ['convert', { layout, tile: '64x64xf16' }, 'ldscope-convert/1'],
    ['compare', { path: 't.mlir', other: 'copy.mlir', machine: 'gfx942' }, 'ldscope-compare/1'],
    ['compare', { text: transpose, machine: 'gfx942,gfx950' }, 'ldscope-compare/1'],
    ['machine', {}, 'ldscope-machines/1'],
    ['machine', { name: 'gfx942', other: 'gfx950' }, 'ldscope-machine-compare/1'],
  ])('gets what the command answers: %s', async (name, input, schema) => {
    put('root/copy.mlir', copy);
    const { structuredContent } = await call(await connected(), name, input);
    expect(structuredContent?.result.schema).toBe(schema);
  });
});

describe('what a client must not get', () => {
  it.each([
    ['analyze', { path: '../secret.mlir' }, 'there is no file'],
    ['analyze', { path: '/etc/passwd' }, 'there is no file'],
    ['analyze', { path: 'link.mlir' }, 'there is no file'],
    ['analyze', { path: 't.mlir', launch: '../secret.yaml' }, 'usage/unreadable'],
    ['analyze', { path: 't.mlir', launch: join(root, 'fill.yaml') }, 'launch-file/outside'],
    ['analyze', { path: 'HEAD:t.mlir' }, 'there is no file'],
    ['compare', { path: 't.mlir', other: '../secret.mlir' }, 'there is no file'],
    ['compare', { path: 't.mlir', other: 'HEAD:t.mlir' }, 'there is no file'],
    ['analyze', {}, 'give either path or text'],
    ['analyze', { path: 't.mlir', text: copy }, 'give either path or text'],
    ['analyze', { text: 'not a kernel' }, 'usage/unknown-format'],
    ['analyze', { text: copy, machine: '--launch=x' }, 'usage/unknown-machine'],
    ['convert', { layout: '--help' }, 'does not begin with -'],
    ['machine', { name: '--matrix' }, 'does not begin with -'],
  ])('%s %j', async (name, input, said) => {
    const answer = await call(await connected(), name, input);
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer)).toContain(said);
  });

  it.each([
    ['analyze', { path: 't.mlir', flags: ['-fplugin=x.so'] }],
    ['analyze', { path: 7 }],
    ['analyze', { text: 'x'.repeat(2 ** 23 + 1) }],
    ['fix', { path: 't.mlir', output: '/tmp/x' }],
    ['delete', { path: 't.mlir' }],
  ])('%s with an input that does not fit', async (name, input) => {
    const answer = await call(await connected(), name, input).catch((error: unknown) => ({
      isError: true,
      said: String(error),
    }));
    expect(answer.isError).toBe(true);
  });

  it('is any file, where no folder is named', async () => {
    const answer = await call(await connected(inProcess, []), 'analyze', { path: 't.mlir' });
    expect(answer.content[0]?.text).toContain('--root FOLDER');
  });

  it('compiles no source', async () => {
    put('root/k.hip', '#include "/etc/passwd"\n');
    const answer = await call(await connected(), 'analyze', { path: 'k.hip', machine: 'gfx942' });
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer)).toContain('usage/compiles-nothing');
  });

  it('runs in a process with bounds', async () => {
    const limits = { seconds: 1, memoryMegabytes: 64, outputBytes: 2 ** 16 };
    const ended = async (script: string, seconds = 20): Promise<string | undefined> => {
      put('program.mjs', script);
      const runs = commandsOf(join(folder, 'program.mjs'), { ...limits, seconds });
      return (await runs({ argv: [], roots: [] })).problem;
    };
    expect(await ended('for (;;);', 1)).toBe('it took more than 1 s');
    // Of console.log what follows a write is kept until the loop ends: memory could run out first.
    const print = "import { writeSync } from 'node:fs'; for (;;) writeSync(1, 'x'.repeat(1000));";
    expect(await ended(print)).toContain('it printed more than');
    const all = 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length));';
    expect(await ended(all)).toBe('it took more than 64 MiB of memory');
    expect(await ended("console.log('done')")).toBeUndefined();
  });

  it.each([['{}'], ['['], ['{"roots": 7}'], ['null']])(
    'is anything, by a confinement that is not understood: %s',
    (text) => {
      expect(confinementOf({ LDSCOPE_CONFINED: text })?.roots).toEqual([]);
    },
  );
});

/** The status of a request under another name. */
const statusFor = async (address: string, host: string): Promise<number> =>
  await new Promise((settle, fail) => {
    const headers = { host, 'content-type': 'application/json' };
    const sent = request(address, { method: 'POST', headers }, (response) => {
      response.resume();
      settle(response.statusCode ?? 0);
    });
    sent.on('error', fail);
    sent.end('{}');
  });

describe('over HTTP', () => {
  it('serves this machine alone', async () => {
    const { address, close } = await serveOnHttp({ run: inProcess, roots: [root] }, 0);
    try {
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(address)));
      const answer = await call(client, 'analyze', { path: 't.mlir', machine: 'gfx942' });
      expect(answer.structuredContent?.result.totals?.bankConflict).toBe(124);
      await client.close();
      const post = async (headers: Readonly<Record<string, string>>): Promise<number> =>
        (await fetch(address, { method: 'POST', body: '{}', headers })).status;
      expect(await post({ origin: 'https://example.com' })).toBe(403);
      expect(await post({ origin: 'null' })).toBe(403);
      expect(await post({ origin: 'http://127.0.0.1.example.com' })).toBe(403);
      // A name of a web page's own that leads here: fetch does not let a Host header be chosen.
      for (const host of ['example.com', '127.0.0.1.example.com', 'localhost@example.com', ''])
        expect(await statusFor(address, host), host).toBeGreaterThanOrEqual(400);
      expect(await statusFor(address, 'example.com')).toBe(403);
      const long = await fetch(address, { method: 'POST', body: 'x'.repeat(2 ** 24 + 1) });
      expect(long.status).toBe(413);
      expect((await fetch(address.replace('/mcp', '/other'))).status).toBe(404);
    } finally {
      await close();
    }
  });
});

const bin = fileURLToPath(new URL('../bin/ldscope.cjs', import.meta.url));
const isBuilt = existsSync(new URL('../dist/ldscope.cjs', import.meta.url));
if (!isBuilt) console.log('skipped: packages/cli/dist is absent, run npm run build first');

/** A kernel that never ends. */
const loop = `        .amdgcn_target "amdgcn-amd-amdhsa--gfx942"
loop:
        s_branch loop
        s_endpgm
        .amdhsa_kernel loop
          .amdhsa_next_free_vgpr 1
          .amdhsa_next_free_sgpr 8
          .amdhsa_accum_offset 4
        .end_amdhsa_kernel
`;

describe.skipIf(!isBuilt)('the built command', () => {
  it('serves the folders that it is given and those that the client names', async () => {
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: { roots: { listChanged: false } } },
    );
    client.setRequestHandler('roots/list', () => ({ roots: [{ uri: `file://${root}` }] }));
    const argv = [bin, 'mcp', '--seconds', '60'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args: argv }));
    const answer = await call(client, 'analyze', { path: 't.mlir', machine: 'gfx942' });
    expect(answer.structuredContent?.result.totals?.bankConflict).toBe(124);
    const fixed = await call(client, 'fix', { path: 't.mlir', machine: 'gfx942' });
    expect(fixed.structuredContent?.kernel).toContain('memref');
    const outside = await call(client, 'analyze', { path: 'link.mlir' });
    expect(outside.isError).toBe(true);
    // A loop without an end is ended, and the server answers on.
    const endless = await call(client, 'analyze', { text: loop, launch: 'block=64' });
    expect(endless.isError).toBe(true);
    expect(JSON.stringify(endless)).toMatch(/it took more than|execute\/too-many-steps/);
    const again = await call(client, 'analyze', { path: 't.mlir', machine: 'gfx942' });
    expect(again.isError).toBe(false);
    await client.close();
  });
});
