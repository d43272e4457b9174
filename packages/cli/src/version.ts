/** The version in the package's own package.json, one folder above both the sources and the built files. */
import { readFileSync } from 'node:fs';

export function ownVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
