import { fileURLToPath } from 'node:url';

/** The path of a file in `validation/data`, both from the sources and from a bundle in `.build`. */
export const dataFile = (name: string): string =>
  fileURLToPath(new URL(`../validation/data/${name}`, import.meta.url));
