/** Links of a built page that lead to no file of the site, or to no element of it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Of addresses as a page at `place` has them, those within the site that are broken. */
export function brokenLinks(
  folder: string,
  place: string,
  addresses: readonly string[],
): readonly string[] {
  return addresses.filter((address) => {
    if (/^[a-z]+:/i.test(address)) return false;
    const [path = '', fragment = ''] = address.split('#');
    const target = posix.normalize(
      path === '' ? place : posix.join(posix.dirname(place), path.replace(/\?.*$/, '')),
    );
    const file = join(folder, decodeURI(target));
    if (!existsSync(file) || !statSync(file).isFile()) return true;
    // Fragments of the app are its state; those of documents name a heading.
    return (
      fragment !== '' &&
      target.startsWith('docs/') &&
      !readFileSync(file, 'utf8').includes(`id="${fragment}"`)
    );
  });
}

/** The addresses in a text of HTML. */
export const addressesIn = (html: string): readonly string[] =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = '']) =>
    address.replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
  );
