/** Every page of the app, as it is found on disk. */
import { readdirSync } from 'node:fs';

const folder = new URL('../../explore/', import.meta.url);

export const explorerPages: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .sort()
  .map((name) => `explore/${name}`);

export const pages: readonly string[] = ['index.html', ...explorerPages, 'docs/index.html'];

/** Documents of all kinds of text: tables, listings, long names. */
export const documentPages: readonly string[] = ['docs/cli.html', 'docs/start/hip.html'];
