import { fileURLToPath } from 'node:url';

/** The path of a file in `validation/data`, from the sources and from a bundle in `.build` alike. */
export const dataFile = (name: string): string =>
  fileURLToPath(new URL(`../validation/data/${name}`, import.meta.url));
