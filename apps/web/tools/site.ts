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
  /** What the bundler put into each script, the largest first, as `packages/core/src/base/text.ts 1,204`. */
  readonly modules: Readonly<Record<string, readonly string[]>>;
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
  const built = await build({
    configFile,
    build: { outDir: folder, emptyOutDir: true },
    logLevel: 'warn',
  });
  const { url, close } = await serveFolder(folder);
  return {
    url,
    folder,
    modules: modulesOf(built),
    close: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Serves the files of a folder on a free port of this machine, below `/some/folder/`. */
export async function serveFolder(folder: string): Promise<Pick<ServedApp, 'url' | 'close'>> {
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
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

function modulesOf(
  built: Awaited<ReturnType<typeof build>>,
): Readonly<Record<string, readonly string[]>> {
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  return Object.fromEntries(
    outputs
      .flatMap(({ output }) => output)
      .flatMap((file) => (file.type === 'chunk' ? [[file.fileName, namesOf(file.modules)]] : [])),
  );
}

const namesOf = (
  modules: Readonly<Record<string, { readonly renderedLength: number }>>,
): readonly string[] =>
  Object.entries(modules)
    .map(([id, { renderedLength }]) => ({
      name: id.replace(/^.*\/(?=(?:apps|packages|node_modules)\/)/, ''),
      renderedLength,
    }))
    .sort((a, b) => b.renderedLength - a.renderedLength)
    .map(({ name, renderedLength }) => `${name} ${renderedLength}`);

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
