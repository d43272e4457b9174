/** Files that the package carries: its sources are two folders below its root, its built files one. */
import { existsSync, readFileSync } from 'node:fs';

/** The place of a file, or of a folder, of the package. */
export function packageFile(name: string): URL {
  const built = new URL(`../${name}`, import.meta.url);
  return existsSync(built) ? built : new URL(`../../${name}`, import.meta.url);
}

/** The version in its package.json. */
export function ownVersion(): string {
  const text = readFileSync(packageFile('package.json'), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
