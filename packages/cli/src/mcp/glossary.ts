/** The glossary of the project, as the package carries it. */
import { existsSync, readFileSync } from 'node:fs';

/** Next to the built command, and at the root of the sources. */
const PLACES = ['./GLOSSARY.md', '../../../../GLOSSARY.md'];

/** The text of the glossary; empty where the package is not whole. */
export function glossary(): string {
  const found = PLACES.map((place) => new URL(place, import.meta.url)).find((url) =>
    existsSync(url),
  );
  return found === undefined ? '' : readFileSync(found, 'utf8');
}
