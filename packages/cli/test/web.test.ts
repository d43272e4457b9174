/** `ldscope web`: what the server answers, and what it does not. */
import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveApp } from '../src/commands/web.ts';
import type { WebCommandOptions } from '../src/options/commands.ts';
import { startWebServer, type WebServer } from '../src/web/server.ts';
import { expectRefused, fakeIo, type Surroundings } from './fake-io.ts';
import { codeObject } from '../../amdgcn/test/text/elf.ts';
import { copy } from './kernels.ts';

let root = '';

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ldscope-web-'));
  root = join(folder, 'web');
  await mkdir(join(root, 'assets'), { recursive: true });
  await mkdir(join(root, 'explore'));
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(root, 'index.html'), '<!doctype html>app');
  await writeFile(join(root, 'explore', 'index.html'), '<!doctype html>gallery');
  await writeFile(join(root, 'assets', 'app-1.js'), 'export {};');
  await writeFile(join(root, 'assets', 'face.woff2'), new Uint8Array([1, 2, 3]));
  await symlink(join(folder, 'secret.txt'), join(root, 'link.txt'));
});

afterAll(async () => {
  await rm(join(root, '..'), { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A request as it is written, without anything that a client would tidy up. */
function ask(
  origin: string,
  path: string,
  options: { readonly method?: string; readonly host?: string } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const { method = 'GET', host = `${hostname}:${port}` } = options;
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: { host }, agent: false });
    sent.once('error', reject);
    sent.once('response', (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (body += part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    sent.end();
  });
}

describe('the server', () => {
  let server: WebServer | undefined;
  const opened = JSON.stringify({ text: 'kernel' });
  const at = (path: string, options?: Parameters<typeof ask>[2]): Promise<Answer> =>
    ask(server?.origin ?? '', path, options);

  beforeAll(async () => {
    server = await startWebServer({ root, port: 0, opened: () => opened });
  });
  afterAll(async () => {
    await server?.close();
  });

  test.each([
    ['/', 'text/html; charset=utf-8', '<!doctype html>app'],
    ['/index.html?opened', 'text/html; charset=utf-8', '<!doctype html>app'],
    ['/explore/', 'text/html; charset=utf-8', '<!doctype html>gallery'],
    ['/assets/app-1.js', 'text/javascript; charset=utf-8', 'export {};'],
    ['/assets/face.woff2', 'font/woff2', '\u0001\u0002\u0003'],
    ['/opened.json', 'application/json; charset=utf-8', opened],
  ])('has %s', async (path, type, body) => {
    const answer = await at(path);
    expect([answer.status, answer.headers['content-type'], answer.body]).toEqual([200, type, body]);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const head = await at(path, { method: 'HEAD' });
    expect([head.status, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      answer.headers['content-length'],
    ]);
  });

  test('the kernel is not kept by the browser', async () => {
    expect((await at('/opened.json')).headers['cache-control']).toBe('no-store');
  });

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '//secret.txt',
    '/..\\secret.txt',
    '/link.txt',
    '/index.html%00',
    '/%',
    '/assets',
    '/no-such-file.js',
    'http://elsewhere.example/index.html',
  ])('has no %s', async (path) => {
    const answer = await at(path);
    expect(answer.status).toBe(404);
    expect(answer.body).not.toContain('secret');
  });

  test.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1:1', 'localhost'])(
    'is not reached as %j',
    async (host) => {
      expect([400, 421]).toContain((await at('/opened.json', { host })).status);
    },
  );

  test('is reached as localhost', async () => {
    const { port } = new URL(server?.origin ?? '');
    expect((await at('/', { host: `localhost:${port}` })).status).toBe(200);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    const answer = await at('/', { method });
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

/** Runs the command until `whenServing` is done with its address. */
async function serve(
  path: string | undefined,
  options: WebCommandOptions,
  surroundings: Surroundings,
  whenServing: (address: string) => Promise<void>,
): Promise<{ readonly code: number; readonly stderr: string }> {
  let stop = (): void => {};
  const interrupted = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const { io, outcome } = fakeIo({ ...surroundings, interrupted });
  const ended = serveApp(io, path, options, root);
  const serving = async (): Promise<void> => {
    await expect.poll(() => outcome().stdout).not.toBe('');
    await whenServing(outcome().stdout.trim());
  };
  // A command that cannot serve ends by itself.
  await Promise.race([serving(), ended]);
  stop();
  return { code: await ended, stderr: outcome().stderr };
}

describe('ldscope web', () => {
  test('serves the app, and no kernel when none is given', async () => {
    const { code } = await serve(undefined, {}, {}, async (address) => {
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
      expect((await ask(address, '/')).body).toContain('app');
      expect((await ask(address, '/opened.json')).status).toBe(404);
    });
    expect(code).toBe(0);
  });

  test('opens a kernel with the options of the command line', async () => {
    const files = { 'dir/k.mlir': copy, 'launch.yaml': 'grid: [2, 1, 1]\n' };
    const options = { machine: 'mi300x', model: 'default', kernel: 'copy', launch: 'launch.yaml' };
    const { code } = await serve('dir/k.mlir', options, { files }, async (address) => {
      expect(address).toMatch(/\/index\.html\?opened$/);
      const { body } = await ask(address, '/opened.json');
      expect(JSON.parse(body)).toEqual({
        text: copy,
        file: 'k.mlir',
        ...options,
        launch: 'grid: [2, 1, 1]\n',
      });
    });
    expect(code).toBe(0);
  });

  test('opens a code object with its bytes, which say more than the listing', async () => {
    const object = codeObject();
    const { code } = await serve('k.co', {}, { binaries: { 'k.co': object } }, async (address) => {
      const { body } = await ask(address, '/opened.json');
      const opened = JSON.parse(body) as Readonly<Record<string, string>>;
      expect(opened).toMatchObject({ file: 'k.co', machine: 'gfx942' });
      expect(opened['text']).toContain('s_endpgm');
      expect([...Buffer.from(opened['code'] ?? '', 'base64')]).toEqual([...object]);
    });
    expect(code).toBe(0);
  });

  test('opens a source as its assembly, with its text beside it', async () => {
    const assembly = '.amdhsa_kernel k\n';
    const compile = () => ({ assembly, sources: new Map([['/home/me/k.hip', 'kernel']]) });
    await serve('k.hip', { machine: 'gfx942' }, { compile }, async (address) => {
      const { body } = await ask(address, '/opened.json');
      expect(JSON.parse(body)).toEqual({
        text: assembly,
        file: 'k.hip (assembly)',
        machine: 'gfx942',
        sources: { 'k.hip': 'kernel' },
      });
    });
  });

  test('shows it in a browser, or says that there is none', async () => {
    const files = { 'k.mlir': copy };
    const shown: string[] = [];
    const browse = (address: string): boolean => shown.push(address) > 1;
    const { stderr } = await serve('k.mlir', { open: true }, { files, browse }, async (address) => {
      await expect.poll(() => shown).toEqual([address]);
    });
    expect(stderr).toContain('usage/no-browser');
  });

  test('a port that is taken is a diagnostic', async () => {
    const other = await startWebServer({ root, port: 0 });
    const port = Number(new URL(other?.origin ?? '').port);
    const { code, stderr } = await serve(undefined, { port }, {}, () => Promise.resolve());
    await other?.close();
    expect([code, stderr]).toEqual([2, expect.stringContaining('usage/no-port')]);
  });

  test.each([
    [['web', 'no-such-file'], 'usage/unreadable'],
    [['web', 'k.mlir', '--launch', 'none.yaml'], 'usage/unreadable'],
    [['web', 'large.mlir'], 'usage/too-large-for-web'],
    [['web', '--port', '70000'], 'at most 65535'],
  ])('%j ends with 2', async (argv, words) => {
    const files = { 'k.mlir': copy, 'large.mlir': 'x'.repeat(4_000_001) };
    await expectRefused(argv, { files }, words);
  });

  test('without the built app it says how to get it', async () => {
    const { io, outcome } = fakeIo();
    expect(await serveApp(io, undefined, {}, join(root, 'explore', 'none'))).toBe(2);
    expect(outcome().stderr).toContain('usage/no-web-app');
  });
});
