/**
 * Before the tests in a browser: the app is built as users get it and served from a folder below the root, as from a page
 * of a larger site. Without Chromium nothing is built, and the tests say so.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

/** Where the tests find the app; `undefined` without Chromium. */
export interface Site {
  /** Ends with a slash. */
  readonly url: string;
  readonly folder: string;
  readonly chromium: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly site: Site | undefined;
  }
}

const PLACE = '/some/folder/';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

const candidates = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = candidates.find((path) => path !== undefined && existsSync(path));
  if (chromium === undefined) {
    console.log('Chromium is absent (CHROMIUM=PATH names one): tests in a browser are skipped');
    project.provide('site', undefined);
    return async () => {};
  }
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-web-'));
  await build({
    configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
    build: { outDir: folder, emptyOutDir: true },
    logLevel: 'warn',
  });
  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    const file = join(folder, normalize(path.slice(PLACE.length)));
    if (!path.startsWith(PLACE) || !file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  project.provide('site', { url: `http://127.0.0.1:${port}${PLACE}`, folder, chromium });
  return async () => {
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    rmSync(folder, { recursive: true, force: true });
  };
}
