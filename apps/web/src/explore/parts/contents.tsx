/**
 * The table of contents of a page: its figures, texts and folded parts, as they are found in it.
 *
 *     <section {...placeOf('The same as bits')}>     id="the-same-as-bits", listed under its title
 *
 * A place is kept in the address beside what was chosen in the figures: `#ld=132&at=the-same-as-bits`.
 */
import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

type Part = Readonly<{ id: string; title: string }>;

/** The attributes of a part that the contents list. */
export const placeOf = (
  title: string,
): { readonly 'id': string; readonly 'data-part': string } => ({
  'id': title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, ''),
  'data-part': title,
});

/** Fewer parts need no list. */
const FEWEST = 3;

export function Contents(): JSX.Element | undefined {
  const [parts, setParts] = useState<readonly Part[]>([]);
  useLayoutEffect(() => {
    const page = document.querySelector('#main');
    if (page === null) return undefined;
    const read = (): void => setParts(partsOf(page));
    read();
    const observer = new MutationObserver(read);
    observer.observe(page, { childList: true });
    const follow = (): void => show(placeIn(location.hash));
    follow();
    addEventListener('hashchange', follow);
    return () => {
      observer.disconnect();
      removeEventListener('hashchange', follow);
    };
  }, []);
  if (parts.length < FEWEST) return undefined;
  return (
    <nav class="contents" aria-label="On this page">
      <ol>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#at=${id}`}
              onClick={(event) => {
                event.preventDefault();
                history.replaceState(null, '', `#${withPlace(location.hash, id)}`);
                show(id);
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const partsOf = (page: Element): Part[] =>
  [...page.querySelectorAll<HTMLElement>('[data-part]')].map((part) => ({
    id: part.id,
    title: part.dataset['part'] ?? '',
  }));

/** The fragment with another place in it; what figures have written stays. */
export function withPlace(fragment: string, id: string): string {
  const parameters = new URLSearchParams(fragment.includes('=') ? fragment.replace(/^#/, '') : '');
  parameters.set('at', id);
  return parameters.toString();
}

const placeIn = (fragment: string): string | undefined =>
  new URLSearchParams(fragment.replace(/^#/, '')).get('at') ?? undefined;

/** Opens the part where it is folded, and scrolls to it. */
function show(id: string | undefined): void {
  const part = id === undefined ? null : document.getElementById(id);
  if (part === null || part.dataset['part'] === undefined) return;
  if (part instanceof HTMLDetailsElement) part.open = true;
  part.scrollIntoView();
}
