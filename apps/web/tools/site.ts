/** The app as users get it: built, and served from a folder below the root, as a page of a larger site would be. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';
import { findChromium, launchArguments } from './chromium.ts';

export interface ServedApp {
  /** Ends with a slash. */
  readonly url: string;
  readonly folder: string;
  readonly close: () => Promise<void>;
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

/** Builds the app into a temporary folder and serves it on a free port of this machine. */
export async function serveApp(configFile: string): Promise<ServedApp> {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-web-'));
  await build({ configFile, build: { outDir: folder, emptyOutDir: true }, logLevel: 'warn' });
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
  return {
    url: `http://127.0.0.1:${port}${PLACE}`,
    folder,
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface OpenApp {
  readonly app: ServedApp;
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

/** Builds, serves and opens the app; ends the process where there is no Chromium. */
export async function openApp(): Promise<OpenApp> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    console.error('Chromium is absent; CHROMIUM=PATH names one');
    process.exit(2);
  }
  const app = await serveApp('apps/web/vite.config.ts');
  const browser = await chromium.launch({ executablePath, args: launchArguments });
  return {
    app,
    browser,
    close: async () => {
      await browser.close();
      await app.close();
    },
  };
}
