/** Every page of the app. */
import { explorers } from '../../src/explore/explorers.ts';

export const explorerPages: readonly string[] = ['index', ...explorers.map(({ slug }) => slug)]
  .sort()
  .map((name) => `explore/${name}.html`);

export const pages: readonly string[] = ['index.html', ...explorerPages, 'docs/index.html'];

/** Documents of all kinds of text: tables, listings, long names. */
export const documentPages: readonly string[] = ['docs/cli.html', 'docs/start/hip.html'];
